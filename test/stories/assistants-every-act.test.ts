// Every act that an assistant may plan is confirmed as it was planned, while nothing else has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_KINDS, ACTS_OF_ASSISTANTS } from '../../src/tenancy/index.ts';
import { assertNone } from '../support/assert-each.ts';
import { newAssistant } from '../support/assistant.ts';
import { untilPrinted } from '../support/business.ts';
import { newShop, type Answer } from '../support/world.ts';

test('every act is planned, and confirmed as it was told', async (t) => {
  const { here, shop } = await newShop();
  // The world is that of other stories as well.
  t.after(() => {
    here.clock.offsetMs = 0;
  });
  const acted = new Set<string>();
  // One with limits of amounts, and one for an office where nothing is.
  const { createOffice } = await shop.get('mutation { createOffice(input: { code: "0007", name: "Otra" }) { id } }');
  const lasting = { expiresIn: '10d' };
  const assistant = await newAssistant(here, shop, {}, lasting);
  const cent = await newAssistant(here, shop, { amountPerAct: '0.01' }, lasting);
  const elsewhere = await newAssistant(here, shop, { officeIds: [createOffice.id] }, lasting);
  const passed: Record<'cent' | 'elsewhere', string[]> = { cent: [], elsewhere: [] };
  /** Plans, lets the clock go on, confirms, and repeats: the record of both answers is the same. */
  const act = async (name: string, variables: object): Promise<Answer> => {
    for (const [which, who] of Object.entries({ cent, elsewhere })) {
      const { isError, json } = await who.call('plan', { act: name, arguments: variables });
      if (!isError) passed[which as keyof typeof passed].push(name);
      else assert.equal(json.extensions.code, 'FORBIDDEN', `${which} ${name} ${JSON.stringify(json)}`);
    }
    const { planId } = await assistant.plan(name, variables).catch((error: Error) => {
      throw new Error(`${name} is not planned: ${error.message}`);
    });
    here.clock.offsetMs += 61_000;
    const done = await assistant.confirm(planId).catch((error: Error) => {
      throw new Error(`${name} is not confirmed: ${error.message}`);
    });
    const again = await assistant.confirm(planId);
    assert.deepEqual([done.isRepeated, again.isRepeated, again.is.id], [false, true, done.is.id], name);
    acted.add(name);
    return done.is;
  };
  const authorized = async (): Promise<void> => {
    await here.simulator.verdict(here.simulator.documents(shop.companyId).at(-1)!.id, 'DGI_AUTHORIZED');
    await untilPrinted(here, shop);
  };
  const paidOf = async (id: string): Promise<string> => {
    const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { payments { id } } }', { id });
    return invoice.payments.at(-1).id;
  };
  const linesOf = async (id: string): Promise<string> =>
    (await shop.get('query ($id: UUID!) { invoice(id: $id) { lines { id } } }', { id })).invoice.lines[0].id;
  const reason = 'It was made out by mistake';

  const { id: clientId } = await act('createClient', { input: { name: 'Ana', email: 'ana@example.com' } });
  await act('updateClient', { clientId, input: { telephone: '223-4567' } });
  const { id: supplierId } = await act('createSupplier', { name: 'Proveedor' });
  await act('updateSupplier', { supplierId, name: 'Proveedor, S.A.' });
  const { id: itemId } = await act('createItem', { input: { sku: 'CAFE', name: 'Café', unitPrice: '6.50' } });
  await act('updateItem', { itemId, input: { name: 'Café molido', unitPrice: '7' } });
  await act('updateItemInventory', { itemId, input: { reorderLevel: '5' } });
  const { id: priceListId } = await act('createPriceList', { name: 'Hoteles' });
  await act('setPrices', { priceListId, prices: [{ itemId, price: '6' }] });
  await act('updatePriceList', { priceListId, input: { name: 'Hoteles y hostales' } });

  await act('adjustInventory', { input: { itemId, quantityChange: '50', description: 'Counted' } });
  const { locations } = await shop.get('{ locations { id } }');
  const { createLocation } = await shop.get('mutation { createLocation(name: "Bodega", code: "BOD") { id } }');
  const between = { fromLocationId: locations[0].id, toLocationId: createLocation.id };
  await act('transferStock', { input: { itemId, ...between, quantity: '3' } });
  const ordered = { input: { supplierId, lines: [{ itemId, quantity: '10', unitCost: '3' }] } };
  const { id: purchaseOrderId } = await act('createPurchaseOrder', ordered);
  const purchaseOrder = await shop.call('purchaseOrder { lines { id } }', { id: purchaseOrderId });
  const lineId = purchaseOrder.lines[0].id;
  await act('receivePurchaseOrder', { input: { purchaseOrderId, lines: [{ lineId, quantity: '8' }] } });
  await act('reversePurchaseReceipt', {
    input: { purchaseOrderId, reason, lines: [{ lineId, quantity: '2', expectedReceived: '8' }] },
  });
  await act('closePurchaseOrder', { purchaseOrderId });
  await act('cancelPurchaseOrder', { purchaseOrderId: (await act('createPurchaseOrder', ordered)).id });
  await act('recordSupplierInvoice', ordered);
  const { id: reservationId } = await act('reserveStock', { input: { itemId, quantity: '1' } });
  await act('releaseReservation', { reservationId });

  const lines = [{ itemId, quantity: '2' }];
  const order = async (): Promise<string> => (await act('createOrder', { input: { clientId, lines } })).id;
  await act('updateOrder', { orderId: await order(), input: { lines: [{ itemId, quantity: '3' }] } });
  await act('cancelOrder', { orderId: await order() });
  const sale = async (mode: string): Promise<string> =>
    (await act('generateInvoice', { orderId: await order(), mode })).id;
  const filed = await sale('DGI');
  await authorized();
  await act('sendDocument', { documentId: filed });
  await act('registerPayment', { invoiceId: filed, amount: '5', method: 'CASH' });
  await act('correctPayment', { paymentId: await paidOf(filed), amount: '6', method: 'CASH', reason });
  await act('refundPayment', { paymentId: await paidOf(filed), amount: '1', reason });
  await act('movePayment', { paymentId: await paidOf(filed), invoiceId: await sale('PROFORM'), amount: '2' });
  const charge = { description: 'Recargo', unitPrice: '1', taxRate: '0' };
  const some = async (invoiceId: string, mode: string) => ({
    input: { invoiceId, mode, reason, lines: [{ invoiceLineId: await linesOf(invoiceId), quantity: '1' }] },
  });
  const { id: creditId } = await act('createCredit', await some(filed, 'DGI'));
  await authorized();
  await act('voidCredit', { creditId, reason });
  const { id: debitNoteId } = await act('createDebitNote', {
    input: { invoiceId: filed, mode: 'DGI', reason, lines: [charge] },
  });
  await authorized();
  await act('voidDebitNote', { debitNoteId, reason });
  const paper = (mode: string, number: string) => ({
    input: { clientId, mode, reason, reference: { number, date: '2026-01-02' }, lines: [charge] },
  });
  const { id: genericCreditId } = await act('createGenericCredit', paper('DGI', '1'));
  await authorized();
  await act('voidGenericCredit', { genericCreditId, reason });
  const generic = await act('createGenericCredit', paper('PROFORM', '2'));
  await act('cancelGenericCredit', { genericCreditId: generic.id });
  const note = await act('createGenericDebitNote', paper('PROFORM', '3'));
  await act('cancelDebitNote', { debitNoteId: note.id });
  const second = await sale('PROFORM');
  const draft = await act('createCredit', await some(second, 'PROFORM'));
  await act('cancelCredit', { creditId: draft.id });
  await act('cancelInvoice', { invoiceId: await sale('PROFORM') });
  await act('convertInvoiceToDgi', { invoiceId: second });
  await authorized();
  const kept = await act('createCredit', await some(second, 'PROFORM'));
  await act('convertCreditToDgi', { creditId: kept.id });
  await authorized();
  await act('applyCredit', { creditId: kept.id });
  const last = await sale('DGI');
  await authorized();
  await act('voidInvoice', { invoiceId: last, reason });
  const everywhere = [...ACT_KINDS.PEOPLE, ...ACT_KINDS.ITEMS] as string[];
  assert.deepEqual(passed.elsewhere.toSorted(), everywhere.toSorted(), 'only what belongs to no office');
  assert.deepEqual(
    passed.cent.toSorted(),
    everywhere.filter((name) => !['updateItem', 'setPrices'].includes(name)).toSorted(),
    'only what moves no amount',
  );
  assertNone(ACTS_OF_ASSISTANTS, (name) => !acted.has(name));
});
