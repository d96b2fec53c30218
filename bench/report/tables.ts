// The tables of each part that was measured.
import { factTables } from '../facts/tables.ts';
import { httpTables } from '../http/tables.ts';
import type { Part } from '../options.ts';
import { questionTables } from '../questions/tables.ts';
import { soakTables } from '../soak/tables.ts';
import { writeTables } from '../writes/tables.ts';
import type { Figures } from './figures.ts';
import { lineTable } from './lines.ts';
import type { Table } from './table.ts';

export function tablesOf({
  questions,
  writes,
  invoices,
  http,
  traffic,
  facts,
  import: imported,
  soak,
}: Figures): Map<Part, Table[]> {
  const parts = new Map<Part, Table[]>();
  if (questions) parts.set('questions', questionTables(questions));
  if (writes) parts.set('writes', writeTables(writes));
  if (invoices) {
    const title = `Invoices in turns with the same rows bare, one INSERT for each table in one transaction (${invoices.size})`;
    parts.set('invoices', [lineTable(title, invoices.lines)]);
  }
  if (http) parts.set('http', httpTables(http));
  if (traffic) parts.set('traffic', [lineTable('The whole service and its database (ROLE=all)', traffic)]);
  if (facts) parts.set('facts', factTables(facts));
  if (imported) parts.set('import', [lineTable(`Import of past sales (${imported.file})`, imported.lines)]);
  if (soak) parts.set('soak', soakTables(soak));
  return parts;
}
