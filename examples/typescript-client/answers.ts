// What each operation takes and is answered with; written from the schema, not by hand.

export type InvoiceStatus =
  'CANCELED' | 'OVERPAID' | 'PAID' | 'PARTIALLY_CANCELED' | 'PARTIALLY_PAID' | 'PAST_DUE' | 'UNPAID' | 'VOID';

export type LegalStatus = 'DGI_AUTHORIZED' | 'DGI_REJECTED' | 'PAC_AUTHORIZED' | 'PAC_REJECTED';

export type ReceiverType = 'CONSUMIDOR_FINAL' | 'CONTRIBUYENTE' | 'EXTRANJERO' | 'GOBIERNO';

export type SubmissionState = 'DONE' | 'NOT_REQUIRED' | 'PENDING' | 'UNKNOWN';

export interface ClientAddressInput {
  corregimiento?: string | null;
  corregimientoCode?: string | null;
  district?: string | null;
  line?: string | null;
  province?: string | null;
}

export interface CreateClientInput {
  address?: ClientAddressInput | null;
  country?: string | null;
  email?: string | null;
  emails?: string[] | null;
  idempotencyKey?: string | null;
  name: string;
  priceListId?: string | null;
  receiverType?: ReceiverType;
  retentionCode?: string | null;
  ruc?: string | null;
  telephone?: string | null;
}

export interface CreateOrderInput {
  billingPointId?: string | null;
  clientId: string;
  discount?: string | null;
  dueDate?: string | null;
  idempotencyKey?: string | null;
  lines: OrderLineInput[];
}

export interface OrderLineInput {
  barcode?: string | null;
  discount?: string | null;
  iscRate?: string | null;
  itemId?: string | null;
  locationId?: string | null;
  lotNumber?: string | null;
  otherTax?: OtherTaxInput | null;
  quantity: string;
  taxRate?: string | null;
  unit?: string | null;
  unitPrice?: string | null;
}

export interface OtherTaxInput {
  amount?: string | null;
  code: string;
  rate?: string | null;
}

export interface CreateClientAnswer {
  createClient: {
    id: string;
    name: string;
  };
}

export type CreateClientVariables = {
  input: CreateClientInput;
};

export interface CreateOrderAnswer {
  createOrder: {
    id: string;
    number: string;
    total: string;
  };
}

export type CreateOrderVariables = {
  input: CreateOrderInput;
};

export interface FindItemAnswer {
  items: {
    records: {
      id: string;
      sku: string;
      name: string;
      unitPrice: string;
      inventory: {
        available: string;
      };
    }[];
  };
}

export type FindItemVariables = {
  search?: string | null;
};

export interface InvoiceStateAnswer {
  invoice: {
    number: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    rejectionReasons: string[];
    balance: string;
    pdf: {
      filename: string;
      url: string;
    } | null;
  };
}

export type InvoiceStateVariables = {
  id: string;
};

export interface PayAnswer {
  registerPayment: {
    invoiceStatus: InvoiceStatus;
    paid: string;
  };
}

export type PayVariables = {
  invoiceId: string;
  amount: string;
  key: string;
};

export interface SellAnswer {
  generateInvoice: {
    id: string;
    number: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    rejectionReasons: string[];
  };
}

export type SellVariables = {
  orderId: string;
};
