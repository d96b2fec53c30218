// Movements that are a whole request, of goods without lots, serials or cost: those that come at once are recorded together.
import { sql } from 'kysely';
import { add, compare, isPositive, type Decimal } from '../platform/decimal.ts';
import { DomainError, orRefusal } from '../platform/errors.ts';
import { jsonRows, prepared } from '../platform/sql.ts';
import { isUsed, together, type Joined, type Planned } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { Movement } from './movement.ts';
import { recordEach } from './record-movements.ts';
import type { InventoryLog } from './stock-records.ts';

/** A location. */
export interface Place {
  id: string;
  code: string;
}

export interface PlainMove<Answer> {
  itemId: string;
  /** The default one where none is named. */
  locationIds: readonly (string | null | undefined)[];
  createdBy: string;
  movementsAt(places: readonly Place[]): Movement[];
  answer(logs: readonly InventoryLog[]): Answer;
}

/** Result of reading a request; undefined where it would be refused. */
export function unlessRefused<T>(read: () => T): T | undefined {
  const value = orRefusal(read);
  return value instanceof DomainError ? undefined : value;
}

/**
 * If all items and locations are known, nothing is read first. After a refusal everything is: a short or unexpected one goes alone
 * then, so that it does not fail the others.
 */
export const moveTogether = together({
  plan: async (db, moves: Moves, wasRefused) =>
    (wasRefused ? undefined : planFromMemory(db, moves)) ?? planFromRows(db, moves),
  write: async (db, planned: readonly Planned<PlainMove<unknown>, Movement[]>[]) => {
    const movements = planned.flatMap(({ plan }) => plan);
    const logs = await recordEach(db, movements);
    return planned.map(({ input, plan }) => input.answer(logs.splice(0, plan.length)));
  },
});

type Moves = readonly Joined<PlainMove<unknown>>[];

/** Untracked goods at locations, by `nameOf`. Both stay what they are: a name that is here needs no look. */
const cache = new Map<string, Place>();
const MOST_KNOWN = 20_000;

function nameOf(db: TenantDb, itemId: string, locationId: string | null | undefined): string {
  return `${db.tenant.id} ${itemId} ${locationId ?? ''}`;
}

/** The movements of each; undefined where something has not been read yet. */
function planFromMemory(db: TenantDb, moves: Moves): Movement[][] | undefined {
  const planned: Movement[][] = [];
  for (const { input } of moves) {
    const places = input.locationIds.map((locationId) => cache.get(nameOf(db, input.itemId, locationId)));
    if (!places.every((place) => place !== undefined)) return undefined;
    planned.push(movementsOf(input, places));
  }
  return planned;
}

/** The movements of each; undefined for one that must go alone. */
async function planFromRows(db: TenantDb, moves: Moves): Promise<(Movement[] | undefined)[]> {
  const places = await placesOf(db, moves);
  const levels = new Map<string, Level>();
  if (cache.size > MOST_KNOWN) cache.clear();
  return moves.map(({ input }, at) => {
    const found = places.get(at) ?? [];
    if (found.length < input.locationIds.length) return undefined;
    for (const [n, { id, code }] of found.entries()) {
      cache.set(nameOf(db, input.itemId, input.locationIds[n]), { id, code });
    }
    const movements = movementsOf(input, found);
    return moveLevels(levels, found, movements) ? movements : undefined;
  });
}

function movementsOf({ movementsAt, createdBy }: PlainMove<unknown>, places: readonly Place[]): Movement[] {
  return movementsAt(places).map((movement) => ({ ...movement, createdBy }));
}

interface Level {
  onHand: Decimal;
  reserved: Decimal;
  mayGoNegative: boolean;
}

interface FoundPlace extends Place {
  move: number;
  level: Level;
}

/** By the move's number; none for an item that is tracked or a service and for a key that was used, nor for what is not there. */
async function placesOf(db: TenantDb, moves: Moves): Promise<Map<number, FoundPlace[]>> {
  const wanted = moves.flatMap(({ input: { itemId, locationIds }, key }, move) =>
    locationIds.map((locationId) => ({ move, item_id: itemId, location_id: locationId, key })),
  );
  const { rows } = await sql<Place & Level & { move: number }>`${prepared}
    select move, location.id, location.code, allow_negative_stock as "mayGoNegative",
      coalesce(on_hand, 0) as "onHand", coalesce(reserved, 0) as reserved
    from rows from (jsonb_to_recordset(${jsonRows(wanted)}) as (move int, item_id uuid, location_id uuid, key text))
      with ordinality as r (move, item_id, location_id, key, n)
    join items item on item.tenant_id = ${db.tenant.id} and item.id = r.item_id and tracking_mode = 'NONE' and kind = 'GOODS'
    join locations location on location.tenant_id = ${db.tenant.id} and location.id = coalesce(r.location_id, (
      select id from locations where tenant_id = ${db.tenant.id} and is_default))
    left join stock_levels level on level.tenant_id = ${db.tenant.id} and level.item_id = item.id and level.location_id = location.id
    where not ${isUsed(db, sql`r.key`)} order by n`.execute(db);
  const found = rows.map(({ move, id, code, onHand, reserved, mayGoNegative }) => ({
    ...{ move, id, code },
    level: { onHand, reserved, mayGoNegative },
  }));
  return Map.groupBy(found, ({ move }) => move);
}

/** Moves the levels as they were read, unless a movement would be refused there. */
function moveLevels(
  levels: Map<string, Level>,
  places: readonly FoundPlace[],
  movements: readonly Movement[],
): boolean {
  const moved = movements.map(({ itemId, change, expectedBalance }, at) => {
    const { id, level: read } = places[at]!;
    const key = `${itemId} ${id}`;
    const { onHand: before, ...level } = levels.get(key) ?? read;
    const onHand = add(before, change);
    const isShort = !level.mayGoNegative && !isPositive(change) && compare(onHand, level.reserved) < 0;
    const isExpected = expectedBalance === undefined || compare(before, expectedBalance) === 0;
    return { key, level: { ...level, onHand }, isRefused: isShort || !isExpected };
  });
  if (moved.some(({ isRefused }) => isRefused)) return false;
  for (const { key, level } of moved) levels.set(key, level);
  return true;
}
