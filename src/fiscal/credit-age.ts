// For how many days a document takes credit notes, as data with its source.
import { sentence, type Finding } from './finding.ts';

export const CREDITABLE = {
  /** After the fiscal day of what is credited; that many days later is still in time. */
  days: 180,
  mark: 'M',
  source: 'The Factory HKA, code 180: the reference is older than allowed. Of Alanube nothing is known',
} as const;

const DAY_MS = 86_400_000;

/** The last of its days. */
export function lastCreditDay(day: string, days: number = CREDITABLE.days): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Both days are Panama's. `daysAtPac`: what the PAC that is asked is known to hold to, which alone refuses. */
export function judgeAge(original: { number: string; day: string }, today: string, daysAtPac?: number): Finding[] {
  const days = daysAtPac ?? CREDITABLE.days;
  const last = lastCreditDay(original.day, days);
  if (today <= last) return [];
  const problem = sentence('{number} is of {day}; a credit note of it is taken for {days} days, until {last}', {
    ...original,
    ...{ days, last },
  });
  const isKnown = daysAtPac !== undefined;
  return [
    { severity: isKnown ? 'REFUSED' : 'WARNED', mark: isKnown ? 'H' : CREDITABLE.mark, field: 'invoiceId', problem },
  ];
}
