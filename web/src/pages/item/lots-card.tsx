// The lots that still hold something, in the order in which they leave.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { Chip } from '../../parts/chip.tsx';
import { Card } from '../../parts/page.tsx';
import { RecordRow } from '../../parts/record-row.tsx';
import { Quantity } from '../../parts/table.tsx';
import { expiry } from '../../rules/expiry.ts';
import { placeName } from '../../rules/place-name.ts';
import { f, t } from '../../texts/speech.ts';
import { useNow } from '../../use-now.ts';

const MOST = 8;

export function LotsCard({ view: { item, lots, locations } }: { view: ItemViewAnswer }) {
  const now = useNow();
  const holding = lots.filter((lot) => isPositive(lot.quantityRemaining));
  return (
    <Card title={t('lots')}>
      {holding.length === 0 && <p className="soft">{t('lots.none')}</p>}
      <ul className="records">
        {holding.slice(0, MOST).map((lot) => (
          <RecordRow
            key={lot.id}
            name={lot.lotNumber}
            about={[placeName(locations, lot.locationId), lot.expirationDate && f.day(lot.expirationDate)]
              .filter(Boolean)
              .join(' · ')}
          >
            <span className="row">
              {expiry(lot.expirationDate, now) === 'EXPIRED' && <Chip tone="bad" text={t('lots.expired')} />}
              {expiry(lot.expirationDate, now) === 'SOON' && <Chip tone="wait" text={t('lots.expiresSoon')} />}
              <span className="number">
                <Quantity isStrong value={f.quantity(lot.quantityRemaining)} unit={item.unit} />
              </span>
            </span>
          </RecordRow>
        ))}
      </ul>
      {holding.length > MOST && <p className="soft small card-below">{t('lots.more', { n: holding.length - MOST })}</p>}
    </Card>
  );
}
