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

/** All that stands on the printed page. */
export const Receipt = query('Receipt', 'id: UUID!')`
  invoice(id: $id) {
    id number documentId issuedAt dueDate legalStatus submissionState environment cufe qrUrl
    authorization { protocol at }
    billingPoint { code office { code name address } }
    client { name ruc dv email }
    lines { id description quantity unit unitPrice discount net }
    taxes { rate base tax }
    subtotal isc otherTax tax total change
    payments { id method amount }
    pdf { url }
  }
  tenant { name ruc dv }
`;

export const SendDocument = act('sendDocument', 'documentId: UUID!, email: String', 'id');
