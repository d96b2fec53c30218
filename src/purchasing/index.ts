// Public face of purchasing.
export { createPurchaseOrder } from './create-purchase-order.ts';
export { receivePurchaseOrder } from './receive-purchase-order.ts';
export { cancelPurchaseOrder, closePurchaseOrder } from './end-purchase-order.ts';
export { recordSupplierInvoice } from './record-supplier-invoice.ts';
export { listPurchaseOrders, purchaseOrderLines } from './purchase-orders.ts';
export type { PurchaseOrder } from './purchase-orders.ts';
export { verifyPurchases } from './verify-purchases.ts';
