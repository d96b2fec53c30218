// Asks every question of every data set, in turns, and notes how long it took and how many pages it read.
import type { CompiledQuery } from 'kysely';
import { findTenant, inTenant, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import type { BenchDatabase, Server } from '../database.ts';
import type { Goal } from '../goals.ts';
import { idOf, itemOf, locationOf, tenantOf } from '../data/ids.ts';
import { clientOfLists, LISTS } from '../data/lists.ts';
import type { DataSet } from '../data/sets.ts';
import { documentsOf, HEATS, LAST_INSTANT, movementsOf, sizeName, type Heat, type Shape } from '../data/shape.ts';
import { median, quantile } from '../statistics.ts';
import { buffersOf, distinctPages } from './buffers.ts';
import { LIST_QUESTIONS } from './lists.ts';
import { DAYS, QUESTIONS, type Asked, type Question } from './questions.ts';

export interface Reading {
  size: string;
  movements: number;
  /** On the worst day, where it depends on the day. */
  buffers: number;
  /** Different pages on the worst day; absent where the server cannot be restarted. */
  distinct?: number;
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
  distinctGoal: Goal | undefined;
  /** Pages read, divided by the number of the tenant's items. */
  perItemGoal: Goal | undefined;
  itemsPerTenant: number;
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
  server: Server,
  sets: readonly DataSet[],
  { timed, tell }: { timed: boolean; tell: (text: string) => void },
): Promise<QuestionFigures[]> {
  const askers = await Promise.all(sets.map(askerOf));
  const figures: QuestionFigures[] = [];
  for (const question of [...QUESTIONS, ...LIST_QUESTIONS]) {
    // A small set has few days with rows, so only the timed run seeks the worst day.
    if (timed) for (const asker of askers) await asker.seekWorstDay(question);
    for (const heat of question.ofTenant ? (['hot'] as const) : HEATS) {
      tell(`${question.name}, ${heat}`);
      figures.push(await measure(question, heat, askers, timed));
    }
  }
  // Last, since the server starts with an empty cache each time.
  if (timed && server.restart) {
    for (const question of QUESTIONS.filter(({ distinctGoal }) => distinctGoal)) {
      tell(`${question.name}, distinct pages`);
      const { readings } = figures.find((one) => one.question === question.name && one.heat === 'hot')!;
      for (const [index, asker] of askers.entries()) {
        readings[index]!.distinct = await asker.distinct(question, server.restart);
      }
    }
  }
  return figures;
}

interface Asker {
  shape: Shape;
  /** Finds the worst day of the hot item; later questions are asked on that day. */
  seekWorstDay(question: Question): Promise<void>;
  /** Milliseconds of the question alone, without opening and closing its transaction. */
  time(question: Question, heat: Heat): Promise<number>;
  buffers(question: Question, heat: Heat): Promise<number>;
  /** The most different pages that it reads of the hot item on any day. */
  distinct(question: Question, restart: () => Promise<void>): Promise<number>;
}

async function askerOf({ shape, database }: DataSet): Promise<Asker> {
  const tenants = {
    items: await knownTenant(database, tenantOf(shape.seed)),
    documents: await knownTenant(database, idOf('tenant', shape.seed, 0)),
    lists: await knownTenant(database, idOf('tenant', shape.seed, LISTS)),
  };
  /** By question, the worst first. */
  const touchedOn = new Map<Question, { day: Date; touched: number }[]>();
  const asked = (heat: Heat, now: Date): Asked => ({
    itemId: itemOf(heat, shape.seed),
    locationId: locationOf(shape.seed),
    movements: movementsOf(heat, shape),
    documents: documentsOf(shape),
    clientId: clientOfLists(shape.seed),
    now,
  });
  const dayOf = (question: Question): Date => touchedOn.get(question)?.[0]?.day ?? LAST_INSTANT;
  const inTransaction = <T>({ of }: Question, work: (db: TenantDb) => Promise<T>): Promise<T> =>
    inTenant(database, tenants[of ?? 'items'], work);
  const statementsOf = async (question: Question, heat: Heat, now: Date): Promise<CompiledQuery[]> => {
    const ask = (db: TenantDb) => database.listen(() => question.ask(db, asked(heat, now)));
    return (await inTransaction(question, ask)).statements;
  };
  const touched = async (question: Question, heat: Heat, now: Date): Promise<number> => {
    const statements = await statementsOf(question, heat, now);
    return inTransaction(question, (db) => buffersOf(db, statements));
  };
  return {
    shape,
    async seekWorstDay(question) {
      if (!question.ofDay) return;
      const days: { day: Date; touched: number }[] = [];
      for (const day of DAYS) days.push({ day, touched: await touched(question, 'hot', day) });
      touchedOn.set(
        question,
        days.toSorted((a, b) => b.touched - a.touched),
      );
    },
    time: (question, heat) =>
      inTransaction(question, async (db) => {
        const started = performance.now();
        await question.ask(db, asked(heat, dayOf(question)));
        return performance.now() - started;
      }),
    buffers: (question, heat) => touched(question, heat, dayOf(question)),
    async distinct(question, restart) {
      let most = 0;
      for (const { day, touched: bound } of touchedOn.get(question) ?? []) {
        // Not more pages can be different than were touched.
        if (bound <= most) break;
        const statements = await statementsOf(question, 'hot', day);
        await restart();
        most = Math.max(most, await inTransaction(question, (db) => distinctPages(db, statements)));
      }
      return most;
    },
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
    distinctGoal: question.distinctGoal,
    perItemGoal: question.perItemGoal,
    itemsPerTenant: askers[0]!.shape.itemsPerTenant,
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
