// What this program asks; `answers.ts` has the types, written from these texts and the schema.
import type { Operation } from './client.ts';
import type {
  CreateClientAnswer,
  CreateClientVariables,
  CreateOrderAnswer,
  CreateOrderVariables,
  FindItemAnswer,
  FindItemVariables,
  InvoiceStateAnswer,
  InvoiceStateVariables,
  PayAnswer,
  PayVariables,
  SellAnswer,
  SellVariables,
} from './answers.ts';

export const FindItem: Operation<FindItemAnswer, FindItemVariables> = {
  text: `query FindItem($search: String) {
    items(search: $search, limit: 1) {
      records { id sku name unitPrice inventory { available } }
    }
  }`,
};

export const CreateClient: Operation<CreateClientAnswer, CreateClientVariables> = {
  text: `mutation CreateClient($input: CreateClientInput!) {
    createClient(input: $input) { id name }
  }`,
};

export const CreateOrder: Operation<CreateOrderAnswer, CreateOrderVariables> = {
  text: `mutation CreateOrder($input: CreateOrderInput!) {
    createOrder(input: $input) { id number total }
  }`,
};

export const Sell: Operation<SellAnswer, SellVariables> = {
  text: `mutation Sell($orderId: UUID!) {
    generateInvoice(orderId: $orderId) { id number legalStatus submissionState rejectionReasons }
  }`,
};

export const InvoiceState: Operation<InvoiceStateAnswer, InvoiceStateVariables> = {
  text: `query InvoiceState($id: UUID!) {
    invoice(id: $id) { number legalStatus submissionState rejectionReasons balance pdf { filename url } }
  }`,
};

export const Pay: Operation<PayAnswer, PayVariables> = {
  text: `mutation Pay($invoiceId: UUID!, $amount: Decimal!, $key: String!) {
    registerPayment(invoiceId: $invoiceId, amount: $amount, method: CASH, idempotencyKey: $key) { invoiceStatus paid }
  }`,
};
