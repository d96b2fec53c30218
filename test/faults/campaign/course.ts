// The course of one run: its time, its processes, and the faults that strike them at named steps.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../../../src/platform/errors.ts';
import type { Chance } from './chance.ts';
import { createTurns, DatabaseLost, Killed } from './crash-points.ts';
import type { Flow, Process, StepFault, Turns } from './crash-points.ts';
import { count, type Tally } from './tally.ts';
import { PAC_FAULTS, type PacOperation } from './virtual-pac.ts';

/** Instead of chance: what strikes at a step, and what goes wrong with a call to the PAC. */
export interface Strikes {
  at?(step: string): StepFault | null;
  pac?(operation: PacOperation): string | null;
  /** In which process something is done. */
  process?(name: string): number;
}

/** For so long each call of a company ends in one of the faults, or takes so long. */
export interface Outage {
  untilMs: number;
  faults: Partial<Record<PacOperation, readonly string[]>>;
  slowMs?: number;
}

interface Frozen {
  flow: Flow;
  thaw(error?: Error): void;
}

export interface Course {
  chance: Chance;
  tally: Tally;
  /** Problems found so far. */
  problems: string[];
  strikes: Strikes | undefined;
  /** How likely a fault is at a step, and with a call to the PAC. */
  strength: { step: number; pac: number };
  /** Each PAC that is away, or slow, by the company that calls it. */
  outages: Map<string, Outage>;
  turns: Turns;
  nowMs: number;
  /** Whether anything strikes at present. */
  isStormy: boolean;
  frozen: Frozen[];
  processes: Process[];
  /** Whole answers that certify a document, and the process that has them. */
  heard: { process: Process; id: string }[];
  /** Submissions that a process has begun and not ended. */
  underWay: Map<Flow, { place: string; since: number }>;
  /** Work of processes that has not ended, also in a pause of the machine, such as the one before an answer is stored again. */
  going: Set<Promise<unknown>>;
  /** How many steps were reached. */
  steps: number;
  say(text: string): void;
}

/** When a run begins, the same whenever it is replayed, and where its tenant is. */
export interface Calendar {
  beginning: number;
  timeZone: string;
}

/** A Monday morning in Panama. */
export const MONDAY: Calendar = { beginning: Date.parse('2026-03-02T15:00:00Z'), timeZone: 'America/Panama' };

const PANAMA_MIDNIGHT = 5;
/** Each with the hour of Greenwich that is its midnight, in summer where that differs; the last two are as far from Panama as places are. */
const PLACES = [
  { timeZone: 'America/Panama', midnight: PANAMA_MIDNIGHT },
  { timeZone: 'America/New_York', midnight: 4 },
  { timeZone: 'Asia/Tokyo', midnight: -9 },
  { timeZone: 'Pacific/Pago_Pago', midnight: 11 },
];
/** First months after the end of a February, a spring and a year. */
const FIRSTS = [
  [2026, 3],
  [2026, 6],
  [2027, 1],
] as const;

/** Shortly before a month or a year ends, in Panama or with the tenant; one of four on the Monday. */
export function someCalendar(chance: Chance): Calendar {
  const { timeZone, midnight } = chance.oneOf(PLACES);
  const [year, month] = chance.oneOf(FIRSTS);
  const end = Date.UTC(year, month - 1, 1, chance.oneOf([PANAMA_MIDNIGHT, midnight]));
  const beginning = end - chance.oneOf([30_000, 600_000, 5_400_000]);
  return { timeZone, beginning: chance.happens(0.25) ? MONDAY.beginning : beginning };
}

export function beginCourse(
  chance: Chance,
  {
    tally,
    problems,
    strikes,
    say,
    beginning,
  }: Pick<Course, 'tally' | 'problems' | 'strikes'> & { say(text: string): void; beginning: number },
): Course {
  const course: Course = {
    chance,
    tally,
    problems,
    strikes,
    // Some runs have few faults, some have many.
    strength: { step: chance.oneOf([0.01, 0.03, 0.06]), pac: chance.oneOf([0.1, 0.25, 0.5]) },
    outages: new Map(),
    turns: createTurns(),
    nowMs: beginning,
    isStormy: true,
    frozen: [],
    processes: ['A', 'B'].map(newProcess),
    heard: [],
    underWay: new Map(),
    going: new Set(),
    steps: 0,
    say: (text) => say(`${new Date(course.nowMs).toISOString()} ${text}`),
  };
  return course;
}

export function newProcess(name: string): Process {
  return { name, isDead: false, skewMs: 0, breakers: new Map() };
}

/** The flow of what one of the processes is to do; a process that was killed has been started again by now. */
export function newFlow(course: Course, name: string): Flow {
  const { chance, processes } = course;
  const index = course.strikes?.process?.(name) ?? chance.below(processes.length);
  // The clock is the machine's, so the next process has the same.
  const { name: called, skewMs } = processes[index]!;
  if (processes[index]!.isDead) processes[index] = { ...newProcess(called), skewMs };
  const flow: Flow = {
    name,
    process: processes[index]!,
    reach: (step, possible) => reach(course, flow, step, possible),
  };
  return flow;
}

const monotonic = new AsyncLocalStorage<Course>();
const machineNow = performance.now.bind(performance);
// A run has a time of its own, also by the clock that cannot be set.
performance.now = () => monotonic.getStore()?.nowMs ?? machineNow();

export function inTimeOf<T>(course: Course, work: () => T): T {
  return monotonic.run(course, work);
}

/** Most steps of a run; the longest runs seen take half of it. */
const MOST_STEPS = 10_000;
const CRASHES = 0.3;

/** A process that ends right after a promise must not take the promise along. */
export function crashOf(course: Course, { process }: Flow): void {
  if (!course.isStormy || course.strikes || !course.chance.happens(CRASHES)) return;
  course.say(`    kill in process ${process.name}, with the answer just given`);
  count(course.tally.faults, 'kill');
  kill(course, process);
}

const SKEWS = [0, 0, 3_600_000, -3_600_000, 600_000, -5_000];

/** Each process has a clock of its own; now and then one is set. */
export function setClocks({ processes, chance, say }: Course): void {
  for (const process of processes) {
    if (chance.happens(0.5)) process.skewMs = chance.oneOf(SKEWS);
  }
  say(`  the clocks go wrong by ${processes.map(({ skewMs }) => skewMs).join(' and ')}`);
}

export function kill(course: Course, process: Process): void {
  process.isDead = true;
  const dying = course.frozen.filter(({ flow }) => flow.process === process);
  course.frozen = course.frozen.filter(({ flow }) => flow.process !== process);
  for (const { thaw } of dying) thaw(new Killed());
}

function stepFault({ chance, strikes, strength }: Course, named: string, possible: readonly StepFault[]) {
  if (strikes) return strikes.at?.(named) ?? null;
  return chance.happens(strength.step) ? chance.oneOf(possible) : null;
}

interface Called {
  operation: PacOperation;
  companyId: string;
}

/** An outage is not over with the storm. */
function outageAt(course: Course, companyId: string): Outage | undefined {
  const outage = course.outages.get(companyId);
  return outage && course.nowMs < outage.untilMs ? outage : undefined;
}

function pacFault(course: Course, { operation, companyId }: Called): string | null {
  const { chance, strikes, strength, isStormy } = course;
  const faults = outageAt(course, companyId)?.faults[operation];
  if (faults) return chance.oneOf(faults);
  if (!isStormy) return null;
  if (strikes) return strikes.pac?.(operation) ?? null;
  return chance.happens(strength.pac) ? chance.oneOf(PAC_FAULTS[operation]) : null;
}

async function reach(course: Course, flow: Flow, step: string, possible: readonly StepFault[]): Promise<void> {
  const { tally, say } = course;
  if (flow.process.isDead) throw new Killed();
  course.nowMs += 1;
  course.steps += 1;
  if (course.steps > MOST_STEPS) throw new Error('it does not come to an end');
  const named = `${flow.name} · ${step}`;
  const counts = (tally.steps[named] ??= {});
  count(counts, 'reached');
  const fault = course.isStormy ? stepFault(course, named, possible) : null;
  if (fault === null) return;
  count(counts, fault);
  count(tally.faults, fault);
  say(`    ${fault} at ${named} in process ${flow.process.name}`);
  if (fault === 'kill') {
    kill(course, flow.process);
    throw new Killed();
  }
  if (fault === 'databaseLost') throw new DatabaseLost('Connection terminated unexpectedly');
  await new Promise<void>((resolve, reject) => {
    course.frozen.push({ flow, thaw: (error) => (error ? reject(error) : resolve()) });
  });
  if (flow.process.isDead) throw new Killed();
}

/** A call to the PAC, with the steps before and after it and what goes wrong between them. */
export async function aroundPac<T>(
  course: Course,
  flow: Flow,
  called: Called,
  call: (fault: string | null) => Promise<T>,
  place?: string,
): Promise<T> {
  if (place === undefined) return striking(course, flow, called, call);
  course.underWay.set(flow, { place, since: course.nowMs });
  return striking(course, flow, called, call).finally(() => course.underWay.delete(flow));
}

async function striking<T>(
  course: Course,
  flow: Flow,
  called: Called,
  call: (fault: string | null) => Promise<T>,
): Promise<T> {
  const { tally, turns, say } = course;
  const { operation, companyId } = called;
  await flow.reach(`${operation}: before`, ['kill', 'freeze']);
  const release = await turns.take();
  let answer: T;
  let fault: string | null;
  try {
    fault = pacFault(course, called);
    course.nowMs += outageAt(course, companyId)?.slowMs ?? 0;
    if (fault !== null) {
      count(tally.faults, `${operation} ${fault}`);
      count((tally.steps[`${flow.name} · ${operation}`] ??= {}), fault);
    }
    answer = await call(fault);
    say(`    PAC ${operation}${fault === null ? '' : ` (${fault})`}: ${describe(answer)}`);
  } finally {
    release();
  }
  const { outcome, document } = answer as { outcome: string; document?: { documentId: string } };
  if (outcome === 'accepted' && fault === null) course.heard.push({ process: flow.process, id: document!.documentId });
  await flow.reach(`${operation}: after`, ['kill', 'freeze']);
  return answer;
}

/** Resolves when no flow can run: between two steps there is only our code, which has run after two turns of the event loop. */
export async function quiet({ turns }: Course): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds += 1) {
    if (!turns.isIdle()) rounds = 0;
    await turns.idle();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Any one, or that which does what is named; with `isKilled` its process ends there. */
export async function thawOne(course: Course, name?: string, isKilled = false): Promise<void> {
  const { chance, frozen, say } = course;
  const index = name === undefined ? chance.below(frozen.length) : frozen.findIndex(({ flow }) => flow.name === name);
  if (isKilled) {
    kill(course, frozen[index]!.flow.process);
    return quiet(course);
  }
  const [one] = frozen.splice(index, 1);
  say(`  process ${one!.flow.process.name} goes on with ${one!.flow.name}`);
  one!.thaw();
  await quiet(course);
}

/** Ends all faults, thaws what is frozen and waits for what goes on; no time of the run passes meanwhile. */
export async function calm(course: Course): Promise<void> {
  course.isStormy = false;
  course.outages.clear();
  for (const process of course.processes) process.skewMs = 0;
  while (course.frozen.length > 0) await thawOne(course);
  while (course.going.size > 0) await Promise.all(course.going);
}

export function noteUnlessExpected({ problems }: Course, error: unknown): void {
  if (isExpected(error)) return;
  problems.push(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function isExpected(error: unknown): boolean {
  if (error instanceof Killed || error instanceof DatabaseLost || error instanceof DomainError) return true;
  return error instanceof Error && /has no PDF of document/.test(error.message);
}

function describe(answer: unknown): string {
  const { outcome, cause, document, reasons } = answer as Record<string, unknown>;
  return JSON.stringify({ outcome, cause, reasons, ...(document as object | undefined) });
}
