// What other modules may ask of sales.
export { createOrder } from './create-order.ts';
export type { Order } from './create-order.ts';
export {
  cancelOrder,
  findOrder,
  findOrderByNumber,
  linesOfOrders,
  listOrders,
  lockOrder,
  setOrderStatus,
} from './orders.ts';
export type { OrderLine } from './orders.ts';
export { amountsOfRow, lineAmounts, totalsOf } from './order.ts';
export type { LineAmounts, Totals } from './order.ts';
