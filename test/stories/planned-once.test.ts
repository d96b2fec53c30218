// Statements that each connection plans once, in a process that is older than a new column of their tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_COLUMNS, ITEM_COLUMNS } from '../../src/catalog/tables.ts';
import { FISCAL_DOCUMENT_COLUMNS } from '../../src/certification/tables.ts';
import { INVOICE_COLUMNS } from '../../src/invoicing/tables.ts';
import { ORDER_COLUMNS } from '../../src/sales/tables.ts';
import { invoicedOrder } from '../support/business.ts';
import { createWorld, eventually } from '../support/world.ts';

const LISTS = {
  clients: CLIENT_COLUMNS,
  items: ITEM_COLUMNS,
  fiscal_documents: FISCAL_DOCUMENT_COLUMNS,
  invoices: INVOICE_COLUMNS,
  orders: ORDER_COLUMNS,
};

/** Columns that the database alone reads. */
const OF_THE_DATABASE = ['clients folded', 'invoices changed_minute', 'orders changed_minute'];

test('a sale goes on while its tables get a column', async (t) => {
  const here = await createWorld();
  t.after(() => here.close());
  const shop = await here.tenant();
  const certified = async () => {
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    const status = `select legal_status, awaits_pdf from fiscal_documents where id = '${invoice.id}'`;
    await eventually(() => here.query(status), [{ legal_status: 'DGI_AUTHORIZED', awaits_pdf: false }]);
  };
  await certified();
  const lists = await here.query<{ name: string }>(`
    select relname || ' ' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relname = any (array['${Object.keys(LISTS).join("','")}'])
      and attnum > 0 and not attisdropped`);
  const listed = Object.entries(LISTS).flatMap(([table, columns]) => columns.map((column) => `${table} ${column}`));
  assert.deepEqual(lists.map(({ name }) => name).toSorted(), [...listed, ...OF_THE_DATABASE].toSorted());

  for (const table of [...Object.keys(LISTS), 'document_events', 'pac_requests', 'pac_notices', 'files'])
    await here.query(`alter table ${table} add column of_a_newer_release text`);
  await certified();
});
