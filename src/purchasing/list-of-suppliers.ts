// Lists of what is bought from suppliers: orders and invoices are narrowed and searched alike.
import { sql } from 'kysely';
import { findSupplier } from '../catalog/index.ts';
import { isNumber, mayBeInNumbers, mayBePartOfCode, numbersIn } from '../numbers/index.ts';
import { containing, type Sql } from '../platform/sql.ts';
import {
  NOT_CLOSE,
  onDays,
  pageOf,
  type Listing,
  type ListPage,
  type PageAsked,
  type TenantDb,
  type DaysAsked,
} from '../tenancy/index.ts';

export interface OfSuppliersAsked<Order extends string> extends PageAsked<Order>, DaysAsked {
  supplierId?: string | null | undefined;
}

export const CREATED_AT = { by: sql`created_at`, type: 'timestamptz' } as const;
export const NUMBER = { by: sql`number`, type: 'text' } as const;

/** Newest first; the numbers tell which of two of the same instant came later. One whose number is searched comes before. */
export async function listOfSuppliers<Row, Order extends string>(
  db: TenantDb,
  table: 'purchase_orders' | 'supplier_invoices',
  query: OfSuppliersAsked<Order>,
  own: Pick<Listing<Order>, 'name' | 'orders' | 'usual' | 'changed'> & { where?: Sql | false | null | undefined },
): Promise<ListPage<Row>> {
  const search = query.search?.trim() ?? '';
  const numbers = await numbersIn(db, table, search);
  const isPart = numbers.length === 0 && (await mayBeInNumbers(db, table, search));
  const ofSuppliers = sql`select id from suppliers where tenant_id = ${db.tenant.id} and folded like folded_pattern(${search})`;
  return pageOf<Row, Order>(db, query, {
    ...own,
    columns: sql`*`,
    from: sql.table(table),
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      own.where,
      query.supplierId != null && sql`supplier_id = ${(await findSupplier(db, query.supplierId)).id}`,
      ...onDays(db, sql`created_at`, query),
      numbers.length > 0 && sql`number = any (${numbers})`,
      search !== '' &&
        numbers.length === 0 &&
        sql`(${isPart ? sql`number ilike ${containing(search)} or` : sql``} supplier_id in (${ofSuppliers}))`,
    ],
    tie: NUMBER,
    closeness: numbers.length === 0 && mayBePartOfCode(search) && (isPart ? isNumber(sql`number`, search) : NOT_CLOSE),
  });
}
