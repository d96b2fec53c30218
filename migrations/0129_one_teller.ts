// What a table tells of its rows is told by one trigger; which change it is, the function knows.
import { readFile } from 'node:fs/promises';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { FILE } from './baseline.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** Each table is locked for a moment. */
export const inTransaction = false;

/** As 0069 has it: not for what a migration changes, and not where the transaction writes the past. */
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;
const INTO = 'insert into events (tenant_id, type, entity_id, subject_id, data)';
const PREFIX = (kind: string): string =>
  `case ${kind} when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end`;
const amount = (key: string): string => `trim_scale((one ->> '${key}')::numeric)::text`;

const FUNCTIONS = `
  -- An invoice, credit or debit note: issued, another status, which is the argument, or other words of an integrator.
  create or replace function tell_life() returns trigger language plpgsql as $$
  declare
    one jsonb;
    was text;
    now text;
    changes int := 0;
  begin
    if tg_op = 'UPDATE' then
      if tg_table_name = 'invoices' then
        changes := ((old.invoice_status, old.credited, old.debited) is distinct from (new.invoice_status, new.credited, new.debited))::int;
      elsif tg_table_name = 'credits' then
        changes := (old.credit_status is distinct from new.credit_status)::int;
      else
        changes := (old.debit_status is distinct from new.debit_status and new.debit_status <> 'REJECTED')::int;
      end if;
      changes := changes + ((old.external_id, old.metadata) is distinct from (new.external_id, new.metadata))::int;
      if changes = 0 then return null; end if;
      was := to_jsonb(old) ->> tg_argv[0];
    end if;
    one := to_jsonb(new);
    now := one ->> tg_argv[0];
    if tg_op = 'INSERT' then
      ${INTO}
      select new.tenant_id, ${PREFIX('document.kind')} || '.issued', new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id,
        'number', document.number, 'mode', document.mode, 'orderId', one -> 'order_id', 'invoiceId', one -> 'invoice_id',
        'clientId', one -> 'client_id', 'status', now, 'total', ${amount('total')}))
      from fiscal_documents document where (document.tenant_id, document.id) = (new.tenant_id, new.id);
      if now in ('PAID', 'OVERPAID') and (one ->> 'paid')::numeric > 0 then
        ${INTO} values (new.tenant_id, 'invoice.paid', new.id, new.id, jsonb_build_object('id', new.id, 'status', now,
          'total', ${amount('total')}, 'paid', ${amount('paid')}));
      end if;
      return null;
    end if;
    ${INTO}
    select new.tenant_id, ${PREFIX('document.kind')} || '.' || case
        when now in ('PAID', 'OVERPAID') and was not in ('PAID', 'OVERPAID') then 'paid'
        when now = was then 'updated'
        when now in ('PAST_DUE', 'APPLIED', 'CANCELED') then lower(now)
        when now = 'VOID' then 'voided'
        else 'updated' end,
      new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', document.number, 'status', now,
        'invoiceId', one -> 'invoice_id', 'total', ${amount('total')}, 'paid', ${amount('paid')}, 'credited', ${amount('credited')},
        'debited', ${amount('debited')}))
    from fiscal_documents document, generate_series(1, changes)
    where (document.tenant_id, document.id) = (new.tenant_id, new.id);
    return null;
  end $$;

  -- A verdict, what became of a submission, another number, what needs a person, and a void of what was rejected meanwhile.
  create or replace function tell_verdict() returns trigger language plpgsql as $$
  declare
    prefix text := ${PREFIX('new.kind')};
  begin
    ${INTO}
    select new.tenant_id, type, new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', new.number, 'mode', new.mode,
      'legalStatus', new.legal_status, 'submissionState', new.submission_state))
    from (values
      (prefix || '.issued', old.mode <> new.mode),
      (prefix || case when new.legal_status like '%_REJECTED' then '.rejected' else '.' || lower(new.legal_status) end,
        new.legal_status is distinct from old.legal_status and new.legal_status is not null),
      (prefix || '.unknown', new.submission_state = 'UNKNOWN' and old.submission_state <> 'UNKNOWN'),
      (prefix || '.settled', old.submission_state = 'UNKNOWN' and new.submission_state <> 'UNKNOWN'),
      ('document.parked', old.parked_reason is null and new.parked_reason is not null),
      ('document.unparked', old.parked_reason is not null and new.parked_reason is null),
      (prefix || '.voided',
        new.void_state = 'DONE' and old.void_state is distinct from 'DONE' and new.legal_status like '%_REJECTED')
    ) told (type, is_told) where is_told;
    return null;
  end $$;

  -- A row of its own, which the argument names: made, or changed in what is seen of it.
  create or replace function tell_entity() returns trigger language plpgsql as $$
  declare
    one jsonb;
    happened text[] := '{created}';
    had_words boolean;
  begin
    if tg_op = 'UPDATE' then
      happened := '{}';
      if tg_argv[0] in ('order', 'purchase_order') then
        had_words := (old.external_id, old.metadata) is distinct from (new.external_id, new.metadata);
        if tg_argv[0] = 'purchase_order' then
          if old.status <> new.status and new.status in ('CANCELED', 'CLOSED') then happened := array[lower(new.status)]; end if;
        elsif (old.version, old.status) is distinct from (new.version, new.status) then
          happened := array[case when new.status in ('CANCELED', 'CLOSED') then lower(new.status) else 'updated' end];
          had_words := had_words and old.version = new.version;
        end if;
        if had_words then happened := happened || array['updated']; end if;
      elsif to_jsonb(old) - '{average_cost,updated_at}'::text[] is distinct from to_jsonb(new) - '{average_cost,updated_at}'::text[] then
        happened := '{updated}';
      end if;
    -- The default location comes by itself, with whatever names none first.
    elsif tg_argv[0] = 'location' then
      if new.is_default then return null; end if;
    end if;
    if happened = '{}' then return null; end if;
    one := to_jsonb(new);
    ${INTO}
    select new.tenant_id, tg_argv[0] || '.' || one_of, new.id, new.id,
      jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', one -> 'number', 'sku', one -> 'sku', 'clientId', one -> 'client_id',
        'supplierId', one -> 'supplier_id', 'status', one -> 'status', 'total', ${amount('total')}))
    from unnest(happened) one_of;
    if tg_argv[0] = 'item' then perform set_config('app.told_item', new.id::text, true); end if;
    return null;
  end $$;

  -- However many prices of a list change in a transaction, it is told once.
  create or replace function tell_prices() returns trigger language plpgsql as $$
  declare
    one price_list_items := case when tg_op = 'DELETE' then old else new end;
  begin
    if tg_op = 'UPDATE' and old.price = new.price or one.price_list_id::text = current_setting('app.told_price_list', true) then
      return null;
    end if;
    ${INTO} values (one.tenant_id, 'price_list.updated', one.price_list_id, one.price_list_id, jsonb_build_object('id', one.price_list_id));
    perform set_config('app.told_price_list', one.price_list_id::text, true);
    return null;
  end $$`;

/** By table, on what its trigger runs and what. */
const TELLERS: Record<string, readonly [on: string, runs: string, condition?: string]> = {
  invoices: ['insert or update', `tell_life('invoice_status')`],
  credits: ['insert or update', `tell_life('credit_status')`],
  debit_notes: ['insert or update', `tell_life('debit_status')`],
  fiscal_documents: [
    'update',
    'tell_verdict()',
    `(old.mode <> new.mode or old.legal_status is distinct from new.legal_status or old.void_state is distinct from new.void_state
      or (old.submission_state = 'UNKNOWN') <> (new.submission_state = 'UNKNOWN')
      or (old.parked_reason is null) <> (new.parked_reason is null))`,
  ],
  price_list_items: ['insert or update or delete', 'tell_prices()'],
  supplier_invoices: ['insert', `tell_entity('supplier_invoice')`],
  ...Object.fromEntries(
    ['order', 'purchase_order', 'client', 'supplier', 'item', 'price_list', 'location'].map((thing) => [
      `${thing}s`,
      ['insert or update', `tell_entity('${thing}')`],
    ]),
  ),
};

const OLD_TRIGGERS = ['changed', 'created', 'words', 'issued', 'void_of_rejected'].map((name) => `tell_${name}`);
const OLD_FUNCTIONS = [
  ...['tell_issued_invoices', 'tell_issued_credits', 'tell_issued_debit_notes', 'tell_document', 'tell_status'],
  ...['tell_row', 'tell_void_of_rejected', 'tell_price'],
];

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  for (const [table, [on, runs, condition]] of Object.entries(TELLERS)) {
    await briefly(
      db,
      `${['tell', ...OLD_TRIGGERS].map((name) => `drop trigger if exists ${name} on ${table}`).join(';')};
       create trigger tell after ${on} on ${table} for each row when (${[TELLS, condition].filter(Boolean).join(' and ')}) execute function ${runs}`,
    );
  }
  await run(db, `drop function if exists ${OLD_FUNCTIONS.join(', ')}`);
}

/** Functions and triggers as the release before this migration prints them. */
export async function down(db: MigrationDb): Promise<void> {
  const printed = await readFile(FILE, 'utf8');
  const isOld = (text: string): boolean => OLD_FUNCTIONS.some((name) => text.includes(`.${name}(`));
  const functions = printed.match(/^CREATE OR REPLACE FUNCTION [\s\S]*?\$function\$;$/gm)!.filter(isOld);
  await run(db, functions.join(''));
  for (const table of Object.keys(TELLERS)) {
    const triggers = printed.match(new RegExp(`^CREATE TRIGGER tell_\\w+ .* ON public\\.${table} .*;$`, 'gm'))!;
    await briefly(db, `drop trigger if exists tell on ${table}; ${triggers.join('')}`);
  }
  await run(db, 'drop function if exists tell_life, tell_verdict, tell_entity, tell_prices');
}
