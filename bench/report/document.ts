// Puts a run's figures into docs/performance.md, each part between its own two marks; what stands around them is left alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../options.ts';
import type { Figures } from './figures.ts';
import { growthPlot, memoryPlot, ratioPlot } from './plots.ts';
import { inMarkdown } from './table.ts';
import { tablesOf } from './tables.ts';

const DOCS = join(import.meta.dirname, '../../docs');

export function writeDocument(figures: Figures): void {
  const path = join(DOCS, 'performance.md');
  let text = readFileSync(path, 'utf8');
  const plots = plotsOf(figures);
  for (const [part, tables] of tablesOf(figures)) {
    const plot = plots.get(part);
    if (plot) writeFileSync(join(DOCS, plot.file), plot.svg);
    const image = plot ? [`![${plot.says}](${plot.file})`] : [];
    text = between(text, part, [...image, conditions(figures), ...tables.map(inMarkdown)].join('\n\n'));
  }
  writeFileSync(path, text);
}

interface Plot {
  file: string;
  says: string;
  svg: string;
}

function plotsOf({ questions, writes, http, soak }: Figures): Map<Part, Plot> {
  const plots = new Map<Part, Plot>();
  const keep = (part: Part, file: string, says: string, svg: string): void =>
    void plots.set(part, { file: `images/${file}`, says, svg });
  if (questions) {
    const says = 'p50 and buffers of the hot item’s questions by the number of movements';
    keep('questions', 'bench-growth.svg', says, growthPlot(questions));
  }
  if (writes) {
    const bars = writes.figures.map(({ what, writers, ratio, goal }) => ({
      name: `${what}, ${writers} writers`,
      ratio,
      goal: goal?.wanted,
    }));
    const says = 'Appends beside bare INSERT transactions';
    keep('writes', 'bench-writes.svg', says, ratioPlot('Appends : bare INSERT transactions', bars));
  }
  if (http) {
    const bars = http.pages
      .slice(1)
      .map(({ name, cpuRatio, rateRatio, goal }) => ({ name, ratio: cpuRatio ?? rateRatio, goal: goal?.wanted }));
    const says =
      'Processor time of itemMovements over HTTP: a minimal handler, mercurius and PostGraphile beside Folio';
    keep(
      'http',
      'bench-http.svg',
      says,
      ratioPlot('itemMovements over HTTP, processor time of the other : Folio', bars),
    );
  }
  if (soak) {
    const says = 'Memory of the whole service under load, by the minute';
    keep('soak', 'bench-soak.svg', says, memoryPlot(soak));
  }
  return plots;
}

function conditions({ machine, command, date }: Figures): string {
  const { processor, cores, memory, postgres, settings, node, load } = machine;
  return (
    `Measured on ${date} by \`${command}\`: ${cores} cores (${processor}), ${memory} of memory, PostgreSQL ${postgres} ` +
    `(${settings}), Node ${node}; load average ${load.toFixed(1)} when it began.`
  );
}

function between(text: string, part: Part, figures: string): string {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${part}: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`;
}
