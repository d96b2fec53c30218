// The durable queue in virtual time: a duty exists exactly if its transaction commits, and is tried until it is done.
import { z } from 'zod';
import { defineJob, type Job, type JobHandler } from '../../../src/jobs/index.ts';
import type { Tenant } from '../../../src/tenancy/index.ts';

export interface Duty {
  id: number;
  job: Job<object>;
  payload: object;
  dueAt: number;
  tries: number;
  /** It is known to this process alone, and ends with it. */
  memory?: { process: object & { isDead: boolean }; tenant: Tenant };
}

/** Documents that a process looks at again after a while. */
export const LOOK_AGAIN = defineJob({
  name: 'look-again',
  payload: z.object({ documentId: z.guid() }),
  patience: { retries: 1000, firstDelaySeconds: 5, longestDelaySeconds: 5, timeLimitSeconds: 60 },
});

interface Named {
  documentId?: string;
}

export interface VirtualQueue {
  add(duty: Pick<Duty, 'job' | 'payload' | 'dueAt' | 'memory'>): void;
  /** The document is not looked at again by this process. */
  forget(documentId: string, process: object): void;
  /** Soonest first; of equals, the older one. */
  duties(): Duty[];
  /** Until it is done or failed, no worker takes it before its time limit has passed. */
  take(duty: Duty, now: number): void;
  done(duty: Duty): void;
  failed(duty: Duty, now: number): void;
  /** Answers what sets it back to this moment. */
  remember(): () => void;
}

export function openVirtualQueue(): VirtualQueue {
  let last = 0;
  let duties: Duty[] = [];
  return {
    add(duty) {
      last += 1;
      duties.push({ id: last, tries: 0, ...duty });
    },
    forget(documentId, process) {
      duties = duties.filter(
        ({ memory, payload }) => memory?.process !== process || (payload as Named).documentId !== documentId,
      );
    },
    duties: () =>
      duties
        .filter(({ memory }) => !memory?.process.isDead)
        .toSorted((one, other) => one.dueAt - other.dueAt || one.id - other.id),
    take(duty, now) {
      duty.tries += 1;
      // A process that is killed as it looks does not look again.
      if (duty.memory) duties = duties.filter((one) => one !== duty);
      duty.dueAt = now + duty.job.patience.timeLimitSeconds * 1000;
    },
    done(duty) {
      duties = duties.filter((one) => one !== duty);
    },
    remember() {
      const remembered = duties.map((one) => ({ ...one }));
      return () => {
        duties = remembered;
      };
    },
    failed(duty, now) {
      const { firstDelaySeconds, longestDelaySeconds } = duty.job.patience;
      if (duty.memory) duties.push(duty);
      duty.dueAt = now + Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (duty.tries - 1)) * 1000;
    },
  };
}

export function handlerOf(handlers: readonly JobHandler[], duty: Duty): (payload: object) => Promise<void> {
  const found = handlers.find(({ job }) => job.name === duty.job.name);
  if (!found) throw new Error(`no handler for ${duty.job.name}`);
  return (payload) => found.run(duty.job.payload.parse(payload) as never);
}
