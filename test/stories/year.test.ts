// A year of documents of all kinds in random order, in three zones: months, files, boards, statements and ages say what a test's own books say.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importSales, verifySales } from '../../src/invoicing/index.ts';
import { keepSomeDays, verifySumsOfMonths } from '../../src/reports/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { chanceOf, type Chance } from '../faults/campaign/chance.ts';
import { newClient, newOrder } from '../support/business.ts';
import { salesFile } from '../support/imported.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { accountOf, amountsOf, boardOf, isCounted, leftOf, monthOf, soldOn } from '../support/year-books.ts';
import type { Doc, Kind, Line } from '../support/year-books.ts';

/** Hours that the clock on the wall is before that of Greenwich; none of them is moved in summer. */
const PANAMA = -5;
const ZONES = { 'America/Panama': PANAMA, 'Asia/Tokyo': 9, 'America/Mexico_City': -6 };
const RATES = [0, 7, 10, 15];
const ACTS_A_MONTH = 6;
const HOUR_MS = 3_600_000;
const SEED = process.env['YEAR_SEED'] ?? Math.random().toString(36).slice(2, 8);

let here: World;
before(async () => {
  here = await createWorld({ works: false });
  // The simulator's clock is the machine's; our own window is what is tried.
  here.simulator.setKnobs({ voidWindowHours: 10_000_000 });
});

interface Year {
  chance: Chance;
  shop: TestTenant;
  hours: number;
  clients: string[];
  /** A service for each rate. */
  items: Record<number, string>;
  docs: Doc[];
  now: number;
  done: Record<string, number>;
  refused: Record<string, number>;
}

const dayAt = (instant: number, hours: number): string =>
  new Date(instant + hours * HOUR_MS).toISOString().slice(0, 10);
const money = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

function setClock(year: Year, instant: number): void {
  year.now = instant;
  here.clock.offsetMs = instant - Date.now();
}

/** Null where it was refused, as an act on a document that does not bear it is. */
async function tried(year: Year, name: string, text: string, variables: object): Promise<Answer> {
  const { data, errors } = await year.shop.ask(text, variables);
  const said = errors?.[0];
  assert.ok(!said || said.extensions.code !== 'INTERNAL', `${name}: ${said?.message}`);
  const counts = said ? year.refused : year.done;
  const key = said ? `${name}: ${said.message.replaceAll(/[A-Z]+-\d+|\d+(\.\d+)?/g, '…')}` : name;
  counts[key] = (counts[key] ?? 0) + 1;
  return said ? null : Object.values(data as object)[0];
}

async function newYear(seed: string, timeZone: keyof typeof ZONES): Promise<Year> {
  const shop = await here.tenant();
  await here.query('update tenants set time_zone = $2 where id = $1', [shop.tenant.id, timeZone]);
  Object.assign(shop.tenant, { timeZone });
  const items: Year['items'] = {};
  for (const rate of RATES) {
    const { createItem } = await shop.get(
      `mutation { createItem(input: { sku: "R${rate}", name: "Work ${rate}", unitPrice: "1", taxRate: "${rate}", kind: SERVICE }) { id } }`,
    );
    items[rate] = createItem.id;
  }
  const clients = [await newClient(shop, 'Ana'), await newClient(shop, 'Luis')];
  const rest = { docs: [], now: 0, done: {}, refused: {} };
  return { chance: chanceOf(`${seed} ${timeZone}`), shop, hours: ZONES[timeZone], clients, items, ...rest };
}

const today = ({ now, hours }: Year, isFiled: boolean): string => dayAt(now, isFiled ? PANAMA : hours);

/** Prices in whole balboas leave no fraction of a cent to any part of a line. */
function someLines({ chance }: Year, most: number): Line[] {
  const isEven = chance.happens(0.6);
  return Array.from({ length: 1 + chance.below(most) }, () => ({
    rate: chance.oneOf(RATES),
    quantity: 1 + chance.below(4),
    price: isEven ? 100 * (1 + chance.below(40)) : 1 + chance.below(4000),
  }));
}

function keep(year: Year, { id, number, legalStatus }: Answer, doc: Omit<Doc, 'id' | 'number' | 'day' | 'paid'>): Doc {
  const isRejected = legalStatus === 'PAC_REJECTED';
  if (doc.isFiled && !isRejected) assert.equal(legalStatus, 'PAC_AUTHORIZED', number);
  const kept: Doc = { ...doc, id, number, day: today(year, doc.isFiled), paid: [] };
  if (isRejected) kept.over = { what: 'REJECTED', day: kept.day };
  year.docs.push(kept);
  return kept;
}

const wireLines = (lines: readonly Line[]) =>
  lines.map(({ rate, quantity, price }) => ({
    description: 'Freight',
    quantity: String(quantity),
    unitPrice: money(price),
    taxRate: String(rate),
  }));

async function sell(year: Year): Promise<void> {
  const { chance, shop, items } = year;
  const lines = someLines(year, 3);
  const clientId = chance.oneOf(year.clients);
  const isBought = chance.happens(0.15);
  const isFiled = chance.happens(0.6);
  const { tax } = amountsOf(lines);
  const retention = !isBought && tax > 2 && chance.happens(0.35) ? Math.floor(tax / 2) : 0;
  const wanted = lines.map(({ rate, quantity, price }) => ({
    itemId: items[rate]!,
    quantity: String(quantity),
    unitPrice: money(price),
  }));
  const order = await newOrder(shop, clientId, wanted);
  if (isFiled && chance.happens(0.07)) here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  const made = await tried(
    year,
    `sell ${isFiled ? 'DGI' : 'PROFORM'}${isBought ? ' import' : ''}${retention ? ' with retention' : ''}`,
    `mutation ($id: UUID!, $mode: GenerationMode!, $type: DocumentType, $retention: RetentionInput) {
       generateInvoice(orderId: $id, mode: $mode, documentType: $type, retention: $retention) { id number legalStatus lines { id } } }`,
    {
      id: order.id,
      mode: isFiled ? 'DGI' : 'PROFORM',
      type: isBought ? 'IMPORT' : 'INTERNAL',
      retention: retention ? { code: '4', amount: money(retention) } : undefined,
    },
  );
  here.simulator.clearFaults();
  if (!made) return;
  made.lines.forEach((line: Answer, at: number) => (lines[at]!.id = line.id));
  const { over } = keep(year, made, { kind: 'INVOICE', clientId, isFiled, isBought, lines, retention });
  if (isFiled && !over) await authorized(made.id);
}

/** Here as well as the DGI's word would have it, which no worker is here to take; notes wait for it. */
async function authorized(id: string): Promise<void> {
  const [row] = await here.sql<{ at: string }>`update fiscal_documents set legal_status = 'DGI_AUTHORIZED'
    where id = ${id} returning document_id as at`;
  await here.simulator.verdict(row!.at, 'DGI_AUTHORIZED', { webhook: false });
}

/** Imports have documents of later days as well; earlier documents are left alone. */
const living = (year: Year, kind: Kind, more: (doc: Doc) => boolean = () => true): Doc[] =>
  year.docs.filter(
    (one) => one.kind === kind && !one.over && !(one.isElsewhere && one.day > dayAt(year.now, year.hours)) && more(one),
  );

const creditsOf = (year: Year, invoice: Doc) => living(year, 'CREDIT', ({ of }) => of === invoice);

async function credit(year: Year): Promise<void> {
  const { chance } = year;
  const open = living(year, 'INVOICE', ({ lines }) => lines.some((line) => (line.credited ?? 0) < line.quantity));
  if (open.length === 0) return sell(year);
  const of = chance.oneOf(open);
  const isFiled = of.isFiled && chance.happens(0.6);
  const isEven = of.lines.every(({ price }) => price % 100 === 0);
  const left = of.lines.filter((line) => (line.credited ?? 0) < line.quantity);
  const part = isEven && chance.happens(0.6) ? [chance.oneOf(left)] : null;
  const lines = (part ?? left).map((line) => ({
    ...line,
    quantity: part ? 1 + chance.below(line.quantity - (line.credited ?? 0)) : line.quantity - (line.credited ?? 0),
  }));
  const made = await tried(
    year,
    `credit ${isFiled ? 'DGI' : 'PROFORM'}${of.isBought ? ' of an import' : ''}`,
    'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id number legalStatus } }',
    {
      input: {
        ...{ invoiceId: of.id, mode: isFiled ? 'DGI' : 'PROFORM', reason: 'Not done', idempotencyKey: `${year.now}` },
        lines: part && lines.map(({ id, quantity }) => ({ invoiceLineId: id, quantity: String(quantity) })),
      },
    },
  );
  if (!made) return;
  const { clientId, isBought } = of;
  keep(year, made, { kind: 'CREDIT', clientId, isFiled, isBought, lines, retention: 0, of });
  for (const { id, quantity } of lines) {
    const sold = of.lines.find((line) => line.id === id)!;
    sold.credited = (sold.credited ?? 0) + quantity;
  }
}

async function debit(year: Year): Promise<void> {
  const { chance } = year;
  const invoices = living(year, 'INVOICE');
  if (invoices.length === 0) return sell(year);
  const of = chance.oneOf(invoices);
  const isFiled = of.isFiled && chance.happens(0.7);
  const lines = someLines(year, 2);
  const made = await tried(
    year,
    `debit ${isFiled ? 'DGI' : 'PROFORM'}${of.isBought ? ' of an import' : ''}`,
    'mutation ($input: CreateDebitNoteInput!) { createDebitNote(input: $input) { id number legalStatus } }',
    {
      input: {
        ...{ invoiceId: of.id, mode: isFiled ? 'DGI' : 'PROFORM', reason: 'Freight', idempotencyKey: `${year.now}` },
        lines: wireLines(lines),
      },
    },
  );
  const { clientId, isBought } = of;
  if (made) keep(year, made, { kind: 'DEBIT', clientId, isFiled, isBought, lines, retention: 0, of });
}

async function genericNote(year: Year): Promise<void> {
  const kind = year.chance.oneOf(['GENERIC_CREDIT', 'GENERIC_DEBIT'] as const);
  const verb = kind === 'GENERIC_CREDIT' ? 'createGenericCredit' : 'createGenericDebitNote';
  const lines = someLines(year, 2);
  const clientId = year.chance.oneOf(year.clients);
  const made = await tried(
    year,
    verb,
    `mutation ($input: GenericNoteInput!) { ${verb}(input: $input) { id number legalStatus } }`,
    {
      input: {
        ...{ clientId, reason: 'Of the old printer', lines: wireLines(lines), idempotencyKey: `${year.now}` },
        reference: { kind: 'PRINTER', number: `001-${year.now}`, date: '2023-12-29' },
      },
    },
  );
  if (made) keep(year, made, { kind, clientId, isFiled: true, isBought: false, lines, retention: 0 });
}

/** Files a former proforma, or an internal credit: on this day from now on. */
async function file(year: Year): Promise<void> {
  const all = [
    ...living(year, 'INVOICE', ({ isFiled }) => !isFiled),
    ...living(year, 'CREDIT', ({ isFiled, of }) => !isFiled && of!.isFiled),
  ];
  if (all.length === 0) return sell(year);
  const one = year.chance.oneOf(all);
  const call = one.kind === 'INVOICE' ? 'convertInvoiceToDgi(invoiceId: $id)' : 'convertCreditToDgi(creditId: $id)';
  const filed = await tried(year, `file ${one.kind}`, `mutation ($id: UUID!) { ${call} { id number legalStatus } }`, {
    id: one.id,
  });
  if (!filed) return;
  assert.equal(filed.legalStatus, 'PAC_AUTHORIZED');
  if (one.kind === 'INVOICE') await authorized(one.id);
  Object.assign(one, { number: filed.number, isFiled: true, day: today(year, true) });
}

async function apply(year: Year): Promise<void> {
  const credits = living(year, 'CREDIT', ({ appliedOn }) => appliedOn === undefined);
  if (credits.length === 0) return credit(year);
  const one = year.chance.oneOf(credits);
  const done = await tried(year, 'apply', 'mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', {
    id: one.id,
  });
  if (done) one.appliedOn = today(year, false);
}

async function pay(year: Year): Promise<void> {
  const { chance, docs } = year;
  const owing = living(year, 'INVOICE', (one) => leftOf(docs, one, '9999') > 0);
  if (owing.length === 0) return sell(year);
  const one = chance.oneOf(owing);
  const left = leftOf(docs, one, '9999');
  const cents = chance.oneOf([left, left + 250, 1 + chance.below(left)]);
  const paid = await tried(
    year,
    'pay',
    'mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount) { payments { id } } }',
    { id: one.id, amount: money(cents) },
  );
  if (paid) one.paid.push({ id: paid.payments.at(-1).id, day: today(year, false), cents });
}

async function refund(year: Year): Promise<void> {
  const paid = year.docs.flatMap((doc) => doc.paid.filter(({ cents }) => cents > 0).map((one) => ({ doc, one })));
  if (paid.length === 0) return pay(year);
  const { doc, one } = year.chance.oneOf(paid);
  const back = doc.paid
    .filter(({ id, cents }) => id === one.id && cents < 0)
    .reduce((sum, { cents }) => sum - cents, 0);
  if (back === one.cents) return pay(year);
  const cents = 1 + year.chance.below(one.cents - back);
  const done = await tried(
    year,
    'refund',
    'mutation ($id: UUID!, $amount: Decimal!) { refundPayment(paymentId: $id, amount: $amount, reason: "Too much") { id } }',
    { id: one.id, amount: money(cents) },
  );
  if (done) doc.paid.push({ id: one.id, day: today(year, false), cents: -cents });
}

const ENDS: Record<Kind, { void: string; cancel: string }> = {
  INVOICE: { void: 'voidInvoice(invoiceId: $id', cancel: 'cancelInvoice(invoiceId: $id)' },
  CREDIT: { void: 'voidCredit(creditId: $id', cancel: 'cancelCredit(creditId: $id)' },
  DEBIT: { void: 'voidDebitNote(debitNoteId: $id', cancel: 'cancelDebitNote(debitNoteId: $id)' },
  GENERIC_CREDIT: {
    void: 'voidGenericCredit(genericCreditId: $id',
    cancel: 'cancelGenericCredit(genericCreditId: $id)',
  },
  GENERIC_DEBIT: { void: 'voidDebitNote(debitNoteId: $id', cancel: 'cancelDebitNote(debitNoteId: $id)' },
};

/** One that was just made, half an hour later; at the end of a month that is in the next one. */
async function end(year: Year): Promise<void> {
  const before = year.docs.length;
  await year.chance.oneOf([sell, credit, debit, genericNote])(year);
  const one = year.docs.at(-1);
  if (year.docs.length === before || one!.over) return;
  if (one!.kind === 'CREDIT' && year.chance.happens(0.5)) await apply(year);
  await endOne(year, one!);
}

async function endOne(year: Year, one: Doc): Promise<void> {
  setClock(year, year.now + HOUR_MS / 2);
  const { void: voided, cancel } = ENDS[one.kind];
  const call = one.isFiled ? `${voided}, reason: "It was made out to another")` : cancel;
  const done = await tried(
    year,
    `${one.isFiled ? 'void' : 'cancel'} ${one.kind}`,
    `mutation ($id: UUID!) { ${call} { id } }`,
    { id: one.id },
  );
  if (!done) return;
  const over = { what: one.isFiled ? ('VOIDED' as const) : ('CANCELED' as const), day: today(year, false) };
  // An internal credit ends with its invoice.
  for (const each of [one, ...creditsOf(year, one)]) each.over = over;
  if (one.kind !== 'CREDIT') return;
  for (const line of one.of!.lines)
    line.credited = (line.credited ?? 0) - (one.lines.find(({ id }) => id === line.id)?.quantity ?? 0);
}

/** Sales before Folio, or beside it: one for each month, imported from a file. */
async function bringIn(year: Year): Promise<void> {
  const rows = Array.from({ length: 12 }, (_, at) => ({
    quantity: 1 + year.chance.below(9),
    price: 1 + year.chance.below(900),
    day: new Date(Date.UTC(2024, at + 1, 0)).toISOString().slice(0, 10),
  }));
  const file = await salesFile(
    rows.map((one, at) => `${at + 1},A,Thing,${one.quantity},${one.day} 23:50:00,${money(one.price)},K1`),
  );
  await importSales(here.app, year.shop.tenant, { file, openingStock: false });
  const found = await here.query<{ id: string; number: string; clientId: string }>(
    `select i.id, d.number, i.client_id as "clientId" from invoices i join fiscal_documents d on d.id = i.id
     where i.tenant_id = $1 order by i.issued_at`,
    [year.shop.tenant.id],
  );
  assert.equal(found.length, rows.length);
  year.clients.push(found[0]!.clientId);
  for (const [at, { quantity, price, day }] of rows.entries()) {
    const lines = [{ rate: 0, quantity, price, credited: quantity }];
    const rest = { isFiled: true, isElsewhere: true, isBought: false, retention: 0, paid: [] };
    year.docs.push({ ...found[at]!, kind: 'INVOICE', day, lines, ...rest });
  }
}

const ACTS = [
  { weight: 5, choice: sell },
  { weight: 4, choice: file },
  { weight: 3, choice: credit },
  { weight: 3, choice: apply },
  { weight: 2, choice: debit },
  { weight: 2, choice: end },
  { weight: 3, choice: pay },
  { weight: 1, choice: refund },
  { weight: 1, choice: genericNote },
];

/** Minutes of the day in Panama: also shortly before its midnight and shortly after it. */
const MINUTES = [10, 540, 795, 1425];

function instantsOf({ chance }: Year, month: number): number[] {
  const days = new Date(Date.UTC(2024, month, 0)).getUTCDate();
  const some = Array.from({ length: ACTS_A_MONTH }, () => 1 + chance.below(days));
  // The last day of the month is always one of them.
  return [...some.slice(1), days]
    .map((day) => Date.UTC(2024, month - 1, day, -PANAMA, chance.oneOf(MINUTES)))
    .toSorted((one, other) => one - other);
}

async function accounts(year: Year, asOf: string | null, to: string): Promise<void> {
  const text = `query ($asOf: Date) { receivables(asOf: $asOf) { owed inHand clients { client { id } owed inHand } } }`;
  const { receivables } = await year.shop.get(text, { asOf });
  const sums = { owed: 0, inHand: 0 };
  for (const clientId of year.clients) {
    const should = accountOf(year.docs, clientId, asOf ?? '9999');
    sums.owed += should.owed;
    sums.inHand += should.inHand;
    const told = receivables.clients.find(({ client }: Answer) => client.id === clientId) ?? { owed: '0', inHand: '0' };
    assert.deepEqual({ owed: centsOf(told.owed), inHand: centsOf(told.inHand) }, should, `ages as of ${asOf ?? 'now'}`);
    const { clientStatement } = await year.shop.get(
      'query ($id: UUID!, $to: Date!) { clientStatement(clientId: $id, from: "2023-12-01", to: $to) { opening closing } }',
      { id: clientId, to },
    );
    assert.equal(clientStatement.opening, '0');
    assert.equal(centsOf(clientStatement.closing), should.owed - should.inHand, `the statement up to ${to}`);
  }
  assert.deepEqual({ owed: centsOf(receivables.owed), inHand: centsOf(receivables.inHand) }, sums);
}

async function monthAgrees(year: Year, month: number): Promise<void> {
  const { docs, shop } = year;
  const name = `2024-${String(month).padStart(2, '0')}`;
  const { count, numbers, net, rates } = monthOf(docs, name);
  const fiscalMonth = await shop.call(
    'fiscalMonth { net { base itbms total retention } rates { rate base itbms } retentions { amount } documents { state count } }',
    { year: 2024, month },
  );
  const { base, itbms, total, retention } = fiscalMonth.net;
  const told = { base: centsOf(base), tax: centsOf(itbms), total: centsOf(total), retention: centsOf(retention) };
  assert.deepEqual(told, net, name);
  const byRate = fiscalMonth.rates.map((one: Answer) => [
    one.rate,
    { base: centsOf(one.base), tax: centsOf(one.itbms) },
  ]);
  assert.deepEqual(Object.fromEntries(byRate), rates, name);
  assert.equal(
    fiscalMonth.retentions.reduce((sum: number, { amount }: Answer) => sum + centsOf(amount), 0),
    net.retention,
  );
  const counted = fiscalMonth.documents.filter(({ state }: Answer) => state === 'COUNTED');
  assert.equal(
    counted.reduce((sum: number, one: Answer) => sum + one.count, 0),
    count,
    name,
  );
  const answer = await fetch(`${here.url}/export/month.csv?year=2024&month=${month}`, {
    headers: { authorization: `Bearer ${await shop.token('admin')}` },
  });
  const [head, ...rows] = (await answer.text())
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  const column = (heading: string) => rows.map((row) => row[head!.indexOf(heading)]!);
  const columnSum = (heading: string) => column(heading).reduce((sum, text) => sum + centsOf(text), 0);
  assert.deepEqual(column('Número').toSorted(), numbers, `the file of ${name}`);
  assert.deepEqual(
    [columnSum('ITBMS'), columnSum('Total'), columnSum('Retención')],
    [net.tax, net.total, net.retention],
  );
  for (const day of new Set(docs.map((one) => one.day).filter((day) => day.startsWith(name)))) {
    const board = await shop.call('today { sales { count total } }', { day });
    assert.deepEqual(
      { count: board.sales.count, total: centsOf(board.sales.total) },
      boardOf(docs, day),
      `the board of ${day}`,
    );
  }
}

/** Rows say the time of the year's clock, not of the machine's, so that what is kept knows what has changed since. */
async function writtenNow({ shop, now }: Year): Promise<void> {
  const at = new Date(now);
  await here.rewrite(
    [`update fiscal_documents set created_at = $2 where tenant_id = $1 and created_at > $2`, [shop.tenant.id, at]],
    ...['invoices', 'credits', 'debit_notes'].map((table): [string, unknown[]] => [
      `update ${table} set changed_minute = date_bin('1 minute', $2::timestamptz, 'epoch') where tenant_id = $1 and changed_minute > $2`,
      [shop.tenant.id, at],
    ]),
  );
}

async function keepDays({ shop, now }: Year): Promise<void> {
  while (await inTenant(here.app, shop.tenant, (db) => keepSomeDays(db, new Date(now))));
}

/** Days that are kept, and those that are counted now, add up to the books. */
async function salesAgree(year: Year, others: readonly string[]): Promise<void> {
  const text = `query ($by: SalesDimension!) { salesBy(from: "2024-01-01", to: "2024-12-31", by: $by) {
    total { net } rows { key net } } }`;
  const ends = [dayAt(year.now, year.hours), dayAt(year.now, PANAMA)].toSorted();
  const should = soldOn(year.docs.filter(({ day }) => day <= ends.at(-1)! && day < '2025'));
  const total = [...should.values()].reduce((sum, cents) => sum + cents, 0);
  const byDay = (await year.shop.get(text, { by: 'DAY' })).salesBy;
  const told = byDay.rows.map(({ key, net }: Answer) => [key, centsOf(net)]).filter(([, cents]: Answer) => cents !== 0);
  assert.deepEqual(Object.fromEntries(told), Object.fromEntries([...should].filter(([, cents]) => cents !== 0)));
  for (const by of others) {
    const { salesBy } = await year.shop.get(text, { by });
    const sum = salesBy.rows.reduce((sum: number, { net }: Answer) => sum + centsOf(net), 0);
    assert.deepEqual([centsOf(salesBy.total.net), sum], [total, total], by);
  }
}

for (const timeZone of Object.keys(ZONES) as (keyof typeof ZONES)[])
  test(`a year of documents in ${timeZone}, seed ${SEED}`, async (t) => {
    const year = await newYear(SEED, timeZone);
    t.diagnostic(`YEAR_SEED=${SEED} runs it again`);
    setClock(year, Date.UTC(2024, 0, 1, 12));
    await bringIn(year);
    for (let month = 1; month <= 12; month += 1) {
      for (const instant of instantsOf(year, month)) {
        setClock(year, Math.max(instant, year.now + 60_000));
        await year.chance.weighted(ACTS)!(year);
        await writtenNow(year);
        if (year.chance.happens(0.2)) await keepDays(year);
      }
      await salesAgree(year, month % 4 === 0 ? ['MONTH', 'HOUR', 'ITEM', 'CLIENT', 'SELLER', 'TILL', 'METHOD'] : []);
      await accounts(year, null, '2025-02-01');
    }
    t.diagnostic(
      `${year.docs.length} documents: ${JSON.stringify(year.done)}; refused: ${JSON.stringify(year.refused)}`,
    );
    // The sent payloads have the same days.
    const left = here.simulator.documents().filter(({ companyId }) => companyId === year.shop.companyId);
    const certified = left.filter(({ legalStatus, voided }) => legalStatus !== 'PAC_REJECTED' && voided === null);
    const days = certified.map(({ cufe }) => cufe.slice(32, 40)).toSorted();
    const ours = year.docs.filter((one) => isCounted(one) && !one.isElsewhere);
    assert.deepEqual(days, ours.map(({ day }) => day.replaceAll('-', '')).toSorted());
    for (let month = 1; month <= 12; month += 1) {
      await monthAgrees(year, month);
      const last = new Date(Date.UTC(2024, month, 0)).toISOString().slice(0, 10);
      await accounts(year, last, last);
    }
    const problems = await inTenant(here.app, year.shop.tenant, async (db) => [
      ...(await verifySales(db)).problems,
      ...(await verifySumsOfMonths(db)),
    ]);
    assert.deepEqual(problems, []);
  });
