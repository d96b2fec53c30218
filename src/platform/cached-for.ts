// A cache of answers that may be a few seconds old; concurrent callers share one load.
import type { Clock } from './clock.ts';

export interface CachedForOptions {
  clock: Clock;
  forMs: number;
  /** Entries; the oldest is evicted. */
  most: number;
}

export interface Cached<Value> {
  (key: string): Promise<Value>;
  /** The next caller loads it anew. */
  forget(key: string): void;
}

/** An entry's age counts from the start of its load, so no answer is older than `forMs`. A failure is not cached. */
export function cachedFor<Value>(
  { clock, forMs, most }: CachedForOptions,
  load: (key: string) => Promise<Value>,
): Cached<Value> {
  const held = new Map<string, { value: Promise<Value>; until: number }>();
  const find = (key: string): Promise<Value> => {
    const now = clock.now().getTime();
    const cached = held.get(key);
    // A clock that is set back must not prolong an entry's life.
    if (cached && now < cached.until && cached.until - now <= forMs) return cached.value;
    const entry = { value: load(key), until: now + forMs };
    held.delete(key);
    if (held.size >= most) held.delete(held.keys().next().value!);
    held.set(key, entry);
    entry.value.catch(() => {
      if (held.get(key) === entry) held.delete(key);
    });
    return entry.value;
  };
  return Object.assign(find, { forget: (key: string) => void held.delete(key) });
}
