// A new order: client, lines, location, and the reservations that it will make.
import { useState } from 'react';
import { CreateOrder } from '../api/orders.ts';
import { AvailableAt, Places } from '../api/places.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useDraft } from '../draft.ts';
import { compare, isPositive, readDecimal, subtract } from '../format/decimal.ts';
import { ChosenParty } from '../parts/chosen-party.tsx';
import { DraftLinesCard } from '../parts/draft-lines-card.tsx';
import { DraftSumCard } from '../parts/draft-sum-card.tsx';
import { TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { EditClientDialog } from '../parts/party-dialogs.tsx';
import type { FoundClient, FoundItem } from '../parts/found.ts';
import { ClientPicker } from '../parts/pickers.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { readLines, type DraftLine } from '../parts/typed-lines.tsx';
import { go } from '../router.ts';
import { totalsOf } from '../rules/line-totals.ts';
import { placeName } from '../rules/place-name.ts';
import { stockAt } from '../rules/stock-at.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';

const DRAFT = 'order';

export function NewOrderPage() {
  const { t, f } = useWords();
  const mayCreate = useMay('operator');
  const creating = useAct(CreateOrder, ['Order', 'OrderPage', 'Item'], { draft: DRAFT });
  const { client, setClient, lines, setLines, place, setPlace, dueDate, setDueDate, locations } = useOrderDraft();
  const [isEditing, setEditing] = useState(false);
  const [wasTried, setTried] = useState(false);
  const stockAtPlace = useStockAt(locations, place);
  const totals = totalsOf(
    lines.map((line) => ({
      quantity: readDecimal(line.quantity),
      price: readDecimal(line.price),
      taxRate: line.item.taxRate,
    })),
  );

  const create = async (): Promise<void> => {
    setTried(true);
    const read = readLines(lines);
    if (!client || !read) return;
    const done = await creating.act({
      input: {
        clientId: client.id,
        dueDate: dueDate || null,
        lines: read.map(({ itemId, quantity, price }) => ({ itemId, quantity, unitPrice: price, locationId: place })),
      },
    });
    if (done) go(`/orders/${done.createOrder.id}`, { replace: true });
  };
  return (
    <Page title={t('orders.new')} back={{ to: '/orders', label: t('nav.orders') }} about={t('newOrder.about')}>
      <div className="columns">
        <div className="stack">
          <ChosenParty
            title={t('client')}
            party={client}
            about={client && <Receiver client={client} />}
            picker={<ClientPicker onPick={setClient} />}
            wrong={wasTried ? t('newOrder.needsClient') : undefined}
            onChange={() => setClient(undefined)}
            onEdit={mayCreate ? () => setEditing(true) : undefined}
          />
          {client && isEditing && (
            <EditClientDialog client={client} onSaved={setClient} onClose={() => setEditing(false)} />
          )}
          <DraftLinesCard
            lines={lines}
            onLines={setLines}
            priceOf={(item) => item.unitPrice}
            quantityOf={() => '1'}
            stockOf={stockAtPlace}
            priceLabel={t('price')}
            note={(line) => <Reserves line={line} locationId={place} />}
            locations={locations}
            place={place}
            placeLabel={t('newOrder.place')}
            onPlace={setPlace}
            question={t('newOrder.noLines')}
            wasTried={wasTried}
          />
        </div>
        <DraftSumCard
          title={t('total')}
          sums={{
            rows: [
              [t('subtotal'), f.money(totals.subtotal)],
              [t('tax'), f.money(totals.tax)],
            ],
            total: [t('total'), f.money(totals.total)],
          }}
          refusal={creating.refusal}
          isBusy={creating.isBusy}
          action={t('newOrder.create')}
          onDo={() => void create()}
        >
          <TextField
            label={t('newOrder.due')}
            note={t('newOrder.dueNote')}
            type="date"
            value={dueDate}
            onChange={(event) => setDueDate(event.target.value)}
          />
        </DraftSumCard>
      </div>
    </Page>
  );
}

function useOrderDraft() {
  const locations = useAnswer(Places, {}).data?.locations ?? [];
  const [client, setClient] = useDraft<FoundClient | undefined>(`${DRAFT}.client`, undefined);
  const [lines, setLines] = useDraft<DraftLine[]>(`${DRAFT}.lines`, []);
  const [chosenPlace, setPlace] = useDraft<string | undefined>(`${DRAFT}.place`, undefined);
  const [dueDate, setDueDate] = useDraft(`${DRAFT}.due`, '');
  const place = chosenPlace ?? locations.find((one) => one.isDefault)?.id ?? null;
  return { client, setClient, lines, setLines, place, setPlace, dueDate, setDueDate, locations };
}

/** What is available of an item where it is sold from, and where else when that place has none. */
function useStockAt(
  locations: readonly { id: string; name: string }[],
  place: string | null,
): (item: FoundItem) => string {
  const { t, f } = useWords();
  return ({ inventory, unit }) => {
    const { here, elsewhere } = stockAt(inventory.levels, place ?? '');
    if (elsewhere.length === 0) return t('picker.available', { quantity: f.quantity(here), unit });
    return [{ locationId: place ?? '', available: here }, ...elsewhere]
      .map(({ locationId, available }) =>
        t('picker.availableAt', { quantity: f.quantity(available), place: placeName(locations, locationId) ?? '' }),
      )
      .join(', ');
  };
}

/** What would be left for others, where the goods would be taken from. */
function Reserves({ line, locationId }: { line: DraftLine; locationId: string | null }) {
  const { t, f } = useWords();
  const answer = useAnswer(AvailableAt, { itemId: line.item.id, locationId }, { pause: locationId === null });
  if (answer.data === undefined) return <span className="soft">{t('loading')}</span>;
  const { available } = answer.data;
  const rest = subtract(available, readDecimal(line.quantity) ?? '0');
  const isShort = compare(rest, '0') < 0;
  const elsewhere = subtract(line.item.inventory.available, available);
  return (
    <span className={isShort ? 'bad-text' : 'soft'}>
      {t(isShort ? 'newOrder.short' : 'newOrder.reserves', {
        available: f.quantity(available),
        rest: f.quantity(isShort ? subtract('0', rest) : rest),
        unit: line.item.unit,
      })}
      {isShort && isPositive(elsewhere) && (
        <span className="block">
          {t('newOrder.elsewhere', { quantity: f.quantity(elsewhere), unit: line.item.unit })}
        </span>
      )}
    </span>
  );
}
