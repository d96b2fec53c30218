// A job as a value: its name, what it is given, and the patience with which it is tried again.
import type { z } from 'zod';

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

export function defineJob<P extends object>(job: Job<P>): Job<P> {
  return job;
}

/** A job and what to do when its time comes. */
export interface JobHandler {
  job: Job<object>;
  run: (payload: never) => Promise<void>;
  /** Also started at these times (cron, UTC), with an empty payload. */
  cron?: string;
}

export function handle<P extends object>(job: Job<P>, run: (payload: P) => Promise<void>, cron?: string): JobHandler {
  return { job, run, ...(cron === undefined ? {} : { cron }) };
}
