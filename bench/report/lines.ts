// Figures that stand alone, each beside its goal, as a table.
import { judged, type Goal } from '../goals.ts';
import type { Table } from './table.ts';

export interface Line {
  what: string;
  /** Undefined where it cannot be measured here. */
  value: number | undefined;
  unit?: string;
  goal?: Goal | undefined;
}

export function lineTable(title: string, lines: readonly Line[], note?: string): Table {
  return {
    title,
    head: ['Measure', 'figure', 'goal'],
    rows: lines.map(({ what, value, unit = '', goal }) => [
      what,
      value === undefined ? '–' : `${shown(value)}${unit}`,
      judged(value, goal),
    ]),
    ...(note === undefined ? {} : { note }),
  };
}

/** Three digits that count. */
function shown(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
