// Purchase orders: what was ordered, what came, what is still to come.
import { act, query } from './act.ts';
import { list } from './listed.ts';
import { CHOSEN_ITEM } from './items.ts';

export const PurchaseOrders = list(
  'PurchaseOrders',
  'search: String, status: PurchaseOrderStatus, supplierId: UUID, from: Date, to: Date',
  'PurchaseOrderOrderBy',
  `id number status createdAt
  supplier { id name }
  lines { id quantity quantityReceived unitCost item { id name } }`,
);

export const PurchaseOrderView = query('PurchaseOrderView', 'id: UUID!')`
  purchaseOrder(id: $id) {
    id number status createdAt
    supplier { id name ruc }
    lines { id locationId quantity unit quantityReceived unitCost item { id sku name unit trackingMode } }
  }
  locations { id name }
`;

/** Initial fields of a new purchase order that is made from an item's page. */
export const ReorderItem = query('ReorderItem', 'id: UUID!')`
  item: getItemById(id: $id) { ${CHOSEN_ITEM} } locations { id name isDefault }
`;

export const CreatePurchaseOrder = act('createPurchaseOrder', 'input: CreatePurchaseOrderInput!', 'id number');
export const ReceivePurchaseOrder = act('receivePurchaseOrder', 'input: ReceivePurchaseOrderInput!', 'id status');
export const ReversePurchaseReceipt = act('reversePurchaseReceipt', 'input: ReversePurchaseReceiptInput!', 'id status');
export const ClosePurchaseOrder = act('closePurchaseOrder', 'purchaseOrderId: UUID!', 'id status');
export const CancelPurchaseOrder = act('cancelPurchaseOrder', 'purchaseOrderId: UUID!', 'id status');
export const RecordSupplierInvoice = act('recordSupplierInvoice', 'input: RecordSupplierInvoiceInput!', 'id number');
