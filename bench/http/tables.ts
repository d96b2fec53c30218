// The figures of HTTP as tables.
import { judged } from '../goals.ts';
import { count, milliseconds, optional, ratio, type Table } from '../report/table.ts';
import type { Answered, HttpFigures } from './measure.ts';

export function httpTables({ size, connections, pages, pgbench, others }: HttpFigures): Table[] {
  return [
    {
      title: `itemMovements over HTTP: first page of the hot item of ${size}, ${connections} connections, in turns`,
      head: [
        'Who answers',
        'Node µs',
        'PostgreSQL µs',
        'per second',
        'p50 ms',
        'p99 ms',
        'µs : Folio’s',
        'goal',
        'rate : Folio’s',
      ],
      rows: pages.map((one) => [
        one.name,
        ...cells(one),
        optional(ratio, one.cpuRatio),
        judged(one.cpuRatio, one.goal),
        ratio(one.rateRatio),
      ]),
      ...(pgbench
        ? {
            note:
              `pgbench -M prepared -c ${connections}, the same SQL and settings without Node: ` +
              `${count(pgbench.perSecond)} per second, ${milliseconds(pgbench.milliseconds)} ms each.`,
          }
        : {}),
    },
    {
      title: `What else the service does over HTTP (${size}, ${connections} connections)`,
      head: ['Request', 'Node µs', 'PostgreSQL µs', 'per second', 'p50 ms', 'p99 ms', 'goal: per second', 'Node µs'],
      rows: others.map((one) => [
        one.name,
        ...cells(one),
        judged(one.perSecond, one.rateGoal),
        judged(one.cpu.node, one.cpuGoal),
      ]),
    },
  ];
}

function cells({ cpu, perSecond, p50, p99 }: Answered): string[] {
  return [
    optional(count, cpu.node),
    optional(count, cpu.postgres),
    count(perSecond),
    milliseconds(p50),
    milliseconds(p99),
  ];
}
