// Puts a run's figures into docs/performance.md, each part between its own two marks; what stands around them is left alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../options.ts';
import type { Figures } from './figures.ts';
import { growthPlot, ratioPlot } from './plots.ts';
import { inMarkdown } from './table.ts';
import { tablesOf } from './tables.ts';

const DOCS = join(import.meta.dirname, '../../docs');

export function writeDocument(figures: Figures): void {
  const path = join(DOCS, 'performance.md');
  let text = readFileSync(path, 'utf8');
  for (const [part, tables] of tablesOf(figures)) {
    text = between(text, part, [conditions(figures), ...tables.map(inMarkdown)].join('\n\n'));
  }
  writeFileSync(path, text);
  if (figures.questions) writeFileSync(join(DOCS, 'images/bench-growth.svg'), growthPlot(figures.questions));
  if (figures.writes) {
    const bars = figures.writes.figures.map(({ what, writers, ratio, goal }) => ({
      name: `${what}, ${writers} writers`,
      ratio,
      goal,
    }));
    writeFileSync(join(DOCS, 'images/bench-writes.svg'), ratioPlot('Appends : bare INSERT transactions', bars));
  }
  if (figures.http) {
    const bars = figures.http.pages.slice(1).map(({ name, ratio, goal }) => ({ name, ratio, goal }));
    writeFileSync(join(DOCS, 'images/bench-http.svg'), ratioPlot('itemMovements over HTTP, Folio : other', bars));
  }
}

function conditions({ machine, command, date }: Figures): string {
  const { processor, cores, memory, postgres, settings, node } = machine;
  return (
    `Measured on ${date} by \`${command}\`: ${cores} cores (${processor}), ${memory} of memory, PostgreSQL ${postgres} ` +
    `(${settings}), Node ${node}.`
  );
}

function between(text: string, part: Part, figures: string): string {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${part}: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`;
}
