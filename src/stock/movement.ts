// A movement: what changes how much of an item is where, and why.
import type { Decimal } from '../platform/decimal.ts';
import type { SourceType } from './source-type.ts';

/** An item at a location. */
export interface LevelKey {
  itemId: string;
  locationId: string;
}

export interface Movement extends LevelKey {
  /** In the item's unit; negative on the way out. */
  change: Decimal;
  /** The document behind it; an adjustment has no number. */
  source: { type: SourceType; id: string; number?: string | undefined };
  /** The client or the supplier. */
  counterpartyId?: string | undefined;
  unitCost?: Decimal | undefined;
  description?: string | undefined;
  /** Balance that must be on hand before it; otherwise it is refused with CONFLICT. */
  expectedBalance?: Decimal | undefined;
  /** Reserved quantity that this movement uses up: negative. */
  reservedChange?: Decimal | undefined;
  /** Author, where it differs from the author of the whole batch. */
  createdBy?: string | undefined;
}
