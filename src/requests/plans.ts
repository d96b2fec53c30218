// Plans of acts: what was told of an act before it is done, bound to a token and an hour, and confirmed once.
import { sql, type Selectable } from 'kysely';
import { conflict, forbidden } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import { adding, changeRow, changing, mustFind, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { differences, type Judge, type Outcome } from './outcome.ts';
import type { PlanRow } from './tables.ts';

export type Plan = Selectable<PlanRow>;

const VALID_MINUTES = 60;

export const findPlan = (db: TenantDb, id: string): Promise<Plan> =>
  mustFind(rowsOf(db, 'plans').where('id', '=', id), 'Plan');

export async function keepPlan(
  db: TenantDb,
  plan: Pick<Plan, 'id' | 'credential' | 'actor' | 'user_name' | 'operation'> & { input: object; told?: object },
  { facts, amount }: Pick<Outcome, 'facts' | 'amount'>,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + VALID_MINUTES * 60_000);
  await adding(db, 'plans', {
    ...{ ...plan, input: json(plan.input), facts: json(facts) },
    told: json(plan.told ?? {}),
    ...{ amount, created_at: now, expires_at: expiresAt },
  }).execute();
  return expiresAt;
}

/** Refuses a plan that may not be confirmed; one that was done already may, and is answered. */
export function assertOpen(plan: Plan, isDone: boolean, now: Date): void {
  if (isDone) return;
  if (plan.is_approved === false) throw forbidden('{user} has refused the plan', { user: plan.decided_by ?? '-' });
  if (plan.used_at !== null) throw conflict('The plan was carried out, and refused afterwards; make another one');
  if (plan.expires_at <= now)
    throw conflict('The plan has expired at {instant}; make another one', { instant: plan.expires_at.toISOString() });
}

const MOST_DIFFERENCES = 20;

/** Holds the act to its plan, whose row it locks: what is confirmed is what was told. */
export function judgeOf(plan: Plan, clock: { now(): Date }): Judge {
  return async (db, { facts }) => {
    const { rows } = await sql`
      select from plans where tenant_id = ${db.tenant.id} and id = ${plan.id} for update`.execute(db);
    if (rows.length === 0)
      throw conflict('The plan has expired at {instant}; make another one', { instant: plan.expires_at.toISOString() });
    const now = await findPlan(db, plan.id);
    assertOpen(now, false, clock.now());
    const changed = differences(now.facts as Outcome['facts'], facts);
    if (changed.length > 0) {
      throw conflict('What the plan told has changed: {changes}. Make another one', {
        changes: changed
          .slice(0, MOST_DIFFERENCES)
          .map(({ fact, planned, now: is }) => `${fact} ${planned ?? '-'} → ${is ?? '-'}`)
          .join('; '),
      });
    }
    await changing(db, 'plans').set({ used_at: clock.now() }).where('id', '=', plan.id).execute();
    return now.is_approved === true;
  };
}

/** A second person is to decide; asked again, it waits since the first time. */
export async function askForApproval(db: TenantDb, id: string, now: Date): Promise<void> {
  await changing(db, 'plans').set({ asked_at: now }).where('id', '=', id).where('asked_at', 'is', null).execute();
}

/** Approved, it may be confirmed for another hour. */
export async function decidePlan(
  db: TenantDb,
  { id, isApproved }: { id: string; isApproved: boolean },
  by: string,
  now: Date,
): Promise<Plan> {
  const plan = await mustFind(rowsOf(db, 'plans').where('id', '=', id).forUpdate(), 'Plan');
  if (plan.user_name === by) throw forbidden('The plan was made for {user}: another person decides', { user: by });
  if (plan.decided_at !== null) {
    if (plan.is_approved === isApproved) return plan;
    throw conflict('{user} has decided the plan already', { user: plan.decided_by ?? '-' });
  }
  assertOpen(plan, false, now);
  return changeRow(db, 'plans', id, {
    ...{ decided_at: now, decided_by: by, is_approved: isApproved },
    ...(isApproved ? { expires_at: new Date(now.getTime() + VALID_MINUTES * 60_000) } : {}),
  });
}
