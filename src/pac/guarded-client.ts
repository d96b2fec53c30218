/** The PAC's client behind a breaker for each company: what cannot be had is not asked for, and nobody else waits for it. */
import type { Clock } from '../platform/clock.ts';
import { afterCall, CLOSED, permission, type Breaker, type CallResult } from './breaker.ts';
import type { PacClient } from './client.ts';
import type { CheckDigitOutcome, LookupOutcome, SubmissionOutcome, VoidOutcome } from './outcomes.ts';

export interface GuardedPacClient extends PacClient {
  /** How this process finds the PAC for a company. */
  health(companyId: string): Breaker;
  /** Why and for how long nothing is sent for a company; null where something may be, or where a question is due. */
  heldFor(companyId: string): { seconds: number; cause: string } | null;
  /** For how many companies it sends nothing. */
  openBreakers(): number;
}

// No document has this id; an answer that there is none is an answer.
const NOBODY = '0'.repeat(26);

/** `breakers` may be shared by clients of one process. */
export function guardedPacClient(
  client: PacClient,
  clock: Clock,
  breakers: Map<string, Breaker> = new Map(),
): GuardedPacClient {
  const probing = new Map<string, Promise<void>>();
  const health = (companyId: string): Breaker => breakers.get(companyId) ?? CLOSED;

  async function through<Outcome>(
    companyId: string,
    call: () => Promise<Outcome>,
    resultOf: (outcome: Outcome) => CallResult,
  ): Promise<Outcome> {
    const outcome = await call();
    breakers.set(companyId, afterCall(health(companyId), resultOf(outcome), clock.now()));
    return outcome;
  }

  /** Half open by a question, never by a submission: several callers wait for the same one. */
  async function probe(companyId: string): Promise<void> {
    const asking =
      probing.get(companyId) ??
      through(companyId, () => client.fetchDocument('INVOICE', companyId, NOBODY), lookupResult)
        .then(() => undefined)
        .finally(() => probing.delete(companyId));
    probing.set(companyId, asking);
    await asking;
  }

  /** Null when the call may be made; else for how long not, and why. */
  async function obstacle(companyId: string): Promise<{ seconds: number; cause: string; isAsked: boolean } | null> {
    if (permission(health(companyId), clock.now()).may === 'probe') await probe(companyId);
    const now = permission(health(companyId), clock.now());
    return now.may === 'pass' ? null : reasonFor(companyId, now.may === 'wait' ? now.seconds : 1);
  }

  function reasonFor(companyId: string, seconds: number) {
    const { state, cause } = health(companyId);
    return state === 'OPEN'
      ? { seconds, cause: `not asked, because the PAC does not answer: ${cause}`, isAsked: false }
      : { seconds, cause: 'not asked, because the PAC has asked for patience', isAsked: true };
  }

  /** Nothing has left, so the same may be sent later; and where the PAC itself named the time, not before that. */
  function held({ seconds, cause, isAsked }: { seconds: number; cause: string; isAsked: boolean }) {
    return isAsked
      ? ({ outcome: 'throttled', retryAfterSeconds: seconds, raw: null } as const)
      : ({ outcome: 'notSent', cause } as const);
  }

  return {
    ...client,
    health,
    heldFor(companyId) {
      const now = permission(health(companyId), clock.now());
      return now.may === 'wait' ? reasonFor(companyId, now.seconds) : null;
    },
    openBreakers: () => [...breakers.values()].filter(({ state }) => state === 'OPEN').length,
    async submit(kind, companyId, payload): Promise<SubmissionOutcome> {
      const against = await obstacle(companyId);
      if (against) return held(against);
      return through(companyId, () => client.submit(kind, companyId, payload), actResult);
    },
    async voidDocument(kind, companyId, documentId, reason): Promise<VoidOutcome> {
      const against = await obstacle(companyId);
      if (against) return held(against);
      return through(companyId, () => client.voidDocument(kind, companyId, documentId, reason), actResult);
    },
    async fetchDocument(kind, companyId, documentId): Promise<LookupOutcome> {
      const against = await obstacle(companyId);
      if (against) {
        return { outcome: 'unavailable', cause: against.cause, retryAfterSeconds: against.seconds, raw: null };
      }
      return through(companyId, () => client.fetchDocument(kind, companyId, documentId), lookupResult);
    },
    async checkDigit(companyId, ruc, type): Promise<CheckDigitOutcome> {
      const against = await obstacle(companyId);
      if (against) return { outcome: 'unavailable', cause: against.cause, retryAfterSeconds: against.seconds };
      return through(companyId, () => client.checkDigit(companyId, ruc, type), lookupResult);
    },
  };
}

function actResult(outcome: SubmissionOutcome | VoidOutcome): CallResult {
  switch (outcome.outcome) {
    case 'notSent':
      return { is: 'failed', cause: outcome.cause };
    case 'unknown':
      return withoutAnswer(outcome.cause, outcome.raw === null);
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    case 'throttled':
      return { is: 'toldToWait', seconds: outcome.retryAfterSeconds ?? 0 };
    default:
      return { is: 'answered' };
  }
}

/** Silence, and what a gateway says of silence behind it, are failures; of other answers one cannot tell. */
function withoutAnswer(cause: string, isSilence: boolean): CallResult {
  return isSilence || /^HTTP 50[234]\b/.test(cause) ? { is: 'failed', cause } : { is: 'unclear' };
}

function lookupResult(outcome: LookupOutcome | CheckDigitOutcome): CallResult {
  switch (outcome.outcome) {
    case 'unavailable':
      return outcome.retryAfterSeconds === null
        ? withoutAnswer(outcome.cause, !('raw' in outcome) || outcome.raw === null)
        : { is: 'toldToWait', seconds: outcome.retryAfterSeconds };
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    default:
      return { is: 'answered' };
  }
}
