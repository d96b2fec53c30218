// The tables of each part that was measured.
import { httpTables } from '../http/tables.ts';
import type { Part } from '../options.ts';
import { questionTables } from '../questions/tables.ts';
import { soakTables } from '../soak/tables.ts';
import { writeTables } from '../writes/tables.ts';
import type { Figures } from './figures.ts';
import type { Table } from './table.ts';

export function tablesOf({ questions, writes, http, soak }: Figures): Map<Part, Table[]> {
  const parts = new Map<Part, Table[]>();
  if (questions) parts.set('questions', questionTables(questions));
  if (writes) parts.set('writes', writeTables(writes));
  if (http) parts.set('http', httpTables(http));
  if (soak) parts.set('soak', soakTables(soak));
  return parts;
}
