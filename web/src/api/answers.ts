// What each query of the dashboard is answered with. Written by web/print-answers.ts from the schema; not by hand.

export type BreakerState = 'CLOSED' | 'OPEN';

export type CafeDelivery = 'ELECTRONIC' | 'NONE' | 'PAPER';

export type CafeFormat = 'LETTER' | 'NONE' | 'TILL_ROLL';

export type CreditStatus = 'APPLIED' | 'CANCELED' | 'UNAPPLIED' | 'VOID';

export type DayNeedKind =
  | 'BELOW_ZERO'
  | 'CONTINGENCY'
  | 'OVERDUE'
  | 'OVERDUE_BEFORE'
  | 'PARKED'
  | 'PURCHASE_LATE'
  | 'REJECTED'
  | 'STOCK'
  | 'TILL_SALES'
  | 'UNKNOWN'
  | 'VOID_WINDOW';

export type DayVerdict =
  'AUTHORIZED' | 'CANCELED' | 'IMPORTED' | 'INTERNAL' | 'PENDING' | 'REJECTED' | 'UNKNOWN' | 'VOIDED' | 'WITH_PAC';

export type DebitStatus = 'CANCELED' | 'ISSUED' | 'REJECTED' | 'VOID';

export type DocumentOrderField = 'BALANCE' | 'CLIENT' | 'DUE_DATE' | 'ISSUED_AT' | 'NUMBER' | 'TOTAL' | 'UPDATED_AT';

export type FindingSeverity = 'REFUSED' | 'WARNED';

export type FiscalDocumentType = 'CREDIT_NOTE' | 'DEBIT_NOTE' | 'INVOICE';

export type FiscalMonthChangeKind = 'CREDITED' | 'VERDICT' | 'VOIDED';

export type FiscalMonthState = 'CANCELED' | 'COUNTED' | 'OPEN' | 'REJECTED' | 'VOIDED';

export type GenerationMode = 'DGI' | 'DGI_IMPORT' | 'PROFORM';

export type InvoiceStatus =
  'CANCELED' | 'OVERPAID' | 'PAID' | 'PARTIALLY_CANCELED' | 'PARTIALLY_PAID' | 'PAST_DUE' | 'UNPAID' | 'VOID';

export type ItemKind = 'GOODS' | 'SERVICE';

export type ItemOrderField = 'AVAILABLE' | 'COVERAGE' | 'NAME' | 'PRICE' | 'SKU' | 'SOLD' | 'UPDATED_AT';

export type LegalStatus = 'DGI_AUTHORIZED' | 'DGI_REJECTED' | 'PAC_AUTHORIZED' | 'PAC_REJECTED';

export type MovementOrderField = 'CREATED_AT' | 'ITEM';

export type MovementType = 'AJUSTE' | 'COMPRA' | 'DEVOLUCION' | 'OTHER' | 'VENTA';

export type NextAction =
  | 'ASK_PAC'
  | 'ASK_PAC_ABOUT_VOID'
  | 'ATTACH_PDF'
  | 'AWAIT_ANSWER'
  | 'AWAIT_NOTICE_OR_OPERATOR'
  | 'AWAIT_VERDICT'
  | 'OPERATOR'
  | 'SUBMIT'
  | 'VOID';

export type NoticeState = 'APPLIED' | 'EXPIRED' | 'PARKED' | 'REFUSED' | 'STALE' | 'WAITING';

export type NumberClass =
  'CANCELED' | 'CONVERTED' | 'INTERNAL' | 'ISSUED' | 'PENDING' | 'REJECTED' | 'UNKNOWN' | 'UNUSED' | 'VOIDED';

export type OrderDirection = 'ASC' | 'DESC';

export type OrderOrderField = 'CLIENT' | 'CREATED_AT' | 'NUMBER' | 'TOTAL' | 'UPDATED_AT';

export type OrderStatus = 'CANCELED' | 'INVOICED' | 'OPEN';

export type PacEnvironment = 'PRODUCTION' | 'TEST';

export type PaperKind = 'PAPER' | 'PRINTER';

export type PartyOrderField = 'NAME' | 'UPDATED_AT';

export type PaymentMethod =
  | 'ACH'
  | 'BANK_TRANSFER'
  | 'CASH'
  | 'CHEQUE'
  | 'CREDIT'
  | 'CREDIT_CARD'
  | 'DEBIT_CARD'
  | 'GIFT_VOUCHER'
  | 'LOYALTY_CARD'
  | 'OTHER'
  | 'POINT_OF_SALE'
  | 'RETURN_VOUCHER'
  | 'YAPPY';

export type PaymentOrderField = 'AMOUNT' | 'PAID_AT' | 'UPDATED_AT';

export type PurchaseOrderOrderField = 'CREATED_AT' | 'NUMBER' | 'UPDATED_AT';

export type PurchaseOrderStatus = 'CANCELED' | 'CLOSED' | 'OPEN' | 'PARTIALLY_RECEIVED' | 'RECEIVED';

export type ReceiverType = 'CONSUMIDOR_FINAL' | 'CONTRIBUYENTE' | 'EXTRANJERO' | 'GOBIERNO';

export type ReservationStatus = 'ACTIVE' | 'CONSUMED' | 'RELEASED';

export type Role = 'admin' | 'operator' | 'viewer';

export type RucHolder = 'JURIDICO' | 'NATURAL';

export type StatementEntryKind = 'CREDIT_NOTE' | 'DEBIT_NOTE' | 'INVOICE' | 'PAYMENT' | 'REFUND' | 'VOID';

export type StockFilter = 'LOW' | 'NO_SALES' | 'OUT';

export type SubmissionState = 'DONE' | 'NOT_REQUIRED' | 'PENDING' | 'UNKNOWN';

export type SystemDeed =
  | 'ANSWERED'
  | 'AUTHORIZED'
  | 'NOT_SENT'
  | 'PARKED'
  | 'PDF_ATTACHED'
  | 'REJECTED'
  | 'SENT_BY_EMAIL'
  | 'SETTLED'
  | 'UNKNOWN'
  | 'VOIDED'
  | 'WEBHOOK_RETRIED';

export type TillSaleState = 'DISCARDED' | 'REFUSED' | 'SETTLED' | 'WAITING';

export type TrackingMode = 'LOT' | 'NONE' | 'SERIAL';

export type VoidState = 'ASKED' | 'DONE' | 'UNKNOWN';

export type WebhookDeliveryState = 'DELIVERED' | 'FAILED' | 'PENDING';

export type WebhookDisabledReason = 'ASKED' | 'FAILING' | 'GONE';

export interface AdjustInventoryInput {
  description: string;
  expectedBalance?: string | null;
  expirationDate?: string | null;
  idempotencyKey?: string | null;
  itemId: string;
  locationId?: string | null;
  lotNumber?: string | null;
  quantityChange: string;
  unitCost?: string | null;
}

export interface CafeInput {
  delivery?: CafeDelivery | null;
  format?: CafeFormat | null;
}

export interface ClientAddressInput {
  corregimiento?: string | null;
  corregimientoCode?: string | null;
  district?: string | null;
  line?: string | null;
  province?: string | null;
}

export interface CoordinatesInput {
  latitude: string;
  longitude: string;
}

export interface CreateClientInput {
  address?: ClientAddressInput | null;
  country?: string | null;
  email?: string | null;
  emails?: string[] | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  metadata?: unknown;
  name: string;
  priceListId?: string | null;
  receiverType?: ReceiverType;
  retentionCode?: string | null;
  ruc?: string | null;
  telephone?: string | null;
}

export interface CreateCreditInput {
  billingPointId?: string | null;
  cafe?: CafeInput | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  invoiceId: string;
  lines?: CreditLineInput[] | null;
  metadata?: unknown;
  mode?: GenerationMode;
  reason: string;
  restock?: boolean;
}

export interface CreateDebitNoteInput {
  billingPointId?: string | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  invoiceId: string;
  lines: DebitNoteLineInput[];
  metadata?: unknown;
  mode?: GenerationMode;
  reason: string;
}

export interface CreateItemInput {
  allowNegativeStock?: boolean;
  barcodes?: string[] | null;
  category?: string | null;
  cpbs?: string | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  inventory?: ItemInventoryInput | null;
  iscRate?: string | null;
  kind?: ItemKind;
  metadata?: unknown;
  name: string;
  openingStock?: OpeningStockInput | null;
  otherTax?: ItemTaxInput | null;
  sku: string;
  taxRate?: string;
  trackingMode?: TrackingMode;
  unit?: string;
  unitPrice: string;
  units?: ItemUnitInput[] | null;
}

export interface CreateOrderInput {
  billingPointId?: string | null;
  clientId: string;
  discount?: string | null;
  dueDate?: string | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  lines: OrderLineInput[];
  madeBy?: string | null;
  metadata?: unknown;
}

export interface CreatePurchaseOrderInput {
  externalId?: string | null;
  idempotencyKey?: string | null;
  lines: PurchaseOrderLineInput[];
  metadata?: unknown;
  supplierId: string;
}

export interface CreditLineInput {
  invoiceLineId: string;
  quantity: string;
}

export interface DebitNoteLineInput {
  description?: string | null;
  invoiceLineId?: string | null;
  itemId?: string | null;
  quantity?: string;
  taxRate?: string | null;
  unitPrice: string;
}

export interface DocumentOrderBy {
  direction?: OrderDirection;
  field: DocumentOrderField;
}

export interface GenericNoteInput {
  billingPointId?: string | null;
  clientId: string;
  externalId?: string | null;
  idempotencyKey?: string | null;
  lines: GenericNoteLineInput[];
  metadata?: unknown;
  mode?: GenerationMode;
  reason: string;
  reference: PaperReferenceInput;
}

export interface GenericNoteLineInput {
  description?: string | null;
  itemId?: string | null;
  quantity?: string;
  taxRate?: string | null;
  unitPrice: string;
}

export interface InstalmentInput {
  amount: string;
  dueDate: string;
}

export interface ItemInventoryInput {
  idempotencyKey?: string | null;
  leadTime?: number | null;
  reorderLevel?: string | null;
  reorderQuantity?: string | null;
}

export interface ItemOrderBy {
  direction?: OrderDirection;
  field: ItemOrderField;
}

export interface ItemTaxInput {
  code: string;
  rate?: string | null;
}

export interface ItemUnitInput {
  barcodes?: string[] | null;
  factor: string;
  price?: string | null;
  unit: string;
}

export interface ListPriceInput {
  itemId: string;
  price?: string | null;
  unit?: string | null;
}

export interface MovementOrderBy {
  direction?: OrderDirection;
  field: MovementOrderField;
}

export interface OfficeInput {
  address?: string | null;
  code?: string | null;
  coordinates?: CoordinatesInput | null;
  corregimientoCode?: string | null;
  idempotencyKey?: string | null;
  isMain?: boolean | null;
  name?: string | null;
  pacOfficeId?: string | null;
  telephone?: string | null;
}

export interface OpeningStockInput {
  expirationDate?: string | null;
  locationId?: string | null;
  lotNumber?: string | null;
  quantity: string;
  unitCost?: string | null;
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

export interface OrderOrderBy {
  direction?: OrderDirection;
  field: OrderOrderField;
}

export interface OtherTaxInput {
  amount?: string | null;
  code: string;
  rate?: string | null;
}

export interface PaperReferenceInput {
  date: string;
  kind?: PaperKind;
  number: string;
}

export interface PartyOrderBy {
  direction?: OrderDirection;
  field: PartyOrderField;
}

export interface PaymentOrderBy {
  direction?: OrderDirection;
  field: PaymentOrderField;
}

export interface PaymentPartInput {
  amount: string;
  days?: number | null;
  method: PaymentMethod;
  reference?: string | null;
}

export interface PaymentTermsInput {
  instalments?: InstalmentInput[] | null;
  method?: PaymentMethod;
  payments?: PaymentPartInput[] | null;
}

export interface PurchaseOrderLineInput {
  expirationDate?: string | null;
  itemId: string;
  locationId?: string | null;
  lotNumber?: string | null;
  quantity: string;
  unit?: string | null;
  unitCost: string;
}

export interface PurchaseOrderOrderBy {
  direction?: OrderDirection;
  field: PurchaseOrderOrderField;
}

export interface ReceiptLineInput {
  expirationDate?: string | null;
  lineId: string;
  lotNumber?: string | null;
  quantity: string;
}

export interface ReceivePurchaseOrderInput {
  idempotencyKey?: string | null;
  lines: ReceiptLineInput[];
  overReceiptReason?: string | null;
  purchaseOrderId: string;
}

export interface RecordSupplierInvoiceInput {
  idempotencyKey?: string | null;
  lines: PurchaseOrderLineInput[];
  supplierId: string;
}

export interface ReversePurchaseReceiptInput {
  idempotencyKey?: string | null;
  lines: ReversedReceiptLineInput[];
  purchaseOrderId: string;
  reason: string;
}

export interface ReversedReceiptLineInput {
  expectedReceived?: string | null;
  lineId: string;
  lotNumber?: string | null;
  quantity: string;
}

export interface TillSaleInput {
  amount: string;
  id: string;
  madeBy: string;
  reason?: string | null;
  soldAt: string;
}

export interface TransferStockInput {
  description?: string | null;
  expirationDate?: string | null;
  fromLocationId: string;
  idempotencyKey?: string | null;
  itemId: string;
  lotNumber?: string | null;
  quantity: string;
  toLocationId: string;
}

export interface UpdateClientInput {
  address?: ClientAddressInput | null;
  country?: string | null;
  email?: string | null;
  emails?: string[] | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  metadata?: unknown;
  name?: string | null;
  priceListId?: string | null;
  receiverType?: ReceiverType | null;
  retentionCode?: string | null;
  ruc?: string | null;
  telephone?: string | null;
}

export interface UpdateItemInput {
  barcodes?: string[] | null;
  category?: string | null;
  cpbs?: string | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  iscRate?: string | null;
  kind?: ItemKind | null;
  metadata?: unknown;
  name?: string | null;
  otherTax?: ItemTaxInput | null;
  taxRate?: string | null;
  trackingMode?: TrackingMode | null;
  unit?: string | null;
  unitPrice?: string | null;
  units?: ItemUnitInput[] | null;
}

export interface UpdateOrderInput {
  billingPointId?: string | null;
  clientId?: string | null;
  discount?: string | null;
  dueDate?: string | null;
  expectedVersion?: number | null;
  externalId?: string | null;
  idempotencyKey?: string | null;
  lines?: OrderLineInput[] | null;
  metadata?: unknown;
}

export interface UpdateTenantInput {
  cafe?: CafeInput | null;
  dv?: string | null;
  idempotencyKey?: string | null;
  isRetentionAgent?: boolean | null;
  name?: string | null;
  pacApiKey?: string | null;
  pacCompanyId?: string | null;
  pacEnvironment?: PacEnvironment | null;
  refusesDocumented?: boolean | null;
  ruc?: string | null;
  sellsWithoutStock?: boolean | null;
  timeZone?: string | null;
  voidWindowHours?: number | null;
}

export interface ActViewAnswer {
  act: {
    id: string;
    number: number;
    at: string;
    actor: string;
    credential: string | null;
    operation: string;
    before: unknown;
    after: unknown;
  };
}

export type ActViewVariables = {
  id: string;
};

export interface ActsAnswer {
  acts: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      number: number;
      at: string;
      actor: string;
      operation: string;
    }[];
  };
}

export type ActsVariables = {
  actor?: string | null;
  operation?: string | null;
  entityId?: string | null;
  from?: string | null;
  to?: string | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface AdjustInventoryAnswer {
  adjustInventory: {
    id: string;
    newQuantity: string;
  };
}

export type AdjustInventoryVariables = {
  input: AdjustInventoryInput;
};

export interface ApplyCreditAnswer {
  applyCredit: {
    id: string;
    creditStatus: CreditStatus;
  };
}

export type ApplyCreditVariables = {
  creditId: string;
};

export interface AttachPdfAnswer {
  attachPacPdf: {
    id: string;
  } | null;
}

export type AttachPdfVariables = {
  sourceId: string;
  sourceType: FiscalDocumentType;
};

export interface CancelCreditAnswer {
  cancelCredit: {
    id: string;
    creditStatus: CreditStatus;
  };
}

export type CancelCreditVariables = {
  creditId: string;
};

export interface CancelDebitNoteAnswer {
  cancelDebitNote: {
    id: string;
    debitStatus: DebitStatus;
    voidState: VoidState | null;
  };
}

export type CancelDebitNoteVariables = {
  debitNoteId: string;
};

export interface CancelGenericCreditAnswer {
  cancelDebitNote: {
    id: string;
    debitStatus: DebitStatus;
    voidState: VoidState | null;
  };
}

export type CancelGenericCreditVariables = {
  debitNoteId: string;
};

export interface CancelInvoiceAnswer {
  cancelInvoice: {
    id: string;
    invoiceStatus: InvoiceStatus;
  };
}

export type CancelInvoiceVariables = {
  invoiceId: string;
};

export interface CancelOrderAnswer {
  cancelOrder: {
    id: string;
    status: OrderStatus;
  };
}

export type CancelOrderVariables = {
  orderId: string;
};

export interface CancelPurchaseOrderAnswer {
  cancelPurchaseOrder: {
    id: string;
    status: PurchaseOrderStatus;
  };
}

export type CancelPurchaseOrderVariables = {
  purchaseOrderId: string;
};

export interface CheckDocumentAnswer {
  checkDocument: {
    id: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    documentId: string | null;
  };
}

export type CheckDocumentVariables = {
  documentId: string;
};

export interface CheckRucAnswer {
  checkRuc: {
    holder: RucHolder | null;
    dv: string | null;
    isCertain: boolean;
    advice: string[];
  };
}

export type CheckRucVariables = {
  ruc: string;
  receiverType: ReceiverType;
};

export interface ClientViewAnswer {
  priceLists: {
    id: string;
    name: string;
  }[];
  client: {
    id: string;
    name: string;
    receiverType: ReceiverType;
    ruc: string | null;
    dv: string | null;
    email: string | null;
    emails: string[];
    telephone: string | null;
    country: string | null;
    address: {
      line: string | null;
      corregimientoCode: string | null;
      province: string | null;
      district: string | null;
      corregimiento: string | null;
    } | null;
    priceList: {
      id: string;
      name: string;
    } | null;
    retentionCode: string | null;
    externalId: string | null;
    metadata: unknown;
  };
  account: {
    aging: {
      current: string;
      days1To30: string;
      days31To60: string;
      days61To90: string;
      over90: string;
      owed: string;
      inHand: string;
    };
    daysToPay: {
      from: string;
      to: string;
      average: string | null;
      payments: number;
      paid: string;
      slowest: {
        invoiceId: string;
        number: string;
        issuedDay: string;
        paidDay: string;
        days: number;
        amount: string;
      }[];
    };
    bought: {
      item: {
        id: string;
        name: string;
        unit: string;
      };
      units: string;
      net: string;
      lastDay: string;
    }[];
  };
  invoices: {
    totalCount: number;
    records: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      submissionState: SubmissionState;
      invoiceStatus: InvoiceStatus;
      issuedAt: string;
      total: string;
      balance: string;
    }[];
  };
  payments: {
    totalCount: number;
    records: {
      id: string;
      amount: string;
      method: PaymentMethod;
      reference: string | null;
      paidAt: string;
      refunds: {
        id: string;
        amount: string;
      }[];
      invoice: {
        id: string;
        number: string;
        client: {
          id: string;
        };
      };
    }[];
  };
  credits: {
    records: {
      id: string;
      number: string;
      total: string;
      issuedAt: string;
      invoice: {
        id: string;
        number: string;
      };
    }[];
  };
}

export type ClientViewVariables = {
  id: string;
};

export interface ClientsAnswer {
  clients: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
      telephone: string | null;
      externalId: string | null;
    }[];
  };
}

export type ClientsVariables = {
  search?: string | null;
  orderBy?: PartyOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface ClosePurchaseOrderAnswer {
  closePurchaseOrder: {
    id: string;
    status: PurchaseOrderStatus;
  };
}

export type ClosePurchaseOrderVariables = {
  purchaseOrderId: string;
};

export interface CompanyAnswer {
  tenant: {
    id: string;
    name: string;
    ruc: string | null;
    dv: string | null;
    timeZone: string;
    voidWindowHours: number;
    isRetentionAgent: boolean;
    sellsWithoutStock: boolean;
    refusesDocumented: boolean;
    pacCompanyId: string | null;
    pacEnvironment: PacEnvironment | null;
    hasPacKey: boolean;
    pacCredentialsRefusedAt: string | null;
    suspendedAt: string | null;
  };
  contingencies: {
    id: string;
    reason: string;
    explanation: string | null;
    mustBeExplained: boolean;
    startedAt: string;
    endedAt: string | null;
    documents: {
      total: number;
      waiting: number;
    };
  }[];
}

export type CompanyVariables = Record<string, never>;

export interface ConvertCreditAnswer {
  convertCreditToDgi: {
    id: string;
    mode: GenerationMode;
  };
}

export type ConvertCreditVariables = {
  creditId: string;
};

export interface ConvertInvoiceAnswer {
  convertInvoiceToDgi: {
    id: string;
    number: string;
    mode: GenerationMode;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
  };
}

export type ConvertInvoiceVariables = {
  invoiceId: string;
  payment?: PaymentTermsInput | null;
};

export interface CorrectPaymentAnswer {
  correctPayment: {
    id: string;
    payments: {
      id: string;
    }[];
  };
}

export type CorrectPaymentVariables = {
  paymentId: string;
  amount: string;
  method: PaymentMethod;
  paidAt?: string | null;
  reference?: string | null;
  reason: string;
};

export interface CounterClientsAnswer {
  clients: {
    pageInfo: {
      endCursor: string | null;
      hasNextPage: boolean;
    };
    records: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
      retentionCode: string | null;
      priceList: {
        id: string;
        name: string;
      } | null;
    }[];
  };
}

export type CounterClientsVariables = {
  after?: string | null;
  since?: string | null;
};

export interface CounterItemsAnswer {
  items: {
    pageInfo: {
      endCursor: string | null;
      hasNextPage: boolean;
    };
    records: {
      id: string;
      sku: string;
      name: string;
      kind: ItemKind;
      unit: string;
      trackingMode: TrackingMode;
      allowNegativeStock: boolean;
      unitPrice: string;
      taxRate: string;
      iscRate: string;
      otherTax: {
        rate: string;
      } | null;
      units: {
        unit: string;
        factor: string;
        price: string | null;
      }[];
      barcodes: {
        barcode: string;
        unit: string | null;
      }[];
      inventory: {
        levels: {
          locationId: string;
          available: string;
        }[];
      };
    }[];
  };
}

export type CounterItemsVariables = {
  after?: string | null;
  since?: string | null;
};

export interface CounterPlacesAnswer {
  locations: {
    id: string;
    name: string;
    isDefault: boolean;
  }[];
  offices: {
    name: string;
    billingPoints: {
      id: string;
      code: string;
      name: string | null;
      isFirst: boolean;
    }[];
  }[];
  priceLists: {
    id: string;
    name: string;
  }[];
  viewer: {
    userName: string;
    tenant: {
      id: string;
      name: string;
      ruc: string | null;
      dv: string | null;
      pacCompanyId: string | null;
      sellsWithoutStock: boolean;
    };
  };
}

export type CounterPlacesVariables = Record<string, never>;

export interface CounterPricesAnswer {
  listPrices: {
    totalCount: number;
    records: {
      item: {
        id: string;
      };
      unit: string;
      price: string;
    }[];
  };
}

export type CounterPricesVariables = {
  priceListId: string;
  itemIds?: string[] | null;
  offset?: number;
};

export interface CreateBillingPointAnswer {
  createBillingPoint: {
    id: string;
  };
}

export type CreateBillingPointVariables = {
  officeId: string;
  code: string;
  name?: string | null;
};

export interface CreateClientAnswer {
  createClient: {
    id: string;
    name: string;
    receiverType: ReceiverType;
    ruc: string | null;
    dv: string | null;
    email: string | null;
    emails: string[];
    telephone: string | null;
    country: string | null;
    retentionCode: string | null;
    priceList: {
      id: string;
      name: string;
    } | null;
    address: {
      line: string | null;
      corregimientoCode: string | null;
      province: string | null;
      district: string | null;
      corregimiento: string | null;
    } | null;
  };
}

export type CreateClientVariables = {
  input: CreateClientInput;
};

export interface CreateCreditAnswer {
  createCredit: {
    id: string;
    number: string;
    invoice: {
      id: string;
    };
  };
}

export type CreateCreditVariables = {
  input: CreateCreditInput;
};

export interface CreateDebitNoteAnswer {
  createDebitNote: {
    id: string;
    number: string;
    invoice: {
      id: string;
    } | null;
  };
}

export type CreateDebitNoteVariables = {
  input: CreateDebitNoteInput;
};

export interface CreateGenericCreditAnswer {
  note: {
    id: string;
    number: string;
  };
}

export type CreateGenericCreditVariables = {
  input: GenericNoteInput;
};

export interface CreateGenericDebitNoteAnswer {
  note: {
    id: string;
    number: string;
  };
}

export type CreateGenericDebitNoteVariables = {
  input: GenericNoteInput;
};

export interface CreateItemAnswer {
  createItem: {
    id: string;
  };
}

export type CreateItemVariables = {
  input: CreateItemInput;
};

export interface CreateLocationAnswer {
  createLocation: {
    id: string;
  };
}

export type CreateLocationVariables = {
  officeId: string;
  code: string;
  name: string;
  externalId?: string | null;
};

export interface CreateOfficeAnswer {
  createOffice: {
    id: string;
  };
}

export type CreateOfficeVariables = {
  input: OfficeInput;
};

export interface CreateOrderAnswer {
  createOrder: {
    id: string;
  };
}

export type CreateOrderVariables = {
  input: CreateOrderInput;
};

export interface CreatePriceListAnswer {
  createPriceList: {
    id: string;
  };
}

export type CreatePriceListVariables = {
  name: string;
};

export interface CreatePurchaseOrderAnswer {
  createPurchaseOrder: {
    id: string;
    number: string;
  };
}

export type CreatePurchaseOrderVariables = {
  input: CreatePurchaseOrderInput;
};

export interface CreateSupplierAnswer {
  createSupplier: {
    id: string;
    name: string;
    ruc: string | null;
  };
}

export type CreateSupplierVariables = {
  name: string;
  ruc?: string | null;
};

export interface CreateTokenAnswer {
  made: {
    secret: string | null;
  };
}

export type CreateTokenVariables = {
  userName: string;
  roles: Role[];
  expiresAt?: string | null;
};

export interface CreateWebhookAnswer {
  made: {
    secret: string | null;
  };
}

export type CreateWebhookVariables = {
  url: string;
  types?: string[] | null;
  description?: string | null;
};

export interface CreditViewAnswer {
  timeline: {
    id: string;
    at: string;
    kind: string;
    actor: string;
    detail: unknown;
    reason: string | null;
  }[];
  credit: {
    id: string;
    number: string;
    mode: GenerationMode;
    environment: PacEnvironment;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    expectedCufe: string | null;
    rejectionReasons: string[];
    remarks: string[];
    parkedReason: string | null;
    total: string;
    issuedAt: string;
    voidedAt: string | null;
    voidReason: string | null;
    voidState: VoidState | null;
    actions: {
      name: string;
      isAllowed: boolean;
      because: string | null;
      until: string | null;
    }[];
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
    creditStatus: CreditStatus;
    reason: string;
    invoice: {
      id: string;
      number: string;
      legalStatus: LegalStatus | null;
      invoiceStatus: InvoiceStatus;
      balance: string;
      client: {
        id: string;
        name: string;
      };
    };
    lines: {
      id: string;
      quantity: string;
      unit: string;
      total: string;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
      };
    }[];
  };
}

export type CreditViewVariables = {
  id: string;
};

export interface CreditsAnswer {
  credits: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    sums?: {
      subtotal: string;
      tax: string;
      total: string;
    };
    records?: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      creditStatus: CreditStatus;
      submissionState: SubmissionState;
      reason: string;
      subtotal: string;
      tax: string;
      total: string;
      issuedAt: string;
      invoice: {
        id: string;
        number: string;
        client: {
          id: string;
          name: string;
        };
      };
    }[];
  };
}

export type CreditsVariables = {
  search?: string | null;
  clientId?: string | null;
  from?: string | null;
  to?: string | null;
  minTotal?: string | null;
  maxTotal?: string | null;
  legalStatus?: LegalStatus | null;
  submissionState?: SubmissionState | null;
  needsPerson?: boolean | null;
  monthState?: FiscalMonthState | null;
  documentType?: string | null;
  taxRate?: string | null;
  creditStatus?: CreditStatus | null;
  isOpen?: boolean | null;
  orderBy?: DocumentOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface DebitNoteViewAnswer {
  timeline: {
    id: string;
    at: string;
    kind: string;
    actor: string;
    detail: unknown;
    reason: string | null;
  }[];
  debitNote: {
    id: string;
    number: string;
    mode: GenerationMode;
    environment: PacEnvironment;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    expectedCufe: string | null;
    rejectionReasons: string[];
    remarks: string[];
    parkedReason: string | null;
    total: string;
    issuedAt: string;
    voidedAt: string | null;
    voidReason: string | null;
    voidState: VoidState | null;
    actions: {
      name: string;
      isAllowed: boolean;
      because: string | null;
      until: string | null;
    }[];
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
    reason: string;
    client: {
      id: string;
      name: string;
    };
    reference: {
      kind: PaperKind;
      number: string;
      date: string;
    } | null;
    lines: {
      id: string;
      description: string;
      total: string;
    }[];
    debitStatus: DebitStatus;
    invoice: {
      id: string;
      number: string;
      legalStatus: LegalStatus | null;
      invoiceStatus: InvoiceStatus;
      balance: string;
      client: {
        id: string;
        name: string;
      };
    } | null;
  };
}

export type DebitNoteViewVariables = {
  id: string;
};

export interface DebitNotesAnswer {
  debitNotes: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    sums?: {
      subtotal: string;
      tax: string;
      total: string;
    };
    records?: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      submissionState: SubmissionState;
      reason: string;
      subtotal: string;
      tax: string;
      total: string;
      issuedAt: string;
      client: {
        id: string;
        name: string;
      };
      reference: {
        number: string;
      } | null;
      debitStatus: DebitStatus;
      invoice: {
        id: string;
        number: string;
      } | null;
    }[];
  };
}

export type DebitNotesVariables = {
  search?: string | null;
  clientId?: string | null;
  from?: string | null;
  to?: string | null;
  minTotal?: string | null;
  maxTotal?: string | null;
  legalStatus?: LegalStatus | null;
  submissionState?: SubmissionState | null;
  needsPerson?: boolean | null;
  monthState?: FiscalMonthState | null;
  documentType?: string | null;
  taxRate?: string | null;
  debitStatus?: DebitStatus | null;
  orderBy?: DocumentOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface DeleteWebhookAnswer {
  deleteWebhookEndpoint: {
    id: string;
  };
}

export type DeleteWebhookVariables = {
  endpointId: string;
};

export interface DeliveriesAnswer {
  webhookDeliveries: {
    records: {
      id: string;
      eventType: string;
      state: WebhookDeliveryState;
      attempts: number;
      createdAt: string;
      nextAttemptAt: string | null;
      httpStatus: number | null;
      answer: string | null;
    }[];
    pageInfo: {
      endCursor: string | null;
      hasNextPage: boolean;
    };
  };
}

export type DeliveriesVariables = {
  endpointId: string;
  after?: string | null;
};

export interface DiscardTillSaleAnswer {
  discardTillSale: {
    id: string;
    state: TillSaleState;
  };
}

export type DiscardTillSaleVariables = {
  id: string;
  reason: string;
};

export interface EndContingencyAnswer {
  endContingency: {
    id: string;
  };
}

export type EndContingencyVariables = Record<string, never>;

export interface EndSessionAnswer {
  endSession: {
    id: string;
  };
}

export type EndSessionVariables = {
  sessionId: string;
};

export interface ExplainContingencyAnswer {
  explainContingency: {
    id: string;
  };
}

export type ExplainContingencyVariables = {
  explanation: string;
};

export interface FindAnswer {
  invoices?: {
    records: {
      id: string;
      number: string;
      client: {
        name: string;
      };
    }[];
  };
  credits?: {
    records: {
      id: string;
      number: string;
    }[];
  };
  genericCredits?: {
    records: {
      id: string;
      number: string;
    }[];
  };
  debitNotes?: {
    records: {
      id: string;
      number: string;
    }[];
  };
  orders?: {
    records: {
      id: string;
      number: string;
      client: {
        name: string;
      };
    }[];
  };
  purchaseOrders?: {
    records: {
      id: string;
      number: string;
      supplier: {
        name: string;
      };
    }[];
  };
  items: {
    records: {
      id: string;
      name: string;
      sku: string;
    }[];
  };
  clients: {
    records: {
      id: string;
      name: string;
      ruc: string | null;
    }[];
  };
  suppliers: {
    records: {
      id: string;
      name: string;
      ruc: string | null;
    }[];
  };
}

export type FindVariables = {
  text: string;
  isCode: boolean;
};

export interface FindClientsAnswer {
  clients: {
    records: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
      emails: string[];
      telephone: string | null;
      country: string | null;
      retentionCode: string | null;
      priceList: {
        id: string;
        name: string;
      } | null;
      address: {
        line: string | null;
        corregimientoCode: string | null;
        province: string | null;
        district: string | null;
        corregimiento: string | null;
      } | null;
    }[];
  };
}

export type FindClientsVariables = {
  search?: string | null;
};

export interface FindItemsAnswer {
  items: {
    records: {
      id: string;
      sku: string;
      name: string;
      kind: ItemKind;
      unit: string;
      trackingMode: TrackingMode;
      allowNegativeStock: boolean;
      unitPrice: string;
      taxRate: string;
      iscRate: string;
      otherTax: {
        rate: string;
      } | null;
      units: {
        unit: string;
        factor: string;
        price: string | null;
      }[];
      barcodes: {
        barcode: string;
        unit: string | null;
      }[];
      averageCost: string;
      inventory: {
        available: string;
        reorderQuantity: string;
        levels: {
          locationId: string;
          available: string;
        }[];
      };
    }[];
  };
}

export type FindItemsVariables = {
  search?: string | null;
};

export interface FindPlacesAnswer {
  corregimientos: {
    code: string;
    province: string;
    district: string;
    corregimiento: string;
  }[];
}

export type FindPlacesVariables = {
  search?: string | null;
};

export interface FindSuppliersAnswer {
  suppliers: {
    records: {
      id: string;
      name: string;
      ruc: string | null;
    }[];
  };
}

export type FindSuppliersVariables = {
  search?: string | null;
};

export interface FiscalMonthAnswer {
  fiscalMonth: {
    from: string;
    to: string;
    dueDay: string;
    net: {
      base: string;
      itbms: string;
      isc: string;
      otherTaxes: string;
      total: string;
    };
    beforeToSameDay: {
      base: string;
      itbms: string;
      total: string;
    };
    comparedTo: string;
    rates: {
      rate: string;
      base: string;
      itbms: string;
    }[];
    documents: {
      documentType: string;
      kind: FiscalDocumentType;
      state: FiscalMonthState;
      count: number;
      base: string;
      itbms: string;
      isc: string;
      otherTaxes: string;
      total: string;
      rates: {
        rate: string;
        base: string;
        itbms: string;
      }[];
    }[];
    voids: {
      number: string;
      documentId: string;
      documentType: string;
      issueDay: string;
      voidedDay: string;
      total: string;
    }[];
    retentions: {
      code: string;
      amount: string;
    }[];
    lateChanges: {
      number: string;
      documentId: string;
      kind: FiscalDocumentType;
      what: FiscalMonthChangeKind;
      at: string;
      state: FiscalMonthState;
      total: string;
    }[];
    series: {
      series: string;
      kind: FiscalDocumentType;
      first: string;
      last: string;
      count: number;
      billingPoint: {
        code: string;
        name: string | null;
        office: {
          code: string;
          name: string;
        };
      } | null;
      exceptions: {
        number: string;
        class: NumberClass;
        reason: string | null;
        documentId: string | null;
      }[];
    }[];
  };
}

export type FiscalMonthVariables = {
  year: number;
  month: number;
};

export interface GenerateInvoiceAnswer {
  generateInvoice: {
    id: string;
    number: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
  };
}

export type GenerateInvoiceVariables = {
  orderId: string;
  mode: GenerationMode;
  payment?: PaymentTermsInput | null;
  madeBy?: string | null;
};

export interface GenericCreditViewAnswer {
  timeline: {
    id: string;
    at: string;
    kind: string;
    actor: string;
    detail: unknown;
    reason: string | null;
  }[];
  debitNote: {
    id: string;
    number: string;
    mode: GenerationMode;
    environment: PacEnvironment;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    expectedCufe: string | null;
    rejectionReasons: string[];
    remarks: string[];
    parkedReason: string | null;
    total: string;
    issuedAt: string;
    voidedAt: string | null;
    voidReason: string | null;
    voidState: VoidState | null;
    actions: {
      name: string;
      isAllowed: boolean;
      because: string | null;
      until: string | null;
    }[];
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
    reason: string;
    client: {
      id: string;
      name: string;
    };
    reference: {
      kind: PaperKind;
      number: string;
      date: string;
    } | null;
    lines: {
      id: string;
      description: string;
      total: string;
    }[];
    debitStatus: DebitStatus;
  };
}

export type GenericCreditViewVariables = {
  id: string;
};

export interface GenericCreditsAnswer {
  genericCredits: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    sums?: {
      subtotal: string;
      tax: string;
      total: string;
    };
    records?: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      submissionState: SubmissionState;
      reason: string;
      subtotal: string;
      tax: string;
      total: string;
      issuedAt: string;
      client: {
        id: string;
        name: string;
      };
      reference: {
        number: string;
      } | null;
      debitStatus: DebitStatus;
    }[];
  };
}

export type GenericCreditsVariables = {
  search?: string | null;
  clientId?: string | null;
  from?: string | null;
  to?: string | null;
  minTotal?: string | null;
  maxTotal?: string | null;
  legalStatus?: LegalStatus | null;
  submissionState?: SubmissionState | null;
  needsPerson?: boolean | null;
  monthState?: FiscalMonthState | null;
  documentType?: string | null;
  taxRate?: string | null;
  status?: DebitStatus | null;
  orderBy?: DocumentOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface InvoiceViewAnswer {
  timeline: {
    id: string;
    at: string;
    kind: string;
    actor: string;
    detail: unknown;
    reason: string | null;
  }[];
  invoice: {
    id: string;
    number: string;
    mode: GenerationMode;
    environment: PacEnvironment;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    expectedCufe: string | null;
    rejectionReasons: string[];
    remarks: string[];
    parkedReason: string | null;
    total: string;
    issuedAt: string;
    voidedAt: string | null;
    voidReason: string | null;
    voidState: VoidState | null;
    actions: {
      name: string;
      isAllowed: boolean;
      because: string | null;
      until: string | null;
    }[];
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
    invoiceStatus: InvoiceStatus;
    orderId: string | null;
    subtotal: string;
    isc: string;
    otherTax: string;
    tax: string;
    paid: string;
    credited: string;
    debited: string;
    balance: string;
    retention: {
      amount: string;
    } | null;
    dueDate: string | null;
    client: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
    };
    lines: {
      id: string;
      description: string;
      quantity: string;
      unit: string;
      quantityCredited: string;
      unitPrice: string;
      discount: string;
      taxRate: string;
      total: string;
      item: {
        id: string;
        sku: string;
        unit: string;
      };
    }[];
    payments: {
      id: string;
      amount: string;
      method: PaymentMethod;
      reference: string | null;
      paidAt: string;
      createdBy: string;
      refunds: {
        id: string;
        amount: string;
        reason: string;
        movedTo: string | null;
        refundedAt: string;
        createdBy: string;
      }[];
    }[];
    credits: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      creditStatus: CreditStatus;
      submissionState: SubmissionState;
      total: string;
      issuedAt: string;
    }[];
  };
}

export type InvoiceViewVariables = {
  id: string;
};

export interface InvoicesAnswer {
  invoices: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    sums?: {
      subtotal: string;
      tax: string;
      total: string;
      paid: string | null;
      balance: string | null;
    };
    records?: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      invoiceStatus: InvoiceStatus;
      submissionState: SubmissionState;
      subtotal: string;
      tax: string;
      total: string;
      paid: string;
      balance: string;
      issuedAt: string;
      dueDate: string | null;
      client: {
        id: string;
        name: string;
        ruc: string | null;
      };
    }[];
  };
}

export type InvoicesVariables = {
  search?: string | null;
  clientId?: string | null;
  from?: string | null;
  to?: string | null;
  minTotal?: string | null;
  maxTotal?: string | null;
  legalStatus?: LegalStatus | null;
  submissionState?: SubmissionState | null;
  needsPerson?: boolean | null;
  monthState?: FiscalMonthState | null;
  documentType?: string | null;
  taxRate?: string | null;
  invoiceStatus?: InvoiceStatus | null;
  isOpen?: boolean | null;
  due?: string | null;
  orderBy?: DocumentOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface ItemHistoryAnswer {
  history: {
    points: {
      value: string;
      date: string;
    }[];
    events: {
      date: string;
      movementType: MovementType;
      quantityChange: string;
      balanceAfter: string;
    }[];
  };
}

export type ItemHistoryVariables = {
  id: string;
  rangeDays: number;
  locationId?: string | null;
};

export interface ItemMovementsAnswer {
  movements: {
    totalCount: number;
    records: {
      id: string;
      movementType: MovementType;
      referenceNumber: string | null;
      sourceType: number | null;
      sourceId: string | null;
      counterpartyName: string | null;
      quantityChange: string;
      balanceAfter: string;
      unitValue: string | null;
      totalValue: string | null;
      createdBy: string;
      occurredAt: string;
      description: string | null;
      locationId: string;
    }[];
  };
}

export type ItemMovementsVariables = {
  id: string;
  locationId?: string | null;
  types?: MovementType[] | null;
  limit: number;
  offset: number;
};

export interface ItemViewAnswer {
  item: {
    id: string;
    sku: string;
    name: string;
    unit: string;
    unitPrice: string;
    taxRate: string;
    cpbs: string | null;
    category: string | null;
    kind: ItemKind;
    barcodes: {
      barcode: string;
      unit: string | null;
    }[];
    averageCost: string;
    createdAt: string;
    trackingMode: TrackingMode;
    inventory: {
      onHand: string;
      available: string;
      reorderLevel: string;
      reorderQuantity: string;
      leadTime: number;
      levels: {
        locationId: string;
        onHand: string;
        available: string;
      }[];
    };
    coverage: {
      daysOfCoverage: string | null;
    };
  };
  locations: {
    id: string;
    name: string;
    code: string;
    isDefault: boolean;
  }[];
  metrics: {
    windowDays: number;
    windowLastDay: string;
    unitsSoldInWindow: string;
    dailyVelocity: string;
    availableQuantity: string;
    daysOfCoverage: string | null;
    projectedStockoutDate: string | null;
    daysWithSales: number;
    dailyDeviation: string;
  };
  incoming: string;
  purchases: {
    purchaseOrderId: string;
    number: string;
    supplierName: string;
    expectedDay: string;
    quantity: string;
  }[];
  lots: {
    id: string;
    lotNumber: string;
    locationId: string;
    quantityRemaining: string;
    expirationDate: string | null;
  }[];
  topClients: {
    clientId: string;
    clientName: string;
    unitsSold: string;
  }[];
  history: {
    points: {
      value: string;
      date: string;
    }[];
    events: {
      date: string;
      movementType: MovementType;
      quantityChange: string;
      balanceAfter: string;
    }[];
  };
  movements: {
    totalCount: number;
    records: {
      id: string;
      movementType: MovementType;
      referenceNumber: string | null;
      sourceType: number | null;
      sourceId: string | null;
      counterpartyName: string | null;
      quantityChange: string;
      balanceAfter: string;
      unitValue: string | null;
      totalValue: string | null;
      createdBy: string;
      occurredAt: string;
      description: string | null;
      locationId: string;
    }[];
  };
}

export type ItemViewVariables = {
  id: string;
  locationId?: string | null;
  rangeDays: number;
  types?: MovementType[] | null;
  limit: number;
  offset: number;
};

export interface ItemsAnswer {
  items: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      sku: string;
      name: string;
      kind: ItemKind;
      unit: string;
      unitPrice: string;
      averageCost: string;
      lastPurchase: {
        unitCost: string;
        supplier: {
          id: string;
          name: string;
        };
      } | null;
      inventory: {
        onHand: string;
        available: string;
        reorderLevel: string;
        reorderQuantity: string;
        leadTime: number;
      };
      coverage: {
        dailyVelocity: string;
        daysOfCoverage: string | null;
        projectedStockoutDate: string | null;
        incomingQuantity: string;
      };
    }[];
  };
}

export type ItemsVariables = {
  search?: string | null;
  kind?: ItemKind | null;
  stock?: StockFilter | null;
  locationId?: string | null;
  orderBy?: ItemOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface LevelsOfAnswer {
  item: {
    id: string;
    kind: ItemKind;
    trackingMode: TrackingMode;
    allowNegativeStock: boolean;
    inventory: {
      levels: {
        locationId: string;
        available: string;
      }[];
    };
  };
}

export type LevelsOfVariables = {
  id: string;
};

export interface MovePaymentAnswer {
  movePayment: {
    id: string;
    payments: {
      id: string;
    }[];
  };
}

export type MovePaymentVariables = {
  paymentId: string;
  invoiceId: string;
  amount: string;
};

export interface MovementsAnswer {
  movements: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      createdAt: string;
      movementType: MovementType;
      quantityChange: string;
      newQuantity: string;
      unitCost: string | null;
      referenceNumber: string | null;
      description: string | null;
      createdBy: string;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
      };
      location: {
        id: string;
        name: string;
      };
    }[];
  };
}

export type MovementsVariables = {
  search?: string | null;
  itemId?: string | null;
  locationId?: string | null;
  types?: MovementType[] | null;
  from?: string | null;
  to?: string | null;
  orderBy?: MovementOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface OfficesAnswer {
  offices: {
    id: string;
    code: string;
    name: string;
    address: string | null;
    corregimientoCode: string | null;
    telephone: string | null;
    pacOfficeId: string | null;
    isMain: boolean;
    billingPoints: {
      id: string;
      code: string;
      name: string | null;
      isFirst: boolean;
    }[];
    locations: {
      id: string;
      code: string;
      name: string;
      externalId: string | null;
      isDefault: boolean;
    }[];
  }[];
  numberAudit: {
    series: string;
    reserved: number;
    billingPoint: {
      id: string;
    } | null;
  }[];
}

export type OfficesVariables = Record<string, never>;

export interface OpenInvoicesAnswer {
  invoices: {
    totalCount: number;
    records: {
      id: string;
      number: string;
      legalStatus: LegalStatus | null;
      dueDate: string | null;
      issuedAt: string;
      balance: string;
    }[];
  };
}

export type OpenInvoicesVariables = {
  clientId: string;
};

export interface OpenInvoicesOfClientAnswer {
  invoices: {
    records: {
      id: string;
      number: string;
      balance: string;
    }[];
  };
}

export type OpenInvoicesOfClientVariables = {
  clientId: string;
};

export interface OperationsAnswer {
  today: {
    day: string;
    needs: {
      kind: DayNeedKind;
      count: number;
      amount: string | null;
      records: {
        id: string;
        name: string;
        about: string | null;
        documentKind: FiscalDocumentType | null;
        orderId: string | null;
        amount: string | null;
        since: string | null;
        deadline: string | null;
        day: string | null;
        reason: string | null;
        quantity: string | null;
      }[];
    }[];
  };
  openDocumentCount: number;
  pacHealth: {
    companyId: string | null;
    breaker: BreakerState;
    failuresInARow: number;
    cause: string | null;
    openSince: string | null;
    retryAt: string | null;
    credentialsRefusedAt: string | null;
    waiting: number;
    oldestWaitingSeconds: number | null;
  };
  openDocuments: {
    documentId: string;
    kind: FiscalDocumentType;
    number: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    voidState: VoidState | null;
    ageSeconds: number;
    nextAction: NextAction;
    deadline: string | null;
    parkedReason: string | null;
  }[];
  notices: {
    totalCount: number;
    records: {
      id: string;
      receivedAt: string;
      legalStatus: string | null;
      state: NoticeState;
      deliveries: number;
      documentId: string | null;
      documentKind: FiscalDocumentType | null;
      documentNumber: string | null;
    }[];
  };
}

export type OperationsVariables = {
  limit: number;
  offset: number;
  kinds?: DayNeedKind[] | null;
  needLimit: number;
  needOffset: number;
};

export interface OrderToChangeAnswer {
  order: {
    id: string;
    number: string;
    version: number;
    dueDate: string | null;
    client: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
      emails: string[];
      telephone: string | null;
      country: string | null;
      retentionCode: string | null;
      priceList: {
        id: string;
        name: string;
      } | null;
      address: {
        line: string | null;
        corregimientoCode: string | null;
        province: string | null;
        district: string | null;
        corregimiento: string | null;
      } | null;
    };
    lines: {
      quantity: string;
      unit: string;
      unitPrice: string;
      discount: string;
      locationId: string;
      item: {
        id: string;
        sku: string;
        name: string;
        kind: ItemKind;
        unit: string;
        trackingMode: TrackingMode;
        allowNegativeStock: boolean;
        unitPrice: string;
        taxRate: string;
        iscRate: string;
        otherTax: {
          rate: string;
        } | null;
        units: {
          unit: string;
          factor: string;
          price: string | null;
        }[];
        barcodes: {
          barcode: string;
          unit: string | null;
        }[];
        averageCost: string;
        inventory: {
          available: string;
          reorderQuantity: string;
        };
      };
    }[];
  };
}

export type OrderToChangeVariables = {
  id: string;
};

export interface OrderViewAnswer {
  order: {
    id: string;
    number: string;
    status: OrderStatus;
    subtotal: string;
    isc: string;
    otherTax: string;
    tax: string;
    total: string;
    createdAt: string;
    dueDate: string | null;
    client: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
      email: string | null;
      emails: string[];
      telephone: string | null;
      country: string | null;
      retentionCode: string | null;
      priceList: {
        id: string;
        name: string;
      } | null;
      address: {
        line: string | null;
        corregimientoCode: string | null;
        province: string | null;
        district: string | null;
        corregimiento: string | null;
      } | null;
    };
    lines: {
      id: string;
      locationId: string;
      quantity: string;
      unit: string;
      unitPrice: string;
      discount: string;
      taxRate: string;
      lotNumber: string | null;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
        inventory: {
          onHand: string;
          available: string;
        };
      };
    }[];
    invoice: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      invoiceStatus: InvoiceStatus;
      submissionState: SubmissionState;
    } | null;
  };
  locations: {
    id: string;
    name: string;
  }[];
}

export type OrderViewVariables = {
  id: string;
};

export interface OrdersAnswer {
  orders: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    sums?: {
      subtotal: string;
      tax: string;
      total: string;
    };
    records?: {
      id: string;
      number: string;
      status: OrderStatus;
      subtotal: string;
      tax: string;
      total: string;
      createdAt: string;
      dueDate: string | null;
      client: {
        id: string;
        name: string;
      };
      invoice: {
        id: string;
        number: string;
        mode: GenerationMode;
        legalStatus: LegalStatus | null;
        invoiceStatus: InvoiceStatus;
        submissionState: SubmissionState;
      } | null;
    }[];
  };
}

export type OrdersVariables = {
  search?: string | null;
  clientId?: string | null;
  from?: string | null;
  to?: string | null;
  minTotal?: string | null;
  maxTotal?: string | null;
  status?: OrderStatus | null;
  isOpen?: boolean | null;
  due?: string | null;
  orderBy?: OrderOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface PartyNameAnswer {
  client?: {
    id: string;
    name: string;
  };
  supplier?: {
    id: string;
    name: string;
  };
}

export type PartyNameVariables = {
  id: string;
  isClient: boolean;
  isSupplier: boolean;
};

export interface PaymentsAnswer {
  payments: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      paidAt: string;
      amount: string;
      method: PaymentMethod;
      reference: string | null;
      createdBy: string;
      refunds: {
        id: string;
        amount: string;
      }[];
      invoice: {
        id: string;
        number: string;
        client: {
          id: string;
          name: string;
        };
      };
    }[];
  };
}

export type PaymentsVariables = {
  search?: string | null;
  clientId?: string | null;
  method?: PaymentMethod | null;
  from?: string | null;
  to?: string | null;
  orderBy?: PaymentOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface PlacesAnswer {
  locations: {
    id: string;
    name: string;
    isDefault: boolean;
  }[];
}

export type PlacesVariables = Record<string, never>;

export interface PreviewCreditAnswer {
  previewCredit: {
    subtotal: string;
    tax: string;
    total: string;
    balance: string;
    findings: {
      message: string;
    }[];
  };
}

export type PreviewCreditVariables = {
  invoiceId: string;
  lines?: CreditLineInput[] | null;
};

export interface PreviewInvoiceAnswer {
  previewInvoice: {
    payload: unknown;
    problems: string[];
    findings: {
      severity: FindingSeverity;
      message: string;
    }[];
    subtotal: string;
    tax: string;
    total: string;
  };
}

export type PreviewInvoiceVariables = {
  orderId: string;
  payment?: PaymentTermsInput | null;
};

export interface PriceListsAnswer {
  priceLists: {
    id: string;
    name: string;
  }[];
}

export type PriceListsVariables = Record<string, never>;

export interface PricesAnswer {
  listPrices: {
    totalCount: number;
    records: {
      item: {
        id: string;
        sku: string;
        name: string;
        unitPrice: string;
      };
      unit: string;
      price: string;
    }[];
  };
}

export type PricesVariables = {
  priceListId: string;
  limit: number;
  offset: number;
};

export interface PurchaseOrderViewAnswer {
  purchaseOrder: {
    id: string;
    number: string;
    status: PurchaseOrderStatus;
    createdAt: string;
    supplier: {
      id: string;
      name: string;
      ruc: string | null;
    };
    lines: {
      id: string;
      locationId: string;
      quantity: string;
      unit: string;
      quantityReceived: string;
      unitCost: string;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
        trackingMode: TrackingMode;
      };
    }[];
  };
  locations: {
    id: string;
    name: string;
  }[];
}

export type PurchaseOrderViewVariables = {
  id: string;
};

export interface PurchaseOrdersAnswer {
  purchaseOrders: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      number: string;
      status: PurchaseOrderStatus;
      createdAt: string;
      supplier: {
        id: string;
        name: string;
      };
      lines: {
        id: string;
        quantity: string;
        quantityReceived: string;
        unitCost: string;
        item: {
          id: string;
          name: string;
        };
      }[];
    }[];
  };
}

export type PurchaseOrdersVariables = {
  search?: string | null;
  status?: PurchaseOrderStatus | null;
  supplierId?: string | null;
  from?: string | null;
  to?: string | null;
  orderBy?: PurchaseOrderOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface ReceiptAnswer {
  invoice: {
    id: string;
    number: string;
    documentId: string | null;
    issuedAt: string;
    dueDate: string | null;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    environment: PacEnvironment;
    cufe: string | null;
    qrUrl: string | null;
    authorization: {
      protocol: string;
      at: string | null;
    } | null;
    billingPoint: {
      code: string;
      office: {
        code: string;
        name: string;
        address: string | null;
      };
    } | null;
    client: {
      name: string;
      ruc: string | null;
      dv: string | null;
      email: string | null;
    };
    lines: {
      id: string;
      description: string;
      quantity: string;
      unit: string;
      unitPrice: string;
      discount: string;
      net: string;
    }[];
    taxes: {
      rate: string;
      base: string;
      tax: string;
    }[];
    subtotal: string;
    isc: string;
    otherTax: string;
    tax: string;
    total: string;
    change: string;
    payments: {
      id: string;
      method: PaymentMethod;
      amount: string;
    }[];
    pdf: {
      url: string;
    } | null;
  };
  tenant: {
    name: string;
    ruc: string | null;
    dv: string | null;
  };
}

export type ReceiptVariables = {
  id: string;
};

export interface ReceivablesAnswer {
  receivables: {
    asOf: string;
    current: string;
    days1To30: string;
    days31To60: string;
    days61To90: string;
    over90: string;
    owed: string;
    inHand: string;
    clientCount: number;
    clients: {
      current: string;
      days1To30: string;
      days31To60: string;
      days61To90: string;
      over90: string;
      owed: string;
      inHand: string;
      client: {
        id: string;
        name: string;
      };
    }[];
  };
}

export type ReceivablesVariables = {
  asOf?: string | null;
  limit: number;
  offset: number;
};

export interface ReceivePurchaseOrderAnswer {
  receivePurchaseOrder: {
    id: string;
    status: PurchaseOrderStatus;
  };
}

export type ReceivePurchaseOrderVariables = {
  input: ReceivePurchaseOrderInput;
};

export interface RecordSupplierInvoiceAnswer {
  recordSupplierInvoice: {
    id: string;
    number: string;
  };
}

export type RecordSupplierInvoiceVariables = {
  input: RecordSupplierInvoiceInput;
};

export interface RefundPaymentAnswer {
  refundPayment: {
    id: string;
    payments: {
      id: string;
    }[];
  };
}

export type RefundPaymentVariables = {
  paymentId: string;
  amount: string;
  reason: string;
};

export interface RegisterPaymentAnswer {
  registerPayment: {
    id: string;
    invoiceStatus: InvoiceStatus;
  };
}

export type RegisterPaymentVariables = {
  invoiceId: string;
  amount: string;
  method: PaymentMethod;
  reference?: string | null;
  allowOverpayment?: boolean | null;
};

export interface ReleaseReservationAnswer {
  releaseReservation: {
    id: string;
    status: ReservationStatus;
  };
}

export type ReleaseReservationVariables = {
  reservationId: string;
};

export interface ReorderItemAnswer {
  item: {
    id: string;
    sku: string;
    name: string;
    kind: ItemKind;
    unit: string;
    trackingMode: TrackingMode;
    allowNegativeStock: boolean;
    unitPrice: string;
    taxRate: string;
    iscRate: string;
    otherTax: {
      rate: string;
    } | null;
    units: {
      unit: string;
      factor: string;
      price: string | null;
    }[];
    barcodes: {
      barcode: string;
      unit: string | null;
    }[];
    averageCost: string;
    inventory: {
      available: string;
      reorderQuantity: string;
      levels: {
        locationId: string;
        available: string;
      }[];
    };
  };
  locations: {
    id: string;
    name: string;
    isDefault: boolean;
  }[];
}

export type ReorderItemVariables = {
  id: string;
};

export interface ReplayDeliveryAnswer {
  replayWebhookDelivery: {
    id: string;
  };
}

export type ReplayDeliveryVariables = {
  deliveryId: string;
};

export interface ReplayEventsAnswer {
  replayWebhookEvents: {
    id: string;
  };
}

export type ReplayEventsVariables = {
  endpointId: string;
};

export interface ReportTillSalesAnswer {
  reportTillSales: {
    id: string;
    state: TillSaleState;
  }[];
}

export type ReportTillSalesVariables = {
  till: string;
  sales: TillSaleInput[];
};

export interface ReservedAnswer {
  reservations: {
    id: string;
    locationId: string;
    quantity: string;
    createdAt: string;
    order: {
      id: string;
      number: string;
      client: {
        name: string;
      };
    } | null;
  }[];
}

export type ReservedVariables = {
  id: string;
};

export interface ResolveParkedAnswer {
  resolveParked: {
    id: string;
    parkedReason: string | null;
  };
}

export type ResolveParkedVariables = {
  documentId: string;
  note: string;
};

export interface ReversePurchaseReceiptAnswer {
  reversePurchaseReceipt: {
    id: string;
    status: PurchaseOrderStatus;
  };
}

export type ReversePurchaseReceiptVariables = {
  input: ReversePurchaseReceiptInput;
};

export interface RevokeTokenAnswer {
  revokeApiToken: {
    id: string;
    revokedAt: string | null;
  };
}

export type RevokeTokenVariables = {
  id: string;
};

export interface RotateEndpointSecretAnswer {
  made: {
    secret: string | null;
  };
}

export type RotateEndpointSecretVariables = {
  endpointId: string;
  overlapHours: number;
};

export interface RotateWebhookSecretAnswer {
  made: {
    secret: string | null;
  };
}

export type RotateWebhookSecretVariables = {
  overlapHours: number;
};

export interface SalesBehindAnswer {
  metrics: {
    windowDays: number;
    windowFirstDay: string;
    windowLastDay: string;
    unitsSoldInWindow: string;
    documentsCounted: number;
    documentsLeftOut: number;
    dailyVelocity: string;
    stockoutDays: number;
    velocityWhenInStock: string | null;
    availableQuantity: string;
    daysOfCoverage: string | null;
    projectedStockoutDate: string | null;
  };
}

export type SalesBehindVariables = {
  id: string;
  locationId?: string | null;
};

export interface SendDocumentAnswer {
  sendDocument: {
    id: string;
  };
}

export type SendDocumentVariables = {
  documentId: string;
  email?: string | null;
};

export interface SessionAnswer {
  documentsNeedingPerson: number;
  viewer: {
    userName: string;
    roles: string[];
    tenant: {
      id: string;
      name: string;
      timeZone: string;
      ruc: string | null;
      dv: string | null;
      pacCompanyId: string | null;
      sellsWithoutStock: boolean;
    };
  };
}

export type SessionVariables = Record<string, never>;

export interface SetPricesAnswer {
  setPrices: {
    id: string;
  };
}

export type SetPricesVariables = {
  priceListId: string;
  prices: ListPriceInput[];
};

export interface SetReorderAnswer {
  updateItemInventory: {
    id: string;
    inventory: {
      reorderLevel: string;
      reorderQuantity: string;
      leadTime: number;
    };
  };
}

export type SetReorderVariables = {
  itemId: string;
  input: ItemInventoryInput;
};

export interface SettleSubmissionAnswer {
  settleSubmission: {
    id: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
    parkedReason: string | null;
  };
}

export type SettleSubmissionVariables = {
  documentId: string;
  pacDocumentId?: string | null;
  notReceivedReason?: string | null;
  numberTakenBy?: string | null;
};

export interface StartContingencyAnswer {
  startContingency: {
    id: string;
  };
}

export type StartContingencyVariables = {
  reason: string;
};

export interface StatementAnswer {
  tenant: {
    name: string;
    ruc: string | null;
    dv: string | null;
  };
  client: {
    id: string;
    name: string;
    receiverType: ReceiverType;
    ruc: string | null;
    dv: string | null;
  };
  statement: {
    opening: string;
    closing: string;
    entries: {
      day: string;
      kind: StatementEntryKind;
      number: string;
      documentId: string;
      payment: {
        id: string;
        amount: string;
        method: PaymentMethod;
        reference: string | null;
        paidAt: string;
        refunds: {
          id: string;
          amount: string;
        }[];
        invoice: {
          id: string;
        };
      } | null;
      amount: string;
      balance: string;
    }[];
  };
}

export type StatementVariables = {
  id: string;
  from: string;
  to: string;
};

export interface SupplierViewAnswer {
  supplier: {
    id: string;
    name: string;
    ruc: string | null;
    externalId: string | null;
    metadata: unknown;
  };
  account: {
    orders: {
      id: string;
      number: string;
      status: PurchaseOrderStatus;
      createdAt: string;
      lines: {
        id: string;
        quantity: string;
        unitCost: string;
      }[];
    }[];
    leadTime: {
      days: string | null;
      fastest: number | null;
      slowest: number | null;
      orders: number;
    };
    bought: {
      item: {
        id: string;
        name: string;
        unit: string;
      };
      units: string;
      spent: string;
      lastCost: string;
      lastDay: string;
    }[];
  };
}

export type SupplierViewVariables = {
  id: string;
};

export interface SuppliersAnswer {
  suppliers: {
    totalCount?: number;
    countBefore?: number | null;
    pageInfo?: {
      hasNextPage: boolean;
    };
    records?: {
      id: string;
      name: string;
      ruc: string | null;
      externalId: string | null;
    }[];
  };
}

export type SuppliersVariables = {
  search?: string | null;
  orderBy?: PartyOrderBy | null;
  limit: number;
  offset: number;
  rows: boolean;
  foot: boolean;
  begins?: string | null;
};

export interface TestWebhookAnswer {
  sendTestWebhook: {
    id: string;
  };
}

export type TestWebhookVariables = {
  endpointId: string;
};

export interface TodayAnswer {
  today: {
    day: string;
    isToday: boolean;
    sales: {
      base: string;
      total: string;
      count: number;
      hours: string[];
    };
    before: {
      day: string;
      total: string;
      hours: string[];
      totalSoFar: string;
    };
    documents: {
      verdict: DayVerdict;
      count: number;
    }[];
    money: {
      method: PaymentMethod;
      amount: string;
    }[];
    needs: {
      kind: DayNeedKind;
      count: number;
      amount: string | null;
      records: {
        id: string;
        name: string;
        about: string | null;
        documentKind: FiscalDocumentType | null;
        orderId: string | null;
        amount: string | null;
        since: string | null;
        deadline: string | null;
        day: string | null;
        reason: string | null;
        quantity: string | null;
      }[];
    }[];
    night: {
      from: string;
      to: string;
      deeds: {
        deed: SystemDeed;
        actor: string;
        count: number;
      }[];
      notable: {
        deed: SystemDeed;
        documentId: string;
        kind: FiscalDocumentType;
        number: string;
        at: string;
      }[];
    };
    byItself: {
      deeds: {
        deed: SystemDeed;
        actor: string;
        count: number;
      }[];
    };
  };
  pacHealth: {
    companyId: string | null;
    breaker: BreakerState;
    failuresInARow: number;
    cause: string | null;
    openSince: string | null;
    retryAt: string | null;
    credentialsRefusedAt: string | null;
    waiting: number;
    oldestWaitingSeconds: number | null;
  };
  someItem: {
    records: {
      id: string;
    }[];
  };
  someClient: {
    records: {
      id: string;
    }[];
  };
  someOrder: {
    records: {
      id: string;
    }[];
  };
}

export type TodayVariables = {
  day?: string | null;
  limit: number;
};

export interface TransferStockAnswer {
  transferStock: {
    id: string;
  };
}

export type TransferStockVariables = {
  input: TransferStockInput;
};

export interface UpdateBillingPointAnswer {
  updateBillingPoint: {
    id: string;
  };
}

export type UpdateBillingPointVariables = {
  billingPointId: string;
  code?: string | null;
  name?: string | null;
};

export interface UpdateClientAnswer {
  updateClient: {
    id: string;
    name: string;
    receiverType: ReceiverType;
    ruc: string | null;
    dv: string | null;
    email: string | null;
    emails: string[];
    telephone: string | null;
    country: string | null;
    retentionCode: string | null;
    priceList: {
      id: string;
      name: string;
    } | null;
    address: {
      line: string | null;
      corregimientoCode: string | null;
      province: string | null;
      district: string | null;
      corregimiento: string | null;
    } | null;
  };
}

export type UpdateClientVariables = {
  clientId: string;
  input: UpdateClientInput;
};

export interface UpdateItemAnswer {
  updateItem: {
    id: string;
    name: string;
    unitPrice: string;
    taxRate: string;
    cpbs: string | null;
    category: string | null;
    kind: ItemKind;
    unit: string;
    trackingMode: TrackingMode;
    barcodes: {
      barcode: string;
      unit: string | null;
    }[];
  };
}

export type UpdateItemVariables = {
  itemId: string;
  input: UpdateItemInput;
};

export interface UpdateLocationAnswer {
  updateLocation: {
    id: string;
  };
}

export type UpdateLocationVariables = {
  locationId: string;
  code?: string | null;
  name?: string | null;
  externalId?: string | null;
};

export interface UpdateOfficeAnswer {
  updateOffice: {
    id: string;
  };
}

export type UpdateOfficeVariables = {
  officeId: string;
  input: OfficeInput;
};

export interface UpdateOrderAnswer {
  updateOrder: {
    id: string;
  };
}

export type UpdateOrderVariables = {
  orderId: string;
  input: UpdateOrderInput;
};

export interface UpdateSupplierAnswer {
  updateSupplier: {
    id: string;
    name: string;
    ruc: string | null;
    externalId: string | null;
  };
}

export type UpdateSupplierVariables = {
  supplierId: string;
  name?: string | null;
  ruc?: string | null;
  externalId?: string | null;
};

export interface UpdateTenantAnswer {
  updateTenant: {
    id: string;
  };
}

export type UpdateTenantVariables = {
  input: UpdateTenantInput;
};

export interface UpdateWebhookAnswer {
  updateWebhookEndpoint: {
    id: string;
  };
}

export type UpdateWebhookVariables = {
  endpointId: string;
  url?: string | null;
  types?: string[] | null;
  description?: string | null;
  isEnabled?: boolean | null;
};

export interface UrgentItemsAnswer {
  urgent: {
    totalCount: number;
    records: {
      availableQuantity: string;
      incomingQuantity: string;
      dailyVelocity: string;
      daysOfCoverage: string | null;
      projectedStockoutDate: string | null;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
        inventory: {
          onHand: string;
          reorderLevel: string;
          leadTime: number;
        };
      };
    }[];
  };
}

export type UrgentItemsVariables = {
  limit: number;
  offset: number;
};

export interface UsersAnswer {
  apiTokens: {
    id: string;
    userName: string;
    role: string;
    createdAt: string;
    lastUsedAt: string | null;
    expiresAt: string;
    revokedAt: string | null;
  }[];
  sessions: {
    id: string;
    userName: string;
    roles: string[];
    usedAt: string;
    endsAt: string;
  }[];
}

export type UsersVariables = Record<string, never>;

export interface VoidCreditAnswer {
  voidCredit: {
    id: string;
    creditStatus: CreditStatus;
    voidState: VoidState | null;
  };
}

export type VoidCreditVariables = {
  creditId: string;
  reason: string;
};

export interface VoidDebitNoteAnswer {
  voidDebitNote: {
    id: string;
    debitStatus: DebitStatus;
    voidState: VoidState | null;
  };
}

export type VoidDebitNoteVariables = {
  debitNoteId: string;
  reason: string;
};

export interface VoidGenericCreditAnswer {
  voidDebitNote: {
    id: string;
    debitStatus: DebitStatus;
    voidState: VoidState | null;
  };
}

export type VoidGenericCreditVariables = {
  debitNoteId: string;
  reason: string;
};

export interface VoidInvoiceAnswer {
  voidInvoice: {
    id: string;
    invoiceStatus: InvoiceStatus;
    voidState: VoidState | null;
  };
}

export type VoidInvoiceVariables = {
  invoiceId: string;
  reason: string;
};

export interface WalkInClientAnswer {
  clientByExternalId: {
    id: string;
  };
}

export type WalkInClientVariables = {
  externalId: string;
};

export interface WebhooksAnswer {
  webhookEndpoints: {
    id: string;
    url: string;
    types: string[] | null;
    description: string | null;
    isEnabled: boolean;
    disabledReason: WebhookDisabledReason | null;
    failingSince: string | null;
    previousSecretUntil: string | null;
  }[];
}

export type WebhooksVariables = Record<string, never>;

export interface WhatIfAnswer {
  whatIf: {
    wantedWhenOut: string;
    actual: {
      daysShort: number;
      unitsSold: string;
      unitsNotSold: string;
      moneyNotSold: string;
      averageStock: string;
      averageMoneyBound: string | null;
      margin: string | null;
      ordersPlaced: number;
    };
    simulated: {
      daysShort: number;
      unitsSold: string;
      unitsNotSold: string;
      moneyNotSold: string;
      averageStock: string;
      averageMoneyBound: string | null;
      margin: string | null;
      ordersPlaced: number;
    };
    days: {
      day: string;
      actual: string;
      simulated: string;
    }[];
  };
}

export type WhatIfVariables = {
  id: string;
  locationId?: string | null;
  leadTimeDays?: number | null;
  demandFactor: string;
  price?: string | null;
  reorderLevel?: string | null;
  reorderQuantity?: string | null;
};
