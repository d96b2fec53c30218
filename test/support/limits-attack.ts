// Attackers with limited tokens over every face, by chance; what their acts moved is read from the rows alone, in integers.
import assert from 'node:assert/strict';
import { actOf } from '../../src/mcp/acts.ts';
import { newAssistant, type Assistant } from './assistant.ts';
import { invoice, newClient, newItem, newOrder } from './business.ts';
import { dice } from './dice.ts';
import type { Answer, World } from './world.ts';

export const PER_DAY = 100;
export const PER_ACT = 60;
export const PRICE = 30;
const APPROVED_ABOVE = 20;

async function post(here: World, { token }: Assistant, address: string, body: unknown, method = 'POST') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${here.url}${address}`, { method, headers, body: JSON.stringify(body) });
  const json: Answer = await response.json();
  assert.ok(response.status < 500, `${address} ${JSON.stringify(body)} ${response.status} ${JSON.stringify(json)}`);
  return { ok: response.ok, json };
}

const ROUTES: Readonly<Record<string, (variables: Answer) => [address: string, body: object, method?: string]>> = {
  createOrder: ({ input }) => ['/v1/orders', input],
  updateOrder: ({ orderId, input }) => [`/v1/orders/${orderId}`, input, 'PATCH'],
  generateInvoice: (variables) => ['/v1/invoices', variables],
  registerPayment: ({ invoiceId, ...rest }) => [`/v1/invoices/${invoiceId}/pay`, rest],
  refundPayment: ({ paymentId, ...rest }) => [`/v1/payments/${paymentId}/refund`, rest],
  createCredit: ({ input }) => ['/v1/credits', input],
  adjustInventory: ({ input: { itemId, ...rest } }) => [`/v1/items/${itemId}/adjust`, rest],
  updateItem: ({ itemId, input }) => [`/v1/items/${itemId}`, input, 'PATCH'],
};

export interface Said {
  /** `done`, or the code of the refusal. */
  code: string;
  /** Acts that were answered as done. */
  acts: number;
}

export type Face = (name: string, variables: Record<string, unknown>) => Promise<Said>;

const saidBy = (errors: Answer): Said => ({ code: errors?.[0]?.extensions.code ?? 'done', acts: errors ? 0 : 1 });

/** The same act by GraphQL, twice in one document, by REST, and as a plan, which a colleague tries to confirm first. */
export function facesOf(here: World, assistant: Assistant, colleague?: Assistant): Face[] {
  const graphql: Face = async (name, variables) => {
    const { json } = await post(here, assistant, '/graphql', { query: actOf(name).text, variables });
    return saidBy(json.errors);
  };
  const twice: Face = async (name, variables) => {
    const [, head, field] = /^(.+?\)) \{ (.+) \}$/.exec(actOf(name).text)! as unknown as [string, string, string];
    const query = `${head} { a: ${field} b: ${field} }`;
    const { json } = await post(here, assistant, '/graphql', { query, variables });
    const acts = Object.values<unknown>(json.data ?? {}).filter((one) => one !== null).length;
    return acts > 0 ? { code: 'done', acts } : saidBy(json.errors);
  };
  const rest: Face = async (name, variables) => {
    const route = ROUTES[name];
    if (!route) return graphql(name, variables);
    const { ok, json } = await post(here, assistant, ...route(variables));
    return ok ? { code: 'done', acts: 1 } : saidBy(json.errors);
  };
  const planned: Face = async (name, variables) => {
    const { isError, json } = await assistant.call('plan', { act: name, arguments: variables });
    if (isError) return { code: json.extensions.code, acts: 0 };
    const { planId } = json;
    const foreign = await colleague?.call('confirm', { planId });
    assert.ok(!foreign || foreign.json.extensions.code === 'NOT_FOUND', foreign?.text ?? '');
    const query = 'mutation ($id: UUID!) { decidePlan(planId: $id, isApproved: true) { isApproved } }';
    const decided = await post(here, colleague ?? assistant, '/graphql', { query, variables: { id: planId } });
    assert.equal(decided.json.errors[0].extensions.code, 'FORBIDDEN', JSON.stringify(decided.json));
    const answers = await Promise.all([1, 2].map(() => assistant.call('confirm', { planId })));
    const isDone = answers.some((one) => !one.isError);
    return isDone ? { code: 'done', acts: 1 } : { code: answers[0]!.json.extensions.code, acts: 0 };
  };
  return [graphql, twice, rest, planned];
}

export async function attackedShop(here: World) {
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '1000', price: String(PRICE), taxRate: '0' });
  const clientId = await newClient(shop);
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Proveedor") { id } }');
  const sold: Answer[] = [];
  for (let at = 0; at < 4; at++) {
    const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '20' }]);
    sold.push(await invoice(shop, id, 'PROFORM'));
  }
  const payments: string[] = [];
  for (const { id } of sold.slice(0, 2)) {
    await shop.call('registerPayment', { invoiceId: id, amount: '600', method: 'CASH' });
    const { invoice: paid } = await shop.get('query ($id: UUID!) { invoice(id: $id) { payments { id } } }', { id });
    payments.push(paid.payments[0].id);
  }
  // Orders of people, which an assistant may try to turn into invoices.
  const orders: string[] = [];
  for (const more of [{ unitPrice: '0.01' }, { discount: '29.99' }, {}])
    orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '10', ...more }])).id);
  // A reservation of a person, which an assistant may try to release.
  await shop.call('reserveStock', { itemId, quantity: '2' });
  return { here, shop, itemId, clientId, supplierId: createSupplier.id as string, sold, payments, orders };
}

type Shop = Awaited<ReturnType<typeof attackedShop>>;

/** Ten-thousandths of a balboa. */
const cents = (amount: number): bigint => BigInt(Math.round(amount * 10_000));

interface Sums {
  /** Documents, money and movements. */
  done: bigint;
  /** Orders and reservations. */
  held: bigint;
  /** The largest document or payment. */
  largest: bigint;
}

type Sum = Record<'sold' | 'goods' | 'money' | 'bought' | 'received' | 'moved' | 'held' | 'largest', bigint>;

/** Rows that a user has written, and documents that were ended with its token; goods at the price that the test gave them. */
async function sumsOf({ here, shop, itemId }: Shop, user: string, tokenId: string): Promise<Sum> {
  const by = 'tenant_id = $1 and created_by = $2';
  const documents = `(select id, total from invoices where ${by} union all select id, total from credits where ${by} union all select id, total from debit_notes where ${by})`;
  const goods = (types: string) =>
    `(select sum(abs(quantity_change)) * ${PRICE} from inventory_logs where ${by} and item_id = $3 and movement_type in (${types}))`;
  const lines = (table: string, of: string, key: string) =>
    `(select sum(greatest(line.quantity * line.unit_cost, line.quantity * ${PRICE})) from ${table} line join ${of} one using (tenant_id) where one.id = line.${key} and one.${by.replace(' and ', ' and one.')})`;
  const ended = Object.entries({ invoices: 'Invoice', credits: '(Generic)?Credit', debit_notes: 'DebitNote' }).map(
    ([table, kind]) =>
      `select distinct one.id, one.total from acts join ${table} one on one.tenant_id = acts.tenant_id and one.id::text = any (acts.entity_ids::text[])
       where acts.tenant_id = $1 and acts.credential = $4 and acts.operation ~ '^(void|cancel|convert)${kind}'`,
  );
  const sums: Record<keyof Sum, string> = {
    sold: `coalesce((select sum(total) from ${documents} d), 0) + coalesce((select sum(total) from (${ended.join(' union all ')}) e), 0)`,
    goods: goods(`'VENTA', 'DEVOLUCION'`),
    money: `coalesce((select sum(greatest(p.amount, r.amount)) from payments p left join refunds r on r.tenant_id = p.tenant_id and r.moved_to = p.id
        where p.tenant_id = $1 and p.created_by = $2), 0) + coalesce((select sum(amount) from refunds where ${by} and moved_to is null), 0)`,
    bought: lines('supplier_invoice_lines', 'supplier_invoices', 'supplier_invoice_id'),
    received: goods(`'COMPRA'`),
    moved: `coalesce(${goods(`'AJUSTE', 'OTHER'`)}, 0) + coalesce(${lines('purchase_order_lines', 'purchase_orders', 'purchase_order_id')}, 0)`,
    held: `coalesce((select sum(line.quantity) * ${PRICE} from orders one join order_lines line on line.tenant_id = one.tenant_id and line.order_id = one.id
        where one.tenant_id = $1 and one.created_by = $2 and line.item_id = $3), 0)
      + coalesce((select sum(quantity) * ${PRICE} from stock_reservations where ${by} and item_id = $3 and order_id is null), 0)`,
    largest: `greatest((select max(total) from ${documents} d), (select max(amount) from payments where ${by}))`,
  };
  const columns = Object.entries(sums).map(
    ([name, sum]) => `(coalesce(${sum}, 0) * 10000)::numeric(40, 0)::text as ${name}`,
  );
  const [row] = await here.query<Record<keyof Sum, string>>(
    `select ${columns.join(', ')}, $3::uuid is null as no_item, $4::text is null as no_token`,
    [shop.tenant.id, user, itemId, `token:${tokenId}`],
  );
  return Object.fromEntries(Object.keys(sums).map((name) => [name, BigInt(row![name as keyof Sum])])) as Sum;
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Each act counts at least what it has written of each kind: so the sum of all is at least this. */
function since(before: Sum, after: Sum): Sums {
  const of = (name: keyof Sum): bigint => after[name] - before[name];
  return {
    done: larger(of('sold'), of('goods')) + of('money') + larger(of('bought'), of('received')) + of('moved'),
    held: of('held'),
    largest: after.largest,
  };
}

const SELLS =
  /^(createOrder|updateOrder|cancelOrder|reserveStock|releaseReservation|generateInvoice|convertInvoiceToDgi|sendDocument)$/;
const OF_NO_OFFICE =
  /^(createClient|updateClient|createSupplier|updateSupplier|createItem|updateItem|updateItemInventory|createPriceList|updatePriceList|setPrices)$/;

interface Attacker {
  user: string;
  assistant: Assistant;
  /** In balboas. */
  perDay?: number;
  largest?: number;
  may: RegExp;
  acts: number;
}

export interface Attacked {
  tries: number;
  acts: number;
  refused: number;
  /** By act, what was said. */
  told: Map<string, Set<string>>;
  /** Largest sums of a day, of what was done and held, in ten-thousandths. */
  most: { done: bigint; held: bigint };
}

const DAY_MS = 86_400_000;

/** Three parts: a day, the day after, and a clock that is behind again, which begins no day. */
export async function attack(here: World, seed: number, rounds: number): Promise<Attacked> {
  const attacked = await attackedShop(here);
  const { shop, orders } = attacked;
  const createOffice = await shop.call('createOffice', { code: '0007', name: 'Otra' });
  const { createLocation } = await shop.get('mutation { createLocation(name: "Bodega", code: "BOD") { id } }');
  const { locations, offices } = await shop.get('{ locations { id } offices { id } }');
  const { createPriceList } = await shop.get('mutation { createPriceList(name: "Una") { id } }');
  const main = offices.find((one: Answer) => one.id !== createOffice.id).id as string;
  const amounts = { amountPerDay: String(PER_DAY) };
  const made = async (user: string, limits: object, more: Omit<Attacker, 'user' | 'assistant' | 'acts'>) => ({
    ...{ user, acts: 0, ...more },
    assistant: await newAssistant(here, shop, limits, { userName: user, expiresIn: '5d' }),
  });
  const attackers: Attacker[] = [
    await made(
      'ana',
      { ...amounts, amountPerAct: String(PER_ACT) },
      { perDay: PER_DAY, largest: PER_ACT, may: /^(?!setPrices)/ },
    ),
    await made('berta', { ...amounts, acts: ['SELL'], officeIds: [main] }, { perDay: PER_DAY, may: SELLS }),
    await made('carla', { ...amounts, officeIds: [createOffice.id] }, { perDay: 0, largest: 0, may: OF_NO_OFFICE }),
    await made(
      'dora',
      { ...amounts, approvalAbove: String(APPROVED_ABOVE) },
      { perDay: PER_DAY, largest: APPROVED_ABOVE, may: /^(?!setPrices)/ },
    ),
    await made('eva', { acts: [] }, { perDay: 0, largest: 0, may: /^(?!)/ }),
  ];
  const roll = dice(seed);
  const one = <T>(from: readonly T[]): T => from[roll(from.length)]!;
  const world = {
    ...attacked,
    list: createPriceList.id as string,
    locations: [...locations.map(({ id }: Answer) => id), createLocation.id] as string[],
    open: [...orders],
    ids: {} as Record<string, string[]>,
  };
  const found: Attacked = { tries: 0, acts: 0, refused: 0, told: new Map(), most: { done: 0n, held: 0n } };
  const acts = actsOf(world, one, roll);
  const names = Object.keys(acts);
  const snapshot = () => Promise.all(attackers.map((who) => sumsOf(attacked, who.user, who.assistant.tokenId)));
  try {
    let before = await snapshot();
    // No midnight of Panama comes while it lasts.
    const left = DAY_MS - ((Date.now() - 5 * 3_600_000) % DAY_MS);
    const past = left < 3_600_000 ? left : 0;
    for (const [day, isNew] of [
      [0, true],
      [1, true],
      [0, false],
    ] as const) {
      here.clock.offsetMs = past + day * DAY_MS;
      if (isNew) before = await snapshot();
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(
          Array.from({ length: 12 }, async () => {
            const name = one(names);
            const who = one(attackers);
            const colleague = one(attackers.filter((other) => other !== who)).assistant;
            const said = await one(facesOf(here, who.assistant, colleague))(name, acts[name]!());
            who.acts += said.acts;
            found.tries += 1;
            found.refused += said.acts === 0 ? 1 : 0;
            found.told.set(name, (found.told.get(name) ?? new Set()).add(said.code));
          }),
        );
        await readIds(world);
      }
      const after = await snapshot();
      for (const [at, who] of attackers.entries()) {
        const { done, held, largest } = since(before[at]!, after[at]!);
        const parts = Object.keys(after[at]!).map(
          (name) => `${name} ${before[at]![name as keyof Sum]} → ${after[at]![name as keyof Sum]}`,
        );
        const told = `seed ${seed}, day ${day}, ${who.user}: done ${done}, held ${held}, largest ${largest}; ${parts.join(', ')}`;
        if (who.perDay !== undefined) assert.ok(done <= cents(who.perDay) && held <= cents(who.perDay), told);
        if (who.largest !== undefined) assert.ok(largest <= cents(who.largest), told);
        found.most = { done: larger(found.most.done, done), held: larger(found.most.held, held) };
      }
    }
  } finally {
    here.clock.offsetMs = 0;
  }
  for (const { user, assistant, may, acts: answered } of attackers) {
    const rows = await here.query<{ operation: string }>(
      'select operation from acts where tenant_id = $1 and credential = $2',
      [shop.tenant.id, `token:${assistant.tokenId}`],
    );
    for (const { operation } of rows) assert.match(operation, may, `seed ${seed}, ${user}: ${operation}`);
    // An answer may tell of what was done already; none is missing.
    assert.ok(rows.length <= answered, `seed ${seed}: ${rows.length} acts of ${user}, ${answered} answers`);
    found.acts += rows.length;
  }
  const [item] = await here.query<{ price: number; tax: number }>(
    'select unit_price::float8 as price, tax_rate::float8 as tax from items where id = $1',
    [attacked.itemId],
  );
  assert.deepEqual(item, { price: PRICE, tax: 0 }, 'the price and the tax of what they sell');
  return found;
}

async function readIds({ here, shop, open, orders, ids }: Answer): Promise<void> {
  const of = async (table: string, more = '') =>
    (
      await (here as World).query<{ id: string }>(`select id from ${table} where tenant_id = $1 ${more} limit 50`, [
        shop.tenant.id,
      ])
    ).map(({ id }) => id);
  open.splice(orders.length, open.length, ...(await of('orders', `and status in ('OPEN', 'PENDING')`)));
  for (const table of ['invoices', 'credits', 'debit_notes', 'stock_reservations', 'purchase_orders'])
    ids[table] = await of(table);
  ids['purchase_order_lines'] = await of('purchase_order_lines');
}

type One = <T>(from: readonly T[]) => T;

/** Variables of an act at random, also such as no rule allows. */
function actsOf(
  world: Answer,
  one: One,
  roll: (most: number) => number,
): Record<string, () => Record<string, unknown>> {
  const { itemId, clientId, supplierId, sold, payments, list, locations, open, ids } = world;
  const quantity = () => one(['-1', '0', '0.001', '1', '1', '2', '3', '40', '1e3', '999999999']);
  const money = () => one(['-30', '0', '0.01', '10', '30', '60', '61', '600', '99999999']);
  const price = () => one(['0', '0.01', '-1', '30', '5000']);
  const mode = () => one(['PROFORM', 'DGI']);
  const reason = 'It was made out by mistake';
  const known = (table: string): string => one(ids[table] ?? []) ?? sold[0].id;
  const line = () => ({ itemId, quantity: quantity() });
  const priced = () => ({ ...line(), ...one([{}, { unitPrice: price() }, { discount: money() }, { taxRate: '15' }]) });
  const charge = () => ({ description: 'Charge', quantity: quantity(), unitPrice: money(), taxRate: '0' });
  const generic = () => ({
    input: {
      ...{ clientId, mode: mode(), reason, reference: { number: String(roll(1e6)), date: '2026-01-01' } },
      lines: [charge()],
    },
  });
  const bought = () => ({
    input: { supplierId, lines: [{ ...line(), unitCost: one(['0', '0.0001', '1', '30', '99', '99999999']) }] },
  });
  return {
    createOrder: () => ({ input: { clientId, lines: [priced()], ...one<object>([{}, { discount: money() }]) } }),
    updateOrder: () => ({ orderId: one(open), input: { lines: [priced()] } }),
    cancelOrder: () => ({ orderId: one(open) }),
    generateInvoice: () => ({ orderId: one(open), mode: mode() }),
    convertInvoiceToDgi: () => ({ invoiceId: known('invoices') }),
    sendDocument: () => ({ documentId: known('invoices') }),
    registerPayment: () => ({
      invoiceId: one([one<Answer>(sold).id, known('invoices')]),
      amount: money(),
      method: 'CASH',
      allowOverpayment: true,
    }),
    refundPayment: () => ({ paymentId: one(payments), amount: money(), reason }),
    correctPayment: () => ({ paymentId: one(payments), amount: money(), method: 'CASH', reason }),
    movePayment: () => ({ paymentId: one(payments), invoiceId: sold[2].id, amount: money() }),
    createCredit: () => {
      const at = one<Answer>(sold);
      const lines = [{ invoiceLineId: at.lines[0].id, quantity: quantity() }];
      return { input: { invoiceId: at.id, mode: mode(), reason, lines } };
    },
    applyCredit: () => ({ creditId: known('credits') }),
    createGenericDebitNote: generic,
    createGenericCredit: generic,
    createDebitNote: () => ({ input: { invoiceId: one<Answer>(sold).id, mode: mode(), reason, lines: [charge()] } }),
    voidInvoice: () => ({ invoiceId: known('invoices'), reason }),
    cancelInvoice: () => ({ invoiceId: known('invoices') }),
    cancelCredit: () => ({ creditId: known('credits') }),
    cancelDebitNote: () => ({ debitNoteId: known('debit_notes') }),
    adjustInventory: () => ({
      input: {
        itemId,
        quantityChange: quantity(),
        description: 'Counted',
        ...one<object>([{}, { unitCost: money() }]),
      },
    }),
    transferStock: () => ({ input: { ...line(), fromLocationId: one(locations), toLocationId: one(locations) } }),
    reserveStock: () => ({ input: { ...line(), ...one<object>([{}, { locationId: one(locations) }]) } }),
    releaseReservation: () => ({ reservationId: known('stock_reservations') }),
    updateItem: () => ({
      itemId,
      input: one<object>([{ unitPrice: one(['0', '0.01', '29', '31']) }, { taxRate: '15' }, { name: 'Café' }]),
    }),
    recordSupplierInvoice: bought,
    createPurchaseOrder: bought,
    receivePurchaseOrder: () => ({
      input: {
        purchaseOrderId: known('purchase_orders'),
        lines: [{ lineId: known('purchase_order_lines'), quantity: quantity() }],
      },
    }),
    cancelPurchaseOrder: () => ({ purchaseOrderId: known('purchase_orders') }),
    createPriceList: () => ({ name: `Regalo ${roll(1e9)}` }),
    setPrices: () => ({ priceListId: list, prices: [{ itemId, price: '0.01' }] }),
    updateClient: () => ({ clientId, input: { priceListId: list } }),
  };
}
