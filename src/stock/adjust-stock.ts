// Adjusts stock by hand: a count that differs, goods found or broken; and finds such an adjustment again.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { findItem, locationOrDefault, MAX_LENGTH, requiredText } from '../catalog/index.ts';
import { add, compare, isPositive, notNegative, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, notFound } from '../platform/errors.ts';
import { onDays, pageOf, type ListPage, type PageAsked, type TenantDb, type DaysAsked } from '../tenancy/index.ts';
import type { GoodsMovement } from './lots.ts';
import { moveGoods } from './move-goods.ts';
import { unlessRefused, type PlainMove } from './move-together.ts';
import { SOURCE_TYPES } from './source-type.ts';
import { newestLog, type InventoryLog } from './stock-records.ts';

export interface Adjustment {
  itemId: string;
  locationId?: string | null | undefined;
  quantityChange: Decimal;
  /** Reason of the adjustment. */
  description: string;
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
  /** Cost of incoming goods; moves the average cost. */
  unitCost?: Decimal | null | undefined;
  /** Balance at the location that the caller expects; refused with CONFLICT when it was moved meanwhile. */
  expectedBalance?: Decimal | null | undefined;
  /** For history that is brought in; otherwise now. */
  occurredAt?: Date | undefined;
}

export async function adjustStock(db: TenantDb, input: Adjustment, createdBy: string): Promise<InventoryLog> {
  const description = readReason(input);
  const item = await findItem(db, input.itemId);
  const location = await locationOrDefault(db, input.locationId);
  await moveGoods(db, [movementOf(input, description, location.id)], { createdBy });
  return newestLog(db, item.id, location.id);
}

/** The same beside others; undefined where it needs a transaction of its own, be it to be refused. */
export function plainAdjustment(input: Adjustment, createdBy: string): PlainMove<InventoryLog> | undefined {
  const { itemId, locationId, lotNumber, expirationDate, unitCost, occurredAt } = input;
  if (lotNumber != null || expirationDate != null || unitCost != null || occurredAt) return undefined;
  const description = unlessRefused(() => readReason(input));
  if (description === undefined) return undefined;
  return {
    ...{ itemId, locationIds: [locationId], createdBy },
    movementsAt: ([location]) => [movementOf(input, description, location!.id)],
    answer: ([log]) => log!,
  };
}

function readReason(input: Adjustment): string {
  return readAll({
    change: () => assertChange(input),
    description: () => requiredText('description', input.description, MAX_LENGTH.description),
  }).description;
}

export function assertChange({ quantityChange, unitCost }: Pick<Adjustment, 'quantityChange' | 'unitCost'>): void {
  readAll({
    quantityChange: () => notZero(quantityChange),
    unitCost: () => unitCost == null || costOfGoodsThatCome(unitCost, quantityChange),
  });
}

export function movementOf(
  input: Omit<Adjustment, 'description'>,
  description: string,
  locationId: string,
): GoodsMovement {
  return {
    ...{ itemId: input.itemId, locationId, description },
    change: input.quantityChange,
    source: { type: 'MANUAL_ADJUSTMENT', id: uuid() },
    unitCost: input.unitCost ?? undefined,
    lotNumber: input.lotNumber,
    expirationDate: input.expirationDate,
    occurredAt: input.occurredAt,
    expectedBalance: input.expectedBalance ?? undefined,
  };
}

function notZero(quantityChange: Decimal): Decimal {
  if (compare(quantityChange, '0') === 0) throw badInput('{field} must not be 0', { field: 'quantityChange' });
  return quantityChange;
}

function costOfGoodsThatCome(unitCost: Decimal, quantityChange: Decimal): Decimal {
  if (!isPositive(quantityChange))
    throw badInput('{field} belongs to goods that come: quantityChange above 0', { field: 'unitCost' });
  return notNegative('unitCost', unitCost);
}

/** As a thing that can be read: the rows of the ledger that share its id. */
export interface StockAdjustment {
  /** The `source_id` of its movements. */
  id: string;
  itemId: string;
  quantityChange: Decimal;
  reason: string | null;
  createdBy: string;
  createdAt: Date;
  /** In the order in which they happened: one, or the two of a transfer. */
  movements: InventoryLog[];
}

const ADJUSTED = sql`source_type = ${sql.lit(SOURCE_TYPES.MANUAL_ADJUSTMENT.code)}`;

export async function findAdjustment(db: TenantDb, id: string): Promise<StockAdjustment> {
  const [found] = await adjustmentsById(db, [id]);
  if (!found) throw notFound('Adjustment');
  return found;
}

async function adjustmentsById(db: TenantDb, ids: readonly string[]): Promise<StockAdjustment[]> {
  const { rows } = await sql<InventoryLog & { source_id: string }>`
    select * from inventory_logs
    where tenant_id = ${db.tenant.id} and source_id = any (${ids}::uuid[]) and ${ADJUSTED}
    order by occurred_at, location_id`.execute(db);
  const bySource = Map.groupBy(rows, (row) => row.source_id);
  return ids.flatMap((id) => {
    const movements = bySource.get(id) ?? [];
    const [first] = movements;
    if (!first) return [];
    return {
      id,
      itemId: first.item_id,
      quantityChange: add(...movements.map((row) => row.quantity_change)),
      reason: first.description,
      createdBy: first.created_by,
      createdAt: first.occurred_at,
      movements,
    };
  });
}

export const ADJUSTMENT_ORDERS = ['CREATED_AT'] as const;

export type AdjustmentsAsked = PageAsked<(typeof ADJUSTMENT_ORDERS)[number]> & DaysAsked;

/** Newest first. An adjustment never changes, so it is changed when it is made. */
export async function listAdjustments(db: TenantDb, query: AdjustmentsAsked): Promise<ListPage<StockAdjustment>> {
  const page = await pageOf<{ id: string }, 'CREATED_AT'>(db, query, {
    name: 'adjustments',
    columns: sql`source_id as id`,
    from: sql`inventory_logs log`,
    where: [
      sql`tenant_id = ${db.tenant.id} and ${ADJUSTED}`,
      // A transfer has two movements, of which the first stands for it.
      sql`not exists (
          select from inventory_logs before
          where before.tenant_id = log.tenant_id and before.source_id = log.source_id and before.${ADJUSTED}
            and (before.occurred_at, before.location_id) < (log.occurred_at, log.location_id))`,
      ...onDays(db, sql`occurred_at`, query),
    ],
    orders: { CREATED_AT: { by: sql`occurred_at`, type: 'timestamptz' } },
    usual: ['CREATED_AT', 'DESC'],
    changed: 'CREATED_AT',
    tie: { by: sql`source_id`, type: 'uuid' },
  });
  const ids = page.records.map(({ id }) => id);
  return { ...page, records: await adjustmentsById(db, ids) };
}
