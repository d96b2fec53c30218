// When the PAC answers again, waiting jobs run within seconds instead of at the end of their pauses: a few first, fairly over tenants.
import { handleEvery, type Job, type JobHandler } from '../../jobs/index.ts';
import { PAC_ITSELF, type CallName } from '../../pac/index.ts';
import type { CertificationContext } from '../context.ts';
import { attachPdfDuty, pollDuty, processNoticeDuty, recogniseDuplicateDuty, submitDuty, voidDuty } from '../duties.ts';

const EVERY_MS = 1000;
/** While nothing waits and no breaker is open, findings of other processes change nothing here. */
const ROUNDS_OF_REST = 10;

/** The jobs that wait for the PAC, and the calls that each of them needs. */
const WAITING: readonly (readonly [Job<object>, readonly CallName[]])[] = [
  [submitDuty, ['submit']],
  [voidDuty, ['void', 'fetch']],
  [recogniseDuplicateDuty, ['fetch']],
  [pollDuty, ['fetch']],
  [attachPdfDuty, ['fetch', 'download']],
  [processNoticeDuty, ['fetch']],
];

/** State of one process for one kind of job. */
export interface Kind {
  /** The last time that one of its calls was seen to fail; at first, the start of the process. */
  troubleAt: Date;
  /** How many may be due at a time. */
  most: number;
}

const LOOKS = 4;
const FEW = 1;
const SOME = 4;
const MANY = 100;

/** One attempt at a time while calls fail; more after a breaker has closed; the limit grows while all calls succeed. */
export function nextKind(kind: Kind, seen: { answered: number; failed: number; hasClosed: boolean }, now: Date): Kind {
  if (seen.failed > 0) return { troubleAt: now, most: FEW };
  const most = seen.answered > 0 ? Math.min(MANY, SOME * kind.most) : kind.most;
  return seen.hasClosed ? { troubleAt: now, most: Math.max(SOME, most) } : { ...kind, most };
}

export function wakeWaiting(context: CertificationContext): JobHandler {
  const kinds = new Map<Job<object>, Kind>();
  let before = context.pac.tally();
  let open = new Set<string>();
  /** Rounds since the last job was found to pull; then it is looked for only every `LOOKS` rounds. */
  const idle = new Map<Job<object>, number>();
  let rests = 0;
  return handleEvery(EVERY_MS, 'wake-waiting', async () => {
    const isQuiet = open.size === 0 && !WAITING.some(([job]) => context.jobs.mayWait(job));
    rests = isQuiet ? (rests + 1) % ROUNDS_OF_REST : 0;
    if (rests > 0) return;
    await context.pac.probeWhatIsDue();
    const tally = context.pac.tally();
    const now = context.clock.now();
    const isOpen = new Set(context.pac.openBreakers());
    const hasClosed = [...open].some((name) => !isOpen.has(name));
    for (const [job, calls] of WAITING) {
      const since = { answered: 0, failed: 0, hasClosed };
      for (const call of calls) {
        since.answered += tally[call].answered - before[call].answered;
        since.failed += tally[call].failed - before[call].failed;
      }
      const kind = nextKind(kinds.get(job) ?? { troubleAt: now, most: FEW }, since, now);
      kinds.set(job, kind);
      const isNews = since.failed > 0 || hasClosed;
      const looks = isNews ? 0 : (idle.get(job) ?? 0);
      idle.set(job, looks + 1);
      if (isOpen.has(PAC_ITSELF) || looks % LOOKS !== 0 || !context.jobs.mayWait(job)) continue;
      const triedMsAgo = kind.most === FEW ? null : now.getTime() - kind.troubleAt.getTime();
      const pulled = await context.jobs.pullForward(job, { triedMsAgo, most: kind.most });
      if (pulled > 0) idle.set(job, 0);
    }
    before = tally;
    open = isOpen;
  });
}
