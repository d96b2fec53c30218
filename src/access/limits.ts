// Holds an act of an assistant within the limits of its token, in the act's transaction.
import { sql } from 'kysely';
import { add, compare, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, forbidden, readAll } from '../platform/errors.ts';
import {
  assertKind,
  isUserName,
  localDay,
  type Limits,
  type Role,
  type TenantDb,
  type Viewer,
} from '../tenancy/index.ts';

const AGENT = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

export function readLimits(limits: Limits): Limits {
  const amount = (field: 'amountPerAct' | 'amountPerDay' | 'approvalAbove') => () =>
    limits[field] == null ? undefined : positive(field, limits[field]);
  const read = readAll({
    agent: () => {
      if (AGENT.test(limits.agent) && isUserName(limits.agent)) return limits.agent;
      throw badInput('{field} must be a name of at most 40 letters, digits, spaces, dots and hyphens', {
        field: 'agent',
      });
    },
    amountPerAct: amount('amountPerAct'),
    amountPerDay: amount('amountPerDay'),
    approvalAbove: amount('approvalAbove'),
  });
  return { ...limits, ...read, acts: [...new Set(limits.acts)] };
}

/** Roles of the caller for one mutation: those of an assistant's token hold only for acts of its kinds. */
export function rolesFor({ roles, limited }: Viewer, operation: string | undefined): readonly Role[] {
  if (!limited || operation === undefined) return roles;
  assertKind(limited.limits, operation);
  return limited.roles;
}

export interface ActOfAssistant {
  operation: string;
  amount: Decimal;
  /** Adds to what the day has done; else to what it holds: orders and reservations. */
  isFinal: boolean;
  officeIds: readonly string[];
  isApproved: boolean;
  /** By which an item that was there is sold. */
  changesPrices: boolean;
}

/** The last lock of the transaction, so that acts of one token add up, whichever come at once. */
export async function keepWithin(db: TenantDb, tokenId: string, act: ActOfAssistant, now: Date): Promise<void> {
  const { rows } = await sql<{ limits: Limits; spent: Decimal; held: Decimal; day: string | null }>`
    select limits, spent::text, held::text, spent_day::text as day from api_tokens
    where tenant_id = ${db.tenant.id} and id = ${tokenId} and revoked_at is null for update`.execute(db);
  const row = rows[0];
  if (!row) throw forbidden('The token was revoked');
  const { limits } = row;
  assertKind(limits, act.operation);
  const { amount } = act;
  const strange = limits.officeIds && act.officeIds.find((id) => !limits.officeIds!.includes(id));
  if (strange) throw forbidden('The token of this assistant may not act in the office {office}', { office: strange });
  const isAbove = (most: Decimal | null | undefined, value: Decimal) => most != null && compare(value, most) > 0;
  if (isAbove(limits.amountPerAct, amount)) {
    throw forbidden('The act is of {amount}; the token of this assistant may act up to {most} at a time', {
      amount,
      most: limits.amountPerAct!,
    });
  }
  const isByAmount = [limits.amountPerAct, limits.amountPerDay, limits.approvalAbove].some((most) => most != null);
  if (isByAmount && (act.operation === 'setPrices' || act.changesPrices))
    throw forbidden('The token of this assistant has limits of amounts: it may change no price and no tax rate');
  const ownDay = localDay(db.tenant.timeZone, now);
  // No day begins twice, though the clock of another process be behind.
  const today = row.day !== null && row.day > ownDay ? row.day : ownDay;
  const before = row.day === today ? row : { spent: '0', held: '0' };
  const sums = act.isFinal
    ? { spent: add(before.spent, amount), held: before.held }
    : { spent: before.spent, held: add(before.held, amount) };
  const sum = act.isFinal ? sums.spent : sums.held;
  if (isAbove(limits.amountPerDay, sum)) {
    throw forbidden(
      'With this act of {amount} the day comes to {spent}; the token of this assistant may act up to {most} a day',
      { amount, spent: sum, most: limits.amountPerDay! },
    );
  }
  if (isAbove(limits.approvalAbove, amount) && !act.isApproved) {
    throw forbidden('The act is of {amount}; above {most} a second person approves the plan of it', {
      amount,
      most: limits.approvalAbove!,
    });
  }
  await sql`
    update api_tokens set spent = ${sums.spent}, held = ${sums.held}, spent_day = ${today}
    where tenant_id = ${db.tenant.id} and id = ${tokenId}`.execute(db);
}
