// Rows of the ledger whose older text is `manual` are adjustments. Release 1.8.0 did not know the word and left them without a source type.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, inBatch } from './beside-writers.ts';
import { isManual } from './source-type-of-method.ts';
import { run } from './support.ts';

/** Stream by stream in batches of its own, while others write; after an interruption it goes on with the streams that are left. */
export const inTransaction = false;

const STREAMS_PER_BATCH = 200;
const ADJUSTMENT = { sourceType: '5', movementType: 'AJUSTE' };
const UNKNOWN = { sourceType: 'null::int', movementType: 'OTHER' };

interface StreamKey {
  tenant_id: string;
  item_id: string;
  location_id: string;
}

export async function up(db: MigrationDb): Promise<string | void> {
  return retype(db, ADJUSTMENT);
}

/** As the release before had them: shown as OTHER. */
export async function down(db: MigrationDb): Promise<void> {
  await retype(db, UNKNOWN);
}

async function retype(db: MigrationDb, to: typeof ADJUSTMENT): Promise<string | undefined> {
  return acrossTenants(db, ['inventory_logs', 'stock_levels'], async () => {
    const { rows: streams } = await sql<StreamKey>`
      select distinct tenant_id, item_id, location_id from inventory_logs where ${wrong(to)}
      order by tenant_id, item_id, location_id`.execute(db);
    let retyped = 0n;
    for (let at = 0; at < streams.length; at += STREAMS_PER_BATCH) {
      const batch = streams.slice(at, at + STREAMS_PER_BATCH);
      retyped += await inBatch(db, (inBatch) => retypeStreams(inBatch, batch, to));
    }
    if (streams.length === 0) return undefined;
    await run(db, 'vacuum (truncate off) inventory_logs');
    return `${retyped} rows in ${streams.length} streams now show as ${to.movementType}`;
  });
}

function wrong(to: typeof ADJUSTMENT) {
  return sql.raw(`${isManual('method')} and source_type is distinct from ${to.sourceType}`);
}

/** A stream's level is locked first, as a writer of the ledger does it, so that no position is given meanwhile. */
async function retypeStreams(db: MigrationDb, streams: StreamKey[], to: typeof ADJUSTMENT): Promise<bigint> {
  const these = sql`
    (tenant_id, item_id, location_id) in (
      select tenant_id, item_id, location_id
      from jsonb_to_recordset(${JSON.stringify(streams)}::jsonb) as r (tenant_id uuid, item_id uuid, location_id uuid))`;
  await sql`
    select from stock_levels where ${these} order by tenant_id, item_id, location_id for update`.execute(db);
  const { numAffectedRows } = await sql`
    update inventory_logs set source_type = ${sql.raw(to.sourceType)}, movement_type = ${sql.lit(to.movementType)}
    where ${these} and ${wrong(to)}`.execute(db);
  await sql`
    with placed as (
      select tenant_id, item_id, location_id, occurred_at,
        row_number() over (partition by tenant_id, item_id, location_id, movement_type order by occurred_at) as place
      from inventory_logs where ${these} and movement_type in ('AJUSTE', 'OTHER')
    )
    update inventory_logs log set type_seq = place
    from placed
    where (log.tenant_id, log.item_id, log.location_id, log.occurred_at)
        = (placed.tenant_id, placed.item_id, placed.location_id, placed.occurred_at)
      and type_seq is distinct from place`.execute(db);
  const count = (type: string) => sql`(
    select count(*) from inventory_logs log
    where (log.tenant_id, log.item_id, log.location_id) = (level.tenant_id, level.item_id, level.location_id)
      and log.movement_type = ${sql.lit(type)})`;
  await sql`
    update stock_levels level set n_ajuste = ${count('AJUSTE')}, n_other = ${count('OTHER')} where ${these}`.execute(
    db,
  );
  return numAffectedRows ?? 0n;
}
