// Discounts, ISC, other taxes, retention and change: what 1.8.0 wrote has none of them.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** These tables are written to with every sale, so each change of one waits for its turn. */
export const inTransaction = false;

const AMOUNT = 'numeric not null default 0';
const LINE = { discount: AMOUNT, isc_rate: AMOUNT, other_tax_code: 'text', other_tax: AMOUNT };

const COLUMNS: Record<string, Record<string, string>> = {
  items: { isc_rate: AMOUNT, other_tax_code: 'text', other_tax_rate: 'numeric' },
  clients: { retention_code: 'text' },
  orders: { discount: AMOUNT, isc: AMOUNT, other_tax: AMOUNT },
  // The discount of a line with its share of the order's, and without.
  order_lines: { ...LINE, own_discount: AMOUNT, other_tax_rate: 'numeric' },
  invoices: {
    ...{ discount: AMOUNT, isc: AMOUNT, other_tax: AMOUNT },
    ...{ retention_code: 'text', retention: AMOUNT, change: AMOUNT },
  },
  invoice_lines: { ...LINE, isc: AMOUNT },
  credits: { isc: AMOUNT, other_tax: AMOUNT },
  credit_lines: { isc: AMOUNT, other_tax: AMOUNT },
};

export async function up(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const added = Object.entries(columns).map(([name, type]) => `add column if not exists ${name} ${type}`);
    await briefly(db, `alter table ${table} ${added.join(', ')}`);
  }
  // A proforma may be paid when it is filed.
  await briefly(db, 'grant update (change) on invoices to app_tenant');
}

/** What was sold with a discount or another tax keeps its totals; which line had which is lost. */
export async function down(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const dropped = Object.keys(columns).map((name) => `drop column if exists ${name}`);
    await briefly(db, `alter table ${table} ${dropped.join(', ')}`);
  }
}
