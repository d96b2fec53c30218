// A new order: client, lines, location, and the reservations that it will make.
import { useMemo, useState } from 'react';
import type { OrderToChangeAnswer } from '../api/answers.ts';
import { CounterPrices } from '../api/counter.ts';
import { CreateOrder, OrderToChange, UpdateOrder } from '../api/orders.ts';
import { Places } from '../api/places.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useDraft } from '../draft.ts';
import { isPositive } from '../format/decimal.ts';
import { ChosenParty } from '../parts/chosen-party.tsx';
import { DraftLinesCard } from '../parts/draft-lines-card.tsx';
import { DraftSumCard } from '../parts/draft-sum-card.tsx';
import { TextField } from '../parts/field.tsx';
import { useTotals } from '../parts/lines-card.tsx';
import { Page } from '../parts/page.tsx';
import { EditClientDialog } from '../parts/party-dialogs.tsx';
import type { FoundClient } from '../parts/found.ts';
import { NoPac } from '../parts/no-pac.tsx';
import { ClientPicker } from '../parts/pickers.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { readLines, type DraftLine } from '../parts/typed-lines.tsx';
import { useShelf } from '../parts/use-shelf.tsx';
import { useStockAt } from '../parts/use-stock-at.ts';
import { go, useChoice } from '../router.ts';
import { takenBy } from '../rules/stock-at.ts';
import { pricesOf, readDiscount, saleTotals, withCents, type Prices } from '../rules/sale.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay, useViewer } from '../viewer.tsx';
import { DocumentBones } from './document/document-bones.tsx';

export function NewOrderPage() {
  const [changed] = useChoice('edit', '');
  const [repeated] = useChoice('repeat', '');
  const answer = useAnswer(OrderToChange, { id: changed || repeated }, { pause: changed === '' && repeated === '' });
  const { t } = useWords();
  if (changed === '' && repeated === '') return <OrderForm draft="order" />;
  const back = { to: `/orders/${changed || repeated}`, label: t('order') };
  return (
    <RecordPage title={t('order')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ order }) => (
        <OrderForm draft={`order${changed}${repeated}`} from={order} changed={changed === '' ? undefined : order} />
      )}
    </RecordPage>
  );
}

type OrderToChange = OrderToChangeAnswer['order'];

interface OrderFormProps {
  draft: string;
  /** Initial values. */
  from?: OrderToChange;
  /** Left out: a new one is made. */
  changed?: OrderToChange | undefined;
}

function OrderForm({ draft, from, changed }: OrderFormProps) {
  const { t } = useWords();
  const mayCreate = useMay('operator');
  const touches = ['Order', 'OrderPage', 'Item'];
  const creating = useAct(CreateOrder, touches, { draft });
  const updating = useAct(UpdateOrder, touches, { draft });
  const form = useOrderDraft(draft, from);
  const { client, setClient, lines, setLines, place, setPlace, dueDate, setDueDate, locations } = form;
  const [isEditing, setEditing] = useState(false);
  const [wasTried, setTried] = useState(false);
  const stockAtPlace = useStockAt(locations, place);
  const tenant = useViewer()?.tenant;
  // Units that the order holds already are available to its lines.
  const held = changed?.lines.filter(({ locationId }) => locationId === place) ?? [];
  const shelf = useShelf({
    ...{ lines, locations, place, sellsWithoutStock: tenant?.sellsWithoutStock ?? true },
    besides: takenBy(held.map((line) => ({ ...line, quantity: `-${line.quantity}` }))),
  });
  const prices = useListPrices(client?.priceList?.id, lines);
  const discount = readDiscount(form.discount, lines, prices);
  const { subtotal, tax, total } = saleTotals(lines, discount, prices);
  const sums = useTotals({ subtotal, tax, total });

  const save = async (): Promise<void> => {
    setTried(true);
    const read = readLines(lines, prices);
    if (!client || !read || discount === undefined || shelf.isShort) return;
    const input = {
      ...{ clientId: client.id, dueDate: dueDate || null, discount },
      lines: read.map((line) => ({ ...line, locationId: place })),
    };
    const done = changed
      ? await updating.act({ orderId: changed.id, input: { ...input, expectedVersion: changed.version } })
      : await creating.act({ input });
    if (done) go(`/orders/${'createOrder' in done ? done.createOrder.id : done.updateOrder.id}`, { replace: true });
  };
  return (
    <Page
      title={changed ? t('newOrder.change', { number: changed.number }) : t('orders.new')}
      back={
        changed ? { to: `/orders/${changed.id}`, label: changed.number } : { to: '/orders', label: t('nav.orders') }
      }
      about={t('newOrder.about')}
    >
      <NoPac tenant={tenant} />
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
            prices={prices}
            quantityOf={() => '1'}
            stockOf={stockAtPlace}
            priceLabel={client?.priceList ? t('newOrder.listPrice', { list: client.priceList.name }) : t('price')}
            note={shelf.note}
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
          sums={sums}
          refusal={creating.refusal ?? updating.refusal}
          because={shelf.isShort ? t('shelf.refused') : undefined}
          isBusy={creating.isBusy || updating.isBusy}
          action={t(changed ? 'save' : 'newOrder.create')}
          onDo={() => void save()}
        >
          <TextField
            label={t('newOrder.discount')}
            note={t('newOrder.discountNote')}
            wrong={discount === undefined ? t('newOrder.discountWrong') : undefined}
            value={form.discount}
            onType={form.setDiscount}
          />
          <TextField
            label={t('newOrder.due')}
            note={t('newOrder.dueNote')}
            type="date"
            value={dueDate}
            onType={setDueDate}
          />
        </DraftSumCard>
      </div>
    </Page>
  );
}

/** Prices of the client's list for the items of these lines. */
function useListPrices(priceListId: string | undefined, lines: readonly DraftLine[]): Prices {
  const itemIds = [...new Set(lines.map(({ item }) => item.id))];
  const answer = useAnswer(
    CounterPrices,
    { priceListId: priceListId ?? '', itemIds },
    { pause: priceListId === undefined || itemIds.length === 0 },
  );
  return useMemo(
    () => pricesOf(priceListId === undefined ? [] : (answer.data?.listPrices.records ?? [])),
    [priceListId, answer.data],
  );
}

function useOrderDraft(draft: string, from: OrderToChange | undefined) {
  const locations = useAnswer(Places, {}).data?.locations ?? [];
  const [client, setClient] = useDraft<FoundClient | undefined>(`${draft}.client`, from?.client);
  const [lines, setLines] = useDraft<DraftLine[]>(`${draft}.lines`, () =>
    (from?.lines ?? []).map(({ item, unit, quantity, unitPrice, discount }, key) => ({
      ...{ key, item, unit, quantity, price: withCents(unitPrice), discount: isPositive(discount) ? discount : '' },
    })),
  );
  const [chosenPlace, setPlace] = useDraft<string | undefined>(`${draft}.place`, from?.lines[0]?.locationId);
  const [dueDate, setDueDate] = useDraft(`${draft}.due`, from?.dueDate ?? '');
  const [discount, setDiscount] = useDraft(`${draft}.discount`, '');
  const place = chosenPlace ?? locations.find((one) => one.isDefault)?.id ?? null;
  return {
    ...{ client, setClient, lines, setLines, place, setPlace, dueDate, setDueDate, discount, setDiscount, locations },
  };
}
