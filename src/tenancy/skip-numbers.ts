// Numbers that are never given out: a restored counter would hand out again what the PAC has already.
import { sql } from 'kysely';
import { badInput } from '../platform/errors.ts';
import type { TenantDb } from './in-tenant.ts';
import type { Series } from './next-number.ts';

export interface SkippedNumbers {
  /** The last number that was given out or skipped, before and after. */
  from: number;
  to: number;
}

// Ten digits; and a typing error should not burn the series.
const MOST_AT_ONCE = 100_000;

/** The next number is the one after `to`; one that is behind already stays where it is. */
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
