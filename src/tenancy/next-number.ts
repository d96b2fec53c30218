// Document numbers: taken in the transaction that writes the document, so a number is never used twice.
import { sql } from 'kysely';
import type { TenantDb } from './in-tenant.ts';

/** FAC invoices, NC credit notes, PRO and PNC those of both that are not filed, OC purchase orders, PED sales orders, FP supplier invoices. */
export type Series = 'FAC' | 'NC' | 'PRO' | 'PNC' | 'OC' | 'PED' | 'FP';

export interface DocumentNumber {
  /** What the business sees: the prefix and ten digits. */
  number: string;
  /** The ten digits alone, as the tax authority wants them. */
  digits: string;
}

export async function nextNumber(db: TenantDb, series: Series): Promise<DocumentNumber> {
  const { rows } = await sql<{ last_number: number }>`
    insert into document_numbers as n (tenant_id, series, last_number) values (${db.tenant.id}, ${series}, 1)
    on conflict (tenant_id, series) do update set last_number = n.last_number + 1
    returning last_number`.execute(db);
  const digits = String(rows[0]!.last_number).padStart(10, '0');
  return { number: `${series}-${digits}`, digits };
}
