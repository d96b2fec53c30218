// Orders, and what makes an invoice of one.
import { act, query } from './act.ts';
import { list, MONEY } from './listed.ts';
import { ORDERED_ITEM } from './items.ts';
import { CHOSEN_CLIENT } from './parties.ts';

export const Orders = list(
  'Orders',
  `${MONEY}, status: OrderStatus, isOpen: Boolean, due: Date`,
  'OrderOrderBy',
  `id number status subtotal tax total createdAt dueDate
  client { id name }
  invoice { id number mode legalStatus invoiceStatus submissionState }`,
  'subtotal tax total',
);

export const OrderView = query('OrderView', 'id: UUID!')`
  order(id: $id) {
    id number status subtotal isc otherTax tax total createdAt dueDate
    client { ${CHOSEN_CLIENT} }
    lines {
      id locationId quantity unit unitPrice discount taxRate lotNumber
      item { id sku name unit inventory { onHand available } }
    }
    invoice { id number mode legalStatus invoiceStatus submissionState }
  }
  locations { id name }
`;

/** An order as the form begins with it: to be changed, or to be repeated. */
export const OrderToChange = query('OrderToChange', 'id: UUID!')`
  order(id: $id) {
    id number version dueDate
    client { ${CHOSEN_CLIENT} }
    lines { quantity unit unitPrice discount locationId item { ${ORDERED_ITEM} } }
  }
`;

export const UpdateOrder = act('updateOrder', 'orderId: UUID!, input: UpdateOrderInput!');
export const CreateOrder = act('createOrder', 'input: CreateOrderInput!');
export const CancelOrder = act('cancelOrder', 'orderId: UUID!', 'id status');
export const GenerateInvoice = act(
  'generateInvoice',
  'orderId: UUID!, mode: GenerationMode!, payment: PaymentTermsInput, madeBy: String, documentType: DocumentType, export: ExportInput',
  'id number legalStatus submissionState',
);

export const PreviewInvoice = query(
  'PreviewInvoice',
  'orderId: UUID!, payment: PaymentTermsInput, documentType: DocumentType, export: ExportInput',
)`
  previewInvoice(orderId: $orderId, payment: $payment, documentType: $documentType, export: $export) {
    payload problems
    findings { severity message }
    subtotal tax total
  }
`;
