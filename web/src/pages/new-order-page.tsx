// A new order: client, lines, location, and the reservations that it will make.
import { roundingOf } from '../../../src/fiscal/money.ts';
import { useState } from 'react';
import type { OrderToChangeAnswer } from '../api/answers.ts';
import { CounterPrices } from '../api/counter.ts';
import { CreateOrder, OrderToChange, UpdateOrder } from '../api/orders.ts';
import { Places } from '../api/places.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { forgetDraft, useDraft, useDraftVersion } from '../draft.ts';
import { isPositive } from '../format/decimal.ts';
import { ChosenParty } from '../parts/chosen-party.tsx';
import { DraftLinesCard, useDraftLines } from '../parts/draft-lines-card.tsx';
import { DraftSumCard } from '../parts/draft-sum-card.tsx';
import { Fields, useTyped, type FieldSpecs, type Typed } from '../parts/edit-form.tsx';
import { totalLines } from '../parts/lines-card.tsx';
import { Page, backTo } from '../parts/page.tsx';
import { EditClientDialog } from '../parts/party-dialogs.tsx';
import type { FoundClient } from '../parts/found.ts';
import { NoPac } from '../parts/no-pac.tsx';
import { ClientPicker } from '../parts/pickers.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { readLines, type DraftLine } from '../parts/typed-lines.tsx';
import { useShelf } from '../parts/use-shelf.tsx';
import { stockAtPlace } from '../parts/stock-at-place.ts';
import { go, useChoice } from '../router.ts';
import { takenBy } from '../rules/stock-at.ts';
import { pricesOf, readDiscount, saleTotals, withCents } from '../rules/sale.ts';
import { t } from '../texts/speech.ts';
import { useMay, useViewer } from '../viewer.tsx';
import { DocumentBones } from './document/document-bones.tsx';

export function NewOrderPage() {
  const [changed] = useChoice('edit', '');
  const [repeated] = useChoice('repeat', '');
  const answer = useAnswer(OrderToChange, { id: changed || repeated }, { pause: changed === '' && repeated === '' });
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

const TOUCHES = ['Order', 'OrderPage', 'Item'];

type OrderToChange = OrderToChangeAnswer['order'];

interface OrderFormProps {
  draft: string;
  /** Initial values. */
  from?: OrderToChange;
  /** Left out: a new one is made. */
  changed?: OrderToChange | undefined;
}

function OrderForm(props: OrderFormProps) {
  const { draft, changed } = props;
  const mayCreate = useMay('operator');
  const form = useOrderDraft(props);
  const { client, setClient, prices, shelf, tenant, doing } = form;
  const { wasTried } = form.typing;
  const [isEditing, setEditing] = useState(false);
  const stockOf = stockAtPlace(form.locations, form.place);
  return (
    <Page
      title={changed ? t('newOrder.change', { number: changed.number }) : t('orders.new')}
      back={changed ? { to: `/orders/${changed.id}`, label: changed.number } : backTo('nav.orders')}
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
            {...{ draft: form, prices, wasTried, note: shelf.note, stockOf }}
            quantityOf={() => '1'}
            priceLabel={client?.priceList ? t('newOrder.listPrice', { list: client.priceList.name }) : t('price')}
            placeLabel={t('newOrder.place')}
            question={t('newOrder.noLines')}
          />
        </div>
        <DraftSumCard
          title={t('total')}
          sums={form.sums}
          doing={doing}
          because={form.because}
          action={t(changed ? 'save' : 'newOrder.create')}
          onDo={() => void form.save()}
          onDiscard={
            changed &&
            (() => {
              forgetDraft(draft);
              go(`/orders/${changed.id}`, { replace: true });
            })
          }
        >
          <Fields {...form.typing} doing={doing} />
        </DraftSumCard>
      </div>
    </Page>
  );
}

/** Prices of the client's list for the items of these lines; `because`: the reason why they are not those of these lines yet. */
function useListPrices(priceListId: string | undefined, lines: readonly DraftLine[]) {
  const itemIds = [...new Set(lines.map(({ item }) => item.id))];
  const pause = priceListId === undefined || itemIds.length === 0;
  const answer = useAnswer(CounterPrices, { priceListId: priceListId ?? '', itemIds }, { pause });
  const prices = pricesOf(priceListId === undefined ? [] : (answer.data?.listPrices.records ?? []));
  const isCurrent = pause || (answer.state === 'here' && !answer.isChanging);
  return { prices, because: isCurrent ? undefined : (answer.problem?.message ?? t('loading')) };
}

function useOrderDraft({ draft, from, changed }: OrderFormProps) {
  const places = useAnswer(Places, {}).data?.locations ?? [];
  const [client, setClient] = useDraft<FoundClient | undefined>(`${draft}.client`, from?.client);
  const lined = useDraftLines(
    draft,
    places,
    () =>
      (from?.lines ?? []).map(({ item, unit, quantity, unitPrice, discount }, key) => ({
        ...{ key, item, unit, quantity, price: withCents(unitPrice), discount: isPositive(discount) ? discount : '' },
      })),
    from?.lines[0]?.locationId,
  );
  const { lines, place, locations } = lined;
  const version = useDraftVersion(draft, changed?.version);
  const creating = useAct(CreateOrder, TOUCHES, { draft });
  const updating = useAct(UpdateOrder, TOUCHES, { draft });
  const tenant = useViewer()?.tenant;
  // Units that the order holds already are available to its lines.
  const held = changed?.lines.filter(({ locationId }) => locationId === place) ?? [];
  const shelf = useShelf({
    ...{ lines, locations, place, sellsWithoutStock: tenant?.sellsWithoutStock ?? true },
    besides: takenBy(held.map((line) => ({ ...line, quantity: `-${line.quantity}` }))),
  });
  const { prices, because } = useListPrices(client?.priceList?.id, lines);
  const discountOf = ({ discount = '' }: Typed): string | undefined => readDiscount(discount, lines, prices);
  const fields = (typed: Typed): FieldSpecs => [
    {
      ...{ name: 'discount', label: t('newOrder.discount'), note: t('newOrder.discountNote'), isWrongAtOnce: true },
      wrong: discountOf(typed) === undefined && t('newOrder.discountWrong'),
    },
    { name: 'dueDate', label: t('newOrder.due'), note: t('newOrder.dueNote'), kind: 'date' },
  ];
  const typing = useTyped(draft, fields, { dueDate: from?.dueDate });
  const discount = discountOf(typing.typed);
  const { subtotal, tax, total } = saleTotals(lines, discount, prices, tenant && roundingOf(tenant));
  const save = async (): Promise<void> => {
    const read = readLines(lines, prices);
    if (!typing.isComplete() || !client || !read || shelf.isShort || because !== undefined) return;
    const input = {
      ...{ clientId: client.id, dueDate: typing.typed['dueDate'] || null, discount: discount! },
      lines: read.map((line) => ({ ...line, locationId: place })),
    };
    const done = changed
      ? await updating.act({ orderId: changed.id, input: { ...input, expectedVersion: version ?? null } })
      : await creating.act({ input });
    if (done && creating.isHere())
      go(`/orders/${'createOrder' in done ? done.createOrder.id : done.updateOrder.id}`, { replace: true });
  };
  return {
    ...{ ...lined, client, setClient, typing, prices, shelf, tenant },
    because: shelf.isShort ? t('shelf.refused') : because,
    ...{ save, doing: changed ? updating : creating, sums: totalLines({ subtotal, tax, total }) },
  };
}
