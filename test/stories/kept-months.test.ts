// A month that is over is kept as it was told, and a late change of one of its documents is told at once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { forgetMonths, keepSomeMonth, verifySumsOfMonths } from '../../src/reports/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const MONTHS_AGO = 3;
/** So many months before this one, in Panama. */
function monthAgo(months: number): { year: number; month: number } {
  const [year, month] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' })
    .format()
    .split('-')
    .map(Number);
  const at = year! * 12 + month! - 1 - months;
  return { year: Math.floor(at / 12), month: (at % 12) + 1 };
}

let here: World;
let shop: TestTenant;
before(async () => {
  // Without a worker: what it goes on to do with a document would forget its month.
  ({ here, shop } = await newShop(quietWorld()));
});

const told = async (of: TestTenant = shop, months = MONTHS_AGO): Promise<Answer> =>
  await of.call(
    'fiscalMonth { net { total } before { total } documents { state count total } rates { rate base itbms } retentions { code amount } voids { number voidedDay total } lateChanges { number what state } series { first last count billingPoint { code } exceptions { number class } } }',
    monthAgo(months),
  );
const kept = async (of: TestTenant): Promise<number> =>
  (await here.query('select from kept_months where tenant_id = $1', [of.tenant.id])).length;

async function sell(of: TestTenant, price: string): Promise<Answer> {
  const itemId = await newItem(of, { negative: true, price, taxRate: '7' });
  const order = await newOrder(of, await newClient(of), [{ itemId, quantity: '1' }]);
  return invoice(of, order.id);
}

/** As if all of it had been written then; a day in the middle of the month, which each month has, or the given instant. */
async function longAgo(of: TestTenant, ids: string[], at = '', months = MONTHS_AGO): Promise<void> {
  const { year, month } = monthAgo(months);
  const then = at || `${year}-${String(month).padStart(2, '0')}-14T12:00:00-05:00`;
  const day = `(($2::timestamptz) at time zone 'America/Panama')::date`;
  await here.rewrite(
    [
      `update invoices set issued_at = $2, issue_day = ${day} where tenant_id = $1 and id = any ($3)`,
      [of.tenant.id, then, ids],
    ],
    [
      `update credits set issued_at = $2, issue_day = ${day}, applied_at = case when applied_at is not null then $2::timestamptz end
       where tenant_id = $1 and id = any ($3)`,
      [of.tenant.id, then, ids],
    ],
    [
      `update fiscal_documents set created_at = $2, settled_at = null where tenant_id = $1 and id = any ($3)`,
      [of.tenant.id, then, ids],
    ],
    [`update document_events set at = $2 where tenant_id = $1 and document_id = any ($3)`, [of.tenant.id, then, ids]],
  );
}

async function soldLongAgo(of: TestTenant, ...prices: string[]): Promise<Answer[]> {
  const sold = [];
  for (const price of prices) sold.push(await sell(of, price));
  await longAgo(
    of,
    sold.map(({ id }) => id),
  );
  return sold;
}

test('a sale of today forgets no month, and a document that is put into one does', async () => {
  const of = await here.tenant();
  await soldLongAgo(of, '1');
  await told(of);
  const today = await sell(of, '2');
  assert.equal(await kept(of), 2);
  await here.query(
    `update invoices set issue_day = issue_day - interval '${MONTHS_AGO} months', issued_at = issued_at - interval '${MONTHS_AGO} months'
     where tenant_id = $1 and id = $2`,
    [of.tenant.id, today.id],
  );
  assert.equal(await kept(of), 0);
  // 1.07 and 2.14; one that was made today is told, and its month is not kept.
  assert.equal((await told(of)).net.total, '3.21');
  assert.equal(await kept(of), 1);
});

test('the last minute of a month in Panama is in it, and the first one of the next is not', async () => {
  const of = await here.tenant();
  const [last, first] = [await sell(of, '1'), await sell(of, '10')];
  const { year, month } = monthAgo(MONTHS_AGO - 1);
  const begins = `${year}-${String(month).padStart(2, '0')}-01`;
  await longAgo(of, [last.id], new Date(Date.parse(`${begins}T00:00:00-05:00`) - 60_000).toISOString());
  await longAgo(of, [first.id], `${begins}T00:00:00-05:00`);
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await told(of)).net.total, '1.07');
    const next = await told(of, MONTHS_AGO - 1);
    assert.deepEqual([next.net.total, next.before.total], ['10.7', '1.07']);
  }
  assert.equal(await kept(of), 3);
});

test('a month that is told while one of its documents is being voided is told anew when that is committed', async () => {
  const of = await here.tenant();
  const [one] = await soldLongAgo(of, '1');
  const voiding = await here.database.pool.connect();
  // The transaction ends also where an assertion fails, since the world closes after it.
  try {
    await voiding.query('begin');
    await voiding.query(
      `update invoices set voided_at = now(), invoice_status = 'VOID' where tenant_id = $1 and id = $2`,
      [of.tenant.id, one!.id],
    );
    assert.equal((await told(of)).net.total, '1.07');
    assert.equal(await kept(of), 0);
  } finally {
    await voiding.query('commit');
    voiding.release();
  }
  assert.equal((await told(of)).net.total, '0');
  assert.equal(await kept(of), 2);
});

test('`folio verify` names a month that is kept otherwise than its documents say', async () => {
  const of = await here.tenant();
  await soldLongAgo(of, '1');
  const first = await told(of);
  // The CUFE still names this month.
  const verified = async () =>
    (await inTenant(here.app, of.tenant, verifySumsOfMonths, { kind: 'snapshot' })).filter(
      ({ check }) => check === 'kept_month',
    );
  assert.deepEqual(await verified(), []);
  const { year, month } = monthAgo(MONTHS_AGO);
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  const sale = `array['documents', '0', 'total']`;
  await here.query(
    `update kept_months set figures = jsonb_set(figures, ${sale}, '"2.07"') where tenant_id = $1 and month = $2`,
    [of.tenant.id, from],
  );
  assertEach(await verified(), ({ detail }) => detail, [`${from} is not kept as its documents say`]);
  await inTenant(here.app, of.tenant, forgetMonths);
  assert.deepEqual([await verified(), await told(of)], [[], first]);
});

test('a verdict, a void and a credit after a month was told are told, to the cent; nothing else of it changes', async () => {
  ({ here, shop } = await newShop());
  // To the PAC the invoices are of today, so that it would refuse a note that names their day.
  here.simulator.setKnobs({ strictness: 'seen' });
  const [rejected, voided, credited, other] = await soldLongAgo(shop, '100', '20', '3', '0.5');
  const first = await told();
  // 123.5 and 7 %: 7 + 1.4 + 0.21 + 0.04 (0.035 is rounded up).
  assert.deepEqual([first.net.total, first.documents], ['132.15', [{ state: 'COUNTED', count: 4, total: '132.15' }]]);
  assert.deepEqual(
    [first.lateChanges, first.series[0].billingPoint, first.series[0].exceptions],
    [[], { code: '001' }, []],
  );
  assert.deepEqual(await told(), first);
  assert.equal((await told(shop, MONTHS_AGO - 1)).before.total, '132.15');

  await here.simulator.verdict(rejected!.documentId, 'DGI_REJECTED');
  await eventually(() => readInvoice(shop, rejected!.id), { legalStatus: 'DGI_REJECTED' });
  const second = await told();
  assert.equal(second.net.total, '25.15');
  assert.deepEqual(second.lateChanges, [{ number: rejected!.number, what: 'VERDICT', state: 'REJECTED' }]);
  assert.deepEqual(second.series[0].exceptions, [{ number: rejected!.number, class: 'REJECTED' }]);

  // Its window is over, so that an operator of the PAC takes it back.
  await here.sql`update invoices set voided_at = now(), invoice_status = 'VOID'
    where tenant_id = ${shop.tenant.id} and id = ${voided!.id}`;
  const third = await told();
  assert.equal(third.net.total, '3.75');
  assertEach(third.voids, ({ number, total }) => [number, total], [[voided!.number, '21.4']]);

  // It counted before, so that this is no change of the month.
  await here.simulator.verdict(credited!.documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, credited!.id), { legalStatus: 'DGI_AUTHORIZED' });
  const input = {
    invoiceId: credited!.id,
    reason: 'Came back',
    lines: [{ invoiceLineId: credited!.lines[0].id, quantity: '1' }],
  };
  await shop.get('mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id } }', { input });
  const fourth = await told();
  assert.deepEqual(
    new Set(fourth.lateChanges.map(({ number, what }: Answer) => `${number} ${what}`)),
    new Set([`${rejected!.number} VERDICT`, `${voided!.number} VOIDED`, `${credited!.number} CREDITED`]),
  );
  // A credit belongs to its own month.
  assert.equal(fourth.net.total, '3.75');
  assert.equal((await told(shop, 0)).voids.length, 1);
  assert.equal(fourth.series[0].last, other!.number);
});

test('of the notes on a month that is over, those in force are told: not a rejected or internal one, and a verdict on one at once', async () => {
  const of = await here.tenant();
  const [refused, internal, denied, held] = await soldLongAgo(of, '1', '2', '3', '4');
  for (const { id, documentId } of [refused!, internal!, denied!, held!]) {
    await here.simulator.verdict(documentId, 'DGI_AUTHORIZED');
    await eventually(() => readInvoice(of, id), { legalStatus: 'DGI_AUTHORIZED' });
  }
  const credit = (invoiceId: string, mode = 'DGI') =>
    of.call('createCredit { id mode legalStatus documentId }', { invoiceId, mode, reason: 'Came back' });
  const credited = async () => {
    const { lateChanges } = await told(of);
    const problems = await inTenant(here.app, of.tenant, verifySumsOfMonths, { kind: 'snapshot' });
    assert.deepEqual(
      problems.filter(({ check }) => check === 'kept_month'),
      [],
    );
    return lateChanges.map(({ number, what }: Answer) => `${number} ${what}`).toSorted();
  };
  const until = (id: string, legalStatus: string) =>
    eventually(() => of.call('credit { legalStatus }', { id }), { legalStatus });

  here.simulator.nextFault({ name: 'pacReject', companyId: of.companyId });
  assert.equal((await credit(refused!.id)).legalStatus, 'PAC_REJECTED');
  assert.equal((await credit(internal!.id, 'PROFORM')).mode, 'PROFORM');
  assert.deepEqual(await credited(), []);

  const notes = [await credit(denied!.id), await credit(held!.id)];
  assert.deepEqual(await credited(), [`${denied!.number} CREDITED`, `${held!.number} CREDITED`]);
  await here.simulator.verdict(notes[0]!.documentId, 'DGI_REJECTED');
  await until(notes[0]!.id, 'DGI_REJECTED');
  assert.deepEqual(await credited(), [`${held!.number} CREDITED`]);
  await here.simulator.verdict(notes[1]!.documentId, 'DGI_AUTHORIZED');
  await until(notes[1]!.id, 'DGI_AUTHORIZED');
  await inTenant(here.app, of.tenant, forgetMonths);
  assert.deepEqual(await credited(), [`${held!.number} CREDITED`]);
  // The hour may have kept another one.
  assert.ok((await kept(of)) >= 2);
});

test('a note that was issued in time and ends what is withheld when it is applied late is told', async () => {
  const of = await here.tenant();
  const clientId = await newClient(of, 'Retenedor', { retentionCode: '4' });
  const sold = async (price: string, quantity: string) => {
    const itemId = await newItem(of, { negative: true, price, taxRate: '7' });
    const made = await invoice(of, (await newOrder(of, clientId, [{ itemId, quantity: '2' }])).id);
    await here.simulator.verdict(made.documentId, 'DGI_AUTHORIZED');
    await eventually(() => readInvoice(of, made.id), { legalStatus: 'DGI_AUTHORIZED' });
    const lines = [{ invoiceLineId: made.lines[0].id, quantity }];
    const note = await of.call('createCredit { id }', { invoiceId: made.id, reason: 'Came back', lines });
    return { ...made, apply: () => of.call('applyCredit', { creditId: note.id }), ids: [made.id, note.id] };
  };
  const [late, part, inTime] = [await sold('50', '2'), await sold('100', '1'), await sold('200', '2')];
  await inTime.apply();
  await longAgo(of, [...late.ids, ...part.ids, ...inTime.ids]);
  // Half of 7 and of 14; all of 28 was given back.
  const first = await told(of);
  assert.deepEqual([first.retentions, first.lateChanges], [[{ code: '4', amount: '10.5' }], []]);
  assert.equal(await kept(of), 2);
  await late.apply();
  await part.apply();
  for (let time = 0; time < 2; time += 1) {
    const { retentions, lateChanges } = await told(of);
    assert.deepEqual(retentions, [{ code: '4', amount: '7' }]);
    assert.deepEqual(lateChanges, [{ number: late.number, what: 'CREDITED', state: 'COUNTED' }]);
    const problems = await inTenant(here.app, of.tenant, verifySumsOfMonths, { kind: 'snapshot' });
    assert.deepEqual(
      problems.filter(({ check }) => check === 'kept_month'),
      [],
    );
  }
});

test('of two notes that come to an invoice after its month, the one that ends what is withheld is told, once', async () => {
  const of = await here.tenant();
  const clientId = await newClient(of, 'Retenedor', { retentionCode: '4' });
  const sold = async () => {
    const itemId = await newItem(of, { negative: true, price: '100', taxRate: '7' });
    const made = await invoice(of, (await newOrder(of, clientId, [{ itemId, quantity: '2' }])).id);
    await here.simulator.verdict(made.documentId, 'DGI_AUTHORIZED');
    await eventually(() => readInvoice(of, made.id), { legalStatus: 'DGI_AUTHORIZED' });
    return made;
  };
  const credit = async ({ id, lines }: Answer, reason: string): Promise<string> => {
    const input = { invoiceId: id, reason, lines: [{ invoiceLineId: lines[0].id, quantity: '1' }] };
    return (await of.call('createCredit { id }', input)).id;
  };
  const apply = async (creditId: string): Promise<Date> => {
    await of.call('applyCredit', { creditId });
    const [row] = await here.query<{ applied_at: Date }>('select applied_at from credits where id = $1', [creditId]);
    return row!.applied_at;
  };
  const [inTime, oneLate] = [await sold(), await sold()];
  const [first, last] = [await credit(inTime, 'One broke'), await credit(inTime, 'So did the other')];
  const part = await credit(oneLate, 'One broke');
  await longAgo(of, [inTime.id, oneLate.id, first, last, part]);
  await apply(first);
  await apply(part);
  const late = async () =>
    (await of.call('fiscalMonth { retentions { amount } lateChanges { number what at } }', monthAgo(MONTHS_AGO)))
      .lateChanges;
  // Half of 14 of each: half of it is given back, so all stays withheld.
  assert.deepEqual(await late(), []);
  const ended = await apply(last);
  const ofLast = { number: inTime.number, what: 'CREDITED', at: ended.toISOString() };
  assert.deepEqual(await late(), [ofLast]);
  const rest = await credit(oneLate, 'So did the other');
  const [{ issued_at: issued }] = (await here.query('select issued_at from credits where id = $1', [rest])) as [Answer];
  const ofRest = { number: oneLate.number, what: 'CREDITED', at: issued.toISOString() };
  assert.deepEqual(await late(), [ofRest, ofLast]);
  await apply(rest);
  assert.deepEqual(await late(), [ofRest, ofLast]);
});

test('months that are over are kept hour by hour, and one that cannot be keeps none waiting', async () => {
  const of = await here.tenant();
  await soldLongAgo(of, '1');
  const second = await sell(of, '2');
  await longAgo(of, [second.id], '', MONTHS_AGO - 1);
  const expected = [await told(of), await told(of, MONTHS_AGO - 1)];
  await inTenant(here.app, of.tenant, forgetMonths);
  // The second month has a document that was made now.
  await here.rewrite([
    'update fiscal_documents set created_at = now() where tenant_id = $1 and id = $2',
    [of.tenant.id, second.id],
  ]);
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  for (let hours = 0; hours < 2 * MONTHS_AGO; hours += 1)
    await inTenant(here.app, of.tenant, (db) => keepSomeMonth(db, hour(hours)));
  assert.equal(await kept(of), MONTHS_AGO - 1);
  assert.deepEqual([await told(of), await told(of, MONTHS_AGO - 1)], expected);
  const nothing = await here.tenant();
  await inTenant(here.app, nothing.tenant, (db) => keepSomeMonth(db, hour(0)));
  assert.equal(await kept(nothing), 0);
});
