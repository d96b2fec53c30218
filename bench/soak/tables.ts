// The figures of a soak as a table: ten lines of the many that were taken.
import { count, ratio, type Table } from '../report/table.ts';
import type { Soaked } from './measure.ts';

const LINES = 10;

export function soakTables({ size, minutes, samples, tables, isHot, ...soaked }: Soaked): Table[] {
  const every = Math.max(1, Math.floor(samples.length / LINES));
  const shown = samples.filter((_, index) => (index + 1) % every === 0);
  const verdict = soaked.isFlat === undefined ? 'Too short to tell' : soaked.isFlat ? 'Flat' : 'Not flat';
  return [
    {
      title: `Memory of the whole service under load for ${minutes} minutes${isHot ? ', all on one item' : ''} (${size})`,
      head: ['Minute', 'requests per second', 'invoices so far', 'resident MB', 'heap MB'],
      rows: shown.map((one) => [
        one.minutes.toFixed(1),
        count(one.perSecond),
        count(one.invoices),
        one.residentMb.toFixed(0),
        one.heapMb.toFixed(0),
      ]),
      note:
        `${verdict}: of ${samples.length} samples, the least heap of the last third is ${ratio(soaked.heapGrowth)} that of the middle ` +
        `one, the mean resident memory ${ratio(soaked.residentGrowth)}. ${count(soaked.answered)} requests were answered, ` +
        `${count(soaked.invoices)} invoices made, ${count(soaked.pdfs)} PDFs attached.`,
    },
    {
      title: 'The tables that it updated',
      head: ['Table', 'pages before', 'after', 'of indexes before', 'after', 'rows added', 'updated', 'on their page'],
      rows: tables.map((one) => [
        one.table,
        ...[one.pagesBefore, one.pages, one.indexPagesBefore, one.indexPages, one.inserted, one.updated].map(count),
        one.updated === 0 ? '–' : `${((100 * one.hotUpdated) / one.updated).toFixed(1)} %`,
      ]),
    },
  ];
}
