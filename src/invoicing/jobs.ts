// Jobs of invoicing by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import type { InvoicingContext } from './context.ts';
import { markAllPastDue, markPastDueDuty } from './mark-past-due.ts';

export function invoicingJobs(context: InvoicingContext): JobHandler[] {
  // Each tenant has a midnight of its own; every zone's falls on a quarter of an hour.
  return [handle(markPastDueDuty, () => markAllPastDue(context), '0,15,30,45 * * * *')];
}
