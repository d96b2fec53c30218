// Waiting for what becomes so by itself, without the world: to load that costs a second.
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** A function of the answer, or what the answer is: of an object the fields that count. */
export type Wanted<T> = ((answer: T) => boolean) | Part<T>;
type Part<T> = T extends readonly unknown[]
  ? { length: number }
  : T extends object
    ? { [Name in keyof T]?: T[Name] | undefined }
    : T;

function isAs<T>(answer: T, wanted: Wanted<T>): boolean {
  if (typeof wanted === 'function') return (wanted as (answer: T) => boolean)(answer);
  if (typeof wanted !== 'object' || wanted === null) return Object.is(answer, wanted);
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(answer[name as keyof T], value));
}

// After a long wait it is asked less often: each asking costs the service work.
const SOONEST_AGAIN_MS = 20;
const LATEST_AGAIN_MS = 50;

/** Asks again until the answer is as wanted; the condition, not a pause, decides how long that takes, and a slow machine has ten minutes. */
export async function eventually<T>(ask: () => Promise<T>, wanted: Wanted<T>, withinMs = 600_000): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (isAs(answer, wanted)) return answer;
    const waitedMs = performance.now() - began;
    if (waitedMs > withinMs) throw new Error(`it never became so; last seen: ${JSON.stringify(answer)}`);
    await delay(Math.min(Math.max(waitedMs / 10, SOONEST_AGAIN_MS), LATEST_AGAIN_MS));
  }
}
