// Locations of the stock: a bar for each, which shows the item there.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { placeName } from '../../rules/place-name.ts';
import { f, t } from '../../texts/speech.ts';

export interface PlacesProps {
  view: ItemViewAnswer;
  location: string;
  onLocation(location: string): void;
}

export function PlacesStrip({ view: { item, locations }, location, onLocation }: PlacesProps) {
  const { levels } = item.inventory;
  if (levels.length < 2) return null;
  // Only widths are computed from it.
  const most = Math.max(...levels.map(({ available }) => Number(available)), 1);
  return (
    <div className="places" role="group" aria-label={t('places')}>
      {levels.map(({ locationId, available }) => (
        <button
          key={locationId}
          type="button"
          aria-pressed={locationId === location}
          onClick={() => onLocation(locationId === location ? '' : locationId)}
        >
          <span className="spread">
            <span>{placeName(locations, locationId)}</span>
            <span className={isPositive(available) ? 'strong' : 'strong bad-text'}>
              {f.quantity(available)} <span className="soft">{item.unit}</span>
            </span>
          </span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${Math.max(0, (Number(available) / most) * 100)}%` }} />
          </span>
        </button>
      ))}
    </div>
  );
}
