// Any sequence of movements against a small model of a shop: what is where, in which lots, what is promised, and in which order it leaves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { newClient, newItem } from '../support/business.ts';
import { newShop, type TestTenant } from '../support/world.ts';

const PLACES = ['MAIN', 'DAV'] as const;
type Place = (typeof PLACES)[number];
const KINDS = ['plain', 'lots'] as const;
type Kind = (typeof KINDS)[number];

/** In the order in which they leave. */
const LOTS = [
  { lotNumber: 'SOON', expirationDate: '2027-01-31' },
  { lotNumber: 'LATER', expirationDate: '2027-06-30' },
  { lotNumber: 'NEVER', expirationDate: null },
] as const;

type Step =
  | { does: 'bring'; kind: Kind; at: Place; lot: number; quantity: number }
  | { does: 'take'; kind: Kind; at: Place; quantity: number }
  | { does: 'transfer'; kind: Kind; at: Place; lot: number; quantity: number }
  | { does: 'sell'; at: Place; plain: number; lots: number }
  | { does: 'cancel'; sale: number }
  | { does: 'reserve'; kind: Kind; at: Place; quantity: number }
  | { does: 'release'; reservation: number };

const quantity = fc.integer({ min: 1, max: 12 });
const [kind, at, lot] = [fc.constantFrom(...KINDS), fc.constantFrom(...PLACES), fc.nat({ max: LOTS.length - 1 })];
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('bring' as const), kind, at, lot, quantity }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('take' as const), kind, at, quantity }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('transfer' as const), kind, at, lot, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('sell' as const), at, plain: quantity, lots: quantity }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), sale: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reserve' as const), kind, at, quantity }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('release' as const), reservation: fc.nat({ max: 3 }) }) },
);

interface Sale {
  id: string;
  at: Place;
  plain: number;
  /** Units that left each lot. */
  lots: number[];
}

interface Shelf {
  shop: TestTenant;
  clientId: string;
  items: Record<Kind, string>;
  places: Record<Place, string>;
  /** By place: of the plain item, and of each lot of the other. */
  plain: Record<Place, number>;
  lots: Record<Place, number[]>;
  reserved: Record<Kind, Record<Place, number>>;
  /** Every movement of each item at each place, oldest first. */
  moved: Record<Kind, Record<Place, number[]>>;
  sales: Sale[];
  reservations: { id: string; kind: Kind; at: Place; quantity: number }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const onHand = (shelf: Shelf, kind: Kind, at: Place): number =>
  kind === 'plain' ? shelf.plain[at] : sum(shelf.lots[at]);
const available = (shelf: Shelf, kind: Kind, at: Place): number => onHand(shelf, kind, at) - shelf.reserved[kind][at];

/** Moves the model. On the way out of the lots without one named: first expired first out. Answers what each lot gave or got. */
function move(shelf: Shelf, kind: Kind, at: Place, change: number, lot?: number): number[] {
  shelf.moved[kind][at].push(change);
  if (kind === 'plain') {
    shelf.plain[at] += change;
    return [];
  }
  const lots = shelf.lots[at];
  const shares = lots.map(() => 0);
  if (lot !== undefined) shares[lot] = change;
  else {
    for (let left = -change, one = 0; left > 0; one += 1) {
      shares[one] = -Math.min(lots[one]!, left);
      left += shares[one]!;
    }
  }
  for (const [one, share] of shares.entries()) lots[one]! += share;
  return shares;
}

const MUTATIONS = {
  bring: 'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }',
  transfer: 'mutation ($input: TransferStockInput!) { transferStock(input: $input) { id } }',
  order: 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
  invoice: 'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }',
  cancel: 'mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }',
  reserve: 'mutation ($input: ReserveStockInput!) { reserveStock(input: $input) { id } }',
  release: 'mutation ($id: UUID!) { releaseReservation(reservationId: $id) { id } }',
};

/** Does the step in the shop, as far as the model says that it can be done; else sees it refused. Moves the model along. */
async function take(shelf: Shelf, step: Step): Promise<void> {
  const { shop, items, places } = shelf;
  const refused = async (mutation: string, input: object): Promise<void> =>
    assert.equal((await shop.refusal(mutation, { input })).code, 'INSUFFICIENT_STOCK');
  const ofLot = (one: number) => ({ lotNumber: LOTS[one]!.lotNumber, expirationDate: LOTS[one]!.expirationDate });
  switch (step.does) {
    case 'bring': {
      const input = { itemId: items[step.kind], locationId: places[step.at], quantityChange: step.quantity };
      const of = step.kind === 'lots' ? ofLot(step.lot) : {};
      await shop.get(MUTATIONS.bring, { input: { ...input, description: 'Came', ...of } });
      move(shelf, step.kind, step.at, step.quantity, step.lot);
      return;
    }
    case 'take': {
      const change = { itemId: items[step.kind], locationId: places[step.at], quantityChange: -step.quantity };
      const input = { ...change, description: 'Broke' };
      if (available(shelf, step.kind, step.at) < step.quantity) return refused(MUTATIONS.bring, input);
      await shop.get(MUTATIONS.bring, { input });
      move(shelf, step.kind, step.at, -step.quantity);
      return;
    }
    case 'transfer': {
      const to = step.at === 'MAIN' ? 'DAV' : 'MAIN';
      const between = { fromLocationId: places[step.at], toLocationId: places[to], quantity: step.quantity };
      const of = step.kind === 'lots' ? { lotNumber: LOTS[step.lot]!.lotNumber } : {};
      const input = { itemId: items[step.kind], ...between, ...of };
      const isShort = step.kind === 'lots' && shelf.lots[step.at][step.lot]! < step.quantity;
      if (isShort || available(shelf, step.kind, step.at) < step.quantity) return refused(MUTATIONS.transfer, input);
      await shop.get(MUTATIONS.transfer, { input });
      move(shelf, step.kind, step.at, -step.quantity, step.lot);
      move(shelf, step.kind, to, step.quantity, step.lot);
      return;
    }
    case 'sell': {
      const line = (kind: Kind, quantity: number) => ({ itemId: items[kind], locationId: places[step.at], quantity });
      const input = { clientId: shelf.clientId, lines: [line('plain', step.plain), line('lots', step.lots)] };
      const isShort = KINDS.some((kind) => available(shelf, kind, step.at) < step[kind]);
      if (isShort) return refused(MUTATIONS.order, input);
      const { createOrder } = await shop.get(MUTATIONS.order, { input });
      const { generateInvoice } = await shop.get(MUTATIONS.invoice, { id: createOrder.id });
      move(shelf, 'plain', step.at, -step.plain);
      const lots = move(shelf, 'lots', step.at, -step.lots);
      shelf.sales.push({ id: generateInvoice.id, at: step.at, plain: step.plain, lots });
      return;
    }
    case 'cancel': {
      const [sale] = shelf.sales.splice(step.sale, 1);
      if (!sale) return;
      await shop.get(MUTATIONS.cancel, { id: sale.id });
      move(shelf, 'plain', sale.at, sale.plain);
      // Back into the lots that they left.
      shelf.moved.lots[sale.at].push(-sum(sale.lots));
      for (const [one, share] of sale.lots.entries()) shelf.lots[sale.at][one]! -= share;
      return;
    }
    case 'reserve': {
      const input = { itemId: items[step.kind], locationId: places[step.at], quantity: step.quantity };
      if (available(shelf, step.kind, step.at) < step.quantity) return refused(MUTATIONS.reserve, input);
      const { reserveStock } = await shop.get(MUTATIONS.reserve, { input });
      shelf.reserved[step.kind][step.at] += step.quantity;
      shelf.reservations.push({ ...step, id: reserveStock.id });
      return;
    }
    case 'release': {
      const [reservation] = shelf.reservations.splice(step.reservation, 1);
      if (!reservation) return;
      await shop.get(MUTATIONS.release, { id: reservation.id });
      shelf.reserved[reservation.kind][reservation.at] -= reservation.quantity;
      return;
    }
    default:
      step satisfies never;
  }
}

const STATE = `query ($id: UUID!, $at: UUID!) {
  availableQuantity(itemId: $id, locationId: $at)
  itemMovements(itemId: $id, locationId: $at, limit: 100) { totalCount records { quantityChange balanceAfter } }
  getInventoryLotsByItemId(itemId: $id, locationId: $at) { lotNumber quantityRemaining expirationDate } }`;

async function assertAsModelled(shelf: Shelf): Promise<void> {
  for (const kind of KINDS) {
    for (const at of PLACES) {
      const state = await shelf.shop.get(STATE, { id: shelf.items[kind], at: shelf.places[at] });
      assert.equal(Number(state.availableQuantity), available(shelf, kind, at), `available of ${kind} at ${at}`);
      let balance = 0;
      const chain = shelf.moved[kind][at].map((change) => {
        balance += change;
        return { quantityChange: String(change), balanceAfter: String(balance) };
      });
      assert.equal(balance, onHand(shelf, kind, at));
      assert.deepEqual(state.itemMovements, { totalCount: chain.length, records: chain.toReversed() });
      const lots = LOTS.map((one, place) => ({ ...one, quantityRemaining: String(shelf.lots[at][place]) }));
      const open = state.getInventoryLotsByItemId.filter(
        (one: { quantityRemaining: string }) => one.quantityRemaining !== '0',
      );
      assert.deepEqual(open, kind === 'lots' ? lots.filter((one) => one.quantityRemaining !== '0') : []);
    }
  }
}

test('whatever a shop does, its stock is what a small model says', async () => {
  const { here, shop } = await newShop();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const main = locations.find((one: { isDefault: boolean }) => one.isDefault).id;
  const clientId = await newClient(shop);
  const nothing = () => ({ MAIN: 0, DAV: 0 });
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 16 }), async (steps) => {
      const shelf: Shelf = {
        ...{ shop, clientId, places: { MAIN: main, DAV: createLocation.id } },
        items: { plain: await newItem(shop), lots: await newItem(shop, { tracking: 'LOT' }) },
        plain: nothing(),
        lots: { MAIN: [0, 0, 0], DAV: [0, 0, 0] },
        reserved: { plain: nothing(), lots: nothing() },
        moved: { plain: { MAIN: [], DAV: [] }, lots: { MAIN: [], DAV: [] } },
        ...{ sales: [], reservations: [] },
      };
      for (const step of steps) await take(shelf, step);
      await assertAsModelled(shelf);
    }),
    { numRuns: 25 },
  );
  const { problems } = await inTenant(here.app, shop.tenant, (db) => verifyLedger(db));
  assert.deepEqual(problems, []);
});
