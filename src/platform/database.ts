// The type of the database, empty on the ground: each module's tables.ts adds its own tables, of these kinds of rows.
import type { Generated } from 'kysely';

export interface Database {}

/** A row of a tenant. */
export interface OwnedRow {
  tenant_id: string;
}

/** One with an id of its own. */
export interface EntityRow extends OwnedRow {
  id: string;
}

export interface DatedRow extends EntityRow {
  created_at: Generated<Date>;
}

/** External id and metadata of an integrator; and the time of the row's last visible change, kept by triggers. */
export interface OwnWordsRow {
  external_id: Generated<string | null>;
  metadata: Generated<object | null>;
  updated_at: Generated<Date>;
}

/** Line of a document with goods: its quantity is in `unit`; times `unit_factor` it is in the item's own unit. */
export interface GoodsLineRow extends EntityRow {
  line_number: number;
  item_id: string;
  location_id: string;
  quantity: string;
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Generated<string>;
}
