// Jobs of stock by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import type { DatabaseContext } from '../tenancy/index.ts';
import { verifySampleDuty, verifySamples } from './verify-sample.ts';

export function stockJobs(context: DatabaseContext & { log: Logger }): JobHandler[] {
  return [handle(verifySampleDuty, () => verifySamples(context), '41 * * * *')];
}
