// Imports suppliers from a table: found again by their external id, created when they are new.
import type { LineImport } from '../requests/index.ts';
import { externalIdOf } from './own-words.ts';
import { changedSupplier, supplierColumns, type Supplier } from './party.ts';
import { lockedBy, upsertRows, type Upsert } from './upsert-rows.ts';

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
  write: (db, lines) => upsertRows(db, lines, SUPPLIERS),
  linesPerTransaction: 1000,
};

const SUPPLIERS: Upsert<SupplierLine, Supplier> = {
  table: 'suppliers',
  columns: ['name', 'ruc', 'external_id'],
  decimals: [],
  keys: ({ code }) => ({ code }),
  async find(db, lines) {
    const codes = lines.map(({ code }) => code);
    const existing = await lockedBy<Supplier>(db, 'suppliers', 'external_id', codes);
    return ({ code }) => existing.get(code);
  },
  read({ code, name, ruc }, supplier) {
    const values = { name, ruc: ruc === '' ? undefined : ruc };
    return { ...supplierColumns(supplier ? changedSupplier(supplier, values) : values), external_id: code };
  },
};
