// A person asks what is kept, and asks to be forgotten: everything is told, and what stays is what the law demands.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assertNone } from '../../test/support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, untilInvoice, untilPrinted } from '../../test/support/business.ts';
import { salesFile } from '../../test/support/imported.ts';
import { quietWorld, type Answer, type TestTenant, type World } from '../../test/support/world.ts';
import { importSales } from '../invoicing/index.ts';
import { readConfig } from '../wiring/config.ts';
import { placeActs } from '../tenancy/index.ts';
import { afterRestoreCommand } from './after-restore.ts';
import type { Answer as Told, Command } from './command.ts';
import { personExportCommand } from './person-export.ts';
import { personForgetCommand } from './person-forget.ts';
import { PERSONAL } from '../company/index.ts';
import { verifyCommand } from './verify.ts';

/** Columns of tenants' tables without personal data: goods, amounts, days, states, ids, and the business itself. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  acts: 'at turn operation entity_ids before_digest after_digest',
  act_due: 'session at',
  act_heads: 'number hash settled_turn settled_number next_turn next_number next_after',
  act_places: 'number before reach ids hashes',
  api_tokens: 'token_sha256 key_id role expires_at last_used_at revoked_at limits spent held spent_day',
  billing_points: 'office_id code name mark is_first archived_at',
  client_sales: 'item_id grain period client_id units',
  clients:
    'receiver_type folded retention_code price_list_id archived_at has_orders has_invoices has_credits has_debit_notes',
  condensed_items: 'item_id',
  certified_documents: 'document_id file_id net itbms isc total differs_by',
  contingencies: 'started_at reason explanation ended_at',
  credit_lines:
    'credit_id invoice_line_id line_number item_id location_id quantity net tax isc other_tax unit unit_factor',
  credits:
    'client_id invoice_id credit_status is_return restock subtotal tax total certified_more issued_at issue_day fiscal_day voided_at canceled_at isc other_tax applied_at',
  debit_note_lines:
    'debit_note_id line_number invoice_line_id item_id description quantity unit_price tax_rate net tax',
  debit_notes:
    'invoice_id client_id debit_status reference subtotal tax total certified_more issued_at issue_day fiscal_day voided_at canceled_at',
  document_events: 'document_id at kind event_seq event_trace',
  document_numbers: 'series last_number billing_point_id',
  event_heads: 'position settled_seq settled_position next_seq next_position next_after',
  event_places: 'position before seqs',
  event_rows: 'seq type entity_id subject_id at data traceparent',
  files: 'source_id content_type byte_size sha256 event_seq event_trace',
  fiscal_documents:
    'kind mode fiscal_number legal_status submission_state document_id cufe expected_cufe cufe_key pac_company_id send_started_at lease_until submit_after lease_number poll_count settled_at void_state void_asked_at void_started_at void_lease_until void_after void_attempts proforma_number awaits_pdf is_canceled environment billing_point_id document_type awaits_xml authorization_protocol authorized_at contingency_id',
  inventory_logs:
    'item_id location_id seq occurred_at method source_id quantity_change new_quantity source_type movement_type type_seq day opens_day reference_number counterparty_id unit_cost event_seq event_trace',
  inventory_lots:
    'item_id location_id lot_number quantity_received quantity_remaining unit_cost expiration_date received_at',
  invoice_lines:
    'invoice_id line_number item_id location_id description quantity quantity_credited unit_price tax_rate net tax lot_number discount isc_rate other_tax_code other_tax isc unit unit_factor',
  invoices:
    'order_id holds_order client_id invoice_status subtotal tax total certified_more paid credited issued_at issue_day fiscal_day due_date voided_at canceled_at is_stand_in discount isc other_tax retention_code retention change debited export_data is_owed is_opening',
  item_barcodes: 'barcode item_id unit',
  item_sales:
    'item_id grain period location_id units documents documents_left_out leading_documents leading_documents_left_out',
  item_units: 'item_id unit factor price',
  items:
    'sku name unit unit_price tax_rate cpbs category tracking_mode allow_negative_stock average_cost reorder_level reorder_quantity lead_time_days folded isc_rate other_tax_code other_tax_rate kind external_id metadata archived_at',
  kept_counts: 'subject class count',
  kept_months: 'month figures',
  kept_sales: 'dimension grain period sales units invoiced credited debited cost costed unit_cost counted_at',
  locations: 'name code is_default office_id external_id metadata archived_at',
  lot_movements: 'lot_id source_id line_id quantity_change',
  offices: 'code pac_office_id name address corregimiento_code latitude longitude telephone is_main',
  order_lines:
    'order_id line_number item_id location_id quantity unit_price tax_rate lot_number discount isc_rate other_tax_code other_tax own_discount other_tax_rate unit unit_factor',
  orders: 'number client_id status due_date subtotal tax total billing_point_id discount isc other_tax version',
  pac_notices: 'digest pac_document_id cufe legal_status state document_id deliveries received_at processed_at',
  pac_requests: 'document_id what state asked_at started_at lease_until not_before attempts',
  payments: 'invoice_id amount method paid_at idempotency_key',
  price_list_items: 'price_list_id item_id unit price',
  price_lists: 'name archived_at',
  purchase_order_lines:
    'purchase_order_id line_number item_id location_id quantity quantity_received unit_cost is_open unit unit_factor',
  purchase_orders: 'number supplier_id status',
  refunds: 'payment_id invoice_id amount moved_to refunded_at',
  requests: 'idempotency_key result',
  stock_levels:
    'item_id location_id on_hand reserved last_seq last_at prior_at n_venta n_compra n_ajuste n_devolucion n_other',
  stored_bytes: 'storage_key put_at',
  stock_reservations: 'item_id location_id quantity status order_id order_line_id',
  supplier_invoice_lines: 'supplier_invoice_id line_number item_id location_id quantity unit_cost unit unit_factor',
  supplier_invoices: 'number supplier_id',
  suppliers: 'folded archived_at',
  plans: 'operation amount expires_at used_at asked_at decided_at is_approved',
  document_links: 'code revoked_at views viewed_at',
  stock_counts: 'location_id category not_counted_days is_blind is_for_cashiers opened_at status status_at',
  stock_count_lines: 'count_id item_id quantity counted_at cost',
  transfers: 'from_location_id to_location_id sent_at status status_at',
  transfer_lines: 'transfer_id line_number item_id quantity received lost unit_cost',
  till_sessions: 'billing_point_id opened_at said_at opening_float closed_at',
  till_entries: 'session_id kind amount counted pieces said_at',
  till_closings: 'billing_point_id number documents payments refunds said_at closed_at',
  till_sales: 'till sold_at amount state told_at',
  webhook_deliveries:
    'seq endpoint_id event_seq event_id type subject_id position state attempts next_at leased_until first_tried_at last_tried_at http_status',
  webhook_endpoints:
    'url types description overlap_until is_enabled disabled_reason disabled_at position starts_at failures failing_since resumes_at deleted_at',
};
const EVERYWHERE = ['tenant_id', 'id', 'created_at', 'updated_at', 'changed_minute'];

let here: World;
let shop: TestTenant;
let folder: string;

before(async () => {
  here = await quietWorld();
  shop = await here.tenant({ name: 'Tienda' });
  folder = await mkdtemp(join(tmpdir(), 'folio-person-'));
});
after(() => rm(folder, { recursive: true }));

function folio(command: Command, options: Record<string, string>): Promise<Told> {
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  return command.run({ config, options: { tenant: shop.tenant.id, ...options }, positionals: [], terminal });
}

const columns = () =>
  here.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name in (select table_name from information_schema.columns where column_name = 'tenant_id')`);

test('of each column of a tenant it is decided whether it says something of a person', async () => {
  const known = (table: string): string[] => {
    const { forgets = {}, keeps = {} } = PERSONAL[table] ?? {};
    return [...EVERYWHERE, ...Object.keys(forgets), ...Object.keys(keeps), ...(NOT_PERSONAL[table] ?? '').split(' ')];
  };
  const there = await columns();
  assertNone(there, ({ table, column }) => !PERSONAL[table]?.isRemoved && !known(table).includes(column));
  const named = Object.entries(PERSONAL).flatMap(([table, { forgets = {}, keeps = {} }]) =>
    [...Object.keys(forgets), ...Object.keys(keeps)].map((column) => `${table}.${column}`),
  );
  const names = new Set(there.map(({ table, column }) => `${table}.${column}`));
  assertNone(named, (one) => !names.has(one));
});

/** In every word that can be said of a person. */
const MARK = /zulema/i;
const CONTACT = {
  email: 'zulema@example.com',
  emails: ['zulema.two@example.com'],
  telephone: '6612-3456',
  address: { line: 'Casa de Zulema 4', corregimientoCode: '8-8-11' },
};

/** Places of her name in the database, by table and column. */
async function marked(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columns()) {
    const [row] = await here.query<{ is: boolean }>(
      `select exists (select from "${table}" where tenant_id = $1 and "${column}"::text ~* 'zulema') as is`,
      [shop.tenant.id],
    );
    if (row!.is) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

const KEPT_OF_DOCUMENTS = ['fiscal_documents.pac_input'];

describe('a client', () => {
  let clientId: string;
  let sold: Answer;

  before(async () => {
    const itemId = await newItem(shop, { stock: '100' });
    const own = { externalId: 'crm-zulema', metadata: { note: 'Zulema likes blue' } };
    clientId = await newClient(shop, 'Zulema Ríos', { ...CONTACT, ...own, idempotencyKey: 'client-1' });
    await newClient(shop, 'Another One', { email: 'other@example.com' });
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '5' }], {
      ...{ externalId: 'web-zulema-1', metadata: { note: 'for Zulema' }, idempotencyKey: 'order-1' },
    });
    sold = await invoice(shop, order.id);
    await shop.get(
      `mutation ($id: UUID!) { setExternal(type: INVOICE, id: $id, externalId: "inv-zulema", metadata: { by: "zulema" }) { __typename } }`,
      { id: sold.id },
    );
  });

  const forget = (more: Record<string, string> = {}): Promise<Told> =>
    folio(personForgetCommand, { client: clientId, ...more });

  test('is not forgotten while a document is under way or owed', async () => {
    await assert.rejects(forget(), /1 invoices that are not settled, 1 documents under way/);
  });

  test('is exported whole, by address as by id', async () => {
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(here, shop);
    const pay = `mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount,
      reference: "from Zulema", externalId: "pay-zulema", idempotencyKey: "pay-1") { payments { id } } }`;
    const { registerPayment: paid } = await shop.get(pay, { id: sold.id, amount: String(Number(sold.total) + 5) });
    await shop.call('refundPayment', { paymentId: paid.payments[0].id, amount: '5', reason: 'Zulema paid too much' });
    await shop.call('sendDocument', { documentId: sold.id, email: 'zulema.two@example.com' });
    // As a release before 1.9.0 kept the request of a payment.
    await here.sql`update payments set request = '{"reference": "from Zulema"}' where tenant_id = ${shop.tenant.id}`;

    const to = join(folder, 'export');
    const { json } = (await folio(personExportCommand, { email: 'Zulema.Two@example.com', to })) as { json: Answer };
    assert.deepEqual(json.person, { kind: 'client', id: clientId });
    const names = await readdir(to);
    for (const name of [
      'clients',
      'orders',
      'invoices',
      'payments',
      'refunds',
      'fiscal_documents',
      'document_events',
      'requests',
      'events',
      'acts',
    ]) {
      assert.ok(names.includes(`${name}.csv`), name);
    }
    assert.match(await readFile(join(to, 'clients.csv'), 'utf8'), /Zulema Ríos.*6612-3456/);
    assert.doesNotMatch(await readFile(join(to, 'clients.jsonl'), 'utf8'), /Another/);
    assert.equal((await readdir(join(to, 'files'))).length, 1);
    // Everything that names her is in it.
    const told = await Promise.all(
      (await marked()).map(
        async (one) => [one, await readFile(join(to, `${one.split('.')[0]!}.jsonl`), 'utf8')] as const,
      ),
    );
    assertNone(told, ([, text]) => !MARK.test(text));
  });

  test('a rehearsal tells what would become of what, and changes nothing', async () => {
    // New Year's Eve in Panama, the day after by UTC.
    await here.query(`update fiscal_documents set created_at = '2026-01-01T00:00:00Z' where id = $1`, [sold.id]);
    const before = await marked();
    const { json, text } = (await forget()) as { json: Answer; text: string };
    assert.equal(json.isRehearsal, true);
    assert.equal(json.documentsKeptUntil, '2030-12-31');
    assert.match(text, /clients: 1 of 1 rows change[^]*keeps pac_input: as it was filed[^]*Nothing was changed/);
    assert.deepEqual(await marked(), before);
    await assert.rejects(forget({ confirm: 'another', proof: join(folder, 'no.json') }), /--confirm must be/);
  });

  test('is forgotten: nothing says who it was but the documents that were filed', async () => {
    const proof = join(folder, 'proof.json');
    await forget({ confirm: clientId, proof });
    assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
    const told = JSON.parse(await readFile(proof, 'utf8'));
    const ofCard = told.tables.find(({ table }: Answer) => table === 'clients');
    assert.deepEqual([ofCard.rows, ofCard.changed], [1, 1]);
    assert.notEqual(ofCard.digestBefore, ofCard.digestAfter);
    const filed = told.tables.find(({ table }: Answer) => table === 'fiscal_documents');
    assert.deepEqual([filed.changed, filed.digestBefore], [0, filed.digestAfter]);
    assert.ok(told.chainHead.number > 0 && told.tables.find(({ table }: Answer) => table === 'acts').changed > 0);
    assert.equal(told.documentsKeptUntil, '2030-12-31');
    // Its documents and its balance are as they were; a search finds no one.
    const { clients, client } = await shop.get(
      `query ($id: UUID!) { clients(search: "zulema", limit: 5) { records { id } } client(id: $id) { name email telephone } }`,
      { id: clientId },
    );
    assert.deepEqual(clients.records, []);
    assert.deepEqual(client, { name: told.pseudonym, email: null, telephone: null });
    // A key goes on to stand for what was done under it.
    const again = await shop.refuses('createClient', { name: 'Zulema Ríos', idempotencyKey: 'client-1' });
    assert.equal(again.code, 'CONFLICT');
  });

  test('what is derived and the acts verify as before', async () => {
    await placeActs(here.app, shop.tenant);
    const { json } = (await folio(verifyCommand, {})) as { json: Answer };
    assert.deepEqual(json.problems, []);
  });

  test('once more it changes nothing, and tells the same', async () => {
    const acts = () => here.query(`select id from acts where tenant_id = $1`, [shop.tenant.id]);
    const before = await acts();
    const { json } = (await forget({ confirm: clientId, proof: join(folder, 'again.json') })) as { json: Answer };
    assertNone(json.tables, ({ changed }) => changed > 0);
    assert.equal((await acts()).length, before.length);
  });

  test('a backup that is restored is told again', async () => {
    await here.query(`update clients set name = 'Zulema Ríos', email = $2 where id = $1`, [clientId, CONTACT.email]);
    const { json, text } = (await folio(afterRestoreCommand, { 'skip-numbers': '0' })) as {
      json: Answer;
      text: string;
    };
    assert.deepEqual(json.forgotten, [{ tenantId: shop.tenant.id, kind: 'client', id: clientId }]);
    assert.match(text, /was forgotten again/);
    assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
  });
});

test('killed before the commit nothing is forgotten, and the next run ends it', async () => {
  const id = await newClient(shop, 'Zulema Second', { externalId: 'second' });
  const proof = join(folder, 'missing', 'proof.json');
  await assert.rejects(folio(personForgetCommand, { client: id, confirm: id, proof }), { code: 'ENOENT' });
  assert.ok((await marked()).includes('clients.name'));
  await folio(personForgetCommand, { client: id, confirm: id, proof: join(folder, 'second.json') });
  assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
});

test('a client with a paid proforma is not forgotten while it may be filed', async () => {
  const client = await newClient(shop, 'Zulema Third', { externalId: 'third' });
  const itemId = await newItem(shop, { stock: '2' });
  const made = async () => invoice(shop, (await newOrder(shop, client, [{ itemId, quantity: '1' }])).id, 'PROFORM');
  const canceled = await made();
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: canceled.orderId });
  const { id, total } = await made();
  await shop.call('registerPayment', { invoiceId: id, amount: total });
  await assert.rejects(folio(personForgetCommand, { client }), /there are: 1 proformas that may be filed$/);
  const { convertInvoiceToDgi: filed } = await shop.get(
    'mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { documentId } }',
    { id },
  );
  await here.simulator.verdict(filed.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  await folio(personForgetCommand, { client, confirm: client, proof: join(folder, 'third.json') });
  assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
});

test('a rejected invoice that was made anew and paid, and a rejected note on it, keep no client', async () => {
  const client = await newClient(shop, 'Zulema Fourth');
  const itemId = await newItem(shop, { stock: '9' });
  const order = await newOrder(shop, client, [{ itemId, quantity: '1', unitPrice: '100' }]);
  const rejected = await invoice(shop, order.id);
  await here.simulator.verdict(rejected.documentId, 'DGI_REJECTED');
  await untilInvoice(shop, rejected.id, { legalStatus: 'DGI_REJECTED' });
  const sold = await invoice(shop, order.id);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilInvoice(shop, sold.id, { legalStatus: 'DGI_AUTHORIZED' });
  await shop.call('registerPayment', { invoiceId: sold.id, amount: '107' });
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'errorsArray' });
  const note = await shop.call('createCredit { legalStatus }', { invoiceId: sold.id, mode: 'DGI', reason: 'Returned' });
  assert.equal(note.legalStatus, 'PAC_REJECTED');
  await untilPrinted(here, shop);
  await folio(personForgetCommand, { client, confirm: client, proof: join(folder, 'fourth.json') });
  assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
});

test('money that was paid on a rejected invoice is owed to the client', async () => {
  const client = await newClient(shop, 'Fifth');
  const itemId = await newItem(shop, { stock: '9' });
  const sold = await invoice(shop, (await newOrder(shop, client, [{ itemId, quantity: '1', unitPrice: '100' }])).id);
  await shop.call('registerPayment', { invoiceId: sold.id, amount: '107' });
  await here.simulator.verdict(sold.documentId, 'DGI_REJECTED');
  await untilInvoice(shop, sold.id, { legalStatus: 'DGI_REJECTED' });
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: sold.orderId });
  await assert.rejects(folio(personForgetCommand, { client }), /there are: 1 invoices that are not settled$/);
});

test('an imported credit note, which stands on no invoice of its own, keeps no client', async () => {
  const file = await salesFile(['C489449,85048,15CM GLASS BALL,-3,2024-03-01 10:33,6.955,13085']);
  await importSales(here.app, shop.tenant, { file, openingStock: false });
  const [card] = await here.query<{ id: string }>(`select id from clients where external_code = '13085'`, []);
  await folio(personForgetCommand, { client: card!.id, confirm: card!.id, proof: join(folder, 'imported.json') });
  const original = async (number: string): Promise<Answer> =>
    (await shop.call('credits { records { number invoice { number client { id } } } }', { search: number })).records[0]
      .invoice;
  const { number } = await original('C489449');
  assert.match(number, /^FAC-SIN-ORIGEN-Persona olvidada [0-9a-f]{8}$/);
  // The code that comes again is another client's, whose notes are none of the forgotten one.
  const again = await salesFile([
    'C489449,85048,15CM GLASS BALL,-3,2024-03-01 10:33,6.955,13085',
    'C489450,85048,15CM GLASS BALL,-1,2024-03-02 10:33,6.955,13085',
  ]);
  await importSales(here.app, shop.tenant, { file: again, openingStock: false });
  const [next] = await here.query<{ id: string }>(`select id from clients where external_code = '13085'`, []);
  assert.notEqual(next!.id, card!.id);
  assert.deepEqual(await original('C489450'), { number: 'FAC-SIN-ORIGEN-13085', client: { id: next!.id } });
  assert.deepEqual(await original('C489449'), { number, client: { id: card!.id } });
});

test('a client with an applied internal credit note is not forgotten while it may be filed', async () => {
  const client = await newClient(shop, 'Zulema Sixth');
  const itemId = await newItem(shop, { stock: '9' });
  const sold = await invoice(shop, (await newOrder(shop, client, [{ itemId, quantity: '1' }])).id);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilInvoice(shop, sold.id, { legalStatus: 'DGI_AUTHORIZED' });
  const note = { invoiceId: sold.id, mode: 'PROFORM', reason: 'Returned' };
  const credit = await shop.call('createCredit { id }', note);
  await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: credit.id });
  await untilPrinted(here, shop);
  await assert.rejects(folio(personForgetCommand, { client }), /there are: 1 internal credits that may be filed$/);
  const { convertCreditToDgi: filed } = await shop.get(
    'mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { documentId } }',
    { id: credit.id },
  );
  await here.simulator.verdict(filed.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  await folio(personForgetCommand, { client, confirm: client, proof: join(folder, 'sixth.json') });
  assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
});

test('a supplier is forgotten too, not while goods are to come', async () => {
  const createSupplier = await shop.call('createSupplier { id ruc }', { name: 'Zulema Imports', ruc: '8-721-1024' });
  const { id, ruc } = createSupplier;
  const itemId = await newItem(shop);
  const createPurchaseOrder = await shop.call('createPurchaseOrder', {
    supplierId: id,
    lines: [{ itemId, quantity: '1', unitCost: '1' }],
  });
  await assert.rejects(folio(personForgetCommand, { ruc }), /1 purchase orders that are not closed/);
  await shop.call('cancelPurchaseOrder', { purchaseOrderId: createPurchaseOrder.id });
  await folio(personForgetCommand, { ruc, confirm: id, proof: join(folder, 'supplier.json') });
  assert.deepEqual(await marked(), KEPT_OF_DOCUMENTS);
});

test('of a user the sessions and presences go, once no token is valid', async () => {
  const { createApiToken } = await shop.get(
    'mutation { createApiToken(userName: "zulema", roles: [viewer]) { apiToken { id } } }',
  );
  await here.query(`insert into presences values ($1, gen_random_uuid(), 'zulema', false, now())`, [shop.tenant.id]);
  await assert.rejects(folio(personForgetCommand, { user: 'zulema' }), /1 tokens that are valid/);
  await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id: createApiToken.apiToken.id });
  await folio(personForgetCommand, { user: 'zulema', confirm: 'zulema', proof: join(folder, 'user.json') });
  assert.ok(!(await marked()).includes('presences.user_name'));
});

test('who is asked for must be one, and be there', async () => {
  await newClient(shop, 'One', { email: 'both@example.com' });
  await newClient(shop, 'Two', { email: 'both@example.com' });
  const to = join(folder, 'none');
  await assert.rejects(
    folio(personForgetCommand, { email: 'both@example.com' }),
    /2 have the email both@example.com: --client/,
  );
  await assert.rejects(folio(personForgetCommand, { email: 'none@example.com' }), /No one is kept here/);
  await assert.rejects(folio(personExportCommand, { to }), /says who it is about/);
  await assert.rejects(folio(personExportCommand, { client: 'x', to }), /is no id/);
});
