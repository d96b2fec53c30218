// Public face of the queue.
export { dailyJob, definedJobs, defineJob, handle, handleEvery, recurringJob } from './define-job.ts';
export type { Job, JobHandler } from './define-job.ts';
export { installQueue, installsQueue } from './install-queue.ts';
export { openQueue, tryNow } from './queue.ts';
export type { JobQueue } from './queue.ts';
