// Locations: where stock is kept. Every tenant has exactly one default, which is meant wherever none is named (answer 6).
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput, conflict, notFound, readAll, together } from '../platform/errors.ts';
import {
  adding,
  addRow,
  changeRow,
  findingRow,
  mustFind,
  readingRows,
  rowsOf,
  type TenantDb,
} from '../tenancy/index.ts';
import { archiveColumns, assertLinesOffered, type Archiving } from './archive.ts';
import { claimExternalId } from './external-ids.ts';
import { findOffice } from './offices.ts';
import { readOwnWords, type OwnWords } from './own-words.ts';
import type { LocationRow } from './tables.ts';
import { MAX_LENGTH, requiredCode, requiredText } from './text.ts';

export type Location = Selectable<LocationRow>;

/** The default one first, then by code. */
export async function listLocations(db: TenantDb): Promise<Location[]> {
  await ensureDefaultLocation(db);
  return rowsOf(db, 'locations').orderBy('is_default', 'desc').orderBy('code').execute();
}

export const findLocation = findingRow('locations', 'Location', 'locationId');

/** The tenant's default location, made on first use; two concurrent callers get the same one. */
export async function ensureDefaultLocation(db: TenantDb, name = 'Principal'): Promise<Location> {
  const present = await rowsOf(db, 'locations').where('is_default', '=', true).executeTakeFirst();
  if (present) return present;
  await adding(db, 'locations', { id: uuid(), name, code: 'MAIN', is_default: true })
    .onConflict((on) => on.doNothing())
    .execute();
  return rowsOf(db, 'locations').where('is_default', '=', true).executeTakeFirstOrThrow();
}

export async function locationOrDefault(db: TenantDb, id: string | null | undefined): Promise<Location> {
  return id == null ? ensureDefaultLocation(db) : findLocation(db, id);
}

/**
 * The same for the lines of a new document, in their order: one query for all that are named. Refuses archived ones, but for those that the
 * document has already.
 */
export async function locationsOrDefault(
  db: TenantDb,
  ids: readonly (string | null | undefined)[],
  held: ReadonlySet<string> = new Set(),
): Promise<Location[]> {
  const named = [...new Set(ids.filter((id) => id != null))];
  const rows = named.length === 0 ? [] : await rowsOf(db, 'locations').where('id', 'in', named).execute();
  const found = new Map(rows.map((location) => [location.id, location]));
  const fallback = ids.some((id) => id == null) ? await ensureDefaultLocation(db) : undefined;
  const missing = ids.flatMap((id, index) =>
    id == null || found.has(id) ? [] : [notFound('Location', `lines[${index}].locationId`)],
  );
  if (missing.length > 0) throw together(missing);
  const places = ids.map((id) => (id == null ? fallback! : found.get(id)!));
  assertLinesOffered(
    places.map((record, index) => ({ record, name: record.code, field: `lines[${index}].locationId` })),
    held,
  );
  return places;
}

export interface LocationInput extends OwnWords {
  name: string;
  code: string;
  /** Left out: the main one. */
  officeId?: string | null | undefined;
}

export async function createLocation(db: TenantDb, { name, code, officeId, ...own }: LocationInput): Promise<Location> {
  const columns = locationColumns({ name, code }, own);
  if (officeId != null) await findOffice(db, officeId);
  // The default one comes first, so that its code cannot be taken from it.
  await ensureDefaultLocation(db);
  await claimExternalId(db, 'locations', columns.external_id);
  const location = { ...columns, ...(officeId != null && { office_id: officeId }) };
  const created = await addRow(db, 'locations', location, ['code']);
  if (!created) throw locationExists(columns.code);
  return created;
}

/** Omitted fields stay as they are. */
type LocationChanges = Archiving & { [Part in keyof LocationInput]?: LocationInput[Part] | null | undefined };

export async function updateLocation(
  db: TenantDb,
  id: string,
  { name, code, officeId, archived, ...own }: LocationChanges,
): Promise<Location> {
  const present = await mustFind(rowsOf(db, 'locations').where('id', '=', id).forUpdate(), 'Location', 'locationId');
  if (archived) await assertUnused(db, present);
  const columns = locationColumns({ name: name ?? present.name, code: code ?? present.code }, own);
  if (officeId != null) await findOffice(db, officeId);
  const other = await rowsOf(db, 'locations').where('code', '=', columns.code).where('id', '<>', id).executeTakeFirst();
  if (other) throw locationExists(columns.code);
  await claimExternalId(db, 'locations', columns.external_id, id);
  const set = { ...columns, ...archiveColumns({ archived }), ...(officeId != null && { office_id: officeId }) };
  return changeRow(db, 'locations', id, set);
}

/** The caller has the row locked, so that a first movement at the location waits. */
async function assertUnused(db: TenantDb, { id, code, is_default: isDefault }: Location): Promise<void> {
  if (isDefault) throw badInput('The default location cannot be archived', { field: 'archived' });
  const { rows } = await sql<{ sku: string; isHere: boolean }>`
    select item.sku, there.is_here as "isHere" from (
      select item_id, true as is_here from stock_levels
      where tenant_id = ${db.tenant.id} and location_id = ${id} and (on_hand <> 0 or reserved <> 0)
      union all
      select line.item_id, false from transfers transfer
      join transfer_lines line on line.tenant_id = transfer.tenant_id and line.transfer_id = transfer.id
      where transfer.tenant_id = ${db.tenant.id} and transfer.to_location_id = ${id} and transfer.status = 'IN_TRANSIT'
        and line.quantity > line.received + line.lost
    ) there
    join items item on item.tenant_id = ${db.tenant.id} and item.id = there.item_id
    order by is_here desc, item.sku limit 1`.execute(db);
  if (!rows[0]) return;
  const { sku, isHere } = rows[0];
  throw conflict(
    isHere
      ? 'Location {code} still has stock, such as of {sku}: move it first'
      : 'Goods are on the way to location {code}, such as {sku}: receive or close their transfer first',
    { code, sku, field: 'archived' },
  );
}

function locationColumns({ name, code }: Pick<LocationInput, 'name' | 'code'>, own: OwnWords) {
  const { words, ...columns } = readAll({
    name: () => requiredText('name', name, MAX_LENGTH.name),
    code: () => requiredCode('code', code, MAX_LENGTH.code),
    words: () => readOwnWords(own),
  });
  return { ...columns, ...words };
}

/** Locations of several offices, by code. */
export const locationsOfOffices = readingRows('locations', 'office_id', 'code');

function locationExists(code: string) {
  return conflict('A location with the code {code} exists already', { code });
}
