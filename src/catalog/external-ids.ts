// Ids that integrators give to our records: claimed, looked up, and set on what is frozen otherwise.
import { sql } from 'kysely';
import { notFound } from '../platform/errors.ts';
import { refuse } from '../platform/refuse.ts';
import { json } from '../platform/sql.ts';
import { inPipeline, type TenantDb } from '../tenancy/index.ts';
import { externalIdOf, readOwnWords, type OwnWords } from './own-words.ts';

/** By table, what one of its records is called. */
const NAMES = {
  clients: 'Client',
  suppliers: 'Supplier',
  items: 'Item',
  locations: 'Location',
  orders: 'Order',
  invoices: 'Invoice',
  credits: 'Credit',
  // With it the credits about invoices that are not here.
  debit_notes: 'Debit note',
  payments: 'Payment',
  purchase_orders: 'Purchase order',
} as const;

export type NamedTable = keyof typeof NAMES;

/** Refuses an id that another record of the type has, with the transaction's next statement. */
export async function claimExternalId(
  db: TenantDb,
  table: NamedTable,
  externalId: string | null | undefined,
  own: string | null = null,
): Promise<void> {
  if (externalId == null) return;
  const taken = refuse('CONFLICT', '{what} {id} has the externalId {externalId} already', {
    what: sql`jsonb_build_object('template', ${sql.lit(NAMES[table])}, 'params', '{}'::jsonb)`,
    id: sql`id`,
    externalId: sql`external_id`,
  });
  await inPipeline(db)`select ${taken} from ${sql.table(table)}
      where tenant_id = ${db.tenant.id} and external_id = ${externalId} and id is distinct from ${own}`;
}

/** NOT_FOUND where no record of the type has it. */
export async function idByExternalId(db: TenantDb, table: NamedTable, externalId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where tenant_id = ${db.tenant.id} and external_id = ${externalIdOf(externalId)}`.execute(db);
  if (!rows[0]) throw notFound(NAMES[table]);
  return rows[0].id;
}

/** External id and metadata of a record; editable even where the rest is frozen. */
export interface External {
  id: string;
  table: NamedTable;
  external_id: string | null;
  metadata: object | null;
  updated_at: Date;
}

export async function setExternal(db: TenantDb, table: NamedTable, id: string, words: OwnWords): Promise<External> {
  const { external_id, metadata } = readOwnWords(words);
  await claimExternalId(db, table, external_id, id);
  await inPipeline(db)`
    update ${sql.table(table)} set updated_at = statement_timestamp(),
      external_id = ${external_id === undefined ? sql`external_id` : external_id},
      metadata = ${metadata === undefined ? sql`metadata` : metadata && json(metadata)}
    where tenant_id = ${db.tenant.id} and id = ${id}`;
  return findExternal(db, table, id);
}

export async function findExternal(db: TenantDb, table: NamedTable, id: string): Promise<External> {
  const { rows } = await sql<Omit<External, 'table'>>`
    select id, external_id, metadata, updated_at from ${sql.table(table)}
    where tenant_id = ${db.tenant.id} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound(NAMES[table]);
  return { ...rows[0], table };
}
