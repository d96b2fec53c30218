// Purchase orders: what was ordered, what came, what is still to come.
import { gql } from 'urql';
import type {
  CancelPurchaseOrderAnswer,
  CancelPurchaseOrderVariables,
  ClosePurchaseOrderAnswer,
  ClosePurchaseOrderVariables,
  CreatePurchaseOrderAnswer,
  CreatePurchaseOrderVariables,
  PurchaseOrdersAnswer,
  PurchaseOrdersVariables,
  PurchaseOrderViewAnswer,
  PurchaseOrderViewVariables,
  ReceivePurchaseOrderAnswer,
  ReceivePurchaseOrderVariables,
  RecordSupplierInvoiceAnswer,
  RecordSupplierInvoiceVariables,
  ReorderItemAnswer,
  ReorderItemVariables,
  ReversePurchaseReceiptAnswer,
  ReversePurchaseReceiptVariables,
} from './answers.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';
import { CHOSEN_ITEM } from './items.ts';

export const PurchaseOrders = gql<PurchaseOrdersAnswer, PurchaseOrdersVariables>`
  query PurchaseOrders($search: String, $status: PurchaseOrderStatus, $supplierId: UUID, $from: Date, $to: Date, $orderBy: PurchaseOrderOrderBy, ${PAGE}) {
    purchaseOrders(search: $search, status: $status, supplierId: $supplierId, from: $from, to: $to, ${TURNED}) {
      ${COUNTED}
      records @include(if: $rows) {
        id
        number
        status
        createdAt
        supplier {
          id
          name
        }
        lines {
          id
          quantity
          quantityReceived
          unitCost
          item {
            id
            name
          }
        }
      }
    }
  }
`;

export const PurchaseOrderView = gql<PurchaseOrderViewAnswer, PurchaseOrderViewVariables>`
  query PurchaseOrderView($id: UUID!) {
    purchaseOrder(id: $id) {
      id
      number
      status
      createdAt
      supplier {
        id
        name
        ruc
      }
      lines {
        id
        locationId
        quantity
        unit
        quantityReceived
        unitCost
        item {
          id
          sku
          name
          unit
          trackingMode
        }
      }
    }
    locations {
      id
      name
    }
  }
`;

/** What a new purchase order begins with when it is made from an item's page. */
export const ReorderItem = gql<ReorderItemAnswer, ReorderItemVariables>`
  query ReorderItem($id: UUID!) {
    item: getItemById(id: $id) {
      ${CHOSEN_ITEM}
    }
    locations {
      id
      name
      isDefault
    }
  }
`;

export const CreatePurchaseOrder = gql<CreatePurchaseOrderAnswer, CreatePurchaseOrderVariables>`
  mutation CreatePurchaseOrder($input: CreatePurchaseOrderInput!) {
    createPurchaseOrder(input: $input) {
      id
      number
    }
  }
`;

export const ReceivePurchaseOrder = gql<ReceivePurchaseOrderAnswer, ReceivePurchaseOrderVariables>`
  mutation ReceivePurchaseOrder($input: ReceivePurchaseOrderInput!) {
    receivePurchaseOrder(input: $input) {
      id
      status
    }
  }
`;

export const ReversePurchaseReceipt = gql<ReversePurchaseReceiptAnswer, ReversePurchaseReceiptVariables>`
  mutation ReversePurchaseReceipt($input: ReversePurchaseReceiptInput!) {
    reversePurchaseReceipt(input: $input) {
      id
      status
    }
  }
`;

export const ClosePurchaseOrder = gql<ClosePurchaseOrderAnswer, ClosePurchaseOrderVariables>`
  mutation ClosePurchaseOrder($purchaseOrderId: UUID!) {
    closePurchaseOrder(purchaseOrderId: $purchaseOrderId) {
      id
      status
    }
  }
`;

export const CancelPurchaseOrder = gql<CancelPurchaseOrderAnswer, CancelPurchaseOrderVariables>`
  mutation CancelPurchaseOrder($purchaseOrderId: UUID!) {
    cancelPurchaseOrder(purchaseOrderId: $purchaseOrderId) {
      id
      status
    }
  }
`;

export const RecordSupplierInvoice = gql<RecordSupplierInvoiceAnswer, RecordSupplierInvoiceVariables>`
  mutation RecordSupplierInvoice($input: RecordSupplierInvoiceInput!) {
    recordSupplierInvoice(input: $input) {
      id
      number
    }
  }
`;
