// Deadlines of the law and of the PACs, as data: how long each lasts, how sure that is, who says so, and how early people are told.
import type { Mark } from './document-types.ts';
import { sentence, type Finding } from './finding.ts';

interface Deadline {
  mark: Mark;
  source: string;
  /** Work is shown that many hours before it ends. */
  leadHours: number;
}

export const DEADLINES = {
  /** After the fiscal day of what is credited; that many days later is still in time. */
  creditNote: {
    days: 180,
    leadHours: 7 * 24,
    mark: 'M',
    source: 'The Factory HKA, code 180: the reference is older than allowed. Of Alanube nothing is known',
  },
  /** After the instant of issue; a company may have another window, and its PAC a shorter one. */
  void: {
    hours: 182,
    leadHours: 24,
    mark: 'H',
    source: 'Integrations of Alanube: some 182 hours after the issue; The Factory HKA: seven days',
  },
  /** Beyond them a contingency must say why normal operation was not resumed. */
  contingency: {
    hours: 72,
    leadHours: 24,
    mark: 'H',
    source: 'The Factory HKA, wiki, method Enviar: tipoEmision, fechaInicioContingencia, motivoContingencia',
  },
  /** Day of the next month until which the ITBMS of a month is declared, holidays or not. */
  declaration: { day: 15, leadHours: 5 * 24, mark: 'M', source: 'DGI, form 430, return of the ITBMS' },
} as const satisfies Record<string, Deadline & ({ days: number } | { hours: number } | { day: number })>;

/** Terms that a PAC is known to hold to. */
export interface PacTerms {
  readonly creditDays?: number | undefined;
  readonly voidHours?: number | undefined;
}

/** Terms of a make of PAC; null: the make of the service. */
export interface TermsOfMakes {
  profileOf(make: string | null): PacTerms;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The last of its days. */
export function lastCreditDay(day: string, days: number = DEADLINES.creditNote.days): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Panama has no summer time. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59-05:00`);
}

/** Hours after its issue in which a document is voided: those of the company, or of its PAC where that allows fewer. */
export function voidHours({ voidWindowHours }: { voidWindowHours: number }, { voidHours: most }: PacTerms): number {
  return Math.min(voidWindowHours, most ?? voidWindowHours);
}

export function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS);
}

/** Month that is declared next or today, with the day; of Panama's day. */
export function nextDeclaration(today: string): { month: string; day: string } {
  const at = (months: number, day: number) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + months, day)).toISOString();
  const later = Number(today.slice(8)) > DEADLINES.declaration.day ? 1 : 0;
  return { month: at(later - 1, 1).slice(0, 7), day: at(later, DEADLINES.declaration.day).slice(0, 10) };
}

/** Both days are Panama's. `daysAtPac`: what the PAC that is asked is known to hold to, which alone refuses. */
export function judgeAge(original: { number: string; day: string }, today: string, daysAtPac?: number): Finding[] {
  const { creditNote } = DEADLINES;
  const days = daysAtPac ?? creditNote.days;
  const last = lastCreditDay(original.day, days);
  if (today <= last) return [];
  const problem = sentence('{number} is of {day}; a credit note of it is taken for {days} days, until {last}', {
    ...original,
    ...{ days, last },
  });
  const isKnown = daysAtPac !== undefined;
  return [
    { severity: isKnown ? 'REFUSED' : 'WARNED', mark: isKnown ? 'H' : creditNote.mark, field: 'invoiceId', problem },
  ];
}
