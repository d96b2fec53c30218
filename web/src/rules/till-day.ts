// A till's day as this browser knows it: what was done there and is to be filed, in which order, and what the drawer should hold. Pure.
import { isCash, isTerm, PAYING_METHODS, type PaymentMethod } from '../../../src/fiscal/payment-methods.ts';
import { DENOMINATIONS } from '../../../src/fiscal/denominations.ts';
import type { CashPiecesInput, CountedAmountInput, MyTillAnswer, PaymentPartInput } from '../api/answers.ts';
import type { Problem } from '../api/problem.ts';
import { serviceNow } from '../clock.ts';
import { add, compare, multiply, subtract } from '../format/decimal.ts';

export type TillAct =
  | { does: 'open'; pointId: string | null; float: string }
  | { does: 'move'; kind: 'IN' | 'OUT'; amount: string; reason: string }
  | { does: 'count'; cash: CashPiecesInput[]; others: CountedAmountInput[] }
  | { does: 'close'; explanation: string | null };

/** Something that this browser keeps until the service has filed it. */
export interface Entry {
  id: string;
  /** Parked: the client comes back. Refused: a person must see to it. */
  state: 'parked' | 'waiting' | 'refused' | 'filed';
  /** The service's time, as the till has it. */
  soldAt: string;
  /** Rises from one to the next, also where the clock is set back; that of an earlier release has none. */
  place?: number;
  /** Such a place as well, no time. */
  filedAt?: number;
  problem?: Problem | undefined;
}

const FORGET_MS = 24 * 3_600_000;

/** Filed, and sold so long ago, or by a clock that was far ahead. */
export const isOld = ({ state, soldAt }: Entry, now = serviceNow()): boolean =>
  state === 'filed' && Math.abs(now - Date.parse(soldAt)) > FORGET_MS;

/** Its id is the one under which the service does it once; of an opening that of the session. */
export interface KeptAct extends Entry {
  act: TillAct;
  sessionId: string;
  madeBy: string;
}

export interface SoldEntry extends Entry {
  sale: { tillSession?: string | undefined; parts: readonly PaymentPartInput[] };
  change: string;
}

export type AnyEntry = KeptAct | SoldEntry;
export const isAct = (one: object): one is KeptAct => 'act' in one;

const sessionOf = (one: AnyEntry): string | undefined => (isAct(one) ? one.sessionId : one.sale.tillSession);
const isOpening = (one: AnyEntry): one is KeptAct => isAct(one) && one.act.does === 'open';
const isLeft = ({ state }: Entry): boolean => state === 'waiting' || state === 'refused';

/**
 * Whether something has to be filed before it: the opening of its session, also where that was done anew; of an act what waits of the
 * session before it. A refusal holds up its own session alone: the next opening waits for the acts that can still be filed.
 */
export function isBehind(one: AnyEntry, inOrder: readonly AnyEntry[]): boolean {
  const [session, left] = [sessionOf(one), inOrder.filter(isLeft)];
  if (left.some((other) => other !== one && isOpening(other) && other.sessionId === session)) return true;
  if (!isAct(one)) return false;
  const before = left.slice(0, left.indexOf(one));
  if (!isOpening(one))
    return before.some((other) => sessionOf(other) === session && (isAct(other) || other.state === 'waiting'));
  const acts = left.filter(isAct);
  const isHeldUp = ({ sessionId }: KeptAct): boolean =>
    acts.some((other) => other.sessionId === sessionId && other.state === 'refused');
  return before.some(
    (other) => isAct(other) && other.madeBy === one.madeBy && other.sessionId !== session && !isHeldUp(other),
  );
}

/** Session whose opening was refused and is done anew by the next one; a session that was closed here since is over. */
export const sessionToOpen = (acts: readonly KeptAct[]): string | undefined =>
  acts.findLast(
    (one) =>
      isOpening(one) &&
      one.state === 'refused' &&
      !acts.some(({ act, sessionId }) => act.does === 'close' && sessionId === one.sessionId),
  )?.sessionId;

/** Session as the service said, and its place among what was filed; undefined: it never did. */
export interface Heard<Session> {
  session: Session | null | undefined;
  at: number;
}

/** Whether the service cannot have told of it; what it has refused is not done. */
const isNews = ({ state, filedAt }: Entry, at: number): boolean =>
  state === 'waiting' || (state === 'filed' && filedAt !== undefined && filedAt > at);

/** Session that a person has open: as heard, with what was done here since. */
export function openSession<Session extends { id: string }>(
  { session, at }: Heard<Session>,
  acts: readonly KeptAct[],
  opened: (act: KeptAct) => Session,
): Session | null | undefined {
  return acts
    .filter((one) => isNews(one, at))
    .reduce<Session | null | undefined>((now, one) => {
      if (one.act.does === 'open') return opened(one);
      return one.act.does === 'close' && one.sessionId === now?.id ? null : now;
    }, session);
}

type Mine = MyTillAnswer['tillSessions']['records'][number];
type Report = NonNullable<Mine['report']>;

/** The X that this till knows: the report that was heard with what it has filed or kept since, else all that it has of the session. */
export function knownReport(
  mine: Pick<Mine, 'id' | 'openingFloat' | 'report' | 'entries'>,
  at: number,
  all: readonly AnyEntry[],
) {
  const { id, report } = mine;
  const fits = all.filter((one) => sessionOf(one) === id);
  const isCounted = (one: AnyEntry): boolean =>
    report ? isNews(one, at) : one.state === 'waiting' || one.state === 'filed';
  const news = fits.filter(isCounted);
  const acts = news.filter((one) => isAct(one));
  const heardIds = new Set(mine.entries.map((one) => one.id));
  const heardMoves = report ? [] : mine.entries.filter(({ kind }) => kind !== 'COUNT');
  const keptMoves = acts.flatMap((one) => (one.act.does === 'move' && !heardIds.has(one.id) ? [one.act] : []));
  const moved = (kind: string): string =>
    add('0', ...[...heardMoves, ...keptMoves].filter((one) => one.kind === kind).map(({ amount }) => amount));
  const taken = new Map<PaymentMethod, string>();
  for (const one of news) {
    if (isAct(one)) continue;
    for (const { method, amount } of one.sale.parts)
      if (!isTerm(method)) taken.set(method, add(taken.get(method) ?? '0', amount));
    taken.set('CASH', subtract(taken.get('CASH') ?? '0', one.change));
  }
  const count = acts.flatMap(({ act }) => (act.does === 'count' ? [act] : [])).at(-1);
  const countedOf = (method: PaymentMethod, before: string | null): string | null => {
    if (!count) return before;
    return isCash(method)
      ? sumOfPieces(count.cash)
      : (count.others.find((one) => one.method === method)?.amount ?? '0');
  };
  const methods = PAYING_METHODS.map((method) => {
    const heard = report?.methods.find((one) => one.method === method);
    const cash = isCash(method) ? subtract(moved('IN'), moved('OUT')) : '0';
    const float = isCash(method) && !report ? mine.openingFloat : '0';
    const sold = taken.get(method) ?? '0';
    const expected = add(heard?.expected ?? float, cash, sold);
    const isCountedOnce = report?.methods.some((one) => one.counted !== null) === true;
    const counted = countedOf(method, heard?.counted ?? (isCountedOnce ? '0' : null));
    return {
      ...{ method, expected, counted, received: add(heard?.received ?? '0', sold), returned: heard?.returned ?? '0' },
      ...{ earlier: heard?.earlier ?? '0', difference: counted === null ? null : subtract(counted, expected) },
    };
  });
  const isShown = ({ method, received, counted }: (typeof methods)[number]): boolean =>
    isCash(method) ||
    [received, counted ?? '0'].some((one) => compare(one, '0') !== 0) ||
    report?.methods.some((one) => one.method === method) === true;
  return { methods: methods.filter(isShown) satisfies Report['methods'], isOwn: news.length > 0 };
}

export const sumOfPieces = (pieces: readonly CashPiecesInput[]): string =>
  add('0', ...pieces.map((one) => multiply(DENOMINATIONS[one.denomination], String(one.pieces))));
