// The counter: what a till keeps of the catalog, and the document that it hands over.
import { act, query } from './act.ts';
import { SOLD_ITEM } from './items.ts';

export const CounterItems = query('CounterItems', 'after: String, since: DateTime')`
  items(first: 100, after: $after, updatedSince: $since, archived: null) {
    pageInfo { endCursor hasNextPage }
    records { archivedAt ${SOLD_ITEM} inventory { levels { locationId available } } }
  }
`;

export const CounterClients = query('CounterClients', 'after: String, since: DateTime')`
  clients(first: 100, after: $after, updatedSince: $since, archived: null) {
    pageInfo { endCursor hasNextPage }
    records { archivedAt id name receiverType ruc dv email retentionCode priceList { id name } }
  }
`;

export const CounterPrices = query('CounterPrices', 'priceListId: UUID!, itemIds: [UUID!], offset: Int! = 0')`
  listPrices(priceListId: $priceListId, itemIds: $itemIds, limit: 100, offset: $offset) {
    totalCount
    records { item { id } unit price }
  }
`;

export const CounterPlaces = query('CounterPlaces')`
  locations { id name isDefault }
  offices { name billingPoints { id code name isFirst } }
  priceLists { id name }
  viewer { userName tenant { id name ruc dv pacCompanyId sellsWithoutStock roundsOnce requiresOpenTill } }
`;

export const WalkInClient = query('WalkInClient', 'externalId: String!')`
  clientByExternalId(externalId: $externalId) { id }
`;

/** No more than a cashier may read of it. */
export const MakeClient = act('makeClient', 'input: CreateClientInput!', 'id', 'createClient(input: $input)');

export const ReportTillSales = act('reportTillSales', 'till: String!, sales: [TillSaleInput!]!', 'id state');
export const DiscardTillSale = act('discardTillSale', 'id: UUID!, reason: String!', 'id state');

const HEAD = `
  id number documentId issuedAt legalStatus submissionState environment cufe qrUrl
  authorization { protocol at }
  taxes { rate base tax }
  subtotal isc otherTax tax total
`;

/** All that stands on the printed page. */
export const Receipt = query('Receipt', 'id: UUID!')`
  invoice(id: $id) {
    ${HEAD} dueDate change
    billingPoint { code office { code name address } }
    client { name ruc dv email }
    lines { id description quantity unit unitPrice discount net }
    payments { id method amount }
    pdf { url }
  }
  tenant { name ruc dv }
`;

/** A sale that came back, by its slip, with what stands on its pages and on those of its notes. */
export const SaleToReturn = query('SaleToReturn', 'code: String!')`
  saleToReturn(code: $code) {
    problem
    invoice {
      ${HEAD} mode dueDate change
      billingPoint { code office { code name address } }
      client { name ruc dv email retentionCode }
      lines { id description quantity quantityCredited unit unitPrice discount net }
      payments { id method amount refunds { id amount reason movedTo } }
      pdf { url }
      credits { ${HEAD} mode reason billingPoint { id code } lines { id invoiceLineId quantity unit net } }
    }
  }
  offices { code name address billingPoints { id } }
  tenant { name ruc dv }
`;

export const ReturnTotals = query('ReturnTotals', 'code: String!, lines: [CreditLineInput!]!')`
  saleToReturn(code: $code, lines: $lines) { subtotal tax total back methods { method amount most } }
`;

export const ReturnSale = act(
  'returnSale',
  'input: ReturnSaleInput!',
  'id credit { id number } exchange { id number }',
);

export const SendDocument = act('sendDocument', 'documentId: UUID!, email: String');
