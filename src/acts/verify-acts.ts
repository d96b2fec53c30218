// Counts the chain of acts anew, and compares it with heads that were kept elsewhere and with the evidence that the acts tell of.
import { sql } from 'kysely';
import { sqlRow, sqlRows } from '../platform/sql.ts';
import { chainOf, inSnapshot, inTenant, inWatch, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { compareRows } from './compare-rows.ts';
import { handOutHead, keptHeads, publicKeyOf, type HeadsContext } from './head.ts';
import { isSigned, type SignedHead } from './signed-head.ts';

/** `heads` were handed out before and kept; those of the store are read as well. Where all is well, another head is handed out. */
export async function verifyActs(context: HeadsContext, tenant: Tenant, heads: readonly SignedHead[]) {
  const publicKey = publicKeyOf(context.headKey);
  const first = await inTenant(context, tenant, (db) =>
    sql<{ at: Date | null; now: Date }>`
      select min(at) as at, now() as now from acts where tenant_id = ${tenant.id}`.execute(db),
  );
  const { at, now } = first.rows[0]!;
  const stored = await keptHeads(context.files, tenant.id, at ?? now, now);
  const own = [...stored, ...heads.filter(({ tenantId }) => tenantId === tenant.id)];
  const found = own
    .filter((head) => !isSigned(head, publicKey))
    .map(({ number }) => `the head of act ${number} is not signed with our key`);
  const { rows: migrations } = await inWatch(context, (db) =>
    sql<{ at: Date }>`select max(applied_at) as at from folio_migrations`.execute(db),
  );
  const { proven, last } = await inSnapshot(context, tenant, async (db) => {
    const chain = await chainProblems(db, own);
    // One statement over many tables: compiling it would take longer than it runs.
    await sql`set local jit = off`.execute(db);
    // As digested.
    await sql`set local timezone = 'UTC'`.execute(db);
    const { problems, proven } = await compareRows(db, migrations[0]!.at);
    found.push(...chain.found, ...problems);
    return { proven, last: chain.last };
  });
  const head = Math.max(0, ...own.map(({ number }) => number));
  if (found.length === 0) await handOutHead(context, tenant);
  const problems = found.map((detail) => ({ check: 'acts' as const, itemId: null, locationId: null, detail }));
  return {
    problems,
    proven,
    /** Acts that no kept head covers: who can write the chain could have counted them anew. */
    sinceHead: Math.max(0, last - head),
  };
}

async function chainProblems(db: TenantDb, heads: readonly SignedHead[]): Promise<{ found: string[]; last: number }> {
  const found: string[] = [];
  const kept = Map.groupBy(heads, ({ number }) => number);
  const withoutText = new Set<number>();
  let [last, hash] = [0, ''];
  for await (const act of chainOf(db)) {
    if (act.number !== last + 1)
      found.push(`${last + 1 === act.number - 1 ? 'act' : 'acts'} ${last + 1} to ${act.number - 1} are missing`);
    if (act.hash !== act.counted || act.isChanged) found.push(`act ${act.number} or one before it is not as it was`);
    if (act.isTextMissing) withoutText.add(act.number);
    for (const forgotten of act.forgotten) withoutText.delete(forgotten);
    [last, hash] = [act.number, act.hash];
    if (kept.get(act.number)?.some(({ sha256 }) => sha256 !== hash))
      found.push(`act ${act.number} is not the one whose head was kept`);
  }
  for (const forgotten of await forgottenByUnplaced(db)) withoutText.delete(forgotten);
  found.push(
    ...[...withoutText].map(
      (number) => `the texts of act ${number} are gone, and no act says that they were forgotten`,
    ),
  );
  const most = Math.max(0, ...kept.keys());
  if (most > last) found.push(`the chain ends with act ${last}; a head of act ${most} was kept`);
  const ofTenant = sql`tenant_id = ${db.tenant.id}`;
  const head = await sqlRow<{ number: string; hash: string; lost: number; gone: number; short: string | null }>(db)`
    with turns as (
      select place.number, reach, max(max(turn)) over (order by place.number) as reached
      from act_places place cross join lateral unnest(ids) act join acts on acts.tenant_id = place.tenant_id and acts.id = act
      where place.${ofTenant} group by 1, 2
    )
    select coalesce(head.number, 0) as number, coalesce(encode(head.hash, 'hex'), '') as hash,
      (select count(*)::int from acts where ${ofTenant} and id not in (select unplaced_acts(${db.tenant.id}, null))
        and not exists (select from placed_acts(${db.tenant.id}) placed where placed.id = acts.id)) as lost,
      (select count(*)::int from placed_acts(${db.tenant.id}) placed where not exists (select from acts where ${ofTenant} and acts.id = placed.id)) as gone,
      (select min(number) from turns where reach <> reached) as short
    from (select) one left join act_heads head on ${ofTenant}`;
  if (Number(head.number) !== last || head.hash !== hash)
    found.push(`the head says act ${head.number}, and the last one is act ${last}`);
  if (head.gone > 0) found.push(`${head.gone} acts that have a number are gone`);
  if (head.lost > 0) found.push(`${head.lost} acts have no number and will get none`);
  if (head.short !== null) found.push(`the places up to act ${head.short} do not reach as far as their acts`);
  return { found, last };
}

async function forgottenByUnplaced(db: TenantDb): Promise<number[]> {
  const rows = await sqlRows<{ numbers: number[] }>(db)`
    select after -> 'acts' -> 'forgotten' as numbers from acts
    where tenant_id = ${db.tenant.id} and id in (select unplaced_acts(${db.tenant.id}, null)) and after -> 'acts' ? 'forgotten'`;
  return rows.flatMap(({ numbers }) => numbers);
}
