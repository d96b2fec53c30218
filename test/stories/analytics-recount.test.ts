// A quarter of a year of a small shop, drawn by chance and made through the API; then every answer against a recount of the facts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condense, release } from '../../src/rollups/condense-items.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, newClient, newItem, newOrder } from '../support/business.ts';
import { dice } from '../support/dice.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
const SEED = 43;
const TURNS = 130;
const REASON = 'Drawn by chance in a story';

/** A generator of the same numbers each time. */
function chanceFrom(seed: number): { below: (limit: number) => number; pick: <T>(list: readonly T[]) => T } {
  const below = dice(seed);
  return { below, pick: (list) => list[below(list.length)]! };
}

interface SoldLine {
  lineId: string;
  itemId: string;
  locationId: string;
  quantity: number;
  credited: number;
}

interface Sale {
  id: string;
  documentId: string | null;
  mode: 'DGI' | 'PROFORM';
  legalStatus: string | null;
  day: string;
  clientId: string;
  lines: SoldLine[];
  isAlive: boolean;
}

interface Credit {
  id: string;
  sale: Sale;
  day: string;
  restock: boolean;
  lines: { line: SoldLine; quantity: number }[];
  isAlive: boolean;
}

interface PurchaseLine {
  id: string;
  itemId: string;
  locationId: string;
  ordered: number;
  received: number;
}

/** Facts, kept apart from everything that the service keeps. Quantities are halves, which a number holds exactly. */
interface Facts {
  sales: Sale[];
  credits: Credit[];
  adjustments: { itemId: string; locationId: string; change: number }[];
  reserved: { itemId: string; locationId: string; quantity: number }[];
  purchases: { id: string; lines: PurchaseLine[]; isOpen: boolean }[];
}

function creditsOf(facts: Facts, sale: Sale): Credit[] {
  return facts.credits.filter((credit) => credit.sale === sale && credit.isAlive);
}

function endCredit(credit: Credit): void {
  credit.isAlive = false;
  for (const { line, quantity } of credit.lines) line.credited -= quantity;
}

/** Every change of stock that still stands, the sold ones with their client and day. */
function onHand(facts: Facts, itemId: string, locationId?: string): number {
  const isMeant = (one: { itemId: string; locationId: string }) =>
    one.itemId === itemId && (locationId === undefined || one.locationId === locationId);
  const sum = (changes: number[]) => changes.reduce((total, change) => total + change, 0);
  const sold = facts.sales.filter((sale) => sale.isAlive).flatMap((sale) => sale.lines.filter(isMeant));
  const back = facts.credits
    .filter((credit) => credit.isAlive && credit.restock && credit.sale.isAlive)
    .flatMap((credit) => credit.lines.filter(({ line }) => isMeant(line)));
  return (
    sum(facts.adjustments.filter(isMeant).map((one) => one.change)) +
    sum(facts.purchases.flatMap((one) => one.lines.filter(isMeant).map((line) => line.received))) -
    sum(sold.map((line) => line.quantity)) +
    sum(back.map((line) => line.quantity))
  );
}

function available(facts: Facts, itemId: string, locationId?: string): number {
  return facts.reserved
    .filter((one) => one.itemId === itemId && (locationId === undefined || one.locationId === locationId))
    .reduce((left, one) => left - one.quantity, onHand(facts, itemId, locationId));
}

/** Net units by client, of the days from `first` on. */
function unitsSold(facts: Facts, itemId: string, first: string, locationId?: string): Map<string, number> {
  const units = new Map<string, number>();
  const count = (day: string, clientId: string, line: SoldLine, quantity: number): void => {
    if (day < first || line.itemId !== itemId || (locationId !== undefined && line.locationId !== locationId)) return;
    units.set(clientId, (units.get(clientId) ?? 0) + quantity);
  };
  for (const sale of facts.sales.filter((one) => one.isAlive)) {
    for (const line of sale.lines) count(sale.day, sale.clientId, line, line.quantity);
  }
  for (const credit of facts.credits.filter((one) => one.isAlive && one.restock && one.sale.isAlive)) {
    for (const { line, quantity } of credit.lines) count(credit.day, credit.sale.clientId, line, -quantity);
  }
  return units;
}

function incoming(facts: Facts, itemId: string): number {
  return facts.purchases
    .filter((one) => one.isOpen)
    .flatMap((one) => one.lines.filter((line) => line.itemId === itemId))
    .reduce((sum, line) => sum + Math.max(line.ordered - line.received, 0), 0);
}

interface Shop {
  here: World;
  shop: TestTenant;
  facts: Facts;
  chance: ReturnType<typeof chanceFrom>;
  items: string[];
  clients: string[];
  locations: string[];
  supplierId: string;
}

function today({ clock }: World): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(clock.now());
}

async function openShop(here: World): Promise<Shop> {
  const shop = await here.tenant();
  await shop.get('mutation { createLocation(name: "Colón", code: "COL") { id } }');
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Mayorista") { id } }');
  const found = await shop.get('{ locations { id } }');
  const opened: Shop = {
    here,
    shop,
    facts: { sales: [], credits: [], adjustments: [], reserved: [], purchases: [] },
    chance: chanceFrom(SEED),
    items: [await newItem(shop, { negative: true }), await newItem(shop, { negative: true, price: '3.35' })],
    clients: [await newClient(shop, 'Ana'), await newClient(shop, 'Berta'), await newClient(shop, 'Ana')],
    locations: found.locations.map((one: Answer) => one.id),
    supplierId: createSupplier.id,
  };
  for (const itemId of opened.items) {
    for (const locationId of opened.locations) await count(opened, itemId, locationId, 200);
  }
  return opened;
}

async function count({ shop, facts }: Shop, itemId: string, locationId: string, change: number): Promise<void> {
  await adjust(shop, itemId, String(change), locationId);
  facts.adjustments.push({ itemId, locationId, change });
}

/** Half a unit to ten. */
function some({ chance }: Shop): number {
  return (1 + chance.below(20)) / 2;
}

async function order(
  at: Shop,
): Promise<{ id: string; clientId: string; lines: Omit<SoldLine, 'lineId' | 'credited'>[] }> {
  const { shop, chance, items, clients, locations } = at;
  const clientId = chance.pick(clients);
  const lines = Array.from({ length: 1 + chance.below(3) }, () => ({
    itemId: chance.pick(items),
    locationId: chance.pick(locations),
    quantity: some(at),
  }));
  const asked = lines.map((line) => ({ ...line, quantity: String(line.quantity) }));
  return { id: (await newOrder(shop, clientId, asked)).id, clientId, lines };
}

async function sell(at: Shop): Promise<void> {
  const { here, shop, facts, chance } = at;
  const { id, clientId, lines } = await order(at);
  const mode = chance.pick(['DGI', 'PROFORM', 'PROFORM'] as const);
  const fate = chance.below(4);
  if (mode === 'DGI' && fate === 0) here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  if (mode === 'DGI' && fate === 1) {
    here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  }
  const sold = await shop.call('generateInvoice { id documentId legalStatus lines { id } }', { orderId: id, mode });
  facts.sales.push({
    id: sold.id,
    documentId: sold.documentId,
    mode,
    legalStatus: sold.legalStatus,
    day: today(here),
    clientId,
    lines: lines.map((line, index) => ({ ...line, lineId: sold.lines[index].id, credited: 0 })),
    isAlive: sold.legalStatus !== 'PAC_REJECTED',
  });
}

async function promise(at: Shop): Promise<void> {
  const { lines } = await order(at);
  at.facts.reserved.push(...lines);
}

async function hearVerdict({ here, facts, chance }: Shop): Promise<void> {
  const waiting = facts.sales.filter((sale) => sale.legalStatus === 'PAC_AUTHORIZED' && sale.isAlive);
  if (waiting.length === 0) return;
  const sale = chance.pick(waiting);
  const verdict = chance.pick(['DGI_AUTHORIZED', 'DGI_REJECTED'] as const);
  await here.simulator.verdict(sale.documentId!, verdict);
  sale.legalStatus = verdict;
  if (verdict === 'DGI_AUTHORIZED') return;
  for (const credit of creditsOf(facts, sale)) endCredit(credit);
  sale.isAlive = false;
}

async function credit({ here, shop, facts, chance }: Shop): Promise<void> {
  const open = facts.sales.filter((sale) => sale.isAlive && sale.lines.some((line) => line.credited < line.quantity));
  if (open.length === 0) return;
  const sale = chance.pick(open);
  const restock = chance.below(3) > 0;
  const lines = sale.lines
    .filter((line) => line.credited < line.quantity)
    .slice(0, 1 + chance.below(2))
    .map((line) => ({ line, quantity: Math.min(line.quantity - line.credited, (1 + chance.below(6)) / 2) }));
  const createCredit = await shop.call('createCredit', {
    invoiceId: sale.id,
    mode: 'PROFORM',
    reason: REASON,
    restock,
    idempotencyKey: crypto.randomUUID(),
    lines: lines.map(({ line, quantity }) => ({ invoiceLineId: line.lineId, quantity: String(quantity) })),
  });
  for (const { line, quantity } of lines) line.credited += quantity;
  facts.credits.push({ id: createCredit.id, sale, day: today(here), restock, lines, isAlive: true });
}

async function takeCreditBack({ shop, facts, chance }: Shop): Promise<void> {
  const alive = facts.credits.filter((one) => one.isAlive && one.sale.isAlive);
  if (alive.length === 0) return;
  const one = chance.pick(alive);
  await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: one.id });
  endCredit(one);
}

/** Internal ones are canceled, certified ones void at the PAC. */
async function takeSaleBack({ shop, facts, chance }: Shop): Promise<void> {
  const free = facts.sales.filter(
    (sale) => sale.isAlive && creditsOf(facts, sale).length === 0 && (sale.mode === 'PROFORM' || sale.legalStatus),
  );
  if (free.length === 0) return;
  const sale = chance.pick(free);
  const text =
    sale.mode === 'PROFORM'
      ? 'mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { invoiceStatus } }'
      : `mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "${REASON}") { invoiceStatus } }`;
  const answer = await shop.ask(text, { id: sale.id });
  // After its 182 hours a certified one stands.
  if (answer.errors) assert.equal(answer.errors[0]!.extensions.code, 'VOID_WINDOW_EXPIRED');
  else sale.isAlive = false;
}

async function buy(at: Shop): Promise<void> {
  const { shop, facts, chance, items, locations, supplierId } = at;
  const lines = Array.from({ length: 1 + chance.below(2) }, () => ({
    itemId: chance.pick(items),
    locationId: chance.pick(locations),
    quantity: String(some(at)),
    unitCost: String(1 + chance.below(5)),
  }));
  const made = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId, lines });
  facts.purchases.push({
    id: made.id,
    isOpen: true,
    lines: lines.map(({ itemId, locationId, quantity }, index) => ({
      id: made.lines[index].id,
      itemId,
      locationId,
      ordered: Number(quantity),
      received: 0,
    })),
  });
}

async function receive(at: Shop): Promise<void> {
  const { shop, facts, chance } = at;
  const open = facts.purchases.filter((one) => one.isOpen);
  if (open.length === 0) return;
  const purchase = chance.pick(open);
  const line = chance.pick(purchase.lines);
  const quantity = some(at);
  await shop.get('mutation ($input: ReceivePurchaseOrderInput!) { receivePurchaseOrder(input: $input) { id } }', {
    input: { purchaseOrderId: purchase.id, lines: [{ lineId: line.id, quantity: String(quantity) }] },
  });
  line.received += quantity;
  purchase.isOpen = purchase.lines.some((one) => one.received < one.ordered);
}

async function expectNoMore({ shop, facts, chance }: Shop): Promise<void> {
  const open = facts.purchases.filter((one) => one.isOpen);
  if (open.length === 0) return;
  const purchase = chance.pick(open);
  await shop.get('mutation ($id: UUID!) { closePurchaseOrder(purchaseOrderId: $id) { id } }', { id: purchase.id });
  purchase.isOpen = false;
}

async function correct(at: Shop): Promise<void> {
  const { chance, items, locations } = at;
  const change = chance.below(2) === 0 ? some(at) : -some(at);
  await count(at, chance.pick(items), chance.pick(locations), change);
}

/** How clients' sales are kept changes no answer: one item is condensed all the time, the other now and then. */
async function condenseAnew({ here, shop, chance, items }: Shop): Promise<void> {
  await inTenant(here.app, shop.tenant, (db) => chance.pick([condense, release])(db, items[1]!), {
    role: 'app_rebuild',
  });
}

const LIFE = [
  sell,
  sell,
  sell,
  sell,
  credit,
  credit,
  takeCreditBack,
  takeSaleBack,
  hearVerdict,
  buy,
  receive,
  receive,
  expectNoMore,
  correct,
  promise,
  condenseAnew,
  condenseAnew,
];

/** A quotient with four decimals, half to even, in whole numbers from beginning to end. */
function quotient(numerator: number, denominator: number): string {
  const [above, below] = [BigInt(numerator * 2) * 10_000n, BigInt(denominator * 2)];
  let result = above / below;
  const rest = (above % below) * 2n;
  if (rest > below || (rest === below && result % 2n === 1n)) result += 1n;
  const text = String(result).padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`.replace(/\.?0+$/, '');
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

test('F56: after a life drawn by chance every answer is what a recount of the facts finds', async (t) => {
  const here = await createWorld({ works: false });
  t.after(() => here.close());
  here.clock.offsetMs = -90 * DAY_MS;
  // The simulator lives today, and would find every void too late.
  here.simulator.setKnobs({ voidWindowHours: 100_000 });
  const at = await openShop(here);
  const { shop, facts, chance, items, clients, locations } = at;
  await inTenant(here.app, shop.tenant, (db) => condense(db, items[0]!), { role: 'app_rebuild' });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await chance.pick(LIFE)(at);
    here.clock.offsetMs = Math.min(0, here.clock.offsetMs + chance.below(2 * Math.ceil((90 * DAY_MS) / TURNS)));
  }
  here.clock.offsetMs = 0;
  const now = today(here);

  await t.test('the life was one', () => {
    assert.ok(facts.sales.some((sale) => !sale.isAlive) && facts.sales.filter((sale) => sale.isAlive).length > 10);
    assert.ok(
      facts.credits.some((one) => one.isAlive && one.restock) &&
        facts.credits.some((one) => one.isAlive && !one.restock),
    );
    assert.ok(facts.purchases.some((one) => one.isOpen) && facts.reserved.length > 0);
  });

  for (const windowDays of [1, 2, 7, 29, 30, 31, 32, 60, 61, 89, 90, 365, 730]) {
    await t.test(`metrics and top clients of ${windowDays} days`, async () => {
      const first = addDays(now, 1 - windowDays);
      for (const itemId of items) {
        for (const locationId of [undefined, ...locations]) {
          const itemStockMetrics = await shop.call(
            'itemStockMetrics { windowDays unitsSoldInWindow dailyVelocity availableQuantity daysOfCoverage projectedStockoutDate }',
            { itemId, windowDays, locationId },
          );
          const units = [...unitsSold(facts, itemId, first, locationId).values()].reduce((sum, one) => sum + one, 0);
          const free = available(facts, itemId, locationId);
          const days = Math.floor((Math.max(free, 0) * windowDays) / units);
          const horizon = `${Number(now.slice(0, 4)) + 100}${now.slice(4)}`;
          const stockout = units > 0 && days < 40_000 ? addDays(now, days) : null;
          assert.deepEqual(itemStockMetrics, {
            windowDays,
            unitsSoldInWindow: String(units),
            dailyVelocity: units > 0 ? quotient(units, windowDays) : '0',
            availableQuantity: String(free),
            daysOfCoverage: units > 0 ? quotient(Math.max(free, 0) * windowDays, units) : null,
            projectedStockoutDate: stockout !== null && stockout <= horizon ? stockout : null,
          });
        }
        const names = new Map(clients.map((id, index) => [id, ['Ana', 'Berta', 'Ana'][index]!]));
        const expected = [...unitsSold(facts, itemId, first)]
          .filter(([, units]) => units > 0)
          .map(([clientId, units]) => ({ clientId, clientName: names.get(clientId)!, unitsSold: String(units) }))
          .toSorted(
            (one, other) =>
              Number(other.unitsSold) - Number(one.unitsSold) ||
              one.clientName.localeCompare(other.clientName) ||
              (one.clientId < other.clientId ? -1 : 1),
          );
        for (const limit of [1, 2, 100]) {
          const { itemTopClients } = await shop.get(
            `query ($itemId: UUID!, $windowDays: Int!, $limit: Int!) {
              itemTopClients(itemId: $itemId, windowDays: $windowDays, limit: $limit) { clientId clientName unitsSold } }`,
            { itemId, windowDays, limit },
          );
          assert.deepEqual(itemTopClients, expected.slice(0, limit));
        }
      }
    });
  }

  await t.test('what is on hand, available and incoming, wherever it is asked for', async () => {
    for (const itemId of items) {
      const answer = await shop.get(
        `query ($id: UUID!) { getItemById(id: $id) { inventory { onHand available } }
          availableQuantity(itemId: $id) itemIncomingQuantity(itemId: $id) itemStockHistory(itemId: $id, rangeDays: 2) { points { value } } }`,
        { id: itemId },
      );
      const free = String(available(facts, itemId));
      assert.deepEqual(answer.getItemById.inventory, { onHand: String(onHand(facts, itemId)), available: free });
      assert.equal(answer.availableQuantity, free);
      assert.equal(answer.itemIncomingQuantity, String(incoming(facts, itemId)));
      // The ledger is dated by the database's clock, which the test has not turned back.
      assert.equal(answer.itemStockHistory.points.at(-1).value, String(onHand(facts, itemId)));
    }
  });

  await t.test('the movements, page by page, are one chain for each location, and the filters lose none', async () => {
    for (const itemId of items) {
      const all = await movementsOf(shop, { itemId });
      for (const locationId of locations) {
        let balance = 0;
        for (const movement of all.filter((one) => one.locationId === locationId).toReversed()) {
          balance += Number(movement.quantityChange);
          assert.equal(movement.balanceAfter, String(balance));
        }
        assert.equal(balance, onHand(facts, itemId, locationId));
        assert.deepEqual(
          await movementsOf(shop, { itemId, locationId }),
          all.filter((one) => one.locationId === locationId),
        );
      }
      const isOrdered = all.every((one, index) => index === 0 || one.occurredAt <= all[index - 1].occurredAt);
      assert.ok(isOrdered, 'newest first');
      for (const types of [['VENTA'], ['COMPRA', 'DEVOLUCION'], ['AJUSTE', 'OTHER', 'VENTA'], ['OTHER'], []]) {
        assert.deepEqual(
          await movementsOf(shop, { itemId, types }),
          all.filter((one) => types.includes(one.movementType)),
        );
      }
      assert.deepEqual(await movementsOf(shop, { itemId, types: null }), all);
    }
  });
});

async function movementsOf(shop: TestTenant, asked: object): Promise<Answer[]> {
  const records: Answer[] = [];
  for (;;) {
    const { itemMovements: page } = await shop.get(
      `query ($itemId: UUID!, $locationId: UUID, $types: [MovementType!], $offset: Int!) {
        itemMovements(itemId: $itemId, locationId: $locationId, types: $types, limit: 17, offset: $offset) {
          totalCount records { id movementType quantityChange balanceAfter occurredAt locationId sourceType sourceId referenceNumber } } }`,
      { ...asked, offset: records.length },
    );
    records.push(...page.records);
    assert.ok(records.length <= page.totalCount);
    if (page.records.length === 0) {
      assert.equal(records.length, page.totalCount);
      return records;
    }
  }
}
