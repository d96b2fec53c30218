// Deadlines of a company as an iCalendar file (RFC 5545). Pure.
import { sentence, type Sentence } from '../platform/errors.ts';
import { localDay } from '../tenancy/index.ts';
import type { DeadlineKind, Need } from './needs.ts';

/** Panama's clock is never moved. */
const ZONE = 'America/Panama';
const TIME_ZONE = [
  ...['BEGIN:VTIMEZONE', `TZID:${ZONE}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0500', 'TZNAME:EST', 'END:STANDARD', 'END:VTIMEZONE'],
];
/** Octets of a line without its end. */
const MOST_OCTETS = 75;

export interface CalendarEntry extends Pick<Need, 'id' | 'name' | 'about' | 'since' | 'deadline' | 'day'> {
  kind: DeadlineKind;
}

const TITLES: Record<DeadlineKind, (name: string) => Sentence> = {
  VOID_WINDOW: (number) => sentence('Last moment to void {number}', { number }),
  CREDIT_WINDOW: (number) => sentence('Last day for a credit note of {number}', { number }),
  CONTINGENCY_ENDS: () => sentence('The contingency must be explained', {}),
  DECLARATION: (month) => sentence('Last day to declare the ITBMS of {month}', { month }),
};

/** `say` has the language of the reader. The same entries make the same file, whenever it is asked for. */
export function calendarFile(
  company: string,
  entries: readonly CalendarEntry[],
  say: (one: Sentence) => string,
): string {
  const name = say(sentence('Deadlines of {company}', { company }));
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Folio//Deadlines//EN', `X-WR-CALNAME:${escaped(name)}`],
    ...[`X-WR-TIMEZONE:${ZONE}`, ...TIME_ZONE],
    ...entries.flatMap((entry) => eventOf(entry, say)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf({ kind, id, name, about, since, deadline, day }: CalendarEntry, say: (one: Sentence) => string) {
  const at = deadline && `${localDay(ZONE, deadline)}T${localTime(deadline)}`;
  return [
    'BEGIN:VEVENT',
    `UID:${[kind.toLowerCase(), id, ...(day === null ? [] : [day])].join('.')}@folio`,
    `DTSTAMP:${digits((since ?? new Date(0)).toISOString().slice(0, 19))}Z`,
    at === null ? `DTSTART;VALUE=DATE:${digits(day!)}` : `DTSTART;TZID=${ZONE}:${digits(at)}`,
    `SUMMARY:${escaped(say(TITLES[kind](name)))}`,
    ...(about === null ? [] : [`DESCRIPTION:${escaped(about)}`]),
    ...['TRANSP:TRANSPARENT', 'END:VEVENT'],
  ];
}

const localTime = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, timeStyle: 'medium' }).format(at);

const digits = (text: string): string => text.replaceAll(/[-:]/g, '');

/** Other control characters have no place in a text. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?|\n/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** No character is torn. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > MOST_OCTETS) [text, octets] = [`${text}\r\n `, 1];
    text += character;
    octets += more;
  }
  return text;
}
