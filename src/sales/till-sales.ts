// Sales that wait in the browser of a till or were refused there: reported when the till is reached, so that the company sees them.
import { sql } from 'kysely';
import { MAX_LENGTH, optionalText, requiredCode, requiredText } from '../catalog/index.ts';
import { compare, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, notFound, readAll, readEach } from '../platform/errors.ts';
import { jsonRows, sqlRows } from '../platform/sql.ts';
import { isUuid } from '../platform/uuid.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { Order } from './create-order.ts';
import { cancelOrder } from './orders.ts';

export interface TillSale {
  id: string;
  state: 'WAITING' | 'REFUSED' | 'SETTLED' | 'DISCARDED';
  reason: string | null;
}

/** As the till has it; its id is the till's own. */
export interface ToldSale {
  id: string;
  madeBy: string;
  soldAt: Date;
  amount: Decimal;
  reason?: string | null | undefined;
}

/** A till that keeps more tells of the first ones. */
const MOST = 500;
const IS_OPEN = sql`state in ('WAITING', 'REFUSED')`;

/** All that the till keeps now, in place of what it told before; what was discarded stays so. */
export async function tellTillSales(db: TenantDb, report: { till: string; sales: ToldSale[] }): Promise<TillSale[]> {
  if (report.sales.length > MOST)
    throw badInput('{field} must have at most {most} entries', { field: 'sales', most: MOST });
  const { till, sales } = readAll({
    till: () => requiredCode('till', report.till, MAX_LENGTH.code),
    sales: () => readEach('sales', report.sales, readTold),
  });
  const ids = sales.map(({ id }) => id);
  await sql`
    with gone as (
      update till_sales set state = 'SETTLED', told_at = now()
      where tenant_id = ${db.tenant.id} and till = ${till} and ${IS_OPEN} and id <> all (${ids}::uuid[])
    )
    insert into till_sales as kept (tenant_id, id, till, made_by, sold_at, amount, state, reason)
    select ${db.tenant.id}, r.id, ${till}, r."madeBy", r."soldAt", r.amount, case when r.reason is null then 'WAITING' else 'REFUSED' end, r.reason
    from jsonb_to_recordset(${jsonRows(sales)}) as r (id uuid, "madeBy" text, "soldAt" timestamptz, amount numeric, reason text)
    on conflict (tenant_id, id) do update set till = excluded.till, state = excluded.state, reason = excluded.reason, told_at = now()
    where kept.state <> 'DISCARDED'
      and (kept.till, kept.state, kept.reason) is distinct
      from (excluded.till, excluded.state, excluded.reason)`.execute(db);
  return tillSalesOf(db, ids);
}

function readTold(sale: ToldSale): ToldSale {
  if (!isUuid(sale.id)) throw badInput('{field} must be a UUID in lower case', { field: 'id' });
  if (compare(sale.amount, '0') < 0) throw badInput('{field} must not be negative', { field: 'amount' });
  const madeBy = requiredText('madeBy', sale.madeBy, MAX_LENGTH.name);
  return { ...sale, madeBy, reason: optionalText('reason', sale.reason, MAX_LENGTH.description) };
}

/**
 * It is never sent: a person has seen to it, and says how. The order that was made of it before it was refused is canceled, if it is open
 * still. The till forgets it when it tells the next time.
 */
export async function discardTillSale(db: TenantDb, id: string, why: string): Promise<TillSale> {
  const reason = requiredText('reason', why, MAX_LENGTH.description);
  const { state } = await findTillSale(db, id);
  if (state === 'SETTLED' || state === 'DISCARDED')
    throw conflict('The sale no longer waits at its till: {state}', { state });
  await sql`
    update till_sales set state = 'DISCARDED', reason = ${reason}, told_at = now()
    where tenant_id = ${db.tenant.id} and id = ${id} and ${IS_OPEN}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where tenant_id = ${db.tenant.id} and external_id = ${orderNameOf(id)} and status = 'OPEN'`.execute(db);
  for (const order of rows) await cancelOrder(db, order.id);
  return findTillSale(db, id);
}

/** Refuses a sale of a till where the company wants an open one, and the person has none, nor had it been sold in one. */
export async function assertTillOpen(
  db: TenantDb,
  { external_id: name, metadata }: Pick<Order, 'external_id' | 'metadata'>,
  person: string,
): Promise<void> {
  if (!db.tenant.requiresOpenTill || !name?.startsWith(ORDER_NAME)) return;
  const { tillSession = null } = (metadata ?? {}) as { tillSession?: unknown };
  const { rows } = await sql`
    select from till_sessions where tenant_id = ${db.tenant.id} and opened_by = ${person}
      and (closed_at is null or id::text = ${String(tillSession)}) limit 1`.execute(db);
  if (rows.length === 0) throw conflict('The till of {user} is not open', { user: person });
}

const ORDER_NAME = 'counter-';

/** The `externalId` that a till gives the order of a sale. */
const orderNameOf = (id: string): string => `${ORDER_NAME}${id.replaceAll('-', '')}`;

export async function findTillSale(db: TenantDb, id: string): Promise<TillSale> {
  const [found] = await tillSalesOf(db, [id]);
  if (!found) throw notFound('Sale');
  return found;
}

/** In the order in which they were sold. */
export async function tillSalesOf(db: TenantDb, ids: readonly string[]): Promise<TillSale[]> {
  return sqlRows<TillSale>(db)`
    select id, state, reason from till_sales
    where tenant_id = ${db.tenant.id} and id = any (${ids}::uuid[]) order by sold_at, id`;
}
