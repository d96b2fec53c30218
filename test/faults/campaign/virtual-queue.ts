// The durable queue in virtual time: a duty exists exactly if its transaction commits, and is tried until it is done.
import type { Job, JobHandler } from '../../../src/jobs/index.ts';

export interface Duty {
  id: number;
  job: Job<object>;
  payload: object;
  dueAt: number;
  tries: number;
}

export interface VirtualQueue {
  add(duty: Pick<Duty, 'job' | 'payload' | 'dueAt'>): void;
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
    add({ job, payload, dueAt }) {
      last += 1;
      duties.push({ id: last, job, payload, dueAt, tries: 0 });
    },
    duties: () => duties.toSorted((one, other) => one.dueAt - other.dueAt || one.id - other.id),
    take(duty, now) {
      duty.tries += 1;
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
      duty.dueAt = now + Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (duty.tries - 1)) * 1000;
    },
  };
}

export function handlerOf(handlers: readonly JobHandler[], duty: Duty): (payload: object) => Promise<void> {
  const found = handlers.find(({ job }) => job.name === duty.job.name);
  if (!found) throw new Error(`no handler for ${duty.job.name}`);
  return (payload) => found.run(duty.job.payload.parse(payload) as never);
}
