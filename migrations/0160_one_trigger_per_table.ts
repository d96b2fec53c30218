// A table tells of its rows and keeps their changes by one trigger after a change, and guards them by one before it.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** Each table is locked for a moment. */
export const inTransaction = false;

const IN_TENANT = `coalesce(current_setting('app.tenant_id', true), '') <> ''`;
const THIS_MONTH = `date_trunc('month', now() at time zone 'America/Panama')`;
const FORGET = `
        perform pg_advisory_xact_lock_shared(hashtextextended('kept_months' || new.tenant_id, 0));
        delete from kept_months where tenant_id = new.tenant_id;`;
const INTO = 'insert into events (tenant_id, type, entity_id, subject_id, data)';
const amount = (key: string): string => `trim_scale((n ->> '${key}')::numeric)::text`;
const differ = (...names: string[]): string =>
  `(${names.map((name) => `o -> '${name}'`).join(', ')}) is distinct from (${names.map((name) => `n -> '${name}'`).join(', ')})`;

/** After a change: what an act says of it, and the event that tells of it. */
const AFTER = `
  -- The events of a row: old and new without what is not seen of them, a row that is made without what is null. The kind is the last argument of its trigger.
  create or replace function tell_row(kind text, tenant uuid, op text, o jsonb, n jsonb) returns void language plpgsql as $$
  declare
    one uuid := n ->> 'id';
    was text := o ->> kind;
    now text := n ->> kind;
    is_new boolean := op = 'INSERT';
    happened text[] := '{}';
  begin
    if op = 'DELETE' and kind not in ('price', 'part') then return; end if;
    case
    when kind in ('invoice_status', 'credit_status', 'debit_status') then
      if is_new then
        happened := '{issued}';
      else
        if was <> now and (kind = 'credit_status' or now <> 'REJECTED') or kind = 'invoice_status' and ${differ('credited', 'debited', 'certified_more')} then
          happened := array[case
            when now in ('PAID', 'OVERPAID') and was not in ('PAID', 'OVERPAID') then 'paid'
            when now = was then 'updated'
            when now in ('PAST_DUE', 'APPLIED', 'CANCELED') then lower(now)
            when now = 'VOID' then 'voided'
            else 'updated' end];
        end if;
        -- Words that change with the status are told as a change of the status.
        if ${differ('external_id', 'metadata')} then happened := happened || coalesce(happened[1], 'updated'); end if;
        if happened = '{}' then return; end if;
      end if;
      ${INTO}
      select tenant, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.' || told,
        one, one, jsonb_strip_nulls(jsonb_build_object('id', one, 'number', document.number, 'status', now, 'invoiceId', n -> 'invoice_id', 'total', ${amount('total')})
          || case when is_new then jsonb_build_object('mode', document.mode, 'orderId', n -> 'order_id', 'clientId', n -> 'client_id')
            else jsonb_build_object('paid', ${amount('paid')}, 'credited', ${amount('credited')}, 'debited', ${amount('debited')}) end)
      from fiscal_documents document, unnest(happened) told where (document.tenant_id, document.id) = (tenant, one);
      if is_new and now in ('PAID', 'OVERPAID') and (n ->> 'paid')::numeric > 0 then
        ${INTO} values (tenant, 'invoice.paid', one, one, jsonb_build_object('id', one, 'status', now, 'total', ${amount('total')}, 'paid', ${amount('paid')}));
      end if;

    -- A verdict, what became of a submission, another number, what needs a person, and a void of what was rejected meanwhile.
    when kind = 'document' then
      if is_new or not ${differ('mode', 'legal_status', 'void_state', 'submission_state', 'parked_reason')} then return; end if;
      ${INTO}
      select tenant, type, one, one, jsonb_strip_nulls(jsonb_build_object('id', one, 'number', n -> 'number', 'mode', n -> 'mode',
        'legalStatus', n -> 'legal_status', 'submissionState', n -> 'submission_state'))
      from (select case n ->> 'kind' when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end as prefix,
        n ->> 'legal_status' as legal_status, n ->> 'submission_state' as submission_state) said
      cross join lateral (values
        (prefix || '.issued', ${differ('mode')}),
        (prefix || case when legal_status like '%_REJECTED' then '.rejected' else '.' || lower(legal_status) end,
          ${differ('legal_status')} and legal_status is not null),
        (prefix || '.unknown', submission_state = 'UNKNOWN' and o ->> 'submission_state' <> 'UNKNOWN'),
        (prefix || '.settled', o ->> 'submission_state' = 'UNKNOWN' and submission_state <> 'UNKNOWN'),
        ('document.parked', o ->> 'parked_reason' is null and n ->> 'parked_reason' is not null),
        ('document.unparked', o ->> 'parked_reason' is not null and n ->> 'parked_reason' is null),
        (prefix || '.voided', n ->> 'void_state' = 'DONE' and ${differ('void_state')} and legal_status like '%_REJECTED')
      ) told (type, is_told) where is_told;

    -- However many prices of a list change in a transaction, it is told once.
    when kind = 'price' then
      one := n ->> 'price_list_id';
      if op = 'UPDATE' and not ${differ('price')} or one::text = current_setting('app.told_price_list', true) then return; end if;
      ${INTO} values (tenant, 'price_list.updated', one, one, jsonb_build_object('id', one));
      perform set_config('app.told_price_list', one::text, true);

    -- Units and barcodes are told as their item, which is told once.
    when kind = 'part' then
      one := n ->> 'item_id';
      if op = 'UPDATE' or one::text = current_setting('app.told_item', true) then return; end if;
      ${INTO} select tenant, 'item.updated', id, id, jsonb_build_object('id', id, 'sku', sku) from items where (tenant_id, id) = (tenant, one);
      perform set_config('app.told_item', one::text, true);

    -- However many lines of it a statement receives.
    when kind = 'receipt' then
      one := n ->> 'purchase_order_id';
      was := one || statement_timestamp()::text;
      if op <> 'UPDATE' or (n ->> 'quantity_received')::numeric <= (o ->> 'quantity_received')::numeric or was = current_setting('app.told_receipt', true) then return; end if;
      ${INTO} select tenant, 'purchase_order.received', id, id, jsonb_build_object('id', id, 'number', number, 'supplierId', supplier_id)
      from purchase_orders where (tenant_id, id) = (tenant, one);
      perform set_config('app.told_receipt', was, true);

    when kind = 'file' then
      if not is_new or n ->> 'content_type' <> 'application/pdf' then return; end if;
      ${INTO} select tenant, 'document.pdf_attached', id, id, jsonb_build_object('id', id, 'number', number, 'fileId', one)
      from fiscal_documents where (tenant_id, id) = (tenant, (n ->> 'source_id')::uuid);

    when kind = 'payment' then
      if not is_new then return; end if;
      ${INTO} values (tenant, 'payment.recorded', one, (n ->> 'invoice_id')::uuid,
        jsonb_build_object('id', one, 'invoiceId', n -> 'invoice_id', 'amount', ${amount('amount')}, 'method', n -> 'method'));

    when kind = 'refund' then
      if not is_new then return; end if;
      ${INTO} values (tenant, 'payment.refunded', (n ->> 'payment_id')::uuid, (n ->> 'invoice_id')::uuid, jsonb_strip_nulls(jsonb_build_object(
        'id', n -> 'payment_id', 'refundId', one, 'invoiceId', n -> 'invoice_id', 'amount', ${amount('amount')}, 'movedTo', n -> 'moved_to')));

    -- A row of its own, which the kind names.
    else
      if is_new then
        -- The default location comes by itself, with whatever names none first.
        if kind = 'location' and (n ->> 'is_default')::boolean then return; end if;
        happened := '{created}';
      elsif kind in ('order', 'purchase_order') then
        was := o ->> 'status';
        now := n ->> 'status';
        if now in ('CANCELED', 'CLOSED') and (was <> now or kind = 'order' and ${differ('version')}) then happened := array[lower(now)];
        elsif kind = 'order' and ${differ('version', 'status')} then happened := '{updated}';
        end if;
        if ${differ('external_id', 'metadata')} and (kind = 'purchase_order' or not ${differ('version')}) then happened := happened || array['updated']; end if;
      elsif kind <> 'supplier_invoice' then
        happened := '{updated}';
      end if;
      if happened = '{}' then return; end if;
      ${INTO}
      select tenant, kind || '.' || told, one, one, jsonb_strip_nulls(jsonb_build_object('id', one, 'number', n -> 'number', 'sku', n -> 'sku',
        'clientId', n -> 'client_id', 'supplierId', n -> 'supplier_id', 'status', n -> 'status', 'total', ${amount('total')}))
      from unnest(happened) told;
      if kind = 'item' then perform set_config('app.told_item', one::text, true); end if;
    end case;
  end $$;

  -- In UTC, whatever the session: what is printed is digested.
  create or replace function keep_row() returns trigger language plpgsql set timezone = 'UTC' as $$
  declare
    o jsonb;
    n jsonb;
    before jsonb;
    after jsonb;
    said jsonb;
  begin
    if tg_op <> 'UPDATE' then
      n := jsonb_strip_nulls(to_jsonb(coalesce(new, old)) - tg_argv[2]::text[]);
      said := act_name(tg_table_name, n, tg_argv) || jsonb_build_object(case tg_op when 'DELETE' then 'b' else 'a' end,
        act_hidden(case when tg_op = 'DELETE' or tg_argv[5] = '{}' then n else act_sealed(n, tg_argv) end, tg_argv));
    else
      o := to_jsonb(old) - tg_argv[2]::text[];
      n := to_jsonb(new) - tg_argv[2]::text[];
      if o = n then return null; end if;
      select jsonb_object_agg(key, o -> key), jsonb_object_agg(key, value)
        into before, after from jsonb_each(n) where o -> key is distinct from value;
      if after ?| tg_argv[5]::text[] then
        raise exception 'what is written once of % % is not changed', tg_table_name, old.id;
      end if;
      said := act_name(tg_table_name, n, tg_argv)
        || jsonb_build_object('b', act_hidden(before, tg_argv), 'a', act_hidden(after, tg_argv));
    end if;
    if not ${IN_TENANT} then return null; end if;
    if coalesce(current_setting('app.changes', true), '') = '' then
      -- What no mutation tells of becomes an act at the commit: told by the one who has promised so, else by the trigger of this row.
      if current_setting('app.acts', true) is distinct from 'told' then
        insert into act_due values (current_setting('app.tenant_id')::uuid, pg_backend_pid(), clock_timestamp())
        on conflict (tenant_id, session) do update set at = excluded.at;
      end if;
      perform set_config('app.changes', said::text, true);
    -- In two parts: with each row the whole of a setting is copied, and thousands of rows would be copied thousands of times.
    elsif octet_length(current_setting('app.changes')) > 16384 then
      perform set_config('app.changes_before', concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes')), true);
      perform set_config('app.changes', said::text, true);
    else
      perform set_config('app.changes', current_setting('app.changes') || ',' || said::text, true);
    end if;
    -- A payment is seen with what was given back of it.
    if tg_argv[6] = 'refund' and tg_op = 'INSERT' then
      update payments set updated_at = clock_timestamp() where (tenant_id, id) = (new.tenant_id, new.payment_id);
    end if;
    -- Not where the transaction writes the past.
    if tg_argv[6] is not null and coalesce(current_setting('app.quiet', true), '') = '' then
      perform tell_row(tg_argv[6], coalesce(new.tenant_id, old.tenant_id), tg_op, o, n);
    end if;
    return null;
  end $$;

  create or replace function count_notices() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if exists (select from changed where document_id is not null or state not in ('EXPIRED', 'REFUSED')) then
        raise exception 'a notice that says what became of a document is not removed';
      end if;
    end if;
    perform add_to_count(tenant_id, 'notices', '', count(*) * case tg_op when 'DELETE' then -1 else 1 end)
    from changed group by tenant_id;
    return null;
  end $$;

  create or replace function copy_request_to_document() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if new.state = old.state then return null; end if;
    end if;
    if new.what = 'SUBMIT' then
      update fiscal_documents set submission_state = case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end
      where tenant_id = new.tenant_id and id = new.document_id
        and submission_state <> case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end;
    else
      update fiscal_documents set void_state = case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end
      where tenant_id = new.tenant_id and id = new.document_id
        and void_state is distinct from case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end;
    end if;
    return null;
  end $$`;

/** Before a change: what it may not be, and what follows in the row itself. */
const BEFORE = `
  -- A new document's type and point; of one that is there what was sent and answered stays, and its verdict goes one way.
  create or replace function keep_sent() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.kind <> 'INVOICE' and new.document_type = '01' then
        new.document_type := case new.kind when 'CREDIT_NOTE' then '04' else '05' end;
      end if;
    else
      if new.mode = 'DGI' and new.legal_status is distinct from old.legal_status and new.legal_status is not null then
        new.awaits_pdf := new.legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED');
      end if;
      if new.legal_status is distinct from old.legal_status and not (
           old.legal_status is null
        or (old.legal_status = 'PAC_AUTHORIZED' and new.legal_status in ('DGI_AUTHORIZED', 'DGI_REJECTED')))
      then
        raise exception 'legal status of % may not go from % to %', old.id, old.legal_status, new.legal_status
          using errcode = 'check_violation';
      end if;
      if old.pac_input is not null and (new.contingency_id is distinct from old.contingency_id
        or new.pac_input #>> '{information,issueType}' is distinct from old.pac_input #>> '{information,issueType}')
      then
        raise exception 'document % keeps the type of issue that it was made with', old.number;
      end if;
      -- A contingency is explained before the document is filed.
      if old.pac_input is not null and new.pac_input is distinct from old.pac_input
          and (old.legal_status is not null or new.pac_input #- '{information,contingency}' is distinct from old.pac_input #- '{information,contingency}')
        -- Another answer comes with another status, or while there is none; one that never came is a null in JSON.
        or nullif(old.pac_response, 'null') is not null and new.pac_response is distinct from old.pac_response
          and old.legal_status is not null and new.legal_status is not distinct from old.legal_status
        -- One that was found to be of another document is taken away, and a person is told.
        or old.cufe is not null and new.cufe is distinct from old.cufe and (new.cufe is not null or new.parked_reason is null)
        or old.expected_cufe is not null and new.expected_cufe is distinct from old.expected_cufe and old.legal_status is not null
        or old.document_id is not null and new.document_id is distinct from old.document_id and (new.document_id is not null or new.parked_reason is null)
        or new.pac_company_id is distinct from old.pac_company_id and (old.legal_status is not null or old.document_id is not null)
      then
        raise exception 'what was sent and answered of the document % is not changed', old.id;
      end if;
    end if;
    if tg_op = 'UPDATE' and (new.mode = 'DGI_IMPORT' or new.created_at < ${THIS_MONTH} at time zone 'America/Panama' + interval '1 day') then
      if (old.number, old.mode, old.document_type, old.legal_status, old.settled_at, old.rejection_reasons, old.submission_state, old.parked_reason, old.void_state, old.is_canceled)
        is distinct from (new.number, new.mode, new.document_type, new.legal_status, new.settled_at, new.rejection_reasons, new.submission_state, new.parked_reason, new.void_state, new.is_canceled)
      then ${FORGET}
      end if;
    end if;
    if new.billing_point_id is null and new.mode = 'DGI' then
      new.billing_point_id := (select id from billing_points where tenant_id = new.tenant_id and is_first);
    end if;
    return new;
  end $$;

  create or replace function set_updated_at() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if tg_table_name = 'locations' then
        new.office_id := coalesce(new.office_id, (select id from offices where tenant_id = new.tenant_id and is_main));
      -- As a process of an earlier release writes its key.
      elsif new.idempotency_key is not null then
        insert into requests (tenant_id, idempotency_key, request, result) values
          (new.tenant_id, new.idempotency_key, new.request || '{"operation": "registerPayment"}', to_jsonb(new.invoice_id));
      end if;
      return new;
    end if;
    if tg_table_name = 'payments' then
      if old.paid_at is distinct from new.paid_at then raise exception 'paid_at of payments % is not changed', old.id; end if;
    end if;
    if new.updated_at is not distinct from old.updated_at then new.updated_at := clock_timestamp(); end if;
    return new;
  end $$;

  -- The argument of a document's table: columns that change a month that is over.
  create or replace function set_changed_minute() returns trigger language plpgsql as $$
  declare
    is_over boolean;
  begin
    if tg_nargs > 0 then
      if tg_op = 'UPDATE' then
        if (old.subtotal, old.tax, old.total, old.created_by) is distinct from (new.subtotal, new.tax, new.total, new.created_by) then
          raise exception 'what the document % comes to is not changed', old.id;
        end if;
      end if;
      if new.canceled_at is not null then
        update fiscal_documents set is_canceled = true where tenant_id = new.tenant_id and id = new.id and not is_canceled;
      end if;
      is_over := coalesce(new.fiscal_day, new.issue_day) < ${THIS_MONTH};
      if tg_table_name = 'credits' and is_over is not true then
        is_over := exists (select from invoices where tenant_id = new.tenant_id and id = new.invoice_id
          and coalesce(fiscal_day, issue_day) < ${THIS_MONTH});
      end if;
      if is_over and (tg_op = 'INSERT' or exists (
        select from unnest(tg_argv[0]::text[]) name where to_jsonb(old) -> name is distinct from to_jsonb(new) -> name))
      then ${FORGET}
      end if;
    end if;
    if tg_op = 'UPDATE' then
      -- Filled by a migration, which changes nothing that is seen.
      if new.changed_minute is distinct from old.changed_minute then return new; end if;
      if new.updated_at is not distinct from old.updated_at then new.updated_at := clock_timestamp(); end if;
    end if;
    new.changed_minute := date_bin('1 minute', new.updated_at, 'epoch');
    return new;
  end $$`;

/** The tenant itself changes under a role that has no right to acts; its first office comes with it. */
const TENANTS = `
  create or replace function keep_change() returns trigger language plpgsql as $$
  declare
    said text;
    o jsonb;
    n jsonb;
    before jsonb;
    after jsonb;
  begin
    if tg_op = 'INSERT' then
      perform found_office(new);
      said := act_row('a', tg_table_name, to_jsonb(new), tg_argv);
    elsif tg_op = 'DELETE' then
      said := act_row('b', tg_table_name, to_jsonb(old), tg_argv);
    elsif ${IN_TENANT} then
      o := to_jsonb(old) - tg_argv[2]::text[];
      n := to_jsonb(new) - tg_argv[2]::text[];
      select jsonb_object_agg(key, o -> key), jsonb_object_agg(key, value)
        into before, after from jsonb_each(n) where o -> key is distinct from value;
      if after is not null then
        said := (act_name(tg_table_name, to_jsonb(new), tg_argv)
          || jsonb_build_object('b', act_hidden(before, tg_argv), 'a', act_hidden(after, tg_argv)))::text;
      end if;
    end if;
    if said is not null then
      perform set_config('app.changes', concat_ws(',', nullif(current_setting('app.changes', true), ''), said), true);
      if tg_table_name = 'tenants' then perform set_config('app.tenant_changes', 'true', true); end if;
    end if;
    return null;
  end $$;

  create or replace function found_office(one tenants) returns void language plpgsql as $$
  declare
    office uuid := gen_random_uuid();
    role_before text := current_setting('role');
    tenant_before text := current_setting('app.tenant_id', true);
  begin
    perform set_config('role', 'app_tenant', true), set_config('app.tenant_id', one.id::text, true);
    insert into offices (tenant_id, id, code, pac_office_id, name, is_main)
    select one.id, office, case when one.branch_code ~ '^[0-9A-Za-z]{4}$' then one.branch_code else '0000' end, one.pac_office_id, 'Principal', true;
    insert into billing_points (tenant_id, id, office_id, code, mark)
    values (one.id, gen_random_uuid(), office, coalesce(nullif(current_setting('app.first_billing_point', true), ''), '001'), '');
    perform set_config('role', role_before, true), set_config('app.tenant_id', coalesce(tenant_before, ''), true);
  end $$;

  do $do$ begin
    execute replace(pg_get_functiondef('act_of_the_rest'::regproc), 'if coalesce(current_setting(''app.changes'', true), '''') = ''''',
      'if current_setting(''app.tenant_changes'', true) is distinct from ''true'' or coalesce(current_setting(''app.changes'', true), '''') = ''''');
  end $do$`;

/** The word by which a table's rows are told; the arguments before it are those of before. */
const TOLD: Readonly<Record<string, string>> = {
  ...{
    invoices: 'invoice_status',
    credits: 'credit_status',
    debit_notes: 'debit_status',
    fiscal_documents: 'document',
  },
  ...{ price_list_items: 'price', item_barcodes: 'part', item_units: 'part', purchase_order_lines: 'receipt' },
  ...{ files: 'file', payments: 'payment', refunds: 'refund', supplier_invoices: 'supplier_invoice' },
  ...Object.fromEntries(
    ['order', 'purchase_order', 'client', 'supplier', 'item', 'price_list', 'location'].map((one) => [`${one}s`, one]),
  ),
};

const OF_ROW = 'for each row execute function';
const MONTH = 'issued_at,issue_day,fiscal_day,voided_at,canceled_at';
const dated = (columns: string) =>
  `set_updated_at before insert or update on $ ${OF_ROW} set_changed_minute('{${MONTH},${columns}}')`;
const SENT = `pac_input, pac_response, cufe, expected_cufe, document_id, pac_company_id, legal_status, mode, contingency_id, number, document_type,
  settled_at, rejection_reasons, submission_state, parked_reason, void_state, is_canceled`;
const WRITTEN = `set_updated_at before insert or update on $ ${OF_ROW} set_updated_at()`;

/** Triggers by table, beside the one that keeps and tells: those that go, and those that are made anew. */
const TABLES: Readonly<Record<string, readonly [gone: string, made?: readonly string[]]>> = {
  credits: ['forget_months keep_amounts mark_canceled tell', [dated('invoice_id,isc,other_tax')]],
  debit_notes: ['forget_months keep_amounts mark_canceled tell', [dated('invoice_id')]],
  invoices: [
    'forget_months keep_amounts mark_canceled tell',
    [dated('credited,retention,retention_code,isc,other_tax,is_opening')],
  ],
  fiscal_documents: [
    'await_pdf forget_months guard_legal_status keep_issue_type take_first_billing_point tell usual_document_type',
    [`keep_sent before insert or update of ${SENT} on $ ${OF_ROW} keep_sent()`],
  ],
  files: ['keep_once tell_changed'],
  item_barcodes: ['tell_added tell_removed'],
  item_units: ['tell_added tell_removed'],
  locations: ['place_in_main_office tell', [WRITTEN]],
  pac_notices: ['keep_evidence'],
  pac_requests: [
    'copy_new_to_document',
    [`copy_to_document after insert or update on $ ${OF_ROW} copy_request_to_document()`],
  ],
  payments: ['keep_once keep_payment_key tell_changed', [WRITTEN]],
  purchase_order_lines: ['tell_changed'],
  ...Object.fromEntries(
    [
      'clients',
      'items',
      'orders',
      'price_list_items',
      'price_lists',
      'purchase_orders',
      'refunds',
      'supplier_invoices',
      'suppliers',
    ].map((one) => [one, ['tell']] as const),
  ),
};

const GONE = [
  ...[
    'await_pdf',
    'forget_months',
    'guard_legal_status',
    'keep_amounts',
    'keep_evidence',
    'keep_issue_type',
    'keep_once',
    'keep_payment_key',
  ],
  ...[
    'mark_canceled',
    'place_in_main_office',
    'tell_entity',
    'tell_item_part',
    'tell_life',
    'tell_money',
    'tell_pdf',
    'tell_prices',
  ],
  ...['tell_receipt', 'tell_refund', 'tell_verdict', 'usual_document_type'],
];
const TENANTS_TRIGGERS = [
  'act_of_change',
  'act_of_new',
  'found_office',
  'keep_change',
  'keep_new',
  'keep_removed',
  'keep_row',
];

const dropped = (table: string, names: readonly string[]): string[] =>
  names.map((name) => `drop trigger if exists ${name} on ${table}`);

/** The trigger that keeps a table's rows, as it is. */
async function keeperOf(db: MigrationDb, table: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = ${table}::regclass and tgname = 'keep_row'`.execute(
    db,
  );
  return rows[0]?.text;
}

export async function up(db: MigrationDb): Promise<void> {
  await run(db, `${AFTER};${BEFORE}`);
  for (const [table, [gone, made = []]] of Object.entries(TABLES))
    await briefly(db, async (db) => {
      const keeper = await keeperOf(db, table);
      const kind = TOLD[table];
      // A file stays what it is by every writer, so its rows are looked at without a tenant as well.
      const where = (text: string): string => (table === 'files' ? text.replace(/ WHEN \(.*\)(?= EXECUTE)/, '') : text);
      const keeps = kind !== undefined && keeper?.endsWith(`'${kind}')`) === false;
      await run(
        db,
        [
          ...dropped(table, [
            ...gone.split(' '),
            ...made.map((one) => one.split(' ')[0]!),
            ...(keeps ? ['keep_row'] : []),
          ]),
          ...made.map((one) => `create trigger ${one.replace('$', table)}`),
          ...(keeps ? [where(keeper).replace(/\)$/, `, '${kind}')`)] : []),
        ].join(';'),
      );
    });
  await briefly(db, async (db) => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = 'tenants'::regclass and tgname = 'keep_change'`.execute(
      db,
    );
    if (!rows[0]) return;
    const args = /keep_change\(.*$/.exec(rows[0].text)![0];
    await run(
      db,
      [
        TENANTS,
        ...dropped('tenants', TENANTS_TRIGGERS),
        `create trigger keep_row after insert or update or delete on tenants ${OF_ROW} ${args}`,
        'create constraint trigger act_of_change after insert or update or delete on tenants deferrable initially deferred for each row execute function act_of_the_rest()',
        'drop function found_office()',
      ].join(';'),
    );
  });
  await run(db, `drop function if exists ${GONE.join(', ')}`);
}

/** Functions and triggers as the release before has them. */
export async function down(db: MigrationDb): Promise<void> {
  const former = await readFile(new URL('0160_former.sql', import.meta.url), 'utf8');
  const functions = former.match(/^CREATE OR REPLACE FUNCTION [\s\S]*?\$function\$;$/gm)!;
  const named = (names: readonly string[]) =>
    functions.filter((text) => names.some((name) => text.includes(` public.${name}(`))).join('');
  const ofTenants = ['found_office', 'keep_change', 'act_of_the_rest'];
  const triggersOf = (table: string): string[] =>
    [...former.matchAll(new RegExp(`^CREATE (?:CONSTRAINT )?TRIGGER (\\w+) .* ON public\\.${table} .*;$`, 'gm'))].map(
      ([text]) => text,
    );
  const again = (table: string, more: readonly string[]): string =>
    [
      ...dropped(table, [...more, ...triggersOf(table).map((text) => /TRIGGER (\w+)/.exec(text)![1]!)]),
      ...triggersOf(table),
    ].join(';');
  await run(db, named(GONE));
  for (const table of Object.keys(TABLES)) await briefly(db, again(table, []));
  await briefly(db, `${named(ofTenants)};${again('tenants', TENANTS_TRIGGERS)}`);
  await run(
    db,
    `${functions.filter((text) => ![...GONE, ...ofTenants].some((name) => text.includes(` public.${name}(`))).join('')}
     drop function if exists tell_row(text, uuid, text, jsonb, jsonb), found_office(tenants)`,
  );
}
