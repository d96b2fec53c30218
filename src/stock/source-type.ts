// Why stock moves: the five source types, their codes in the ledger, and the movement type each one shows as (answers 1 and 2).
import type { MovementType } from './tables.ts';

export const SOURCE_TYPES = {
  INVOICE: { code: 1, movementType: 'VENTA', method: 'invoice' },
  PURCHASE_ORDER: { code: 2, movementType: 'COMPRA', method: 'purchase_order' },
  CREDIT: { code: 3, movementType: 'DEVOLUCION', method: 'credit' },
  SUPPLIER_INVOICE: { code: 4, movementType: 'COMPRA', method: 'supplier_invoice' },
  MANUAL_ADJUSTMENT: { code: 5, movementType: 'AJUSTE', method: 'manual_adjustment' },
} as const satisfies Record<string, { code: number; movementType: MovementType; method: string }>;

export type SourceType = keyof typeof SOURCE_TYPES;

/** In the order in which the specification names them. */
export const MOVEMENT_TYPES = ['VENTA', 'COMPRA', 'AJUSTE', 'DEVOLUCION', 'OTHER'] as const satisfies MovementType[];
