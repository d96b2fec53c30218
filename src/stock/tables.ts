// Rows of the ledger and of what is derived from it in the same statement.
import type { Generated } from 'kysely';
import type { DatedRow, EntityRow, OwnedRow } from '../platform/database.ts';

export type MovementType = 'VENTA' | 'COMPRA' | 'AJUSTE' | 'DEVOLUCION' | 'OTHER';
export type ReservationStatus = 'ACTIVE' | 'CONSUMED' | 'RELEASED';

/** Current level of one stream (an item at a location), with a counter for each movement type. */
export interface StockLevelRow extends Record<`n_${Lowercase<MovementType>}`, Generated<number>> {
  tenant_id: string;
  item_id: string;
  location_id: string;
  on_hand: Generated<string>;
  reserved: Generated<string>;
  last_seq: Generated<number>;
  last_at: Date | null;
  prior_at: Date | null;
}

export interface InventoryLogRow extends OwnedRow {
  id: Generated<string>;
  item_id: string;
  location_id: string;
  seq: number;
  type_seq: number;
  occurred_at: Date;
  day: string;
  opens_day: boolean;
  method: string | null;
  source_type: number | null;
  source_id: string | null;
  movement_type: MovementType;
  quantity_change: string;
  new_quantity: string;
  reference_number: string | null;
  counterparty_id: string | null;
  unit_cost: string | null;
  description: string | null;
  created_by: string;
}

export interface StockReservationRow extends DatedRow {
  item_id: string;
  location_id: string;
  quantity: string;
  status: ReservationStatus;
  order_id: string | null;
  order_line_id: string | null;
  created_by: string;
}

export interface InventoryLotRow extends EntityRow {
  item_id: string;
  location_id: string;
  lot_number: string;
  quantity_received: Generated<string>;
  quantity_remaining: Generated<string>;
  unit_cost: Generated<string>;
  expiration_date: string | null;
  received_at: Date;
}

export interface LotMovementRow extends DatedRow {
  lot_id: string;
  source_id: string;
  line_id: string | null;
  quantity_change: string;
}

declare module '../platform/database.ts' {
  interface Database {
    stock_levels: StockLevelRow;
    inventory_logs: InventoryLogRow;
    stock_reservations: StockReservationRow;
    inventory_lots: InventoryLotRow;
    lot_movements: LotMovementRow;
  }
}
