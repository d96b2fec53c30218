// A process's copy of the breakers: read again when it is old, with its own findings while the store is away.
import type { Clock } from '../platform/clock.ts';
import { PAC_ITSELF, type BreakerStore, type Kept } from './breaker-store.ts';
import { CLOSED, permissionOf, type Breaker, type Breakers } from './breaker.ts';

/** Time after which findings of other processes are read again; shorter while a breaker is open. */
const FRESH_MS = 1000;
const FRESH_IN_TROUBLE_MS = 200;
/** A sale does not wait for what is read meanwhile: a breaker that another process has opened costs calls of up to this time. */
const USABLE_MS = 5000;

export type KnownBreakers = ReturnType<typeof knownBreakers>;

export function knownBreakers(store: BreakerStore, clock: Clock) {
  let cache: ReadonlyMap<string, Breaker> = new Map();
  // How far the store's clock is ahead of ours.
  let leadMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const now = () => new Date(clock.now().getTime() + leadMs);
  const of = (companyId: string): Breakers => ({
    pac: cache.get(PAC_ITSELF) ?? CLOSED,
    company: cache.get(companyId) ?? CLOSED,
  });

  function keep(kept: Kept): void {
    cache = kept.breakers;
    leadMs = kept.now.getTime() - clock.now().getTime();
    readAt = clock.now().getTime();
  }

  return {
    all: () => cache,
    of,
    /** By the store's clock. */
    now,
    permission: (companyId: string) => permissionOf(of(companyId), now()),
    refresh() {
      const before = readAt;
      const ageMs = Math.abs(clock.now().getTime() - before);
      if (ageMs < (cache.size === 0 ? FRESH_MS : FRESH_IN_TROUBLE_MS)) return Promise.resolve();
      // Without the store each process goes by its own findings; what it has changed meanwhile may be missing in what is read.
      reading ??= store
        .read()
        .then((kept) => (readAt === before ? keep(kept) : undefined))
        .catch(() => undefined)
        .finally(() => (reading = undefined));
      return cache.size === 0 && ageMs < USABLE_MS ? Promise.resolve() : reading;
    },
    async change(companyId: string, rule: (both: Breakers, now: Date) => Breakers) {
      try {
        keep(await store.change(companyId, rule));
      } catch {
        const after = rule(of(companyId), now());
        cache = new Map([...cache, [PAC_ITSELF, after.pac], [companyId, after.company]]);
      }
    },
  };
}
