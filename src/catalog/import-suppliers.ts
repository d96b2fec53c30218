// Imports suppliers from a table: found again by their external id, created when they are new.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { jsonRows } from '../platform/sql.ts';
import type { LineImport, Written } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { externalIdOf } from './own-words.ts';
import { changedSupplier, supplierColumns, type Supplier } from './party.ts';

const COLUMNS = { required: ['code', 'name'], optional: ['ruc'] } as const;

interface SupplierLine {
  code: string;
  name: string;
  /** Empty: it stays as it is. */
  ruc: string;
}

export const supplierImport: LineImport<keyof SupplierLine, SupplierLine> = {
  columns: COLUMNS,
  read: ({ code, name, ruc }) => {
    supplierColumns({ name, ruc });
    return { code: externalIdOf(code), name, ruc };
  },
  unique: ({ code }) => ({ code }),
  write: upsertSuppliers,
  linesPerTransaction: 1000,
};

async function upsertSuppliers(db: TenantDb, lines: readonly SupplierLine[]): Promise<Written[]> {
  const { rows } = await sql<Supplier>`
    select * from suppliers where tenant_id = ${db.tenant.id} and external_id = any(${lines.map(({ code }) => code)})
    order by external_id for update`.execute(db);
  const existing = new Map(rows.map((row) => [row.external_id, row]));
  const changed: object[] = [];
  const written = lines.map(({ code, name, ruc }): Written => {
    const supplier = existing.get(code);
    const given = { name, ruc: ruc === '' ? undefined : ruc };
    const columns = supplierColumns(supplier ? changedSupplier(supplier, given) : given);
    if (supplier && columns.name === supplier.name && columns.ruc === supplier.ruc)
      return { outcome: 'UNCHANGED', id: supplier.id };
    const id = supplier?.id ?? uuid();
    changed.push({ id, external_id: code, name: columns.name, ruc: columns.ruc });
    return { outcome: supplier ? 'UPDATED' : 'CREATED', id };
  });
  if (changed.length > 0)
    await sql`
      insert into suppliers (tenant_id, id, external_id, name, ruc)
      select ${db.tenant.id}, id, external_id, name, ruc
      from jsonb_to_recordset(${jsonRows(changed)}) as r (id uuid, external_id text, name text, ruc text)
      on conflict (tenant_id, id) do update set (name, ruc) = (excluded.name, excluded.ruc)`.execute(db);
  return written;
}
