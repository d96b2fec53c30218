// The month counted from its signed XMLs, beside the same documents in the ledger.
import { sql } from 'kysely';
import { sqlRow } from '../platform/sql.ts';
import type { DocumentKind } from '../fiscal/document.ts';
import type { CertifiedField } from '../fiscal/certified.ts';
import { add, subtract, type Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { documentsWhere, issuedIn, spanOf, type Amounts, type Month } from './fiscal-month.ts';

export type CertifiedAmounts = Omit<Amounts, 'otherTaxes' | 'retention'>;

/** Document whose file differs; `difference` is signed as the document is in the month. */
export interface CertifiedOtherwise {
  number: string;
  documentId: string;
  kind: DocumentKind;
  differsBy: CertifiedField[];
  /** Null where the file cannot be read. */
  difference: Decimal | null;
}

export interface CertifiedMonth {
  certified: CertifiedAmounts;
  /** Certified less the ledger, of the documents with a file that can be read. */
  difference: CertifiedAmounts;
  count: number;
  /** Counted documents without a file that can be read: the ledger alone tells of them. */
  withoutFile: number;
  differing: CertifiedOtherwise[];
}

const MOST_DIFFERING = 500;
const COLUMNS = { base: ['net', 'subtotal'], itbms: ['itbms', 'tax'], isc: ['isc', 'isc'], total: ['total', 'total'] };
const NAMES = ['base', 'itbms', 'isc', 'total'] as const satisfies (keyof CertifiedAmounts)[];

export async function certifiedMonth(db: TenantDb, { year, month }: Month): Promise<CertifiedMonth> {
  const sums = Object.entries(COLUMNS).flatMap(([name, [file, ledger]]) =>
    [
      ['certified', `c.${file}`],
      ['ledger', `d.${ledger}`],
    ].map(
      ([of, column]) => sql`coalesce(sum(sign * ${sql.ref(column!)}) filter (where c.total is not null), 0)
        as ${sql.ref(`${of}_${name}`)}`,
    ),
  );
  const { count, without, differing, ...sum } = await sqlRow<
    Record<string, Decimal> & { count: number; without: number; differing: CertifiedOtherwise[] }
  >(db)`
    with ${documentsWhere(db, issuedIn(db, spanOf(year, month)))}, counted as (
      select *, case when kind = 'CREDIT_NOTE' then -1 else 1 end as sign from document where state = 'COUNTED' and is_sale
    ), differing as (
      select number, d.id as "documentId", kind, differs_by as "differsBy", trim_scale(sign * (c.total - d.total))::text as difference
      from counted d
      join certified_documents c on c.tenant_id = ${db.tenant.id} and c.document_id = d.id and differs_by <> '{}'
      order by number limit ${sql.lit(MOST_DIFFERING)}
    )
    select ${sql.join(sums)}, count(*) filter (where c.total is not null)::int as count,
      count(*) filter (where c.total is null)::int as without,
      coalesce((select json_agg(differing) from differing), '[]') as differing
    from counted d left join certified_documents c on c.tenant_id = ${db.tenant.id} and c.document_id = d.id`;
  const amounts = (amount: (name: string) => Decimal) =>
    Object.fromEntries(NAMES.map((name) => [name, amount(name)])) as unknown as CertifiedAmounts;
  return {
    certified: amounts((name) => add(sum[`certified_${name}`]!)),
    difference: amounts((name) => subtract(sum[`certified_${name}`]!, sum[`ledger_${name}`]!)),
    ...{ count, differing },
    withoutFile: without,
  };
}

/** Documents of a month that one PAC has certified; null: those of other systems. */
export interface PacOfMonth {
  companyId: string | null;
  count: number;
  total: Decimal;
}

export async function pacsOfMonth(db: TenantDb, { year, month }: Month): Promise<PacOfMonth[]> {
  const { rows } = await sql<PacOfMonth>`
    with ${documentsWhere(db, issuedIn(db, spanOf(year, month)))}
    select l.pac_company_id as "companyId", count(*)::int as count,
      sum(case when d.kind = 'CREDIT_NOTE' then -d.total else d.total end)::text as total
    from document d
    join fiscal_documents l on l.tenant_id = ${db.tenant.id} and l.id = d.id
    where d.state = 'COUNTED' and d.is_sale
    group by 1
    order by 1`.execute(db);
  return rows.map((row) => ({ ...row, total: add(row.total) }));
}
