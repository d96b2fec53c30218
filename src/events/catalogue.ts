// Catalogue of events: when each is told, which query reads the record that it is about, and the fields of its data. Docs, the JSON Schema
// and the types of the client are printed from it.

type Words = readonly [english: string, spanish: string];

export interface EventFacts {
  when: Words;
  /** Queries by `data.id`, of which one finds the record; `priceLists` and `locations` answer all that there are. */
  readBy: readonly string[];
  /** The GraphQL type of each field; without `!` the field may be absent, and is never null. */
  fields: Readonly<Record<string, string>>;
}

/** A field whose name ends in Id is a UUID. */
const TYPES: Readonly<Record<string, string>> = {
  id: 'UUID',
  number: 'String',
  sku: 'String',
  mode: 'GenerationMode',
  legalStatus: 'LegalStatus',
  submissionState: 'SubmissionState',
  method: 'PaymentMethod',
  movedTo: 'UUID',
  movementType: 'MovementType',
  itemIds: '[UUID!]',
  differsBy: '[CertifiedField!]',
  ...Object.fromEntries(
    'total paid credited debited amount quantityChange newQuantity available reorderLevel'
      .split(' ')
      .map((name) => [name, 'Decimal']),
  ),
};

/** As in `id number orderId? status:OrderStatus`. */
function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(' ').map((word) => {
      const [, name = '', type, mark] = /^(\w+)(?::([\w|]+))?(\?)?$/.exec(word)!;
      return [name, `${type ?? TYPES[name] ?? 'UUID'}${mark ? '' : '!'}`];
    }),
  );
}

type Row = readonly [fields: string, ...when: Words];

function each<Subject extends string, Happened extends string>(
  subject: Subject,
  readBy: string,
  rows: Record<Happened, Row>,
) {
  const entries = Object.entries<Row>(rows).map(([happened, [fields, ...when]]) => [
    `${subject}.${happened}`,
    { when, readBy: readBy.split(' '), fields: fieldsOf(fields) },
  ]);
  return Object.fromEntries(entries) as Record<`${Subject}.${Happened}`, EventFacts>;
}

const CREATED = ['created', 'se creó'] as const;
const CHANGED = ['changed', 'cambió'] as const;
const CANCELED = ['canceled', 'se canceló'] as const;

/** Events of each kind of document; `status` are the fields of a change of its business status, `issued` others of a new one. */
function ofDocuments(status: string, issued: string) {
  const legal = 'id number mode legalStatus? submissionState';
  const optional = (fields: string): string => fields.replaceAll(/\?|(?<!\?)(?= )|(?<!\?)$/g, '?');
  const [, , word, ...sums] = status.split(' ');
  return {
    issued: [
      `id number mode ${optional(`legalStatus submissionState ${issued} total ${word!}`)}`,
      'issued, or a proforma filed with the DGI (`mode`)',
      'se emitió, o se envió a la DGI una proforma (`mode`)',
    ],
    pac_authorized: [legal, 'the PAC has authorized it', 'la autorizó el PAC'],
    dgi_authorized: [legal, 'the DGI has authorized it', 'la autorizó la DGI'],
    rejected: [legal, 'the PAC or the DGI has rejected it', 'la rechazó el PAC o la DGI'],
    unknown: [
      legal,
      'it was sent and no answer came; what became of it is being found out',
      'se envió y no llegó respuesta; se está averiguando qué fue de ella',
    ],
    settled: [legal, 'what became of an unknown one is known', 'ya se sabe qué fue de una desconocida'],
    voided: [
      `id number ${optional(`mode legalStatus submissionState ${[word, ...sums].join(' ')}`)}`,
      'voided at the PAC; with `legalStatus` where it was rejected meanwhile, so that nothing else changes',
      'se anuló en el PAC; con `legalStatus` si mientras tanto fue rechazada, de modo que no cambia nada más',
    ],
    canceled: [
      status,
      'canceled, or for an invoice credited in full',
      'se canceló o, si es una factura, se acreditó por completo',
    ],
    updated: [
      status,
      'another status, or another balance by a credit or debit note',
      'otro estado, u otro saldo por una nota de crédito o de débito',
    ],
  } as const;
}

const INVOICE = 'id number status:InvoiceStatus total paid credited debited';
const CREDIT = 'id number status:CreditStatus|DebitStatus total invoiceId?';
const PURCHASE = 'id number supplierId status:PurchaseOrderStatus';
const ORDER = 'id number clientId status:OrderStatus total';
const DOCUMENT = 'id number mode legalStatus? submissionState';

export const EVENT_TYPES = {
  ...each('order', 'order', {
    created: [ORDER, ...CREATED],
    updated: [ORDER, ...CHANGED],
    canceled: [ORDER, ...CANCELED],
  }),
  ...each('invoice', 'invoice', {
    ...ofDocuments(INVOICE, 'orderId clientId'),
    paid: ['id number? status:InvoiceStatus total paid credited? debited?', 'paid in full', 'se pagó por completo'],
    past_due: [INVOICE, 'its due date has passed', 'pasó su fecha de vencimiento'],
  }),
  ...each('credit', 'credit genericCredit', {
    ...ofDocuments(CREDIT, 'invoiceId clientId'),
    applied: [CREDIT, "applied to its invoice's balance", 'se aplicó al saldo de su factura'],
  }),
  ...each(
    'debit_note',
    'debitNote',
    ofDocuments('id number status:DebitStatus total invoiceId?', 'invoiceId clientId'),
  ),
  ...each('payment', 'payment', {
    recorded: ['id invoiceId amount method', 'money that came in', 'dinero que entró'],
    refunded: [
      'id refundId invoiceId amount movedTo?',
      'money that was given back, or moved to another invoice (`movedTo`)',
      'dinero que se devolvió, o pasó a otra factura (`movedTo`)',
    ],
  }),
  ...each('document', 'invoice credit genericCredit debitNote', {
    pdf_attached: ['id number fileId', 'its PDF is there (`fileId`)', 'ya está su PDF (`fileId`)'],
    certified_otherwise: [
      'id number differsBy',
      'its signed XML differs from what is here, or cannot be read (`differsBy`)',
      'su XML firmado difiere de lo que hay aquí, o no se puede leer (`differsBy`)',
    ],
    parked: [DOCUMENT, 'it needs a person', 'necesita a una persona'],
    unparked: [DOCUMENT, 'it needs no person any more', 'ya no necesita a una persona'],
  }),
  ...each('stock', 'getItemById', {
    moved: [
      'id locationId movementType sourceId? quantityChange newQuantity',
      'a movement of an item at a location',
      'un movimiento de un artículo en una ubicación',
    ],
    available_changed: [
      'id itemIds',
      'what is available of items changed and none moved: an order or a person has promised them, or let go (`itemIds`)',
      'cambió lo disponible de artículos sin que se moviera ninguno: un pedido o una persona los apartó o los soltó (`itemIds`)',
    ],
    below_reorder: [
      'id available reorderLevel',
      'what is available of an item, over all locations, came down to its reorder level',
      'lo disponible de un artículo, en todas las ubicaciones, bajó a su nivel de reorden',
    ],
  }),
  ...each('purchase_order', 'purchaseOrder', {
    created: [PURCHASE, ...CREATED],
    updated: [PURCHASE, ...CHANGED],
    received: [
      'id number supplierId',
      'goods of it came in; with each receipt',
      'entró mercancía de ella; con cada recepción',
    ],
    closed: [PURCHASE, 'closed: no more will come', 'se cerró: no llegará más'],
    canceled: [PURCHASE, ...CANCELED],
  }),
  ...each('supplier_invoice', 'supplierInvoice', { created: ['id number supplierId', ...CREATED] }),
  ...each('client', 'client', { created: ['id', ...CREATED], updated: ['id', ...CHANGED] }),
  ...each('supplier', 'supplier', { created: ['id', ...CREATED], updated: ['id', ...CHANGED] }),
  ...each('item', 'getItemById', { created: ['id sku', ...CREATED], updated: ['id sku', ...CHANGED] }),
  ...each('price_list', 'priceLists', {
    created: ['id', ...CREATED],
    updated: [
      'id',
      'changed, or prices of it; once for all that change together',
      'cambió, o cambiaron precios de ella; una sola vez por todos los que cambian juntos',
    ],
  }),
  ...each('location', 'locations', { created: ['id', ...CREATED], updated: ['id', ...CHANGED] }),
  ...each('till', 'tillSession', {
    opened: ['id billingPointId', 'a person has opened it', 'una persona la abrió'],
    moved: [
      'id entryId kind:TillCashMove amount',
      'cash that is no payment went in or out',
      'entró o salió efectivo que no es un cobro',
    ],
    closed: ['id billingPointId zNumber:Int', 'closed by its Z (`zNumber`)', 'se cerró con su Z (`zNumber`)'],
  }),
};

export type EventType = keyof typeof EVENT_TYPES;
