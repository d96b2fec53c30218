// The ledger learns why stock moved: a nullable integer, filled from the older text; unknown text stays null and is counted.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { sourceTypeOf } from './source-type-of-method.ts';
import { run } from './support.ts';

/** In batches of its own: ten million rows are filled while others write, and it goes on after an interruption. */
export const inTransaction = false;

// Half a megabyte of the table, some 4,000 rows.
const PAGES_PER_BATCH = 64;
// A pass fills what was there when it began; rows that an older release wrote meanwhile are left to the next.
const MOST_PASSES = 5;
const SPELLINGS_NAMED = 5;
const CHARACTERS_NAMED = 40;

export async function up(db: MigrationDb): Promise<string | void> {
  await briefly(db, 'alter table inventory_logs add column if not exists source_type integer');
  return acrossTenants(db, ['inventory_logs'], async () => {
    let unfilled = await unfilledRows(db);
    for (let pass = 0; pass < MOST_PASSES && unfilled.some(({ is_known }) => is_known); pass += 1) {
      await fillOnce(db);
      // What the old versions of the rows took up is given to those of the next migration.
      await run(db, 'vacuum (truncate off) inventory_logs');
      unfilled = await unfilledRows(db);
    }
    return noteOn(unfilled);
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table inventory_logs drop column if exists source_type');
}

async function fillOnce(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('inventory_logs') / current_setting('block_size')::int as pages`.execute(db);
  for (let page = 0; page < rows[0]!.pages; page += PAGES_PER_BATCH) {
    await inBatch(db, (inBatch) =>
      run(
        inBatch,
        `update inventory_logs set source_type = ${sourceTypeOf('method')}
         where ctid >= '(${page},0)' and ctid < '(${page + PAGES_PER_BATCH},0)'
           and source_type is null and ${sourceTypeOf('method')} is not null`,
      ),
    );
  }
}

interface Spelling {
  method: string | null;
  rows: number;
  is_known: boolean;
}

/** Rows without a source type by their text, the most frequent first. */
async function unfilledRows(db: MigrationDb): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    select method, count(*) as rows, ${sql.raw(sourceTypeOf('method'))} is not null as is_known
    from inventory_logs where source_type is null group by method order by count(*) desc, method`.execute(db);
  return rows;
}

function noteOn(unfilled: readonly Spelling[]): string | undefined {
  const count = (spellings: readonly Spelling[]): number => spellings.reduce((sum, { rows }) => sum + rows, 0);
  const unknown = unfilled.filter(({ method, is_known }) => method !== null && !is_known);
  const without = unfilled.filter(({ method }) => method === null);
  const parts = [];
  if (unknown.length > 0) {
    const named = unknown
      .slice(0, SPELLINGS_NAMED)
      .map(({ method, rows }) => `${JSON.stringify(method!.slice(0, CHARACTERS_NAMED))} ${rows}`);
    const more = unknown.length > SPELLINGS_NAMED ? `, ${unknown.length - SPELLINGS_NAMED} other texts` : '';
    parts.push(`source_type stays null for ${count(unknown)} rows of unknown method: ${named.join(', ')}${more}`);
  }
  if (without.length > 0) parts.push(`${count(without)} rows have no method`);
  return parts.length > 0 ? parts.join('; ') : undefined;
}
