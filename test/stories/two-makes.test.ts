// A company with two makes of PAC: Alanube, and The Factory HKA while that one is silent; each by its own adapter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { lookAtQuotasOf } from '../../src/certification/watch/look-at-quotas.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import { findTenant, ofTenant } from '../../src/tenancy/index.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { createWorld, type Answer, type World } from '../support/world.ts';

const HOUR = 3_600_000;
const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };
const UPDATE =
  'mutation ($input: UpdateTenantInput!) { updateTenant(input: $input) { pacMake secondPacMake secondPacCompanyId secondPacAfterSeconds } }';

let hka: Simulator;
let here: World;

before(async () => {
  hka = await startSimulator({ pac: 'hka', apiKey: 'clave', webhookSecret: 'secret' });
  here = await createWorld({ works: false, env: { PAC_ADDRESSES: `hka=${hka.url}/api` } });
});
after(() => hka.close());

/** The first PAC answers nothing, and its breaker has been open for so long. */
async function silence(companyId: string, seconds: number): Promise<void> {
  here.simulator.setKnobs({ standingFaults: [{ name: 'http503', companyId }] });
  const at = new Date(Date.now() - seconds * 1000).toISOString();
  const breaker = {
    ...{ state: 'OPEN', failures: 10, failedAt: at, cause: 'silent', openSince: at, retryAt: at },
    ...{ probes: 1, isRefused: false, companies: [companyId] },
  };
  await here.sql`insert into pac_breakers (base_url, company_id, breaker)
    values (${here.simulator.url}, ${companyId}, ${JSON.stringify(breaker)})
     on conflict (base_url, company_id) do update set breaker = excluded.breaker`;
  here.clock.offsetMs += 1_100;
}

test('an admin sets the second account, which is tried; it takes what the first one cannot', async () => {
  const shop = await here.tenant();
  const second = `${shop.companyId}-hka`;
  hka.setCompany({ companyId: second, ...RUC, user: 'usuario' });
  const account = { secondPacMake: 'HKA', secondPacCompanyId: second, secondPacAfterSeconds: 60 };
  const set = (more: object) => ({ input: { ...account, ...more } });
  assert.equal((await shop.refusal(UPDATE, set({ secondPacApiKey: 'clave' }))).code, 'BAD_USER_INPUT', 'no user');
  const wrong = set({ secondPacUser: 'usuario', secondPacApiKey: 'otra' });
  const { errors } = await shop.ask(UPDATE, wrong);
  const { code, field } = errors![0]!.extensions as Answer;
  assert.deepEqual([code, field], ['BAD_USER_INPUT', 'secondPacApiKey']);
  const { updateTenant: now } = await shop.get(UPDATE, set({ secondPacUser: 'usuario', secondPacApiKey: 'clave' }));
  assert.deepEqual(now, { pacMake: 'ALANUBE', ...account });
  here.clock.offsetMs += 6_000;

  await silence(shop.companyId, 90);
  const { invoice } = await invoicedOrder(shop);
  assert.match((await readInvoice(shop, invoice.id)).legalStatus, /AUTHORIZED/);
  const query = 'query ($id: UUID!) { invoice(id: $id) { pacMake pacCompanyId } }';
  const { invoice: told } = await shop.get(query, { id: invoice.id });
  assert.deepEqual(told, { pacMake: 'HKA', pacCompanyId: second });
  assert.equal(hka.documents(second).length, 1);
  assert.equal(here.simulator.documents(shop.companyId).length, 0);

  await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
  const { files, cufe } = await readInvoice(shop, invoice.id);
  assert.deepEqual([files.length, cufe], [2, hka.documents(second)[0]!.cufe], 'PDF and XML, by the CUFE');
  // It has not been silent for long, so its own next document would wait for it.
  await silence(shop.companyId, 10);
  const asked = () => here.callsOf(shop).length;
  const before = asked();
  const VOID = 'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "Error en los datos") { voidState } }';
  assert.equal((await shop.get(VOID, { id: invoice.id })).voidInvoice.voidState, 'DONE');
  assert.equal(asked(), before, 'the silent PAC is not asked first');
  assert.ok(hka.documents(second)[0]!.voided);

  await lookAtQuotasOf(ofTenant(here.app, (await findTenant(here.app, shop.tenant.id))!));
  here.clock.offsetMs += 6_000;
  const { pacAccounts } = await shop.get('{ pacAccounts { make quota { left total } connection { isAccepted } } }');
  const [, { make, quota, connection }] = pacAccounts;
  assert.deepEqual([make, connection.isAccepted, quota.left > 0 && quota.left <= quota.total], ['HKA', true, true]);
});

test('what the second one would refuse waits for the first, and its number is not burned', async () => {
  const shop = await here.tenant();
  const second = `${shop.companyId}-hka`;
  hka.setCompany({ companyId: second, ...RUC, user: 'otro' });
  const account = { secondPacMake: 'HKA', secondPacCompanyId: second, secondPacAfterSeconds: 60 };
  await shop.get(UPDATE, { input: { ...account, secondPacUser: 'otro', secondPacApiKey: 'clave' } });
  here.clock.offsetMs += 6_000;
  await silence(shop.companyId, 90);
  const itemId = await newItem(shop, { stock: '10' });
  const taxpayer = { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' };
  const sold = async (more: object) => {
    const clientId = await newClient(shop, 'Istmo', more);
    return invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
  };
  const waiting = await sold(taxpayer);
  assert.deepEqual([waiting.submissionState, waiting.legalStatus], ['PENDING', null]);
  assert.equal(hka.counts().filter((one) => one.companyId === second).length, 0, 'it has not left');
  const other = await sold({ name: 'Ana' });
  assert.match(other.legalStatus, /AUTHORIZED/);
  assert.equal(hka.documents(second).length, 1);

  here.simulator.setKnobs({ standingFaults: [] });
  await here.query('delete from pac_breakers');
  here.clock.offsetMs += 1_100;
  await here.query('update pac_requests set not_before = null where tenant_id = $1', [shop.tenant.id]);
  await jobsOf(here.app)
    .find(({ job }) => job.name === 'submit')!
    .run({ tenantId: shop.tenant.id, documentId: waiting.id } as never);
  assert.equal((await readInvoice(shop, waiting.id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal(here.simulator.documents(shop.companyId).length, 1);
});

test('a void has the hours of the PAC that has the document, whichever is the first one', async () => {
  const shop = await here.tenant();
  const second = `${shop.companyId}-hka`;
  hka.setCompany({ companyId: second, ...RUC, user: 'tercero' });
  const { invoice: atFirst } = await invoicedOrder(shop);
  const account = { secondPacMake: 'HKA', secondPacCompanyId: second, secondPacAfterSeconds: 60 };
  await shop.get(UPDATE, { input: { ...account, secondPacUser: 'tercero', secondPacApiKey: 'clave' } });
  here.clock.offsetMs += 6_000;
  await silence(shop.companyId, 90);
  const { invoice: atSecond } = await invoicedOrder(shop);
  here.simulator.setKnobs({ standingFaults: [] });
  await here.query('delete from pac_breakers');
  here.clock.offsetMs += 1_100;
  const now = Math.floor(here.clock.now().getTime() / 1000) * 1000;
  const windows = [
    { id: atFirst.id, hours: 182 },
    { id: atSecond.id, hours: 168 },
  ].map((one) => ({ ...one, issued: now - (one.hours - 20) * HOUR, deadline: now + 20 * HOUR }));
  for (const { id, issued } of windows) {
    const day = new Date(issued - 5 * HOUR).toISOString().slice(0, 10);
    const at = new Date(issued).toISOString();
    await here.sql`update invoices set issued_at = ${at}, issue_day = ${day}, fiscal_day = null where id = ${id}`;
    await here.sql`update fiscal_documents set legal_status = 'DGI_AUTHORIZED', awaits_pdf = true
      where id = ${id} and legal_status = 'PAC_AUTHORIZED'`;
  }

  const until = 'query ($id: UUID!) { invoice(id: $id) { issuedAt actions { name isAllowed until } } }';
  for (const { id, deadline } of windows) {
    const { actions } = (await shop.get(until, { id })).invoice;
    const voiding = actions.find(({ name }: Answer) => name === 'voidInvoice');
    assert.deepEqual([voiding.isAllowed, Date.parse(voiding.until)], [true, deadline]);
  }
  const needed = async (): Promise<Record<string, number>> => {
    const asked = '{ today { needs(kinds: [VOID_WINDOW]) { records { id deadline } } } }';
    const records = (await shop.get(asked)).today.needs.flatMap((need: Answer) => need.records);
    return Object.fromEntries(records.map(({ id, deadline }: Answer) => [id, Date.parse(deadline)]));
  };
  const expected = Object.fromEntries(windows.map(({ id, deadline }) => [id, deadline]));
  assert.deepEqual(await needed(), expected);
  const { openDocuments } = await shop.get('{ openDocuments { documentId deadline } }');
  const [first, other] = windows.map(({ id }) => openDocuments.find(({ documentId }: Answer) => documentId === id));
  // Counted from the day of issue that was sent, which is that of just now.
  const apart = Date.parse(first.deadline) - Date.parse(other.deadline);
  assert.ok(Math.abs(apart - 14 * HOUR) < 60_000, String(apart));

  const voidAt = async (id: string, at: number) =>
    voidInvoice(
      ofTenant({ ...here.app, clock: { now: () => new Date(at) } }, (await findTenant(here.app, shop.tenant.id))!),
      id,
      'El cliente no lo quiso',
      'user:ana',
    );
  for (const { id, hours, deadline } of windows)
    await assert.rejects(voidAt(id, deadline + 1000), new RegExp(`more than ${hours} hours ago`));
  for (const { id, deadline } of windows) assert.equal((await voidAt(id, deadline)).invoice_status, 'VOID');
  assert.deepEqual(await needed(), {});
});
