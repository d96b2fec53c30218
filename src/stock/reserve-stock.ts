// Reserves stock by hand, without an order.
import { findItem, locationOrDefault } from '../catalog/index.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { reserve, type StockReservation } from './reservations.ts';

export interface ReservationInput {
  itemId: string;
  locationId?: string | null | undefined;
  quantity: Decimal;
}

export async function reserveStock(
  db: TenantDb,
  input: ReservationInput,
  createdBy: string,
): Promise<StockReservation> {
  const item = await findItem(db, input.itemId);
  const location = await locationOrDefault(db, input.locationId);
  const [reservation] = await reserve(
    db,
    [{ itemId: item.id, locationId: location.id, quantity: input.quantity }],
    createdBy,
  );
  return reservation!;
}
