// Looks at a document again after a while, to have the queue do what has not come to pass by then: kept in memory, since a process that ends
// leaves what it was to look at to the look of each minute.
import { tryNow } from '../../jobs/index.ts';
import type { Tenant } from '../../tenancy/index.ts';
import type { LookAgain } from '../context.ts';
import { findLostAmong, type LookingContext } from './find-lost-duties.ts';

/** Documents that are due within this long are looked at together. */
const TOGETHER_MS = 50;
const AGAIN_MS = 5_000;

export function createLookAgain(context: LookingContext): LookAgain {
  const waiting = new Map<string, { tenant: Tenant; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  function lookAt(at: number): void {
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => void look(), Math.max(0, at - performance.now())).unref();
  }

  async function look(): Promise<void> {
    timerAt = Number.POSITIVE_INFINITY;
    const due = [...waiting].filter(([, { at }]) => at <= performance.now() + TOGETHER_MS);
    for (const [id] of due) waiting.delete(id);
    lookAt(Math.min(...[...waiting.values()].map(({ at }) => at)));
    // Until it has been looked at; the database may be away for a moment.
    const held = due.map(([id, { tenant }]) => [id, note(tenant, id, AGAIN_MS)] as const);
    for (const ofTenant of Map.groupBy(held, ([, { tenant }]) => tenant.id).values()) {
      await tryNow(context.log, 'look-again', async () => {
        await findLostAmong(
          context,
          ofTenant[0]![1].tenant,
          ofTenant.map(([id]) => id),
        );
        // Another look may have been asked for meanwhile, which is to come.
        for (const [id, one] of ofTenant) if (waiting.get(id) === one) waiting.delete(id);
      });
    }
  }

  const note = (tenant: Tenant, documentId: string, afterMs: number) => {
    const one = { tenant, at: performance.now() + afterMs };
    waiting.set(documentId, one);
    lookAt(one.at);
    return one;
  };
  const lookAgain: LookAgain = Object.assign(note, {
    forget: (documentId: string) => void waiting.delete(documentId),
    stop() {
      clearTimeout(timer);
      timerAt = Number.NEGATIVE_INFINITY;
    },
  });
  return lookAgain;
}
