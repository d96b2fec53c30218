// A session of a till and a person: it is opened with a float, cash goes in and out with a reason, it is counted, and closed by a Z.
import { sql, type Insertable } from 'kysely';
import { choosePoint, findBillingPoint, MAX_LENGTH, optionalText, requiredText } from '../catalog/index.ts';
import { DENOMINATIONS, type Denomination } from '../fiscal/denominations.ts';
import type { PaymentMethod } from '../fiscal/payment-methods.ts';
import { lastNumber, zSeries } from '../numbers/index.ts';
import type { Clock } from '../platform/clock.ts';
import { add, compare, inCents, multiply, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, between, conflict, forbidden, notFound, readAll, readEach } from '../platform/errors.ts';
import { json, sqlRows } from '../platform/sql.ts';
import {
  adding,
  makerOf,
  pageOf,
  onDays,
  type ListPage,
  type PageAsked,
  type TenantDb,
  type DaysAsked,
} from '../tenancy/index.ts';
import { reportOf, type Session } from './report.ts';
import type { TillEntryRow } from './tables.ts';

/** Person who asks; `isBound`: a cashier, who reaches no session but their own. */
export interface Teller {
  userName: string;
  isBound: boolean;
}

interface Stamp {
  /** By the till's clock; shown, and never reckoned with. */
  saidAt?: Date | null | undefined;
  madeBy?: string | null | undefined;
}

export interface Opening extends Stamp {
  id: string;
  billingPointId?: string | null | undefined;
  openingFloat: Decimal;
}

export interface Entry extends Stamp {
  id: string;
  sessionId: string;
}

/** A card that gave back more than it took: a count below 0. */
const ofEitherSign = (_: string, amount: Decimal): Decimal => amount;

/** Pieces of one value; a typing error is larger. */
const MOST_PIECES = 100_000;

const SESSION = sql`
  session.*, closing.number, closing.report, closing.documents, closing.payments, closing.refunds, closing.explanation, closing.closed_by`;
const FROM = sql`
  till_sessions session left join till_closings closing on closing.tenant_id = session.tenant_id and closing.id = session.id`;

/** Answers the session as it is then. */
type TillVerb<Input> = (db: TenantDb, clock: Clock, input: Input, teller: Teller) => Promise<Session>;

/** The id is the till's own: asked again, also by another user, it answers the session that is there. */
export const openTill: TillVerb<Opening> = async (db, clock, opening, teller) => {
  const { float } = readAll({ float: () => inCents('openingFloat', opening.openingFloat) });
  const person = await makerOf(db, teller.userName, opening.madeBy);
  const point = await choosePoint(db, { chosenId: opening.billingPointId });
  await adding(db, 'till_sessions', {
    ...{ id: opening.id, billing_point_id: point.id, opened_by: person },
    ...{ opened_at: clock.now(), said_at: opening.saidAt ?? null, opening_float: float, closed_at: null },
  })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [session] = await sessionsOf(db, [opening.id]);
  if (session?.opened_by === person) return session;
  throw conflict('{user} has a till open already: it is closed first', { user: person });
};

type CashMove = Entry & { kind: 'IN' | 'OUT'; amount: Decimal; reason: string };

export const moveTillCash: TillVerb<CashMove> = async (db, clock, move, teller) => {
  const { amount, reason } = readAll({
    amount: () => positive('amount', inCents('amount', move.amount)),
    reason: () => requiredText('reason', move.reason, MAX_LENGTH.description),
  });
  return addEntry(db, clock, move, teller, { kind: move.kind, amount, reason, counted: null, pieces: null });
};

interface Counting extends Entry {
  cash: readonly { denomination: Denomination; pieces: number }[];
  others?: readonly { method: PaymentMethod; amount: Decimal }[] | null | undefined;
}

/** Each count is kept; the last one holds. */
export const countTill: TillVerb<Counting> = async (db, clock, count, teller) => {
  const { cash, others } = readAll({
    cash: () =>
      readEach(
        'cash',
        count.cash,
        ({ denomination, pieces }) => [denomination, between('pieces', pieces, 0, MOST_PIECES)] as const,
      ),
    others: () =>
      readEach(
        'others',
        count.others ?? [],
        ({ method, amount }) => [assertNoCash(method), inCents('amount', amount, ofEitherSign)] as const,
      ),
  });
  assertOnce('cash', cash);
  assertOnce('others', others);
  const amount = add('0', ...cash.map(([name, pieces]) => multiply(DENOMINATIONS[name], String(pieces))));
  const counted = json({ ...Object.fromEntries(others), CASH: amount });
  const pieces = json(Object.fromEntries(cash));
  return addEntry(db, clock, count, teller, { kind: 'COUNT', amount, reason: null, counted, pieces });
};

type Closing = Omit<Entry, 'id'> & { explanation?: string | null | undefined };

/** The Z: what is in it now is in it for good. A session that is closed answers its Z. */
export const closeTill: TillVerb<Closing> = async (db, clock, { sessionId, ...closing }, teller) => {
  const explanation = optionalText('explanation', closing.explanation, MAX_LENGTH.description);
  const { session, person } = await lockSession(db, sessionId, { ...teller, madeBy: closing.madeBy });
  if (session.closed_at !== null) return session;
  const { members, ...report } = await reportOf(db, session);
  const differences = report.methods.map(({ difference }) => difference);
  if (differences.includes(null)) throw conflict('The till is not counted yet');
  if (explanation === null && differences.some((one) => compare(one!, '0') !== 0))
    throw badInput('{field} must say why the count differs from what is expected', { field: 'explanation' });
  const closedAt = clock.now();
  // Held until the commit, so that the numbers of a till have no gap.
  await sql`
    select from billing_points where tenant_id = ${db.tenant.id} and id = ${session.billing_point_id}
    for no key update`.execute(db);
  await sql`
    insert into till_closings (tenant_id, id, billing_point_id, number, report, documents, payments, refunds, explanation, said_at, closed_by, closed_at)
    select ${db.tenant.id}, ${sessionId}, ${session.billing_point_id}, greatest(max(number), ${lastNumber(db, zSeries(session.billing_point_id))}) + 1, ${json(report)},
      ${members.documents}::uuid[], ${members.payments}::uuid[], ${members.refunds}::uuid[], ${explanation}, ${closing.saidAt ?? null}, ${person}, ${closedAt}
    from till_closings
    where tenant_id = ${db.tenant.id} and billing_point_id = ${session.billing_point_id}`.execute(db);
  await sql`
    update till_sessions set closed_at = ${closedAt}
    where tenant_id = ${db.tenant.id} and id = ${sessionId}`.execute(db);
  return findSession(db, sessionId);
};

type NewEntry = Pick<Insertable<TillEntryRow>, 'kind' | 'amount' | 'reason' | 'counted' | 'pieces'>;

/** Once, by the id that the till has given it; when and by whom is not what is compared. */
async function addEntry(db: TenantDb, clock: Clock, input: Entry, teller: Teller, entry: NewEntry): Promise<Session> {
  const { session, person } = await lockSession(db, input.sessionId, { ...teller, madeBy: input.madeBy });
  const [earlier] = await sqlRows<{ isSame: boolean }>(db)`
    select row (kind, amount, reason, counted, pieces) is not distinct from
      row (${entry.kind}::text, ${entry.amount}::numeric, ${entry.reason}::text, ${entry.counted}::jsonb, ${entry.pieces}::jsonb) as "isSame"
    from till_entries where tenant_id = ${db.tenant.id} and session_id = ${session.id} and id = ${input.id}`;
  if (earlier?.isSame === false) throw conflict('The id {id} is that of another entry', { id: input.id });
  if (earlier) return session;
  if (session.closed_at !== null)
    throw conflict('The till was closed by Z {number}', { number: String(session.number) });
  const made = { said_at: input.saidAt ?? null, created_by: person, created_at: clock.now() };
  await adding(db, 'till_entries', { id: input.id, session_id: session.id, ...entry, ...made }).execute();
  return session;
}

async function lockSession(
  db: TenantDb,
  id: string,
  { userName, isBound, madeBy }: Teller & Pick<Stamp, 'madeBy'>,
): Promise<{ session: Session; person: string }> {
  await sql`select from till_sessions where tenant_id = ${db.tenant.id} and id = ${id} for update`.execute(db);
  const session = await findSession(db, id);
  const person = await makerOf(db, userName, madeBy);
  if (isBound && session.opened_by !== person) throw forbidden('A cashier acts in a session of their own only');
  return { session, person };
}

export async function findSession(db: TenantDb, id: string): Promise<Session> {
  const [found] = await sessionsOf(db, [id]);
  if (!found) throw notFound('Till session');
  return found;
}

async function sessionsOf(db: TenantDb, ids: readonly string[]): Promise<Session[]> {
  return sqlRows<Session>(db)`
    select ${SESSION} from ${FROM} where session.tenant_id = ${db.tenant.id} and session.id = any (${ids}::uuid[])`;
}

export type EntryRecord = Omit<TillEntryRow, 'counted' | 'pieces'> & {
  counted: Partial<Record<PaymentMethod, Decimal>> | null;
  pieces: Partial<Record<Denomination, number>> | null;
};

/** In the order in which they came. */
export async function entriesOf(db: TenantDb, sessionIds: readonly string[]): Promise<EntryRecord[]> {
  return sqlRows<EntryRecord>(db)`
    select * from till_entries where tenant_id = ${db.tenant.id} and session_id = any (${sessionIds}::uuid[])
    order by created_at, id`;
}

export const SESSION_ORDERS = ['OPENED_AT', 'UPDATED_AT'] as const;

export interface SessionsAsked extends PageAsked<(typeof SESSION_ORDERS)[number]>, DaysAsked {
  billingPointId?: string | null | undefined;
  openedBy?: string | null | undefined;
  isOpen?: boolean | null | undefined;
  hasDifference?: boolean | null | undefined;
}

/** Newest first. */
export async function listSessions(db: TenantDb, query: SessionsAsked): Promise<ListPage<Session>> {
  const { billingPointId, openedBy, isOpen, hasDifference } = query;
  const point = billingPointId == null ? null : (await findBillingPoint(db, billingPointId)).id;
  return pageOf(db, query, {
    name: 'till-sessions',
    columns: SESSION,
    from: FROM,
    where: [
      sql`session.tenant_id = ${db.tenant.id}`,
      point !== null && sql`session.billing_point_id = ${point}`,
      openedBy != null && sql`session.opened_by = ${openedBy}`,
      isOpen != null && sql`(session.closed_at is null) = ${isOpen}`,
      hasDifference != null &&
        sql`exists (select from jsonb_array_elements(closing.report -> 'methods') one
            where (one ->> 'difference')::numeric <> 0) = ${hasDifference}`,
      ...onDays(db, sql`session.opened_at`, query),
    ],
    orders: {
      OPENED_AT: { by: sql`session.opened_at`, type: 'timestamptz' },
      UPDATED_AT: { by: sql`coalesce(session.closed_at, session.opened_at)`, type: 'timestamptz' },
    },
    usual: ['OPENED_AT', 'DESC'],
    changed: 'UPDATED_AT',
    tie: { by: sql`session.id`, type: 'uuid' },
  });
}

function assertNoCash(method: PaymentMethod): PaymentMethod {
  if (method === 'CASH') throw badInput('{field} CASH is counted by its pieces', { field: 'method' });
  return method;
}

function assertOnce(field: string, named: readonly (readonly [name: string, unknown])[]): void {
  const [twice] = named.find(([name], at) => named.findIndex(([one]) => one === name) !== at) ?? [];
  if (twice !== undefined) throw badInput('{field} has {name} twice', { field, name: twice });
}
