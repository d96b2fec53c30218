// What happens is written down as events, in the transaction of the fact and by the tables of the facts themselves.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Each table of facts is locked for a moment; a process of an earlier release that writes meanwhile tells events from then on as well. */
export const inTransaction = false;

const TABLES = `
  create table events (
    tenant_id uuid not null,
    seq bigint generated always as identity,
    -- Dense, from 1; given by the first reader that sees the row, so a reader who has passed it has missed nothing.
    position bigint check (position > 0),
    id uuid not null default gen_random_uuid(),
    type text not null,
    entity_id uuid not null,
    -- What the order is kept for.
    subject_id uuid not null,
    at timestamptz not null default clock_timestamp(),
    data jsonb not null,
    -- Of the request or job that did it, where traces are recorded.
    traceparent text default nullif(current_setting('app.traceparent', true), ''),
    primary key (tenant_id, seq)
  );
  create unique index events_position on events (tenant_id, position) where position is not null;
  create index events_unplaced on events (tenant_id, seq) where position is null;
  create table event_heads (
    tenant_id uuid primary key,
    position bigint not null default 0
  )`;

/** Not for what a migration changes, and not where the transaction writes the past. */
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;

const INTO = 'insert into events (tenant_id, type, entity_id, subject_id, data)';

const amount = (column: string): string => `trim_scale(${column})::text`;
const PREFIX = (kind: string): string =>
  `case ${kind} when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end`;

/** The data of a document that is issued: `is` is its row of `fiscal_documents`, `of` that of its business life. */
const ISSUED: Record<string, string> = {
  invoices: `'orderId', one.order_id, 'clientId', one.client_id, 'status', one.invoice_status`,
  credits: `'invoiceId', one.invoice_id, 'status', one.credit_status`,
  debit_notes: `'invoiceId', one.invoice_id, 'clientId', one.client_id, 'status', one.debit_status`,
};

const issued = (table: string): string => `
  create or replace function tell_issued_${table}() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select one.tenant_id, ${PREFIX('document.kind')} || '.issued', one.id, one.id, jsonb_strip_nulls(jsonb_build_object(
      'id', one.id, 'number', document.number, 'mode', document.mode, ${ISSUED[table]!}, 'total', ${amount('one.total')}))
    from added one join fiscal_documents document on (document.tenant_id, document.id) = (one.tenant_id, one.id);
    ${
      table === 'invoices'
        ? `${INTO}
    select tenant_id, 'invoice.paid', id, id,
      jsonb_build_object('id', id, 'status', invoice_status, 'total', ${amount('total')}, 'paid', ${amount('paid')})
    from added where invoice_status in ('PAID', 'OVERPAID') and paid > 0;`
        : ''
    }
    return null;
  end $$`;

const FUNCTIONS = `
  ${Object.keys(ISSUED).map(issued).join(';')};

  -- A verdict, what became of a submission, another number, and what needs a person.
  create or replace function tell_document() returns trigger language plpgsql as $$
  declare
    prefix text := ${PREFIX('new.kind')};
    said jsonb := jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', new.number, 'mode', new.mode,
      'legalStatus', new.legal_status, 'submissionState', new.submission_state));
  begin
    ${INTO}
    select new.tenant_id, type, new.id, new.id, said from (values
      (prefix || '.issued', old.mode <> new.mode),
      (prefix || case when new.legal_status like '%_REJECTED' then '.rejected' else '.' || lower(new.legal_status) end,
        new.legal_status is distinct from old.legal_status and new.legal_status is not null),
      (prefix || '.unknown', new.submission_state = 'UNKNOWN' and old.submission_state <> 'UNKNOWN'),
      (prefix || '.settled', old.submission_state = 'UNKNOWN' and new.submission_state <> 'UNKNOWN'),
      ('document.parked', old.parked_reason is null and new.parked_reason is not null),
      ('document.unparked', old.parked_reason is not null and new.parked_reason is null)
    ) told (type, is_told) where is_told;
    return null;
  end $$;

  -- Another status of an invoice, credit or debit note, whose column is the first argument.
  create or replace function tell_status() returns trigger language plpgsql as $$
  declare
    was text := to_jsonb(old) ->> tg_argv[0];
    one jsonb := to_jsonb(new);
    now text := one ->> tg_argv[0];
  begin
    ${INTO}
    select new.tenant_id, ${PREFIX('document.kind')} || '.' || case
        when now in ('PAID', 'OVERPAID') and was not in ('PAID', 'OVERPAID') then 'paid'
        when now = was then 'updated'
        when now in ('PAST_DUE', 'APPLIED', 'CANCELED') then lower(now)
        when now = 'VOID' then 'voided'
        else 'updated' end,
      new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', document.number, 'status', now,
        'invoiceId', one -> 'invoice_id', 'total', ${amount("(one ->> 'total')::numeric")},
        'paid', ${amount("(one ->> 'paid')::numeric")}, 'credited', ${amount("(one ->> 'credited')::numeric")},
        'debited', ${amount("(one ->> 'debited')::numeric")}))
    from fiscal_documents document where (document.tenant_id, document.id) = (new.tenant_id, new.id);
    return null;
  end $$;

  create or replace function tell_money() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'payments' then
      ${INTO}
      select tenant_id, 'payment.recorded', id, invoice_id,
        jsonb_build_object('id', id, 'invoiceId', invoice_id, 'amount', ${amount('amount')}, 'method', method) from added;
    else
      ${INTO}
      select tenant_id, 'payment.refunded', payment_id, invoice_id, jsonb_strip_nulls(jsonb_build_object('id', payment_id,
        'refundId', id, 'invoiceId', invoice_id, 'amount', ${amount('amount')}, 'movedTo', moved_to)) from added;
    end if;
    return null;
  end $$;

  create or replace function tell_pdf() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select new.tenant_id, 'document.pdf_attached', id, id, jsonb_build_object('id', id, 'number', number, 'fileId', new.id)
    from fiscal_documents where tenant_id = new.tenant_id and id = new.source_id;
    return null;
  end $$;

  create or replace function tell_movements() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select tenant_id, 'stock.moved', item_id, item_id, jsonb_strip_nulls(jsonb_build_object('id', item_id, 'locationId', location_id,
      'movementType', movement_type, 'sourceId', source_id, 'quantityChange', ${amount('quantity_change')},
      'newQuantity', ${amount('new_quantity')})) from added order by item_id, location_id, seq;
    return null;
  end $$;

  -- What is available of an item, over all locations, has come down to where it is to be reordered.
  create or replace function tell_shortage() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select item.tenant_id, 'stock.below_reorder', item.id, item.id, jsonb_build_object('id', item.id,
      'available', ${amount('level.available')}, 'reorderLevel', ${amount('item.reorder_level')})
    from (
      select tenant_id, item_id, sum(change) as change from (
        select tenant_id, item_id, on_hand - reserved as change from added
        union all select tenant_id, item_id, reserved - on_hand from was
      ) one group by 1, 2 having sum(change) < 0
    ) moved
    join items item on (item.tenant_id, item.id) = (moved.tenant_id, moved.item_id) and item.reorder_level > 0
    cross join lateral (
      select sum(on_hand - reserved) as available from stock_levels
      where (tenant_id, item_id) = (moved.tenant_id, moved.item_id)
    ) level
    where level.available <= item.reorder_level and level.available - moved.change > item.reorder_level;
    return null;
  end $$;

  create or replace function tell_receipt() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select distinct added.tenant_id, 'purchase_order.received', purchase.id, purchase.id,
      jsonb_build_object('id', purchase.id, 'number', purchase.number, 'supplierId', purchase.supplier_id)
    from added join was on (was.tenant_id, was.id) = (added.tenant_id, added.id)
    join purchase_orders purchase on (purchase.tenant_id, purchase.id) = (added.tenant_id, added.purchase_order_id)
    where added.quantity_received > was.quantity_received;
    return null;
  end $$;

  -- A row of its own: the first argument is what it is, the second what has happened to it, or the column that says so.
  create or replace function tell_row() returns trigger language plpgsql as $$
  declare
    one jsonb := to_jsonb(new);
    happened text := case when tg_argv[1] <> 'status' then tg_argv[1]
      when one ->> 'status' in ('CANCELED', 'CLOSED') then lower(one ->> 'status') else 'updated' end;
  begin
    ${INTO} values (new.tenant_id, tg_argv[0] || '.' || happened, new.id, new.id,
      jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', one -> 'number', 'sku', one -> 'sku',
        'clientId', one -> 'client_id', 'supplierId', one -> 'supplier_id', 'status', one -> 'status',
        'total', ${amount("(one ->> 'total')::numeric")})));
    if tg_argv[0] = 'item' then perform set_config('app.told_item', new.id::text, true); end if;
    return null;
  end $$;

  -- Units and barcodes are the item's; however many of them change in a transaction, it is told once.
  create or replace function tell_item_part() returns trigger language plpgsql as $$
  begin
    ${INTO}
    select item.tenant_id, 'item.updated', item.id, item.id, jsonb_build_object('id', item.id, 'sku', item.sku)
    from (select distinct tenant_id, item_id from changed) part
    join items item on (item.tenant_id, item.id) = (part.tenant_id, part.item_id)
    where item.id::text <> coalesce(current_setting('app.told_item', true), '');
    perform set_config('app.told_item', item_id::text, true) from (select item_id from changed limit 1) one;
    return null;
  end $$`;

interface Trigger {
  table: string;
  /** Of this table, where there are several. */
  name?: string;
  when: string;
  /** Besides that events are told at all. */
  if?: string;
  run: string;
}

const ADDED = 'after insert';
const EACH = 'for each row';
const ADDED_TOGETHER = `${ADDED} on $ referencing new table as added for each statement`;
const changedOf = (...columns: string[]): string =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns.map((column) => `new.${column}`).join(', ')})`;
/** Whatever columns there are, and will be, but those that follow from something else. */
const CHANGED = `to_jsonb(old) - '{average_cost,updated_at}'::text[] is distinct from to_jsonb(new) - '{average_cost,updated_at}'::text[]`;

const ROWS: readonly Trigger[] = ['client', 'supplier', 'item'].flatMap((thing) => [
  { table: `${thing}s`, name: 'created', when: `${ADDED} on $ ${EACH}`, run: `tell_row('${thing}', 'created')` },
  { table: `${thing}s`, when: `after update on $ ${EACH}`, if: CHANGED, run: `tell_row('${thing}', 'updated')` },
]);

const TRIGGERS: readonly Trigger[] = [
  ...Object.keys(ISSUED).map((table) => ({
    table,
    name: 'issued',
    when: ADDED_TOGETHER,
    run: `tell_issued_${table}()`,
  })),
  {
    table: 'fiscal_documents',
    when: `after update on $ ${EACH}`,
    if: `(old.mode <> new.mode or old.legal_status is distinct from new.legal_status
      or (old.submission_state = 'UNKNOWN') <> (new.submission_state = 'UNKNOWN')
      or (old.parked_reason is null) <> (new.parked_reason is null))`,
    run: 'tell_document()',
  },
  {
    table: 'invoices',
    when: `after update on $ ${EACH}`,
    if: changedOf('invoice_status', 'credited', 'debited'),
    run: `tell_status('invoice_status')`,
  },
  {
    table: 'credits',
    when: `after update on $ ${EACH}`,
    if: changedOf('credit_status'),
    run: `tell_status('credit_status')`,
  },
  {
    table: 'debit_notes',
    when: `after update on $ ${EACH}`,
    if: `${changedOf('debit_status')} and new.debit_status <> 'REJECTED'`,
    run: `tell_status('debit_status')`,
  },
  { table: 'payments', when: ADDED_TOGETHER, run: 'tell_money()' },
  { table: 'refunds', when: ADDED_TOGETHER, run: 'tell_money()' },
  { table: 'files', when: `${ADDED} on $ ${EACH}`, if: `new.content_type = 'application/pdf'`, run: 'tell_pdf()' },
  { table: 'inventory_logs', when: ADDED_TOGETHER, run: 'tell_movements()' },
  {
    table: 'stock_levels',
    when: 'after update on $ referencing old table as was new table as added for each statement',
    run: 'tell_shortage()',
  },
  { table: 'orders', name: 'created', when: `${ADDED} on $ ${EACH}`, run: `tell_row('order', 'created')` },
  {
    table: 'orders',
    when: `after update on $ ${EACH}`,
    if: changedOf('version', 'status'),
    run: `tell_row('order', 'status')`,
  },
  {
    table: 'purchase_orders',
    name: 'created',
    when: `${ADDED} on $ ${EACH}`,
    run: `tell_row('purchase_order', 'created')`,
  },
  {
    table: 'purchase_orders',
    when: `after update on $ ${EACH}`,
    if: `${changedOf('status')} and new.status in ('CANCELED', 'CLOSED')`,
    run: `tell_row('purchase_order', 'status')`,
  },
  {
    table: 'purchase_order_lines',
    when: 'after update on $ referencing old table as was new table as added for each statement',
    run: 'tell_receipt()',
  },
  ...ROWS,
  ...['item_units', 'item_barcodes'].flatMap((table) => [
    {
      table,
      name: 'added',
      when: `${ADDED} on $ referencing new table as changed for each statement`,
      run: 'tell_item_part()',
    },
    {
      table,
      name: 'removed',
      when: 'after delete on $ referencing old table as changed for each statement',
      run: 'tell_item_part()',
    },
  ]),
];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (db) => {
    await run(db, 'drop table if exists events, event_heads');
    await run(db, `${TABLES};${FUNCTIONS}`);
    await protectTenantTable(db, 'events', 'select, insert, update (position), delete');
    await protectTenantTable(db, 'event_heads', 'select, insert, update (position)');
  });
  for (const trigger of TRIGGERS) {
    const name = `tell_${trigger.name ?? 'changed'}`;
    const condition = [TELLS, trigger.if].filter((one) => one !== undefined).join(' and ');
    await briefly(
      db,
      `drop trigger if exists ${name} on ${trigger.table};
       create trigger ${name} ${trigger.when.replace('$', trigger.table)} when (${condition}) execute function ${trigger.run}`,
    );
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const { table, name } of TRIGGERS)
    await briefly(db, `drop trigger if exists tell_${name ?? 'changed'} on ${table}`);
  const functions = new Set(TRIGGERS.map(({ run }) => run.replace(/\(.*/, '')));
  await run(db, `drop function if exists ${[...functions].join(', ')}; drop table if exists events, event_heads`);
}
