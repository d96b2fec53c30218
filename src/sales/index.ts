// Public face of sales.
export { createOrder, levelsOfOrder } from './create-order.ts';
export type { LinesInput } from './order-lines.ts';
export type { Order } from './create-order.ts';
export {
  cancelOrder,
  findOrder,
  findOrderByNumber,
  linesOfOrders,
  lockOrder,
  setOrderInvoiced,
  setOrderStatus,
} from './orders.ts';
export type { OrderLine } from './orders.ts';
export { byClient, documentConditions, listOrders, ofClientsFound } from './list-orders.ts';
export type { DocumentFilters, Summed } from './list-orders.ts';
export { assertTillOpen } from './till-sales.ts';
export { amountColumns, amountsOfRows, baseQuantity, termsOfRow, totalColumns, totalOfRow } from './order.ts';
export type { TermsRow } from './order.ts';
