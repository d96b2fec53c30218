// The sale on the screen of a till: what it comes to, and how it is kept, parked, taken back and gone on with.
import { useEffect, useState, type RefObject } from 'react';
import { roundingOf } from '../../../../src/fiscal/money.ts';
import { undoSeconds } from '../../api/held.ts';
import { newKey } from '../../api/new-key.ts';
import { serviceNow } from '../../clock.ts';
import { useCatalog } from '../../counter/catalog.ts';
import { beTill, changeSale, keepSale, salesOf, useKept, type KeptSale } from '../../counter/kept-sales.ts';
import { useOpenSession } from '../../counter/till-session.ts';
import type { CreateOrderInput } from '../../api/answers.ts';
import { useDraft } from '../../draft.ts';
import { tell } from '../../parts/toasts.tsx';
import { useShelf } from '../../parts/use-shelf.tsx';
import {
  linesSince,
  ownerOf,
  withItem,
  withLastChanged,
  withLines,
  type Begun,
  type Change,
} from '../../rules/basket.ts';
import * as rules from '../../rules/sale.ts';
import { leftUnknown, takenBy } from '../../rules/stock-at.ts';
import { useSession } from '../../session.ts';
import { t } from '../../texts/speech.ts';
import { useMay, useViewer } from '../../viewer.tsx';

/** Settings of this device, for every company that sells on it. */
interface Device {
  place?: string;
  point?: string | undefined;
  paper?: 'roll' | 'letter';
  printsAlone?: boolean;
}

function useDevice() {
  const name = 'folio.counter';
  const [device, setDevice] = useState<Device>(() => JSON.parse(localStorage.getItem(name) ?? '{}') as Device);
  useEffect(() => localStorage.setItem(name, JSON.stringify(device)), [device]);
  return [device, setDevice] as const;
}

const begin = (): Begun => ({ id: newKey(), client: null, lines: [], discount: '' });
const isEmpty = ({ client, lines, discount }: Begun): boolean => !client && lines.length === 0 && discount === '';

export type Till = ReturnType<typeof useTill>;

export function useTill() {
  const [device, setDevice] = useDevice();
  const company = useSession().company!;
  const { catalog, look } = useCatalog();
  const sales = salesOf(useKept());
  const session = useOpenSession();
  const [sale, setSale] = useDraft<Begun>('counter.sale', begin, isEmpty);
  useEffect(() => beTill(company), [company]);
  /** Lines that were scanned since are the next sale. */
  const end = (kept: Begun): void =>
    setSale((present) =>
      present.id === kept.id ? { ...begin(), lines: linesSince(kept.lines, present.lines) } : present,
    );
  // By another tab that has the same basket, as one has that was made from it.
  const kept = sales.find(({ id }) => id === sale.id)?.sale;
  useEffect(() => kept && end(kept), [kept?.id]);

  const { lines, client } = sale;
  const places = catalog?.places;
  const viewer = useViewer();
  const tenant = viewer?.tenant ?? places?.viewer.tenant;
  // A choice that was made for another company, or is archived since, is none of this one.
  const { locations = [], offices = [] } = places ?? {};
  const place = (locations.find(({ id }) => id === device.place) ?? locations.find((one) => one.isDefault))?.id ?? null;
  const point = offices.flatMap((office) => office.billingPoints).find(({ id }) => id === device.point)?.id ?? null;
  const prices = catalog?.prices[client?.priceList?.id ?? ''] ?? {};
  const discount = rules.readDiscount(sale.discount, lines, prices);
  const totals = rules.saleTotals(lines, discount, prices, tenant && roundingOf(tenant));
  const shelf = useShelf({
    ...{ lines, locations, place, sellsWithoutStock: tenant?.sellsWithoutStock ?? false },
    besides: takenBy(leftUnknown(sales, place)),
    currentItem: (item) => catalog?.items.byId(item.id) ?? item,
  });
  // The service alone refuses while it has not said who is here, as without network.
  const most = useMay('operator') ? undefined : viewer?.tenant.cashierDiscount;
  const beyond =
    most === undefined || discount === undefined ? undefined : rules.refusedToCashier(lines, discount, prices, most);
  const refused = beyond && t(`counter.cashier.${beyond}`, { most: most! });
  const isWhole =
    places && lines.length > 0 && discount !== undefined && lines.every((line) => rules.readLine(line, prices));
  return {
    ...{ device, setDevice, session, company, catalog, look, sales, sale, setSale, end },
    ...{ places, tenant, place, point, prices, discount, totals, shelf, refused },
    due: rules.dueOf(totals, client),
    because: !isWhole
      ? t('newOrder.needsLines')
      : tenant?.requiresOpenTill && session === null && sale.tillSession === undefined
        ? t('counter.tillClosed')
        : shelf.isShort
          ? t('shelf.refused')
          : refused,
  };
}

export type SaleActs = ReturnType<typeof useSaleActs>;

/** `leave` closes what is open. */
export function useSaleActs(till: Till, field: RefObject<HTMLInputElement | null>, leave: () => void) {
  const { session, company, sales, sale, setSale, end, tenant, place, point, prices, discount, due } = till;
  const [doneId, setDoneId] = useState<string>();
  const done = sales.find(({ id }) => id === doneId);
  const { lines } = sale;
  const frozen = () => lines.map((line) => ({ ...line, price: rules.priceTold(line, prices) }));

  const keep = async (state: 'parked' | 'waiting', parts: rules.Sale['parts'], change: string): Promise<void> => {
    const kept: rules.Sale = {
      ...{ ...sale, lines: state === 'parked' ? lines : frozen(), discount: discount ?? '0', place, parts },
      madeBy: sale.madeBy ?? company.userName,
      point,
      tillSession: sale.tillSession ?? session?.id,
      mode: tenant?.pacCompanyId ? 'DGI' : 'PROFORM',
    };
    const heldUntil = serviceNow() + undoSeconds() * 1000;
    const soldAt = new Date(serviceNow()).toISOString();
    const isKept = await keepSale(company, { id: sale.id, sale: kept, state, soldAt, due, change, heldUntil });
    leave();
    if (isKept) end(kept);
    setDoneId(state === 'waiting' ? sale.id : undefined);
    field.current?.focus();
  };
  const park = async (): Promise<void> => {
    await keep('parked', [], '0');
    tell(t('counter.parked'));
  };
  /** Back on the screen, under keys of its own; what is there now is parked. */
  const resume = async ({ id }: KeptSale, isFine: (kept: KeptSale) => boolean): Promise<void> => {
    const back = await changeSale(company, id, (kept) => (isFine(kept) && !kept.orderId ? null : undefined));
    if (!back) return;
    if (lines.length > 0) await keep('parked', [], '0');
    const resumed = back.sale.client && { ...back.sale.client, id: back.clientId ?? back.sale.client.id };
    setSale({
      ...back.sale,
      id: newKey(),
      client: resumed,
      ...ownerOf(back.sale, back.state),
      discount: back.sale.discount === '0' ? '' : back.sale.discount,
    });
    setDoneId(undefined);
    leave();
    field.current?.focus();
  };
  return {
    ...{ done, keep, park },
    forgetDone: (): void => setDoneId(undefined),
    /** The lines on the screen as an order has them. */
    orderNow(): Pick<CreateOrderInput, 'lines' | 'discount'> {
      return { lines: rules.linesOf(frozen(), place), discount: discount ?? '0' };
    },
    /** The basket of an exchange is gone, and not what was begun after it. */
    clear: (): void => end(sale),
    onResume: (kept: KeptSale): void => void resume(kept, () => true),
    undo: (): void =>
      void (done && resume(done, (kept) => kept.state === 'waiting' && rules.overAt(kept) > serviceNow())),
    sell(item: rules.SoldItem, unit: string | undefined, quantity: string): void {
      setDoneId(undefined);
      setSale((present) => ({ ...present, lines: withItem(present.lines, item, unit, quantity) }));
    },
    changeLast: (entry: Change): void =>
      setSale((present) => withLines(present, withLastChanged(present.lines, entry, prices))),
  };
}
