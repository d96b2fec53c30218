// The pages of clients and suppliers: listed, looked at, and what a client owes.
import { act, query } from './act.ts';
import { list } from './listed.ts';

const PARTY = 'search: String, archived: Boolean = false';

export const Clients = list('Clients', PARTY, 'PartyOrderBy', 'id name receiverType ruc dv email telephone externalId');

export const ClientView = query('ClientView', 'id: UUID!')`
  priceLists { id name }
  client(id: $id) {
    id name receiverType ruc dv email emails telephone country archivedAt
    address { line corregimientoCode province district corregimiento }
    priceList { id name }
    retentionCode externalId metadata
  }
  account: clientAccount(clientId: $id) {
    aging { current days1To30 days31To60 days61To90 over90 owed inHand }
    daysToPay { from to average payments paid slowest { invoiceId number issuedDay paidDay days amount } }
    bought { item { id name unit } units net lastDay }
  }
  invoices(clientId: $id, limit: 8) {
    totalCount
    records { id number mode legalStatus submissionState invoiceStatus issuedAt total balance }
  }
  payments(clientId: $id, limit: 5) {
    totalCount
    records { id amount method reference paidAt refunds { id amount } invoice { id number client { id } } }
  }
  credits(clientId: $id, creditStatus: UNAPPLIED, limit: 10) {
    records { id number total issuedAt invoice { id number } }
  }
`;

export const OpenInvoices = query('OpenInvoices', 'clientId: UUID!')`
  invoices(clientId: $clientId, isOpen: true, limit: 100, orderBy: {field: ISSUED_AT, direction: ASC}) {
    totalCount
    records { id number legalStatus dueDate issuedAt balance }
  }
`;

export const Statement = query('Statement', 'id: UUID!, from: Date!, to: Date!')`
  tenant { name ruc dv }
  client(id: $id) { id name receiverType ruc dv }
  statement: clientStatement(clientId: $id, from: $from, to: $to) {
    opening closing
    entries {
      day kind number documentId
      payment { id amount method reference paidAt refunds { id amount } invoice { id } }
      amount balance
    }
  }
`;

export const CheckRuc = query('CheckRuc', 'ruc: String!, receiverType: ReceiverType!')`
  checkRuc(ruc: $ruc, receiverType: $receiverType) { holder dv isCertain advice }
`;

export const Suppliers = list('Suppliers', PARTY, 'PartyOrderBy', 'id name ruc externalId');

export const SupplierView = query('SupplierView', 'id: UUID!')`
  supplier(id: $id) { id name ruc externalId metadata archivedAt }
  account: supplierAccount(supplierId: $id) {
    orders { id number status createdAt lines { id quantity unitCost } }
    leadTime { days fastest slowest orders }
    bought { item { id name unit } units spent lastCost lastDay }
  }
`;

export const UpdateSupplier = act(
  'updateSupplier',
  'supplierId: UUID!, name: String, ruc: String, externalId: String, archived: Boolean',
  'id name ruc externalId',
);
