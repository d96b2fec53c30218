// Counts the chain of acts anew, and compares it with heads that were kept elsewhere and with the evidence that the acts tell of.
import { sql } from 'kysely';
import { chainOf, inTenant, inTenantSnapshot, type ChainedAct, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { handOutHead, keptHeads, publicKeyOf, type HeadsContext } from './head.ts';
import { isSigned, type SignedHead } from './signed-head.ts';

export interface ActProblem {
  check: 'acts';
  itemId: null;
  locationId: null;
  detail: string;
}

/** Columns that are written once, or change only with an act; and that by which their acts are found. */
const SEALED: Readonly<Record<string, { columns: readonly string[]; entity?: string; at?: string }>> = {
  fiscal_documents: {
    columns: ['kind', 'number', 'cufe', 'expected_cufe', 'pac_input', 'pac_response', 'legal_status', 'created_by'],
    at: 'created_at',
  },
  invoices: { columns: ['subtotal', 'tax', 'total', 'created_by'] },
  credits: { columns: ['subtotal', 'tax', 'total', 'created_by'] },
  debit_notes: { columns: ['subtotal', 'tax', 'total', 'created_by'] },
  document_events: { columns: ['at', 'kind', 'actor', 'detail'], entity: 'document_id', at: 'at' },
  payments: { columns: ['amount', 'method'], at: 'created_at' },
  refunds: { columns: ['amount'], at: 'created_at' },
  files: { columns: ['sha256', 'source_id'] },
};

/** As a trigger has them, from 0. */
const ARGUMENTS = '[0:4]={"{}","{}","{}","{pac_input,pac_response,detail}","{}"}';

/** `heads` were handed out before and kept; those of the store are read as well. Where all is well, another head is handed out. */
export async function verifyActs(
  context: HeadsContext,
  tenant: Tenant,
  heads: readonly SignedHead[],
): Promise<ActProblem[]> {
  const publicKey = publicKeyOf(context.headKey);
  const first = await inTenant(context, tenant, (db) =>
    sql<{ at: Date | null; now: Date }>`
      select min(at) as at, now() as now from acts where tenant_id = ${tenant.id} and number is not null`.execute(db),
  );
  const { at, now } = first.rows[0]!;
  const stored = await keptHeads(context.files, tenant.id, at ?? now, now);
  const own = [...stored, ...heads.filter(({ tenantId }) => tenantId === tenant.id)];
  const found = own
    .filter((head) => !isSigned(head, publicKey))
    .map(({ number }) => `the head of act ${number} is not signed with our key`);
  await inTenantSnapshot(context, tenant, async (db) => {
    found.push(...(await chainProblems(db, own)));
    for (const table of Object.keys(SEALED))
      found.push(...(await changedEvidence(db, table)), ...(await untold(db, table)));
  });
  if (found.length === 0) await handOutHead(context, tenant);
  return found.map((detail) => ({ check: 'acts', itemId: null, locationId: null, detail }));
}

async function chainProblems(db: TenantDb, heads: readonly SignedHead[]): Promise<string[]> {
  const found: string[] = [];
  const kept = Map.groupBy(heads, ({ number }) => number);
  const withoutText = new Set<number>();
  let [last, hash] = [0, ''];
  for await (const act of chainOf(db)) {
    if (act.number !== last + 1)
      found.push(`${last + 1 === act.number - 1 ? 'act' : 'acts'} ${last + 1} to ${act.number - 1} are missing`);
    found.push(...problemsOf(act));
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
  const { rows } = await sql<{ number: string; hash: string; placed: number }>`
    select number, coalesce(encode(hash, 'hex'), '') as hash,
      (select count(*)::int from acts where tenant_id = ${db.tenant.id} and number is null
        and (hash is not null or before_digest is not null or after_digest is not null)) as placed
    from act_heads where tenant_id = ${db.tenant.id}`.execute(db);
  const head = rows[0] ?? { number: '0', hash: '', placed: 0 };
  if (Number(head.number) !== last || head.hash !== hash)
    found.push(`the head says act ${head.number}, and the last one is act ${last}`);
  if (head.placed > 0) found.push(`${head.placed} acts had a number and have none`);
  return found;
}

function problemsOf({ number, hash, counted, isChanged }: ChainedAct): string[] {
  return [
    ...(hash === counted ? [] : [`act ${number} or one before it is not as it was`]),
    ...(isChanged ? [`the texts of act ${number} are not as they were`] : []),
  ];
}

async function forgottenByUnplaced(db: TenantDb): Promise<number[]> {
  const { rows } = await sql<{ numbers: number[] }>`
    select after -> 'acts' -> 'forgotten' as numbers from acts
    where tenant_id = ${db.tenant.id} and number is null and after -> 'acts' ? 'forgotten'`.execute(db);
  return rows.flatMap(({ numbers }) => numbers);
}

/** What the acts say last of a row that is not so now. */
async function changedEvidence(db: TenantDb, table: string): Promise<string[]> {
  const { columns } = SEALED[table]!;
  const { rows } = await sql<{ id: string; columns: string }>`
    with said as (
      select distinct on (id, name) split_part(row.key, '/', 2)::uuid as id, one.key as name, one.value
      from acts, jsonb_each(after) row, jsonb_each(case jsonb_typeof(row.value) when 'object' then row.value else '{}' end) one
      where tenant_id = ${db.tenant.id} and row.key like ${`${table}/%`} and one.key = any (${columns}::text[])
      order by 1, 2, number desc nulls first, turn desc
    )
    select said.id, string_agg(distinct said.name, ', ') as columns
    from said left join ${sql.table(table)} t on t.tenant_id = ${db.tenant.id} and t.id = said.id
    where case when t.id is null then true
      when said.name = 'at' then (said.value #>> '{}')::timestamptz <> (to_jsonb(t) ->> 'at')::timestamptz
      -- A row that was made is told without what is null in it, one that was changed with it.
      else said.value not in (coalesce(act_hidden(to_jsonb(t), ${ARGUMENTS}::text[]) -> said.name, 'null'),
        coalesce(act_hidden(jsonb_strip_nulls(to_jsonb(t)), ${ARGUMENTS}::text[]) -> said.name, 'null')) end
    group by 1`.execute(db);
  return rows.map((one) => `${table} ${one.id} is not as the acts say: ${one.columns}`);
}

/** Rows that no act tells of, since acts tell of them. */
async function untold(db: TenantDb, table: string): Promise<string[]> {
  const { at, entity = 'id' } = SEALED[table]!;
  if (at === undefined) return [];
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t
    where t.tenant_id = ${db.tenant.id} and ${sql.ref(`t.${at}`)} > (
        select min(at) from acts where tenant_id = ${db.tenant.id} and after is not null)
      and not exists (
        select from acts where tenant_id = ${db.tenant.id} and entity_ids @> array[${sql.ref(`t.${entity}`)}]
          and (after is null and after_digest is not null or after ? (${table} || '/' || t.id)))`.execute(db);
  return rows.map(({ id }) => `${table} ${id} was written without an act`);
}
