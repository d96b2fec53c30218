// The names of the contract's types and the rows behind them, so that modules can point at each other's without importing them.
import type { Selectable } from 'kysely';
import type { ClientRow, ItemRow, LocationRow, SupplierRow } from '../catalog/tables.ts';
import type { StoredFile } from '../files/index.ts';
import { DOCUMENT_KINDS, GENERATION_MODES, SUBMISSION_STATES } from '../fiscal/document.ts';
import { LEGAL_STATUSES } from '../fiscal/legal-status.ts';
import { RECEIVER_TYPES } from '../fiscal/receiver.ts';
import type { CreditRecord, InvoiceRecord } from '../invoicing/index.ts';
import type { CreditLineRow, InvoiceLineRow, PaymentRow } from '../invoicing/tables.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, SupplierInvoiceRow } from '../purchasing/tables.ts';
import type { OrderLineRow, OrderRow } from '../sales/tables.ts';
import type { StockLevel } from '../stock/index.ts';
import type { InventoryLogRow, InventoryLotRow, StockReservationRow } from '../stock/tables.ts';
import type { Tenant, Viewer } from '../tenancy/index.ts';
import { builder } from './builder.ts';

export const ItemType = builder.objectRef<Selectable<ItemRow>>('Item');
export const LocationType = builder.objectRef<Selectable<LocationRow>>('Location');
export const ClientType = builder.objectRef<Selectable<ClientRow>>('Client');
export const SupplierType = builder.objectRef<Selectable<SupplierRow>>('Supplier');
export const StockReservationType = builder.objectRef<Selectable<StockReservationRow>>('StockReservation');
export const StockLevelType = builder.objectRef<StockLevel>('StockLevel');
export const InventoryLotType = builder.objectRef<Selectable<InventoryLotRow>>('InventoryLot');
export const InventoryLogType = builder.objectRef<Selectable<InventoryLogRow>>('InventoryLog');
export const OrderType = builder.objectRef<Selectable<OrderRow>>('Order');
export const OrderLineType = builder.objectRef<Selectable<OrderLineRow>>('OrderLine');
export const PurchaseOrderType = builder.objectRef<Selectable<PurchaseOrderRow>>('PurchaseOrder');
export const PurchaseOrderLineType = builder.objectRef<Selectable<PurchaseOrderLineRow>>('PurchaseOrderLine');
export const SupplierInvoiceType = builder.objectRef<Selectable<SupplierInvoiceRow>>('SupplierInvoice');
export const InvoiceType = builder.objectRef<InvoiceRecord>('Invoice');
export const InvoiceLineType = builder.objectRef<Selectable<InvoiceLineRow>>('InvoiceLine');
export const PaymentType = builder.objectRef<Selectable<PaymentRow>>('Payment');
export const CreditType = builder.objectRef<CreditRecord>('Credit');
export const CreditLineType = builder.objectRef<Selectable<CreditLineRow>>('CreditLine');
export const FileType = builder.objectRef<StoredFile>('File');
export const ViewerType = builder.objectRef<Viewer>('Viewer');
export const TenantType = builder.objectRef<Tenant>('Tenant');

export const MovementTypeEnum = builder.enumType('MovementType', {
  values: ['VENTA', 'COMPRA', 'AJUSTE', 'DEVOLUCION', 'OTHER'] as const,
});
export const LegalStatusEnum = builder.enumType('LegalStatus', {
  values: LEGAL_STATUSES,
});
export const PacEnvironmentEnum = builder.enumType('PacEnvironment', {
  description: 'Where a document is certified: TEST is worth nothing before the law.',
  values: ['TEST', 'PRODUCTION'] as const,
});
export const InvoiceStatusEnum = builder.enumType('InvoiceStatus', {
  values: [
    'UNPAID',
    'PARTIALLY_PAID',
    'PAID',
    'OVERPAID',
    'PAST_DUE',
    'PARTIALLY_CANCELED',
    'CANCELED',
    'VOID',
  ] as const,
});
export const CreditStatusEnum = builder.enumType('CreditStatus', {
  values: ['UNAPPLIED', 'APPLIED', 'CANCELED', 'VOID'] as const,
});
export const GenerationModeEnum = builder.enumType('GenerationMode', {
  description:
    'DGI: certified through the PAC. PROFORM: internal, never sent. DGI_IMPORT: certified elsewhere, recorded here, never sent.',
  values: GENERATION_MODES,
});
export const FiscalDocumentTypeEnum = builder.enumType('FiscalDocumentType', {
  values: DOCUMENT_KINDS,
});
export const PaymentMethodEnum = builder.enumType('PaymentMethod', {
  values: [
    'CREDIT',
    'CASH',
    'CREDIT_CARD',
    'DEBIT_CARD',
    'LOYALTY_CARD',
    'RETURN_VOUCHER',
    'GIFT_VOUCHER',
    'BANK_TRANSFER',
    'OTHER',
  ] as const,
});
export const ReceiverTypeEnum = builder.enumType('ReceiverType', {
  values: RECEIVER_TYPES,
});
export const TrackingModeEnum = builder.enumType('TrackingMode', { values: ['NONE', 'LOT', 'SERIAL'] as const });
export const ReservationStatusEnum = builder.enumType('ReservationStatus', {
  values: ['ACTIVE', 'CONSUMED', 'RELEASED'] as const,
});
export const OrderStatusEnum = builder.enumType('OrderStatus', { values: ['OPEN', 'INVOICED', 'CANCELED'] as const });
export const PurchaseOrderStatusEnum = builder.enumType('PurchaseOrderStatus', {
  values: ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'] as const,
});
export const SubmissionStateEnum = builder.enumType('SubmissionState', {
  description:
    'Where a submission to the PAC stands. UNKNOWN: it was sent and no answer arrived; it is being reconciled and is never sent under a second number.',
  values: SUBMISSION_STATES,
});

export const VoidStateEnum = builder.enumType('VoidState', {
  description:
    'Where a void at the PAC stands. ASKED: to be sent. UNKNOWN: it was sent and no answer arrived; the PAC is asked, and it is never sent twice.',
  values: ['ASKED', 'UNKNOWN', 'DONE'] as const,
});

/** A page of records with the number of all that match. */
export interface Page<T> {
  records: T[];
  totalCount: number;
}
