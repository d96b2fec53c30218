// Jobs of the roll-ups by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { DatabaseContext } from '../tenancy/index.ts';
import { condenseItems, condenseItemsDuty } from './condense-items.ts';

export function rollupsJobs(context: DatabaseContext & { clock: Clock; log: Logger }): JobHandler[] {
  return [handle(condenseItemsDuty, () => condenseItems(context), '53 8 * * *')];
}
