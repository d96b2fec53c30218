// Jobs of requests by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import type { DatabaseContext } from '../tenancy/index.ts';
import { expireAllKeys, expireKeysDuty } from './expire-keys.ts';

export function requestsJobs(context: DatabaseContext): JobHandler[] {
  return [handle(expireKeysDuty, () => expireAllKeys(context), '23 8 * * *')];
}
