// Sales of a time, as a file: a row of each key, in all pages at once.
import { METHODS, PAYMENT_METHODS } from '../fiscal/payment-methods.ts';
import { columnsOf, tableFile, type Cells, type TableFormat } from '../platform/table-file.ts';
import type { DatabaseContext, OfTenant } from '../tenancy/index.ts';
import type { Clock } from '../platform/clock.ts';
import { salesBy, type SalesAsked, type SalesRow } from './sales-by.ts';

const FIGURES = ['net', 'previous', 'lastYear', 'invoiced', 'credited', 'debited', 'costed', 'cost', 'profit'] as const;
const COLUMNS = [
  ...columnsOf('text', 'Clave', 'Código', 'Nombre'),
  ...columnsOf('number', 'Facturas', 'Unidades'),
  ...columnsOf('money', 'Ventas netas', 'Período anterior', 'Año anterior', 'Facturado', 'Acreditado', 'Debitado'),
  ...columnsOf('money', 'Ventas con costo conocido', 'Costo', 'Ganancia'),
];
const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];
/** All of them: a row for each item or client is not much. */
const EVERY_ROW = { limit: 1_000_000, offset: 0 };

export async function salesFile(
  context: OfTenant<DatabaseContext & { clock: Clock }>,
  format: TableFormat,
  query: Pick<SalesAsked, 'from' | 'to' | 'by'>,
): Promise<{ filename: string; chunks: AsyncIterable<Buffer> }> {
  const { rows } = await context.inTenant((db) => salesBy(db, { ...query, ...EVERY_ROW }, context.clock.now()));
  const nameOf = ({ key, name }: SalesRow): string | null => {
    const method = METHODS.find((one) => one === key);
    if (query.by === 'METHOD' && method) return PAYMENT_METHODS[method].es;
    return query.by === 'WEEKDAY' ? WEEKDAYS[Number(key) - 1]! : name;
  };
  const cells = rows.map((row): Cells => {
    const { key, code, sales, units } = row;
    return [key, code, nameOf(row), String(sales), units, ...FIGURES.map((name) => row[name])];
  });
  return {
    filename: `folio-sales-${query.by.toLowerCase()}-${query.from}-${query.to}.${format}`,
    chunks: tableFile(format, { name: query.by, columns: COLUMNS, pages: [cells] }),
  };
}
