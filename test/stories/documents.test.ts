// One list of the documents of all kinds: the same records as the lists of each kind, in one order, page by page.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { invoicedOrder } from '../support/business.ts';
import { newShop, type Answer, type TestTenant } from '../support/world.ts';

const REASON = 'A word of fifteen characters';
let shop: TestTenant;
let clientId: string;
before(async () => {
  ({ shop } = await newShop());
  const first = await invoicedOrder(shop, { clientName: 'Ana' });
  ({ clientId } = first);
  for (const sold of [first, await invoicedOrder(shop, { clientName: 'Luis', mode: 'PROFORM' })]) {
    const { invoice, itemId } = sold;
    const lines = `lines: [{ itemId: "${itemId}", unitPrice: "1" }]`;
    await shop.get(`mutation {
      createCredit(input: { invoiceId: "${invoice.id}", reason: "${REASON}", mode: PROFORM, lines: [{ invoiceLineId: "${invoice.lines[0].id}", quantity: "1" }] }) { id }
      createDebitNote(input: { invoiceId: "${invoice.id}", reason: "${REASON}", mode: PROFORM, ${lines} }) { id }
      createGenericCredit(input: { clientId: "${sold.clientId}", reference: { number: "FAC-9", date: "2026-01-02" }, reason: "${REASON}", mode: PROFORM, ${lines} }) { id }
      createGenericDebitNote(input: { clientId: "${sold.clientId}", reference: { number: "FAC-9", date: "2026-01-02" }, reason: "${REASON}", mode: PROFORM, ${lines} }) { id } }`);
  }
});

const FIELDS = 'id number total issuedAt updatedAt';
const KINDS = ['invoices', 'credits', 'debitNotes', 'genericCredits'];
const TYPES: Record<string, string> = {
  invoices: 'Invoice',
  credits: 'Credit',
  debitNotes: 'DebitNote',
  genericCredits: 'GenericCredit',
};

/** Records of the lists of each kind, by these arguments. */
async function ofEachKind(args = ''): Promise<Answer[]> {
  const data = await shop.get(
    `{ ${KINDS.map((kind) => `${kind}(first: 100${args}) { records { ${FIELDS} } }`).join(' ')} }`,
  );
  return KINDS.flatMap((kind) => data[kind].records.map((record: object) => ({ is: TYPES[kind], ...record })));
}

const list = (args: string, fields = `is: __typename ${FIELDS}`) =>
  shop.get(`{ documents(${args}) { totalCount records { ${fields} } pageInfo { endCursor hasNextPage } } }`);

/** By an instant to the microsecond, of which the answer shows less: so only the order of what differs is asked. */
const isInOrder = (records: Answer[], field: string, sign: number): boolean =>
  records.every((one, at) => at === 0 || sign * (Date.parse(one[field]) - Date.parse(records[at - 1][field])) >= 0);

test('it has the documents of all kinds, the newest first, each once however short the pages', async () => {
  const wanted = await ofEachKind();
  assert.equal(wanted.length, 10);
  const byId = (all: Answer[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const first of [1, 3, 10, 100]) {
    const read: Answer[] = [];
    for (let after = '', isMore = true; isMore;) {
      const { documents } = await list(`first: ${first}${after}`);
      assert.equal(documents.totalCount, 10);
      assert.ok(documents.records.length <= first);
      read.push(...documents.records);
      after = `, after: "${documents.pageInfo.endCursor}"`;
      isMore = documents.pageInfo.hasNextPage;
    }
    assert.deepEqual(byId(read), byId(wanted), `by ${first}`);
    assert.ok(isInOrder(read, 'issuedAt', -1));
  }
});

test('it is filtered as the lists of each kind are', async () => {
  const same = async (args: string, more = '') => {
    const { documents } = await list(`first: 100, ${args}${more}`);
    const ids = (all: Answer[]) => new Set(all.map(({ id }) => id));
    assert.deepEqual(ids(documents.records), ids(await ofEachKind(`, ${args}`)), args);
    assert.equal(documents.totalCount, documents.records.length);
    return documents.records as Answer[];
  };
  assert.equal((await same(`clientId: "${clientId}"`)).length, 5);
  assert.equal((await same('legalStatus: PAC_AUTHORIZED')).length, 1);
  assert.equal((await same('minTotal: "50"')).length, 2);
  const { documents } = await list('kinds: [CREDIT_NOTE]');
  assert.deepEqual([...new Set<string>(documents.records.map((one: Answer) => one.is))].toSorted(), [
    'Credit',
    'GenericCredit',
  ]);
  assert.equal(documents.totalCount, 4);
  const since = await same('updatedSince: "2026-01-01T00:00:00Z"');
  assert.ok(isInOrder(since, 'updatedAt', 1));
  assert.equal((await shop.refusal('{ documents(kinds: []) { totalCount } }')).code, 'BAD_USER_INPUT');
  assert.equal((await shop.refusal('{ documents(first: 101) { totalCount } }')).code, 'BAD_USER_INPUT');
});

test('each is what its kind says: whose it is, what can be done with it, and the fields of its own type', async () => {
  const { documents } = await list(
    'first: 100',
    `is: __typename id client { id name } actions { name }
      ... on Invoice { balance lines { total } } ... on Credit { invoice { client { id } } } ... on GenericCredit { reference { number } }`,
  );
  for (const one of documents.records as Answer[]) {
    assert.ok(['Ana', 'Luis'].includes(one.client.name));
    assert.ok(one.actions.length > 0);
    if (one.is === 'Credit') assert.equal(one.client.id, one.invoice.client.id);
    if (one.is === 'Invoice') assert.equal(one.lines.length, 1);
    assert.equal(one.reference?.number, one.is === 'GenericCredit' ? 'FAC-9' : undefined);
  }
});

test('a cursor of the list of one kind is none of this one', async () => {
  const { invoices } = await shop.get('{ invoices(first: 1) { pageInfo { endCursor } } }');
  const { code } = await shop.refusal(`{ documents(after: "${invoices.pageInfo.endCursor}") { totalCount } }`);
  assert.equal(code, 'BAD_USER_INPUT');
});
