// Words of each kind of need: its tone, the link of its button, and the time left.
import type { TodayAnswer } from '../api/answers.ts';
import type { WordKey } from '../texts/words.ts';
import { documentPath } from './document-path.ts';
import { toned, type Tone } from './tone.ts';

export type NeedGroup = TodayAnswer['today']['needs'][number];
export type Need = NeedGroup['records'][number];
export type NeedKind = NeedGroup['kind'];

/** Red only where the sale is not billed or the law's clock runs out. */
export const TONES: Record<NeedKind, Tone> = {
  ...toned('bad', ['REJECTED', 'UNKNOWN', 'CERTIFIED_OTHERWISE', 'PARKED', 'TILL_SALES']),
  ...toned('bad', ['CONTINGENCY', 'CONTINGENCY_ENDS']),
  ...toned('wait', ['VOID_WINDOW', 'CREDIT_WINDOW', 'DECLARATION', 'PLANS', 'PAC_QUOTA']),
  ...toned('wait', ['BELOW_ZERO', 'EXPIRES', 'STOCK']),
  ...toned('idle', ['OVERDUE', 'OVERDUE_BEFORE', 'PURCHASE_LATE']),
};

/** A person looks at it, and writes what was found. */
export const isParked = (kind: NeedKind): boolean => kind === 'PARKED' || kind === 'CERTIFIED_OTHERWISE';

/** Its quantity is of units. */
export const isOfItem = (kind: NeedKind): boolean => kind === 'STOCK' || kind === 'BELOW_ZERO' || kind === 'EXPIRES';

export function recordPath(kind: NeedKind, { id, documentKind, name }: Need): string {
  if (kind === 'DECLARATION') return `/month/${name}`;
  if (kind === 'CONTINGENCY_ENDS') return '/settings/company';
  if (documentKind !== null) return documentPath(documentKind, id);
  if (kind === 'TILL_SALES') return '/counter';
  if (kind === 'PLANS') return '/assistants';
  if (kind === 'PAC_QUOTA') return '/settings/company';
  return isOfItem(kind) ? `/items/${id}` : kind === 'PURCHASE_LATE' ? `/purchasing/${id}` : `/clients/${id}`;
}

/** Page of the action; a rejected invoice is corrected on its order. */
export function actPath(kind: NeedKind, need: Need): string {
  if (kind === 'REJECTED' && need.orderId !== null) return `/orders/${need.orderId}`;
  return kind === 'STOCK' ? `/purchasing/new?item=${need.id}` : recordPath(kind, need);
}

const MANY = 100;
/** Pages where thousands of a kind, as an imported past leaves them, are settled together. */
const TOGETHER = {
  STOCK: '/settings/import?what=stock',
  OVERDUE: '/invoices?isOpen=true',
  OVERDUE_BEFORE: '/invoices?isOpen=true',
} as const;
type Together = keyof typeof TOGETHER;

/** The way to settle so many at once; undefined where each is looked at by itself. */
export function manyTogether(kind: NeedKind, count: number): { kind: Together; to: string } | undefined {
  if (count <= MANY || !(kind in TOGETHER)) return undefined;
  return { kind: kind as Together, to: TOGETHER[kind as Together] };
}

const DAY_MS = 86_400_000;
const SOON_MS = DAY_MS;

type Wording = { word: WordKey; isUrgent?: boolean };
export type Time = (Wording & { n: number }) | (Wording & { seconds: number }) | undefined;

/** `today`: the calendar day of the business. */
export function timeOf(kind: NeedKind, { deadline, since, day }: Need, now: number, today: string): Time {
  if (deadline !== null) {
    const left = Date.parse(deadline) - now;
    if (left > 0 && left < 2 * SOON_MS) return { word: 'need.left', seconds: left / 1000, isUrgent: left < SOON_MS };
  }
  if (day !== null) {
    const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
    if (kind === 'CREDIT_WINDOW' || kind === 'DECLARATION')
      return { word: days <= 0 ? 'need.lastDay' : 'need.daysLeft', n: days, isUrgent: days <= 1 };
    if (kind === 'EXPIRES') {
      const word = days === 0 ? 'need.expiresToday' : days < 0 ? 'need.expired' : 'need.expires';
      return { word, n: Math.abs(days), isUrgent: days <= 0 };
    }
    if (kind === 'STOCK' || kind === 'PAC_QUOTA')
      return days <= 0 ? { word: 'need.endsToday', n: 0 } : { word: 'need.ends', n: days };
    return { word: kind === 'PURCHASE_LATE' ? 'need.late' : 'need.overdue', n: -days };
  }
  return since === null ? undefined : { word: 'need.waits', seconds: (now - Date.parse(since)) / 1000 };
}
