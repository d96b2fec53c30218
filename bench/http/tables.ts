// The figures of HTTP as tables.
import { count, milliseconds, ratio, type Table } from '../report/table.ts';
import type { HttpFigures } from './measure.ts';

export function httpTables({ size, connections, pages, pgbench, others }: HttpFigures): Table[] {
  return [
    {
      title: `itemMovements over HTTP: first page of the hot item of ${size}, ${connections} connections, in turns`,
      head: ['Who answers', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'Folio : this', 'goal'],
      rows: pages.map((one) => [
        one.name,
        count(one.perSecond),
        milliseconds(one.p50),
        milliseconds(one.p99),
        one.cpuMicros === undefined ? '–' : count(one.cpuMicros),
        ratio(one.ratio),
        goalOf(one.ratio, one.goal),
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
      head: ['Request', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'goal'],
      rows: others.map((one) => [
        one.name,
        count(one.perSecond),
        milliseconds(one.p50),
        milliseconds(one.p99),
        one.cpuMicros === undefined ? '–' : count(one.cpuMicros),
        goalOf(one.perSecond, one.goal),
      ]),
    },
  ];
}

function goalOf(reached: number, goal: number | undefined): string {
  if (goal === undefined) return '';
  const wanted = `≥ ${goal.toLocaleString('en-US')}`;
  return reached < goal ? `${wanted}, missed` : wanted;
}
