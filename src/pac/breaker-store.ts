// Store of breakers: the memory of a process, or a place that all processes share.
import type { Clock } from '../platform/clock.ts';
import { CLOSED, isClean, type Breaker, type Breakers } from './breaker.ts';

/** Under this name the breaker of the PAC itself is kept; no company is called so. */
export const PAC_ITSELF = '';

export interface Kept {
  /** By the clock that all who share the breakers go by. */
  now: Date;
  /** By company; those that are missing are CLOSED and have nothing to remember. */
  breakers: ReadonlyMap<string, Breaker>;
}

export interface BreakerStore {
  read(): Promise<Kept>;
  /** Changes are serialized, across processes. Where the PAC's breaker closes, silence towards other companies is forgotten. */
  change(companyId: string, rule: (both: Breakers, now: Date) => Breakers): Promise<Kept>;
}

/** `breakers` may be shared by clients of one process. */
export function memoryStore(clock: Clock, breakers: Map<string, Breaker> = new Map()): BreakerStore {
  const kept = (): Kept => ({ now: clock.now(), breakers: new Map(breakers) });
  return {
    read: async () => kept(),
    async change(companyId, rule) {
      const changed = afterChange(breakers, companyId, rule, clock.now());
      for (const [name, breaker] of changed) {
        if (breaker === null) breakers.delete(name);
        else breakers.set(name, breaker);
      }
      return kept();
    },
  };
}

/** Breakers to write after a change, by company; null: delete the breaker. */
export function afterChange(
  breakers: ReadonlyMap<string, Breaker>,
  companyId: string,
  rule: (both: Breakers, now: Date) => Breakers,
  now: Date,
): Map<string, Breaker | null> {
  const before = { pac: breakers.get(PAC_ITSELF) ?? CLOSED, company: breakers.get(companyId) ?? CLOSED };
  const after = rule(before, now);
  const written = (breaker: Breaker) => (isClean(breaker) ? null : breaker);
  const changed = new Map<string, Breaker | null>();
  if (before.pac.state === 'OPEN' && after.pac.state === 'CLOSED') {
    for (const [name, { isRefused }] of breakers) if (!isRefused) changed.set(name, null);
  }
  changed.set(PAC_ITSELF, written(after.pac));
  changed.set(companyId, written(after.company));
  return changed;
}
