// Documents that only a person can move on: rejected and not dealt with, sent without an answer, parked, or in a contingency for too long.
import { sql, type RawBuilder } from 'kysely';
import { IS_ASKED_BY_NUMBER } from '../certification/index.ts';
import { DOCUMENT_KINDS } from '../fiscal/document.ts';
import { CONTINGENCY } from '../fiscal/issue-type.ts';
import { literals, sqlRow, type Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

const MOST_COUNTED = 1000;

const OPEN = sql`is_open_document(d.mode, d.submission_state, d.legal_status, d.parked_reason, d.void_state, d.awaits_pdf)`;
const DOCUMENTS = (db: TenantDb, isMeant: Sql): Sql =>
  sql`select d.id from fiscal_documents d where d.tenant_id = ${db.tenant.id} and ${isMeant}`;

const PARKED = sql`${OPEN} and d.parked_reason is not null and d.submission_state <> 'UNKNOWN'`;

/** Ids of documents whose signed XML differs from the books, or cannot be read. */
export const certifiedOtherwise = (db: TenantDb): Sql => sql`
  select document_id from certified_documents where tenant_id = ${db.tenant.id} and differs_by <> '{}'`;

/** Each document is in one of them at most: what became of an unknown one is said, not resolved. A rejected invoice is dealt with once it is canceled, or its order is invoiced again or canceled. */
export const NEEDING_PERSON = {
  REJECTED: (db) =>
    DOCUMENTS(
      db,
      sql`d.kind in (${literals(DOCUMENT_KINDS)}) and d.parked_reason is null
      and number_class(d.legal_status, d.void_state, d.is_canceled, d.submission_state) = 'REJECTED' and not d.is_canceled
      and (d.kind <> 'INVOICE' or (
        -- As a value, which is looked up for each: of an exists the planner may read all invoices once instead.
        select o.status = 'OPEN' from invoices i join orders o on o.tenant_id = i.tenant_id and o.id = i.order_id
        where i.tenant_id = d.tenant_id and i.id = d.id))`,
    ),
  UNKNOWN: (db) =>
    DOCUMENTS(
      db,
      sql`${OPEN} and d.submission_state = 'UNKNOWN' and (d.parked_reason is not null or not ${IS_ASKED_BY_NUMBER})`,
    ),
  PARKED: (db) => DOCUMENTS(db, sql`${PARKED} and d.id <> all (array(${certifiedOtherwise(db)}))`),
  CERTIFIED_OTHERWISE: (db) => DOCUMENTS(db, sql`${PARKED} and d.id = any (array(${certifiedOtherwise(db)}))`),
  CONTINGENCY: (db) => sql`
    select d.id from contingencies c
    join fiscal_documents d on d.tenant_id = c.tenant_id and d.contingency_id = c.id and d.submission_state = 'PENDING'
    where c.tenant_id = ${db.tenant.id} and c.ended_at is null and d.parked_reason is null
      and c.started_at < now() - ${CONTINGENCY.hoursUnexplained} * interval '1 hour'`,
} satisfies Record<string, (db: TenantDb) => Sql>;

/** As a table of ids. */
export function needingPerson(db: TenantDb): RawBuilder<{ id: string }> {
  const ids = Object.values(NEEDING_PERSON).map((idsOf) => idsOf(db));
  return sql`(${sql.join(ids, sql` union all `)})`;
}

/** Up to a thousand; beyond that the exact number is of no use. */
export async function countNeedingPerson(db: TenantDb): Promise<number> {
  const { count } = await sqlRow<{ count: number }>(db)`
    select count(*)::int as count from (select from ${needingPerson(db)} as needing
    limit ${MOST_COUNTED}) as counted`;
  return count;
}
