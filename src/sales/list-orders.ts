// Lists orders, and has the filters and sums that orders, invoices and notes have in common.
import { sql } from 'kysely';
import { findClient } from '../catalog/index.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { containing, sqlRow, type Sql } from '../platform/sql.ts';
import {
  changedOften,
  NOT_CLOSE,
  onDays,
  pageOf,
  type Key,
  type ListPage,
  type PageAsked,
  type TenantDb,
  type DaysAsked,
} from '../tenancy/index.ts';
import { isNumber, mayBeInNumbers, mayBePartOfCode, numbersIn } from '../numbers/index.ts';
import { roundingOf, type RateTotals } from '../fiscal/money.ts';
import type { Order } from './create-order.ts';
import type { OrderStatus } from './tables.ts';

export interface DocumentFilters extends DaysAsked {
  clientId?: string | null | undefined;
  minTotal?: Decimal | null | undefined;
  maxTotal?: Decimal | null | undefined;
}

/** `ofClient` tells how a row is found to be of a client. */
export async function documentConditions(
  db: TenantDb,
  { clientId, from, to, minTotal, maxTotal }: DocumentFilters,
  { at, total, ofClient }: Record<'at' | 'total', Sql> & { ofClient: (id: string) => Sql },
) {
  return [
    clientId != null && ofClient((await findClient(db, clientId)).id),
    ...onDays(db, at, { from, to }),
    minTotal != null && sql`${total} >= ${minTotal}`,
    maxTotal != null && sql`${total} <= ${maxTotal}`,
  ];
}

/** So many clients are named one by one to the planner. */
const FEW_CLIENTS = 50;

/** Condition on rows of the table: their client is one that the search finds. Only clients who have such rows are looked through. */
export async function ofClientsFound(db: TenantDb, table: string, search: string): Promise<Sql> {
  const found = sql<{ id: string }>`
    select id from clients
    where tenant_id = ${db.tenant.id} and ${sql.ref(`has_${table}`)} and folded like folded_pattern(${search.trim()})`;
  const { rows } = await sql<{ id: string }>`${found} limit ${sql.lit(FEW_CLIENTS + 1)}`.execute(db);
  const client = sql.ref(`${table}.client_id`);
  if (rows.length > FEW_CLIENTS) return sql`${client} in (${found})`;
  const ids = rows.map(({ id }) => id);
  return ids.length === 1 ? sql`${client} = ${ids[0]}::uuid` : sql`${client} = any (${ids}::uuid[])`;
}

/** Key of the client's name, along clients who have a row in the table; of one client by date. */
export function byClient(db: TenantDb, table: string, at: string): Key {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  // Under names that no list has.
  const each = sql`(
    select id as named_id, name as client_name from clients
    where tenant_id = ${db.tenant.id} and ${sql.ref(`has_${table}`)}) named`;
  return {
    by: sql`client_name`,
    type: 'text',
    along: { each, isOf: sql`${own('client_id')} = named_id` },
    tie: [
      { by: own(at), type: 'timestamptz' },
      { by: own('id'), type: 'uuid' },
    ],
  };
}

export const ORDER_ORDERS = ['CREATED_AT', 'NUMBER', 'TOTAL', 'CLIENT', 'UPDATED_AT'] as const;

export interface OrdersAsked extends DocumentFilters, PageAsked<(typeof ORDER_ORDERS)[number]> {
  status?: OrderStatus | null | undefined;
  isOpen?: boolean | null | undefined;
  /** A day: open orders that are due on it or before. */
  due?: string | null | undefined;
}

/** Newest first; one whose number is searched comes before. */
export async function listOrders(db: TenantDb, query: OrdersAsked): Promise<ListPage<Order>> {
  const { status, isOpen, due } = query;
  const search = query.search?.trim() ?? '';
  const numbers = await numbersIn(db, 'orders', search);
  const isPart = numbers.length === 0 && (await mayBeInNumbers(db, 'orders', search));
  const filters = { at: sql`created_at`, total: sql`total`, ofClient: (id: string) => sql`client_id = ${id}` };
  return pageOf(db, query, {
    name: 'orders',
    columns: sql`orders.*`,
    from: sql`orders`,
    own: sql.table('orders'),
    beside: sql``,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      // As literals: so the planner knows the index that holds no others.
      status && sql`status = ${sql.lit(status)}`,
      (isOpen || due != null) && sql`status = 'OPEN'`,
      isOpen === false && sql`status <> 'OPEN'`,
      due != null && sql`due_date <= ${due}`,
      numbers.length > 0 && sql`number = any (${numbers})`,
      search !== '' &&
        numbers.length === 0 &&
        sql`(${isPart ? sql`number ilike ${containing(search)} or` : sql``} ${await ofClientsFound(db, 'orders', search)})`,
      ...(await documentConditions(db, query, filters)),
    ],
    orders: {
      CREATED_AT: { by: sql`created_at`, type: 'timestamptz' },
      NUMBER: { by: sql`number`, type: 'text' },
      TOTAL: { by: sql`total`, type: 'numeric', amount: 'column' },
      CLIENT: byClient(db, 'orders', 'created_at'),
      UPDATED_AT: changedOften('orders'),
    },
    usual: ['CREATED_AT', 'DESC'],
    changed: 'UPDATED_AT',
    closeness: numbers.length === 0 && mayBePartOfCode(search) && (isPart ? isNumber(sql`number`, search) : NOT_CLOSE),
  });
}

export interface Sums {
  subtotal: Decimal;
  tax: Decimal;
  total: Decimal;
  /** Null where nothing is paid. */
  paid: Decimal | null;
  balance: Decimal | null;
}

/** Sums over everything that a list matches, whatever the page. */
export interface Summed {
  /** `from … where …`. */
  matching: Sql;
  table: string;
  paid?: Sql;
  balance?: Sql;
  /** A query for the `rate`, `net` and `tax` of each line of the documents in `matched (id)`. */
  lines: (db: TenantDb) => Sql;
}

export const SUMMED_ORDERS: Omit<Summed, 'matching'> = {
  table: 'orders',
  // Lines of orders are stored without their amounts, which are counted as for an invoice (answer 46).
  lines: (db) => {
    const isOnce = roundingOf(db.tenant) === 'document';
    const digits = sql.lit(isOnce ? 6 : 2);
    const until = (part: Sql) => sql`sum(${part}) over (partition by order_id order by line_number)`;
    // As `amountsOfLines` shares out the cents of exact lines.
    const inCents = (part: Sql) => (isOnce ? sql`round(${until(part)}, 2) - round(${until(part)} - ${part}, 2)` : part);
    return sql`
    select tax_rate as rate, ${inCents(sql`net`)} as net, ${inCents(sql`round(net * tax_rate / 100, ${digits})`)} as tax
    from (
      select l.order_id, l.line_number, l.tax_rate, round(l.quantity * (l.unit_price - l.discount), ${digits}) as net
      from matched join order_lines l on l.tenant_id = ${db.tenant.id} and l.order_id = matched.id
    ) line`;
  },
};

export async function sumsOf(db: TenantDb, { matching, table, paid, balance }: Summed): Promise<Sums> {
  const sum = (of: Sql) => sql`coalesce(sum(${of}), 0)`;
  const part = (of: Sql | undefined) => (of ? sum(of) : sql`null::numeric`);
  const column = (name: string) => sum(sql.ref(`${table}.${name}`));
  const { subtotal, tax, total, ...money } = await sqlRow<Sums>(db)`
    select ${column('subtotal')} as subtotal, ${column('tax')} as tax, ${column('total')} as total,
      ${part(paid)} as paid, ${part(balance)} as balance ${matching}`;
  return { subtotal: add(subtotal), tax: add(tax), total: add(total), ...plain(money) };
}

function plain({ paid, balance }: Pick<Sums, 'paid' | 'balance'>) {
  return { paid: paid === null ? null : add(paid), balance: balance === null ? null : add(balance) };
}

/** Base and ITBMS by rate, the lowest first. */
export async function taxSumsOf(db: TenantDb, { matching, table, lines }: Summed): Promise<RateTotals[]> {
  const { rows } = await sql<RateTotals>`
    with matched as materialized (select ${sql.ref(`${table}.id`)} as id ${matching})
    select rate, sum(net) as base, sum(tax) as tax from (${lines(db)}) line group by rate order by rate`.execute(db);
  return rows.map(({ rate, base, tax }) => ({ rate: add(rate), base: add(base), tax: add(tax) }));
}
