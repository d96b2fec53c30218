// Lists that can be exported, by their field of the schema; their columns by the path in a record, with the head of each.

const DOCUMENT = 'number documentType mode issuedAt legalStatus';
const AMOUNTS = 'subtotal tax';
const CLIENT = 'client.name client.ruc client.dv';
const OWN = 'externalId createdAt updatedAt id';
const FILED = `cufe documentId environment ${OWN}`;
const ADDRESS = 'address.line address.corregimientoCode address.province address.district address.corregimiento';
const INVENTORY =
  'inventory.onHand inventory.available inventory.reorderLevel inventory.reorderQuantity inventory.leadTime';

/** By the name in the address: the field of the query type, and the paths of the columns. */
export const EXPORTED_LISTS: Readonly<Record<string, readonly [field: string, columns: string]>> = {
  invoices: [
    'invoices',
    `${DOCUMENT} invoiceStatus dueDate ${CLIENT} ${AMOUNTS} isc otherTax total paid credited debited balance ${FILED}`,
  ],
  credits: [
    'credits',
    `${DOCUMENT} creditStatus invoice.number invoice.client.name invoice.client.ruc reason ${AMOUNTS} total ${FILED}`,
  ],
  debit_notes: ['debitNotes', `${DOCUMENT} debitStatus invoice.number ${CLIENT} reason ${AMOUNTS} total ${FILED}`],
  generic_credits: ['genericCredits', `${DOCUMENT} status reference.number ${CLIENT} reason ${AMOUNTS} total ${FILED}`],
  payments: ['payments', `paidAt invoice.number invoice.client.name method reference amount createdBy ${OWN}`],
  orders: ['orders', `number status dueDate ${CLIENT} ${AMOUNTS} total invoice.number invoice.legalStatus ${OWN}`],
  movements: [
    'movements',
    'createdAt item.sku item.name location.code movementType quantityChange newQuantity unitCost referenceNumber description createdBy id',
  ],
  items: [
    'items',
    `sku name kind unit unitPrice taxRate cpbs category trackingMode averageCost ${INVENTORY} ${OWN} archivedAt`,
  ],
  expiring_lots: [
    'expiringLots',
    'expirationDate item.sku item.name lotNumber location.code quantityRemaining unitCost value receivedAt id',
  ],
  clients: ['clients', `name receiverType ruc dv email telephone country ${ADDRESS} ${OWN} archivedAt`],
  statement: ['clientStatement', 'day kind number amount balance'],
  suppliers: ['suppliers', `name ruc ${OWN} archivedAt`],
  supplier_invoices: ['supplierInvoices', 'number supplier.name supplier.ruc total createdBy createdAt id'],
  purchase_orders: ['purchaseOrders', `number status supplier.name supplier.ruc ${OWN}`],
};

const STATUS = ['Status', 'Estado'] as const;

/** In English and in Spanish; by the whole path, else by its last word. */
export const HEADINGS: Readonly<Record<string, readonly [english: string, spanish: string]>> = {
  amount: ['Amount', 'Monto'],
  archivedAt: ['Archived', 'Archivado'],
  available: ['Available', 'Disponible'],
  averageCost: ['Average cost', 'Costo promedio'],
  balance: ['Balance', 'Saldo'],
  category: ['Category', 'Categoría'],
  code: ['Location', 'Ubicación'],
  corregimiento: ['Corregimiento', 'Corregimiento'],
  corregimientoCode: ['Corregimiento code', 'Código de corregimiento'],
  country: ['Country', 'País'],
  cpbs: ['CPBS', 'CPBS'],
  createdAt: ['Created', 'Creado'],
  createdBy: ['By', 'Por'],
  creditStatus: STATUS,
  credited: ['Credited', 'Acreditado'],
  cufe: ['CUFE', 'CUFE'],
  day: ['Day', 'Día'],
  debitStatus: STATUS,
  debited: ['Debited', 'Debitado'],
  description: ['Description', 'Descripción'],
  district: ['District', 'Distrito'],
  documentId: ['PAC document', 'Documento del PAC'],
  documentType: ['Type', 'Tipo'],
  dueDate: ['Due', 'Vence'],
  dv: ['DV', 'DV'],
  email: ['Email', 'Correo'],
  environment: ['Environment', 'Ambiente'],
  expirationDate: ['Expires', 'Vence'],
  externalId: ['External ID', 'ID externo'],
  id: ['ID', 'ID'],
  invoiceStatus: STATUS,
  isc: ['ISC', 'ISC'],
  issuedAt: ['Issued', 'Emitido'],
  kind: ['Kind', 'Clase'],
  leadTime: ['Lead time', 'Días de entrega'],
  legalStatus: ['Legal status', 'Estado fiscal'],
  line: ['Line', 'Dirección'],
  lotNumber: ['Lot', 'Lote'],
  method: ['Method', 'Forma de pago'],
  mode: ['Mode', 'Modo'],
  movementType: ['Type', 'Tipo'],
  name: ['Name', 'Nombre'],
  newQuantity: ['On hand', 'Existencia'],
  number: ['Number', 'Número'],
  onHand: ['On hand', 'Existencia'],
  otherTax: ['Other taxes', 'Otros impuestos'],
  paid: ['Paid', 'Pagado'],
  paidAt: ['Paid', 'Pagado'],
  province: ['Province', 'Provincia'],
  quantityChange: ['Quantity', 'Cantidad'],
  quantityRemaining: ['Left', 'Queda'],
  receivedAt: ['Received', 'Recibido'],
  reason: ['Reason', 'Motivo'],
  receiverType: ['Receiver type', 'Tipo de receptor'],
  reference: ['Reference', 'Referencia'],
  referenceNumber: ['Reference', 'Referencia'],
  reorderLevel: ['Reorder level', 'Punto de reorden'],
  reorderQuantity: ['Reorder quantity', 'Cantidad a pedir'],
  ruc: ['RUC', 'RUC'],
  sku: ['SKU', 'SKU'],
  status: STATUS,
  subtotal: ['Subtotal', 'Subtotal'],
  tax: ['ITBMS', 'ITBMS'],
  taxRate: ['Tax rate', 'Tasa de ITBMS'],
  telephone: ['Telephone', 'Teléfono'],
  total: ['Total', 'Total'],
  trackingMode: ['Tracking mode', 'Seguimiento'],
  unit: ['Unit', 'Unidad'],
  unitPrice: ['Unit price', 'Precio'],
  unitCost: ['Unit cost', 'Costo unitario'],
  updatedAt: ['Updated', 'Modificado'],
  value: ['Value', 'Valor'],
  'client.name': ['Client', 'Cliente'],
  'invoice.client.name': ['Client', 'Cliente'],
  'invoice.number': ['Invoice', 'Factura'],
  'reference.number': ['Invoice', 'Factura'],
  'item.name': ['Item', 'Artículo'],
  'supplier.name': ['Supplier', 'Proveedor'],
};
