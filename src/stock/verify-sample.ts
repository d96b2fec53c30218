// Verifies the ledger of a few random items every hour, so that a fault is noticed without an operator running `folio verify`.
import { sql } from 'kysely';
import { Counter } from 'prom-client';
import { recurringJob } from '../jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { inEachTenant, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { verifyItems, type LedgerProblem } from './verify-ledger.ts';

// The next hour draws another sample; nothing is lost with this one.
export const verifySampleDuty = recurringJob('verify-sample', 900);

const ITEMS_PER_TENANT = 20;
// A longer ledger is left to `folio verify`: reading millions of rows every hour is no way to keep a database calm.
const MOST_MOVEMENTS = 200_000;
const PROBLEMS_LOGGED = 10;

const itemsChecked = new Counter({
  name: 'folio_ledger_items_checked_total',
  help: 'Items whose ledger was recounted by the hourly sample.',
  registers: [metrics],
});
const problemsFound = new Counter({
  name: 'folio_ledger_problems_total',
  help: 'Differences that the hourly sample found between the ledger and what is derived from it. Anything above 0 needs a person.',
  registers: [metrics],
});

export function verifySamples(context: DatabaseContext & { log: Logger }): Promise<void> {
  return inEachTenant(context, async ({ inTenant, tenant }) => {
    const { items, problems } = await inTenant(verifySample);
    itemsChecked.inc(items);
    problemsFound.inc(problems.length);
    if (problems.length === 0) return;
    context.log.error(
      { tenantId: tenant.id, count: problems.length, problems: problems.slice(0, PROBLEMS_LOGGED) },
      'the ledger differs from what is derived from it; see folio verify',
    );
  });
}

async function verifySample(db: TenantDb): Promise<{ items: number; problems: LedgerProblem[] }> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from stock_levels where tenant_id = ${db.tenant.id}
    group by item_id having sum(last_seq) between 1 and ${MOST_MOVEMENTS}
    order by random() limit ${ITEMS_PER_TENANT}`.execute(db);
  const itemIds = rows.map((row) => row.item_id);
  return { items: itemIds.length, problems: await verifyItems(db, itemIds) };
}
