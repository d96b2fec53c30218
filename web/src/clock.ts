// The time of the service, by which a business lives: this device's clock, which may be years off, put right by the answers of the service.
import { signal } from './store.ts';
import { stored } from './stored.ts';

/** A time of the service, and what the device's clocks said at it. */
interface Mark {
  at: number;
  device: number;
  steady: number;
}

const KEPT_AS = 'folio.clock';
/** An answer is on its way for a while, and says whole seconds. */
const DOUBT_MS = 30_000;
const KEEP_MS = 60_000;
/** A device that says that it slept for longer was set. */
const LONGEST_SLEEP_MS = 30 * 86_400_000;
/** A request without an answer would hold the lock of all tabs, under which a till reads its catalog. */
const ANSWER_MS = 30_000;

/** `device` can be set; `steady` cannot, and stands while the device sleeps. `ask` learns from the service. */
export function createClock(device: () => number, steady: () => number, ask: () => void) {
  const turned = signal();
  const kept = stored(() => JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Mark | null);
  const mark: Mark = { at: device(), device: device(), steady: 0, ...kept };

  function hold(at: number): void {
    Object.assign(mark, { at, device: device(), steady: steady() });
    stored(() => localStorage.setItem(KEPT_AS, JSON.stringify(mark)));
  }
  /** After `least` at least: the device slept, or it was set; then its clock is as good as any, where it is not before that. */
  function holdAfter(least: number): void {
    const passed = device() - mark.device;
    const slept = passed > least - DOUBT_MS && passed < LONGEST_SLEEP_MS;
    hold(slept ? mark.at + passed : Math.max(mark.at + least, device()));
  }
  function now(): number {
    const [passed, least] = [device() - mark.device, steady() - mark.steady];
    if (Math.abs(passed - least) <= DOUBT_MS) return mark.at + passed;
    holdAfter(least);
    ask();
    return mark.at;
  }
  /** From an answer that no cache gives; one that was long on its way says an old time. */
  function learn({ headers }: Response, askedAt: number): void {
    const [at, here] = [Date.parse(headers.get('date') ?? ''), now()];
    if (headers.has('age') || here - askedAt > DOUBT_MS) return;
    const isOff = Math.abs(at - here) > DOUBT_MS;
    if (isOff || here - mark.at > KEEP_MS) hold(isOff ? at : here);
    if (isOff) turned.tell();
  }
  /** Milliseconds since the time that the service, and this device, said so: by the one of both that was not put right or set meanwhile, which adds to an age or takes from it. */
  function ageOf(at: number, then = at): number {
    const ages = [now() - at, device() - then];
    return Math.min(...ages.filter((age) => age >= 0), Math.max(0, ...ages));
  }
  holdAfter(0);
  return { now, learn, turned, ageOf };
}

/** It may be wrong, or be set. */
export const deviceNow = (): number => Date.now();

const clock = createClock(
  deviceNow,
  () => performance.now(),
  () => void askTime().catch(() => undefined),
);

/** In milliseconds, as near as half a minute. */
export const serviceNow = clock.now;

export const { ageOf } = clock;

/** It was off: what shows a time or a day is told. */
export const clockTurned = clock.turned;

/** A request that no cache answers; the time is learned from what comes. */
export async function fetchTimed(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const askedAt = serviceNow();
  const answer = await fetch(input, init);
  clock.learn(answer, askedAt);
  return answer;
}

/** The time of the service as it says it now. */
export async function askTime(): Promise<number> {
  const init = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) } as const;
  return Date.parse((await fetchTimed('/session', init)).headers.get('date') ?? '');
}
