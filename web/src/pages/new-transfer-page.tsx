// A new transfer: from where to where, and how much of which items; what is typed is kept until it is sent.
import { newId } from '../api/new-key.ts';
import { Places } from '../api/places.ts';
import { SendTransfer } from '../api/transfers.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useDraft } from '../draft.ts';
import { isPositive, readDecimal } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { Fields, useTyped, type FieldSpecs, type Typed } from '../parts/edit-form.tsx';
import { NumberField, Wrong } from '../parts/field.tsx';
import type { FoundItem } from '../parts/found.ts';
import { Refusal } from '../parts/message.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { ItemPicker } from '../parts/pickers.tsx';
import { Tool } from '../parts/tool.tsx';
import { stockAtPlace } from '../parts/stock-at-place.ts';
import { go } from '../router.ts';
import { t } from '../texts/speech.ts';

interface Line {
  item: FoundItem;
  quantity: string;
}

const MOVED = ['Transfer', 'TransferPage', 'Item', 'ItemInventory', 'ItemMovementPage', 'ItemStockMetrics'];
const DRAFT = 'transfer';

const fieldsOf =
  (options: readonly (readonly [id: string, name: string])[]) =>
  ({ fromLocationId }: Typed): FieldSpecs => [
    [
      { name: 'fromLocationId', label: t('transfers.from'), options },
      {
        ...{ name: 'toLocationId', label: t('transfers.to'), isNeeded: true },
        options: [['', '—'], ...options.filter(([place]) => place !== fromLocationId)],
        note: options.length === 1 && t('transfers.onePlace'),
      },
    ],
    { name: 'note', label: t('transfers.note'), input: { maxLength: 500 } },
  ];

export function NewTransferPage() {
  const places = useAnswer(Places, {}).data?.locations ?? [];
  const [id, keepId] = useDraft(`${DRAFT}.id`, newId);
  const [lines, setLines] = useDraft<Line[]>(`${DRAFT}.lines`, []);
  const sending = useAct(SendTransfer, MOVED, { draft: DRAFT });
  const form = useTyped(DRAFT, fieldsOf(places.map((one) => [one.id, one.name])), {
    fromLocationId: places.find(({ isDefault }) => isDefault)?.id,
  });
  const { fromLocationId = '', toLocationId = '', note = '' } = form.typed;
  const stockOf = stockAtPlace(places, fromLocationId);
  /** Undefined takes it out. */
  const change = ({ item }: Line, quantity: string | undefined): void =>
    setLines(
      lines.flatMap((line) => (line.item.id !== item.id ? [line] : quantity === undefined ? [] : [{ item, quantity }])),
    );
  const wrongOf = ({ quantity }: Line, at: number): string | undefined =>
    form.wasTried && !isPositive(readDecimal(quantity) ?? '0')
      ? t('isNumber')
      : sending.refusal?.fields?.[`lines[${at}].itemId`];
  const send = async (): Promise<void> => {
    const read = lines.map(({ item, quantity }) => ({ itemId: item.id, quantity: readDecimal(quantity) ?? '0' }));
    const isWhole = read.length > 0 && read.every(({ quantity }) => isPositive(quantity));
    if (!form.isComplete() || !isWhole) return;
    // One whose answer was lost is there under its id, also after this page was loaded anew.
    keepId(id);
    const input = { id, fromLocationId, toLocationId, lines: read, note: note.trim() || null };
    if ((await sending.act({ input })) && sending.isHere()) go(`/transfers/${id}`, { replace: true });
  };
  return (
    <Page title={t('transfers.new')} back={backTo('nav.transfers')} about={t('transfers.newAbout')}>
      <Card>
        <div className="stack">
          <Fields {...form} specs={form.specs.slice(0, 1)} doing={sending} />
          {lines.map((line, at) => (
            <TypedLine
              key={line.item.id}
              {...{ line, stock: stockOf(line.item), wrong: wrongOf(line, at) }}
              onType={(quantity) => change(line, quantity)}
            />
          ))}
          <ItemPicker
            stockOf={stockOf}
            onPick={(item) =>
              lines.some((line) => line.item.id === item.id) || setLines([...lines, { item, quantity: '1' }])
            }
          />
          <Wrong text={form.wasTried && lines.length === 0 ? t('transfers.needsLines') : undefined} />
          <Fields {...form} specs={form.specs.slice(1)} doing={sending} />
          <Refusal problem={sending.refusal} />
          <div className="row">
            <Button
              {...{ tone: 'primary', needs: 'operator', icon: 'check', text: t('transfers.send') }}
              isBusy={sending.isBusy || fromLocationId === ''}
              onClick={() => void send()}
            />
          </div>
        </div>
      </Card>
    </Page>
  );
}

interface TypedLineProps {
  line: Line;
  stock: string;
  wrong: string | undefined;
  onType(quantity: string | undefined): void;
}

const TypedLine = ({ line: { item, quantity }, stock, wrong, onType }: TypedLineProps) => (
  <div className="spread">
    <span>
      <span className="strong block">{item.name}</span>
      <span className="soft small">
        {item.sku} · {stock}
      </span>
    </span>
    <span className="row">
      <NumberField label={`${t('transfers.quantity')} (${item.unit})`} {...{ value: quantity, wrong, onType }} />
      <Tool icon="cross" label={t('transfers.drop', { name: item.name })} onClick={() => onType(undefined)} />
    </span>
  </div>
);
