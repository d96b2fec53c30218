// Facts behind an item's figures: documents and days of its sales, orders with reservations, and incoming goods.
import { ReleaseReservation, Reserved, SalesBehind } from '../../api/item.ts';
import type { ItemViewAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { add, subtract } from '../../format/decimal.ts';
import { TableBones } from '../../parts/bones.tsx';
import { Button } from '../../parts/button.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Failure, Refusal } from '../../parts/message.tsx';
import { Sum } from '../../parts/opens.tsx';
import { RecordRow } from '../../parts/record-row.tsx';
import { placeName } from '../../rules/place-name.ts';
import { f, t } from '../../texts/speech.ts';
import { STOCK_TYPES } from './stock-types.ts';

type View = ItemViewAnswer;

export type Subject = Pick<View, 'item' | 'locations'> & { locationId: string | null };

/** How far the computation goes: the units, what that is on a day, how long it lasts. */
export function SalesWhy({ item, locationId, upTo }: Subject & { upTo: 'sold' | 'velocity' | 'coverage' }) {
  const answer = useAnswer(SalesBehind, { id: item.id, locationId });
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'loading') return <TableBones rows={3} />;
  const { metrics } = answer.data;
  const { windowDays, stockoutDays, velocityWhenInStock, daysOfCoverage, documentsLeftOut } = metrics;
  const quantity = (value: string): string => `${f.quantity(value)} ${item.unit}`;
  return (
    <>
      <Sum
        rows={[
          [t('metric.sold'), quantity(metrics.unitsSoldInWindow)],
          upTo !== 'sold' && [t('why.overDays'), `÷ ${windowDays}`],
          upTo !== 'sold' && [t('metric.velocity'), f.quantity(metrics.dailyVelocity), true],
          upTo === 'coverage' && [t('item.available'), quantity(metrics.availableQuantity)],
          upTo === 'coverage' && [t('why.perDay'), `÷ ${f.quantity(metrics.dailyVelocity)}`],
          upTo === 'coverage' && [
            t('metric.coverage'),
            daysOfCoverage === null
              ? t('metric.notSelling')
              : `${f.about(daysOfCoverage)} ${t('days', { n: f.about(daysOfCoverage) })}`,
            true,
          ],
        ]}
      />
      <p>
        {t('why.documents', {
          n: metrics.documentsCounted,
          first: f.shortDay(metrics.windowFirstDay),
          last: f.shortDay(metrics.windowLastDay),
        })}{' '}
        {documentsLeftOut > 0 && (
          <TextLink to="/invoices?status=VOID">{t('why.leftOut', { n: documentsLeftOut })}</TextLink>
        )}
      </p>
      {stockoutDays > 0 && (
        <p>
          {t('why.out', { n: stockoutDays })}{' '}
          {velocityWhenInStock !== null && t('why.whenInStock', { quantity: f.about(velocityWhenInStock) })}
        </p>
      )}
    </>
  );
}

export function AvailableWhy({ item, locations, locationId }: Subject) {
  const answer = useAnswer(Reserved, { id: item.id });
  const releasing = useAct(ReleaseReservation, [...STOCK_TYPES, 'StockReservation']);
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'loading') return <TableBones rows={3} />;
  const held = answer.data.reservations.filter((one) => locationId === null || one.locationId === locationId);
  const levels = item.inventory.levels.filter((one) => locationId === null || one.locationId === locationId);
  const [onHand, available] = [add(...levels.map((one) => one.onHand)), add(...levels.map((one) => one.available))];
  return (
    <>
      <Sum
        rows={[
          [t('why.onHand'), f.quantity(onHand)],
          [t('why.reserved'), `− ${f.quantity(subtract(onHand, available))}`],
          [t('item.available'), `${f.quantity(available)} ${item.unit}`, true],
        ]}
      />
      {held.length === 0 ? (
        <p className="soft">{t('why.nobodyHolds')}</p>
      ) : (
        <ul className="records" aria-label={t('why.holders')}>
          {held.map(({ id, quantity, order, createdAt, locationId: at }) => (
            <RecordRow
              key={id}
              to={order ? `/orders/${order.id}` : undefined}
              name={order ? order.client.name : t('why.byHand')}
              about={[order?.number, f.day(createdAt), placeName(locations, at)].filter(Boolean).join(' · ')}
            >
              <span className="row">
                <span className="strong">{f.quantity(quantity)}</span>
                {order === null && (
                  <Button
                    size="small"
                    isBusy={releasing.isBusy}
                    needs="operator"
                    onClick={() => void releasing.act({ reservationId: id })}
                    text={t('why.release')}
                  />
                )}
              </span>
            </RecordRow>
          ))}
        </ul>
      )}
      <Refusal problem={releasing.refusal} />
    </>
  );
}

export function IncomingWhy({ view: { item, purchases, metrics } }: { view: View }) {
  const today = metrics.windowLastDay;
  return (
    <>
      {purchases.length === 0 && <p className="soft">{t('why.nothingComes')}</p>}
      <ul className="records">
        {purchases.map(({ purchaseOrderId, number, supplierName, expectedDay, quantity }) => (
          <RecordRow
            key={purchaseOrderId}
            to={`/purchasing/${purchaseOrderId}`}
            name={supplierName}
            about={`${number} · ${t(expectedDay < today ? 'why.wasExpected' : 'why.expected', { day: f.shortDay(expectedDay) })}`}
          >
            <span className="strong">
              {f.quantity(quantity)} {item.unit}
            </span>
          </RecordRow>
        ))}
      </ul>
      {purchases.length > 0 && <p className="soft small">{t('why.expectedRule', { n: item.inventory.leadTime })}</p>}
    </>
  );
}
