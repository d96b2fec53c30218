// One run: a tenant of its own, with its own time, PAC, queue and processes, and everything that can go wrong with them.
import { openControl, type Control } from '../../../simulator/control.ts';
import { openWorld } from '../../../simulator/server.ts';
import type pg from 'pg';
import { jobsOf } from '../../../src/app.ts';
import { createClient, createItem, ensureDefaultLocation } from '../../../src/catalog/index.ts';
import type { App } from '../../../src/graphql/context.ts';
import { afterVerdict, afterVoid } from '../../../src/invoicing/index.ts';
import { guardedPacClient, memoryStore, SIGNATURE_SCHEMES, type SignatureScheme } from '../../../src/pac/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import type { Logger } from '../../../src/platform/log.ts';
import { adjustStock, type LedgerProblem } from '../../../src/stock/index.ts';
import { createTenant, inTenant, type Tenant, type TenantDb } from '../../../src/tenancy/index.ts';
import { chanceOf, type Chance } from './chance.ts';
import { verifyBooks } from './verify-books.ts';
import {
  createTurns,
  DatabaseLost,
  databaseOf,
  filesOf,
  Killed,
  queueOf,
  type Flow,
  type Process,
  type StepFault,
} from './crash-points.ts';
import { count, emptyTally, type Tally } from './tally.ts';
import { PAC_FAULTS, virtualPac, type PacOperation } from './virtual-pac.ts';
import { handlerOf, openVirtualQueue, type Duty, type VirtualQueue } from './virtual-queue.ts';

const STOCK = '1000';

export interface Life {
  name: string;
  chance: Chance;
  tally: Tally;
  tenant: Tenant;
  itemIds: string[];
  clientId: string;
  pac: Control;
  queue: VirtualQueue;
  /** Submissions that came to the PAC, by kind and fiscal number. */
  arrived(kind: string, numeration: string): number;
  stock: string;
  verifyBooks(): Promise<LedgerProblem[]>;
  now(): Date;
  pass(ms: number): void;
  /** Ends all faults, thaws what is frozen. */
  calm(): Promise<void>;
  /** Without faults meanwhile. */
  calmly(work: () => Promise<void>): Promise<void>;
  /** What it found wrong so far. */
  problems: string[];
  say(text: string): void;
  /** Does something in one of the processes, and comes back when nothing moves any more: done, refused, killed or frozen. */
  act(name: string, work: (app: App) => Promise<unknown>): Promise<Outcome>;
  run(duty: Duty, options?: { isRepeated?: boolean }): Promise<void>;
  frozen(): number;
  thawOne(): Promise<void>;
  look<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
}

export type Outcome =
  | { is: 'done'; value: unknown }
  | { is: 'refused'; error: Error }
  | { is: 'failed' }
  | { is: 'killed' }
  /** Frozen somewhere on its way. */
  | { is: 'open' };

interface Frozen {
  flow: Flow;
  thaw(error?: Error): void;
}

// A Monday morning in Panama; a run begins at the same moment whenever it is replayed.
const BEGINNING = Date.parse('2026-03-02T15:00:00Z');
const PAC_KEY = 'campaign-key';
const ISSUER = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

export interface LifeOptions {
  pool: pg.Pool;
  seed: string;
  trace?: ((text: string) => void) | undefined;
  /** Instead of chance: what strikes at a step, and what goes wrong with a call to the PAC. */
  script?: Script;
}

export interface Script {
  signatureScheme?: SignatureScheme;
  at?(step: string): StepFault | null;
  pac?(operation: PacOperation): string | null;
}

export async function beginLife({ pool, seed, trace, script }: LifeOptions): Promise<Life> {
  const chance = chanceOf(seed);
  const tally = emptyTally();
  const problems: string[] = [];
  // Some runs are calm, some are storms.
  const strength = { step: chance.oneOf([0.01, 0.03, 0.06]), pac: chance.oneOf([0.1, 0.25, 0.5]) };
  const turns = createTurns();
  const queue = openVirtualQueue();
  const arrivals = new Map<string, number>();
  const stored = new Map<string, Buffer>();
  const signatureScheme = script?.signatureScheme ?? chance.oneOf(SIGNATURE_SCHEMES);
  const closing = new AbortController();
  const world = openWorld(
    {
      apiKey: PAC_KEY,
      webhookSecret: 'campaign-secret',
      seed,
      verdictDelayMs: null,
      answerShape: chance.oneOf(['wrapped', 'bare']),
      // The simulator's clock is the machine's; our own window is what is tried here.
      knobs: {
        voidWindowHours: 1_000_000,
        pdfLifetimeMs: 86_400_000,
        // By a chance of its own, so that runs that were told before it came are the same still.
        namesDuplicates: chanceOf(`${seed} duplicates`).happens(0.5),
      },
    },
    (error) => problems.push(`the simulator failed: ${String(error)}`),
    closing.signal,
  );
  const pac = openControl(world);

  let nowMs = BEGINNING;
  let stormy = true;
  let frozen: Frozen[] = [];
  const now = (): Date => new Date(nowMs);
  const processes: Process[] = ['A', 'B'].map(newProcess);
  const say = (text: string): void => trace?.(`${now().toISOString()} ${text}`);

  function processOf(): Process {
    const index = chance.below(processes.length);
    // Whoever was killed has been started again by now.
    if (processes[index]!.isDead) processes[index] = newProcess(processes[index]!.name);
    return processes[index]!;
  }

  function kill(process: Process): void {
    process.isDead = true;
    const dying = frozen.filter(({ flow }) => flow.process === process);
    frozen = frozen.filter(({ flow }) => flow.process !== process);
    for (const { thaw } of dying) thaw(new Killed());
  }

  function stepFault(named: string, possible: readonly StepFault[]): StepFault | null {
    if (script) return script.at?.(named) ?? null;
    return chance.happens(strength.step) ? chance.oneOf(possible) : null;
  }

  function pacFault(operation: PacOperation): string | null {
    if (!stormy) return null;
    if (script) return script.pac?.(operation) ?? null;
    return chance.happens(strength.pac) ? chance.oneOf(PAC_FAULTS[operation]) : null;
  }

  async function reach(flow: Flow, step: string, possible: readonly StepFault[]): Promise<void> {
    if (flow.process.isDead) throw new Killed();
    nowMs += 1;
    const named = `${flow.name} · ${step}`;
    const counts = (tally.steps[named] ??= {});
    count(counts, 'reached');
    const fault = stormy ? stepFault(named, possible) : null;
    if (fault === null) return;
    count(counts, fault);
    count(tally.faults, fault);
    say(`    ${fault} at ${named} in process ${flow.process.name}`);
    if (fault === 'kill') {
      kill(flow.process);
      throw new Killed();
    }
    if (fault === 'databaseLost') throw new DatabaseLost('Connection terminated unexpectedly');
    await new Promise<void>((resolve, reject) => {
      frozen.push({ flow, thaw: (error) => (error ? reject(error) : resolve()) });
    });
    if (flow.process.isDead) throw new Killed();
  }

  async function aroundPac<T>(
    flow: Flow,
    operation: PacOperation,
    call: (fault: string | null) => Promise<T>,
  ): Promise<T> {
    await flow.reach(`${operation}: before`, ['kill', 'freeze']);
    const release = await turns.take();
    let answer: T;
    try {
      const fault = pacFault(operation);
      if (fault !== null) {
        count(tally.faults, `${operation} ${fault}`);
        count((tally.steps[`${flow.name} · ${operation}`] ??= {}), fault);
      }
      answer = await call(fault);
      say(`    PAC ${operation}${fault === null ? '' : ` (${fault})`}: ${describe(answer)}`);
    } finally {
      release();
    }
    await flow.reach(`${operation}: after`, ['kill', 'freeze']);
    return answer;
  }

  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields) => told((fields as { err?: unknown }).err),
    error: (fields) => told((fields as { err?: unknown }).err),
  };

  /** Failures that the code keeps to itself are looked at too. */
  function told(error: unknown): void {
    if (error !== undefined && !isExpected(error)) problem(error);
  }

  function problem(error: unknown): void {
    problems.push(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  function appFor(flow: Flow): App {
    const surroundings = { pool, turns, queue, now };
    const clock = { now };
    return {
      db: databaseOf(flow, surroundings),
      clock,
      log,
      jobs: queueOf(),
      files: filesOf(flow, turns, stored),
      pac: guardedPacClient(
        virtualPac({
          world,
          around: (operation, call) => aroundPac(flow, operation, call),
          onArrival: (kind, numeration) => {
            const key = `${kind} ${numeration}`;
            arrivals.set(key, (arrivals.get(key) ?? 0) + 1);
          },
        }),
        { clock, store: memoryStore(clock, flow.process.breakers), timeoutMs: 15_000 },
      ),
      certification: {
        pollIntervalMs: 5000,
        pollAttempts: 3,
        pacTimeoutMs: 15_000,
        webhookSecret: 'campaign-secret',
        signatureScheme,
        environment: 2,
      },
      invoicing: { billingPoint: '001' },
      afterVerdict: (db, document, actor) => afterVerdict(db, clock, document, actor),
      afterVoid: (db, document, asked) => afterVoid(db, clock, document, asked),
    };
  }

  async function quiet(): Promise<void> {
    // Between two steps there is nothing but code of ours, which has run when the event loop comes round again.
    for (let rounds = 0; rounds < 2; rounds += 1) {
      if (!turns.isIdle()) rounds = 0;
      await turns.idle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function start(name: string, work: (app: App) => Promise<unknown>): { outcome: Outcome; ended: Promise<Outcome> } {
    const process = processOf();
    const flow: Flow = { name, process, reach: (step, possible) => reach(flow, step, possible) };
    const doing: { outcome: Outcome; ended: Promise<Outcome> } = {
      outcome: { is: 'open' },
      ended: Promise.resolve({ is: 'open' }),
    };
    doing.ended = work(appFor(flow)).then(
      (value) => (doing.outcome = { is: 'done', value }),
      (error: unknown) => {
        if (!isExpected(error)) problem(error);
        return (doing.outcome = failureOf(error));
      },
    );
    return doing;
  }

  async function act(name: string, work: (app: App) => Promise<unknown>): Promise<Outcome> {
    say(`  ${name}`);
    count(tally.actions, name);
    const doing = start(name, work);
    await quiet();
    say(`  ${name}: ${doing.outcome.is}${doing.outcome.is === 'refused' ? ` (${doing.outcome.error.message})` : ''}`);
    return doing.outcome;
  }

  async function run(duty: Duty, { isRepeated = false } = {}): Promise<void> {
    const name = `duty ${duty.job.name}`;
    say(`  ${name}${isRepeated ? ' again' : ''} ${JSON.stringify(duty.payload)}`);
    count(tally.actions, isRepeated ? `${name} again` : name);
    // One that runs although somebody else still has it: its success is not the other one's.
    if (!isRepeated) queue.take(duty, nowMs);
    const tries = duty.tries;
    const doing = start(name, (app) => handlerOf(jobsOf(app), duty)(duty.payload));
    const settle = async (): Promise<void> => {
      const outcome = await doing.ended;
      if (isRepeated || duty.tries !== tries) return;
      if (outcome.is === 'done') queue.done(duty);
      // A process that was killed reports nothing; the queue finds out when the time limit has passed.
      else if (outcome.is !== 'killed') queue.failed(duty, nowMs);
    };
    void settle();
    await quiet();
    say(`  ${name}: ${doing.outcome.is}`);
  }

  async function thawOne(): Promise<void> {
    const index = chance.below(frozen.length);
    const [one] = frozen.splice(index, 1);
    say(`  process ${one!.flow.process.name} goes on with ${one!.flow.name}`);
    one!.thaw();
    await quiet();
  }

  const calmly: Flow = { name: 'setting up', process: newProcess('setup'), reach: async () => undefined };
  const app = appFor(calmly);
  const companyId = `company-${seed}`;
  const tenant = await createTenant(app, { name: seed, ...ISSUER, pacCompanyId: companyId });
  pac.setCompany({ companyId, ...ISSUER });
  const { itemIds, clientId } = await inTenant(app, tenant, setUpShop);

  return {
    name: seed,
    chance,
    tally,
    tenant,
    itemIds,
    clientId,
    pac,
    queue,
    arrived: (kind, numeration) => arrivals.get(`${kind} ${numeration}`) ?? 0,
    stock: STOCK,
    verifyBooks: () => inTenant(app, tenant, verifyBooks),
    problems,
    now,
    pass(ms) {
      nowMs += ms;
    },
    async calm() {
      stormy = false;
      while (frozen.length > 0) await thawOne();
    },
    async calmly(work) {
      stormy = false;
      await work();
      stormy = true;
    },
    say,
    act,
    run,
    frozen: () => frozen.length,
    thawOne,
    look: async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows,
  };
}

function newProcess(name: string): Process {
  return { name, isDead: false, breakers: new Map() };
}

async function setUpShop(db: TenantDb): Promise<{ itemIds: string[]; clientId: string }> {
  await ensureDefaultLocation(db);
  const client = await createClient(db, { name: 'Ana Pérez', receiverType: 'CONSUMIDOR_FINAL' });
  const itemIds = [];
  for (const [sku, unitPrice] of [
    ['ONE', '10'],
    ['TWO', '3.35'],
  ] as const) {
    const item = await createItem(db, {
      sku,
      name: `Item ${sku}`,
      unit: 'und',
      unitPrice,
      taxRate: '7',
      trackingMode: 'NONE',
      allowNegativeStock: false,
    });
    await adjustStock(db, { itemId: item.id, quantityChange: STOCK, description: 'Counted' }, 'campaign');
    itemIds.push(item.id);
  }
  return { itemIds, clientId: client.id };
}

function failureOf(error: unknown): Outcome {
  if (error instanceof Killed) return { is: 'killed' };
  return error instanceof DomainError ? { is: 'refused', error } : { is: 'failed' };
}

function isExpected(error: unknown): boolean {
  if (error instanceof Killed || error instanceof DatabaseLost || error instanceof DomainError) return true;
  return error instanceof Error && /has no PDF of document/.test(error.message);
}

function describe(answer: unknown): string {
  const { outcome, cause, document, reasons } = answer as Record<string, unknown>;
  return JSON.stringify({ outcome, cause, reasons, ...(document as object | undefined) });
}
