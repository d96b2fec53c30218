// The verbs of the faces beside GraphQL: each is a route of REST and one kept operation of the schema.
import { verbOf, type Row, type Verb } from './verb.ts';

const PARTY = 'id name';
const GOODS = 'item { id sku name }';
const FILE = '{ id filename contentType byteSize sha256 url }';
const SUMS = 'subtotal tax total';
const ITEM =
  'id sku name externalId kind unit unitPrice taxRate category trackingMode allowNegativeStock units { unit factor price } ' +
  'barcodes { barcode unit } inventory { onHand available reorderLevel reorderQuantity leadTime } metadata archivedAt createdAt updatedAt';
const STOCK = 'id sku inventory { onHand available levels { locationId onHand available } }';
const LEDGER =
  'id itemId locationId movementType quantityChange newQuantity unitCost referenceNumber description sourceId createdBy createdAt';
const CLIENT =
  'id name externalId receiverType ruc dv country email emails telephone retentionCode priceList { id name } ' +
  'address { line corregimientoCode corregimiento district province } metadata archivedAt createdAt updatedAt';
const SUPPLIER = 'id name externalId ruc metadata archivedAt createdAt updatedAt';
const ORDER =
  `id number externalId status version dueDate client { ${PARTY} } invoice { id number } discount ${SUMS} ` +
  `lines { id ${GOODS} locationId quantity unit unitPrice discount taxRate total } metadata createdAt updatedAt`;
const LEGAL = `id number proformaNumber externalId documentType mode legalStatus submissionState voidState`;
const CERTIFIED =
  'cufe qrUrl authorization { at protocol } rejectionReasons remarks voidReason voidedAt ' +
  `pdf ${FILE} xml ${FILE} metadata issuedAt createdAt updatedAt`;
const INVOICE_HEAD = `${LEGAL} invoiceStatus orderId client { ${PARTY} } dueDate discount ${SUMS} paid credited debited balance cufe issuedAt updatedAt`;
const INVOICE =
  `${LEGAL} invoiceStatus orderId client { ${PARTY} } dueDate discount ${SUMS} taxes { rate base tax } paid change credited debited balance ` +
  `lines { id ${GOODS} description locationId quantity quantityCredited unit unitPrice discount taxRate net tax total } ` +
  `payments { id amount method reference paidAt } ${CERTIFIED}`;
const CREDIT_HEAD = `${LEGAL} creditStatus reason invoice { id number } ${SUMS} cufe issuedAt updatedAt`;
const CREDIT =
  `${LEGAL} creditStatus reason invoice { id number } ${SUMS} taxes { rate base tax } ` +
  `lines { id invoiceLineId ${GOODS} quantity unit net tax total } ${CERTIFIED}`;
const DEBIT_HEAD = `${LEGAL} debitStatus reason client { ${PARTY} } invoice { id number } ${SUMS} cufe issuedAt updatedAt`;
const DEBIT =
  `${LEGAL} debitStatus reason client { ${PARTY} } invoice { id number } ${SUMS} ` +
  `lines { id description quantity unitPrice taxRate total } ${CERTIFIED}`;
const PAYMENT =
  'id externalId amount method reference paidAt createdBy invoice { id number client { id name } } ' +
  'refunds { id amount reason movedTo refundedAt createdBy } metadata createdAt updatedAt';
const FILED = 'id kind number legalStatus submissionState voidState documentId cufe parkedReason';
const LINK = 'id path createdBy createdAt views viewedAt revokedAt';
const METRICS =
  'windowDays windowFirstDay windowLastDay availableQuantity unitsSoldInWindow dailyVelocity velocityWhenInStock dailyDeviation ' +
  'daysWithSales stockoutDays daysOfCoverage projectedStockoutDate documentsCounted documentsLeftOut';
const MOVEMENT =
  'id occurredAt movementType quantityChange balanceAfter unitValue totalValue counterpartyName referenceNumber description ' +
  'locationId sourceType sourceId createdBy';
const HISTORY = 'points { date value } events { date movementType quantityChange balanceAfter }';
const BUYER = 'clientId clientName unitsSold';
const PURCHASE = 'purchaseOrderId number supplierName orderedAt expectedDay quantity';
const ENDPOINT =
  'id url types description isEnabled disabledReason disabledAt failingSince previousSecretUntil createdAt';
const DELIVERY =
  'id endpointId eventId eventType state attempts nextAttemptAt lastAttemptAt httpStatus answer createdAt';
const EVENT = 'id type at entityId cursor data';
const DOCUMENT =
  'kind: __typename id number proformaNumber externalId documentType mode legalStatus submissionState voidState client { id name } ' +
  `${SUMS} certifiedMore cufe issuedAt createdAt updatedAt`;
const SOLD = 'sales units invoiced credited debited net costed cost profit';
const COMPARED = `from to total { ${SOLD} }`;
const SALES = `from to until total { ${SOLD} } previous { ${COMPARED} } lastYear { ${COMPARED} } rows { key code name ${SOLD} previous lastYear } rowCount`;
const TIMELINE = 'id kind at actor reason told detail';

/** `{id:itemId}` in an address is the argument itemId, or that field of the input. */
const ROWS: readonly Row[] = [
  ['GET /items', 'items', ITEM],
  ['POST /items', 'createItem', ITEM],
  ['GET /items/{id}', 'getItemById', ITEM],
  ['PATCH /items/{id:itemId}', 'updateItem', ITEM],
  ['GET /items/by-sku/{sku}', 'itemBySku', ITEM],
  ['GET /items/by-barcode/{barcode}', 'itemByBarcode', ITEM],
  ['GET /items/by-external-id/{externalId}', 'itemByExternalId', ITEM],
  ['GET /items/{id}/stock', 'getItemById', STOCK, 'itemStock'],
  ['PATCH /items/{id:itemId}/stock', 'updateItemInventory', ITEM],
  ['POST /items/{id:itemId}/adjust', 'adjustInventory', LEDGER],
  ['GET /items/{id:itemId}/movements', 'itemMovements', MOVEMENT],
  ['GET /items/{id:itemId}/metrics', 'itemStockMetrics', METRICS],
  ['GET /items/{id:itemId}/incoming', 'itemIncomingQuantity', ''],
  ['GET /items/{id:itemId}/incoming-purchases', 'itemIncomingPurchases', PURCHASE],
  ['GET /items/{id:itemId}/top-clients', 'itemTopClients', BUYER],
  ['GET /items/{id:itemId}/history', 'itemStockHistory', HISTORY],
  ['GET /movements', 'movements', LEDGER],

  ['GET /clients', 'clients', CLIENT],
  ['POST /clients', 'createClient', CLIENT],
  ['GET /clients/{id}', 'client', CLIENT],
  ['PATCH /clients/{id:clientId}', 'updateClient', CLIENT],
  ['GET /clients/by-external-id/{externalId}', 'clientByExternalId', CLIENT],
  ['GET /suppliers', 'suppliers', SUPPLIER],
  ['POST /suppliers', 'createSupplier', SUPPLIER],
  ['GET /suppliers/{id}', 'supplier', SUPPLIER],
  ['PATCH /suppliers/{id:supplierId}', 'updateSupplier', SUPPLIER],
  ['GET /suppliers/by-external-id/{externalId}', 'supplierByExternalId', SUPPLIER],

  ['GET /orders', 'orders', ORDER],
  ['POST /orders', 'createOrder', ORDER],
  ['GET /orders/{id}', 'order', ORDER],
  ['PATCH /orders/{id:orderId}', 'updateOrder', ORDER],
  ['POST /orders/{id:orderId}/cancel', 'cancelOrder', ORDER],
  ['GET /orders/by-external-id/{externalId}', 'orderByExternalId', ORDER],

  ['GET /invoices', 'invoices', INVOICE_HEAD],
  ['POST /invoices', 'generateInvoice', INVOICE],
  ['GET /invoices/{id}', 'invoice', INVOICE],
  ['GET /invoices/by-number/{number}', 'invoiceByNumber', INVOICE],
  ['GET /invoices/by-external-id/{externalId}', 'invoiceByExternalId', INVOICE],
  ['POST /invoices/{id:invoiceId}/issue', 'convertInvoiceToDgi', INVOICE],
  ['POST /invoices/{id:invoiceId}/pay', 'registerPayment', INVOICE],
  ['POST /invoices/{id:invoiceId}/void', 'voidInvoice', INVOICE],
  ['POST /invoices/{id:invoiceId}/cancel', 'cancelInvoice', INVOICE],
  ['GET /documents', 'documents', DOCUMENT],
  ['GET /documents/{id:documentId}/timeline', 'documentTimeline', TIMELINE],
  ['POST /documents/{id:documentId}/send', 'sendDocument', FILED],
  ['POST /documents/{id:documentId}/share', 'shareDocument', LINK],
  ['POST /documents/{id:documentId}/revoke-link', 'revokeDocumentLink', LINK],
  ['POST /documents/{id:documentId}/check', 'checkDocument', FILED],

  ['GET /credits', 'credits', CREDIT_HEAD],
  ['POST /credits', 'createCredit', CREDIT],
  ['GET /credits/{id}', 'credit', CREDIT],
  ['GET /credits/by-external-id/{externalId}', 'creditByExternalId', CREDIT],
  ['POST /credits/{id:creditId}/issue', 'convertCreditToDgi', CREDIT],
  ['POST /credits/{id:creditId}/apply', 'applyCredit', CREDIT],
  ['POST /credits/{id:creditId}/void', 'voidCredit', CREDIT],
  ['POST /credits/{id:creditId}/cancel', 'cancelCredit', CREDIT],

  ['POST /returns', 'returnSale', `id credit { ${CREDIT} } exchange { ${INVOICE} }`],

  ['GET /debit-notes', 'debitNotes', DEBIT_HEAD],
  ['POST /debit-notes', 'createDebitNote', DEBIT],
  ['GET /debit-notes/{id}', 'debitNote', DEBIT],
  ['GET /debit-notes/by-external-id/{externalId}', 'debitNoteByExternalId', DEBIT],
  ['POST /debit-notes/{id:debitNoteId}/void', 'voidDebitNote', DEBIT],
  ['POST /debit-notes/{id:debitNoteId}/cancel', 'cancelDebitNote', DEBIT],

  ['GET /payments', 'payments', PAYMENT],
  ['GET /payments/{id}', 'payment', PAYMENT],
  ['GET /payments/by-external-id/{externalId}', 'paymentByExternalId', PAYMENT],
  ['POST /payments/{id:paymentId}/refund', 'refundPayment', INVOICE],
  ['POST /payments/{id:paymentId}/move', 'movePayment', INVOICE],
  ['POST /payments/{id:paymentId}/correct', 'correctPayment', INVOICE],

  ['GET /sales', 'salesBy', SALES],

  ['GET /events', 'events', EVENT],
  ['GET /webhooks', 'webhookEndpoints', ENDPOINT],
  ['POST /webhooks', 'createWebhookEndpoint', `endpoint { ${ENDPOINT} } secret remedy`],
  ['PATCH /webhooks/{id:endpointId}', 'updateWebhookEndpoint', ENDPOINT],
  ['POST /webhooks/{id:endpointId}/test', 'sendTestWebhook', DELIVERY],
  ['POST /webhooks/{id:endpointId}/delete', 'deleteWebhookEndpoint', ENDPOINT],
];

/** In the order of the reference. */
export const VERBS: readonly Verb[] = ROWS.map(verbOf);
