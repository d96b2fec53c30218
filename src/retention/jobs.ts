// Jobs of retention by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import { removeExpired, removeExpiredDuty, type RetentionContext } from './remove-expired.ts';

export function retentionJobs(context: RetentionContext): JobHandler[] {
  return [handle(removeExpiredDuty, () => removeExpired(context), '38 7 * * *')];
}
