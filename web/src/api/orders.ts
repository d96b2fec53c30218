// Orders, and what makes an invoice of one.
import { gql } from 'urql';
import type {
  CancelOrderAnswer,
  CancelOrderVariables,
  CreateOrderAnswer,
  CreateOrderVariables,
  GenerateInvoiceAnswer,
  GenerateInvoiceVariables,
  OrdersAnswer,
  OrdersVariables,
  OrderViewAnswer,
  OrderViewVariables,
  PreviewInvoiceAnswer,
  PreviewInvoiceVariables,
} from './answers.ts';

export const Orders = gql<OrdersAnswer, OrdersVariables>`
  query Orders($status: OrderStatus, $limit: Int!, $offset: Int!) {
    orders(status: $status, limit: $limit, offset: $offset) {
      totalCount
      records {
        id
        number
        status
        total
        createdAt
        client {
          id
          name
        }
        invoice {
          id
          number
          mode
          legalStatus
          invoiceStatus
          submissionState
        }
      }
    }
  }
`;

export const OrderView = gql<OrderViewAnswer, OrderViewVariables>`
  query OrderView($id: UUID!) {
    order(id: $id) {
      id
      number
      status
      subtotal
      isc
      otherTax
      tax
      total
      createdAt
      client {
        id
        name
        receiverType
        ruc
        dv
        email
        emails
        telephone
        country
        address {
          line
          corregimientoCode
          province
          district
          corregimiento
        }
      }
      lines {
        id
        locationId
        quantity
        unit
        unitPrice
        discount
        taxRate
        lotNumber
        item {
          id
          sku
          name
          unit
          inventory {
            onHand
            available
          }
        }
      }
      invoice {
        id
        number
        mode
        legalStatus
        invoiceStatus
        submissionState
      }
    }
    locations {
      id
      name
    }
  }
`;

export const CreateOrder = gql<CreateOrderAnswer, CreateOrderVariables>`
  mutation CreateOrder($input: CreateOrderInput!) {
    createOrder(input: $input) {
      id
    }
  }
`;

export const CancelOrder = gql<CancelOrderAnswer, CancelOrderVariables>`
  mutation CancelOrder($orderId: UUID!) {
    cancelOrder(orderId: $orderId) {
      id
      status
    }
  }
`;

export const GenerateInvoice = gql<GenerateInvoiceAnswer, GenerateInvoiceVariables>`
  mutation GenerateInvoice($orderId: UUID!, $mode: GenerationMode!) {
    generateInvoice(orderId: $orderId, mode: $mode) {
      id
      legalStatus
      submissionState
    }
  }
`;

export const PreviewInvoice = gql<PreviewInvoiceAnswer, PreviewInvoiceVariables>`
  query PreviewInvoice($orderId: UUID!) {
    previewInvoice(orderId: $orderId) {
      payload
      problems
      findings {
        severity
        message
      }
      subtotal
      tax
      total
    }
  }
`;
