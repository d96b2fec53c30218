// Personal data by table and column: whose rows they are, and what becomes of each column when the person is forgotten.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { sha256 } from '../files/index.ts';
import { STAND_IN_PREFIX } from '../fiscal/document-types.ts';
import { actorOf, agentOf, type TenantDb } from '../tenancy/index.ts';

/** `id` of a user is the name in the token. */
export interface Person {
  kind: 'client' | 'supplier' | 'user';
  id: string;
}

/** The same for the same person always, so that a restored database comes to the same. */
export function pseudonymOf({ id }: Person): string {
  return `Persona olvidada ${sha256(Buffer.from(id)).slice(0, 8)}`;
}

const FILED = 'as it was filed or issued: the business keeps its documents (Código de Comercio, art. 93)';
const DOER = 'who did it: the business must be able to tell';
const OWN_WORDS = { external_id: 'null', metadata: 'null' };

export interface PersonalTable {
  /** By column: what stands there afterwards, as SQL; `:name` is the pseudonym. */
  forgets?: Readonly<Record<string, string>>;
  /** Its rows are removed. */
  isRemoved?: boolean;
  /** By column, and why. */
  keeps?: Readonly<Record<string, string>>;
}

/** Each column of a tenant's table that can say something of a person; a test knows all the others. */
export const PERSONAL: Readonly<Record<string, PersonalTable>> = {
  clients: {
    forgets: {
      name: ':name',
      ...{ ruc: 'null', dv: 'null', email: 'null', further_emails: `'{}'`, telephone: 'null', country: 'null' },
      ...{
        address_line: 'null',
        corregimiento_code: 'null',
        province: 'null',
        district: 'null',
        corregimiento: 'null',
      },
      ...{ external_code: 'null', ...OWN_WORDS },
    },
  },
  suppliers: { forgets: { name: ':name', ruc: 'null', ...OWN_WORDS } },
  orders: { forgets: OWN_WORDS, keeps: { created_by: DOER } },
  purchase_orders: { forgets: OWN_WORDS, keeps: { created_by: DOER } },
  payments: {
    forgets: { reference: 'null', request: `request - 'reference'`, ...OWN_WORDS },
    keeps: { created_by: DOER },
  },
  refunds: { forgets: { reason: `'-'` }, keeps: { created_by: DOER } },
  invoices: { forgets: OWN_WORDS, keeps: { void_reason: FILED, created_by: DOER } },
  credits: { forgets: OWN_WORDS, keeps: { reason: FILED, void_reason: FILED, created_by: DOER } },
  debit_notes: { forgets: OWN_WORDS, keeps: { reason: FILED, void_reason: FILED, created_by: DOER } },
  fiscal_documents: {
    // A stand-in has the client's code in its number, by which a later import would find it.
    forgets: { number: `regexp_replace(number, '^${STAND_IN_PREFIX}.*', '${STAND_IN_PREFIX}' || :name)` },
    keeps: {
      ...{ pac_input: FILED, pac_response: FILED, rejection_reasons: FILED, parked_reason: FILED, qr_url: FILED },
      created_by: DOER,
    },
  },
  pac_requests: { keeps: { reason: FILED, asked_by: DOER } },
  pac_notices: { keeps: { body: FILED, outcome: FILED } },
  certified_documents: { keeps: { facts: FILED } },
  files: { keeps: { filename: FILED, storage_key: FILED } },
  document_events: {
    forgets: { detail: `(case when detail ? 'email' then detail || '{"email": "-"}' else detail end) - 'findings'` },
    keeps: { actor: DOER },
  },
  // Its key goes on to stand for something else: what was done under it is not done again.
  requests: { forgets: { request: `jsonb_build_object('operation', request -> 'operation', 'isForgotten', true)` } },
  // A plan without its input can no longer be confirmed.
  plans: {
    forgets: { input: `'{"isForgotten": true}'`, facts: `'{"isForgotten": "true"}'`, told: `'{}'` },
    keeps: { actor: DOER, user_name: DOER, credential: DOER, decided_by: DOER },
  },
  webhook_deliveries: { forgets: { answer: 'null' } },
  acts: { forgets: { before: 'null', after: 'null', salt: 'null' }, keeps: { actor: DOER, credential: DOER } },
  api_tokens: { keeps: { user_name: DOER, revoked_by: DOER } },
  dashboard_sessions: { isRemoved: true },
  members: { isRemoved: true },
  presences: { isRemoved: true },
  inventory_logs: { keeps: { description: 'of goods, and never changed', created_by: DOER } },
  stock_reservations: { keeps: { created_by: DOER } },
  supplier_invoices: { keeps: { created_by: DOER } },
  document_links: { keeps: { created_by: DOER } },
  stock_counts: {
    keeps: { opened_by: DOER, status_by: DOER, name: 'of what is counted', reason: 'why a count was discarded' },
  },
  stock_count_lines: { keeps: { counted_by: DOER, place: 'of goods' } },
  transfers: { keeps: { sent_by: DOER, status_by: DOER, note: 'of goods', reason: 'why goods were lost' } },
  till_sessions: { keeps: { opened_by: DOER } },
  till_entries: { keeps: { created_by: DOER, reason: 'why cash went in or out, which a Z counts' } },
  till_closings: { keeps: { closed_by: DOER, explanation: 'why a count differed', report: 'sums without a name' } },
  till_sales: { keeps: { made_by: DOER, reason: 'why a sale was refused or discarded: it was paid' } },
  contingencies: { keeps: { started_by: DOER, ended_by: DOER } },
  // A seller is the name in the token, a client the id.
  kept_sales: { keeps: { key: DOER } },
};

type Condition = Sql;

/** Words that identify a party: kept requests that contain one of them are about it. */
export async function wordsOf(db: TenantDb, { kind, id }: Person): Promise<string[]> {
  if (kind === 'user') return [];
  const { rows } = await sql<{ word: string }>`
    select value as word from ${sql.table(`${kind}s`)} as party, jsonb_each_text(to_jsonb(party))
    where tenant_id = ${db.tenant.id} and id = ${id} and value is not null
      and key in ('name', 'ruc', 'email', 'telephone', 'address_line', 'external_id')`.execute(db);
  return rows.map(({ word }) => word);
}

/** By table: which rows are kept about the person. Literals, since a cursor takes no parameters. */
export function rowsAbout(
  db: TenantDb,
  { kind, id }: Person,
  words: readonly string[],
): { tables: ReadonlyMap<string, Condition>; ids: Condition } {
  const its = sql.lit(id);
  const rows = (table: string, where: Condition, column = 'id'): Condition =>
    sql`(select ${sql.ref(column)} from ${sql.table(table)} where tenant_id = ${sql.lit(db.tenant.id)} and ${where})`;
  const found = (tables: Record<string, Condition>, ids: Condition) => ({
    tables: new Map(Object.entries({ ...tables, ...traces(rows, ids, words) })),
    ids,
  });
  switch (kind) {
    case 'client': {
      const ofClient = sql`client_id = ${its}`;
      const [orders, invoices, notes] = [
        rows('orders', ofClient),
        rows('invoices', ofClient),
        rows('debit_notes', ofClient),
      ];
      const ofOrders = sql`order_id in ${orders}`;
      const ofInvoices = sql`invoice_id in ${invoices}`;
      const credits = rows('credits', ofInvoices);
      const documents = sql`(${invoices} union all ${credits} union all ${notes})`;
      const ofDocuments = sql`document_id in ${documents}`;
      return found(
        {
          ...{ clients: sql`id = ${its}`, client_sales: ofClient },
          kept_sales: sql`dimension = 'CLIENT' and key = ${its}`,
          ...{ orders: ofClient, order_lines: ofOrders, stock_reservations: ofOrders },
          ...{ invoices: ofClient, invoice_lines: ofInvoices, payments: ofInvoices, refunds: ofInvoices },
          ...{ credits: ofInvoices, credit_lines: sql`credit_id in ${credits}` },
          ...{ debit_notes: ofClient, debit_note_lines: sql`debit_note_id in ${notes}` },
          ...{ fiscal_documents: sql`id in ${documents}`, files: sql`source_id in ${documents}` },
          ...{ pac_requests: ofDocuments, pac_notices: ofDocuments, document_events: ofDocuments },
          inventory_logs: sql`source_id in ${documents}`,
        },
        sql`(select ${its}::uuid union all ${orders} union all ${documents} union all ${rows('payments', ofInvoices)})`,
      );
    }
    case 'supplier': {
      const ofSupplier = sql`supplier_id = ${its}`;
      const [orders, invoices] = [rows('purchase_orders', ofSupplier), rows('supplier_invoices', ofSupplier)];
      return found(
        {
          suppliers: sql`id = ${its}`,
          ...{ purchase_orders: ofSupplier, purchase_order_lines: sql`purchase_order_id in ${orders}` },
          ...{ supplier_invoices: ofSupplier, supplier_invoice_lines: sql`supplier_invoice_id in ${invoices}` },
          inventory_logs: sql`counterparty_id = ${its}`,
        },
        sql`(select ${its}::uuid union all ${orders} union all ${invoices})`,
      );
    }
    case 'user': {
      const named = sql`user_name = ${its}`;
      const actor = sql`(actor = ${sql.lit(actorOf(id))} or actor like 'agent:%' and right(actor, ${sql.lit(agentOf('', id).length - 'agent:'.length)}) = ${sql.lit(agentOf('', id).slice('agent:'.length))})`;
      const tables = { api_tokens: named, dashboard_sessions: named, members: named, presences: named };
      return {
        tables: new Map(Object.entries({ ...tables, acts: actor, document_events: actor })),
        ids: sql`(select null::uuid where false)`,
      };
    }
    default:
      return kind satisfies never;
  }
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** References to the person's records by id, or by one of the person's own words. */
function traces(
  rows: (table: string, where: Condition, column: string) => Condition,
  ids: Condition,
  words: readonly string[],
): Record<string, Condition> {
  const texts = sql`array[${sql.join([sql.lit(''), ...words.map((word) => sql.lit(word))])}]::text[]`;
  const names = (column: string): Condition => sql`
    exists (select from regexp_matches(${sql.ref(column)}::text, ${sql.lit(UUID)}, 'g') as one where one[1]::uuid in ${ids})`;
  const says = (column: string): Condition => sql`
    exists (select from jsonb_path_query(${sql.ref(column)}, 'strict $.** ? (@.type() == "string" && @ != "")') as one
      where one #>> '{}' = any(${texts}))`;
  return {
    requests: sql`
      idempotency_key in ${rows('requests', sql`(${names('request')} or ${names('result')} or ${says('request')})`, 'idempotency_key')}`,
    plans: sql`id in ${rows('plans', sql`(${names('input')} or ${says('input')})`, 'id')}`,
    ...{ events: sql`(subject_id in ${ids} or entity_id in ${ids})`, webhook_deliveries: sql`subject_id in ${ids}` },
    acts: sql`entity_ids && array(${ids})`,
  };
}
