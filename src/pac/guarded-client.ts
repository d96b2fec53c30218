// A circuit breaker per company around the PAC's client: while it is open, calls fail at once.
import type { Clock } from '../platform/clock.ts';
import {
  afterCallOf,
  beginProbe,
  CLOSED,
  isClean,
  permissionOf,
  unansweredAllowed,
  type Breaker,
  type Breakers,
  type CallResult,
} from './breaker.ts';
import { memoryStore, PAC_ITSELF, type BreakerStore } from './breaker-store.ts';
import type { PacClient } from './client.ts';
import type { CheckDigitOutcome, LookupOutcome, SubmissionOutcome, VoidOutcome } from './outcomes.ts';
import { limitUnanswered } from './unanswered-calls.ts';

export interface Held {
  seconds: number;
  cause: string;
  /** Whether the PAC itself has named the time. */
  isAsked: boolean;
}

export type CallName = 'submit' | 'void' | 'fetch' | 'download';

/** How many calls of a kind have been answered, and how many have not, since the process started. */
export type Tally = Readonly<Record<CallName, { answered: number; failed: number }>>;

export interface GuardedPacClient extends PacClient {
  /** Learns what other processes have found, unless that is known already. */
  refresh(): Promise<void>;
  /** What is known of the PAC, for a company. */
  health(companyId: string): Breaker;
  /** Why and for how long nothing is sent for a company; null where something may be. Reads memory only. */
  heldFor(companyId: string): Held | null;
  /**
   * Waited for before anything is decided about a call that acts: learns what other processes have found, asks the PAC where a question
   * is due, and stays in line while as many calls as may be are without an answer. `end` is called when the call has ended.
   */
  turn(companyId: string): Promise<{ end(): void }>;
  /** Asks each question that is due; done by a worker now and then, so that nothing has to wait for a caller. */
  probeWhatIsDue(): Promise<void>;
  /** For which companies nothing is sent; the PAC itself is among them when nothing is sent for any. */
  openBreakers(): string[];
  tally(): Tally;
}

export interface GuardOptions {
  clock: Clock;
  store?: BreakerStore;
  /** How long one call may take. */
  timeoutMs: number;
}

// No document has this id: for a probe, 404 is an answer.
const PROBE_ID = '0'.repeat(26);
/** What other processes have found is looked up again after this long: sooner, while something is wrong. */
const FRESH_MS = 1000;
const FRESH_IN_TROUBLE_MS = 200;
const PROBES_AT_ONCE = 8;

export function guardedPacClient(client: PacClient, options: GuardOptions): GuardedPacClient {
  const { clock, timeoutMs, store = memoryStore(clock) } = options;
  let known: ReadonlyMap<string, Breaker> = new Map();
  // How far the store's clock is ahead of ours.
  let leadMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const probing = new Map<string, Promise<void>>();
  const tally = { submit: zero(), void: zero(), fetch: zero(), download: zero() };

  const now = () => new Date(clock.now().getTime() + leadMs);
  const both = (companyId: string): Breakers => ({
    pac: known.get(PAC_ITSELF) ?? CLOSED,
    company: known.get(companyId) ?? CLOSED,
  });

  /** While the store cannot be reached, each process goes by its own findings. */
  async function keep(work: () => ReturnType<BreakerStore['read']>): Promise<void> {
    const kept = await work();
    known = kept.breakers;
    leadMs = kept.now.getTime() - clock.now().getTime();
    readAt = clock.now().getTime();
  }

  function refresh(): Promise<void> {
    const ageMs = Math.abs(clock.now().getTime() - readAt);
    if (ageMs < (known.size === 0 ? FRESH_MS : FRESH_IN_TROUBLE_MS)) return Promise.resolve();
    reading ??= keep(() => store.read())
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return reading;
  }

  async function change(companyId: string, rule: (both: Breakers, now: Date) => Breakers): Promise<void> {
    try {
      await keep(() => store.change(companyId, rule));
    } catch {
      // The database cannot be reached: keep the finding in memory.
      const after = rule(both(companyId), now());
      known = new Map([...known, [PAC_ITSELF, after.pac], [companyId, after.company]]);
    }
  }

  async function through<Outcome>(
    name: CallName | null,
    companyId: string,
    call: () => Promise<Outcome>,
    resultOf: (outcome: Outcome) => CallResult,
  ): Promise<Outcome> {
    const outcome = await call();
    const result = resultOf(outcome);
    count(name, result.is !== 'failed');
    const { pac, company } = both(companyId);
    const isNews = result.is === 'answered' || result.is === 'unclear' ? !isClean(pac) || !isClean(company) : true;
    if (isNews) await change(companyId, (before, at) => afterCallOf(companyId, before, result, at));
    return outcome;
  }

  function count(name: CallName | null, isAnswered: boolean): void {
    if (isAnswered) line.answered();
    if (name !== null) tally[name][isAnswered ? 'answered' : 'failed'] += 1;
  }

  const ask = (companyId: string) => client.fetchDocument('INVOICE', companyId, PROBE_ID);

  /** Half-open: one lookup by one process of all, never a submission. */
  async function probe(companyId: string): Promise<void> {
    let isMine = false;
    await change(companyId, (before, at) => {
      isMine = permissionOf(before, at).may === 'probe';
      return isMine ? beginProbe(before, at, timeoutMs / 1000 + 1) : before;
    });
    if (isMine) await through(null, companyId, () => ask(companyId), lookupResult);
  }

  /** Callers of one process share a probe. */
  async function probeIfDue(companyId: string): Promise<void> {
    if (permissionOf(both(companyId), now()).may !== 'probe') return;
    const asking = probing.get(companyId) ?? probe(companyId).finally(() => probing.delete(companyId));
    probing.set(companyId, asking);
    await asking;
  }

  function held(companyId: string): Held | null {
    const permitted = permissionOf(both(companyId), now());
    if (permitted.may === 'pass') return null;
    const { state, cause } = permitted.by;
    const seconds = permitted.may === 'wait' ? permitted.seconds : 1;
    return state === 'OPEN'
      ? { seconds, cause: `not asked, because the PAC does not answer: ${cause}`, isAsked: false }
      : { seconds, cause: 'not asked, because the PAC has asked for patience', isAsked: true };
  }

  const line = limitUnanswered({
    clock,
    mostMs: 2 * timeoutMs,
    mayGo: (companyId, unanswered) =>
      held(companyId) !== null || unanswered < unansweredAllowed(both(companyId), now()),
    refresh,
  });

  /** Null when the call may be made. */
  async function obstacle(companyId: string): Promise<Held | null> {
    await refresh();
    await probeIfDue(companyId);
    return held(companyId);
  }

  return {
    ...client,
    refresh,
    health(companyId) {
      const { pac, company } = both(companyId);
      return pac.state === 'OPEN' || isClean(company) ? pac : company;
    },
    heldFor: held,
    async turn(companyId) {
      await refresh();
      await probeIfDue(companyId);
      return line.stand(companyId);
    },
    async probeWhatIsDue() {
      await refresh();
      const due = companiesToAsk(known, now()).slice(0, PROBES_AT_ONCE);
      await Promise.all(due.map((companyId) => probeIfDue(companyId)));
    },
    openBreakers: () => [...known].filter(([, { state }]) => state === 'OPEN').map(([name]) => name),
    tally: () => structuredClone(tally),
    async submit(kind, companyId, payload, isTooLate): Promise<SubmissionOutcome> {
      const against = await obstacle(companyId);
      if (against) return notMade(against);
      return through('submit', companyId, () => client.submit(kind, companyId, payload, isTooLate), actResult);
    },
    async voidDocument(kind, companyId, documentId, reason, isTooLate): Promise<VoidOutcome> {
      const against = await obstacle(companyId);
      if (against) return notMade(against);
      return through(
        'void',
        companyId,
        () => client.voidDocument(kind, companyId, documentId, reason, isTooLate),
        actResult,
      );
    },
    async fetchDocument(kind, companyId, documentId): Promise<LookupOutcome> {
      const against = await obstacle(companyId);
      if (against) {
        return { outcome: 'unavailable', cause: against.cause, retryAfterSeconds: against.seconds, raw: null };
      }
      return through('fetch', companyId, () => client.fetchDocument(kind, companyId, documentId), lookupResult);
    },
    async checkDigit(companyId, ruc, type): Promise<CheckDigitOutcome> {
      const against = await obstacle(companyId);
      if (against) return { outcome: 'unavailable', cause: against.cause, retryAfterSeconds: against.seconds };
      return through(null, companyId, () => client.checkDigit(companyId, ruc, type), lookupResult);
    },
    async downloadPdf(url) {
      // Files come from other hosts: their failures do not open the PAC's breaker.
      const outcome = await client.downloadPdf(url);
      tally.download[outcome.outcome === 'unavailable' ? 'failed' : 'answered'] += 1;
      return outcome;
    },
  };
}

function zero() {
  return { answered: 0, failed: 0 };
}

/** One company for the PAC itself, another one each time, and each company whose own breaker is due. */
function companiesToAsk(known: ReadonlyMap<string, Breaker>, now: Date): string[] {
  const pac = known.get(PAC_ITSELF) ?? CLOSED;
  if (pac.state === 'OPEN') {
    const company = pac.companies[pac.probes % pac.companies.length];
    return company === undefined ? [] : [company];
  }
  const isDue = (company: Breaker) => permissionOf({ pac, company }, now).may === 'probe';
  return [...known].filter(([name, breaker]) => name !== PAC_ITSELF && isDue(breaker)).map(([name]) => name);
}

/** Nothing has left, so the same may be sent later; and where the PAC itself named the time, not before that. */
function notMade({ seconds, cause, isAsked }: Held) {
  return isAsked
    ? ({ outcome: 'throttled', retryAfterSeconds: seconds, raw: null } as const)
    : ({ outcome: 'notSent', cause } as const);
}

function actResult(outcome: SubmissionOutcome | VoidOutcome): CallResult {
  switch (outcome.outcome) {
    case 'notSent':
      return { is: 'failed', cause: outcome.cause };
    case 'unknown':
      return outcome.retryAfterSeconds == null
        ? withoutAnswer(outcome)
        : { is: 'toldToWait', seconds: outcome.retryAfterSeconds };
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    case 'throttled':
      return { is: 'toldToWait', seconds: outcome.retryAfterSeconds ?? 0 };
    default:
      return { is: 'answered' };
  }
}

/** What gateways answer when the PAC behind them does not. */
const GATEWAY_STATUSES = [429, 502, 503, 504];

/** Silence, and what a gateway says of silence behind it, are failures; of other answers one cannot tell. */
function withoutAnswer({ cause, httpStatus }: { cause: string; httpStatus?: number }): CallResult {
  const isSilence = httpStatus === undefined || GATEWAY_STATUSES.includes(httpStatus);
  return isSilence ? { is: 'failed', cause } : { is: 'unclear' };
}

function lookupResult(outcome: LookupOutcome | CheckDigitOutcome): CallResult {
  switch (outcome.outcome) {
    case 'unavailable':
      return outcome.retryAfterSeconds === null
        ? withoutAnswer(outcome)
        : { is: 'toldToWait', seconds: outcome.retryAfterSeconds };
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    default:
      return { is: 'answered' };
  }
}
