// All purchase orders: what was ordered, and how much of it has come.
import type { PurchaseOrdersAnswer, PurchaseOrderStatus } from '../api/answers.ts';
import { PurchaseOrders } from '../api/purchasing.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { Segments } from '../parts/segments.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { costOf } from '../rules/purchase-lines.ts';
import { useWords } from '../texts/use-words.tsx';
import { Received } from './purchase/received.tsx';

/** No purchase order is canceled here; it is closed. */
type StatusChoice = Exclude<PurchaseOrderStatus, 'CANCELED'> | 'ALL';
const CHOICES: readonly StatusChoice[] = ['ALL', 'OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED'];

type Lines = PurchaseOrdersAnswer['purchaseOrders']['records'][number]['lines'];

export function PurchasesPage() {
  const { t, f } = useWords();
  const [status, setStatus] = useChoice<StatusChoice>('status', 'ALL');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(PurchaseOrders, {
    status: status === 'ALL' ? null : status,
    limit: LIST_LIMIT,
    offset: Number(offset),
  });
  const newPurchase = (
    <Link to="/purchasing/new" className="button primary">
      <Icon name="plus" size={17} />
      {t('purchases.new')}
    </Link>
  );
  const named = (lines: Lines): string =>
    lines.length > 1
      ? t('purchases.more', { name: lines[0]!.item.name, n: lines.length - 1 })
      : (lines[0]?.item.name ?? '');
  return (
    <Page title={t('nav.purchasing')} about={t('purchases.about')} tools={newPurchase}>
      <div className="stack">
        <div>
          <Segments
            label={t('status')}
            value={status}
            onChoose={(next) => setStatus(next, 'from')}
            options={CHOICES.map((one) => ({
              value: one,
              label: one === 'ALL' ? t('filter.everything') : t(`purchases.filter.${one}`),
            }))}
          />
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.purchaseOrders}
          offset={offset}
          onTurn={setOffset}
          columns={[t('purchase'), t('date'), t('status'), t('purchases.received'), `#${t('purchases.cost')}`]}
          empty={
            <Message icon="purchasing" title={t('purchases.none')} text={t('purchases.noneText')}>
              {newPurchase}
            </Message>
          }
          row={(order) => (
            <tr key={order.id} className="linked">
              <td>
                <Link to={`/purchasing/${order.id}`} className="row-link">
                  {order.number}
                </Link>
                <div className="soft small">
                  {order.supplier.name} · {named(order.lines)}
                </div>
              </td>
              <td data-label={t('date')}>{f.day(order.createdAt)}</td>
              <td data-label={t('status')}>
                <PurchaseChip status={order.status} />
              </td>
              <td data-label={t('purchases.received')}>
                <Received lines={order.lines} />
              </td>
              <td className="number" data-label={t('purchases.cost')}>
                {f.money(costOf(order.lines))}
              </td>
            </tr>
          )}
        />
      </div>
    </Page>
  );
}
