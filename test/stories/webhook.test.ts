// The PAC's notices: who may speak, what is understood, and what each of them may change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { jobsOf } from '../../src/wiring/app.ts';
import { assertEach, assertNone } from '../support/assert-each.ts';
import { invoicedOrder, newSale, readInvoice, stockOf, untilInvoice } from '../support/business.ts';
import { hmac, inboxOf, sendNotice, timelineOf } from '../support/notices.ts';
import { createWorld, eventually, newShop, PAC_API_KEY, PAC_WEBHOOK_SECRET, world } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const STATUSES = ['PAC_AUTHORIZED', 'DGI_AUTHORIZED', 'PAC_REJECTED', 'DGI_REJECTED'] as const;
type Status = (typeof STATUSES)[number] | null;

/** The specification's table, written down a second time. */
const ALLOWED: Record<string, readonly string[]> = {
  null: STATUSES,
  PAC_AUTHORIZED: ['DGI_AUTHORIZED', 'DGI_REJECTED'],
};

function after(current: Status, said: (typeof STATUSES)[number]): Status {
  return ALLOWED[String(current)]?.includes(said) ? said : current;
}

/** An invoice that the PAC accepted without our hearing of it; known by the CUFE that was computed before. */
async function lostInvoice(
  { simulator }: World,
  shop: TestTenant,
): Promise<{ invoice: Answer; itemId: string; pacId: string }> {
  const known = new Set(simulator.documents(shop.companyId).map((one) => one.id));
  simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice, itemId } = await invoicedOrder(shop);
  assert.equal(invoice.submissionState, 'UNKNOWN');
  const accepted = simulator.documents(shop.companyId).find((one) => !known.has(one.id))!;
  return { invoice, itemId, pacId: accepted.id };
}

let unpolled: Promise<World> | undefined;

/** For what a notice tells first: a poll may learn the same verdict a moment before. */
function worldWithoutPolls(): Promise<World> {
  return (unpolled ??= createWorld({ env: { PAC_POLL_INTERVAL_MS: '3600000' } }));
}

async function statusOf(shop: TestTenant, id: string): Promise<Status> {
  return (await readInvoice(shop, id)).legalStatus;
}

const REFUSED_SIGNATURES: Record<string, (rawBody: string) => string | null> = {
  'no header': () => null,
  'an empty one': () => '',
  'another secret': (rawBody) => hmac(rawBody, 'another secret'),
  'an empty secret': (rawBody) => hmac(rawBody, ''),
  'another body': (rawBody) => hmac(rawBody.replace('DGI', 'PAC')),
  'one character less': (rawBody) => hmac(rawBody).slice(1),
  'the secret itself': () => PAC_WEBHOOK_SECRET,
  'another prefix': (rawBody) => `sha512=${hmac(rawBody)}`,
  'only the prefix': () => 'sha256=',
};

for (const [what, make] of Object.entries(REFUSED_SIGNATURES)) {
  test(`A1, A2: a notice signed with ${what} is refused with 403 and leaves nothing`, async () => {
    const { here, shop, invoice } = await newSale();
    const body = JSON.stringify({ id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED', cufe: invoice.cufe });
    const { status } = await sendNotice(here, shop, body, { signature: make(body) });
    assert.equal(status, 403);
    assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
    assert.deepEqual(await inboxOf(here, shop), []);
  });
}

test('A4: the signature covers the raw bytes: one blank more is another body', async () => {
  const { here, shop, invoice } = await newSale();
  const body = JSON.stringify({ id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' });
  assert.equal((await sendNotice(here, shop, `${body} `, { signature: hmac(body) })).status, 403);
  assert.equal((await sendNotice(here, shop, body, { signature: hmac(body) })).status, 200);
});

test('the prefix sha256= is accepted, and capital letters are', async () => {
  const { here, shop, invoice } = await newSale();
  const body = JSON.stringify({ id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' });
  const answer = await sendNotice(here, shop, body, { signature: `sha256=${hmac(body).toUpperCase()}` });
  assert.deepEqual(answer, { status: 200, body: { received: true } });
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
});

test('A1, A8: 403 comes before anything else: before the company, the JSON and the fields', async () => {
  const { here, shop } = await newShop();
  const wrong = { signature: hmac('other') };
  const known = await sendNotice(here, shop, {}, wrong);
  assert.equal(known.status, 403);
  for (const companyId of ['no-company', '%00', '%F0%9F%98%80', `x${'y'.repeat(250)}`, 'z'.repeat(8000)]) {
    assert.deepEqual(await sendNotice(here, shop, {}, { ...wrong, companyId }), known, companyId);
  }
  for (const body of ['no json', '', '[]', '{"id":5}']) {
    assert.deepEqual(await sendNotice(here, shop, body, wrong), known, body);
  }
});

for (const companyId of ['no-company', '%00', '1%27%20or%201%3D1--']) {
  test(`A8: a well signed notice for the unknown company ${companyId} is 404`, async () => {
    const { here, shop } = await newShop();
    const notice = { id: 'X', legalStatus: 'DGI_AUTHORIZED' };
    assert.equal((await sendNotice(here, shop, notice, { companyId })).status, 404);
  });
}

const UNREADABLE: [what: string, body: string, status: number][] = [
  ['nothing', '', 400],
  ['no JSON', 'legalStatus=DGI_AUTHORIZED', 400],
  ['half of a JSON', '{"id":"X","legalStatus":"DGI_AUTHO', 400],
  ['bytes that are no text', '\uFFFD\u0001', 400],
  ['an id that is an object', '{"id":{"$ne":null},"legalStatus":"DGI_AUTHORIZED"}', 400],
  ['an id that is a list', '{"id":["X"],"legalStatus":"DGI_AUTHORIZED"}', 400],
  ['an id that is a number', '{"id":5,"legalStatus":"DGI_AUTHORIZED"}', 400],
  ['an id with a NUL', '{"id":"X\\u0000","legalStatus":"DGI_AUTHORIZED"}', 400],
  ['a CUFE that is true', '{"cufe":true,"legalStatus":"DGI_AUTHORIZED"}', 400],
  ['an id that is too long', JSON.stringify({ id: 'X'.repeat(201), legalStatus: 'DGI_AUTHORIZED' }), 400],
  ['null', 'null', 422],
  ['a list', '[]', 422],
  ['a text', '"DGI_AUTHORIZED"', 422],
  ['neither id nor CUFE', '{"legalStatus":"DGI_AUTHORIZED"}', 422],
  ['an id that says nothing', '{"id":"","cufe":" ","legalStatus":"DGI_AUTHORIZED"}', 422],
  ['no legalStatus', '{"id":"X"}', 422],
  ['a legalStatus that is a list', '{"id":"X","legalStatus":["DGI_AUTHORIZED"]}', 422],
  ['a legalStatus in small letters', '{"id":"X","legalStatus":"dgi_authorized"}', 422],
  ['only inherited fields', '{"__proto__":{"id":"X","legalStatus":"DGI_AUTHORIZED"}}', 422],
  ['half of a surrogate pair', '{"id":"X","legalStatus":"\\ud800"}', 422],
  ['a nest of a hundred thousand lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
  ['a nest of objects', `${'{"id":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 400],
];

for (const [what, body, status] of UNREADABLE) {
  test(`A10, A12: a well signed notice of ${what} is ${status}`, async () => {
    const { here, shop } = await newShop();
    const answer = await sendNotice(here, shop, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(typeof answer.body.error, 'string');
    assertNone(await inboxOf(here, shop), (one) => one.state !== 'REFUSED');
  });
}

test('A10: ten thousand unknown fields are ignored', async () => {
  const { here, shop, invoice } = await newSale();
  const extra = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));
  const notice = { ...extra, id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' };
  assert.equal((await sendNotice(here, shop, notice)).status, 200);
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
});

test('A10: 256 KiB are read, one byte more is 413', async () => {
  const { here, shop } = await newShop();
  const padded = (bytes: number): string => {
    const start = '{"id":"X","legalStatus":"DGI_AUTHORIZED","padding":"';
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  };
  assert.equal((await sendNotice(here, shop, padded(256 * 1024))).status, 200);
  assert.equal((await sendNotice(here, shop, padded(256 * 1024 + 1))).status, 413);
});

for (const contentType of [
  'application/json; charset=utf-8',
  'application/vnd.pac.notice+json',
  'text/plain;charset=UTF-8',
  'application/octet-stream',
  null,
]) {
  test(`a notice is read that calls itself ${contentType ?? 'nothing'}, as senders do who leave that to their library`, async () => {
    const { here, shop, invoice } = await newSale();
    const notice = { id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' };
    assert.equal((await sendNotice(here, shop, notice, { contentType })).status, 200);
    assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
  });
}

for (const contentType of [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/html',
  'application/xml',
]) {
  test(`A10: a well signed notice that calls itself ${contentType} is 400, and changes nothing`, async () => {
    const { here, shop, invoice } = await newSale();
    const notice = { id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' };
    const { status, body } = await sendNotice(here, shop, notice, { contentType });
    assert.equal(status, 400);
    assert.match(body.error, /application\/json/);
    assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
  });
}

for (const message of ['a backslash before u0000: \\u0000', 'a NUL: \0', 'half a pair: \ud83d', '\\', '"', '💶 ñ']) {
  test(`a notice is taken whose message holds ${JSON.stringify(message)}`, async () => {
    const { here, shop, invoice } = await newSale();
    const notice = { id: invoice.documentId, legalStatus: 'DGI_REJECTED', message };
    assert.equal((await sendNotice(here, shop, notice)).status, 200);
    const [reason] = (await readInvoice(shop, invoice.id)).rejectionReasons;
    assert.equal(reason, message.replaceAll('\0', '').toWellFormed().trim());
  });
}

test('A11: a field named __proto__ changes no prototype, and a constructor none either', async () => {
  const { here, shop, invoice } = await newSale();
  const body = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":"${invoice.documentId}","legalStatus":"DGI_AUTHORIZED"}`;
  assert.equal((await sendNotice(here, shop, body)).status, 200);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
});

test('F33: an unknown status is 422, is kept as refused, and changes nothing however often it comes', async () => {
  const { here, shop, invoice } = await newSale();
  const notice = { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_PENDING' };
  for (let time = 0; time < 3; time += 1) assert.equal((await sendNotice(here, shop, notice)).status, 422);
  assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
  const [kept, ...more] = await inboxOf(here, shop);
  assert.deepEqual(more, []);
  assert.equal(kept!.state, 'REFUSED');
  assert.equal(kept!.deliveries, 3);
  assert.deepEqual(kept!.body, notice);
  assert.match(kept!.outcome!, /legalStatus/);
});

test('F29, A6: the same webhook five times is one effect, five times 200, and counted', async () => {
  const { here, shop } = await newShop(worldWithoutPolls());
  here.simulator.nextFault({ name: 'repeatedWebhook', companyId: shop.companyId, operation: 'webhook', count: 5 });
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  const sent = here.simulator.deliveries().filter((one) => one.documentId === invoice.documentId);
  assertEach(sent, (one) => one.status, [200, 200, 200, 200, 200]);
  const inbox = await inboxOf(here, shop);
  assert.equal(inbox.length, 1);
  assert.equal(inbox[0]!.deliveries, 5);
  assert.equal(inbox[0]!.state, 'APPLIED');
  const moves = (await timelineOf(shop, invoice.id)).filter((event) => event.kind === 'LEGAL_STATUS');
  assertEach(moves, (move) => move.detail.to, ['PAC_AUTHORIZED', 'DGI_AUTHORIZED']);
});

test('a notice that comes alone is in the transaction of what it brings about; one that cannot be applied is stored alone', async () => {
  const { here, shop, invoice } = await newSale();
  const says = (legalStatus: string) => JSON.stringify({ id: invoice.documentId, legalStatus, cufe: invoice.cufe });
  const refuses = (what: string) =>
    here.query(what.replaceAll('VERDICT', `verdict_${invoice.id.replaceAll('-', '_')}`));
  await refuses(`create function VERDICT() returns trigger language plpgsql as $$ begin
      if new.id = '${invoice.id}' then raise 'not now'; end if; return new; end $$;
    create trigger VERDICT before update on fiscal_documents for each row execute function VERDICT()`);
  assert.equal((await sendNotice(here, shop, says('DGI_AUTHORIZED'))).status, 200);
  assertEach(await inboxOf(here, shop), ({ state }) => state, ['WAITING']);
  await refuses('drop trigger VERDICT on fiscal_documents; drop function VERDICT()');
  assert.equal((await sendNotice(here, shop, says('DGI_AUTHORIZED'))).status, 200);
  assertEach(await inboxOf(here, shop), ({ state, deliveries }) => [state, deliveries], [['APPLIED', 2]]);
  const { here: other, shop: second, invoice: sale } = await newSale();
  const body = JSON.stringify({ id: sale.documentId, legalStatus: 'DGI_AUTHORIZED', cufe: sale.cufe });
  assert.equal((await sendNotice(other, second, body)).status, 200);
  const found =
    await other.sql`select n.xmin = e.xmin as together, n.outcome, n.document_id, n.processed_at is not null as is_processed
     from pac_notices n join document_events e on e.document_id = n.document_id and e.kind = 'LEGAL_STATUS'
     where n.document_id = ${sale.id} and e.detail ->> 'to' = 'DGI_AUTHORIZED'`;
  assert.deepEqual(found, [
    { together: true, outcome: 'moved to DGI_AUTHORIZED', document_id: sale.id, is_processed: true },
  ]);
});

test('F29: five copies at the same moment are one effect too', async () => {
  const { here, shop, invoice, itemId } = await newSale();
  const notice = { id: invoice.documentId, legalStatus: 'DGI_REJECTED', message: 'no' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendNotice(here, shop, notice)));
  assertEach(answers, (answer) => answer.status, [200, 200, 200, 200, 200]);
  const [kept, ...more] = await inboxOf(here, shop);
  assert.deepEqual(more, []);
  assert.equal(kept!.deliveries, 5);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' }, 'the goods came back once');
});

test('a crowd of notices at once is stored without exception, each once with its count and one duty, and applied', async (t) => {
  // One of its own: while a crowd is worked on, others are answered before theirs is applied.
  const here = await createWorld();
  t.after(() => here.close());
  const shop = await here.tenant();
  const invoices: Answer[] = [];
  for (let nth = 0; nth < 5; nth += 1) invoices.push((await invoicedOrder(shop)).invoice);
  const known = invoices.map(({ documentId: id }) => JSON.stringify({ id, legalStatus: 'DGI_AUTHORIZED' }));
  const early = Array.from({ length: 60 }, (_, nth) =>
    JSON.stringify({ id: `to come ${nth}`, legalStatus: 'PAC_AUTHORIZED' }),
  );
  const crowd = [...known, ...early, ...known, ...early, ...early];
  const answers = await Promise.all(crowd.map((body) => sendNotice(here, shop, body)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  for (const { id } of invoices) {
    await eventually(() => statusOf(shop, id), 'DGI_AUTHORIZED');
  }
  const inbox = await inboxOf(here, shop);
  const counted = Object.groupBy(inbox, ({ state, deliveries }) => `${state} ${deliveries}`);
  // In any order: one whose files are asked for first is stored after others that came later.
  assert.deepEqual(Object.fromEntries(Object.entries(counted).map(([what, rows]) => [what, rows!.length])), {
    'APPLIED 2': 5,
    'WAITING 3': 60,
  });
  // While a duty is taken, the one that follows from it is there already.
  await eventually(
    () =>
      here.sql<{ duties: number }>`select count(job.id)::int as duties
         from pac_notices notice
         left join pgboss.job on job.name = 'process-notice' and job.data->>'noticeId' = notice.id::text
           and job.state in ('created', 'retry', 'active')
         where notice.tenant_id = ${shop.tenant.id} and notice.state = 'WAITING'
         group by notice.id`,
    (notices) => notices.length === 60 && notices.every(({ duties }) => duties === 1),
  );
});

test('F30: PAC_AUTHORIZED after DGI_AUTHORIZED stays DGI_AUTHORIZED, and the late one is kept as stale', async () => {
  const { here, shop } = await newShop(worldWithoutPolls());
  here.simulator.nextFault({ name: 'reorderedWebhook', companyId: shop.companyId, operation: 'webhook' });
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
  const inbox = await inboxOf(here, shop);
  assertEach(inbox, (one) => [one.legal_status, one.state], [
    ['DGI_AUTHORIZED', 'APPLIED'],
    ['PAC_AUTHORIZED', 'STALE'],
  ]);
  const sent = here.simulator.deliveries().filter((one) => one.documentId === invoice.documentId);
  assertEach(sent, (one) => one.status, [200, 200]);
});

test('F31: DGI_REJECTED after DGI_AUTHORIZED flips nothing, and the contradiction is on record', async () => {
  const { here, shop } = await newShop(worldWithoutPolls());
  here.simulator.nextFault({ name: 'contradictoryWebhook', companyId: shop.companyId, operation: 'webhook' });
  const { invoice, itemId } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
  const inbox = await inboxOf(here, shop);
  assertEach(inbox, (one) => [one.legal_status, one.state], [
    ['DGI_AUTHORIZED', 'APPLIED'],
    ['DGI_REJECTED', 'STALE'],
  ]);
  const timeline = await timelineOf(shop, invoice.id);
  const said = timeline.find((event) => event.kind === 'CONTRADICTED');
  assert.partialDeepStrictEqual(said?.detail, { said: 'DGI_REJECTED', stays: 'terminal' });
});

for (const current of [null, ...STATUSES] as const) {
  test(`from ${current ?? 'no status'} each notice leads where the specification's table says`, async () => {
    const { here, shop } = await newShop();
    for (const said of STATUSES) {
      const { invoice } = await lostInvoice(here, shop);
      if (current !== null) {
        await sendNotice(here, shop, { cufe: invoice.expectedCufe, legalStatus: current, message: 'first' });
      }
      assert.equal(await statusOf(shop, invoice.id), current);
      const { status } = await sendNotice(here, shop, {
        cufe: invoice.expectedCufe,
        legalStatus: said,
        message: 'second',
      });
      assert.equal(status, 200);
      assert.equal(await statusOf(shop, invoice.id), after(current, said), `${current} → ${said}`);
    }
  });
}

test('any order of notices ends where the table leads, with the goods where they belong', async () => {
  const { here, shop } = await newShop();
  const orders = fc.sample(fc.array(fc.constantFrom(...STATUSES), { minLength: 2, maxLength: 6 }), {
    numRuns: 8,
    seed: 20,
  });
  for (const order of orders) {
    const { invoice, itemId, pacId } = await lostInvoice(here, shop);
    let expected: Status = null;
    for (const [index, said] of order.entries()) {
      await sendNotice(here, shop, {
        id: pacId,
        cufe: invoice.expectedCufe,
        legalStatus: said,
        message: `notice ${index}`,
      });
      expected = after(expected, said);
    }
    assert.equal(await statusOf(shop, invoice.id), expected, order.join(', '));
    const onHand = expected?.endsWith('_REJECTED') ? '100' : '95';
    assert.deepEqual(await stockOf(shop, itemId), { onHand, available: onHand }, order.join(', '));
  }
});

test('notices of one document at the same moment leave one of the ends that an order of them could', async () => {
  const { here, shop } = await newShop();
  const { invoice, itemId } = await lostInvoice(here, shop);
  const answers = await Promise.all(
    STATUSES.map((legalStatus) => sendNotice(here, shop, { cufe: invoice.expectedCufe, legalStatus })),
  );
  assert.ok(answers.every((answer) => answer.status === 200));
  const status = await eventually(
    () => statusOf(shop, invoice.id),
    (one) => one !== null && one !== 'PAC_AUTHORIZED',
  );
  const onHand = status!.endsWith('_REJECTED') ? '100' : '95';
  assert.deepEqual(await stockOf(shop, itemId), { onHand, available: onHand });
  const inbox = await inboxOf(here, shop);
  assert.ok(inbox.every((one) => one.state === 'APPLIED' || one.state === 'STALE'));
});

test('the database itself refuses to leave a terminal status', async () => {
  const { here, invoice } = await newSale();
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  for (const status of ['DGI_REJECTED', 'PAC_AUTHORIZED', null]) {
    await assert.rejects(
      here.query('update fiscal_documents set legal_status = $2 where id = $1', [invoice.id, status]),
      /may not go from DGI_AUTHORIZED/,
    );
  }
});

test('F28: a notice that overtakes our commit is kept with 200 and applied once the document is known', async () => {
  const { here, shop } = await newShop();
  const { simulator } = here;
  simulator.nextFault({ name: 'webhookIdOnly', companyId: shop.companyId, operation: 'webhook' });
  simulator.nextFault({ name: 'earlyWebhook', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  const [delivery] = simulator.deliveries().filter((one) => one.documentId === invoice.documentId);
  assert.equal(delivery?.status, 200);
  assert.equal(delivery.body.includes('cufe'), false, 'it named nothing that we knew yet');
  assert.equal(invoice.legalStatus, 'DGI_AUTHORIZED');
  const [kept] = await inboxOf(here, shop);
  assert.equal(kept!.state, 'APPLIED');
  const moves = (await timelineOf(shop, invoice.id)).filter((event) => event.kind === 'LEGAL_STATUS');
  assert.equal(moves.filter((move) => move.detail.to === 'DGI_AUTHORIZED').length, 1);
});

test('F28: an early notice with nothing but the CUFE is applied at once, and the answer still brings the id', async () => {
  const { here, shop } = await newShop();
  const { simulator } = here;
  simulator.nextFault({ name: 'webhookCufeOnly', companyId: shop.companyId, operation: 'webhook' });
  simulator.nextFault({ name: 'earlyWebhook', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  assert.equal(invoice.legalStatus, 'DGI_AUTHORIZED');
  assert.equal(invoice.documentId, simulator.documents(shop.companyId)[0]!.id);
  assert.ok(invoice.pacResponse, 'the answer is stored although the notice was first');
  await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
});

test('F28: an early rejection brings the goods back, and the late acceptance takes nothing back', async () => {
  const { shop, invoice, itemId } = await newSale(world(), { clientName: 'Ana PAC_WEBHOOK_EARLY PAC_DGI_REJECT' });
  assert.equal(invoice.legalStatus, 'DGI_REJECTED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
});

test('a notice about an unknown document is 200, kept for a day, and given up after it', async () => {
  const { here, shop } = await newShop();
  const notice = { id: '01KUNKNOWNDOCUMENT00000000', legalStatus: 'DGI_AUTHORIZED' };
  assert.deepEqual(await sendNotice(here, shop, notice), { status: 200, body: { received: true } });
  const [kept] = await here.sql<{ id: string; state: string }>`select id, state from pac_notices
    where tenant_id = ${shop.tenant.id}`;
  assert.equal(kept!.state, 'WAITING');
  const at = (hours: number) => {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
    const handler = jobsOf({ ...here.app, clock }).find(({ job }) => job.name === 'process-notice')!;
    return handler.run({ tenantId: shop.tenant.id, noticeId: kept!.id } as never);
  };
  await at(23);
  assert.equal((await inboxOf(here, shop))[0]!.state, 'WAITING');
  await at(25);
  assert.equal((await inboxOf(here, shop))[0]!.state, 'EXPIRED');
});

test('a notice that waits is applied as soon as another one tells whose it is', async () => {
  const { here, shop } = await newShop();
  const { invoice, pacId } = await lostInvoice(here, shop);
  here.simulator.nextFault({ name: 'http503', companyId: shop.companyId, operation: 'get' });
  await sendNotice(here, shop, { id: pacId, legalStatus: 'DGI_AUTHORIZED' });
  assert.equal(await statusOf(shop, invoice.id), null, 'the id alone is not known to be ours');
  await sendNotice(here, shop, { id: pacId, cufe: invoice.expectedCufe, legalStatus: 'PAC_AUTHORIZED' });
  const settled = await readInvoice(shop, invoice.id);
  assert.equal(settled.legalStatus, 'DGI_AUTHORIZED');
  assert.equal(settled.documentId, pacId);
});

test('A7: through another tenant’s path nothing of this tenant is read or changed', async () => {
  const here = await world();
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const { invoice } = await invoicedOrder(shop);
  const notice = { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_REJECTED' };
  assert.deepEqual(await sendNotice(here, other, notice), { status: 200, body: { received: true } });
  assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
  assert.deepEqual(await inboxOf(here, shop), []);
  assert.equal((await inboxOf(here, other))[0]!.state, 'WAITING');
});

for (const [what, pick] of [
  ['the id alone', ({ documentId }: Answer) => ({ id: documentId })],
  ['the CUFE alone', ({ cufe }: Answer) => ({ cufe })],
] as const) {
  test(`${what} says which document is meant`, async () => {
    const { here, shop, invoice } = await newSale();
    await invoicedOrder(shop);
    await sendNotice(here, shop, { ...pick(invoice), legalStatus: 'DGI_AUTHORIZED' });
    const { invoices } = await shop.get('{ invoices(legalStatus: DGI_AUTHORIZED) { records { id } } }');
    assert.deepEqual(invoices.records, [{ id: invoice.id }]);
  });
}

test('F37: a notice that means a credit note finds it, by id and by CUFE', async () => {
  const { here, shop } = await newShop();
  const credits: string[] = [];
  for (const pick of ['id', 'cufe'] as const) {
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    const { createCredit } = await shop.get(
      'mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, reason: "Returned" }) { id documentId cufe legalStatus } }',
      { id: invoice.id },
    );
    assert.equal(createCredit.legalStatus, 'PAC_AUTHORIZED');
    const name = pick === 'id' ? { id: createCredit.documentId } : { cufe: createCredit.cufe };
    await sendNotice(here, shop, { ...name, legalStatus: 'DGI_AUTHORIZED' });
    credits.push(createCredit.id);
  }
  const { credits: found } = await shop.get('{ credits(legalStatus: DGI_AUTHORIZED) { records { id } } }');
  const ids = new Set(found.records.map((one: Answer) => one.id));
  assert.deepEqual(ids, new Set(credits));
});

test('F38: when the CUFE is ours and the id is not, the notice is parked and nothing moves', async () => {
  const { here, shop, invoice } = await newSale();
  const notice = { id: '01KSOMEBODYELSES0000000000', cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' };
  assert.equal((await sendNotice(here, shop, notice)).status, 200);
  assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
  const [kept] = await inboxOf(here, shop);
  assert.equal(kept!.state, 'PARKED');
  assert.match(kept!.outcome!, /01KSOMEBODYELSES/);
  assert.equal(kept!.document_id, invoice.id);
});

test('F38: when the id is ours and the CUFE is another document’s, the notice is parked too', async () => {
  const { here, shop } = await newShop();
  const first = await invoicedOrder(shop);
  const second = await invoicedOrder(shop);
  const notice = { id: first.invoice.documentId, cufe: second.invoice.cufe, legalStatus: 'DGI_REJECTED' };
  await sendNotice(here, shop, notice);
  assert.equal(await statusOf(shop, first.invoice.id), 'PAC_AUTHORIZED');
  assert.equal(await statusOf(shop, second.invoice.id), 'PAC_AUTHORIZED');
  assert.equal((await inboxOf(here, shop))[0]!.state, 'PARKED');
});

test('A9: headers that name an actor are ignored: the actor is service:pac-webhook', async () => {
  const { here, shop, invoice } = await newSale();
  const headers = {
    'x-user-id': 'mallory',
    'x-user-name': 'mallory',
    authorization: `Bearer ${await shop.token('admin')}`,
  };
  await sendNotice(here, shop, { id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' }, { headers });
  const timeline = await timelineOf(shop, invoice.id);
  const move = timeline.find((event) => event.kind === 'LEGAL_STATUS' && event.detail.to === 'DGI_AUTHORIZED');
  assert.equal(move?.actor, 'service:pac-webhook');
  assert.equal(timeline[0]!.actor, 'user:admin-user');
  const plain = { INTENT: 'admin-user', LEGAL_STATUS: 'pac-webhook' };
  for (const [kind, actor] of Object.entries(plain)) {
    await here.sql`update document_events set actor = ${actor} where document_id = ${invoice.id} and kind = ${kind}`;
  }
  const before = await timelineOf(shop, invoice.id);
  // On a busy machine the worker may ask the PAC before the notice comes.
  const actors = before.map(({ actor }) => actor).filter((actor) => actor !== 'service:pac-poll');
  assert.deepEqual(new Set(actors), new Set(['user:admin-user', 'service:system', 'service:pac-webhook']));
});

test('a forged notice before the true one changes nothing', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'forgedWebhook', companyId: shop.companyId, operation: 'webhook' });
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  const sent = here.simulator.deliveries().filter((one) => one.documentId === invoice.documentId);
  assert.equal(sent[0]!.status, 403);
  assert.equal(sent.at(-1)!.status, 200);
  assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
  assert.equal((await inboxOf(here, shop)).length, 1);
});

test('with a shared secret', async (t) => {
  const here = await createWorld({ env: { PAC_WEBHOOK_SIGNATURE: 'shared-secret', PAC_POLL_INTERVAL_MS: '3600000' } });
  t.after(() => here.close());
  const { simulator } = here;
  const signed = { signature: PAC_WEBHOOK_SECRET };
  const gets = (shop: TestTenant) =>
    simulator.calls().filter((one) => one.companyId === shop.companyId && one.operation === 'get').length;
  /** One whose PDF is there, so that nothing but a notice makes the PAC be asked. */
  const printedOrder = async (shop: TestTenant): Promise<Answer> => {
    const sold = await invoicedOrder(shop);
    await untilInvoice(shop, sold.invoice.id, (one) => one.pdf !== null);
    return sold;
  };

  await t.test('the secret itself is the signature, and an HMAC is none', async () => {
    const shop = await here.tenant();
    const { invoice } = await invoicedOrder(shop);
    const notice = { id: invoice.documentId, legalStatus: 'PAC_AUTHORIZED' };
    assert.equal((await sendNotice(here, shop, notice)).status, 403);
    assert.equal((await sendNotice(here, shop, notice, { signature: `${PAC_WEBHOOK_SECRET}x` })).status, 403);
    assert.equal((await sendNotice(here, shop, notice, signed)).status, 200);
  });

  await t.test('A13: a terminal status is confirmed by asking the PAC', async () => {
    const shop = await here.tenant();
    const { invoice } = await printedOrder(shop);
    const before = gets(shop);
    simulator.nextFault({ name: 'pdfNotReady', companyId: shop.companyId, times: 'always' });
    await simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    assert.equal(await statusOf(shop, invoice.id), 'DGI_AUTHORIZED');
    assert.ok(gets(shop) > before);
  });

  await t.test(
    'A13: a status that the PAC does not confirm is not applied; the truth still is when it comes',
    async () => {
      const shop = await here.tenant();
      const { invoice } = await printedOrder(shop);
      const before = gets(shop);
      for (const legalStatus of ['DGI_AUTHORIZED', 'DGI_REJECTED']) {
        const { status } = await sendNotice(here, shop, { id: invoice.documentId, legalStatus }, signed);
        assert.equal(status, 200);
      }
      assert.equal(gets(shop), before + 2);
      assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
      assertEach(await inboxOf(here, shop), (one) => one.state, ['WAITING', 'WAITING']);
      await simulator.verdict(invoice.documentId, 'DGI_REJECTED');
      assert.equal(await statusOf(shop, invoice.id), 'DGI_REJECTED');
    },
  );

  await t.test('a PAC that cannot be asked confirms nothing', async () => {
    const shop = await here.tenant();
    // A question about its PDF would meet the fault in the place of the notice's.
    const { invoice } = await printedOrder(shop);
    simulator.nextFault({ name: 'http503', companyId: shop.companyId, operation: 'get', times: 'always' });
    await simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    assert.equal(await statusOf(shop, invoice.id), 'PAC_AUTHORIZED');
    assert.equal((await inboxOf(here, shop))[0]!.state, 'WAITING', 'it is tried again later');
  });

  await t.test('P8: a tenant whose PAC takes its time to confirm delays no notice of another', async () => {
    const [slow, quick] = [await here.tenant(), await here.tenant()];
    const awaited: Answer[] = [];
    for (let nth = 0; nth < 8; nth += 1) awaited.push((await invoicedOrder(slow)).invoice);
    const { invoice } = await invoicedOrder(quick);
    const silence = { name: 'slowAnswer', operation: 'get', companyId: slow.companyId, ms: 10_000 } as const;
    simulator.setKnobs({ standingFaults: [silence] });
    let answered = 0;
    const notices = awaited.map(async ({ documentId: id }) => {
      await sendNotice(here, slow, { id, legalStatus: 'DGI_REJECTED' }, signed);
      answered += 1;
    });
    // At most so many notices of one tenant are asked about at a time; the others are answered without it.
    await eventually(
      async () => answered,
      (count) => count >= 4,
    );
    await simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    assert.equal(await statusOf(quick, invoice.id), 'DGI_AUTHORIZED');
    simulator.setKnobs({ standingFaults: [] });
    await Promise.all(notices);
  });

  await t.test('the PAC’s word about another document confirms nothing about ours', async () => {
    const shop = await here.tenant();
    const { invoice } = await lostInvoice(here, shop);
    // A document of the same company that we never heard of, and that the DGI has authorized.
    const information = { ...invoice.pacInput.information, numeration: '0000009999', securityCode: '123456789' };
    const response = await fetch(`${simulator.url}/pan/v1/invoices?idCompany=${shop.companyId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...invoice.pacInput, information }),
    });
    const accepted: Answer = await response.json();
    const stranger = accepted.document.id;
    await simulator.verdict(stranger, 'DGI_AUTHORIZED', { webhook: false });
    const notice = { id: stranger, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' };
    assert.equal((await sendNotice(here, shop, notice, signed)).status, 200);
    const unchanged = await readInvoice(shop, invoice.id);
    assert.equal(unchanged.legalStatus, null);
    assert.equal(unchanged.documentId, null);
  });
});

test('the inbox shows what came, newest first, and what became of it', async () => {
  const { here, shop, invoice } = await newSale();
  const first = { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' };
  for (const notice of [first, first, { ...first, legalStatus: 'DGI_REJECTED' }, { ...first, legalStatus: 'MAYBE' }]) {
    await sendNotice(here, shop, notice);
  }
  const NOTICES = `query ($limit: Int!, $offset: Int! = 0) { pacNotices(limit: $limit, offset: $offset) {
    totalCount records { legalStatus state deliveries documentId documentKind documentNumber } } }`;
  const of = { documentId: invoice.id, documentKind: 'INVOICE', documentNumber: invoice.number };
  const { pacNotices } = await shop.get(NOTICES, { limit: 2 });
  assert.equal(pacNotices.totalCount, 3);
  assert.deepEqual(pacNotices.records, [
    { legalStatus: null, state: 'REFUSED', deliveries: 1, documentId: null, documentKind: null, documentNumber: null },
    { legalStatus: 'DGI_REJECTED', state: 'STALE', deliveries: 1, ...of },
  ]);
  assert.deepEqual((await shop.get(NOTICES, { limit: 25, offset: 2 })).pacNotices.records, [
    { legalStatus: 'DGI_AUTHORIZED', state: 'APPLIED', deliveries: 2, ...of },
  ]);
  const neighbour = await here.tenant();
  assert.deepEqual((await neighbour.get(NOTICES, { limit: 25 })).pacNotices, { totalCount: 0, records: [] });
});
