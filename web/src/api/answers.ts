// What each query of the dashboard is answered with. Written by web/print-answers.ts from the schema; not by hand.

export type CreditStatus = 'UNAPPLIED' | 'APPLIED' | 'CANCELED' | 'VOID';

export type FiscalDocumentType = 'INVOICE' | 'CREDIT_NOTE';

export type GenerationMode = 'DGI' | 'PROFORM' | 'DGI_IMPORT';

export type InvoiceStatus =
  'UNPAID' | 'PARTIALLY_PAID' | 'PAID' | 'OVERPAID' | 'PAST_DUE' | 'PARTIALLY_CANCELED' | 'CANCELED' | 'VOID';

export type LegalStatus = 'PAC_AUTHORIZED' | 'DGI_AUTHORIZED' | 'PAC_REJECTED' | 'DGI_REJECTED';

export type MovementType = 'VENTA' | 'COMPRA' | 'AJUSTE' | 'DEVOLUCION' | 'OTHER';

export type OrderStatus = 'OPEN' | 'INVOICED' | 'CANCELED';

export type PaymentMethod =
  | 'CREDIT'
  | 'CASH'
  | 'CREDIT_CARD'
  | 'DEBIT_CARD'
  | 'LOYALTY_CARD'
  | 'RETURN_VOUCHER'
  | 'GIFT_VOUCHER'
  | 'BANK_TRANSFER'
  | 'OTHER';

export type PurchaseOrderStatus = 'OPEN' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

export type ReceiverType = 'CONTRIBUYENTE' | 'CONSUMIDOR_FINAL' | 'GOBIERNO' | 'EXTRANJERO';

export type SubmissionState = 'NOT_REQUIRED' | 'PENDING' | 'UNKNOWN' | 'DONE';

export type TrackingMode = 'NONE' | 'LOT' | 'SERIAL';

export interface AdjustInventoryInput {
  itemId: string;
  locationId?: string | null;
  quantityChange: string;
  description: string;
  lotNumber?: string | null;
  unitCost?: string | null;
}

export interface CreateClientInput {
  name: string;
  receiverType?: ReceiverType;
  ruc?: string | null;
  email?: string | null;
}

export interface CreateCreditInput {
  invoiceId: string;
  mode?: GenerationMode;
  reason: string;
  lines?: CreditLineInput[] | null;
  restock?: boolean;
}

export interface CreateItemInput {
  sku: string;
  name: string;
  unit?: string;
  unitPrice: string;
  taxRate?: string;
  cpbs?: string | null;
  trackingMode?: TrackingMode;
  allowNegativeStock?: boolean;
  inventory?: ItemInventoryInput | null;
}

export interface CreateOrderInput {
  clientId: string;
  lines: OrderLineInput[];
  dueDate?: string | null;
}

export interface CreatePurchaseOrderInput {
  supplierId: string;
  lines: PurchaseOrderLineInput[];
}

export interface CreditLineInput {
  invoiceLineId: string;
  quantity: string;
}

export interface ItemInventoryInput {
  reorderLevel?: string | null;
  reorderQuantity?: string | null;
  leadTime?: number | null;
}

export interface OrderLineInput {
  itemId: string;
  quantity: string;
  unitPrice?: string | null;
  taxRate?: string | null;
  locationId?: string | null;
  lotNumber?: string | null;
}

export interface PurchaseOrderLineInput {
  itemId: string;
  quantity: string;
  unitCost: string;
  locationId?: string | null;
}

export interface ReceiptLineInput {
  lineId: string;
  quantity: string;
  lotNumber?: string | null;
  expirationDate?: string | null;
}

export interface ReceivePurchaseOrderInput {
  purchaseOrderId: string;
  lines: ReceiptLineInput[];
}

export interface RecordSupplierInvoiceInput {
  supplierId: string;
  lines: PurchaseOrderLineInput[];
}

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

export interface ClosePurchaseOrderAnswer {
  closePurchaseOrder: {
    id: string;
    status: PurchaseOrderStatus;
  };
}

export type ClosePurchaseOrderVariables = {
  purchaseOrderId: string;
};

export interface ConvertCreditAnswer {
  convertCreditToDgi: {
    id: string;
    mode: GenerationMode;
  };
}

export type ConvertCreditVariables = {
  creditId: string;
};

export interface CreateClientAnswer {
  createClient: {
    id: string;
    name: string;
    receiverType: ReceiverType;
    ruc: string | null;
    dv: string | null;
  };
}

export type CreateClientVariables = {
  input: CreateClientInput;
};

export interface CreateCreditAnswer {
  createCredit: {
    id: string;
    invoice: {
      id: string;
    };
  };
}

export type CreateCreditVariables = {
  input: CreateCreditInput;
};

export interface CreateItemAnswer {
  createItem: {
    id: string;
  };
}

export type CreateItemVariables = {
  input: CreateItemInput;
};

export interface CreateOrderAnswer {
  createOrder: {
    id: string;
  };
}

export type CreateOrderVariables = {
  input: CreateOrderInput;
};

export interface CreatePurchaseOrderAnswer {
  createPurchaseOrder: {
    id: string;
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

export interface CreditViewAnswer {
  credit: {
    id: string;
    number: string;
    mode: GenerationMode;
    legalStatus: LegalStatus | null;
    creditStatus: CreditStatus;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    rejectionReasons: string[];
    parkedReason: string | null;
    reason: string;
    total: string;
    issuedAt: string;
    voidedAt: string | null;
    voidReason: string | null;
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
      total: string;
      item: {
        id: string;
        sku: string;
        name: string;
        unit: string;
      };
    }[];
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
  };
}

export type CreditViewVariables = {
  id: string;
};

export interface CreditsAnswer {
  credits: {
    totalCount: number;
    records: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      creditStatus: CreditStatus;
      submissionState: SubmissionState;
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
  legalStatus?: LegalStatus | null;
  creditStatus?: CreditStatus | null;
  limit: number;
  offset: number;
};

export interface FindClientsAnswer {
  clients: {
    records: {
      id: string;
      name: string;
      receiverType: ReceiverType;
      ruc: string | null;
      dv: string | null;
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
      unit: string;
      unitPrice: string;
      taxRate: string;
      averageCost: string;
      trackingMode: TrackingMode;
      inventory: {
        available: string;
        reorderQuantity: string;
      };
    }[];
  };
}

export type FindItemsVariables = {
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

export interface GenerateInvoiceAnswer {
  generateInvoice: {
    id: string;
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
  };
}

export type GenerateInvoiceVariables = {
  orderId: string;
  mode: GenerationMode;
};

export interface InvoiceViewAnswer {
  invoice: {
    id: string;
    number: string;
    mode: GenerationMode;
    legalStatus: LegalStatus | null;
    invoiceStatus: InvoiceStatus;
    submissionState: SubmissionState;
    documentId: string | null;
    cufe: string | null;
    rejectionReasons: string[];
    parkedReason: string | null;
    orderId: string | null;
    subtotal: string;
    tax: string;
    total: string;
    paid: string;
    credited: string;
    balance: string;
    issuedAt: string;
    dueDate: string | null;
    voidedAt: string | null;
    voidReason: string | null;
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
      quantityCredited: string;
      unitPrice: string;
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
    pdf: {
      id: string;
      filename: string;
      byteSize: number;
      url: string;
    } | null;
  };
}

export type InvoiceViewVariables = {
  id: string;
};

export interface InvoicesAnswer {
  invoices: {
    totalCount: number;
    records: {
      id: string;
      number: string;
      mode: GenerationMode;
      legalStatus: LegalStatus | null;
      invoiceStatus: InvoiceStatus;
      submissionState: SubmissionState;
      total: string;
      balance: string;
      issuedAt: string;
      dueDate: string | null;
      client: {
        id: string;
        name: string;
      };
    }[];
  };
}

export type InvoicesVariables = {
  search?: string | null;
  legalStatus?: LegalStatus | null;
  invoiceStatus?: InvoiceStatus | null;
  limit: number;
  offset: number;
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
    averageCost: string;
    trackingMode: TrackingMode;
    inventory: {
      onHand: string;
      available: string;
      reorderLevel: string;
      reorderQuantity: string;
      leadTime: number;
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
    unitsSoldInWindow: string;
    dailyVelocity: string;
    availableQuantity: string;
    daysOfCoverage: string | null;
    projectedStockoutDate: string | null;
  };
  incoming: string;
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
    totalCount: number;
    records: {
      id: string;
      sku: string;
      name: string;
      unit: string;
      unitPrice: string;
      inventory: {
        onHand: string;
        available: string;
        reorderLevel: string;
        reorderQuantity: string;
        leadTime: number;
      };
    }[];
  };
}

export type ItemsVariables = {
  search?: string | null;
  limit: number;
  offset: number;
};

export interface OrderViewAnswer {
  order: {
    id: string;
    number: string;
    status: OrderStatus;
    subtotal: string;
    tax: string;
    total: string;
    createdAt: string;
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
      locationId: string;
      quantity: string;
      unitPrice: string;
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
    totalCount: number;
    records: {
      id: string;
      number: string;
      status: OrderStatus;
      total: string;
      createdAt: string;
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
  status?: OrderStatus | null;
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
    totalCount: number;
    records: {
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
  status?: PurchaseOrderStatus | null;
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
  idempotencyKey?: string | null;
};

export interface ReorderItemAnswer {
  item: {
    id: string;
    sku: string;
    name: string;
    unit: string;
    unitPrice: string;
    taxRate: string;
    averageCost: string;
    trackingMode: TrackingMode;
    inventory: {
      available: string;
      reorderQuantity: string;
    };
  };
}

export type ReorderItemVariables = {
  id: string;
};

export interface SessionAnswer {
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
    };
  };
}

export type SessionVariables = Record<string, never>;

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
