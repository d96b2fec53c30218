// The writes' figures as a table.
import { judged } from '../goals.ts';
import { count, milliseconds, optional, ratio, type Table } from '../report/table.ts';
import type { Writes } from './measure.ts';

export function writeTables({ figures, pgbench, itemsVerified }: Writes): Table[] {
  const { read, insert } = pgbench;
  const limit =
    read && insert
      ? `pgbench -M prepared -c 2 on the same database: ${count(insert.perSecond)} bare INSERT transactions per second, ` +
        `${count(read.perSecond)} reads by primary key (${milliseconds(read.milliseconds)} ms each).`
      : 'pgbench is not installed here.';
  return [
    {
      title: 'Writes: the application’s writer beside a bare INSERT transaction, in turns over the same connections',
      head: [
        'Transaction',
        'writers',
        'per second',
        'bare INSERT',
        'ratio',
        'goal',
        'Node µs',
        'PostgreSQL µs',
        'bare µs : these',
      ],
      rows: figures.map((one) => [
        `${one.what} (${one.size})`,
        String(one.writers),
        count(one.perSecond),
        count(one.barePerSecond),
        ratio(one.ratio),
        judged(one.ratio, one.goal),
        optional(count, one.cpu.node),
        optional(count, one.cpu.postgres),
        optional(ratio, one.cpuRatio),
      ]),
      note: `${limit} Afterwards the ledger of the ${count(itemsVerified)} items written to was recounted: nothing differs.`,
    },
  ];
}
