// Debts of clients by age, as a file.
import { badInput } from '../platform/errors.ts';
import { columnsOf, tableFile, type Cells, type TableFormat } from '../platform/table-file.ts';
import type { OfTenant } from '../tenancy/index.ts';
import { receivables } from './receivables.ts';

const AMOUNTS = ['current', 'days1To30', 'days31To60', 'days61To90', 'over90', 'owed', 'inHand'] as const;
const COLUMNS = [
  ...columnsOf('text', 'Cliente', 'RUC', 'DV'),
  ...columnsOf('money', 'Por vencer', '1–30', '31–60', '61–90', 'Más de 90', 'Saldo', 'A favor'),
];
/** All of them: an amount for each client is not much. */
const EVERY_CLIENT = { limit: 1_000_000, offset: 0 };

/** A day that no calendar has would become another one. */
export function dayAsked(field: string, text: string): string {
  if (new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) !== text)
    throw badInput('{field} must be a day such as 2026-03-01, not {text}', { field, text: JSON.stringify(text) });
  return text;
}

export async function receivablesFile(
  context: OfTenant,
  format: TableFormat,
  asOf: string | undefined,
): Promise<{ filename: string; chunks: AsyncIterable<Buffer> }> {
  if (asOf !== undefined) dayAsked('asOf', asOf);
  const { day, rows } = await context.inTenant(async (db) => {
    const { asOf: day, clients } = await receivables(db, { asOf, ...EVERY_CLIENT });
    const named = await db
      .selectFrom('clients')
      .select(['id', 'name', 'ruc', 'dv'])
      .where('tenant_id', '=', context.tenant.id)
      .where('id', '=', (eb) => eb.fn.any(eb.val(clients.map(({ clientId }) => clientId))))
      .execute();
    const byId = new Map(named.map((one) => [one.id, one]));
    const rows = clients.map((one): Cells => {
      const { name, ruc, dv } = byId.get(one.clientId)!;
      return [name, ruc, dv, ...AMOUNTS.map((amount) => one[amount])];
    });
    return { day, rows };
  });
  return {
    filename: `folio-receivables-${day}.${format}`,
    chunks: tableFile(format, { name: day, columns: COLUMNS, pages: [rows] }),
  };
}
