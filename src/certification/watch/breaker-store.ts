// The PAC's circuit breakers in the database, shared by all processes: read periodically, written on change.
import { sql } from 'kysely';
import { afterChange, type Breaker, type BreakerStore } from '../../pac/index.ts';
import { json } from '../../platform/sql.ts';
import { inSystem, type DatabaseContext, type SystemDb } from '../../tenancy/index.ts';

export function databaseBreakerStore(context: DatabaseContext, pacAddress: string): BreakerStore {
  const baseUrl = pacAddress.replace(/\/+$/, '');
  return {
    read: () => inSystem(context, (db) => kept(db, baseUrl)),
    change: (companyId, rule) =>
      inSystem(context, async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`pac breakers ${baseUrl}`}))`.execute(db);
        const before = await kept(db, baseUrl);
        const changed = afterChange(before.breakers, companyId, rule, before.now);
        const breakers = new Map(before.breakers);
        for (const [name, breaker] of changed) {
          if (breaker === null) breakers.delete(name);
          else breakers.set(name, breaker);
          if (breaker !== null || before.breakers.has(name)) await write(db, baseUrl, name, breaker);
        }
        return { now: before.now, breakers };
      }),
  };
}

async function kept(db: SystemDb, baseUrl: string) {
  const { rows } = await sql<{ now: Date; company_id: string | null; breaker: Breaker }>`
    select clock_timestamp() as now, company_id, breaker
    from (select) one left join pac_breakers on base_url = ${baseUrl}`.execute(db);
  const breakers = new Map<string, Breaker>();
  for (const { company_id: companyId, breaker } of rows) {
    if (companyId !== null) breakers.set(companyId, withDates(breaker));
  }
  return { now: rows[0]!.now, breakers };
}

async function write(db: SystemDb, baseUrl: string, companyId: string, breaker: Breaker | null): Promise<void> {
  if (breaker === null) {
    await db.deleteFrom('pac_breakers').where('base_url', '=', baseUrl).where('company_id', '=', companyId).execute();
    return;
  }
  await db
    .insertInto('pac_breakers')
    .values({ base_url: baseUrl, company_id: companyId, breaker: json(breaker) })
    .onConflict((on) => on.columns(['base_url', 'company_id']).doUpdateSet({ breaker: json(breaker) }))
    .execute();
}

function withDates(breaker: Breaker): Breaker {
  const date = (value: Date | null) => (value === null ? null : new Date(value));
  const { failedAt, openSince, retryAt } = breaker;
  return { ...breaker, failedAt: date(failedAt), openSince: date(openSince), retryAt: date(retryAt) };
}
