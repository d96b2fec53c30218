// Every certified document that is not void is in exactly one month: the one that its CUFE names.
import { sql } from 'kysely';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals } from '../platform/sql.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { fiscalDay } from './fiscal-day.ts';

/** A month finds its documents by their instants, two days around; one whose instant lies further off is in none. */
export async function verifyMonths(db: TenantDb): Promise<LedgerProblem[]> {
  const rows = ['invoices', 'credits', 'debit_notes'].map(
    (table) => sql`select id, ${fiscalDay(table)} as day, issued_at from ${sql.table(table)}
      where tenant_id = ${db.tenant.id} and voided_at is null`,
  );
  const { rows: problems } = await sql<{ number: string; day: string; at: string; named: string }>`
    select document.number, business.day::text, issued_at::date::text as at, named.day::text as named
    from (${sql.join(rows, sql` union all `)}) business
    join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.id = business.id
      and document.mode = 'DGI' and document.legal_status in (${literals(AUTHORIZED)}) and document.cufe ~ '^FE.{30}[0-9]{8}'
    cross join lateral (select to_date(substr(document.cufe, 33, 8), 'YYYYMMDD') as day) named
    where business.day <> named.day or abs(issued_at::date - named.day) > 1
    order by document.number`.execute(db);
  return problems.map(({ number, day, at, named }) =>
    problem('fiscal_day', `${number} is on ${day}, issued at ${at}, and its CUFE names ${named}`),
  );
}
