// What integrators keep with our records, and the times by which they follow them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoicedOrder, untilPrinted } from '../support/business.ts';
import { eventually, world, type TestTenant } from '../support/world.ts';

const TIMES = 'createdAt updatedAt';

/** The time of the last change of one record, after all that came before. */
async function updatedAt(shop: TestTenant, root: string, id: string): Promise<string> {
  const { found } = await shop.get(`query ($id: UUID!) { found: ${root}(id: $id) { ${TIMES} } }`, { id });
  assert.ok(found.updatedAt >= found.createdAt, `${root}: ${found.updatedAt} is before ${found.createdAt}`);
  return found.updatedAt;
}

/** What is done changes the record's time, and only that of the ones that are named. */
async function assertTouches(
  shop: TestTenant,
  records: Record<string, string>,
  touched: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const times = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(records).map(async ([root, id]) => [root, await updatedAt(shop, root, id)])),
    );
  const before = await times();
  await act();
  const after = await times();
  for (const root of Object.keys(records)) {
    if (touched.includes(root)) assert.ok(after[root]! > before[root]!, `${root} has the time of before`);
    else assert.equal(after[root], before[root], root);
  }
}

test('whatever a record shows moves its updatedAt, and nothing else does', async () => {
  const here = await world();
  const shop = await here.tenant();
  const { itemId, clientId, order, invoice: sold } = await invoicedOrder(shop);
  await untilPrinted(here, shop);
  const all = { getItemById: itemId, client: clientId, order: order.id, invoice: sold.id };
  const ask = (text: string, variables: object) => () => shop.get(text, variables);

  await assertTouches(
    shop,
    all,
    ['client'],
    ask('mutation ($id: UUID!) { updateClient(clientId: $id, input: { telephone: "300-1234" }) { id } }', {
      id: clientId,
    }),
  );
  await assertTouches(
    shop,
    all,
    ['getItemById'],
    ask('mutation ($id: UUID!) { updateItem(itemId: $id, input: { barcodes: ["740000000001"] }) { id } }', {
      id: itemId,
    }),
  );
  // A receipt changes what the item costs on average; that is its stock's affair.
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Istmo") { id } }');
  const bought = { supplierId: createSupplier.id, lines: [{ itemId, quantity: '3', unitCost: '4' }] };
  await assertTouches(
    shop,
    all,
    [],
    ask('mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id } }', {
      input: bought,
    }),
  );
  await assertTouches(
    shop,
    all,
    ['invoice'],
    ask('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1", method: CASH) { id } }', { id: sold.id }),
  );
  await assertTouches(shop, all, ['invoice'], async () => {
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
    await eventually(
      () => shop.get('query ($id: UUID!) { invoice(id: $id) { legalStatus } }', { id: sold.id }),
      (found) => found.invoice.legalStatus === 'DGI_AUTHORIZED',
    );
  });
});
