// Jobs of events by the calendar.
import { handle, type JobHandler } from '../jobs/index.ts';
import { expireAllEvents, expireEventsDuty, type EventsContext } from './expire-events.ts';

export function eventsJobs(context: EventsContext): JobHandler[] {
  return [handle(expireEventsDuty, () => expireAllEvents(context), '53 7 * * *')];
}
