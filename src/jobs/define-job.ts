// A job as a value: its name, what it is given, and the patience with which it is tried again.
import { z } from 'zod';

export interface Patience {
  retries: number;
  firstDelaySeconds: number;
  /** The delay doubles after each try up to this. */
  longestDelaySeconds: number;
  /** After this long without an end a try counts as lost (a killed process) and the job is tried again. */
  timeLimitSeconds: number;
}

export interface Job<P extends object> {
  name: string;
  payload: z.ZodType<P>;
  patience: Patience;
}

/** All that are defined so far: each has a queue of its own, also in a process that only writes jobs. */
export const definedJobs: Job<object>[] = [];

export function defineJob<P extends object>(job: Job<P>): Job<P> {
  definedJobs.push(job);
  return job;
}

/** A job of each day, which is given nothing; what it leaves undone the next one does. */
export function dailyJob(name: string, timeLimitSeconds = 600) {
  const patience = { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds };
  return defineJob({ name, payload: z.object({}), patience });
}

/** The same for one whose next turn finds all that this one would have: it is tried again once. */
export function recurringJob(name: string, timeLimitSeconds: number) {
  const patience = { retries: 1, firstDelaySeconds: 60, longestDelaySeconds: 60, timeLimitSeconds };
  return defineJob({ name, payload: z.object({}), patience });
}

/** A job and what to do when its time comes. */
export interface JobHandler {
  job: Job<object>;
  run: (payload: never) => Promise<void>;
  /** Also started at these times (cron, UTC), with an empty payload. */
  cron?: string;
  /** Never written into the queue: each process that works does it again after this long, with an empty payload. */
  everyMs?: number;
  /** Ends what it has begun and not waited for, when the process ends. */
  end?: () => Promise<void>;
}

export function handle<P extends object>(job: Job<P>, run: (payload: P) => Promise<void>, cron?: string): JobHandler {
  return { job, run, ...(cron === undefined ? {} : { cron }) };
}

/** Continuous work of a worker process; several processes may do it at once. */
export function handleEvery(
  everyMs: number,
  name: string,
  run: () => Promise<void>,
  end?: () => Promise<void>,
): JobHandler {
  const patience = { retries: 0, firstDelaySeconds: 1, longestDelaySeconds: 1, timeLimitSeconds: 60 };
  return { job: { name, payload: z.object({}), patience }, run, everyMs, ...(end ? { end } : {}) };
}
