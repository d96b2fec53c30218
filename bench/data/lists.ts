// A tenant that lists are read of: as many documents as there are, of each state a few, spread from the first to the last.
import { sql } from 'kysely';
import { acrossTenants } from '../../migrations/beside-writers.ts';
import { forMigrations, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { idInSql, idOf } from './ids.ts';
import { documentsOf, LAST_INSTANT, TIME_ZONE, type Shape } from './shape.ts';

/** A number that no other tenant has. */
export const LISTS = 1000;
/** Documents of each rare state, however many documents there are. */
const RARE = 40;
const DOCUMENTS_OF_A_CLIENT = 100;
const DOCUMENTS_OF_AN_ITEM = 10;
const TABLES = [
  ...['tenants', 'clients', 'suppliers', 'items', 'orders', 'fiscal_documents', 'invoices', 'payments', 'credits'],
  ...['debit_notes', 'purchase_orders', 'locations', 'inventory_logs', 'kept_counts'],
  ...['document_numbers', 'offices'],
];

export function clientOfLists(seed: number): string {
  return idOf('source', seed, 'LC', 7);
}

/** Rows without their lines, which no list reads: nothing that Folio could have written, so it comes after all is verified. */
export async function writeLists({ db: own }: OpenDatabase, shape: Shape): Promise<void> {
  const db = forMigrations(own);
  const documents = documentsOf(shape);
  const notes = documents / DOCUMENTS_OF_AN_ITEM;
  const id = (kind: string, n = 'n') => idInSql('source', shape.seed, `'L${kind}'`, n);
  const tenant = idInSql('tenant', shape.seed, String(LISTS));
  const until = (of: number) =>
    sql`(${sql.lit(LAST_INSTANT.toISOString())}::timestamptz - (${sql.lit(of)} - n) * interval '1 minute')`;
  const [at, noted] = [until(documents), until(notes)];
  const each = sql`from generate_series(1, ${sql.lit(documents)}) n`;
  const eachTenth = sql`from generate_series(1, ${sql.lit(notes)}) n`;
  const clients = documents / DOCUMENTS_OF_A_CLIENT;
  const client = id('C', `(n % ${clients} + 1)`);
  const rare = (of: number, state: number) => sql`n % ${sql.lit(of / RARE)} = ${sql.lit(state)}`;
  const legalLives = (kind: string, letter: string, of: number) =>
    sql`
      insert into fiscal_documents (tenant_id, id, kind, mode, number, legal_status, submission_state, created_by, created_at)
      select ${tenant}, ${id(letter)}, ${kind}, 'DGI', ${`${letter}-`} || lpad(n::text, 10, '0'),
        case when ${rare(of, 0)} then 'PAC_REJECTED' when ${rare(of, 1)} then 'PAC_AUTHORIZED' when ${rare(of, 2)} then null
          else 'DGI_AUTHORIZED' end,
        case when ${rare(of, 2)} then 'UNKNOWN' else 'DONE' end, 'bench', ${until(of)}
      from generate_series(1, ${sql.lit(of)}) n`;
  await db.connection().execute((connection) =>
    acrossTenants(connection, TABLES, async () => {
      const run = (statement: ReturnType<typeof sql>) => statement.execute(connection);
      await run(sql`insert into tenants (id, name, time_zone) values (${tenant}, 'Lists', ${sql.lit(TIME_ZONE)})`);
      await run(sql`
        insert into clients (tenant_id, id, name, receiver_type, updated_at)
        select ${tenant}, ${id('C')}, 'Client ' || lpad(n::text, 8, '0'), 'CONSUMIDOR_FINAL', ${noted} ${eachTenth}`);
      await run(sql`
        insert into suppliers (tenant_id, id, name, updated_at)
        select ${tenant}, ${id('S')}, 'Supplier ' || lpad(n::text, 8, '0'), ${noted} ${eachTenth}`);
      await run(sql`
        insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock, kind, updated_at)
        select ${tenant}, ${id('I')}, 'SKU-' || lpad(n::text, 8, '0'), 'Item ' || md5(n::text), 'und', 5, 7, 'NONE', true,
          case when ${rare(notes, 0)} then 'SERVICE' else 'GOODS' end, ${noted} ${eachTenth}`);
      await run(sql`
        insert into orders (tenant_id, id, number, client_id, status, subtotal, tax, total, due_date, created_by, created_at, updated_at)
        select ${tenant}, ${id('O')}, 'PED-' || lpad(n::text, 10, '0'), ${client},
          case when ${rare(documents, 0)} then 'OPEN' when ${rare(documents, 1)} then 'CANCELED' else 'INVOICED' end, 1, 0, 1,
          (${at})::date, 'bench', ${at}, ${at} ${each}`);
      await run(sql`
        insert into document_numbers (tenant_id, series, last_number)
        select ${tenant}, series, ${sql.lit(documents)} from unnest(array['F', 'N', 'D', 'PED', 'OC']) series`);
      await run(legalLives('INVOICE', 'F', documents));
      await run(sql`
        insert into invoices (tenant_id, id, client_id, invoice_status, subtotal, tax, total, issued_at, issue_day, due_date, created_by,
          updated_at)
        select ${tenant}, ${id('F')}, ${client},
          case when ${rare(documents, 3)} then 'UNPAID' when ${rare(documents, 4)} then 'PAST_DUE' when ${rare(documents, 5)} then 'VOID'
            else 'PAID' end,
          1, 0, 1, ${at}, (${at})::date, (${at})::date, 'bench', ${at} ${each}`);
      await run(sql`
        insert into payments (tenant_id, id, invoice_id, amount, method, paid_at, created_by, updated_at)
        select ${tenant}, ${id('P')}, ${id('F')}, 1, 'CASH', ${at}, 'bench', ${at} ${each}`);
      await run(legalLives('CREDIT_NOTE', 'N', notes));
      await run(sql`
        insert into credits (tenant_id, id, invoice_id, credit_status, reason, restock, subtotal, tax, total, issued_at, issue_day,
          created_by, updated_at)
        select ${tenant}, ${id('N')}, ${id('F')}, case when ${rare(notes, 3)} then 'UNAPPLIED' else 'APPLIED' end, 'Returned', false,
          1, 0, 1, ${noted}, (${noted})::date, 'bench', ${noted} ${eachTenth}`);
      await run(legalLives('DEBIT_NOTE', 'D', notes));
      await run(sql`
        insert into debit_notes (tenant_id, id, invoice_id, client_id, debit_status, reason, subtotal, tax, total, issued_at, issue_day,
          created_by, updated_at)
        select ${tenant}, ${id('D')}, ${id('F')}, ${client}, case when ${rare(notes, 3)} then 'VOID' else 'ISSUED' end, 'Freight',
          1, 0, 1, ${noted}, (${noted})::date, 'bench', ${noted} ${eachTenth}`);
      await run(sql`
        insert into purchase_orders (tenant_id, id, number, supplier_id, status, created_by, created_at, updated_at)
        select ${tenant}, ${id('O')}, 'OC-' || lpad(n::text, 10, '0'), ${id('S', '1')},
          case when ${rare(notes, 0)} then 'OPEN' else 'RECEIVED' end, 'bench', ${noted}, ${noted} ${eachTenth}`);
      await run(sql`
        insert into locations (tenant_id, id, name, code, is_default, office_id)
        select tenant_id, ${id('L', '1')}, 'Store', 'L1', true, id from offices where tenant_id = ${tenant}`);
      await run(sql`
        insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, source_type, source_id,
          movement_type, quantity_change, new_quantity, description, created_by)
        select ${tenant}, ${id('I', '1')}, ${id('L', '1')}, n, n, ${noted}, (${noted})::date, false, 5, ${id('A')}, 'AJUSTE', 1, n,
          'Counted', 'bench' ${eachTenth}`);
    }),
  );
  for (const table of TABLES.filter((one) => one !== 'kept_counts')) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  }
}
