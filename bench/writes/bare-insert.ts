// The limit of a write: a transaction with one INSERT of rows as wide as the ledger's, into a table that is never read.
import { CompiledQuery, sql } from 'kysely';
import { PREPARED } from '../../src/platform/eager-client.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import type { BenchDatabase } from '../database.ts';

const TABLE = 'bench_bare';

/** No index, no trigger, no row-level security. */
export async function createBareTable({ db }: BenchDatabase): Promise<void> {
  await sql
    .raw(
      `drop table if exists ${TABLE};
       create table ${TABLE} as select * from inventory_logs with no data;
       grant select, insert on ${TABLE} to app_tenant`,
    )
    .execute(db);
}

export async function dropBareTable({ db }: BenchDatabase): Promise<void> {
  await sql.raw(`drop table if exists ${TABLE}`).execute(db);
}

/** One row, by the same connections, in the same kind of transaction. */
export async function insertBare(database: BenchDatabase, tenant: Tenant, row: BareRow): Promise<void> {
  await inTenant(database, tenant, (db) =>
    db.executeQuery(CompiledQuery.raw(STATEMENT, [row.tenantId, row.itemId, row.locationId, row.sourceId])),
  );
}

export interface BareRow {
  tenantId: string;
  itemId: string;
  locationId: string;
  sourceId: string;
}

export const BARE_VALUES = {
  columns: `tenant_id, id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method, source_type, source_id,
    movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost, created_by`,
  fixed: `clock_timestamp(), current_date, false, 'invoice', 1`,
};

const STATEMENT = `${PREPARED}
  insert into ${TABLE} (${BARE_VALUES.columns})
  values ($1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, 1, 1, ${BARE_VALUES.fixed}, $4::uuid, 'VENTA', -1, 100, 'F1-1-1000', $4::uuid,
    null, 'bench')`;

/** The same for pgbench, which needs no application at all. */
export function bareScript({ tenantId, itemId, locationId, sourceId }: BareRow): string {
  return `insert into ${TABLE} (${BARE_VALUES.columns.replaceAll(/\s+/g, ' ')}) values ('${tenantId}', gen_random_uuid(), '${itemId}', '${locationId}', 1, 1, ${BARE_VALUES.fixed}, '${sourceId}', 'VENTA', -1, 100, 'F1-1-1000', '${sourceId}', null, 'bench');`;
}
