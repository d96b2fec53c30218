// Questions of assistants: few tools, each a handful of kept operations of the schema.
import { DOCUMENT_KINDS } from '../fiscal/document.ts';
import type { JsonSchema } from '../verbs/index.ts';

export interface Read {
  description: string;
  /** Arguments, all of which are texts or numbers. */
  input: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  /** Selection of the roots, by the variables that it takes with their types. */
  variables: string;
  text: string;
  /** Most characters of an answer; four make about a token. */
  most: number;
}

const id = { type: 'string', format: 'uuid' };
const text = { type: 'string', minLength: 1, maxLength: 100 };
const SUMS = 'subtotal tax total';
const DOCUMENT = `id number mode legalStatus submissionState issuedAt ${SUMS} cufe rejectionReasons parkedReason findings { severity message }`;
const LINES = 'lines { item { sku name } quantity unitPrice total }';
const TIMELINE = 'documentTimeline(documentId: $id) { at kind actor told }';
const NEEDS = 'needs(limit: 5) { kind count amount records { id name about amount deadline day reason quantity } }';

const NUMBERS = ['STOCK', 'BALANCE', 'OWED', 'ITBMS'];
const year = { type: 'integer', minimum: 2000, maximum: 9999 };
const month = { type: 'integer', minimum: 1, maximum: 12 };

export const READS = {
  find: {
    description:
      'Finds anything by words, a number or a CUFE: items, clients, suppliers, orders, invoices, notes, purchases.',
    input: { text },
    required: ['text'],
    variables: '$text: String!',
    text: `items(search: $text, limit: 5) { records { id sku name unitPrice } }
      clients(search: $text, limit: 5) { records { id name ruc } }
      suppliers(search: $text, limit: 3) { records { id name ruc } }
      orders(search: $text, limit: 3) { records { id number status total client { name } } }
      invoices(search: $text, limit: 5) { records { id number invoiceStatus total client { name } } }
      credits(search: $text, limit: 3) { records { id number creditStatus total } }
      debitNotes(search: $text, limit: 3) { records { id number total } }
      purchaseOrders(search: $text, limit: 3) { records { id number status supplier { name } } }`,
    most: 4_000,
  },
  item: {
    description:
      'An item with its five answers: what there is, how fast it sells and until when it lasts, what moved it last, who buys it, what is to come.',
    input: { id, windowDays: { type: 'integer', minimum: 1, maximum: 365 } },
    required: ['id'],
    variables: '$id: UUID!, $windowDays: Int! = 30',
    text: `getItemById(id: $id) { id sku name unit unitPrice taxRate inventory { onHand available reorderLevel leadTime levels { locationId onHand available } } }
      itemStockMetrics(itemId: $id, windowDays: $windowDays) { windowDays unitsSoldInWindow dailyVelocity daysOfCoverage projectedStockoutDate stockoutDays }
      itemMovements(itemId: $id, limit: 5) { totalCount records { occurredAt movementType quantityChange balanceAfter referenceNumber } }
      itemTopClients(itemId: $id, limit: 3) { clientId clientName unitsSold }
      itemIncomingPurchases(itemId: $id) { number expectedDay quantity supplierName }`,
    most: 4_000,
  },
  today: {
    description: 'How a day was or is going: sales, documents by verdict, money received, and what needs a person now.',
    input: { day: { type: 'string', format: 'date' } },
    variables: '$day: Date',
    text: `today(day: $day) { day isToday sales { base total count } before { day total totalSoFar } documents { verdict count total } money { method amount } ${NEEDS} }`,
    most: 6_000,
  },
  month: {
    description:
      'The fiscal month: net sales and ITBMS by rate, documents by kind and state, retentions, the day on which it is due.',
    input: { year, month },
    required: ['year', 'month'],
    variables: '$year: Int!, $month: Int!',
    text: `fiscalMonth(year: $year, month: $month) { from to dueDay net { base itbms retention total } before { base itbms total } rates { rate base itbms } documents { kind state count base itbms total } }`,
    most: 4_000,
  },
  who_owes: {
    description: 'Who owes the company, the largest first, by age of the debt.',
    input: { limit: { type: 'integer', minimum: 1, maximum: 25 } },
    variables: '$limit: Int! = 10',
    text: `receivables(limit: $limit) { asOf owed clientCount clients { client { id name telephone } owed current days1To30 days31To60 days61To90 over90 } }`,
    most: 4_000,
  },
  needs: {
    description: 'What needs a person, by kind, the most urgent first, with deadlines.',
    input: {},
    variables: '',
    text: `today { day ${NEEDS} }`,
    most: 6_000,
  },
  document: {
    description: 'An invoice, credit note or debit note with its timeline at the PAC and the DGI.',
    input: { id, kind: { type: 'string', enum: DOCUMENT_KINDS } },
    required: ['id', 'kind'],
    variables: '$id: UUID!',
    text: '',
    most: 6_000,
  },
  why: {
    description:
      'Why a number is so, from ledger and files. STOCK of an item: its movements, and what holds it; BALANCE of an invoice: lines, payments, notes, files; OWED by a client: open invoices and what is in hand; ITBMS of a month, by year and month: documents by kind and state.',
    input: { id, of: { type: 'string', enum: NUMBERS }, year, month },
    required: ['of'],
    variables: '$id: UUID!',
    text: '',
    most: 6_000,
  },
} as const satisfies Record<string, Read>;

export type ReadName = keyof typeof READS;

/** Tools that ask otherwise for another kind: by its name. */
const BY_KIND: Readonly<Record<string, string>> = {
  INVOICE: `invoice(id: $id) { ${DOCUMENT} invoiceStatus dueDate balance client { name ruc } ${LINES} voidState voidReason } ${TIMELINE}`,
  CREDIT_NOTE: `credit(id: $id) { ${DOCUMENT} creditStatus reason invoice { id number } ${LINES.replace('unitPrice ', '')} voidState } ${TIMELINE}`,
  DEBIT_NOTE: `debitNote(id: $id) { ${DOCUMENT} debitStatus reason client { name ruc } voidState } ${TIMELINE}`,
  STOCK: `getItemById(id: $id) { id sku name unit inventory { onHand available levels { locationId onHand available } } }
    stockReservationsByItem(itemId: $id, isActive: true) { quantity createdAt order { number client { name } } }
    itemMovements(itemId: $id, limit: 20) { totalCount records { occurredAt movementType quantityChange balanceAfter referenceNumber counterpartyName createdBy } }`,
  BALANCE: `invoice(id: $id) { id number invoiceStatus ${SUMS} retention { code amount } debited paid credited balance lines { description quantity unitPrice discount tax total }
      taxes { rate base tax } payments { amount method paidAt createdBy refunds { amount refundedAt } } credits { number creditStatus total } debitNotes { number total }
      files { filename sha256 createdAt } }`,
  OWED: `client(id: $id) { name ruc }
    clientAccount(clientId: $id) { aging { owed inHand current days1To30 days31To60 days61To90 over90 } }
    invoices(clientId: $id, isOpen: true, limit: 20) { totalCount records { number issuedAt dueDate total debited paid credited balance } }`,
  ITBMS: `fiscalMonth(year: $year, month: $month) { from to dueDay net { base itbms } rates { rate base itbms }
      documents { kind state count base itbms } lateChanges { number } }`,
};

export function documentOf(name: ReadName, kind: unknown): string {
  const { text: usual, variables: usually } = READS[name];
  const variables = kind === 'ITBMS' ? READS.month.variables : usually;
  return `query ${name} ${variables && `(${variables})`} { ${usual || BY_KIND[String(kind)]!} }`;
}
