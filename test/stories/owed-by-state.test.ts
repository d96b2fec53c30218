// Debt over all states of an invoice: the lists, their sums, the chips' filters and the ages have one answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient, newOrder } from '../support/business.ts';
import { createWorld, eventually, type Answer } from '../support/world.ts';

const MAKE = `mutation ($id: UUID!, $mode: GenerationMode!, $type: DocumentType, $retention: RetentionInput) {
  generateInvoice(orderId: $id, mode: $mode, documentType: $type, retention: $retention) { id number documentId legalStatus submissionState } }`;
const LIST = `query ($isOpen: Boolean, $status: InvoiceStatus) {
  invoices(isOpen: $isOpen, invoiceStatus: $status, limit: 100) { records { id balance } sums { balance } } }`;

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

test('Σ of what each invoice owes is what is receivable, whatever became of it; what was rejected owes nothing anywhere', async () => {
  const here = await createWorld({ works: false });
  const shop = await here.tenant();
  const clientId = await newClient(shop, 'Ana');
  const { createItem } = await shop.get(
    'mutation { createItem(input: { sku: "W", name: "Work", unitPrice: "100", taxRate: "7", kind: SERVICE }) { id } }',
  );
  const make = async (mode: string, more: object = {}): Promise<Answer> => {
    const order = await newOrder(shop, clientId, [{ itemId: createItem.id, quantity: '1' }]);
    return (await shop.get(MAKE, { id: order.id, mode, ...more })).generateInvoice;
  };
  const faulty = async (name: string, more: object = {}): Promise<Answer> => {
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'submit' } as never);
    const made = await make('DGI', more);
    here.simulator.clearFaults();
    return made;
  };
  const pay = (id: string, amount: string) => shop.call('registerPayment', { invoiceId: id, amount });
  // Each is 100 with 7 % of ITBMS; the cents are what is owed on it.
  const owed = new Map<string, number>();
  const owes = (cents: number, { id }: Answer): string => {
    owed.set(id, cents);
    return id;
  };
  owes(10_700, await make('PROFORM'));
  owes(10_700, await make('DGI'));
  const unknown = await faulty('lostAnswer');
  owes(10_700, unknown);
  const rejected = [await faulty('pacReject'), await faulty('pacReject', { retention: { code: '4', amount: '3.5' } })];
  const rejectedIds = rejected.map((one) => owes(0, one));
  assert.ok(rejected.every(({ legalStatus }) => legalStatus === 'PAC_REJECTED'));
  // The PAC had authorized these, and the DGI refuses them later: one is owed whole, one was paid in part, one is withheld of.
  const refused = [
    await make('DGI'),
    await make('DGI'),
    await make('DGI', { retention: { code: '4', amount: '3.5' } }),
  ];
  await pay(refused[1]!.id, '30');
  for (const one of refused) {
    await here.simulator.verdict(one.documentId, 'DGI_REJECTED');
    rejectedIds.push(owes(0, one));
    const read = (): Promise<Answer> => shop.call('invoice { legalStatus }', { id: one.id });
    await eventually(read, ({ legalStatus }) => legalStatus === 'DGI_REJECTED');
  }
  const voided = owes(0, await make('DGI'));
  await shop.call('voidInvoice', { invoiceId: voided, reason: 'Made out to another' });
  const canceled = owes(0, await make('PROFORM'));
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled });
  owes(0, await make('PROFORM', { type: 'IMPORT' }));
  owes(10_350, await make('DGI', { retention: { code: '4', amount: '3.5' } }));
  await pay(owes(7_700, await make('DGI')), '30');
  await pay(owes(0, await make('PROFORM')), '107');
  await pay(owes(0, await make('PROFORM')), '120');
  const credited = owes(0, await make('PROFORM', { retention: { code: '4', amount: '3.5' } }));
  const createCredit = await shop.call('createCredit', { invoiceId: credited, mode: 'PROFORM', reason: 'Not done' });
  await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: createCredit.id });

  // Last: the PAC has asked for patience.
  const pending = await faulty('http429');
  owes(10_700, pending);
  assert.deepEqual([pending.submissionState, unknown.submissionState], ['PENDING', 'UNKNOWN']);

  const all = [...owed.values()].reduce((sum, cents) => sum + cents, 0);
  const listed = async (asked: object): Promise<{ ids: string[]; sum: number }> => {
    const { records, sums } = (await shop.get(LIST, asked)).invoices;
    for (const { id, balance } of records) assert.equal(centsOf(balance), owed.get(id), id);
    const ids = records.map(({ id }: Answer) => id);
    assert.equal(
      centsOf(sums.balance),
      ids.reduce((sum: number, id: string) => sum + owed.get(id)!, 0),
    );
    return { ids, sum: centsOf(sums.balance) };
  };
  const { ids, sum } = await listed({});
  assert.deepEqual([ids.length, sum], [owed.size, all]);
  const open = await listed({ isOpen: true });
  assert.deepEqual(open.ids.toSorted(), [...owed.keys()].filter((id) => owed.get(id)! > 0).toSorted());
  assert.equal(open.sum, all);
  const over = await listed({ isOpen: false });
  assert.deepEqual(over.ids.toSorted(), [...owed.keys()].filter((id) => owed.get(id) === 0).toSorted());
  assert.ok(rejectedIds.every((id) => over.ids.includes(id)));
  const { receivables, clientAccount } = await shop.get(
    'query ($id: UUID!) { receivables { owed clients { owed } } clientAccount(clientId: $id) { aging { owed } } }',
    { id: clientId },
  );
  assert.deepEqual([centsOf(receivables.owed), centsOf(receivables.clients[0].owed)], [all, all]);
  assert.equal(centsOf(clientAccount.aging.owed), all);
});
