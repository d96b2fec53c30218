// Orders, in English.
import type { words as es } from '../es/orders.ts';

export const words: Record<keyof typeof es, string> = {
  // What many pages say
  'filter.all': 'All',

  // Pickers
  'picker.availableAt': '{quantity} in {place}',

  // Documents, purchases, operations
  order: 'Order',
  'lines.lot': 'lot {lot}',
  'orders.about': 'What is promised to your clients, and what is an invoice already.',
  'orders.none': 'No orders',
  'orders.noneText': 'An order reserves stock and becomes an invoice with one click.',
  'orders.filter.OPEN': 'Open',
  'orders.filter.INVOICED': 'Invoiced',
  'orders.filter.CANCELED': 'Canceled',
  'order.reserves': 'These quantities are reserved and cannot be sold otherwise.',
  'order.stillAvailable': '{quantity} still available',
  'order.withTax': 'ITBMS included: {tax}',
  'order.seeInvoice': 'See invoice {number}',
  'order.invoice': 'Invoice',
  'order.invoiceNote': 'You see it first.',
  'order.cancel': 'Cancel order',
  'order.cancelNote': 'Releases what is reserved.',
  'order.cancelAbout': 'What is reserved becomes free for others. The order cannot be opened again.',
  'order.againAfter': 'Its invoice no longer counts; it can be invoiced again.',
  'order.canceled': 'Order {number} canceled',
  'order.isCanceled': 'This order was canceled; it reserves nothing.',
  'newOrder.about': 'Reserves stock until it is invoiced or canceled.',
  'newOrder.noLines': 'What goes into it?',
  'newOrder.needsClient': 'Choose a client',
  'newOrder.place': 'Ships from',
  'newOrder.due': 'Due date',
  'newOrder.dueNote': 'Leave it empty for a cash sale.',
  'newOrder.create': 'Create order',
  'newOrder.reserves': '{available} {unit} available; {rest} will be left',
  'newOrder.elsewhere': 'Other locations have {quantity} {unit}; choose where it leaves from.',
  'newOrder.short': 'Only {available} {unit} available; {rest} missing',
  'preview.title': 'This is how the invoice will be',
  'preview.dgi': 'It goes to the PAC and the DGI authorizes it.',
  'preview.proform': 'Internal: it is not sent to the PAC.',
  'preview.send': 'Issue invoice',
  'preview.make': 'Create proforma',
  'preview.fine': 'The PAC would have nothing to object to.',
  'preview.problems': '{n} thing to correct|{n} things to correct',
  'preview.warnings': '{n} thing that the PAC may ask for|{n} things that the PAC may ask for',
  'preview.payload': 'What will be sent to the PAC, to the letter',
};
