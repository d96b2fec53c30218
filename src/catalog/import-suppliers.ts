// Imports suppliers from a table: found again by their external id, created when they are new.
import type { LineImport } from '../requests/index.ts';
import { externalIdOf } from './own-words.ts';
import { changedSupplier, supplierColumns, type Supplier } from './party.ts';
import { byCode, upsertRows, type Upsert } from './upsert-rows.ts';

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
  ...byCode('suppliers', 'external_id'),
  columns: ['name', 'ruc', 'external_id'],
  decimals: [],
  read({ code, name, ruc }, supplier) {
    const values = { name, ruc: ruc === '' ? undefined : ruc };
    return { ...supplierColumns(supplier ? changedSupplier(supplier, values) : values), external_id: code };
  },
};
