// Jobs of the reports by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabaseContext } from '../tenancy/index.ts';
import { keepSales, keepSalesDuty } from './keep-sales.ts';

export function reportsJobs(context: DatabaseContext & { clock: Clock }): JobHandler[] {
  return [handle(keepSalesDuty, () => keepSales(context), '7 * * * *')];
}
