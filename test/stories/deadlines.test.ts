// Deadlines: the last day that actions say, needs before it, and the calendar of them, read here by a parser of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import { invoicedOrder } from '../support/business.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days of Panama, whose clock is five hours behind UTC all year. */
const dayOf = (at: number) => new Date(at - 5 * HOUR).toISOString().slice(0, 10);
const NEEDS = `{ today { needs(kinds: [VOID_WINDOW, CREDIT_WINDOW, CONTINGENCY_ENDS, DECLARATION]) {
  kind count records { id name day deadline } } } }`;

async function needsOf(shop: TestTenant): Promise<Record<string, Answer[]>> {
  const { today } = await shop.get(NEEDS);
  return Object.fromEntries(today.needs.map(({ kind, records }: Answer) => [kind, records]));
}

async function issuedAt(here: World, id: string, at: number): Promise<void> {
  for (const table of ['invoices', 'credits'])
    await here.query(
      `update ${table} set issued_at = $2, issue_day = ($2::timestamptz at time zone 'America/Panama')::date, fiscal_day = null where id = $1`,
      [id, new Date(at).toISOString()],
    );
}

interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

/** Content lines of RFC 5545, each checked: CRLF at each end, at most 75 octets, unfolded as bytes. */
function propertiesOf(file: string): Property[] {
  assert.ok(file.endsWith('\r\n'));
  const physical = file.slice(0, -2).split('\r\n');
  for (const line of physical) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.doesNotMatch(line, /[\r\n\uFFFD]/);
  }
  return physical
    .join('\r\n')
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => {
      const [, head, value] = /^([^:]+):(.*)$/s.exec(line)!;
      const [name, ...parameters] = head!.split(';');
      return { name: name!, parameters: Object.fromEntries(parameters.map((one) => one.split('='))), value: value! };
    });
}

type Event = Record<string, Property>;

function eventsOf(file: string): Event[] {
  const properties = propertiesOf(file);
  assert.deepEqual([properties[0]!.value, properties.at(-1)!.value], ['VCALENDAR', 'VCALENDAR']);
  const open: string[] = [];
  const events: Event[] = [];
  for (const property of properties) {
    if (property.name === 'BEGIN') {
      open.push(property.value);
      if (property.value === 'VEVENT') events.push({});
    } else if (property.name === 'END') assert.equal(open.pop(), property.value);
    else if (open.at(-1) === 'VEVENT') {
      assert.ok(!(property.name in events.at(-1)!), `${property.name} stands once`);
      events.at(-1)![property.name] = property;
    }
  }
  assert.deepEqual(open, []);
  for (const event of events)
    for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY']) assert.ok(name in event, name);
  return events;
}

const plain = ({ value }: Property) => value.replaceAll(/\\([\\;,nN])/g, (_, one) => (/n/i.test(one) ? '\n' : one));

async function calendar(here: World, address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${here.url}${address}`, { headers });
}

async function fileOf(here: World, address: string): Promise<string> {
  const response = await calendar(here, address);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type')!, /^text\/calendar; charset=utf-8$/);
  return response.text();
}

const CREDIT = 'createCredit { id number }';

async function addressOf(shop: TestTenant): Promise<{ id: string; calendar: string }> {
  await shop.get('mutation { createApiToken(userName: "contador", roles: [viewer]) { apiToken { id } } }');
  const apiTokens = await shop.call('apiTokens { id userName calendar }');
  return apiTokens.find(({ userName }: Answer) => userName === 'contador');
}

test('the last day of a credit note is needed before it passes, in Panama, and stands in the calendar', async () => {
  const { here, shop } = await newShop(quietWorld());
  const now = Date.now();
  const names = [
    'Sólo; coma, «ñandú» y más: una razón social que no cabe en una línea de setenta y cinco octetos, S.A.',
  ];
  const { invoice } = await invoicedOrder(shop, { clientName: names[0]! });
  const { invoice: paid } = await invoicedOrder(shop);
  const { invoice: early } = await invoicedOrder(shop);
  for (const { id, documentId } of [invoice, paid, early]) {
    await here.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
    await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [id]);
  }
  const internal = await shop.call(CREDIT, { invoiceId: early.id, mode: 'PROFORM', reason: 'Todo' });
  await shop.call('registerPayment', { invoiceId: paid.id, amount: paid.total });
  assert.equal((await needsOf(shop))['CREDIT_WINDOW'], undefined);
  // The first instant of a day in Panama: the day that it was is not that of UTC.
  const midnight = Date.parse(`${dayOf(now)}T05:00:00Z`);
  await issuedAt(here, invoice.id, midnight - 175 * DAY - 1000);
  await issuedAt(here, paid.id, midnight - 175 * DAY);
  await issuedAt(here, early.id, midnight - 173 * DAY);
  const last = dayOf(midnight + 4 * DAY);
  const { CREDIT_WINDOW: found } = await needsOf(shop);
  assert.deepEqual(Object.fromEntries(found!.map(({ id, day, deadline }) => [id, [day, deadline]])), {
    [invoice.id]: [last, null],
    [early.id]: [dayOf(midnight + 7 * DAY), null],
  });
  await issuedAt(here, early.id, midnight - 172 * DAY);
  assert.deepEqual(
    (await needsOf(shop))['CREDIT_WINDOW']!.map(({ id }) => id),
    [invoice.id],
  );
  await shop.call('applyCredit', { creditId: internal.id });
  await issuedAt(here, early.id, midnight - 175 * DAY);
  const waiting = (await needsOf(shop))['CREDIT_WINDOW']!.map(({ id }) => id);
  assert.ok(waiting.includes(early.id), 'its note is applied, and not at the DGI');
  await issuedAt(here, early.id, midnight - 172 * DAY);
  const actionsOf = async (kind: string, id: string) =>
    (await shop.get(`query ($id: UUID!) { document: ${kind}(id: $id) { actions { name until } } }`, { id })).document
      .actions as Answer[];
  const until = (await actionsOf('credit', internal.id)).find(({ name }) => name === 'convertCreditToDgi')!.until;
  assert.equal(Date.parse(until), midnight + 9 * DAY - 1000, 'the last second of its 180th day');

  const { calendar: address, id } = await addressOf(shop);
  const file = await fileOf(here, address);
  const event = eventsOf(file).find(({ UID }) => UID!.value.includes(invoice.id))!;
  assert.deepEqual(event['DTSTART'], {
    ...{ name: 'DTSTART', parameters: { VALUE: 'DATE' }, value: last.replaceAll('-', '') },
  });
  assert.equal(plain(event['DESCRIPTION']!), names[0]);
  assert.equal(plain(event['SUMMARY']!), `Último día para una nota de crédito de ${invoice.number}`);
  assert.equal(await fileOf(here, address), file, 'nothing changes by itself');
  assert.match(plain(eventsOf(await fileOf(here, `${address}&lang=en`))[0]!['SUMMARY']!), /^Last/);
  await issuedAt(here, invoice.id, midnight - 181 * DAY);
  assert.equal((await needsOf(shop))['CREDIT_WINDOW'], undefined, 'what is over is no deadline');

  for (const wrong of [
    `${address}x`,
    address.slice(0, -1),
    '/calendar.ics?key=1.2.3',
    '/calendar.ics?key=&key=2',
    '/calendar.ics',
  ])
    assert.equal((await calendar(here, wrong)).status, 401, wrong);
  const { shop: other } = await newShop(quietWorld());
  const theirs = await addressOf(other);
  const mixed = theirs.calendar.replace(other.tenant.id, shop.tenant.id);
  assert.equal((await calendar(here, mixed)).status, 401, 'the token of another company');
  assert.ok(!(await fileOf(here, theirs.calendar)).includes('BEGIN:VEVENT'));
  const signedIn = { authorization: `Bearer ${await shop.token('viewer')}` };
  assert.equal((await calendar(here, '/calendar.ics', signedIn)).status, 200);
  await here.query(`update api_tokens set role = 'cashier' where id = $1`, [id]);
  assert.equal((await calendar(here, address)).status, 401, 'a cashier reads no documents of others, by no address');
  await here.query(`update api_tokens set role = 'viewer' where id = $1`, [id]);
  const ends = (at: string) => here.query(`update api_tokens set expires_at = ${at} where id = $1`, [id]);
  await ends(`now() - interval '1 second'`);
  assert.equal((await calendar(here, address)).status, 401, 'it is over with the token');
  await ends(`now() + interval '1 day'`);
  assert.equal((await calendar(here, address)).status, 200);
  await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id });
  assert.equal((await calendar(here, address)).status, 401, 'it ends with the token');
});

test('a void and a contingency have their instant, on the clock of Panama', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice } = await invoicedOrder(shop);
  await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [invoice.id]);
  const issued = Math.floor(Date.now() / 1000) * 1000 - (182 - 20) * HOUR;
  await issuedAt(here, invoice.id, issued);
  const started = new Date(Math.floor(Date.now() / 1000) * 1000 - 49 * HOUR);
  await shop.call('startContingency', { reason: 'El PAC no responde hoy', startedAt: started.toISOString() });
  const found = await needsOf(shop);
  assert.equal(Date.parse(found['VOID_WINDOW']![0]!.deadline), issued + 182 * HOUR);
  assert.equal(Date.parse(found['CONTINGENCY_ENDS']![0]!.deadline), started.getTime() + 72 * HOUR);
  const events = eventsOf(await fileOf(here, (await addressOf(shop)).calendar));
  for (const [kind, end] of [
    ['void_window', issued + 182 * HOUR],
    ['contingency_ends', started.getTime() + 72 * HOUR],
  ] as const) {
    const { DTSTART } = events.find(({ UID }) => UID!.value.startsWith(kind))!;
    assert.deepEqual(DTSTART!.parameters, { TZID: 'America/Panama' });
    const wall = new Date(end - 5 * HOUR).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    assert.equal(DTSTART!.value, wall);
  }
  await shop.get('mutation { explainContingency(explanation: "El proveedor sigue caído hoy") { id } }');
  assert.equal((await needsOf(shop))['CONTINGENCY_ENDS'], undefined);
  const strict = { ...here.app, pac: { ...here.app.pac, profileOf: () => ({ ...here.app.pac, voidHours: 150 }) } };
  await assert.rejects(
    voidInvoice(ofTenant(strict, shop.tenant), invoice.id, 'El cliente no lo quiso', 'user:ana'),
    /issued more than 150 hours ago/,
  );
});

test('a month in which something was sold is declared until the 15th, by the clock of Panama', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice: sold } = await invoicedOrder(shop);
  const { calendar: address } = await addressOf(shop);
  const today = dayOf(Date.now());
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const declared = new Date(Date.UTC(year, month - 1 + (day > 15 ? 1 : 0), 15)).toISOString().slice(0, 10);
  // Sold in the month that is declared then.
  await issuedAt(here, sold.id, Date.parse(`${declared}T12:00:00Z`) - 20 * DAY);
  const file = await fileOf(here, address);
  const events = eventsOf(file).filter(({ UID }) => UID!.value.startsWith('declaration'));
  assert.deepEqual(
    events.map(({ DTSTART }) => DTSTART!.value),
    Date.parse(declared) - Date.now() < 45 * DAY ? [declared.replaceAll('-', '')] : [],
  );
  await eventually(
    () => needsOf(shop),
    ({ DECLARATION: found }) => (found !== undefined) === Date.parse(declared) - Date.parse(today) <= 5 * DAY,
  );
});
