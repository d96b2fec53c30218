// The lines of an order that is being written, where their goods come from or go to, and the way to add one.
import type { ReactNode } from 'react';
import { useWords } from '../texts/use-words.tsx';
import { SmallSelect } from './field.tsx';
import { Message } from './message.tsx';
import { Card } from './page.tsx';
import type { FoundItem } from './found.ts';
import { ItemPicker } from './pickers.tsx';
import type { Prices } from '../rules/sale.ts';
import { draftLine, TypedLines, type DraftLine } from './typed-lines.tsx';

export interface DraftLinesCardProps {
  lines: readonly DraftLine[];
  onLines(lines: DraftLine[]): void;
  /** Initial price of a new line; without one the service asks the item or the client's list. */
  priceOf?(item: FoundItem): string;
  quantityOf(item: FoundItem): string;
  stockOf(item: FoundItem): string;
  priceLabel: string;
  /** Prices at the place of sale. */
  prices?: Prices;
  note(line: DraftLine): ReactNode;
  locations: readonly { id: string; name: string }[];
  place: string | null;
  placeLabel: string;
  onPlace(id: string): void;
  /** Asked while there is no line. */
  question: string;
  wasTried: boolean;
}

export function DraftLinesCard(props: DraftLinesCardProps) {
  const { lines, onLines, priceOf, quantityOf, stockOf, priceLabel, note, locations, place, placeLabel, onPlace } =
    props;
  const { question, wasTried, prices } = props;
  const { t } = useWords();
  return (
    <Card
      title={t('lines')}
      tools={
        locations.length > 1 &&
        place !== null && (
          <label className="row small">
            <span className="soft">{placeLabel}</span>
            <SmallSelect
              label={placeLabel}
              value={place}
              onType={onPlace}
              options={locations.map((one) => [one.id, one.name])}
            />
          </label>
        )
      }
    >
      <div className="stack">
        {lines.length === 0 ? (
          <Message icon="items" title={question} text={t('newOrder.noLinesText')} />
        ) : (
          <TypedLines
            {...(prices && { prices })}
            lines={lines}
            priceLabel={priceLabel}
            wasTried={wasTried}
            note={note}
            onChange={onLines}
          />
        )}
        {wasTried && lines.length === 0 && (
          <p className="field-note is-bad" role="alert">
            {t('newOrder.needsLines')}
          </p>
        )}
        <ItemPicker
          stockOf={stockOf}
          onPick={(item) => onLines([...lines, draftLine(item, quantityOf(item), priceOf?.(item))])}
        />
      </div>
    </Card>
  );
}
