// Asks every question of every data set, in turns, and notes how long it took and how many pages it read.
import { findTenant, inTenant, type Tenant } from '../../src/tenancy/index.ts';
import type { BenchDatabase } from '../database.ts';
import { idOf, itemOf, locationOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { documentsOf, HEATS, movementsOf, sizeName, type Heat, type Shape } from '../data/shape.ts';
import { median, quantile } from '../statistics.ts';
import { buffersOf } from './buffers.ts';
import { QUESTIONS, type Asked, type Question } from './questions.ts';

export interface Reading {
  size: string;
  movements: number;
  buffers: number;
  /** Milliseconds; absent where only buffers were counted. */
  p50?: number;
  p99?: number;
}

export interface QuestionFigures {
  question: string;
  heat: Heat | 'tenant';
  /** From the smallest data set to the largest. */
  readings: Reading[];
  /** Median over the rounds of largest : smallest. */
  growth?: number;
  growthGoal: number;
  /** Asked of few rows however many there are, so it may read fewer pages than others. */
  pages: number | undefined;
  /** Set where the answer is long: then it is the length that grows, up to its limit. */
  mostBuffers: number | undefined;
}

const ROUNDS = 10;
const ASKED_PER_ROUND = 20;
const WARM_UP = 10;
// On a machine that is busy with something else a question is asked less often, so that a run comes to its end.
const LEAST_ROUNDS = 3;
const LONG_ENOUGH_MS = 4000;

export async function measureQuestions(
  sets: readonly DataSet[],
  { timed, tell }: { timed: boolean; tell: (text: string) => void },
): Promise<QuestionFigures[]> {
  const askers = await Promise.all(sets.map(askerOf));
  const figures: QuestionFigures[] = [];
  for (const question of QUESTIONS) {
    for (const heat of question.ofTenant ? (['hot'] as const) : HEATS) {
      tell(`${question.name}, ${heat}`);
      figures.push(await measure(question, heat, askers, timed));
    }
  }
  return figures;
}

interface Asker {
  shape: Shape;
  /** Milliseconds of the question alone, without opening and closing its transaction. */
  time(question: Question, heat: Heat): Promise<number>;
  buffers(question: Question, heat: Heat): Promise<number>;
}

async function askerOf({ shape, database }: DataSet): Promise<Asker> {
  const tenants = {
    items: await knownTenant(database, tenantOf(shape.seed)),
    documents: await knownTenant(database, idOf('tenant', shape.seed, 0)),
  };
  const asked = (heat: Heat): Asked => ({
    itemId: itemOf(heat, shape.seed),
    locationId: locationOf(shape.seed),
    movements: movementsOf(heat, shape),
    documents: documentsOf(shape),
  });
  return {
    shape,
    time: (question, heat) =>
      inTenant(database, tenants[question.of ?? 'items'], async (db) => {
        const started = performance.now();
        await question.ask(db, asked(heat));
        return performance.now() - started;
      }),
    buffers: (question, heat) =>
      inTenant(database, tenants[question.of ?? 'items'], async (db) => {
        const { statements } = await database.listen(() => question.ask(db, asked(heat)));
        return buffersOf(db, statements);
      }),
  };
}

async function knownTenant(database: BenchDatabase, id: string): Promise<Tenant> {
  const tenant = await findTenant(database, id);
  if (!tenant) throw new Error(`${database.name} has no tenant ${id}: it is no data set of this seed`);
  return tenant;
}

async function measure(
  question: Question,
  heat: Heat,
  askers: readonly Asker[],
  timed: boolean,
): Promise<QuestionFigures> {
  const times = timed ? await timesInTurns(question, heat, askers) : undefined;
  const readings: Reading[] = [];
  for (const [index, asker] of askers.entries()) {
    const all = times?.flatMap((round) => round[index]!);
    readings.push({
      size: sizeName(asker.shape.movements),
      movements: asker.shape.movements,
      buffers: await asker.buffers(question, heat),
      ...(all ? { p50: median(all), p99: quantile(all, 0.99) } : {}),
    });
  }
  const growth = times && median(times.map((round) => median(round.at(-1)!) / median(round[0]!)));
  return {
    question: question.name,
    heat: question.ofTenant ? 'tenant' : heat,
    readings,
    ...(growth === undefined ? {} : { growth }),
    growthGoal: question.growthGoal,
    pages: question.pages,
    mostBuffers: question.mostBuffers,
  };
}

/** By round and data set, each asked in turn: what happens beside us happens to all of them. */
async function timesInTurns(question: Question, heat: Heat, askers: readonly Asker[]): Promise<number[][][]> {
  for (const asker of askers) for (let time = 0; time < WARM_UP; time += 1) await asker.time(question, heat);
  const rounds: number[][][] = [];
  const started = performance.now();
  const isEnough = (): boolean =>
    rounds.length === ROUNDS || (rounds.length >= LEAST_ROUNDS && performance.now() - started > LONG_ENOUGH_MS);
  while (!isEnough()) {
    const bySet: number[][] = askers.map(() => []);
    for (let time = 0; time < ASKED_PER_ROUND; time += 1) {
      for (const [index, asker] of askers.entries()) bySet[index]!.push(await asker.time(question, heat));
    }
    rounds.push(bySet);
  }
  return rounds;
}
