// Places of which a key has so many at a time; each is given back when its caller has gone, however early that was.
import { rateLimited } from './errors.ts';

export interface Places {
  /** Throws RATE_LIMITED where none is left. A caller that has gone takes none. */
  take(key: string, gone: AbortSignal): void;
}

export function placesPerKey(most: number, retryAfterSeconds: number): Places {
  const taken = new Map<string, number>();
  return {
    take(key, gone) {
      const count = taken.get(key) ?? 0;
      if (count >= most) throw rateLimited(retryAfterSeconds);
      if (gone.aborted) return;
      taken.set(key, count + 1);
      gone.addEventListener('abort', () => {
        const left = taken.get(key)! - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      });
    },
  };
}
