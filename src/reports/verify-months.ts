// The sum of the months is the sum of the documents: what each month tells, beside a plain sum of what was certified and is not void.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals } from '../platform/sql.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { documentsWhere, figuresOf, issuedIn, spanOf } from './fiscal-month.ts';

const sum = (column: string) =>
  sql`trim_scale(coalesce(sum(case when kind = 'CREDIT_NOTE' then -1 else 1 end * ${sql.ref(column)}), 0))`;
const SUMS = sql`format('%s with base %s, ITBMS %s and total %s', count(*), ${sum('subtotal')}, ${sum('tax')}, ${sum('total')})`;
const NOTHING = '0 with base 0, ITBMS 0 and total 0';

export async function verifySumsOfMonths(db: TenantDb): Promise<LedgerProblem[]> {
  const columns = sql`tenant_id, id, coalesce(fiscal_day, issue_day) as day, subtotal, tax, total, voided_at, canceled_at`;
  // By the CUFE, where there is one; a month is the number of months since the year 0.
  const { rows } = await sql<{ at: number; sums: string }>`
    select (extract(year from month_day) * 12 + extract(month from month_day))::int - 1 as at, ${SUMS} as sums
    from fiscal_documents document
    join (
      select ${columns} from invoices where not is_opening union all
      select ${columns} from credits union all
      select ${columns} from debit_notes
    ) business on business.tenant_id = document.tenant_id and business.id = document.id
    cross join lateral (
      select coalesce(to_date(substring(cufe from '^FE.{30}([0-9]{8})'), 'YYYYMMDD'), business.day) as month_day) certified
    where document.tenant_id = ${db.tenant.id} and voided_at is null
      and (mode = 'DGI_IMPORT' and canceled_at is null or legal_status in (${literals(AUTHORIZED)}))
    group by 1`.execute(db);
  const sums = new Map(rows.map((row) => [row.at, row.sums]));
  // One that is told in a wrong month is told in one beside its own, or in none.
  const months = new Set([...sums.keys()].flatMap((at) => [at - 1, at, at + 1]));
  const problems: LedgerProblem[] = [];
  for (const at of [...months].toSorted((one, other) => one - other)) {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1] as const;
    const { rows: monthSums } = await sql<{ sums: string }>`
      with ${documentsWhere(db, issuedIn(db, spanOf(year, month)))}
      select ${SUMS} as sums from document where state = 'COUNTED'`.execute(db);
    const [is, should] = [monthSums[0]!.sums, sums.get(at) ?? NOTHING];
    const detail = `${year}-${String(month).padStart(2, '0')} tells ${is}, and its documents are ${should}`;
    if (is !== should) problems.push(problem('fiscal_month', detail));
  }
  return [...problems, ...(await keptOtherwise(db))];
}

/** Months that are kept as their documents do not say. */
async function keptOtherwise(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{ month: string; figures: object }>`
    select month::text, figures from kept_months where tenant_id = ${db.tenant.id} order by month`.execute(db);
  const problems: LedgerProblem[] = [];
  for (const { month, figures } of rows) {
    const span = spanOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
    const { isOlder: _, ...anew } = await figuresOf(db, span);
    if (month !== span.from || !isDeepStrictEqual(JSON.parse(JSON.stringify(anew)), figures))
      problems.push(problem('kept_month', `${month} is not kept as its documents say`));
  }
  return problems;
}
