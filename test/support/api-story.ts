// The examples of docs/api.md: one business's first days, told operation by operation. Each one is run, and its answer is what is printed.
import { randomUUID } from 'node:crypto';
import type { Example } from '../../site/reference.ts';
import { createToken } from '../../src/access/index.ts';
import { keepPlan } from '../../src/requests/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { sendNotice } from './notices.ts';
import { untilPrinted } from './business.ts';
import { JWT_SECRET, type Answer, type TestTenant, type World } from './world.ts';

const DAY_MS = 86_400_000;

/** Values of earlier answers, by names of our own. */
type Known = Record<string, string>;

interface Step {
  /** Acts outside of the API before the request. */
  first?: (known: Known, shop: TestTenant, here: World) => Promise<Known | void>;
  text: string;
  /** Unless told, what is known by the names of the text's variables. */
  variables?: (known: Known) => object;
  /** The known id that is passed as `id`. */
  about?: string;
  /** A name: that of the id which is answered. */
  learns?: string | ((data: Answer) => Known);
  /** Only leads on to the next; its operation has its example elsewhere. */
  isAside?: boolean;
}

const CREATE_ORDER = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) {
    id
    number
    status
    subtotal
    tax
    total
  }
}`;

const GENERATE_INVOICE = `mutation ($orderId: UUID!, $mode: GenerationMode! = DGI) {
  generateInvoice(orderId: $orderId, mode: $mode) {
    id
    number
    legalStatus
    submissionState
    invoiceStatus
    total
    lines {
      id
    }
  }
}`;

const CREATE_CREDIT = `mutation ($input: CreateCreditInput!) {
  createCredit(input: $input) {
    id
    number
    mode
    legalStatus
    creditStatus
    total
  }
}`;

const CREATE_DEBIT_NOTE = `mutation ($input: CreateDebitNoteInput!) {
  createDebitNote(input: $input) {
    id
    number
    mode
    legalStatus
    debitStatus
    total
  }
}`;

const learnsInvoice = ({ generateInvoice: { id, lines } }: Answer): Known => ({ invoiceId: id, lineId: lines[0].id });
const CREATE_GENERIC_CREDIT = `mutation ($input: GenericNoteInput!) {
  createGenericCredit(input: $input) {
    id
    number
    legalStatus
    status
    total
  }
}`;
const GENERIC_NOTE = (clientId: string, mode: string) => ({
  clientId,
  mode,
  reference: { kind: 'PRINTER', number: '001-0000004711', date: daysAgo(63) },
  reason: 'A case came back that was sold before the move',
  lines: [{ description: 'Coffee, one case', unitPrice: '12', taxRate: '0' }],
});

const learnsDebitNote = ({ createDebitNote }: Answer): Known => ({ debitNoteId: createDebitNote.id });
const learnsCredit = ({ createCredit }: Answer): Known => ({ creditId: createCredit.id });
const orderOf = ({ clientId, itemId }: Known) => ({ input: { clientId, lines: [{ itemId, quantity: '4' }] } });

/** An order and its invoice, as another user has made them in the meantime. */
const anotherInvoice = (mode = 'DGI'): Step[] => [
  { isAside: true, text: CREATE_ORDER, variables: orderOf, learns: 'orderId' },
  { isAside: true, text: GENERATE_INVOICE, variables: ({ orderId }) => ({ orderId, mode }), learns: learnsInvoice },
];

/** Each record gets an id of the integrator's, and is found by it. */
function named(): Step[] {
  const RECORDS = {
    client: ['CLIENT', 'clientId', '{ id name externalId metadata }'],
    supplier: ['SUPPLIER', 'supplierId', '{ id name }'],
    item: ['ITEM', 'itemId', '{ id sku updatedAt }'],
    location: ['LOCATION', 'warehouseId', '{ id code }'],
    order: ['ORDER', 'orderId', '{ id number status }'],
    invoice: ['INVOICE', 'invoiceId', '{ id number legalStatus balance updatedAt }'],
    credit: ['CREDIT', 'creditId', '{ id number creditStatus }'],
    debitNote: ['DEBIT_NOTE', 'debitNoteId', '{ id number debitStatus }'],
    payment: ['PAYMENT', 'paymentId', '{ id amount method }'],
    purchaseOrder: ['PURCHASE_ORDER', 'purchaseOrderId', '{ id number status }'],
  } as const;
  return Object.entries(RECORDS).flatMap(([root, [type, id, shown]], index) => {
    const externalId = `erp-${root}-77`;
    return [
      {
        isAside: index > 0,
        text: `mutation ($id: UUID!, $metadata: JSON) { setExternal(type: ${type}, id: $id, externalId: "${externalId}", metadata: $metadata) { id externalId metadata } }`,
        variables: (known: Known) => ({ id: known[id], metadata: { route: 'north', visits: 2 } }),
      },
      { text: `{ ${root}ByExternalId(externalId: "${externalId}") ${shown} }` },
    ];
  });
}

const anotherCredit = (mode: string): Step => ({
  isAside: true,
  text: CREATE_CREDIT,
  variables: ({ invoiceId, lineId }) => ({
    input: {
      invoiceId,
      mode,
      reason: 'One came back',
      lines: [{ invoiceLineId: lineId, quantity: '1' }],
      // The second of the day: without a key it would be taken for the first one repeated.
      idempotencyKey: randomUUID(),
    },
  }),
  learns: learnsCredit,
});

/** A day that moves with the day of the run, as the page shows all days by one of them. */
const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(Date.now() - days * 86_400_000);

/** The Monday of the week before: a Monday's page has the week that is over. */
const mondayBefore = () => {
  const weekday = new Date(daysAgo(0)).getUTCDay();
  return daysAgo(7 + ((weekday + 6) % 7));
};

/** The DGI says yes to the newest document at the PAC. */
const authorized: Step['first'] = async (_known, shop, here) => {
  const newest = here.simulator.documents(shop.companyId).at(-1)!;
  await here.simulator.verdict(newest.id, 'DGI_AUTHORIZED');
  // The PDF is tried for at once, beside the answer: what comes next finds it there, whatever is quicker.
  await untilPrinted(here, shop);
};

const STORY: Step[] = [
  { text: '{ viewer { userName roles tenant { name ruc dv timeZone pacCompanyId } } }' },
  { text: '{ locations { id name code isDefault } }', learns: ({ locations }) => ({ locationId: locations[0].id }) },
  { text: 'mutation { createLocation(name: "Warehouse", code: "BOD") { id name code } }', learns: 'warehouseId' },
  { text: '{ offices { id code name isMain billingPoints { id code isFirst } locations { code } } }' },
  {
    text: `mutation ($input: OfficeInput!) { createOffice(input: $input) { id code name address coordinates { latitude longitude } isMain } }`,
    variables: () => ({
      input: {
        ...{ code: '0001', name: 'David', address: 'Calle C Norte', corregimientoCode: '4-6-1' },
        ...{ coordinates: { latitude: '8.43', longitude: '-82.43' }, telephone: '775-1234' },
      },
    }),
    learns: 'officeId',
  },
  {
    text: `mutation ($officeId: UUID!, $input: OfficeInput!) { updateOffice(officeId: $officeId, input: $input) { code pacOfficeId } }`,
    variables: ({ officeId }) => ({ officeId, input: { pacOfficeId: '01KC0000000000000000000002' } }),
  },
  {
    text: `mutation ($officeId: UUID!) { createBillingPoint(officeId: $officeId, code: "001") { id code isFirst office { code } } }`,
    learns: 'billingPointId',
  },
  {
    text: `mutation ($billingPointId: UUID!) { updateBillingPoint(billingPointId: $billingPointId, name: "Caja 1") { code name } }`,
  },
  {
    text: `mutation ($locationId: UUID!) { updateLocation(locationId: $locationId, name: "Warehouse of the port") { name code office { code } } }`,
    variables: ({ warehouseId }) => ({ locationId: warehouseId }),
  },
  {
    text: 'mutation { createSupplier(name: "Café de Boquete", ruc: "155587169-2-2014") { id name ruc } }',
    learns: 'supplierId',
  },
  {
    text: `mutation ($input: CreateClientInput!) { createClient(input: $input) { id name receiverType ruc dv address { line district corregimiento } } }`,
    variables: () => ({
      input: {
        name: 'Hotel Miramar, S.A.',
        receiverType: 'CONTRIBUYENTE',
        ruc: '155587169-2-2014',
        email: 'compras@example.com',
        telephone: '223-4567',
        address: { line: 'Avenida Balboa, edificio 12', corregimientoCode: '8-8-7' },
      },
    }),
    learns: 'clientId',
  },
  {
    text: `mutation ($input: CreateItemInput!) { createItem(input: $input) { id sku name unitPrice taxRate inventory { onHand reorderLevel } } }`,
    variables: () => ({
      input: { sku: 'CAFE-250', name: 'Coffee, 250 g', unitPrice: '6.50', inventory: { reorderLevel: '20' } },
    }),
    learns: 'itemId',
  },
  {
    text: `mutation ($clientId: UUID!, $input: UpdateClientInput!) { updateClient(clientId: $clientId, input: $input) { id name email } }`,
    variables: ({ clientId }) => ({ clientId, input: { email: 'facturas@example.com' } }),
  },
  {
    text: `mutation ($supplierId: UUID!) { updateSupplier(supplierId: $supplierId, name: "Café de Boquete, S.A.") { id name ruc } }`,
  },
  {
    text: `mutation ($itemId: UUID!, $input: UpdateItemInput!) { updateItem(itemId: $itemId, input: $input) { id sku name unitPrice taxRate unit units { unit factor price } } }`,
    variables: ({ itemId }) => ({
      itemId,
      input: {
        name: 'Coffee, ground, 250 g',
        barcodes: ['7501031311309'],
        units: [{ unit: 'box', factor: '24', price: '140', barcodes: ['17501031311306'] }],
      },
    }),
  },
  { text: `mutation { createPriceList(name: "Hotels") { id name } }`, learns: 'priceListId' },
  {
    text: `mutation ($priceListId: UUID!, $prices: [ListPriceInput!]!) { setPrices(priceListId: $priceListId, prices: $prices) { id name } }`,
    variables: ({ priceListId, itemId }) => ({
      priceListId,
      prices: [
        { itemId, price: '6' },
        { itemId, unit: 'box', price: '130' },
      ],
    }),
  },
  {
    text: `mutation ($priceListId: UUID!) { updatePriceList(priceListId: $priceListId, input: { name: "Hotels and hostels", archived: false }) { name archivedAt } }`,
  },
  { text: '{ priceLists { id name } }' },
  {
    text: `query ($priceListId: UUID!) { listPrices(priceListId: $priceListId) { totalCount records { item { sku } unit price } } }`,
  },
  { text: '{ itemByBarcode(barcode: "17501031311306") { id sku barcodes { barcode unit } } }' },
  {
    text: `mutation ($itemId: UUID!, $input: ItemInventoryInput!) { updateItemInventory(itemId: $itemId, input: $input) { id inventory { reorderLevel reorderQuantity leadTime } } }`,
    variables: ({ itemId }) => ({ itemId, input: { reorderQuantity: '100', leadTime: 7 } }),
  },
  {
    text: `mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id number status lines { id quantity unitCost } } }`,
    variables: ({ supplierId, itemId }) => ({
      input: { supplierId, lines: [{ itemId, quantity: '100', unitCost: '3.10' }] },
    }),
    learns: ({ createPurchaseOrder: { id, lines } }) => ({ purchaseOrderId: id, purchaseOrderLineId: lines[0].id }),
  },
  { text: `query ($itemId: UUID!) { itemIncomingQuantity(itemId: $itemId) }` },
  {
    text: `mutation ($input: ReceivePurchaseOrderInput!) { receivePurchaseOrder(input: $input) { status lines { quantity quantityReceived } } }`,
    variables: ({ purchaseOrderId, purchaseOrderLineId }) => ({
      input: {
        purchaseOrderId,
        lines: [{ lineId: purchaseOrderLineId, quantity: '80' }],
        idempotencyKey: 'receipt-0117',
      },
    }),
  },
  {
    text: `mutation ($input: ReversePurchaseReceiptInput!) { reversePurchaseReceipt(input: $input) { status lines { quantity quantityReceived } } }`,
    variables: ({ purchaseOrderId, purchaseOrderLineId }) => ({
      input: {
        purchaseOrderId,
        lines: [{ lineId: purchaseOrderLineId, quantity: '2', expectedReceived: '80' }],
        reason: 'Two cartons were counted twice',
        idempotencyKey: 'receipt-0117-back',
      },
    }),
  },
  {
    about: 'purchaseOrderId',
    text: `query ($id: UUID!) { purchaseOrder(id: $id) { number status supplier { name } lines { item { sku } quantity quantityReceived unitCost } } }`,
  },
  { text: '{ purchaseOrders(status: PARTIALLY_RECEIVED, limit: 10) { totalCount records { number status } } }' },
  {
    about: 'purchaseOrderId',
    text: `mutation ($id: UUID!) { closePurchaseOrder(purchaseOrderId: $id) { number status } }`,
  },
  {
    text: `mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id } }`,
    variables: ({ supplierId, itemId }) => ({
      input: { supplierId, lines: [{ itemId, quantity: '100', unitCost: '3.10' }] },
    }),
    learns: 'mistakenOrderId',
  },
  {
    about: 'mistakenOrderId',
    text: `mutation ($id: UUID!) { cancelPurchaseOrder(purchaseOrderId: $id) { number status } }`,
  },
  {
    text: `mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id number supplier { name } } }`,
    variables: ({ supplierId, itemId }) => ({
      input: { supplierId, lines: [{ itemId, quantity: '20', unitCost: '3.20' }] },
    }),
    learns: 'supplierInvoiceId',
  },
  {
    about: 'supplierInvoiceId',
    text: `query ($id: UUID!) { supplierInvoice(id: $id) { number supplier { name } total lines { item { sku } quantity unitCost } } }`,
  },
  { text: '{ supplierInvoices(first: 10) { totalCount records { number total createdAt } } }' },
  {
    text: `mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id quantityChange newQuantity createdBy } }`,
    variables: ({ itemId }) => ({
      input: { itemId, quantityChange: '-2', description: 'Broken in transit', idempotencyKey: 'count-0117' },
    }),
  },
  {
    text: `mutation ($input: TransferStockInput!) { transferStock(input: $input) { id out { quantityChange newQuantity } in { quantityChange newQuantity } } }`,
    variables: ({ itemId, locationId, warehouseId }) => ({
      input: { itemId, fromLocationId: locationId, toLocationId: warehouseId, quantity: '30' },
    }),
  },
  {
    text: `mutation ($input: ReserveStockInput!) { reserveStock(input: $input) { id quantity status } }`,
    variables: ({ itemId }) => ({ input: { itemId, quantity: '5' } }),
    learns: 'reservationId',
  },
  { text: `query ($itemId: UUID!) { availableQuantity(itemId: $itemId) }` },
  { text: `query ($itemId: UUID!) { stockReservationsByItem(itemId: $itemId) { id quantity status orderId } }` },
  { about: 'reservationId', text: `mutation ($id: UUID!) { releaseReservation(reservationId: $id) { id status } }` },
  { text: CREATE_ORDER, variables: orderOf, learns: 'orderId' },
  {
    about: 'orderId',
    text: `query ($id: UUID!) { order(id: $id) { number status client { name } lines { item { sku } quantity unitPrice taxRate } invoice { number } } }`,
  },
  { text: '{ orders(status: OPEN) { totalCount records { number total } } }' },
  {
    text: `query ($orderId: UUID!) { previewInvoice(orderId: $orderId) { subtotal tax total problems findings { severity field message } advice } }`,
  },
  { text: GENERATE_INVOICE, variables: ({ orderId }) => ({ orderId }), learns: learnsInvoice },
  {
    first: authorized,
    about: 'invoiceId',
    text: `query ($id: UUID!) { invoice(id: $id) { number legalStatus invoiceStatus total balance client { name } lines { description quantity total } payments { amount } } }`,
  },
  {
    about: 'invoiceId',
    text: `mutation ($id: UUID!) { attachPacPdf(sourceId: $id, sourceType: INVOICE) { id contentType url } }`,
  },
  {
    text: '{ invoices(legalStatus: DGI_AUTHORIZED, first: 10) { records { number invoiceStatus balance } pageInfo { hasNextPage } totalCount sums { total paid balance taxes { rate base tax } } } }',
  },
  {
    text: `mutation ($invoiceId: UUID!, $amount: Decimal!, $idempotencyKey: String) { registerPayment(invoiceId: $invoiceId, amount: $amount, method: BANK_TRANSFER, reference: "ACH 8841", idempotencyKey: $idempotencyKey) { invoiceStatus paid balance payments { id amount method reference createdBy } } }`,
    variables: ({ invoiceId }) => ({ invoiceId, amount: '20.00', idempotencyKey: 'payment-8841' }),
    learns: ({ registerPayment }) => ({ paymentId: registerPayment.payments[0].id }),
  },
  {
    about: 'paymentId',
    text: `query ($id: UUID!) { payment(id: $id) { amount method reference paidAt invoice { number } refunds { amount } } }`,
  },
  { text: '{ payments(method: BANK_TRANSFER, first: 5) { records { amount reference paidAt invoice { number } } } }' },
  {
    text: `mutation ($paymentId: UUID!) { refundPayment(paymentId: $paymentId, amount: "5", reason: "Paid at the old price") { invoiceStatus paid balance payments { amount refunds { amount reason movedTo } } } }`,
  },
  { isAside: true, text: CREATE_ORDER, variables: orderOf, learns: 'otherOrderId' },
  {
    isAside: true,
    text: GENERATE_INVOICE,
    variables: ({ otherOrderId }) => ({ orderId: otherOrderId, mode: 'PROFORM' }),
    learns: ({ generateInvoice: made }) => ({ otherInvoiceId: made.id, otherNumber: made.number }),
  },
  {
    text: `mutation ($paymentId: UUID!, $otherInvoiceId: UUID!) { movePayment(paymentId: $paymentId, invoiceId: $otherInvoiceId, amount: "3") { invoiceStatus paid payments { amount method reference } } }`,
  },
  {
    text: `mutation ($paymentId: UUID!) { correctPayment(paymentId: $paymentId, amount: "12", method: BANK_TRANSFER, reference: "ACH 8814", reason: "Two digits of the reference were swapped") { invoiceStatus paid balance payments { id amount reference refunds { amount reason movedTo } } } }`,
  },
  {
    text: `query ($code: String!) { saleToReturn(code: $code) { invoice { number } problem total back methods { method amount most } } }`,
    variables: ({ otherNumber }) => ({ code: otherNumber }),
  },
  {
    text: `mutation ($input: ReturnSaleInput!) { returnSale(input: $input) { credit { number total } exchange { number } } }`,
    variables: ({ otherInvoiceId }) => ({ input: { invoiceId: otherInvoiceId, reason: 'Wrong size', refunds: [] } }),
  },
  {
    text: `query ($clientId: UUID!) { clientStatement(clientId: $clientId, from: "2026-01-01", to: "2026-01-31") { opening entries { day kind number amount balance } closing } }`,
  },
  {
    text: `query ($clientId: UUID!) { clientAccount(clientId: $clientId) { aging { owed over90 } daysToPay { average payments } bought { item { name } units net } } }`,
  },
  {
    text: `query ($supplierId: UUID!) { supplierAccount(supplierId: $supplierId) { orders { number status } leadTime { days orders } bought { item { name } lastCost } } }`,
  },
  {
    text: '{ fiscalMonth(year: 2026, month: 1) { net { base itbms total } documents { documentType state count total } rates { rate base itbms } voids { number voidedDay } series { first last count exceptions { number class reason } } } }',
  },
  {
    text: 'query ($day: Date) { today(day: $day) { day sales { base total count } before { day total } documents { verdict count total } money { method amount } week(limit: 1) { total { net profit } previous { total { net profit } } rows { name net } } needs(limit: 2) { kind count amount records { name about day } } } }',
    variables: () => ({ day: mondayBefore() }),
  },
  {
    text: 'mutation ($till: String!, $sales: [TillSaleInput!]!) { reportTillSales(till: $till, sales: $sales) { id state reason } }',
    variables: () => ({
      till: 'Front till',
      sales: [
        {
          ...{
            id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f',
            madeBy: 'admin-user',
            soldAt: `${daysAgo(2)}T15:04:05Z`,
            amount: '115.50',
          },
          reason: 'Not enough stock of LAP-14: 0 available',
        },
      ],
    }),
    learns: ({ reportTillSales }) => ({ tillSaleId: reportTillSales[0].id }),
  },
  {
    about: 'tillSaleId',
    text: 'mutation ($id: UUID!) { discardTillSale(id: $id, reason: "The client had the money back") { state reason } }',
  },
  {
    text: 'mutation ($id: UUID!) { openTill(id: $id, openingFloat: "50") { id billingPoint { code } openingFloat } }',
    variables: () => ({ id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e70' }),
    learns: 'tillSessionId',
  },
  {
    text: `mutation ($session: UUID!, $id: UUID!) {
      moveTillCash(id: $id, sessionId: $session, kind: OUT, amount: "12.50", reason: "Ice") { entries { kind amount reason } } }`,
    variables: ({ tillSessionId }) => ({ session: tillSessionId, id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e71' }),
  },
  {
    text: `mutation ($session: UUID!, $id: UUID!) {
      countTill(id: $id, sessionId: $session, cash: [{ denomination: NOTE_20, pieces: 1 }, { denomination: COIN_50C, pieces: 35 }]) {
        report { methods { method expected counted difference } } } }`,
    variables: ({ tillSessionId }) => ({ session: tillSessionId, id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e72' }),
  },
  {
    text: `mutation ($session: UUID!) { closeTill(sessionId: $session, explanation: "A sale on paper") { zNumber closedAt } }`,
    variables: ({ tillSessionId }) => ({ session: tillSessionId }),
  },
  {
    about: 'tillSessionId',
    text: 'query ($id: UUID!) { tillSession(id: $id) { zNumber explanation late { methods { method received } } } }',
  },
  { text: '{ tillSessions(isOpen: false) { totalCount records { openedBy openedAt zNumber } } }' },
  {
    text: `mutation ($id: UUID!, $locationId: UUID!) { openStockCount(id: $id, name: "Aisle 1", locationId: $locationId) { id status location { name } } }`,
    variables: ({ warehouseId: locationId }) => ({ id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e73', locationId }),
    learns: 'stockCountId',
  },
  {
    text: `mutation ($id: UUID!, $lines: [StockCountLineInput!]!) { countStock(countId: $id, lines: $lines) { lineCount } }`,
    variables: ({ stockCountId, itemId }) => ({
      id: stockCountId,
      lines: [{ id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e74', itemId, quantity: '30', place: 'A1' }],
    }),
  },
  {
    about: 'stockCountId',
    text: `query ($id: UUID!) { stockCount(id: $id) { name status sums { toCount counted different surplus missing } } }`,
  },
  {
    text: `query ($countId: UUID!) { stockCountItems(countId: $countId) { records { item { sku } counted expected difference lines { place quantity } } } }`,
    variables: ({ stockCountId }) => ({ countId: stockCountId }),
  },
  { about: 'stockCountId', text: `mutation ($id: UUID!) { endStockCount(id: $id) { status lineCount } }` },
  { about: 'stockCountId', text: `mutation ($id: UUID!) { postStockCount(id: $id, lineCount: 1) { status } }` },
  {
    text: `mutation ($id: UUID!, $locationId: UUID!) { openStockCount(id: $id, name: "Aisle 2", locationId: $locationId, isBlind: true) { id sums { counted } } }`,
    variables: ({ locationId }) => ({ id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e75', locationId }),
    learns: 'otherCountId',
  },
  {
    about: 'otherCountId',
    text: `mutation ($id: UUID!) { discardStockCount(id: $id, reason: "Counted tomorrow") { status reason } }`,
  },
  {
    text: `mutation ($id: UUID!, $from: UUID!, $to: UUID!, $lines: [TransferLineInput!]!) {
      sendTransfer(input: { id: $id, fromLocationId: $from, toLocationId: $to, lines: $lines, note: "Truck 3" }) { id status valueInTransit lines { id quantity } } }`,
    variables: ({ warehouseId: from, locationId: to, itemId }) => ({
      ...{ id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e76', from, to },
      lines: [{ itemId, quantity: '6' }],
    }),
    learns: ({ sendTransfer }) => ({ transferId: sendTransfer.id, transferLineId: sendTransfer.lines[0].id }),
  },
  {
    text: `mutation ($id: UUID!, $lines: [TransferReceiptInput!]) { receiveTransfer(input: { id: $id, lines: $lines }) { status lines { received inTransit } } }`,
    variables: ({ transferId, transferLineId }) => ({
      id: transferId,
      lines: [{ lineId: transferLineId, quantity: '5' }],
    }),
  },
  {
    about: 'transferId',
    text: `mutation ($id: UUID!) { closeTransfer(id: $id, reason: "Broken on the way") { status reason valueLost lines { lost } } }`,
  },
  {
    about: 'transferId',
    text: `query ($id: UUID!) { transfer(id: $id) { from { name } to { name } note sentBy lines { item { sku } quantity received lost unitCost } } }`,
  },
  { text: '{ transfers(status: CLOSED) { totalCount records { sentBy valueLost } } }' },
  { text: '{ stockCounts(status: POSTED) { totalCount records { name openedBy } } }' },
  {
    text: '{ receivables { current days1To30 days31To60 days61To90 over90 owed inHand clients { client { name } owed inHand } } }',
  },
  {
    text: `query ($from: Date!, $to: Date!) { salesBy(from: $from, to: $to, by: ITEM) { total { sales net costed profit } previous { total { net } } rows { code name units net profit previous lastYear } rowCount } }`,
    variables: () => ({ from: daysAgo(6), to: daysAgo(0) }),
  },
  { about: 'invoiceId', text: `query ($id: UUID!) { documentTimeline(documentId: $id) { kind actor } }` },
  {
    text: `query ($invoiceId: UUID!, $lines: [CreditLineInput!]) { previewCredit(invoiceId: $invoiceId, lines: $lines) { subtotal tax total balance } }`,
    variables: ({ invoiceId, lineId }) => ({ invoiceId, lines: [{ invoiceLineId: lineId, quantity: '1' }] }),
  },
  {
    text: CREATE_CREDIT,
    variables: ({ invoiceId, lineId }) => ({
      input: { invoiceId, reason: 'One came back', lines: [{ invoiceLineId: lineId, quantity: '1' }] },
    }),
    learns: learnsCredit,
  },
  {
    first: authorized,
    about: 'creditId',
    text: `query ($id: UUID!) { credit(id: $id) { number legalStatus creditStatus total invoice { number } lines { quantity } } }`,
  },
  {
    about: 'creditId',
    text: `mutation ($id: UUID!) { applyCredit(creditId: $id) { creditStatus invoice { invoiceStatus credited balance } } }`,
  },
  { text: '{ credits(creditStatus: APPLIED) { totalCount records { number total } } }' },
  {
    text: CREATE_DEBIT_NOTE,
    variables: ({ invoiceId }) => ({
      input: { invoiceId, reason: 'Paid late', lines: [{ description: 'Interest', unitPrice: '3.50', taxRate: '7' }] },
    }),
    learns: learnsDebitNote,
  },
  {
    first: authorized,
    about: 'debitNoteId',
    text: `query ($id: UUID!) { debitNote(id: $id) { number legalStatus debitStatus total invoice { number debited balance } lines { description total } } }`,
  },
  { text: '{ debitNotes(debitStatus: ISSUED) { totalCount records { number total } } }' },
  {
    about: 'debitNoteId',
    text: `mutation ($id: UUID!) { voidDebitNote(debitNoteId: $id, reason: "The client had paid in time") { debitStatus voidState invoice { debited balance } } }`,
  },
  {
    isAside: true,
    text: CREATE_DEBIT_NOTE,
    variables: ({ invoiceId }) => ({
      input: {
        invoiceId,
        mode: 'PROFORM',
        reason: 'Freight',
        lines: [{ description: 'Freight', unitPrice: '2', taxRate: '7' }],
      },
    }),
    learns: learnsDebitNote,
  },
  { about: 'debitNoteId', text: `mutation ($id: UUID!) { cancelDebitNote(debitNoteId: $id) { number debitStatus } }` },
  {
    text: CREATE_GENERIC_CREDIT,
    variables: ({ clientId }) => ({ input: GENERIC_NOTE(clientId!, 'DGI') }),
    learns: 'genericCreditId',
  },
  {
    first: authorized,
    about: 'genericCreditId',
    text: `query ($id: UUID!) { genericCredit(id: $id) { number legalStatus status total reference { kind number date } client { name } } }`,
  },
  {
    text: '{ documents(kinds: [CREDIT_NOTE, DEBIT_NOTE], first: 3) { records { __typename number total client { name } ... on Credit { invoice { number } } } pageInfo { hasNextPage } } }',
  },
  { text: '{ genericCredits(status: ISSUED) { totalCount records { number total } } }' },
  {
    about: 'genericCreditId',
    text: `mutation ($id: UUID!) { voidGenericCredit(genericCreditId: $id, reason: "The client kept the goods") { number status voidReason } }`,
  },
  {
    isAside: true,
    text: CREATE_GENERIC_CREDIT,
    variables: ({ clientId }) => ({ input: GENERIC_NOTE(clientId!, 'PROFORM') }),
    learns: 'genericCreditId',
  },
  {
    about: 'genericCreditId',
    text: `mutation ($id: UUID!) { cancelGenericCredit(genericCreditId: $id) { number status } }`,
  },
  {
    text: `mutation ($input: GenericNoteInput!) { createGenericDebitNote(input: $input) { number legalStatus total reference { number } } }`,
    variables: ({ clientId }) => ({ input: GENERIC_NOTE(clientId!, 'DGI') }),
  },
  ...named(),
  {
    text: `mutation ($items: [UpsertItemInput!]!) { upsertItems(items: $items) { created updated unchanged refused rows { index id outcome errors { code field message } } } }`,
    variables: () => ({
      items: [
        { externalId: 'erp-item-77', unitPrice: '6.75' },
        { externalId: 'erp-item-78', sku: 'TE-20', name: 'Tea, 20 bags', unitPrice: '2.40' },
        { sku: 'TE-100', name: 'Tea, 100 bags', unitPrice: '9.60', taxRate: '8' },
      ],
    }),
  },
  {
    text: `mutation ($clients: [UpsertClientInput!]!) { upsertClients(clients: $clients) { created updated rows { index id outcome } } }`,
    variables: () => ({
      clients: [
        { externalId: 'erp-client-77', telephone: '223-4568' },
        { externalId: 'erp-client-78', name: 'Ana Pérez', email: 'ana@example.com' },
      ],
    }),
  },
  {
    text: `mutation ($lines: [AdjustStockLineInput!]!, $key: String!) { adjustStock(lines: $lines, reason: "Counted in March", idempotencyKey: $key) { updated rows { index id outcome } } }`,
    variables: () => ({
      lines: [
        { externalId: 'erp-item-77', quantityChange: '-1' },
        { sku: 'TE-20', quantityChange: '48', unitCost: '1.10' },
      ],
      key: 'count-2026-03',
    }),
  },
  anotherCredit('DGI'),
  {
    about: 'creditId',
    text: `mutation ($id: UUID!) { voidCredit(creditId: $id, reason: "The goods did not come back after all") { creditStatus voidState voidReason } }`,
  },
  anotherCredit('PROFORM'),
  {
    about: 'creditId',
    text: `mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { mode legalStatus submissionState } }`,
  },
  anotherCredit('PROFORM'),
  { about: 'creditId', text: `mutation ($id: UUID!) { cancelCredit(creditId: $id) { number creditStatus } }` },
  ...anotherInvoice(),
  {
    about: 'invoiceId',
    text: `mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "It was made out to the wrong client") { legalStatus invoiceStatus voidState voidReason } }`,
  },
  ...anotherInvoice('PROFORM'),
  {
    about: 'invoiceId',
    text: `mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { number proformaNumber mode legalStatus submissionState } }`,
  },
  ...anotherInvoice('PROFORM'),
  { about: 'invoiceId', text: `mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { number mode invoiceStatus } }` },
  { isAside: true, text: CREATE_ORDER, variables: orderOf, learns: 'orderId' },
  {
    text: `mutation ($orderId: UUID!, $input: UpdateOrderInput!) { updateOrder(orderId: $orderId, input: $input) { number version total lines { quantity unit unitFactor unitPrice } } }`,
    variables: ({ orderId, itemId }) => ({
      orderId,
      input: {
        expectedVersion: 1,
        lines: [
          { itemId, quantity: '2' },
          { barcode: '17501031311306', quantity: '1' },
        ],
      },
    }),
  },
  { about: 'orderId', text: `mutation ($id: UUID!) { cancelOrder(orderId: $id) { number status } }` },
  { isAside: true, text: CREATE_ORDER, variables: orderOf, learns: 'orderId' },
  {
    isAside: true,
    first: async (_known, shop, here) => {
      here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
    },
    text: GENERATE_INVOICE,
    variables: ({ orderId }) => ({ orderId }),
    learns: learnsInvoice,
  },
  { text: '{ openDocuments { number kind legalStatus submissionState nextAction } }' },
  { text: '{ openDocumentCount }' },
  { text: '{ remarks { code text documents lastAt } }' },
  { text: '{ documentsNeedingPerson invoices(needsPerson: true) { totalCount records { number submissionState } } }' },
  { about: 'invoiceId', text: `query ($id: UUID!) { invoice(id: $id) { number actions { name isAllowed because } } }` },
  {
    about: 'invoiceId',
    text: `mutation ($id: UUID!) { checkDocument(documentId: $id) { number legalStatus submissionState } }`,
  },
  {
    first: async (_known, shop, here) => ({ pacId: here.simulator.documents(shop.companyId).at(-1)!.id }),
    text: `mutation ($documentId: UUID!, $pacDocumentId: String) { settleSubmission(documentId: $documentId, pacDocumentId: $pacDocumentId) { number legalStatus submissionState } }`,
    variables: ({ invoiceId, pacId }) => ({ documentId: invoiceId, pacDocumentId: pacId }),
  },
  {
    first: async ({ invoiceId }, shop, here) => {
      const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { cufe } }', { id: invoiceId });
      await sendNotice(here, shop, {
        id: '01KSOMEBODYELSES0000000000',
        cufe: invoice.cufe,
        legalStatus: 'DGI_AUTHORIZED',
      });
    },
    text: `mutation ($documentId: UUID!) { resolveParked(documentId: $documentId, note: "Asked the PAC: the notice was for another company") { number legalStatus parkedReason } }`,
    variables: ({ invoiceId }) => ({ documentId: invoiceId }),
  },
  {
    text: `mutation ($reason: String!) { startContingency(reason: $reason) { startedAt reason endedAt } }`,
    variables: () => ({ reason: 'The PAC has not answered since this morning' }),
  },
  {
    text: `mutation ($explanation: String!) { explainContingency(explanation: $explanation) { reason explanation } }`,
    variables: () => ({ explanation: 'The PAC announces its return for tomorrow' }),
  },
  {
    text: `mutation ($documentId: UUID!) { sendDocument(documentId: $documentId, email: "buyer@example.com") { number legalStatus } }`,
    variables: ({ invoiceId }) => ({ documentId: invoiceId }),
  },
  {
    text: `mutation ($documentId: UUID!) { shareDocument(documentId: $documentId) { views viewedAt revokedAt } }`,
    variables: ({ invoiceId }) => ({ documentId: invoiceId }),
  },
  {
    text: `mutation ($documentId: UUID!) { revokeDocumentLink(documentId: $documentId) { path views } }`,
    variables: ({ invoiceId }) => ({ documentId: invoiceId }),
  },
  { text: 'mutation { endContingency { endedAt endedBy documents { total waiting } } }' },
  { text: '{ contingencies(limit: 1) { startedAt endedAt reason explanation startedBy mustBeExplained } }' },
  { text: '{ pacHealth { companyId breaker failuresInARow cause waiting } }' },
  { text: '{ pacAccounts { make companyId isSecond connection { isAccepted cause } } }' },
  { text: '{ pacNotices(limit: 2) { totalCount records { legalStatus state deliveries documentNumber } } }' },
  { text: '{ numberAudit { series reserved counts { class count } } }' },
  { text: '{ auditedNumbers(series: "FAC", class: VOIDED) { number class reason } }' },
  { text: '{ items(search: "coffee", limit: 10) { totalCount records { sku name inventory { onHand available } } } }' },
  {
    about: 'itemId',
    text: `query ($id: UUID!) { getItemById(id: $id) { sku unitPrice averageCost inventory { onHand available reorderLevel } } }`,
  },
  { text: '{ clients(search: "hotel") { totalCount records { name ruc } } }' },
  {
    text: '{ checkRuc(ruc: "155587169-2-2014", asksPac: true) { ruc holder dv isCertain pac { dv receiverType } advice } }',
  },
  { text: '{ corregimientos(search: "bella vista", limit: 2) { code province district corregimiento } }' },
  {
    about: 'clientId',
    text: `query ($id: UUID!) { client(id: $id) { name emails telephone address { line corregimientoCode corregimiento } } }`,
  },
  { about: 'supplierId', text: `query ($id: UUID!) { supplier(id: $id) { name ruc } }` },
  { text: '{ suppliers { totalCount records { name } } }' },
  { text: '{ invoiceByNumber(number: "FAC-0000000001") { number legalStatus client { name } total } }' },
  { text: '{ itemBySku(sku: "CAFE-250") { sku name unitPrice } }' },
  {
    first: async ({ itemId }, shop) => {
      const text = `query ($id: UUID!) { itemMovements(itemId: $id, types: [AJUSTE], limit: 1) { records { sourceId } } }`;
      return { adjustmentId: (await shop.get(text, { id: itemId })).itemMovements.records[0].sourceId };
    },
    about: 'adjustmentId',
    text: `query ($id: UUID!) { adjustment(id: $id) { reason quantityChange createdBy item { sku } movements { newQuantity } } }`,
  },
  {
    text: '{ movements(first: 2, types: [COMPRA]) { records { movementType quantityChange newQuantity unitCost item { sku } location { code } } } }',
  },
  { text: '{ adjustments(first: 2) { records { reason quantityChange createdBy item { sku } } } }' },
  {
    text: `query ($itemId: UUID!) { itemMovements(itemId: $itemId, types: [VENTA, DEVOLUCION], limit: 3) { totalCount records { movementType referenceNumber counterpartyName quantityChange balanceAfter unitValue totalValue } } }`,
  },
  {
    text: `query ($itemId: UUID!) { itemStockMetrics(itemId: $itemId, windowDays: 30) { unitsSoldInWindow dailyVelocity availableQuantity daysOfCoverage projectedStockoutDate documentsCounted documentsLeftOut } }`,
  },
  {
    text: `query ($itemId: UUID!) { itemWhatIf(itemId: $itemId, windowDays: 30, reorderLevel: "5", reorderQuantity: "20", leadTimeDays: 3) { wantedWhenOut actual { daysShort unitsSold averageStock } simulated { daysShort unitsSold unitsNotSold averageStock averageMoneyBound ordersPlaced } } }`,
  },
  {
    text: `query ($itemId: UUID!) { itemIncomingPurchases(itemId: $itemId) { number supplierName expectedDay quantity } }`,
  },
  {
    text: `query ($itemId: UUID!) { itemTopClients(itemId: $itemId, windowDays: 90, limit: 5) { clientName unitsSold } }`,
  },
  {
    text: `query ($itemId: UUID!) { itemStockHistory(itemId: $itemId, rangeDays: 3, withEvents: true) { points { date value } events { movementType quantityChange balanceAfter } } }`,
  },
  { text: `query ($itemId: UUID!) { getItemStockOverTime(itemId: $itemId, year: 2024, month: 2) { date value } }` },
  { text: `query ($itemId: UUID!) { itemStockAsOf(itemId: $itemId, at: "2024-02-29T17:00:00Z") }` },
  {
    text: `query ($itemId: UUID!) { getIventoryLogsByItemId(itemId: $itemId, limit: 2) { method sourceType quantityChange newQuantity createdBy } }`,
  },
  {
    first: async ({ locationId }, shop) => {
      const { createItem } = await shop.get(
        'mutation { createItem(input: { sku: "LECHE-1L", name: "Milk, 1 l", unitPrice: "1.95", taxRate: "0", trackingMode: LOT }) { id } }',
      );
      const input = {
        itemId: createItem.id,
        quantityChange: '24',
        description: 'Delivered',
        lotNumber: 'L-0417',
        expirationDate: daysAgo(-79),
        unitCost: '1.20',
        locationId,
      };
      await shop.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', { input });
      return { milkId: createItem.id };
    },
    text: `query ($itemId: UUID!) { getInventoryLotsByItemId(itemId: $itemId) { lotNumber quantityReceived quantityRemaining unitCost expirationDate } }`,
    variables: ({ milkId }) => ({ itemId: milkId }),
  },
  {
    text: '{ expiringLots(first: 2, within: DAYS_90) { records { lotNumber expirationDate quantityRemaining value item { sku } location { code } } } }',
  },
  {
    text: '{ stockTurnover(first: 2, noSaleDays: 90) { totalCount sums { value soldCost } records { item { sku } onHand value unitsSold turnover daysOfCoverage lastSoldOn daysWithoutSale } } }',
  },
  {
    first: async ({ itemId }, shop) => {
      await shop.call('updateItemInventory', { itemId, input: { reorderLevel: '200' } });
    },
    text: '{ itemsNeedingReorder(limit: 5) { totalCount records { item { sku } reasons availableQuantity incomingQuantity } } }',
  },
  { text: '{ tenant { name ruc dv timeZone pacCompanyId pacEnvironment hasPacKey voidWindowHours suspendedAt } }' },
  {
    text: `mutation ($input: UpdateTenantInput!) { updateTenant(input: $input) { ruc dv voidWindowHours isRetentionAgent } }`,
    variables: () => ({ input: { ruc: '155596713-2-2015', voidWindowHours: 168, isRetentionAgent: true } }),
  },
  {
    text: `mutation ($until: DateTime) { createApiToken(userName: "till-2", roles: [operator], expiresAt: $until) { apiToken { userName role revokedAt } } }`,
    // A month after the day in Panama, whatever the hour.
    variables: () => ({ until: new Date(Math.floor(Date.now() / DAY_MS - 5 / 24 + 30) * DAY_MS).toISOString() }),
  },
  {
    first: async (_known, shop, { app }) => {
      const planId = randomUUID();
      const asks = { ...{ id: planId, credential: 'token:x', actor: 'agent:Claude for user:ana' }, user_name: 'ana' };
      const foreseen = { facts: {}, amount: '75', isFinal: false, officeIds: [] };
      await inTenant(app, shop.tenant, (db) =>
        keepPlan(db, { ...asks, operation: 'createClient', input: { name: 'Ana' } }, foreseen, app.clock.now()),
      );
      return { planId };
    },
    about: 'planId',
    text: 'query ($id: UUID!) { plan(id: $id) { actor operation amount isApproved } }',
  },
  { text: 'mutation ($planId: UUID!) { decidePlan(planId: $planId, isApproved: true) { operation isApproved } }' },
  { text: 'mutation { rotateWebhookSecret(overlapHours: 0) { previousUntil } }' },
  {
    text: `mutation ($url: String!, $types: [String!]) {
  createWebhookEndpoint(url: $url, types: $types) {
    endpoint { id url types isEnabled }
  }
}`,
    variables: () => ({ url: 'https://shop.example/hook', types: ['invoice.*', 'payment.recorded'] }),
    learns: ({ createWebhookEndpoint }) => ({ endpointId: createWebhookEndpoint.endpoint.id }),
  },
  {
    about: 'endpointId',
    text: 'mutation ($id: UUID!) { sendTestWebhook(endpointId: $id) { id eventType state } }',
    learns: 'deliveryId',
  },
  {
    about: 'endpointId',
    text: 'query ($id: UUID!) { webhookDeliveries(endpointId: $id, first: 1) { records { eventType state attempts } pageInfo { hasNextPage } } }',
  },
  { about: 'deliveryId', text: 'mutation ($id: UUID!) { replayWebhookDelivery(deliveryId: $id) { eventType state } }' },
  {
    about: 'endpointId',
    text: 'mutation ($id: UUID!) { rotateWebhookEndpointSecret(endpointId: $id, overlapHours: 0) { previousUntil } }',
  },
  {
    about: 'endpointId',
    text: 'mutation ($id: UUID!) { updateWebhookEndpoint(endpointId: $id, isEnabled: false) { isEnabled disabledReason } }',
  },
  { about: 'endpointId', text: 'mutation ($id: UUID!) { replayWebhookEvents(endpointId: $id, after: "now") { url } }' },
  {
    text: '{ events(first: 2, types: ["order.created", "invoice.*"]) { records { type at entityId data } pageInfo { hasNextPage } } }',
  },
  { text: '{ webhookEndpoints { url isEnabled failingSince } }' },
  { about: 'endpointId', text: 'mutation ($id: UUID!) { deleteWebhookEndpoint(endpointId: $id) { url } }' },
  {
    first: async (_known, shop, here) => {
      const wanted = { userName: 'till-2', role: 'operator', expiresIn: '30d', now: here.clock.now() } as const;
      const { id } = await createToken(here.app, shop.tenant, JWT_SECRET, wanted);
      return { tokenId: id };
    },
    text: '{ apiTokens { id userName role revokedAt } }',
  },
  { about: 'tokenId', text: `mutation ($id: UUID!) { revokeApiToken(id: $id) { userName role revokedBy } }` },
  {
    first: async (_known, shop, here) => {
      const authorization = `Bearer ${await shop.token('operator')}`;
      await fetch(`${here.url}/session`, { method: 'POST', headers: { authorization, origin: here.url } });
      return {};
    },
    text: '{ sessions { id userName roles createdAt endsAt } }',
    learns: ({ sessions }) => ({ sessionId: sessions[0].id }),
  },
  { about: 'sessionId', text: 'mutation ($id: UUID!) { endSession(sessionId: $id) { userName } }' },
  { text: 'mutation { inviteMember(userName: "marta.diaz", role: cashier) { member { userName role hasPassword } } }' },
  {
    text: '{ members { id userName role email hasPassword usedAt } }',
    learns: ({ members }) => ({ memberId: members[0].id }),
  },
  { about: 'memberId', text: 'mutation ($id: UUID!) { removeMember(memberId: $id) { userName role } }' },
  {
    text: '{ acts(first: 1, actor: "user:admin-user") { records { id actor operation } pageInfo { hasNextPage } } }',
    learns: ({ acts }) => ({ actId: acts.records[0].id }),
  },
  { about: 'actId', text: 'query ($id: UUID!) { act(id: $id) { operation before after } }' },
  { text: '{ actsHead { tenantId } }' },
];

function declared({ text, about }: Step, known: Known): object | undefined {
  const names = [...text.matchAll(/\$(\w+):/g)].map(([, name]) => name!);
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, known[name === 'id' ? (about ?? name) : name]]));
}

/** Tells the story to a business that has just begun; answers each operation with what it was answered. */
export async function tellStory(here: World, shop: TestTenant): Promise<Example[]> {
  const known: Known = {};
  const examples: Example[] = [];
  for (const step of STORY) {
    Object.assign(known, await step.first?.(known, shop, here));
    const variables = step.variables?.(known) ?? declared(step, known);
    const data = await shop.get(step.text, variables ?? {});
    const [operation] = Object.keys(data);
    const { learns } = step;
    Object.assign(known, typeof learns === 'string' ? { [learns]: data[operation!].id } : learns?.(data));
    if (step.isAside !== true) examples.push({ operation: operation!, text: step.text, variables, data });
  }
  return examples;
}
