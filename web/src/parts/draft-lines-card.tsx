// The lines of an order that is being written, where their goods come from or go to, and the way to add one.
import { useDraft } from '../draft.ts';
import { t } from '../texts/speech.ts';
import { SmallSelect, Wrong } from './field.tsx';
import { Message } from './message.tsx';
import { Card } from './page.tsx';
import type { FoundItem } from './found.ts';
import { ItemPicker } from './pickers.tsx';
import { draftLine, TypedLines, type DraftLine, type TypedLinesProps } from './typed-lines.tsx';

type Draft = Pick<ReturnType<typeof useDraftLines>, 'lines' | 'setLines' | 'place' | 'setPlace' | 'locations'>;

type Locations = readonly { id: string; name: string; isDefault: boolean }[];

/** Lines and their place, kept under the name of the form. */
export function useDraftLines(draft: string, locations: Locations, first: () => DraftLine[], firstPlace?: string) {
  const isNone = ({ length }: DraftLine[]): boolean => length === 0 && first().length === 0;
  const [lines, setLines] = useDraft<DraftLine[]>(`${draft}.lines`, first, isNone);
  const [chosen, setPlace] = useDraft<string | undefined>(`${draft}.place`, firstPlace);
  const place = chosen ?? locations.find((one) => one.isDefault)?.id ?? null;
  return { lines, setLines, place, setPlace, locations };
}

export interface DraftLinesCardProps extends Pick<
  TypedLinesProps<FoundItem>,
  'priceLabel' | 'prices' | 'note' | 'wasTried'
> {
  draft: Draft;
  /** Initial price of a new line; without one the service asks the item or the client's list. */
  priceOf?(item: FoundItem): string;
  quantityOf(item: FoundItem): string;
  stockOf(item: FoundItem): string;
  placeLabel: string;
  /** Asked while there is no line. */
  question: string;
}

export function DraftLinesCard(props: DraftLinesCardProps) {
  const { draft, priceOf, quantityOf, stockOf, priceLabel, note, placeLabel, question, wasTried, prices } = props;
  const { lines, setLines, place, setPlace, locations } = draft;
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
              onType={setPlace}
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
            onChange={setLines}
          />
        )}
        <Wrong text={wasTried && lines.length === 0 ? t('newOrder.needsLines') : undefined} />
        <ItemPicker
          stockOf={stockOf}
          onPick={(item) => setLines([...lines, draftLine(item, quantityOf(item), priceOf?.(item))])}
        />
      </div>
    </Card>
  );
}
