// The allowed actions of a document are those that work: each action against the mutation of its name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import {
  invoice as issue,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  newSale,
  readInvoice,
} from '../support/business.ts';
import { postGraphql } from '../support/serving.ts';
import { createWorld, eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const REASON = 'The client gave the order twice';
const MUTATIONS: Record<string, string> = {
  registerPayment: 'registerPayment(invoiceId: $id, amount: "1")',
  voidInvoice: `voidInvoice(invoiceId: $id, reason: "${REASON}")`,
  cancelInvoice: 'cancelInvoice(invoiceId: $id)',
  applyCredit: 'applyCredit(creditId: $id)',
  convertCreditToDgi: 'convertCreditToDgi(creditId: $id)',
  voidCredit: `voidCredit(creditId: $id, reason: "${REASON}")`,
  cancelCredit: 'cancelCredit(creditId: $id)',
  convertInvoiceToDgi: 'convertInvoiceToDgi(invoiceId: $id)',
  checkDocument: 'checkDocument(documentId: $id)',
  settleSubmission: `settleSubmission(documentId: $id, notReceivedReason: "${REASON}")`,
  resolveParked: 'resolveParked(documentId: $id, note: "Looked at")',
};

type Kind = 'invoice' | 'credit';

interface Action {
  name: string;
  isAllowed: boolean;
  because: string | null;
  until: string | null;
  mode: string;
}

const ACTIONS = 'actions { name isAllowed because until }';

function mutationOf(kind: Kind, name: string, mode: string): string {
  const type = kind === 'invoice' ? 'INVOICE' : 'CREDIT_NOTE';
  if (name === 'attachPacPdf') return `attachPacPdf(sourceId: $id, sourceType: ${type})`;
  const note = mode === 'DGI' ? 'DGI' : 'PROFORM';
  if (name === 'createDebitNote')
    return `createDebitNote(input: { invoiceId: $id, mode: ${note}, reason: "Late", lines: [{ description: "Interest", unitPrice: "1", taxRate: "7" }] })`;
  if (name !== 'createCredit') return MUTATIONS[name]!;
  return `createCredit(input: { invoiceId: $id, mode: ${note}, reason: "Returned" })`;
}

async function actionsOf(shop: TestTenant, kind: Kind, id: string, role?: 'viewer' | 'operator'): Promise<Action[]> {
  const data = await shop.get(`query ($id: UUID!) { document: ${kind}(id: $id) { mode ${ACTIONS} } }`, { id }, role);
  return data.document.actions.map((action: Omit<Action, 'mode'>) => ({ ...action, mode: data.document.mode }));
}

/** A repeated act returns its first answer, so the mutation does not refuse it. */
const DONE = / already$|is being voided|waits for no operator/;

/** Each action that is not allowed is refused by its mutation in the same words; answers the names of those that are. */
async function compare(shop: TestTenant, kind: Kind, id: string, role?: 'viewer' | 'operator'): Promise<string[]> {
  const actions = await actionsOf(shop, kind, id, role);
  for (const { name, isAllowed, because, mode } of actions) {
    assert.equal(isAllowed, because === null, name);
    if (because === null || DONE.test(because)) continue;
    const field = name === 'attachPacPdf' ? '{ id }' : '{ __typename }';
    const mutation = `mutation ($id: UUID!) { ${mutationOf(kind, name, mode)} ${field} }`;
    const { message } = await shop.refusal(mutation, { id }, role);
    assert.equal(message, because, name);
  }
  return actions
    .filter(({ isAllowed }) => isAllowed)
    .map(({ name }) => name)
    .toSorted();
}

async function credited(shop: TestTenant, invoiceId: string, mode: 'DGI' | 'PROFORM'): Promise<string> {
  return (await shop.call('createCredit', { invoiceId, mode, reason: 'All of it came back' })).id;
}

const INVOICES: [string, (here: World, shop: TestTenant) => Promise<Answer>, string[]][] = [
  [
    'internal',
    async (_here, shop) => (await invoicedOrder(shop, { mode: 'PROFORM' })).invoice,
    ['cancelInvoice', 'convertInvoiceToDgi', 'createCredit', 'createDebitNote', 'registerPayment'],
  ],
  [
    'authorized by the PAC, without its PDF',
    async (here, shop) => {
      here.simulator.nextFault({ name: 'pdfNotReady', companyId: shop.companyId, times: 1_000 });
      return (await invoicedOrder(shop)).invoice;
    },
    ['attachPacPdf', 'checkDocument', 'registerPayment', 'voidInvoice'],
  ],
  [
    'authorized by the DGI, with its PDF',
    async (here, shop) => {
      const { invoice } = await invoicedOrder(shop);
      await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
      const settled =
        "select id from fiscal_documents where id = $1 and legal_status = 'DGI_AUTHORIZED' and not awaits_pdf";
      await eventually(() => here.query(settled, [invoice.id]), { length: 1 });
      return readInvoice(shop, invoice.id);
    },
    ['createCredit', 'createDebitNote', 'registerPayment', 'voidInvoice'],
  ],
  [
    'credited as a whole inside the house',
    async (_here, shop) => {
      const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM' });
      await credited(shop, invoice.id, 'PROFORM');
      return invoice;
    },
    ['createDebitNote', 'registerPayment'],
  ],
  [
    'rejected',
    async (_here, shop) => (await invoicedOrder(shop, { clientName: 'PAC_REJECT' })).invoice,
    ['cancelInvoice'],
  ],
  [
    'void',
    async (_here, shop) => {
      const { invoice } = await invoicedOrder(shop);
      const mutation = `mutation ($id: UUID!) { ${MUTATIONS['voidInvoice']} { id } }`;
      return (await shop.get(mutation, { id: invoice.id })).voidInvoice;
    },
    [],
  ],
  [
    'whose state is unknown',
    async (_here, shop) => (await invoicedOrder(shop, { clientName: 'PAC_LOST_ANSWER' })).invoice,
    ['checkDocument', 'registerPayment', 'settleSubmission', 'voidInvoice'],
  ],
];

for (const [what, make, expected] of INVOICES) {
  test(`an invoice that is ${what} allows what its mutations do, and they refuse the rest in the same words`, async () => {
    const { here, shop } = await newShop();
    const { id } = await make(here, shop);
    const allowed = (await compare(shop, 'invoice', id)).filter((name) => !isRacing(what, name));
    assert.deepEqual(
      allowed,
      expected.filter((name) => !isRacing(what, name)),
    );
  });
}

/** The PDF may come between the question and the answer. */
function isRacing(what: string, name: string): boolean {
  return what === 'void' && (name === 'attachPacPdf' || name === 'checkDocument');
}

test('a credit allows what its mutations do', async () => {
  const { here, shop, invoice } = await newSale(world(), { mode: 'PROFORM' });
  const id = await credited(shop, invoice.id, 'PROFORM');
  assert.deepEqual(await compare(shop, 'credit', id), ['applyCredit', 'cancelCredit']);
  await shop.get(`mutation ($id: UUID!) { ${MUTATIONS['applyCredit']} { id } }`, { id });
  assert.deepEqual(await compare(shop, 'credit', id), ['cancelCredit']);

  const { invoice: fiscal } = await invoicedOrder(shop);
  await here.simulator.verdict(fiscal.documentId, 'DGI_AUTHORIZED');
  const internal = await credited(shop, fiscal.id, 'PROFORM');
  assert.deepEqual(await compare(shop, 'credit', internal), ['applyCredit', 'cancelCredit', 'convertCreditToDgi']);
});

test('the role of the caller counts, and the reason is in the language that is read', async () => {
  const shop = await (await world()).tenant();
  const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM' });
  assert.deepEqual(await compare(shop, 'invoice', invoice.id, 'viewer'), []);
  assert.deepEqual(await compare(shop, 'invoice', invoice.id, 'operator'), [
    'cancelInvoice',
    'convertInvoiceToDgi',
    'createCredit',
    'createDebitNote',
    'registerPayment',
  ]);
  const query = `{ invoice(id: "${invoice.id}") { ${ACTIONS} } }`;
  const spanish = { token: await shop.token('viewer'), headers: { 'accept-language': 'es' } };
  const { json } = await postGraphql((await world()).url, { query }, spanish);
  assert.equal(json.data.invoice.actions[0].because, 'Para esto se necesita el rol operador');
});

test('the window for a void is that of the tenant, and an internal credit that is not applied does not stand in its way', async () => {
  const { here, shop } = await newShop();
  await here.query('update tenants set void_window_hours = 300 where id = $1', [shop.tenant.id]);
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  await credited(shop, invoice.id, 'PROFORM');
  const issuedHoursAgo = async (hours: number): Promise<Action> => {
    await here.sql`update invoices set issued_at = now() - ${hours} * interval '1 hour' where id = ${invoice.id}`;
    return (await actionsOf(shop, 'invoice', invoice.id)).find(({ name }) => name === 'voidInvoice')!;
  };
  const { isAllowed, until } = await issuedHoursAgo(200);
  assert.equal(isAllowed, true);
  const hoursLeft = (Date.parse(until!) - Date.now()) / 3_600_000;
  assert.ok(hoursLeft > 99.9 && hoursLeft < 100, String(hoursLeft));
  const { because } = await issuedHoursAgo(301);
  assert.equal(because, `${invoice.number} was issued more than 300 hours ago; issue a credit note instead`);
});

test('a credit note is documented for 180 days after the day in the CUFE, until the end of the last one in Panama', async () => {
  const { here, shop, invoice } = await newSale();
  const creditOf = async (id: string): Promise<Action> =>
    (await actionsOf(shop, 'invoice', id)).find(({ name }) => name === 'createCredit')!;
  const { cufe } = (await shop.get('query ($id: UUID!) { invoice(id: $id) { cufe } }', { id: invoice.id })).invoice;
  const [, year, month, day] = /^FE.{30}(\d{4})(\d\d)(\d\d)/.exec(cufe)!.map(Number);
  // Panama has no summer time: its day ends at five of the next one in UTC.
  const end = Date.UTC(year!, month! - 1, day! + 180 + 1, 5);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  const { until } = await eventually(
    () => creditOf(invoice.id),
    ({ isAllowed }) => isAllowed,
  );
  assert.equal(Date.parse(until!) + 1000, end);
  const proforma = await issue(
    shop,
    (await newOrder(shop, await newClient(shop), [{ itemId: await newItem(shop, { stock: '5' }), quantity: '1' }])).id,
    'PROFORM',
  );
  assert.equal((await creditOf(proforma.id)).until, null);
});

test('the PAC is asked when an operator wants to know, not when its turn comes', async () => {
  const here = await createWorld({ works: false });
  const shop = await here.tenant();
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  const CHECK = 'mutation ($id: UUID!) { checkDocument(documentId: $id) { id number legalStatus } }';
  assert.equal((await shop.refusal(CHECK, { id: invoice.id }, 'viewer')).code, 'FORBIDDEN');
  const { checkDocument } = await shop.get(CHECK, { id: invoice.id }, 'operator');
  assert.deepEqual(checkDocument, { id: invoice.id, number: invoice.number, legalStatus: 'DGI_AUTHORIZED' });
  assert.notEqual((await readInvoice(shop, invoice.id)).pdf, null);
  assert.equal((await shop.refusal(CHECK, { id: invoice.id })).code, 'CONFLICT');

  const order = await newOrder(shop, await newClient(shop, 'PAC_LOST_ANSWER'), [
    { itemId: await newItem(shop, { stock: '5' }), quantity: '1' },
  ]);
  const lost = await issue(shop, order.id);
  assert.equal(lost.submissionState, 'UNKNOWN');
  const unknown = await shop.call('checkDocument { submissionState documentId }', { documentId: lost.id });
  assert.deepEqual(unknown, { submissionState: 'UNKNOWN', documentId: null });
});

test('what only a person can move on is counted and found: rejected until it is dealt with, and UNKNOWN', async () => {
  const shop = await (await world()).tenant();
  const QUERY = `{ documentsNeedingPerson
    invoices(needsPerson: true) { records { number } } unknown: invoices(submissionState: UNKNOWN) { records { number } }
    credits(needsPerson: true) { totalCount } }`;
  await invoicedOrder(shop);
  const { invoice: rejected, clientId, order } = await invoicedOrder(shop, { clientName: 'PAC_REJECT' });
  const { invoice: lost } = await invoicedOrder(shop, { clientName: 'PAC_LOST_ANSWER' });
  const waiting = await shop.get(QUERY);
  assert.equal(waiting.documentsNeedingPerson, 2);
  assertEach(waiting.invoices.records, ({ number }) => number, [lost.number, rejected.number]);
  assert.deepEqual(waiting.unknown.records, [{ number: lost.number }]);
  assert.equal(waiting.credits.totalCount, 0);
  await shop.call('updateClient', { clientId, input: { name: 'Ana' } });
  await issue(shop, order.id);
  assert.equal((await shop.get(QUERY)).documentsNeedingPerson, 1, 'its order is invoiced again');
});
