// Document numbers: taken in the transaction that writes the document, so none is used twice; after a restore some are skipped.
import { sql, type RawBuilder } from 'kysely';
import type { FiscalSeries, InternalSeries } from '../fiscal/document-types.ts';
import { badInput } from '../platform/errors.ts';
import type { TenantDb } from './in-tenant.ts';

/** Those of fiscal documents by their type, of documents that are not filed by their kind; OC purchase orders, PED sales orders, FP supplier invoices. */
export type Series = FiscalSeries | InternalSeries | 'OC' | 'PED' | 'FP';

export interface DocumentNumber {
  /** What the business sees: the prefix and ten digits. */
  number: string;
  /** The ten digits alone, as the tax authority wants them. */
  digits: string;
}

/** From here to the commit the next caller of the series waits: what can be read is read before, and what is written goes with the commit. */
export async function nextNumber(db: TenantDb, series: Series): Promise<DocumentNumber> {
  const { rows } = await sql<DocumentNumber>`with taken as ${takeNumber(db, series)} select * from taken`.execute(db);
  return rows[0]!;
}

/** The same as a `with` of the statement that writes the document. */
export function takeNumber(db: TenantDb, series: Series): RawBuilder<DocumentNumber> {
  const digits = sql`to_char(last_number, 'FM0000000000')`;
  return sql<DocumentNumber>`(
    insert into document_numbers as n (tenant_id, series, last_number) values (${db.tenant.id}, ${series}, 1)
    on conflict (tenant_id, series) do update set last_number = n.last_number + 1
    returning ${sql.lit(`${series}-`)} || ${digits} as number, ${digits} as digits)`;
}

export interface SkippedNumbers {
  /** The last number that was given out or skipped, before and after. */
  from: number;
  to: number;
}

// So that a typing error does not use up the ten digits of a series.
const MOST_AT_ONCE = 100_000;

/** A restored counter would issue numbers again that the PAC has already. The next number is `to` + 1; a counter beyond `to` stays. */
export async function skipNumbers(db: TenantDb, series: Series, to: number): Promise<SkippedNumbers> {
  const { rows } = await sql<{ last_number: number }>`
    select last_number from document_numbers where tenant_id = ${db.tenant.id} and series = ${series} for update`.execute(
    db,
  );
  const from = rows[0]?.last_number ?? 0;
  if (to - from > MOST_AT_ONCE)
    throw badInput('{series} stands at {from}; at most {most} numbers are skipped at once', {
      series,
      from,
      most: MOST_AT_ONCE,
    });
  if (to <= from) return { from, to: from };
  await sql`
    insert into document_numbers as n (tenant_id, series, last_number) values (${db.tenant.id}, ${series}, ${to})
    on conflict (tenant_id, series) do update set last_number = greatest(n.last_number, excluded.last_number)`.execute(
    db,
  );
  return { from, to };
}
