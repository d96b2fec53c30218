// Answers that may be a few seconds old: asked for once, by however many, and held for a moment.
import type { Clock } from './clock.ts';

export interface RecentlyOptions {
  clock: Clock;
  forMs: number;
  /** More than so many are not held; the oldest goes. */
  most: number;
}

/** An answer counts from when it was asked for, so none is ever older than `forMs`. A failure is not held. */
export function recently<Value>(
  { clock, forMs, most }: RecentlyOptions,
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const held = new Map<string, { value: Promise<Value>; until: number }>();
  return (key) => {
    const now = clock.now().getTime();
    const known = held.get(key);
    // A clock that was set back must not keep it for as long as that.
    if (known && now < known.until && known.until - now <= forMs) return known.value;
    const entry = { value: load(key), until: now + forMs };
    held.delete(key);
    if (held.size >= most) held.delete(held.keys().next().value!);
    held.set(key, entry);
    entry.value.catch(() => {
      if (held.get(key) === entry) held.delete(key);
    });
    return entry.value;
  };
}
