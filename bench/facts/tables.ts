// Tables of facts: the cost of each, as a whole and by table.
import { lineTable } from '../report/lines.ts';
import type { Table } from '../report/table.ts';
import type { Facts } from './measure.ts';

const shown = (value: number): string => (value === 0 ? '' : value.toFixed(value < 10 ? 1 : 0));

export function factTables({ lines, tables }: Facts): Table[] {
  return [
    lineTable('What a fact costs, counted in the WAL', lines),
    {
      title: 'By table',
      head: ['Fact and table', 'inserted', 'updated', 'not HOT', 'deleted', 'index entries', 'WAL'],
      rows: tables.map(({ fact, table, cost }) => [
        `${fact}: ${table}`,
        ...[cost.inserted, cost.updated, cost.notHot, cost.deleted, cost.entries, cost.bytes].map(shown),
      ]),
    },
  ];
}
