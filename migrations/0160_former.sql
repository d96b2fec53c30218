-- Functions and triggers as they were before 0160, which its way back makes again.
CREATE OR REPLACE FUNCTION public.act_of_the_rest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changes jsonb;
    one jsonb;
    act jsonb;
  begin
    if coalesce(current_setting('app.changes', true), '') = '' then return null; end if;
    changes := act_changes();
    one := to_jsonb(coalesce(new, old));
    perform act_taken();
    -- Where a tenant is made none is set.
    if coalesce(current_setting('app.tenant_id', true), '') = '' then
      perform set_config('app.tenant_id', one ->> 'id', true);
    end if;
    select jsonb_build_object(
      'id', act_id(), 'at', clock_timestamp(), 'entity_ids', said.entities, 'before', said.before, 'after', said.after,
      'actor', coalesce(nullif(current_setting('app.actor', true), ''), event.said ->> 'actor', 'service:system'),
      'operation', coalesce(nullif(current_setting('app.operation', true), ''), event.said ->> 'kind',
        'change of ' || split_part(changes -> 0 ->> 'k', '/', 1))) into act
    from act_sum(changes) said
    left join (
      select c -> 'a' as said from jsonb_array_elements(changes) c
      where c ->> 'k' like 'document_events/%' and c -> 'a' ->> 'actor' ~ '^(user|token|service|cli):.' limit 1
    ) event on true;
    -- What changes the tenant itself does so as app_system, which has no right to acts: it waits at the tenant for who gives them their places.
    if current_user = 'app_system' then
      update tenants set acts_waiting = coalesce(acts_waiting, '[]') || jsonb_build_array(act)
      where id = current_setting('app.tenant_id')::uuid;
    else
      insert into acts (tenant_id, id, at, actor, operation, entity_ids, before, after)
      select current_setting('app.tenant_id')::uuid, r.* from jsonb_to_record(act)
        as r (id uuid, at timestamptz, actor text, operation text, entity_ids uuid[], before jsonb, after jsonb);
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.await_pdf()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
       new.awaits_pdf := new.legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED');
       return new;
     end $function$;
CREATE OR REPLACE FUNCTION public.copy_request_to_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
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
  end $function$;
CREATE OR REPLACE FUNCTION public.count_notices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform add_to_count(tenant_id, 'notices', '', count(*) * case tg_op when 'DELETE' then -1 else 1 end)
    from changed group by tenant_id;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.forget_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_table_name = 'credits' then
      if coalesce(new.fiscal_day, new.issue_day) >= date_trunc('month', now() at time zone 'America/Panama') and not exists (
        select from invoices where tenant_id = new.tenant_id and id = new.invoice_id
          and coalesce(fiscal_day, issue_day) < date_trunc('month', now() at time zone 'America/Panama'))
      then return null; end if;
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('kept_months' || new.tenant_id, 0));
    delete from kept_months where tenant_id = new.tenant_id;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.found_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    office uuid := gen_random_uuid();
    role_before text := current_setting('role');
    tenant_before text := current_setting('app.tenant_id', true);
  begin
    perform set_config('role', 'app_tenant', true), set_config('app.tenant_id', new.id::text, true);
    insert into offices (tenant_id, id, code, pac_office_id, name, is_main)
    select new.id, office, case when new.branch_code ~ '^[0-9A-Za-z]{4}$' then new.branch_code else '0000' end, new.pac_office_id, 'Principal', true;
    insert into billing_points (tenant_id, id, office_id, code, mark)
    values (new.id, gen_random_uuid(), office, coalesce(nullif(current_setting('app.first_billing_point', true), ''), '001'), '');
    perform set_config('role', role_before, true), set_config('app.tenant_id', coalesce(tenant_before, ''), true);
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.guard_legal_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       if new.legal_status is distinct from old.legal_status and not (
            old.legal_status is null
         or (old.legal_status = 'PAC_AUTHORIZED' and new.legal_status in ('DGI_AUTHORIZED', 'DGI_REJECTED')))
       then
         raise exception 'legal status of % may not go from % to %', old.id, old.legal_status, new.legal_status
           using errcode = 'check_violation';
       end if;
       return new;
     end $function$;
CREATE OR REPLACE FUNCTION public.keep_amounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'what the document % comes to is not changed', old.id;
  end $function$;
CREATE OR REPLACE FUNCTION public.keep_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    said text;
    o jsonb;
    n jsonb;
    before jsonb;
    after jsonb;
  begin
    if tg_op = 'INSERT' and tg_level = 'ROW' then
      said := act_row('a', tg_table_name, to_jsonb(new), tg_argv);
    elsif tg_op = 'INSERT' then
      select string_agg(act_row('a', tg_table_name, to_jsonb(one), tg_argv), ',') into said from added one;
    elsif tg_op = 'DELETE' then
      select string_agg(act_row('b', tg_table_name, to_jsonb(one), tg_argv), ',') into said from removed one;
    else
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
      -- In two parts: with each row the whole of a setting is copied, and thousands of rows would be copied thousands of times.
      if octet_length(current_setting('app.changes', true)) > 16384 then
        perform set_config('app.changes_before', concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes')), true);
        perform set_config('app.changes', said, true);
      else
        perform set_config('app.changes', concat_ws(',', nullif(current_setting('app.changes', true), ''), said), true);
      end if;
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.keep_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       if old.document_id is not null or old.state not in ('EXPIRED', 'REFUSED') then
         raise exception 'a notice that says what became of a document is not removed';
       end if;
       return old;
     end $function$;
CREATE OR REPLACE FUNCTION public.keep_issue_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         raise exception 'document % keeps the type of issue that it was made with', old.number;
       end $function$;
CREATE OR REPLACE FUNCTION public.keep_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       raise exception '% of % % is not changed', tg_argv[0], tg_table_name, old.id;
     end $function$;
CREATE OR REPLACE FUNCTION public.keep_payment_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into requests (tenant_id, idempotency_key, request, result) values
      (new.tenant_id, new.idempotency_key, new.request || '{"operation": "registerPayment"}', to_jsonb(new.invoice_id));
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.keep_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
  declare
    o jsonb;
    n jsonb;
    side text := 'a';
    before jsonb;
    after jsonb;
    said jsonb;
  begin
    if tg_op <> 'UPDATE' then
      n := jsonb_strip_nulls(to_jsonb(coalesce(new, old)) - tg_argv[2]::text[]);
      said := act_name(tg_table_name, n, tg_argv);
      if tg_op = 'DELETE' then side := 'b';
      elsif tg_argv[5] <> '{}' then n := act_sealed(n, tg_argv);
      end if;
      said := said || jsonb_build_object(side, act_hidden(n, tg_argv));
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
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.keep_sent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
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
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.mark_canceled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       update fiscal_documents set is_canceled = true where tenant_id = new.tenant_id and id = new.id;
       return null;
     end $function$;
CREATE OR REPLACE FUNCTION public.place_in_main_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.office_id := (select id from offices where tenant_id = new.tenant_id and is_main);
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.set_changed_minute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'UPDATE' then
      -- Filled by a migration, which changes nothing that is seen.
      if new.changed_minute is distinct from old.changed_minute then return new; end if;
      if new.updated_at is not distinct from old.updated_at then new.updated_at := clock_timestamp(); end if;
    end if;
    new.changed_minute := date_bin('1 minute', new.updated_at, 'epoch');
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.updated_at := clock_timestamp();
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_entity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select new.tenant_id, tg_argv[0] || '.' || one_of, new.id, new.id,
      jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', one -> 'number', 'sku', one -> 'sku', 'clientId', one -> 'client_id',
        'supplierId', one -> 'supplier_id', 'status', one -> 'status', 'total', trim_scale((one ->> 'total')::numeric)::text))
    from unnest(happened) one_of;
    if tg_argv[0] = 'item' then perform set_config('app.told_item', new.id::text, true); end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_item_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select item.tenant_id, 'item.updated', item.id, item.id, jsonb_build_object('id', item.id, 'sku', item.sku)
    from (select distinct tenant_id, item_id from changed) part
    join items item on (item.tenant_id, item.id) = (part.tenant_id, part.item_id)
    where item.id::text <> coalesce(current_setting('app.told_item', true), '');
    perform set_config('app.told_item', item_id::text, true) from (select item_id from changed limit 1) one;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_life()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    one jsonb;
    was text;
    now text;
    changes int := 0;
  begin
    if tg_op = 'UPDATE' then
      if tg_table_name = 'invoices' then
        changes := ((old.invoice_status, old.credited, old.debited, old.certified_more) is distinct from (new.invoice_status, new.credited, new.debited, new.certified_more))::int;
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
      insert into events (tenant_id, type, entity_id, subject_id, data)
      select new.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.issued', new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id,
        'number', document.number, 'mode', document.mode, 'orderId', one -> 'order_id', 'invoiceId', one -> 'invoice_id',
        'clientId', one -> 'client_id', 'status', now, 'total', trim_scale((one ->> 'total')::numeric)::text))
      from fiscal_documents document where (document.tenant_id, document.id) = (new.tenant_id, new.id);
      if now in ('PAID', 'OVERPAID') and (one ->> 'paid')::numeric > 0 then
        insert into events (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id, 'invoice.paid', new.id, new.id, jsonb_build_object('id', new.id, 'status', now,
          'total', trim_scale((one ->> 'total')::numeric)::text, 'paid', trim_scale((one ->> 'paid')::numeric)::text));
      end if;
      return null;
    end if;
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select new.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.' || case
        when now in ('PAID', 'OVERPAID') and was not in ('PAID', 'OVERPAID') then 'paid'
        when now = was then 'updated'
        when now in ('PAST_DUE', 'APPLIED', 'CANCELED') then lower(now)
        when now = 'VOID' then 'voided'
        else 'updated' end,
      new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', document.number, 'status', now,
        'invoiceId', one -> 'invoice_id', 'total', trim_scale((one ->> 'total')::numeric)::text, 'paid', trim_scale((one ->> 'paid')::numeric)::text, 'credited', trim_scale((one ->> 'credited')::numeric)::text,
        'debited', trim_scale((one ->> 'debited')::numeric)::text))
    from fiscal_documents document, generate_series(1, changes)
    where (document.tenant_id, document.id) = (new.tenant_id, new.id);
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_table_name = 'payments' then
      insert into events (tenant_id, type, entity_id, subject_id, data)
      select tenant_id, 'payment.recorded', id, invoice_id,
        jsonb_build_object('id', id, 'invoiceId', invoice_id, 'amount', trim_scale(amount)::text, 'method', method) from added;
    else
      insert into events (tenant_id, type, entity_id, subject_id, data)
      select tenant_id, 'payment.refunded', payment_id, invoice_id, jsonb_strip_nulls(jsonb_build_object('id', payment_id,
        'refundId', id, 'invoiceId', invoice_id, 'amount', trim_scale(amount)::text, 'movedTo', moved_to)) from added;
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_pdf()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select new.tenant_id, 'document.pdf_attached', id, id, jsonb_build_object('id', id, 'number', number, 'fileId', new.id)
    from fiscal_documents where tenant_id = new.tenant_id and id = new.source_id;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    one price_list_items := case when tg_op = 'DELETE' then old else new end;
  begin
    if tg_op = 'UPDATE' and old.price = new.price or one.price_list_id::text = current_setting('app.told_price_list', true) then
      return null;
    end if;
    insert into events (tenant_id, type, entity_id, subject_id, data) values (one.tenant_id, 'price_list.updated', one.price_list_id, one.price_list_id, jsonb_build_object('id', one.price_list_id));
    perform set_config('app.told_price_list', one.price_list_id::text, true);
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select distinct added.tenant_id, 'purchase_order.received', purchase.id, purchase.id,
      jsonb_build_object('id', purchase.id, 'number', purchase.number, 'supplierId', purchase.supplier_id)
    from added join was on (was.tenant_id, was.id) = (added.tenant_id, added.id)
    join purchase_orders purchase on (purchase.tenant_id, purchase.id) = (added.tenant_id, added.purchase_order_id)
    where added.quantity_received > was.quantity_received;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update payments set updated_at = clock_timestamp() from added
    where (payments.tenant_id, payments.id) = (added.tenant_id, added.payment_id);
    if coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = '' then
      insert into events (tenant_id, type, entity_id, subject_id, data)
      select tenant_id, 'payment.refunded', payment_id, invoice_id, jsonb_strip_nulls(jsonb_build_object('id', payment_id,
        'refundId', id, 'invoiceId', invoice_id, 'amount', trim_scale(amount)::text, 'movedTo', moved_to)) from added;
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    prefix text := case new.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end;
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
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
  end $function$;
CREATE OR REPLACE FUNCTION public.usual_document_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.document_type := case new.kind when 'CREDIT_NOTE' then '04' else '05' end;
    return new;
  end $function$;
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.clients FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.clients FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.clients FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('client');
CREATE TRIGGER forget_months AFTER INSERT OR UPDATE OF subtotal, tax, total, issued_at, issue_day, fiscal_day, voided_at, canceled_at, invoice_id, isc, other_tax ON public.credits FOR EACH ROW EXECUTE FUNCTION forget_months();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.credits FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.credits FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id,invoice_id}', '{tenant_id,updated_at,changed_minute,folded,average_cost}', '{}', '{}', '{id,invoice_id,subtotal,tax,total,created_by,isc,other_tax}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.credits FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.credits FOR EACH ROW EXECUTE FUNCTION set_changed_minute();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.credits FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_life('credit_status');
CREATE TRIGGER forget_months AFTER INSERT OR UPDATE OF subtotal, tax, total, issued_at, issue_day, fiscal_day, voided_at, canceled_at, invoice_id ON public.debit_notes FOR EACH ROW WHEN ((COALESCE(new.fiscal_day, new.issue_day) < date_trunc('month'::text, (now() AT TIME ZONE 'America/Panama'::text)))) EXECUTE FUNCTION forget_months();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.debit_notes FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.debit_notes FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id,invoice_id}', '{tenant_id,updated_at,changed_minute,folded,average_cost}', '{}', '{}', '{id,invoice_id,client_id,reference,subtotal,tax,total,created_by}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.debit_notes FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.debit_notes FOR EACH ROW EXECUTE FUNCTION set_changed_minute();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.debit_notes FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_life('debit_status');
CREATE TRIGGER keep_once BEFORE UPDATE OF storage_key ON public.files FOR EACH ROW WHEN ((old.storage_key IS DISTINCT FROM new.storage_key)) EXECUTE FUNCTION keep_once('storage_key');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.files FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{source_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{id,source_id,filename,content_type,byte_size,sha256,storage_key,created_at}');
CREATE TRIGGER tell_changed AFTER INSERT ON public.files FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (new.content_type = 'application/pdf'::text))) EXECUTE FUNCTION tell_pdf();
CREATE TRIGGER await_pdf BEFORE UPDATE OF legal_status ON public.fiscal_documents FOR EACH ROW WHEN (((new.mode = 'DGI'::text) AND (new.legal_status IS NOT NULL) AND (new.legal_status IS DISTINCT FROM old.legal_status))) EXECUTE FUNCTION await_pdf();
CREATE TRIGGER forget_months AFTER UPDATE OF number, mode, document_type, legal_status, settled_at, rejection_reasons, submission_state, parked_reason, void_state, is_canceled ON public.fiscal_documents FOR EACH ROW WHEN (((new.mode = 'DGI_IMPORT'::text) OR (new.created_at < ((date_trunc('month'::text, (now() AT TIME ZONE 'America/Panama'::text)) AT TIME ZONE 'America/Panama'::text) + '1 day'::interval)))) EXECUTE FUNCTION forget_months();
CREATE TRIGGER guard_legal_status BEFORE UPDATE OF legal_status ON public.fiscal_documents FOR EACH ROW EXECUTE FUNCTION guard_legal_status();
CREATE TRIGGER keep_issue_type BEFORE UPDATE OF pac_input, contingency_id ON public.fiscal_documents FOR EACH ROW WHEN (((old.pac_input IS NOT NULL) AND ((new.contingency_id IS DISTINCT FROM old.contingency_id) OR ((new.pac_input #>> '{information,issueType}'::text[]) IS DISTINCT FROM (old.pac_input #>> '{information,issueType}'::text[]))))) EXECUTE FUNCTION keep_issue_type();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.fiscal_documents FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}', '{pac_input,pac_response}', '{}', '{id,kind,created_by,created_at}');
CREATE TRIGGER keep_sent BEFORE UPDATE OF pac_input, pac_response, cufe, expected_cufe, document_id, pac_company_id ON public.fiscal_documents FOR EACH ROW EXECUTE FUNCTION keep_sent();
CREATE TRIGGER take_first_billing_point BEFORE INSERT OR UPDATE OF mode ON public.fiscal_documents FOR EACH ROW WHEN (((new.billing_point_id IS NULL) AND (new.mode = 'DGI'::text))) EXECUTE FUNCTION take_first_billing_point();
CREATE TRIGGER tell AFTER UPDATE ON public.fiscal_documents FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.mode <> new.mode) OR (old.legal_status IS DISTINCT FROM new.legal_status) OR (old.void_state IS DISTINCT FROM new.void_state) OR ((old.submission_state = 'UNKNOWN'::text) <> (new.submission_state = 'UNKNOWN'::text)) OR ((old.parked_reason IS NULL) <> (new.parked_reason IS NULL))))) EXECUTE FUNCTION tell_verdict();
CREATE TRIGGER usual_document_type BEFORE INSERT ON public.fiscal_documents FOR EACH ROW WHEN (((new.kind <> 'INVOICE'::text) AND (new.document_type = '01'::text))) EXECUTE FUNCTION usual_document_type();
CREATE TRIGGER forget_months AFTER INSERT OR UPDATE OF subtotal, tax, total, issued_at, issue_day, fiscal_day, voided_at, canceled_at, credited, retention, retention_code, isc, other_tax, is_opening ON public.invoices FOR EACH ROW WHEN ((COALESCE(new.fiscal_day, new.issue_day) < date_trunc('month'::text, (now() AT TIME ZONE 'America/Panama'::text)))) EXECUTE FUNCTION forget_months();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id,order_id}', '{tenant_id,updated_at,changed_minute,folded,average_cost}', '{}', '{}', '{id,order_id,client_id,subtotal,tax,total,created_by,discount,isc,other_tax,retention_code,retention,is_owed,is_opening,is_stand_in}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.invoices FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION set_changed_minute();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_life('invoice_status');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.item_barcodes FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{barcode}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER tell_added AFTER INSERT ON public.item_barcodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER tell_removed AFTER DELETE ON public.item_barcodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.item_units FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{item_id,unit}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER tell_added AFTER INSERT ON public.item_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER tell_removed AFTER DELETE ON public.item_units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.items FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.items FOR EACH ROW WHEN (((NOT (new.updated_at IS DISTINCT FROM old.updated_at)) AND (NOT (new.average_cost IS DISTINCT FROM old.average_cost)))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('item');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.locations FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER place_in_main_office BEFORE INSERT ON public.locations FOR EACH ROW WHEN ((new.office_id IS NULL)) EXECUTE FUNCTION place_in_main_office();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.locations FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.locations FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('location');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,changed_minute,folded,average_cost}', '{}', '{}', '{id,number,created_by,created_at}');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION set_changed_minute();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('order');
CREATE TRIGGER count_deleted AFTER DELETE ON public.pac_notices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER keep_evidence BEFORE DELETE ON public.pac_notices FOR EACH ROW EXECUTE FUNCTION keep_evidence();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.pac_notices FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}', '{body}', '{}', '{id,digest,body}');
CREATE TRIGGER copy_new_to_document AFTER INSERT ON public.pac_requests FOR EACH ROW EXECUTE FUNCTION copy_request_to_document();
CREATE TRIGGER copy_to_document AFTER UPDATE ON public.pac_requests FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION copy_request_to_document();
CREATE TRIGGER keep_once BEFORE UPDATE OF paid_at ON public.payments FOR EACH ROW WHEN ((old.paid_at IS DISTINCT FROM new.paid_at)) EXECUTE FUNCTION keep_once('paid_at');
CREATE TRIGGER keep_payment_key AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.idempotency_key IS NOT NULL)) EXECUTE FUNCTION keep_payment_key();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}', '{}', '{}', '{id,invoice_id,amount,method,paid_at,created_by,created_at}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_money();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.price_list_items FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{price_list_id,item_id,unit}', '{price_list_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON public.price_list_items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_prices();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.price_lists FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.price_lists FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('price_list');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.purchase_order_lines FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{purchase_order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{id,purchase_order_id,line_number,item_id,location_id,quantity,unit_cost,unit,unit_factor}');
CREATE TRIGGER tell_changed AFTER UPDATE ON public.purchase_order_lines REFERENCING OLD TABLE AS was NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_receipt();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.purchase_orders FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{id,number,supplier_id,created_by,created_at}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.purchase_orders FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.purchase_orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('purchase_order');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.refunds FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id,payment_id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{id,payment_id,invoice_id,amount,moved_to,refunded_at,created_by,created_at}');
CREATE TRIGGER tell AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_refund();
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.supplier_invoices FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{id,number,supplier_id,created_by,created_at}');
CREATE TRIGGER tell AFTER INSERT ON public.supplier_invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('supplier_invoice');
CREATE TRIGGER keep_row AFTER INSERT OR DELETE OR UPDATE ON public.suppliers FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_row('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.suppliers FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.suppliers FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_entity('supplier');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER found_office AFTER INSERT ON public.tenants FOR EACH ROW EXECUTE FUNCTION found_office();
CREATE TRIGGER keep_change AFTER UPDATE ON public.tenants FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
CREATE TRIGGER keep_new AFTER INSERT ON public.tenants REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.tenants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
