// One run: a tenant of its own, with its own time, PAC, queue and processes, and everything that can go wrong with them.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { openControl, type Control } from '../../../simulator/control.ts';
import { openWorld } from '../../../simulator/server.ts';
import type { World } from '../../../simulator/world.ts';
import type pg from 'pg';
import { jobsOf } from '../../../src/wiring/app.ts';
import {
  createBillingPoint,
  createClient,
  createItem,
  createOffice,
  ensureDefaultLocation,
} from '../../../src/catalog/index.ts';
import { findLostAmong } from '../../../src/certification/watch/find-lost-duties.ts';
import type { LookAgain } from '../../../src/certification/context.ts';
import { placeEvents, readEvents, type PlacedEvent } from '../../../src/events/index.ts';
import type { App } from '../../../src/graphql/context.ts';
import { handOutHead } from '../../../src/acts/index.ts';
import { verifyTenant } from '../../../src/cli/verify-tenant.ts';
import { afterCertified, afterVerdict, afterVoid } from '../../../src/invoicing/index.ts';
import { SIGNATURE_SCHEMES } from '../../../src/pac/signature.ts';
import { guardedPacClient, memoryStore, type PacClient, type SignatureScheme } from '../../../src/pac/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import type { Logger } from '../../../src/platform/log.ts';
import { adjustStock, type LedgerProblem } from '../../../src/stock/index.ts';
import { createTenant } from '../../../src/company/index.ts';
import { holdTenants, inTenant, type Tenant, type TenantDb } from '../../../src/tenancy/index.ts';
import { webhookHosts } from '../../../src/webhooks/index.ts';
import { knownByNumber } from '../../support/known-by-number.ts';
import { voidOf } from './check-sent.ts';
import { documentsOf } from './documents.ts';
import type { Told, Word } from './evidence.ts';
import { chanceOf, type Chance } from './chance.ts';
import {
  aroundPac,
  beginCourse,
  calm,
  crashOf,
  inTimeOf,
  kill,
  MONDAY,
  newFlow,
  newProcess,
  noteUnlessExpected,
  quiet,
  setClocks,
  someCalendar,
  thawOne,
  type Course,
  type Strikes,
} from './course.ts';
import { databaseOf, filesOf, Killed, queueOf, type Flow, type Process } from './crash-points.ts';
import { placeOf } from './place.ts';
import { openHeads } from './heads.ts';
import { readRows, writeRows } from './set-back.ts';
import { clientOfPlaces, connectTwo, openControls, openTwo } from './two-places.ts';
import type { MakeOfTwo, PlaceAtPac, Two } from './two-places.ts';
import { count, emptyTally, type Tally } from './tally.ts';
import { virtualHka } from './virtual-hka.ts';
import { virtualPac, type VirtualWire } from './virtual-pac.ts';
import { handlerOf, LOOK_AGAIN, openVirtualQueue, type Duty, type VirtualQueue } from './virtual-queue.ts';

const STOCK = '1000';
/** As the service does each minute, and oftener than it. */
const STEPS_PER_HEAD = 8;

export interface Life {
  name: string;
  chance: Chance;
  tally: Tally;
  tenant: Tenant;
  /** Goods, of which the first has a dozen as a unit, and then a service. */
  itemIds: string[];
  clientId: string;
  /** A point of a second office; both points of the tenant have numbers of their own. */
  secondPointId: string;
  pac: Control;
  queue: VirtualQueue;
  signatureScheme: SignatureScheme;
  /** Whether what never arrived is sent again by itself; only where the PAC keeps a number from being accepted twice. */
  resends: boolean;
  words: Word[];
  /** False for a PAC that tells all that it has to say in its answers. */
  hasNotices(companyId: string): boolean;
  /** The PAC knows a document by its number: no doubt is left to a person. */
  byNumber(companyId: string): boolean;
  /** Two accounts of the tenant, and what is true of their PACs; null where it has one. */
  two: Two | null;
  hasExactLines: boolean;
  /** An operator allows that this is sent once more. */
  allow(about: string): void;
  pages: Map<string, Set<string>>;
  stored: ReadonlyMap<string, Buffer>;
  heard: Course['heard'];
  stock: string;
  ask<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  verify(): Promise<readonly LedgerProblem[]>;
  now(): Date;
  told(): Promise<readonly Told[]>;
  pass(ms: number): void;
  setClocks(): void;
  /** Ends all faults, thaws what is frozen, waits for what goes on. */
  calm(): Promise<void>;
  /** Without faults meanwhile. */
  calmly<T>(work: () => Promise<T>): Promise<T>;
  /** Answers what sets database and queue back to this moment, and ends all processes. */
  remember(): Promise<() => Promise<void>>;
  orderOf: Map<string, string> | null;
  /** Problems found so far. */
  problems: string[];
  say(text: string): void;
  /** Does something in one of the processes, and resolves when no flow can run: done, refused, killed or frozen. */
  act(name: string, work: Work): Promise<Outcome>;
  run(duty: Duty, options?: { isRepeated?: boolean }): Promise<void>;
  frozen(): number;
  thawOne(name?: string, isKilled?: boolean): Promise<void>;
  look<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
}

/** `crash`: the process may end at this very moment. */
export type Work = (app: App, crash: () => void) => Promise<unknown>;

export type Outcome =
  | { is: 'done'; value: unknown }
  | { is: 'refused'; error: Error }
  | { is: 'failed' }
  | { is: 'killed' }
  /** Frozen somewhere on its way. */
  | { is: 'open' };

const ACCOUNT = { make: 'alanube', environment: 'TEST', apiKey: '' } as const;
const PAC_TIMEOUT_MS = 15_000;
const PAC_KEY = 'campaign-key';
const WEBHOOK_SECRET = 'campaign-secret';
const ISSUER = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

export interface LifeOptions {
  pool: pg.Pool;
  seed: string;
  trace?: ((text: string) => void) | undefined;
  isTold?: boolean | undefined;
  /** Instead of chance. */
  script?: Script;
}

export interface Script extends Strikes {
  byNumber?: boolean;
  /** Make of the first of two accounts. */
  first?: MakeOfTwo;
  signatureScheme?: SignatureScheme;
  resends?: boolean;
}

/** The rule for what never arrived, where it is on. */
export const RESENT_AFTER_MINUTES = 60;
const RULED = 0.4;

/** The PAC's window, in a make that knows documents by their numbers. */
export const ABSENT_AFTER_SECONDS = 120;

/** Shared by the processes of a run: the database, the queue, the PAC and the files. */
interface Surroundings {
  pool: pg.Pool;
  queue: VirtualQueue;
  /** The tenant's PAC, and the second one where there are two. */
  places: readonly PlaceAtPac[];
  two: Two | null;
  signatureScheme: SignatureScheme;
  resends: boolean;
  /** When the last submission of each number, and the last void of each document, has ended. */
  ends: Map<string, number>;
  /** With which type of issue each number came to the PAC at first. */
  issueTypes: Map<string, string>;
  pages: Life['pages'];
  stored: Map<string, Buffer>;
}

export async function beginLife({ pool, seed, trace, script, isTold = false }: LifeOptions): Promise<Life> {
  const chance = chanceOf(seed);
  const problems: string[] = [];
  // From a seed of its own, like that of the PAC. What is scripted knows its day.
  const { beginning, timeZone } = script ? MONDAY : someCalendar(chanceOf(`${seed} calendar`));
  const say = (text: string) => trace?.(text);
  const course = beginCourse(chance, { tally: emptyTally(), problems, strikes: script, say, beginning });
  const signatureScheme = script?.signatureScheme ?? chance.oneOf(SIGNATURE_SCHEMES);
  const companyId = `company-${seed}`;
  // A run has its make of PAC in its name.
  const two = seed.startsWith('two') ? openTwo(companyId, chanceOf(`${seed} makes`), course, script?.first) : null;
  const isHka = two?.first === 'hka' || /^(hka|ebi)/.test(seed);
  const world = openPac(seed, chance, { problems, isHka });
  const byNumber = script?.byNumber ?? (isHka || seed.startsWith('number'));
  if (seed.startsWith('direct') || two?.isDirect || byNumber)
    Object.assign(world.knobs, { make: 'direct', dedupe: true });
  const queue = openVirtualQueue();
  const words: Word[] = [];
  const allow = (about: string) => void words.push({ about, after: world.acting.length });
  const pages: Life['pages'] = new Map();
  const stored: Surroundings['stored'] = new Map();
  const issueTypes: Surroundings['issueTypes'] = new Map();
  const places: PlaceAtPac[] = [
    { companyId, world, isHka, isEbi: pacOf(seed) === 'ebi', allow: byNumber ? allow : undefined },
  ];
  if (two) {
    const second = openPac(`${seed} second`, chance, { problems, isHka: !isHka });
    // One journal of both, in the order in which requests came.
    second.acting = world.acting;
    if (!isHka) Object.assign(second.knobs, { make: 'direct', dedupe: true });
    places.push({ companyId: two.secondCompanyId, world: second, isHka: !isHka, allow: isHka ? undefined : allow });
  }
  const pac = openControls(places.map(({ world: one }) => openControl(one)));
  const placeOfCompany = (one: string) => places.find((place) => place.companyId === one)!;
  if (script?.resends || isTold) world.knobs.dedupe = true;
  const resends = script
    ? (script.resends ?? false)
    : isTold || (!byNumber && world.knobs.dedupe && chanceOf(`${seed} rule`).happens(RULED));
  const around: Surroundings = {
    ...{ pool, queue, places, two, signatureScheme, resends, pages, issueTypes, stored },
    ends: new Map(),
  };

  const app = appFor(course, around, {
    name: 'setting up',
    process: newProcess('setup'),
    reach: async () => undefined,
  });
  const rounding = isHka ? { roundsOnce: true } : {};
  const made = await createTenant(app, { name: seed, ...ISSUER, ...rounding, pacCompanyId: companyId, timeZone });
  const heads = openHeads();
  const witness = { ...app, files: heads };
  // Its acts have numbers before another tells of what was changed since.
  if (two) await handOutHead(witness, made);
  const tenant = two ? await connectTwo(app, made, two) : made;
  const offices = [
    { id: 'office-0', branchCode: '0000', billingPoints: ['001'] },
    { id: SECOND_OFFICE.pacOfficeId, branchCode: SECOND_OFFICE.code, billingPoints: ['002'] },
  ];
  for (const { companyId: one, world: of } of places)
    openControl(of).setCompany({ companyId: one, ...ISSUER, offices });
  const shop = await inTenant(app, tenant, setUpShop);
  await handOutHead(witness, tenant);
  const { tally } = course;
  let orderOf: Life['orderOf'] = null;
  const look: Life['look'] = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;
  const readOn = readerOf(app, tenant);
  let steps = 0;
  /** Others are frozen before their commit meanwhile. */
  const lookOn = async (): Promise<void> => {
    await readOn();
    steps += 1;
    if (steps % STEPS_PER_HEAD === 0) await handOutHead(witness, tenant);
    await checkUnderWay(course, () => documentsOf({ look, tenant }));
  };

  return {
    ...{
      name: seed,
      chance,
      tally,
      tenant,
      pac,
      queue,
      problems,
      say: course.say,
      words,
      pages,
      stored,
      signatureScheme,
      resends,
      hasNotices: (one) => placeOfCompany(one).world.knobs.make === 'notices',
      byNumber: (one) => placeOfCompany(one).allow !== undefined,
      two,
      hasExactLines: isHka || two !== null,
    },
    heard: course.heard,
    get orderOf() {
      return orderOf;
    },
    ...shop,
    allow,
    stock: STOCK,
    ask: (work) => inTenant(app, tenant, work),
    verify: async () => (await verifyTenant(witness, tenant, [])).problems,
    now: () => new Date(course.nowMs),
    pass(ms) {
      course.nowMs += ms;
    },
    setClocks: () => setClocks(course),
    calm: () => calm(course),
    async calmly(work) {
      const { isStormy, outages } = course;
      Object.assign(course, { isStormy: false, outages: new Map() });
      const result = await work();
      Object.assign(course, { isStormy, outages });
      return result;
    },
    async remember() {
      const [rows, setQueueBack, setHeadsBack] = [await readRows(pool, tenant.id), queue.remember(), heads.remember()];
      return async () => {
        orderOf ??= new Map();
        for (const { place, order_id } of await documentsOf({ look, tenant })) {
          if (place !== null && order_id !== null) orderOf.set(place, order_id);
        }
        for (const process of course.processes) kill(course, process);
        for (const kept of two?.breakers.values() ?? []) kept.clear();
        course.heard.length = 0;
        await writeRows(pool, tenant.id, rows);
        setQueueBack();
        // As the runbook says: heads of acts that are lost are put away.
        setHeadsBack();
        readOn.forget();
      };
    },
    told: readOn,
    async act(name, work) {
      const outcome = await act(course, around, name, work);
      await lookOn();
      return outcome;
    },
    async run(duty, options) {
      await runDuty(course, around, duty, options);
      await lookOn();
    },
    frozen: () => course.frozen.length,
    thawOne: (name, isKilled) => thawOne(course, name, isKilled),
    look,
  };
}

/** Reads on where it has stopped; answers all that it has read. */
function readerOf(app: App, tenant: Tenant): Life['told'] & { forget(): void } {
  const read: PlacedEvent[] = [];
  const readOn: Life['told'] = () =>
    inTenant(app, tenant, async (db) => {
      await placeEvents(db);
      const { events } = await readEvents(db, { after: read.length, first: 10_000 });
      // No position is empty, so how many were read says where to go on.
      read.push(...events);
      return read;
    });
  return Object.assign(readOn, { forget: () => void (read.length = 0) });
}

/** Both of these makes have one contract. */
const pacOf = (seed: string): 'hka' | 'ebi' => (seed.startsWith('ebi') ? 'ebi' : 'hka');

function openPac(seed: string, chance: Chance, { problems, isHka }: { problems: string[]; isHka: boolean }): World {
  // From a seed of its own, so that the runs of older seeds stay the same.
  const duplicates = chanceOf(`${seed} duplicates`);
  return openWorld(
    {
      apiKey: PAC_KEY,
      webhookSecret: WEBHOOK_SECRET,
      seed,
      ...(isHka ? { pac: pacOf(seed) } : {}),
      verdictDelayMs: null,
      answerShape: chance.oneOf(['wrapped', 'bare']),
      // The simulator's clock is the machine's; our own window is what is tried here.
      knobs: {
        voidWindowHours: 1_000_000,
        pdfLifetimeMs: 86_400_000,
        namesDuplicates: duplicates.happens(0.5),
        // Then the sender alone keeps a number from being accepted twice.
        dedupe: duplicates.happens(0.5),
        ...duplicates.oneOf([{}, { reprintsAfterVerdict: true }, { reprintsEachTime: true }]),
      },
    },
    (error) => problems.push(`the simulator failed: ${String(error)}`),
    new AbortController().signal,
  );
}

const HEAD_KEY = generateKeyPairSync('ed25519').privateKey;

/** A run's database never goes back; test/drills/went-back.test.ts is about one that does. */
const TRUSTING: App['witness'] = {
  isTrusted: () => true,
  noteClaim: () => undefined,
  wentBack: () => undefined,
  assertForward: () => undefined,
  look: () => Promise.resolve(),
  start: () => undefined,
  stop: () => Promise.resolve(),
};

/** An answer of the PAC within its window proves nothing, and is no word to send anything again. */
function asMake(
  course: Course,
  ends: Surroundings['ends'],
  { world, allow }: PlaceAtPac,
  client: PacClient,
): PacClient {
  if (allow === undefined) return client;
  const documents = () => world.register.documents();
  const known = client.findByNumber
    ? client
    : knownByNumber(client, { documents, absentAfterSeconds: ABSENT_AFTER_SECONDS });
  const allowAfterWindow = (about: string): void => {
    if (course.nowMs - (ends.get(about) ?? 0) >= known.absentAfterSeconds! * 1000) allow(about);
  };
  return {
    ...known,
    async findByNumber(kind, companyId, key) {
      const looked = await known.findByNumber!(kind, companyId, key);
      if (looked?.outcome === 'notFound') allowAfterWindow(placeOf({ ...key, numeration: key.number }));
      return looked;
    },
    async fetchDocument(...question) {
      const looked = await known.fetchDocument(...question);
      if (looked.outcome === 'found' && !looked.document.isVoided) allowAfterWindow(voidOf(question[2]));
      return looked;
    },
    voidDocument: (...question) =>
      known.voidDocument(...question).finally(() => ends.set(voidOf(question[2]), course.nowMs)),
  };
}

function appFor(course: Course, around: Surroundings, flow: Flow): App {
  const { pool, queue, places, two, signatureScheme, stored } = around;
  const { turns } = course;
  const now = () => new Date(course.nowMs);
  const clock = { now: () => new Date(course.nowMs + flow.process.skewMs) };
  // Failures that the code only logs are checked too.
  const note = (fields: unknown): void => {
    const { err } = fields as { err?: unknown };
    if (err !== undefined) noteUnlessExpected(course, err);
  };
  const log: Logger = { debug: () => undefined, info: () => undefined, warn: note, error: note };
  const db = databaseOf(flow, { pool, turns, queue, now });
  return {
    db,
    clock,
    log,
    tenants: holdTenants({ db, clock }),
    webhooks: { hosts: webhookHosts([]), timeoutMs: 10_000 },
    jobs: queueOf(queue),
    lookAgain: lookAgainOf(course, queue, flow.process),
    witness: TRUSTING,
    files: filesOf(flow, turns, stored),
    headKey: HEAD_KEY,
    pac: two
      ? clientOfPlaces(
          two,
          places.map((place) => ({ companyId: place.companyId, client: clientAt(course, around, flow, place) })),
          { clock, database: { now } },
        )
      : guardedPacClient(clientAt(course, around, flow, places[0]!), {
          clock,
          store: memoryStore(clock, flow.process.breakers),
          timeoutMs: PAC_TIMEOUT_MS,
        }),
    accounts: two?.accounts ?? { noted: () => undefined, of: async () => ACCOUNT, lastOf: () => ACCOUNT },
    tenancy: { pacEnvironments: ['TEST'], tokenSecret: null, mostTokenDays: 1, tryAccount: async () => undefined },
    certification: {
      pollIntervalMs: 5000,
      pollAttempts: 3,
      resendAfterMinutes: around.resends ? RESENT_AFTER_MINUTES : 0,
      pacTimeoutMs: PAC_TIMEOUT_MS,
      filesInTimeMs: 1_000,
      webhookSecrets: [WEBHOOK_SECRET, WEBHOOK_SECRET],
      signatureScheme,
      environment: 2,
    },
    afterVerdict: (db, document, actor) => afterVerdict(db, clock, document, actor),
    events: { keptDays: 90 },
    afterCertified,
    afterVoid: (db, document, asked) => afterVoid(db, clock, document, asked),
  };
}

function clientAt(
  course: Course,
  { two, pages, issueTypes, ends }: Surroundings,
  flow: Flow,
  place: PlaceAtPac,
): PacClient {
  const { world, isHka, isEbi = false, companyId } = place;
  const client = (isHka ? (wire: VirtualWire) => virtualHka(wire, isEbi) : virtualPac)({
    world,
    around: (operation, call, of) =>
      aroundPac(course, flow, { operation, companyId }, call, of).finally(() => {
        if (of !== undefined) ends.set(of, course.nowMs);
      }),
    onArrival: (number) => {
      const of = placeOf(number);
      if (companyId === two?.secondCompanyId && two.longestDown(two.firstCompanyId) <= two.afterSeconds)
        course.problems.push(`${of} came to the second PAC before the first one was away for long`);
      const issueType = issueTypes.get(of) ?? number.issueType;
      issueTypes.set(of, issueType);
      count(course.tally.actions, `submission of issue type ${number.issueType}`);
      if (issueType !== number.issueType) course.problems.push(`${of} was sent with two types of issue`);
    },
    onPage({ id, legalStatus }, page) {
      if (legalStatus !== 'DGI_AUTHORIZED') return;
      const sha256 = createHash('sha256').update(page).digest('hex');
      pages.set(id, (pages.get(id) ?? new Set()).add(sha256));
    },
  });
  return asMake(course, ends, place, client);
}

function lookAgainOf(course: Course, queue: VirtualQueue, process: Process): LookAgain {
  const forget = (documentId: string): void => queue.forget(documentId, process);
  const note = (tenant: Tenant, documentId: string, afterMs: number): void => {
    forget(documentId);
    queue.add({ job: LOOK_AGAIN, payload: { documentId }, dueAt: course.nowMs + afterMs, memory: { process, tenant } });
  };
  return Object.assign(note, { forget, stop: () => undefined });
}

/** As long as a call may take, what it asks for is not given up by others. */
async function checkUnderWay(
  { underWay, nowMs, problems }: Course,
  read: () => ReturnType<typeof documentsOf>,
): Promise<void> {
  const calls = [...underWay.values()].filter(({ since }) => nowMs - since < PAC_TIMEOUT_MS);
  if (calls.length === 0) return;
  for (const { place, number, submission_state: state } of await read()) {
    if (state === 'UNKNOWN' && calls.some((call) => call.place === place))
      problems.push(`${number} was given up while it was being sent`);
  }
}

interface Doing {
  flow: Flow;
  outcome: Outcome;
  ended: Promise<Outcome>;
}

function start(course: Course, around: Surroundings, name: string, work: Work): Doing {
  const flow = newFlow(course, name);
  const doing: Doing = { flow, outcome: { is: 'open' }, ended: Promise.resolve({ is: 'open' }) };
  const working = inTimeOf(course, () => work(appFor(course, around, flow), () => crashOf(course, flow)));
  doing.ended = working.then(
    (value) => (doing.outcome = { is: 'done', value }),
    (error: unknown) => {
      noteUnlessExpected(course, error);
      return (doing.outcome = failureOf(error));
    },
  );
  course.going.add(doing.ended);
  void doing.ended.finally(() => course.going.delete(doing.ended));
  return doing;
}

const MOST_TURNS = 50;

async function act(course: Course, around: Surroundings, name: string, work: Work): Promise<Outcome> {
  const { say } = course;
  say(`  ${name}`);
  count(course.tally.actions, name);
  const doing = start(course, around, name, work);
  await quiet(course);
  // A server hands a request on over some turns of the event loop.
  const isUnderWay = () => doing.outcome.is === 'open' && !course.frozen.some(({ flow }) => flow === doing.flow);
  for (let turn = 0; turn < MOST_TURNS && isUnderWay(); turn += 1) await quiet(course);
  say(`  ${name}: ${doing.outcome.is}${doing.outcome.is === 'refused' ? ` (${doing.outcome.error.message})` : ''}`);
  return doing.outcome;
}

function workOf(app: App, duty: Duty): Promise<unknown> {
  const { memory, payload } = duty;
  if (!memory) return handlerOf(jobsOf(app), duty)(payload);
  return findLostAmong(app, memory.tenant, [(payload as { documentId: string }).documentId]);
}

async function runDuty(course: Course, around: Surroundings, duty: Duty, { isRepeated = false } = {}): Promise<void> {
  const { say } = course;
  const { queue } = around;
  const name = `duty ${duty.job.name}`;
  say(`  ${name}${isRepeated ? ' again' : ''} ${JSON.stringify(duty.payload)}`);
  count(course.tally.actions, isRepeated ? `${name} again` : name);
  // One that runs although another worker still has it: its success is not the other one's.
  if (!isRepeated) queue.take(duty, course.nowMs);
  const tries = duty.tries;
  const doing = start(course, around, name, (app) => workOf(app, duty));
  const settle = async (): Promise<void> => {
    const outcome = await doing.ended;
    if (isRepeated || duty.tries !== tries) return;
    if (outcome.is === 'done') queue.done(duty);
    // A process that was killed reports nothing; the queue finds out when the time limit has passed.
    else if (outcome.is !== 'killed') queue.failed(duty, course.nowMs);
  };
  void settle();
  await quiet(course);
  say(`  ${name}: ${doing.outcome.is}`);
}

const SECOND_OFFICE = { code: '0007', pacOfficeId: 'office-7' };
const PLAIN = { unit: 'und', taxRate: '7', trackingMode: 'NONE', allowNegativeStock: false } as const;
const GOODS = [
  { sku: 'ONE', unitPrice: '10', units: [{ unit: 'docena', factor: '12' }] },
  { sku: 'TWO', unitPrice: '3.35', taxRate: '10' },
];

async function setUpShop(db: TenantDb): Promise<Pick<Life, 'itemIds' | 'clientId' | 'secondPointId'>> {
  await ensureDefaultLocation(db);
  const client = await createClient(db, { name: 'Ana Pérez', receiverType: 'CONSUMIDOR_FINAL' });
  const itemIds = [];
  for (const { sku, ...more } of GOODS) {
    const item = await createItem(db, { ...PLAIN, sku, name: `Item ${sku}`, ...more });
    await adjustStock(db, { itemId: item.id, quantityChange: STOCK, description: 'Counted' }, 'campaign');
    itemIds.push(item.id);
  }
  const service = await createItem(db, {
    ...PLAIN,
    sku: 'WORK',
    name: 'An hour of work',
    unitPrice: '35',
    kind: 'SERVICE',
  });
  itemIds.push(service.id);
  const office = await createOffice(db, { ...SECOND_OFFICE, name: 'Colón' });
  const point = await createBillingPoint(db, { officeId: office.id, code: '002' });
  return { itemIds, clientId: client.id, secondPointId: point.id };
}

function failureOf(error: unknown): Outcome {
  if (error instanceof Killed) return { is: 'killed' };
  return error instanceof DomainError ? { is: 'refused', error } : { is: 'failed' };
}
