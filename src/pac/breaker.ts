/** When a company's calls are let through to the PAC: opened by failures, closed by a question that is answered. Pure. */

export interface Breaker {
  state: 'CLOSED' | 'OPEN';
  /** In a row, without an answer between them, each soon after the one before. */
  failures: number;
  failedAt: Date | null;
  /** Of the last failure. */
  cause: string | null;
  openSince: Date | null;
  /** Not before this: the PAC is given time, or has asked for it. */
  retryAt: Date | null;
  /** How often it was found still failing since it opened; makes the pauses longer. */
  probes: number;
}

export type CallResult =
  | { is: 'answered' }
  /** Something answered, and nobody can say what: no reason to stop, and none to be calm. */
  | { is: 'unclear' }
  | { is: 'failed'; cause: string }
  | { is: 'refused'; cause: string }
  | { is: 'toldToWait'; seconds: number };

export const CLOSED: Breaker = {
  state: 'CLOSED',
  failures: 0,
  failedAt: null,
  cause: null,
  openSince: null,
  retryAt: null,
  probes: 0,
};

/** As many failures in a row are no accident any more; at the pace of less than one a minute there is nothing to hold back. */
const FAILURES = 10;
const IN_A_ROW_MS = 60_000;
const LONGEST_PAUSE_SECONDS = 60;

/** What a call that was let through makes of it. */
export function afterCall(breaker: Breaker, result: CallResult, now: Date): Breaker {
  switch (result.is) {
    case 'answered':
      return CLOSED;
    case 'unclear':
      return breaker.state === 'OPEN' ? CLOSED : breaker;
    case 'toldToWait':
      // An answer, so nothing is broken; but it asks for time, which all calls give it.
      return { ...CLOSED, retryAt: secondsAfter(now, result.seconds) };
    case 'refused':
      // Credentials do not heal by sending: the next call is a question, at once, and then after ever longer pauses.
      return opened(breaker, result.cause, now, breaker.state === 'OPEN' ? 1 : 0);
    case 'failed': {
      const isInARow = breaker.failedAt !== null && now.getTime() - breaker.failedAt.getTime() < IN_A_ROW_MS;
      const failing = { ...breaker, failures: isInARow ? breaker.failures + 1 : 1, failedAt: now };
      if (breaker.state === 'OPEN' || failing.failures >= FAILURES) return opened(failing, result.cause, now, 1);
      return { ...failing, cause: result.cause };
    }
    default:
      return result satisfies never;
  }
}

/** `probe`: one question may find out whether the PAC answers again; nothing that acts may. */
export type Permission = { may: 'pass' } | { may: 'probe' } | { may: 'wait'; seconds: number };

export function permission(breaker: Breaker, now: Date): Permission {
  const { state, openSince, retryAt } = breaker;
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
  // A clock that was set back must not keep it shut for as long as that.
  const isClockSetBack = openSince !== null && openSince > now;
  if (seconds > 0 && !isClockSetBack) return { may: 'wait', seconds };
  return state === 'OPEN' ? { may: 'probe' } : { may: 'pass' };
}

function opened(breaker: Breaker, cause: string, now: Date, firstPauseSeconds: number): Breaker {
  const probes = breaker.state === 'OPEN' ? breaker.probes + 1 : 0;
  const pause = Math.min(LONGEST_PAUSE_SECONDS, firstPauseSeconds * 2 ** probes);
  const openSince = breaker.openSince ?? now;
  return { ...breaker, state: 'OPEN', cause, openSince, retryAt: secondsAfter(now, pause), probes };
}

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
