// A circuit breaker for calls to the PAC: opened by failures, closed by a probe that is answered. There is a breaker for the PAC,
// which all companies share, and one for each company, whose credentials or data may be the only ones in trouble. Pure.

export interface Breaker {
  state: 'CLOSED' | 'OPEN';
  /** In a row, without an answer between them, each soon after the one before. */
  failures: number;
  failedAt: Date | null;
  /** Cause of the last failure. */
  cause: string | null;
  openSince: Date | null;
  /** Not before this: the PAC is given time, or has asked for it. */
  retryAt: Date | null;
  /** How often it was found still failing since it opened; makes the pauses longer. */
  probes: number;
  /** Open because the credentials are refused, and not because nothing answers. */
  isRefused: boolean;
  /** Companies whose calls have failed in a row; the newest last. Kept for the PAC's own breaker. */
  companies: readonly string[];
}

/** The breakers of one call: that of the PAC itself, and that of the company. */
export interface Breakers {
  pac: Breaker;
  company: Breaker;
}

export type CallResult =
  | { is: 'answered' }
  /** Something answered, but not certainly the PAC: neither success nor failure. */
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
  isRefused: false,
  companies: [],
};

/** Number of failures in a row that opens the breaker, unless they are more than a minute apart: then there is nothing to hold back. */
const FAILURES = 10;
const IN_A_ROW_MS = 60_000;
/** One probe in five seconds costs a PAC nothing, and what waits is sent soon after it is back. */
const LONGEST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_REFUSED_SECONDS = 60;
/** Silence towards one company alone may be that company's trouble; its own breaker stops it. */
const COMPANIES = 2;
/** So many calls may be without an answer at a time before the PAC has answered one of them: per process. */
const UNANSWERED = 5;

/** Both breakers after a call of a company. */
export function afterCallOf(companyId: string, { pac, company }: Breakers, result: CallResult, now: Date): Breakers {
  if (result.is !== 'failed') {
    // Any answer proves that the PAC answers; its content concerns the company.
    const isUnclear = result.is === 'unclear';
    return { pac: isUnclear && pac.state === 'CLOSED' ? pac : CLOSED, company: afterCall(company, result, now) };
  }
  const row = isInARow(pac, now) ? pac.companies.filter((one) => one !== companyId) : [];
  const companies = [...row, companyId].slice(-COMPANIES_KEPT);
  const failing = afterCall(pac, result, now, companies.length < COMPANIES ? Number.POSITIVE_INFINITY : FAILURES);
  return { pac: { ...failing, companies }, company: afterCall(company, result, now) };
}

const COMPANIES_KEPT = 20;

/** One breaker after a call that it let through. */
export function afterCall(breaker: Breaker, result: CallResult, now: Date, most = FAILURES): Breaker {
  switch (result.is) {
    case 'answered':
      return CLOSED;
    case 'unclear':
      return breaker.state === 'OPEN' ? CLOSED : breaker;
    case 'toldToWait':
      // An answer, so nothing is broken; but it asks for time, which all calls give it.
      return { ...CLOSED, retryAt: secondsAfter(now, result.seconds) };
    case 'refused':
      // Refused credentials do not recover by sending: the next call is a probe, at once, and then after ever longer pauses.
      return opened({ ...breaker, isRefused: true }, result.cause, now, breaker.isRefused ? 1 : 0);
    case 'failed': {
      const failures = isInARow(breaker, now) ? breaker.failures + 1 : 1;
      const failing = { ...breaker, failures, failedAt: now };
      if (breaker.state === 'OPEN' || failures >= most) return opened(failing, result.cause, now, 1);
      return { ...failing, cause: result.cause };
    }
    default:
      return result satisfies never;
  }
}

function isInARow({ failedAt }: Breaker, now: Date): boolean {
  return failedAt !== null && Math.abs(now.getTime() - failedAt.getTime()) < IN_A_ROW_MS;
}

/** How many calls that act may be without an answer at a time: fewer, the more have failed in a row. */
export function unansweredAllowed({ pac, company }: Breakers, now: Date): number {
  const failures = Math.max(...[pac, company].map((one) => (isInARow(one, now) ? one.failures : 0)));
  return Math.max(1, Math.min(UNANSWERED, FAILURES - failures));
}

/** `probe` (half open): one lookup may find out whether the PAC answers again; nothing that acts may be sent. */
export type Permission = { may: 'pass' } | { may: 'probe' } | { may: 'wait'; seconds: number };

export function permission(breaker: Breaker, now: Date): Permission {
  const { state, openSince, retryAt } = breaker;
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
  // A clock that was set back must not keep the breaker open for that long.
  const isClockSetBack = openSince !== null && openSince > now;
  if (seconds > 0 && !isClockSetBack) return { may: 'wait', seconds };
  return state === 'OPEN' ? { may: 'probe' } : { may: 'pass' };
}

/** Permission of both breakers together, and which of them decides. */
export function permissionOf({ pac, company }: Breakers, now: Date): Permission & { by: Breaker } {
  const [ofPac, ofCompany] = [permission(pac, now), permission(company, now)];
  const isCompanys = rank(ofCompany) > rank(ofPac);
  return isCompanys ? { ...ofCompany, by: company } : { ...ofPac, by: pac };
}

function rank(one: Permission): number {
  return one.may === 'wait' ? one.seconds : one.may === 'probe' ? 0.5 : 0;
}

/** Taken by the process that probes: no other process probes for as long as the call may last. */
export function beginProbe({ pac, company }: Breakers, now: Date, seconds: number): Breakers {
  const held = (one: Breaker) => (one.state === 'OPEN' ? { ...one, retryAt: secondsAfter(now, seconds) } : one);
  return { pac: held(pac), company: held(company) };
}

export function isClean({ state, failures, retryAt }: Breaker): boolean {
  return state === 'CLOSED' && failures === 0 && retryAt === null;
}

function opened(breaker: Breaker, cause: string, now: Date, firstPauseSeconds: number): Breaker {
  const probes = breaker.state === 'OPEN' ? breaker.probes + 1 : 0;
  const longest = breaker.isRefused ? LONGEST_PAUSE_REFUSED_SECONDS : LONGEST_PAUSE_SECONDS;
  const pause = Math.min(longest, firstPauseSeconds * 2 ** Math.min(probes, 30));
  const openSince = breaker.openSince ?? now;
  return { ...breaker, state: 'OPEN', cause, openSince, retryAt: secondsAfter(now, pause), probes };
}

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
