// Questions that a cashier may ask: what a till needs to sell, and nothing of costs, other people's sales or the company's figures.
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Role } from '../tenancy/index.ts';

const SALE = 'number subtotal tax total discount isc otherTax taxes client lines';

/** By type the fields that are open; those of a type that is in no list are closed, as is whatever a later release adds. */
const OPEN: Readonly<Record<string, string>> = {
  Query:
    'getItemById items clients listPrices locations offices priceLists viewer clientByExternalId invoice tenant tillSession tillSessions stockCount stockCountItems stockCounts documentsNeedingPerson saleToReturn',
  Viewer: 'userName actor roles tenant',
  Tenant:
    'id name timeZone ruc dv pacCompanyId sellsWithoutStock roundsOnce requiresOpenTill cashierReturns cashierDiscount invoiceTypes',
  InvoiceTypeTaken: 'type exportData movesGoods',
  Item: 'id sku name kind unit trackingMode allowNegativeStock unitPrice taxRate iscRate otherTax units barcodes inventory archivedAt',
  ItemInventory: 'levels available',
  StockLevel: 'locationId available',
  ItemUnit: 'unit factor price',
  ItemBarcode: 'barcode unit',
  ItemTax: 'code rate',
  OtherTax: 'code amount',
  Client: 'id name receiverType ruc dv email retentionCode priceList archivedAt',
  PriceList: 'id name',
  ListPrice: 'item unit price',
  Location: 'id name isDefault',
  Office: 'code name address billingPoints',
  BillingPoint: 'id code name isFirst office',
  Order: `id status ${SALE}`,
  Invoice: `id mode documentId issuedAt dueDate legalStatus submissionState environment cufe qrUrl authorization billingPoint change payments credits pdf link ${SALE}`,
  InvoiceLine: 'id description quantity quantityCredited unit unitPrice discount net',
  Credit: `id mode documentId issuedAt reason legalStatus submissionState environment cufe qrUrl authorization billingPoint ${SALE}`,
  CreditLine: 'id invoiceLineId quantity unit net',
  Authorization: 'protocol at',
  RateTotals: 'rate base tax',
  Payment: 'id method amount createdBy refunds',
  Refund: 'id amount reason movedTo',
  File: 'url',
  DocumentLink: 'id path createdBy createdAt views viewedAt revokedAt',
  TillSale: 'id state reason',
  StockCount: 'id name location category notCountedDays status isBlind openedBy openedAt lineCount',
  StockCountItem: 'item counted countedAt expected difference movedBetween lines',
  StockCountLine: 'id quantity place countedAt countedBy createdAt',
  TillSession:
    'id zNumber billingPoint openedAt openedBy openingFloat closedAt closedBy entries report counted expected difference explanation late saidAt',
  TillEntry: 'id kind amount pieces counted reason createdAt createdBy saidAt',
  TillReport: 'documents taxes methods paidIn paidOut',
  TillDocuments: 'kind mode count first last subtotal tax total ended',
  TillTaxes: 'kind mode rate base tax',
  TillMethod: 'method received returned earlier expected counted difference',
  CashPieces: 'denomination pieces',
  CountedAmount: 'method amount',
  SaleToReturn: 'invoice back methods problem subtotal tax total',
  ReturnMethod: 'method amount most',
  SaleReturn: 'id credit exchange',
};

/** A field of the document that is closed to a cashier; of mutations those are open that name the role. */
export function closedToCashiers(schema: GraphQLSchema, document: DocumentNode): string | undefined {
  let closed: string | undefined;
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name: { value: name } }) {
        // A subscription has no type here; what is no operation is refused by its own check.
        const parent = info.getParentType()?.name ?? '';
        const role = info.getFieldDef()?.extensions['role'] as Role | undefined;
        const isOpen = parent === 'Mutation' ? role === 'cashier' : isListed(parent, name);
        if (!isOpen && !name.startsWith('__')) closed ??= `${parent}.${name}`;
      },
    }),
  );
  return closed;
}

const isListed = (type: string, field: string): boolean =>
  type.endsWith('Page') || type === 'PageInfo' || (OPEN[type]?.split(' ').includes(field) ?? false);
