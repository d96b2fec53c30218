// The questions' figures as tables, and what of them misses its goal.
import { judged, type Goal } from '../goals.ts';
import { count, milliseconds, ratio, type Table } from '../report/table.ts';
import type { QuestionFigures, Reading } from './measure.ts';

export const MOST_BUFFERS = 500;

export function questionTables(figures: readonly QuestionFigures[]): Table[] {
  const ofHot = figures.filter(({ heat }) => heat === 'hot' || heat === 'tenant');
  return [tableOf('The hot item: an eighth of all movements', ofHot), ...withGoals(figures), warmAndCold(figures)];
}

/** Table for the largest data set. */
function warmAndCold(figures: readonly QuestionFigures[]): Table {
  const rows = figures
    .filter(({ heat }) => heat === 'warm')
    .map((warm) => {
      const cold = figures.find(({ heat, question }) => heat === 'cold' && question === warm.question)!;
      return [
        warm.question,
        ...[warm, cold].flatMap((one) => [...cells(one.readings.at(-1)!), missesOf(one).join(', ')]),
      ];
    });
  const one = (heat: string) =>
    figures[0]!.growth === undefined ? [`${heat}: buffers`] : [`${heat}: p50`, 'p99', 'buffers'];
  const head = ['Question', ...one('warm'), 'misses', ...one('cold'), 'misses'];
  return {
    title: `A warm item (thousands of movements) and a cold one (fifteen), at ${figures[0]!.readings.at(-1)!.size}`,
    head,
    rows,
  };
}

/** Not what was touched but what is different, and not of the tenant but of an item; judged by the largest data set. */
function withGoals(figures: readonly QuestionFigures[]): Table[] {
  const rows = figures.flatMap(({ question, heat, readings, distinctGoal, perItemGoal, itemsPerTenant }) => {
    const row = (what: string, values: number[], shown: (value: number) => string, goal: Goal) => [
      [`${question}: ${what}`, ...values.map(shown), judged(values.at(-1), goal)],
    ];
    const distinct = readings.flatMap((reading) => reading.distinct ?? []);
    if (perItemGoal) {
      const values = readings.map(({ buffers }) => buffers / itemsPerTenant);
      return row('pages per item', values, (value) => value.toFixed(2), perItemGoal);
    }
    return distinctGoal && heat === 'hot' && distinct.length > 0
      ? row('distinct pages', distinct, count, distinctGoal)
      : [];
  });
  const sizes = figures[0]!.readings.map(({ size }) => size);
  const title = 'Distinct pages on the worst of 24 days of the year, and pages per item';
  return [{ title, head: ['Question', ...sizes, 'goal'], rows }];
}

function tableOf(title: string, figures: readonly QuestionFigures[]): Table {
  const sizes = figures[0]!.readings.map(({ size }) => size);
  const isTimed = figures[0]!.growth !== undefined;
  return {
    title,
    head: [
      'Question',
      ...sizes.flatMap((size) => (isTimed ? [`${size} p50`, 'p99', 'buffers'] : [`${size} buffers`])),
      'growth',
      'misses',
    ],
    rows: figures.map((one) => [
      one.heat === 'tenant' ? `${one.question} (whole tenant)` : one.question,
      ...one.readings.flatMap((reading) => cells(reading)),
      ratio(one.growth ?? bufferGrowth(one)),
      missesOf(one).join(', '),
    ]),
    note: isTimed
      ? 'Milliseconds of the question in its tenant’s transaction, as the driver sees it; growth of p50 from the smallest to the largest. Clients and metrics on the worst of 24 days.'
      : 'Pages read; growth from the smallest to the largest.',
  };
}

function cells({ p50, p99, buffers }: Reading): string[] {
  if (p50 === undefined || p99 === undefined) return [count(buffers)];
  return [milliseconds(p50), milliseconds(p99), count(buffers)];
}

export function bufferGrowth({ readings }: QuestionFigures): number {
  return readings.at(-1)!.buffers / Math.max(1, readings[0]!.buffers);
}

/** Figures of a question that miss their goals. */
export function missesOf({ readings, growth, growthGoal, perItemGoal }: QuestionFigures): string[] {
  const most = Math.max(...readings.map(({ buffers }) => buffers));
  return [
    ...(most > MOST_BUFFERS && !perItemGoal ? [`buffers > ${MOST_BUFFERS}`] : []),
    ...(growth !== undefined && growth > growthGoal ? [`growth > ${growthGoal}`] : []),
  ];
}

const GROWTH_OF_BUFFERS = 1.5;
/** An index over ten times as many rows may be a level deeper, and a question goes down it a few times. */
const FEW_BUFFERS = 40;

/** Reasons for a small run to fail: pages read, which are the same on every machine and never depend on time. */
export function smallRunFailures(figures: readonly QuestionFigures[]): string[] {
  return figures.flatMap(({ question, heat, readings, pages, mostBuffers }) => {
    const [least, most] = [readings[0]!.buffers, Math.max(...readings.map(({ buffers }) => buffers))];
    const limit = mostBuffers ?? pages ?? MOST_BUFFERS;
    const grown = mostBuffers === undefined ? Math.max(GROWTH_OF_BUFFERS * least, least + FEW_BUFFERS) : Infinity;
    if (most > limit) return [`${question}, ${heat}: ${most} buffers, and ${limit} are allowed`];
    if (most > grown) return [`${question}, ${heat}: from ${least} to ${most} buffers`];
    return [];
  });
}
