-- Written by test/baseline.test.ts: what the migrations up to 0122_more_is_told make of an empty database.
set local check_function_bodies = off;
create domain movement_type as text collate "C";
create sequence acts_turn;
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
CREATE OR REPLACE FUNCTION public.fold_text(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(NORMALIZE($1, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text));
CREATE OR REPLACE FUNCTION public.folded_pattern(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(fold_text($1), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text);
CREATE OR REPLACE FUNCTION public.keep_payment_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into requests (tenant_id, idempotency_key, request, result) values
      (new.tenant_id, new.idempotency_key, new.request || '{"operation": "registerPayment"}', to_jsonb(new.invoice_id));
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.is_open_document(mode text, submission_state text, legal_status text, parked_reason text, void_state text, awaits_pdf boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((mode = 'DGI'::text) AND ((submission_state = ANY (ARRAY['PENDING'::text, 'UNKNOWN'::text])) OR COALESCE((legal_status = 'PAC_AUTHORIZED'::text), false) OR (parked_reason IS NOT NULL) OR COALESCE((void_state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text])), false) OR awaits_pdf));
CREATE OR REPLACE FUNCTION public.number_class(legal_status text, void_state text, is_canceled boolean, submission_state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (legal_status = ANY (ARRAY['PAC_REJECTED'::text, 'DGI_REJECTED'::text])) THEN 'REJECTED'::text WHEN (void_state = 'DONE'::text) THEN 'VOIDED'::text WHEN (legal_status = ANY (ARRAY['PAC_AUTHORIZED'::text, 'DGI_AUTHORIZED'::text])) THEN 'ISSUED'::text WHEN is_canceled THEN 'CANCELED'::text WHEN (submission_state = ANY (ARRAY['UNKNOWN'::text, 'PENDING'::text])) THEN submission_state ELSE 'INTERNAL'::text END;
CREATE OR REPLACE FUNCTION public.mark_canceled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       update fiscal_documents set is_canceled = true where tenant_id = new.tenant_id and id = new.id;
       return null;
     end $function$;
CREATE OR REPLACE FUNCTION public.number_series(kind text, number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((number ~ '^[A-Z]{2,3}-([0-9A-Za-z]{4}-[0-9]{3}-)?[0-9]{10}$'::text) AND (kind = CASE split_part(number, '-'::text, 1) WHEN 'NC'::text THEN 'CREDIT_NOTE'::text WHEN 'PNC'::text THEN 'CREDIT_NOTE'::text WHEN 'NCG'::text THEN 'CREDIT_NOTE'::text WHEN 'ND'::text THEN 'DEBIT_NOTE'::text WHEN 'PND'::text THEN 'DEBIT_NOTE'::text WHEN 'NDG'::text THEN 'DEBIT_NOTE'::text ELSE 'INVOICE'::text END)) THEN "left"(number, '-11'::integer) ELSE NULL::text END;
CREATE OR REPLACE FUNCTION public.add_to_count(of_tenant uuid, of_subject text, of_class text, change bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    update kept_counts set count = count + change
    where tenant_id = of_tenant and subject = of_subject and class = of_class and id = (
      select id from kept_counts where tenant_id = of_tenant and subject = of_subject and class = of_class
      limit 1 for update skip locked);
    if not found then
      insert into kept_counts (tenant_id, subject, class, count) values (of_tenant, of_subject, of_class, change);
    end if;
  end $function$;
CREATE OR REPLACE FUNCTION public.count_new_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform add_to_count(tenant_id, subject, class, count) from (
      select tenant_id, number_series(added.kind, added.number) as subject, number_class(added.legal_status, added.void_state, added.is_canceled, added.submission_state) as class, count(*) from added group by 1, 2, 3
      union all
      select tenant_id, 'open', '', count(*) from added where is_open_document(added.mode, added.submission_state, added.legal_status, added.parked_reason, added.void_state,
     added.awaits_pdf) group by 1
    ) change where subject is not null;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.count_changed_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    -- What was deleted has no new row: its series is null and it is not open.
    perform add_to_count(old.tenant_id, subject, class, sum(count)::bigint) from (values
      (number_series(old.kind, old.proforma_number), 'CONVERTED', -1), (number_series(new.kind, new.proforma_number), 'CONVERTED', 1),
      (number_series(old.kind, old.number), number_class(old.legal_status, old.void_state, old.is_canceled, old.submission_state), -1), ('open', '', -(is_open_document(old.mode, old.submission_state, old.legal_status, old.parked_reason, old.void_state,
     old.awaits_pdf))::int),
      (number_series(new.kind, new.number), number_class(new.legal_status, new.void_state, new.is_canceled, new.submission_state), 1), ('open', '', (is_open_document(new.mode, new.submission_state, new.legal_status, new.parked_reason, new.void_state,
     new.awaits_pdf))::int)
    ) change (subject, class, count)
    where subject is not null group by subject, class having sum(count) <> 0;
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
CREATE OR REPLACE FUNCTION public.true_counts(of_tenant uuid)
 RETURNS TABLE(subject text, class text, count bigint)
 LANGUAGE sql
 STABLE
AS $function$
    select number_series(d.kind, d.number), number_class(d.legal_status, d.void_state, d.is_canceled, d.submission_state), count(*) from fiscal_documents d
    where tenant_id = of_tenant and number_series(d.kind, d.number) is not null group by 1, 2
    union all
    select number_series(d.kind, d.proforma_number), 'CONVERTED', count(*) from fiscal_documents d
    where tenant_id = of_tenant and proforma_number is not null group by 1
    union all
    select 'open', '', count(*) from fiscal_documents d where tenant_id = of_tenant and is_open_document(d.mode, d.submission_state, d.legal_status, d.parked_reason, d.void_state,
     d.awaits_pdf) having count(*) > 0
    union all
    select 'notices', '', count(*) from pac_notices where tenant_id = of_tenant having count(*) > 0
  $function$;
CREATE OR REPLACE FUNCTION public.correct_counts(of_tenant uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into kept_counts (tenant_id, subject, class, count)
    select of_tenant, subject, class, coalesce(counted.count, 0) - coalesce(kept.count, 0)
    from (select subject, class, sum(count) as count from kept_counts where tenant_id = of_tenant group by 1, 2) kept
    full join true_counts(of_tenant) counted using (subject, class)
    where coalesce(counted.count, 0) <> coalesce(kept.count, 0)
  $function$;
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
      update fiscal_documents set
        submission_state = case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end,
        send_started_at = new.started_at, lease_until = new.lease_until, submit_after = new.not_before,
        lease_number = new.attempts
      where tenant_id = new.tenant_id and id = new.document_id
        and (submission_state, send_started_at, lease_until, submit_after, lease_number) is distinct from
          (case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end,
            new.started_at, new.lease_until, new.not_before, new.attempts);
    else
      update fiscal_documents set
        void_state = case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end,
        void_reason = new.reason, void_asked_by = new.asked_by, void_asked_at = new.asked_at,
        void_started_at = new.started_at, void_lease_until = new.lease_until, void_after = new.not_before,
        void_attempts = new.attempts
      where tenant_id = new.tenant_id and id = new.document_id;
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.copy_document_to_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into pac_requests as kept (tenant_id, document_id, what, state, reason, asked_by, asked_at, started_at, lease_until,
      not_before, attempts) 
  select new.tenant_id, new.id, asked.* from (values
    ('SUBMIT', case new.submission_state when 'NOT_REQUIRED' then 'DROPPED' else new.submission_state end, null,
      new.created_by, new.created_at, new.send_started_at, new.lease_until,
      new.submit_after, new.lease_number::int),
    ('VOID', case new.void_state when 'ASKED' then 'PENDING' else coalesce(new.void_state, 'DROPPED') end,
      new.void_reason, coalesce(new.void_asked_by, 'system'), coalesce(new.void_asked_at, now()),
      new.void_started_at, new.void_lease_until, new.void_after, new.void_attempts)
  ) asked (what, state, reason, asked_by, asked_at, started_at, lease_until, not_before, attempts)
  where case what when 'SUBMIT' then new.pac_company_id is not null or new.submission_state <> 'NOT_REQUIRED'
    else new.void_state is not null or new.void_asked_at is not null end
    on conflict (tenant_id, document_id, what) do update set
      state = excluded.state, started_at = excluded.started_at, lease_until = excluded.lease_until,
      not_before = excluded.not_before, attempts = excluded.attempts,
      reason = case kept.what when 'VOID' then excluded.reason end,
      asked_by = case kept.what when 'VOID' then excluded.asked_by else kept.asked_by end,
      asked_at = case kept.what when 'VOID' then excluded.asked_at else kept.asked_at end
    where (kept.state, kept.reason, kept.started_at, kept.lease_until, kept.not_before, kept.attempts) is distinct from
      (excluded.state, excluded.reason, excluded.started_at, excluded.lease_until, excluded.not_before, excluded.attempts)
      or kept.what = 'VOID' and (kept.asked_by, kept.asked_at) is distinct from (excluded.asked_by, excluded.asked_at);
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
CREATE OR REPLACE FUNCTION public.place_in_main_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.office_id := (select id from offices where tenant_id = new.tenant_id and is_main);
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.take_first_billing_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.billing_point_id := (select id from billing_points where tenant_id = new.tenant_id and is_first);
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.usual_document_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.document_type := case new.kind when 'CREDIT_NOTE' then '04' else '05' end;
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.refuse(code text, template text, params jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
     begin
       raise exception using errcode = 'FOLIO', message = template,
         detail = jsonb_build_object('code', code, 'template', template, 'params', params);
     end $function$;
CREATE OR REPLACE FUNCTION public.keep_issue_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         raise exception 'document % keeps the type of issue that it was made with', old.number;
       end $function$;
CREATE OR REPLACE FUNCTION public.tell_issued_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select one.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.issued', one.id, one.id, jsonb_strip_nulls(jsonb_build_object(
      'id', one.id, 'number', document.number, 'mode', document.mode, 'orderId', one.order_id, 'clientId', one.client_id, 'status', one.invoice_status, 'total', trim_scale(one.total)::text))
    from added one join fiscal_documents document on (document.tenant_id, document.id) = (one.tenant_id, one.id);
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select tenant_id, 'invoice.paid', id, id,
      jsonb_build_object('id', id, 'status', invoice_status, 'total', trim_scale(total)::text, 'paid', trim_scale(paid)::text)
    from added where invoice_status in ('PAID', 'OVERPAID') and paid > 0;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_issued_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select one.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.issued', one.id, one.id, jsonb_strip_nulls(jsonb_build_object(
      'id', one.id, 'number', document.number, 'mode', document.mode, 'invoiceId', one.invoice_id, 'status', one.credit_status, 'total', trim_scale(one.total)::text))
    from added one join fiscal_documents document on (document.tenant_id, document.id) = (one.tenant_id, one.id);
    
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_issued_debit_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select one.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.issued', one.id, one.id, jsonb_strip_nulls(jsonb_build_object(
      'id', one.id, 'number', document.number, 'mode', document.mode, 'invoiceId', one.invoice_id, 'clientId', one.client_id, 'status', one.debit_status, 'total', trim_scale(one.total)::text))
    from added one join fiscal_documents document on (document.tenant_id, document.id) = (one.tenant_id, one.id);
    
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    prefix text := case new.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end;
    said jsonb := jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', new.number, 'mode', new.mode,
      'legalStatus', new.legal_status, 'submissionState', new.submission_state));
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
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
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    was text := to_jsonb(old) ->> tg_argv[0];
    one jsonb := to_jsonb(new);
    now text := one ->> tg_argv[0];
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select new.tenant_id, case document.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.' || case
        when now in ('PAID', 'OVERPAID') and was not in ('PAID', 'OVERPAID') then 'paid'
        when now = was then 'updated'
        when now in ('PAST_DUE', 'APPLIED', 'CANCELED') then lower(now)
        when now = 'VOID' then 'voided'
        else 'updated' end,
      new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', document.number, 'status', now,
        'invoiceId', one -> 'invoice_id', 'total', trim_scale((one ->> 'total')::numeric)::text,
        'paid', trim_scale((one ->> 'paid')::numeric)::text, 'credited', trim_scale((one ->> 'credited')::numeric)::text,
        'debited', trim_scale((one ->> 'debited')::numeric)::text))
    from fiscal_documents document where (document.tenant_id, document.id) = (new.tenant_id, new.id);
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
CREATE OR REPLACE FUNCTION public.tell_movements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select tenant_id, 'stock.moved', item_id, item_id, jsonb_strip_nulls(jsonb_build_object('id', item_id, 'locationId', location_id,
      'movementType', movement_type, 'sourceId', source_id, 'quantityChange', trim_scale(quantity_change)::text,
      'newQuantity', trim_scale(new_quantity)::text)) from added order by item_id, location_id, seq;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_shortage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select tenant_id, 'stock.available_changed', ids[1], ids[1], jsonb_build_object('id', ids[1], 'itemIds', ids) from (
      select tenant_id, array_agg(distinct item_id) as ids
      from added join was using (tenant_id, item_id, location_id)
      where added.reserved <> was.reserved and added.on_hand = was.on_hand group by tenant_id
    ) changed;
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select item.tenant_id, 'stock.below_reorder', item.id, item.id, jsonb_build_object('id', item.id,
      'available', trim_scale(level.available)::text, 'reorderLevel', trim_scale(item.reorder_level)::text)
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
CREATE OR REPLACE FUNCTION public.tell_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    one jsonb := to_jsonb(new);
    happened text := case when tg_argv[1] <> 'status' then tg_argv[1]
      when one ->> 'status' in ('CANCELED', 'CLOSED') then lower(one ->> 'status') else 'updated' end;
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id, tg_argv[0] || '.' || happened, new.id, new.id,
      jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', one -> 'number', 'sku', one -> 'sku',
        'clientId', one -> 'client_id', 'supplierId', one -> 'supplier_id', 'status', one -> 'status',
        'total', trim_scale((one ->> 'total')::numeric)::text)));
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
CREATE OR REPLACE FUNCTION public.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.updated_at := clock_timestamp();
    return new;
  end $function$;
CREATE OR REPLACE FUNCTION public.touch_business_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if new.kind = 'INVOICE' then
      update invoices set updated_at = clock_timestamp()
      where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
      return null;
    end if;
    update credits set updated_at = clock_timestamp()
    where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
    if not found then
      update debit_notes set updated_at = clock_timestamp()
      where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
    end if;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.touch_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update payments set updated_at = clock_timestamp() where tenant_id = new.tenant_id and id = new.payment_id;
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.act_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
    -- Version 7, in the order of time.
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $function$;
CREATE OR REPLACE FUNCTION public.act_hidden(one jsonb, args text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
  declare
    c text;
  begin
    foreach c in array args[3]::text[] loop
      if one ->> c is not null then
        one := jsonb_set(one, array[c], to_jsonb(encode(sha256(convert_to((one -> c)::text, 'UTF8')), 'hex')));
      end if;
    end loop;
    foreach c in array args[4]::text[] loop
      if one ->> c is not null then one := jsonb_set(one, array[c], '"***"'); end if;
    end loop;
    return one;
  end $function$;
CREATE OR REPLACE FUNCTION public.act_name(name text, one jsonb, args text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
  declare
    c text;
    ids jsonb := '[]';
  begin
    foreach c in array args[0]::text[] loop name := name || coalesce('/' || (one ->> c), ''); end loop;
    foreach c in array args[1]::text[] loop
      if one ->> c is not null and not ids @> (one -> c) then ids := ids || (one -> c); end if;
    end loop;
    return jsonb_build_object('k', name, 'r', ids);
  end $function$;
CREATE OR REPLACE FUNCTION public.act_row(side text, name text, one jsonb, args text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
  begin
    return (act_name(name, one, args) || jsonb_build_object(side, act_hidden(jsonb_strip_nulls(one - args[2]::text[]), args)))::text;
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
CREATE OR REPLACE FUNCTION public.act_changes()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
    select ('[' || concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes', true)) || ']')::jsonb
  $function$;
CREATE OR REPLACE FUNCTION public.act_taken()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    perform set_config('app.changes', '', true);
    if current_setting('app.changes_before', true) <> '' then perform set_config('app.changes_before', '', true); end if;
  end $function$;
CREATE OR REPLACE FUNCTION public.act_reach(changes jsonb, ids text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select ids || array(select jsonb_array_elements_text(c -> 'r') from jsonb_array_elements(changes) c where c -> 'r' ?| ids)
  $function$;
CREATE OR REPLACE FUNCTION public.act_share(changes jsonb, ids text[], everybody text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
    with reach as materialized (select act_reach(changes, ids) as mine, act_reach(changes, everybody) as all)
    select coalesce(jsonb_agg(c order by n), '[]') from reach, jsonb_array_elements(changes) with ordinality x (c, n)
    where c -> 'r' ?| reach.mine or not c -> 'r' ?| reach.all
  $function$;
CREATE OR REPLACE FUNCTION public.act_sum(changes jsonb, OUT before jsonb, OUT after jsonb, OUT entities uuid[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
  begin
    select jsonb_object_agg(one.k, one.b), jsonb_object_agg(one.k, one.a) into before, after
    from (
      select c ->> 'k' as k,
        case when (array_agg(c -> 'b' order by n))[1] is not null then act_merge(c -> 'b' order by n desc) end as b,
        case when (array_agg(c -> 'a' order by n desc))[1] is not null then act_merge(c -> 'a' order by n) end as a
      from jsonb_array_elements(changes) with ordinality x (c, n) group by 1
    ) one;
    entities := array(select distinct r::uuid from jsonb_array_elements(changes) c, jsonb_array_elements_text(c -> 'r') r);
  end $function$;
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
CREATE OR REPLACE FUNCTION public.keep_act()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'UPDATE' and (to_jsonb(old) - '{number,salt,before_digest,after_digest,hash}'::text[] = to_jsonb(new) - '{number,salt,before_digest,after_digest,hash}'::text[]
        and old.number is null and new.number is not null and (old.salt is null or old.salt = new.salt)
      or to_jsonb(old) - '{before,after,salt}'::text[] = to_jsonb(new) - '{before,after,salt}'::text[]
        and old.number is not null and (new.before, new.after, new.salt) is not distinct from (null, null, null))
    then return new; end if;
    raise exception 'acts are neither changed nor removed';
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
CREATE OR REPLACE FUNCTION public.keep_amounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'what the document % comes to is not changed', old.id;
  end $function$;
CREATE OR REPLACE FUNCTION public.enter_tenant(tenant uuid, writes boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
     declare is_at text;
     begin
       if writes then perform pg_advisory_xact_lock_shared(7061588, hashtext(tenant::text)); end if;
       select place into is_at from tenants where id = tenant;
       if is_at in ('HERE', 'DRAINING') or is_at is null or is_at = 'LEAVING' and not writes
         or current_setting('app.moves', true) = tenant::text then return;
       end if;
       perform refuse('SERVICE_UNAVAILABLE', 'The business is being moved, or is elsewhere by now; ask again', '{}');
     end $function$;
CREATE OR REPLACE FUNCTION public.tell_void_of_rejected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       insert into events (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id,
         case new.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.voided',
         new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', new.number, 'mode', new.mode,
           'legalStatus', new.legal_status, 'submissionState', new.submission_state)));
       return null;
     end $function$;
CREATE OR REPLACE FUNCTION public.keep_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       raise exception '% of % % is not changed', tg_argv[0], tg_table_name, old.id;
     end $function$;
CREATE OR REPLACE FUNCTION public.tell_new_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id, 'stock.available_changed', new.item_id, new.item_id,
      jsonb_build_object('id', new.item_id, 'itemIds', array[new.item_id]));
    return null;
  end $function$;
CREATE OR REPLACE FUNCTION public.tell_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    one price_list_items := case when tg_op = 'DELETE' then old else new end;
  begin
    if one.price_list_id::text = current_setting('app.told_price_list', true) then return null; end if;
    insert into events (tenant_id, type, entity_id, subject_id, data) values (one.tenant_id, 'price_list.updated', one.price_list_id, one.price_list_id,
      jsonb_build_object('id', one.price_list_id));
    perform set_config('app.told_price_list', one.price_list_id::text, true);
    return null;
  end $function$;
create aggregate act_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb);
create table act_heads (
  tenant_id uuid not null,
  number bigint not null default 0,
  hash bytea,
  constraint act_heads_pkey PRIMARY KEY (tenant_id)
);
create table acts (
  tenant_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  actor text not null,
  operation text not null,
  entity_ids uuid[] not null,
  credential text,
  before jsonb,
  after jsonb,
  salt bytea default uuid_send(gen_random_uuid()),
  number bigint,
  before_digest bytea,
  after_digest bytea,
  hash bytea,
  turn bigint default nextval('acts_turn'::regclass),
  constraint acts_pkey PRIMARY KEY (tenant_id, id),
  constraint acts_actor_check CHECK ((actor ~ '^(user|token|service|cli):.'::text))
);
create table api_tokens (
  tenant_id uuid not null,
  id uuid not null,
  token_sha256 text not null,
  user_name text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  key_id text,
  constraint api_tokens_pkey PRIMARY KEY (tenant_id, id),
  constraint api_tokens_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'admin'::text])))
);
create table billing_points (
  tenant_id uuid not null,
  id uuid not null,
  office_id uuid not null,
  code text not null,
  name text,
  mark text not null,
  is_first boolean not null generated always as ((mark = ''::text)) stored,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint billing_points_pkey PRIMARY KEY (tenant_id, id),
  constraint billing_points_tenant_id_mark_key UNIQUE (tenant_id, mark),
  constraint billing_points_tenant_id_office_id_code_key UNIQUE (tenant_id, office_id, code),
  constraint billing_points_code_check CHECK (((code ~ '^[0-9]{3}$'::text) AND (code <> '000'::text)))
);
create table client_sales (
  tenant_id uuid not null,
  item_id uuid not null,
  grain "char" not null,
  period date not null,
  client_id uuid not null,
  units numeric not null,
  constraint client_sales_pkey PRIMARY KEY (tenant_id, item_id, grain, period, client_id) INCLUDE (units),
  constraint client_sales_grain_check CHECK ((grain = ANY (ARRAY['D'::"char", 'S'::"char", 'H'::"char", 'M'::"char", 'Q'::"char", 'Y'::"char"])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create table clients (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  receiver_type text not null,
  ruc text,
  dv text,
  email text,
  external_code text,
  created_at timestamp with time zone not null default now(),
  folded text generated always as ("left"(fold_text(((((COALESCE(ruc, ''::text) || chr(10)) || COALESCE(external_code, ''::text)) || chr(10)) || name)), 500)) stored,
  address_line text,
  corregimiento_code text,
  province text,
  district text,
  corregimiento text,
  country text,
  telephone text,
  further_emails text[] not null default '{}'::text[],
  retention_code text,
  price_list_id uuid,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  archived_at timestamp with time zone,
  constraint clients_pkey PRIMARY KEY (tenant_id, id),
  constraint clients_tenant_id_external_code_key UNIQUE (tenant_id, external_code),
  constraint clients_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint clients_further_emails_check CHECK ((cardinality(further_emails) <= 2)),
  constraint clients_receiver_type_check CHECK ((receiver_type = ANY (ARRAY['CONTRIBUYENTE'::text, 'CONSUMIDOR_FINAL'::text, 'GOBIERNO'::text, 'EXTRANJERO'::text])))
);
create table condensed_items (
  tenant_id uuid not null,
  item_id uuid not null,
  constraint condensed_items_pkey PRIMARY KEY (tenant_id, item_id)
);
create table contingencies (
  tenant_id uuid not null,
  id uuid not null,
  started_at timestamp with time zone not null,
  reason text not null,
  explanation text,
  started_by text not null,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_by text,
  constraint contingencies_pkey PRIMARY KEY (tenant_id, id),
  constraint contingencies_check CHECK (((length(reason) + COALESCE((length(explanation) + 2), 0)) <= 250)),
  constraint contingencies_reason_check CHECK (((length(reason) >= 15) AND (length(reason) <= 250)))
);
create table credit_lines (
  tenant_id uuid not null,
  id uuid not null,
  credit_id uuid not null,
  invoice_line_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric not null,
  net numeric not null,
  tax numeric not null,
  isc numeric not null default 0,
  other_tax numeric not null default 0,
  unit text,
  unit_factor numeric not null default 1,
  constraint credit_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint credit_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint credit_lines_unit_factor_check CHECK ((unit_factor > (0)::numeric))
);
create table credits (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  credit_status text not null,
  reason text not null,
  restock boolean not null,
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null,
  issued_at timestamp with time zone not null,
  issue_day date not null,
  voided_at timestamp with time zone,
  void_reason text,
  canceled_at timestamp with time zone,
  created_by text not null,
  isc numeric not null default 0,
  other_tax numeric not null default 0,
  applied_at timestamp with time zone,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  fiscal_day date,
  constraint credits_pkey PRIMARY KEY (tenant_id, id),
  constraint credits_credit_status_check CHECK ((credit_status = ANY (ARRAY['UNAPPLIED'::text, 'APPLIED'::text, 'CANCELED'::text, 'VOID'::text])))
);
create table dashboard_sessions (
  tenant_id uuid not null,
  id_sha256 text not null,
  user_name text not null,
  roles text[] not null,
  token_id uuid,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint dashboard_sessions_pkey PRIMARY KEY (tenant_id, id_sha256),
  constraint dashboard_sessions_roles_check CHECK ((roles <@ ARRAY['viewer'::text, 'operator'::text, 'admin'::text]))
);
create table database_witness (
  id uuid not null default gen_random_uuid(),
  beats bigint not null default 0,
  beaten_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  went_back_at timestamp with time zone,
  went_back_because text,
  accepted_era text,
  constraint database_witness_pkey PRIMARY KEY (id)
);
create table debit_note_lines (
  tenant_id uuid not null,
  id uuid not null,
  debit_note_id uuid not null,
  line_number integer not null,
  invoice_line_id uuid,
  item_id uuid,
  description text not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  net numeric not null,
  tax numeric not null,
  constraint debit_note_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint debit_note_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint debit_note_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
create table debit_notes (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid,
  client_id uuid not null,
  debit_status text not null,
  reason text not null,
  reference jsonb,
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null,
  issued_at timestamp with time zone not null,
  issue_day date not null,
  voided_at timestamp with time zone,
  void_reason text,
  canceled_at timestamp with time zone,
  created_by text not null,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  fiscal_day date,
  constraint debit_notes_pkey PRIMARY KEY (tenant_id, id),
  constraint debit_notes_check CHECK (((invoice_id IS NOT NULL) OR (reference IS NOT NULL))),
  constraint debit_notes_debit_status_check CHECK ((debit_status = ANY (ARRAY['ISSUED'::text, 'REJECTED'::text, 'CANCELED'::text, 'VOID'::text]))),
  constraint debit_notes_total_check CHECK ((total > (0)::numeric))
);
create table document_events (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  actor text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint document_events_pkey PRIMARY KEY (tenant_id, id)
);
create table document_numbers (
  tenant_id uuid not null,
  series text not null,
  last_number bigint not null,
  billing_point_id uuid,
  constraint document_numbers_pkey PRIMARY KEY (tenant_id, series)
);
create table event_heads (
  tenant_id uuid not null,
  "position" bigint not null default 0,
  constraint event_heads_pkey PRIMARY KEY (tenant_id)
);
create table events (
  tenant_id uuid not null,
  seq bigint not null generated always as identity,
  "position" bigint,
  id uuid not null default gen_random_uuid(),
  type text not null,
  entity_id uuid not null,
  subject_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  data jsonb not null,
  traceparent text default NULLIF(current_setting('app.traceparent'::text, true), ''::text),
  constraint events_pkey PRIMARY KEY (tenant_id, seq),
  constraint events_position_check CHECK (("position" > 0))
);
create table files (
  tenant_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  filename text not null,
  content_type text not null,
  byte_size integer not null,
  sha256 text not null,
  storage_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint files_pkey PRIMARY KEY (tenant_id, id),
  constraint files_tenant_id_source_id_sha256_key UNIQUE (tenant_id, source_id, sha256)
);
create table fiscal_documents (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  mode text not null,
  number text not null,
  fiscal_number text,
  legal_status text,
  submission_state text not null,
  document_id text,
  cufe text,
  expected_cufe text,
  cufe_key text,
  pac_company_id text,
  pac_input jsonb,
  pac_response jsonb,
  rejection_reasons text[] not null default '{}'::text[],
  send_started_at timestamp with time zone,
  lease_until timestamp with time zone,
  submit_after timestamp with time zone,
  lease_number bigint not null default 0,
  parked_reason text,
  poll_count integer not null default 0,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  void_state text,
  void_reason text,
  void_asked_by text,
  void_asked_at timestamp with time zone,
  void_started_at timestamp with time zone,
  void_lease_until timestamp with time zone,
  void_after timestamp with time zone,
  void_attempts integer not null default 0,
  proforma_number text,
  awaits_pdf boolean not null default false,
  is_canceled boolean not null default false,
  environment text,
  billing_point_id uuid,
  document_type text not null default '01'::text,
  awaits_xml boolean not null default false,
  qr_url text,
  authorization_protocol text,
  authorized_at timestamp with time zone,
  contingency_id uuid,
  constraint fiscal_documents_pkey PRIMARY KEY (tenant_id, id),
  constraint fiscal_documents_tenant_id_kind_number_key UNIQUE (tenant_id, kind, number),
  constraint filed_at_a_billing_point CHECK (((mode <> 'DGI'::text) OR (billing_point_id IS NOT NULL))),
  constraint fiscal_documents_document_type_check CHECK ((document_type ~ '^0[1-9]$'::text)),
  constraint fiscal_documents_environment_check CHECK ((environment = ANY (ARRAY['TEST'::text, 'PRODUCTION'::text]))),
  constraint fiscal_documents_kind CHECK ((kind = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text, 'DEBIT_NOTE'::text]))),
  constraint fiscal_documents_legal_status_check CHECK ((legal_status = ANY (ARRAY['PAC_AUTHORIZED'::text, 'DGI_AUTHORIZED'::text, 'PAC_REJECTED'::text, 'DGI_REJECTED'::text]))),
  constraint fiscal_documents_mode_check CHECK ((mode = ANY (ARRAY['DGI'::text, 'PROFORM'::text, 'DGI_IMPORT'::text]))),
  constraint fiscal_documents_submission_state_check CHECK ((submission_state = ANY (ARRAY['NOT_REQUIRED'::text, 'PENDING'::text, 'UNKNOWN'::text, 'DONE'::text]))),
  constraint fiscal_documents_void_state_check CHECK ((void_state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text, 'DONE'::text])))
);
create table installation_keys (
  name text not null,
  key_id text not null,
  since timestamp with time zone not null default now(),
  secret text,
  constraint installation_keys_pkey PRIMARY KEY (name, key_id)
);
create table inventory_logs (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  location_id uuid not null,
  seq bigint not null,
  occurred_at timestamp with time zone not null,
  method text,
  source_id uuid,
  quantity_change numeric not null,
  new_quantity numeric not null,
  description text,
  created_by text not null,
  source_type integer,
  movement_type movement_type not null,
  type_seq bigint not null,
  day date not null,
  opens_day boolean not null,
  reference_number text,
  counterparty_id uuid,
  unit_cost numeric,
  constraint inventory_logs_movement_type CHECK (((movement_type)::text = ANY (ARRAY['VENTA'::text, 'COMPRA'::text, 'AJUSTE'::text, 'DEVOLUCION'::text, 'OTHER'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.005);
create table inventory_lots (
  tenant_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  lot_number text not null,
  quantity_received numeric not null default 0,
  quantity_remaining numeric not null default 0,
  unit_cost numeric not null default 0,
  expiration_date date,
  received_at timestamp with time zone not null,
  constraint inventory_lots_pkey PRIMARY KEY (tenant_id, id),
  constraint inventory_lots_tenant_id_item_id_location_id_lot_number_key UNIQUE (tenant_id, item_id, location_id, lot_number),
  constraint inventory_lots_quantity_remaining_check CHECK ((quantity_remaining >= (0)::numeric))
);
create table invoice_lines (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  location_id uuid not null,
  description text not null,
  quantity numeric not null,
  quantity_credited numeric not null default 0,
  unit_price numeric not null,
  tax_rate numeric not null,
  net numeric not null,
  tax numeric not null,
  lot_number text,
  discount numeric not null default 0,
  isc_rate numeric not null default 0,
  other_tax_code text,
  other_tax numeric not null default 0,
  isc numeric not null default 0,
  unit text,
  unit_factor numeric not null default 1,
  constraint invoice_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_lines_check CHECK (((quantity_credited >= (0)::numeric) AND (quantity_credited <= quantity))),
  constraint invoice_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint invoice_lines_unit_factor_check CHECK ((unit_factor > (0)::numeric))
);
create table invoices (
  tenant_id uuid not null,
  id uuid not null,
  order_id uuid,
  holds_order boolean not null default true,
  client_id uuid not null,
  invoice_status text not null,
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null,
  paid numeric not null default 0,
  credited numeric not null default 0,
  issued_at timestamp with time zone not null,
  issue_day date not null,
  due_date date,
  voided_at timestamp with time zone,
  void_reason text,
  canceled_at timestamp with time zone,
  is_stand_in boolean not null default false,
  created_by text not null,
  discount numeric not null default 0,
  isc numeric not null default 0,
  other_tax numeric not null default 0,
  retention_code text,
  retention numeric not null default 0,
  change numeric not null default 0,
  debited numeric not null default 0,
  export_data jsonb,
  is_owed boolean not null default true,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  is_opening boolean not null default false,
  fiscal_day date,
  constraint invoices_pkey PRIMARY KEY (tenant_id, id),
  constraint invoices_invoice_status_check CHECK ((invoice_status = ANY (ARRAY['UNPAID'::text, 'PARTIALLY_PAID'::text, 'PAID'::text, 'OVERPAID'::text, 'PAST_DUE'::text, 'PARTIALLY_CANCELED'::text, 'CANCELED'::text, 'VOID'::text])))
);
create table item_barcodes (
  tenant_id uuid not null,
  barcode text not null,
  item_id uuid not null,
  unit text,
  constraint item_barcodes_pkey PRIMARY KEY (tenant_id, barcode)
);
create table item_sales (
  tenant_id uuid not null,
  item_id uuid not null,
  grain "char" not null,
  period date not null,
  location_id uuid not null,
  units numeric not null,
  documents integer not null default 0,
  documents_left_out integer not null default 0,
  leading_documents integer not null default 0,
  leading_documents_left_out integer not null default 0,
  constraint item_sales_pkey PRIMARY KEY (tenant_id, item_id, grain, period, location_id),
  constraint item_sales_grain_check CHECK ((grain = ANY (ARRAY['D'::"char", 'M'::"char"])))
) with (fillfactor=80);
create table item_units (
  tenant_id uuid not null,
  item_id uuid not null,
  unit text not null,
  factor numeric not null,
  price numeric,
  constraint item_units_pkey PRIMARY KEY (tenant_id, item_id, unit),
  constraint item_units_factor_check CHECK ((factor > (0)::numeric)),
  constraint item_units_price_check CHECK ((price >= (0)::numeric))
);
create table items (
  tenant_id uuid not null,
  id uuid not null,
  sku text not null,
  name text not null,
  unit text not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  cpbs text,
  tracking_mode text not null,
  allow_negative_stock boolean not null,
  average_cost numeric,
  reorder_level numeric not null default 0,
  reorder_quantity numeric not null default 0,
  lead_time_days integer not null default 0,
  created_at timestamp with time zone not null default now(),
  folded text generated always as ("left"(fold_text(((sku || chr(10)) || name)), 500)) stored,
  isc_rate numeric not null default 0,
  other_tax_code text,
  other_tax_rate numeric,
  kind text not null default 'GOODS'::text,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  category text,
  archived_at timestamp with time zone,
  constraint items_pkey PRIMARY KEY (tenant_id, id),
  constraint items_tenant_id_sku_key UNIQUE (tenant_id, sku),
  constraint items_kind_check CHECK ((kind = ANY (ARRAY['GOODS'::text, 'SERVICE'::text]))),
  constraint items_tracking_mode_check CHECK ((tracking_mode = ANY (ARRAY['NONE'::text, 'LOT'::text, 'SERIAL'::text])))
);
create table kept_counts (
  tenant_id uuid not null,
  subject text not null,
  class text not null,
  count bigint not null,
  id bigint not null generated always as identity,
  constraint kept_counts_pkey PRIMARY KEY (tenant_id, subject, class, id)
);
create table locations (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  is_default boolean not null default false,
  office_id uuid,
  external_id text,
  metadata jsonb,
  created_at timestamp with time zone default clock_timestamp(),
  updated_at timestamp with time zone default clock_timestamp(),
  archived_at timestamp with time zone,
  constraint locations_pkey PRIMARY KEY (tenant_id, id),
  constraint locations_tenant_id_code_key UNIQUE (tenant_id, code),
  constraint locations_in_office CHECK ((office_id IS NOT NULL))
);
create table lot_movements (
  tenant_id uuid not null,
  id uuid not null,
  lot_id uuid not null,
  source_id uuid not null,
  line_id uuid,
  quantity_change numeric not null,
  created_at timestamp with time zone not null default now(),
  constraint lot_movements_pkey PRIMARY KEY (tenant_id, id)
);
create table offices (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  pac_office_id text,
  name text not null,
  address text,
  corregimiento_code text,
  latitude numeric,
  longitude numeric,
  telephone text,
  is_main boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint offices_pkey PRIMARY KEY (tenant_id, id),
  constraint offices_tenant_id_code_key UNIQUE (tenant_id, code),
  constraint offices_code_check CHECK ((code ~ '^[0-9A-Za-z]{4}$'::text))
);
create table order_lines (
  tenant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  lot_number text,
  discount numeric not null default 0,
  isc_rate numeric not null default 0,
  other_tax_code text,
  other_tax numeric not null default 0,
  own_discount numeric not null default 0,
  other_tax_rate numeric,
  unit text,
  unit_factor numeric not null default 1,
  constraint order_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint order_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint order_lines_tax_rate_check CHECK ((tax_rate >= (0)::numeric)),
  constraint order_lines_unit_factor_check CHECK ((unit_factor > (0)::numeric)),
  constraint order_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
create table orders (
  tenant_id uuid not null,
  id uuid not null,
  number text not null,
  client_id uuid not null,
  status text not null,
  due_date date,
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  billing_point_id uuid,
  discount numeric not null default 0,
  isc numeric not null default 0,
  other_tax numeric not null default 0,
  version integer not null default 1,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  constraint orders_pkey PRIMARY KEY (tenant_id, id),
  constraint orders_tenant_id_number_key UNIQUE (tenant_id, number),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'INVOICED'::text, 'CANCELED'::text])))
);
create table pac_breakers (
  base_url text not null,
  company_id text not null,
  breaker jsonb not null,
  constraint pac_breakers_pkey PRIMARY KEY (base_url, company_id)
);
create table pac_notices (
  tenant_id uuid not null,
  id uuid not null,
  digest text not null,
  body jsonb not null,
  pac_document_id text,
  cufe text,
  legal_status text,
  state text not null,
  outcome text,
  document_id uuid,
  deliveries integer not null default 1,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  constraint pac_notices_pkey PRIMARY KEY (tenant_id, id),
  constraint pac_notices_tenant_id_digest_key UNIQUE (tenant_id, digest),
  constraint pac_notices_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'APPLIED'::text, 'STALE'::text, 'PARKED'::text, 'REFUSED'::text, 'EXPIRED'::text])))
);
create table pac_requests (
  tenant_id uuid not null,
  document_id uuid not null,
  what text not null,
  state text not null,
  reason text,
  asked_by text not null,
  asked_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  lease_until timestamp with time zone,
  not_before timestamp with time zone,
  attempts integer not null default 0,
  constraint pac_requests_pkey PRIMARY KEY (tenant_id, document_id, what),
  constraint pac_requests_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'UNKNOWN'::text, 'DONE'::text, 'DROPPED'::text]))),
  constraint pac_requests_what_check CHECK ((what = ANY (ARRAY['SUBMIT'::text, 'VOID'::text])))
);
create table payments (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  amount numeric not null,
  method text not null,
  reference text,
  paid_at timestamp with time zone not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  idempotency_key text,
  request jsonb,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  constraint payments_pkey PRIMARY KEY (tenant_id, id),
  constraint payments_tenant_id_idempotency_key_key UNIQUE (tenant_id, idempotency_key),
  constraint payments_amount_check CHECK ((amount > (0)::numeric))
);
create unlogged table presences (
  tenant_id uuid not null,
  entity_id uuid not null,
  user_name text not null,
  is_editing boolean not null,
  seen_at timestamp with time zone not null,
  constraint presences_pkey PRIMARY KEY (tenant_id, entity_id, user_name)
);
create table price_list_items (
  tenant_id uuid not null,
  price_list_id uuid not null,
  item_id uuid not null,
  unit text not null,
  price numeric not null,
  constraint price_list_items_pkey PRIMARY KEY (tenant_id, price_list_id, item_id, unit),
  constraint price_list_items_price_check CHECK ((price >= (0)::numeric))
);
create table price_lists (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint price_lists_pkey PRIMARY KEY (tenant_id, id),
  constraint price_lists_tenant_id_name_key UNIQUE (tenant_id, name)
);
create table purchase_order_lines (
  tenant_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric not null,
  quantity_received numeric not null default 0,
  unit_cost numeric not null,
  is_open boolean not null default true,
  unit text,
  unit_factor numeric not null default 1,
  constraint purchase_order_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint purchase_order_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint purchase_order_lines_unit_cost_check CHECK ((unit_cost >= (0)::numeric)),
  constraint purchase_order_lines_unit_factor_check CHECK ((unit_factor > (0)::numeric))
);
create table purchase_orders (
  tenant_id uuid not null,
  id uuid not null,
  number text not null,
  supplier_id uuid not null,
  status text not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  constraint purchase_orders_pkey PRIMARY KEY (tenant_id, id),
  constraint purchase_orders_tenant_id_number_key UNIQUE (tenant_id, number),
  constraint purchase_orders_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'PARTIALLY_RECEIVED'::text, 'RECEIVED'::text, 'CLOSED'::text, 'CANCELED'::text])))
);
create table refunds (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount numeric not null,
  reason text not null,
  moved_to uuid,
  refunded_at timestamp with time zone not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint refunds_pkey PRIMARY KEY (tenant_id, id),
  constraint refunds_amount_check CHECK ((amount > (0)::numeric))
);
create table requests (
  tenant_id uuid constraint stock_requests_tenant_id_not_null not null,
  idempotency_key text constraint stock_requests_idempotency_key_not_null not null,
  request jsonb constraint stock_requests_request_not_null not null,
  result jsonb,
  created_at timestamp with time zone constraint stock_requests_created_at_not_null not null default now(),
  constraint stock_requests_pkey PRIMARY KEY (tenant_id, idempotency_key)
);
create table stock_levels (
  tenant_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  on_hand numeric not null default 0,
  reserved numeric not null default 0,
  last_seq bigint not null default 0,
  last_at timestamp with time zone,
  prior_at timestamp with time zone,
  n_venta bigint not null default 0,
  n_compra bigint not null default 0,
  n_ajuste bigint not null default 0,
  n_devolucion bigint not null default 0,
  n_other bigint not null default 0,
  constraint stock_levels_pkey PRIMARY KEY (tenant_id, item_id, location_id)
) with (fillfactor=50);
create table stock_reservations (
  tenant_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric not null,
  status text not null,
  order_id uuid,
  order_line_id uuid,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint stock_reservations_pkey PRIMARY KEY (tenant_id, id),
  constraint stock_reservations_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint stock_reservations_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CONSUMED'::text, 'RELEASED'::text])))
);
create table stored_bytes (
  tenant_id uuid not null,
  storage_key text not null,
  put_at timestamp with time zone not null default clock_timestamp(),
  constraint stored_bytes_pkey PRIMARY KEY (tenant_id, storage_key)
);
create table supplier_invoice_lines (
  tenant_id uuid not null,
  id uuid not null,
  supplier_invoice_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric not null,
  unit_cost numeric not null,
  unit text,
  unit_factor numeric not null default 1,
  constraint supplier_invoice_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_invoice_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint supplier_invoice_lines_unit_cost_check CHECK ((unit_cost >= (0)::numeric)),
  constraint supplier_invoice_lines_unit_factor_check CHECK ((unit_factor > (0)::numeric))
);
create table supplier_invoices (
  tenant_id uuid not null,
  id uuid not null,
  number text not null,
  supplier_id uuid not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint supplier_invoices_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_invoices_tenant_id_number_key UNIQUE (tenant_id, number)
);
create table suppliers (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  ruc text,
  created_at timestamp with time zone not null default now(),
  folded text generated always as ("left"(fold_text(((COALESCE(ruc, ''::text) || chr(10)) || name)), 500)) stored,
  external_id text,
  metadata jsonb,
  updated_at timestamp with time zone default clock_timestamp(),
  archived_at timestamp with time zone,
  constraint suppliers_pkey PRIMARY KEY (tenant_id, id)
);
create table tenants (
  id uuid not null,
  name text not null,
  time_zone text not null default 'America/Panama'::text,
  ruc text,
  dv text,
  pac_company_id text,
  pac_office_id text,
  branch_code text not null default '0000'::text,
  webhook_secret text,
  void_window_hours integer not null default 182,
  pac_credentials_refused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  webhook_secret_before text,
  webhook_secret_before_until timestamp with time zone,
  suspended_at timestamp with time zone,
  closed_at timestamp with time zone,
  is_retention_agent boolean not null default false,
  pac_environment text,
  pac_key_secret text,
  has_pac_key boolean generated always as ((pac_key_secret IS NOT NULL)) stored,
  former_accounts_secret jsonb not null default '[]'::jsonb,
  cafe_format text,
  cafe_delivery text,
  endpoints_secret jsonb not null default '{}'::jsonb,
  acts_waiting jsonb,
  pac_key_before_secret text,
  pac_key_before_until timestamp with time zone,
  place text not null default 'HERE'::text,
  move text,
  sells_without_stock boolean not null default false,
  refuses_documented boolean not null default true,
  constraint tenants_pac_company_id_key UNIQUE (pac_company_id),
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_cafe_delivery_check CHECK ((cafe_delivery = ANY (ARRAY['NONE'::text, 'PAPER'::text, 'ELECTRONIC'::text]))),
  constraint tenants_cafe_format_check CHECK ((cafe_format = ANY (ARRAY['NONE'::text, 'TILL_ROLL'::text, 'LETTER'::text]))),
  constraint tenants_pac_environment_check CHECK ((pac_environment = ANY (ARRAY['TEST'::text, 'PRODUCTION'::text]))),
  constraint tenants_place_check CHECK ((place = ANY (ARRAY['HERE'::text, 'DRAINING'::text, 'LEAVING'::text, 'GONE'::text, 'ARRIVING'::text])))
);
create table till_sales (
  tenant_id uuid not null,
  id uuid not null,
  till text not null,
  made_by text not null,
  sold_at timestamp with time zone not null,
  amount numeric not null,
  state text not null,
  reason text,
  told_at timestamp with time zone not null default now(),
  constraint till_sales_pkey PRIMARY KEY (tenant_id, id),
  constraint till_sales_amount_check CHECK ((amount >= (0)::numeric)),
  constraint till_sales_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'REFUSED'::text, 'SETTLED'::text, 'DISCARDED'::text])))
);
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  endpoint_id uuid not null,
  event_seq bigint,
  event_id uuid not null,
  type text not null,
  subject_id uuid not null,
  "position" bigint not null,
  state text not null default 'PENDING'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  first_tried_at timestamp with time zone,
  last_tried_at timestamp with time zone,
  http_status integer,
  answer text,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_deliveries_tenant_id_endpoint_id_event_seq_key UNIQUE (tenant_id, endpoint_id, event_seq),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
create table webhook_endpoints (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  types text[],
  description text,
  overlap_until timestamp with time zone,
  is_enabled boolean not null default true,
  disabled_reason text,
  disabled_at timestamp with time zone,
  "position" bigint not null,
  starts_at timestamp with time zone default now(),
  failures integer not null default 0,
  failing_since timestamp with time zone,
  resumes_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['ASKED'::text, 'GONE'::text, 'FAILING'::text])))
);
create view stock_requests with (security_invoker=true) as
 SELECT tenant_id,
    idempotency_key,
    request,
    result,
    created_at
   FROM requests;
CREATE INDEX acts_entities ON public.acts USING gin (entity_ids);
CREATE INDEX acts_in_turn ON public.acts USING btree (tenant_id, turn NULLS FIRST, at, id) WHERE (number IS NULL);
CREATE UNIQUE INDEX acts_number ON public.acts USING btree (tenant_id, number) WHERE (number IS NOT NULL);
CREATE UNIQUE INDEX clients_external_id ON public.clients USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX clients_folded ON public.clients USING btree (tenant_id) INCLUDE (folded, archived_at);
CREATE INDEX clients_name ON public.clients USING btree (tenant_id, name, id) INCLUDE (archived_at);
CREATE INDEX clients_updated ON public.clients USING btree (tenant_id, updated_at, id);
CREATE UNIQUE INDEX contingencies_open ON public.contingencies USING btree (tenant_id) WHERE (ended_at IS NULL);
CREATE INDEX credit_lines_credit ON public.credit_lines USING btree (tenant_id, credit_id);
CREATE UNIQUE INDEX credits_external_id ON public.credits USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX credits_invoice ON public.credits USING btree (tenant_id, invoice_id);
CREATE INDEX credits_newest ON public.credits USING btree (tenant_id, issued_at DESC, id);
CREATE INDEX credits_status ON public.credits USING btree (tenant_id, credit_status, issued_at, id);
CREATE INDEX credits_updated ON public.credits USING btree (tenant_id, updated_at, id);
CREATE UNIQUE INDEX database_witness_single ON public.database_witness USING btree ((true));
CREATE INDEX debit_note_lines_note ON public.debit_note_lines USING btree (tenant_id, debit_note_id);
CREATE INDEX debit_notes_client ON public.debit_notes USING btree (tenant_id, client_id);
CREATE UNIQUE INDEX debit_notes_external_id ON public.debit_notes USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX debit_notes_invoice ON public.debit_notes USING btree (tenant_id, invoice_id);
CREATE INDEX debit_notes_newest ON public.debit_notes USING btree (tenant_id, issued_at DESC, id);
CREATE INDEX debit_notes_status ON public.debit_notes USING btree (tenant_id, debit_status, issued_at, id);
CREATE INDEX debit_notes_updated ON public.debit_notes USING btree (tenant_id, updated_at, id);
CREATE INDEX document_events_document ON public.document_events USING btree (tenant_id, document_id, at, id);
CREATE INDEX document_events_sent ON public.document_events USING btree (tenant_id, at) INCLUDE (document_id) WHERE (kind = 'EMAIL_ASKED'::text);
CREATE UNIQUE INDEX events_position ON public.events USING btree (tenant_id, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX events_unplaced ON public.events USING btree (tenant_id, seq) WHERE ("position" IS NULL);
CREATE INDEX fiscal_documents_class ON public.fiscal_documents USING btree (tenant_id, kind, number_class(legal_status, void_state, is_canceled, submission_state), number);
CREATE INDEX fiscal_documents_contingency ON public.fiscal_documents USING btree (tenant_id, contingency_id) WHERE (contingency_id IS NOT NULL);
CREATE UNIQUE INDEX fiscal_documents_cufe ON public.fiscal_documents USING btree (tenant_id, cufe) WHERE (cufe IS NOT NULL);
CREATE INDEX fiscal_documents_cufe_key ON public.fiscal_documents USING btree (tenant_id, cufe_key) WHERE (cufe_key IS NOT NULL);
CREATE UNIQUE INDEX fiscal_documents_document_id ON public.fiscal_documents USING btree (tenant_id, document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX fiscal_documents_expected_cufe ON public.fiscal_documents USING btree (tenant_id, expected_cufe) WHERE (expected_cufe IS NOT NULL);
CREATE INDEX fiscal_documents_open ON public.fiscal_documents USING btree (tenant_id, created_at) WHERE ((submission_state = ANY (ARRAY['PENDING'::text, 'UNKNOWN'::text])) OR (legal_status = 'PAC_AUTHORIZED'::text));
CREATE UNIQUE INDEX fiscal_documents_proforma ON public.fiscal_documents USING btree (tenant_id, kind, proforma_number) WHERE (proforma_number IS NOT NULL);
CREATE INDEX fiscal_documents_stuck ON public.fiscal_documents USING btree (tenant_id, created_at) WHERE ((parked_reason IS NOT NULL) OR (void_state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text])));
CREATE INDEX fiscal_documents_waiting ON public.fiscal_documents USING btree (tenant_id, created_at, id) WHERE is_open_document(mode, submission_state, legal_status, parked_reason, void_state, awaits_pdf);
CREATE INDEX inventory_logs_adjusted ON public.inventory_logs USING btree (tenant_id, occurred_at, source_id) WHERE (source_type = 5);
CREATE INDEX inventory_logs_adjustment ON public.inventory_logs USING btree (tenant_id, source_id) WHERE (source_type = 5);
CREATE INDEX inventory_logs_day ON public.inventory_logs USING btree (tenant_id, item_id, location_id, day) INCLUDE (new_quantity, quantity_change) WHERE opens_day;
CREATE INDEX inventory_logs_newest ON public.inventory_logs USING btree (tenant_id, occurred_at);
CREATE UNIQUE INDEX inventory_logs_stream ON public.inventory_logs USING btree (tenant_id, item_id, location_id, occurred_at) INCLUDE (seq, movement_type, quantity_change, new_quantity);
CREATE INDEX inventory_logs_type ON public.inventory_logs USING btree (tenant_id, item_id, location_id, movement_type, occurred_at);
CREATE INDEX inventory_lots_open ON public.inventory_lots USING btree (tenant_id, item_id, location_id, expiration_date, received_at, id) WHERE (quantity_remaining > (0)::numeric);
CREATE INDEX invoice_lines_invoice ON public.invoice_lines USING btree (tenant_id, invoice_id);
CREATE INDEX invoices_client ON public.invoices USING btree (tenant_id, client_id, issued_at DESC);
CREATE INDEX invoices_due ON public.invoices USING btree (tenant_id, due_date) WHERE ((due_date IS NOT NULL) AND (invoice_status = ANY (ARRAY['UNPAID'::text, 'PARTIALLY_PAID'::text, 'PARTIALLY_CANCELED'::text])));
CREATE UNIQUE INDEX invoices_external_id ON public.invoices USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX invoices_in_hand ON public.invoices USING btree (tenant_id, client_id) WHERE ((paid > (0)::numeric) AND (invoice_status = ANY (ARRAY['OVERPAID'::text, 'VOID'::text, 'CANCELED'::text])));
CREATE INDEX invoices_newest ON public.invoices USING btree (tenant_id, issued_at DESC, id);
CREATE INDEX invoices_owed ON public.invoices USING btree (tenant_id, client_id) WHERE (invoice_status = ANY (ARRAY['UNPAID'::text, 'PARTIALLY_PAID'::text, 'PAST_DUE'::text, 'PARTIALLY_CANCELED'::text]));
CREATE INDEX invoices_owed_by_day ON public.invoices USING btree (tenant_id, due_date, id) WHERE ((due_date IS NOT NULL) AND (invoice_status = ANY (ARRAY['UNPAID'::text, 'PARTIALLY_PAID'::text, 'PAST_DUE'::text, 'PARTIALLY_CANCELED'::text])));
CREATE INDEX invoices_status ON public.invoices USING btree (tenant_id, invoice_status, issued_at, id);
CREATE INDEX invoices_total ON public.invoices USING btree (tenant_id, total, id);
CREATE INDEX invoices_updated ON public.invoices USING btree (tenant_id, updated_at, id);
CREATE INDEX item_barcodes_item ON public.item_barcodes USING btree (tenant_id, item_id);
CREATE INDEX item_sales_period ON public.item_sales USING btree (tenant_id, grain, period);
CREATE UNIQUE INDEX items_external_id ON public.items USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX items_folded ON public.items USING btree (tenant_id) INCLUDE (folded, archived_at);
CREATE INDEX items_judged ON public.items USING btree (tenant_id, id) INCLUDE (sku, lead_time_days, reorder_level, archived_at);
CREATE INDEX items_name ON public.items USING btree (tenant_id, name, id) INCLUDE (archived_at);
CREATE INDEX items_services ON public.items USING btree (tenant_id, id) WHERE (kind = 'SERVICE'::text);
CREATE INDEX items_updated ON public.items USING btree (tenant_id, updated_at, id);
CREATE UNIQUE INDEX locations_external_id ON public.locations USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX locations_updated ON public.locations USING btree (tenant_id, updated_at, id);
CREATE INDEX lot_movements_line ON public.lot_movements USING btree (tenant_id, line_id) WHERE (line_id IS NOT NULL);
CREATE UNIQUE INDEX one_default_location ON public.locations USING btree (tenant_id) WHERE is_default;
CREATE UNIQUE INDEX one_invoice_per_order ON public.invoices USING btree (tenant_id, order_id) WHERE ((order_id IS NOT NULL) AND holds_order);
CREATE UNIQUE INDEX one_main_office ON public.offices USING btree (tenant_id) WHERE is_main;
CREATE INDEX order_lines_order ON public.order_lines USING btree (tenant_id, order_id);
CREATE INDEX orders_client ON public.orders USING btree (tenant_id, client_id, created_at, id);
CREATE UNIQUE INDEX orders_external_id ON public.orders USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX orders_newest ON public.orders USING btree (tenant_id, created_at DESC, id);
CREATE INDEX orders_open ON public.orders USING btree (tenant_id, status, created_at, id) WHERE (status <> 'INVOICED'::text);
CREATE INDEX orders_updated ON public.orders USING btree (tenant_id, updated_at, id);
CREATE INDEX pac_notices_about_nothing ON public.pac_notices USING btree (tenant_id, state, received_at) WHERE ((document_id IS NULL) AND (state = ANY (ARRAY['EXPIRED'::text, 'REFUSED'::text])));
CREATE INDEX pac_notices_strangers ON public.pac_notices USING btree (tenant_id, state, received_at) WHERE ((document_id IS NULL) AND (state = ANY (ARRAY['WAITING'::text, 'EXPIRED'::text, 'STALE'::text])));
CREATE INDEX pac_notices_unmatched ON public.pac_notices USING btree (tenant_id, COALESCE(cufe, pac_document_id), id) WHERE ((state = ANY (ARRAY['WAITING'::text, 'EXPIRED'::text])) AND (document_id IS NULL));
CREATE INDEX pac_notices_waiting ON public.pac_notices USING btree (tenant_id, received_at) WHERE (state = 'WAITING'::text);
CREATE INDEX pac_notices_waiting_id ON public.pac_notices USING btree (tenant_id, pac_document_id) WHERE (state = 'WAITING'::text);
CREATE UNIQUE INDEX payments_external_id ON public.payments USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX payments_invoice ON public.payments USING btree (tenant_id, invoice_id);
CREATE INDEX payments_newest ON public.payments USING btree (tenant_id, paid_at, id);
CREATE INDEX payments_updated ON public.payments USING btree (tenant_id, updated_at, id);
CREATE INDEX purchase_order_lines_in_units ON public.purchase_order_lines USING btree (tenant_id, item_id) INCLUDE (quantity, quantity_received, unit_factor) WHERE is_open;
CREATE INDEX purchase_order_lines_order ON public.purchase_order_lines USING btree (tenant_id, purchase_order_id);
CREATE UNIQUE INDEX purchase_orders_external_id ON public.purchase_orders USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX purchase_orders_newest ON public.purchase_orders USING btree (tenant_id, created_at DESC, id);
CREATE INDEX purchase_orders_status ON public.purchase_orders USING btree (tenant_id, status, created_at, number);
CREATE INDEX purchase_orders_supplier ON public.purchase_orders USING btree (tenant_id, supplier_id, created_at DESC);
CREATE INDEX purchase_orders_updated ON public.purchase_orders USING btree (tenant_id, updated_at, id);
CREATE INDEX refunds_invoice ON public.refunds USING btree (tenant_id, invoice_id);
CREATE INDEX refunds_newest ON public.refunds USING btree (tenant_id, refunded_at);
CREATE INDEX refunds_payment ON public.refunds USING btree (tenant_id, payment_id);
CREATE INDEX stock_reservations_item ON public.stock_reservations USING btree (tenant_id, item_id, status, created_at);
CREATE INDEX stock_reservations_order ON public.stock_reservations USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX supplier_invoices_newest ON public.supplier_invoices USING btree (tenant_id, created_at, number) INCLUDE (supplier_id);
CREATE INDEX supplier_invoices_supplier ON public.supplier_invoices USING btree (tenant_id, supplier_id, created_at DESC);
CREATE UNIQUE INDEX suppliers_external_id ON public.suppliers USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX suppliers_folded ON public.suppliers USING btree (tenant_id) INCLUDE (folded, archived_at);
CREATE INDEX suppliers_name ON public.suppliers USING btree (tenant_id, name, id) INCLUDE (archived_at);
CREATE INDEX suppliers_updated ON public.suppliers USING btree (tenant_id, updated_at, id);
CREATE INDEX tenants_former_accounts ON public.tenants USING gin (former_accounts_secret jsonb_path_ops);
CREATE INDEX till_sales_open ON public.till_sales USING btree (tenant_id, sold_at) WHERE (state = ANY (ARRAY['WAITING'::text, 'REFUSED'::text]));
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (tenant_id, event_seq);
CREATE INDEX webhook_deliveries_listed ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, seq);
CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, subject_id, "position") WHERE (state = 'PENDING'::text);
CREATE INDEX webhook_deliveries_retried ON public.webhook_deliveries USING btree (tenant_id, last_tried_at) WHERE (attempts > 1);
alter table inventory_logs replica identity using index inventory_logs_stream;
alter table acts
  add constraint acts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table api_tokens
  add constraint api_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table billing_points
  add constraint billing_points_tenant_id_office_id_fkey FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id) ON DELETE CASCADE;
alter table clients
  add constraint clients_price_list FOREIGN KEY (tenant_id, price_list_id) REFERENCES price_lists(tenant_id, id) NOT VALID,
  add constraint clients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table condensed_items
  add constraint condensed_items_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id);
alter table contingencies
  add constraint contingencies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table credit_lines
  add constraint credit_lines_tenant_id_credit_id_fkey FOREIGN KEY (tenant_id, credit_id) REFERENCES credits(tenant_id, id);
alter table credits
  add constraint credits_document FOREIGN KEY (tenant_id, id) REFERENCES fiscal_documents(tenant_id, id),
  add constraint credits_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id);
alter table dashboard_sessions
  add constraint dashboard_sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  add constraint dashboard_sessions_tenant_id_token_id_fkey FOREIGN KEY (tenant_id, token_id) REFERENCES api_tokens(tenant_id, id);
alter table debit_note_lines
  add constraint debit_note_lines_tenant_id_debit_note_id_fkey FOREIGN KEY (tenant_id, debit_note_id) REFERENCES debit_notes(tenant_id, id),
  add constraint debit_note_lines_tenant_id_invoice_line_id_fkey FOREIGN KEY (tenant_id, invoice_line_id) REFERENCES invoice_lines(tenant_id, id),
  add constraint debit_note_lines_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id);
alter table debit_notes
  add constraint debit_notes_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  add constraint debit_notes_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES fiscal_documents(tenant_id, id),
  add constraint debit_notes_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id);
alter table document_events
  add constraint document_events_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES fiscal_documents(tenant_id, id);
alter table document_numbers
  add constraint document_numbers_billing_point FOREIGN KEY (tenant_id, billing_point_id) REFERENCES billing_points(tenant_id, id),
  add constraint document_numbers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table files
  add constraint files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table fiscal_documents
  add constraint fiscal_documents_billing_point FOREIGN KEY (tenant_id, billing_point_id) REFERENCES billing_points(tenant_id, id),
  add constraint fiscal_documents_tenant_id_contingency_id_fkey FOREIGN KEY (tenant_id, contingency_id) REFERENCES contingencies(tenant_id, id) NOT VALID,
  add constraint fiscal_documents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table inventory_lots
  add constraint inventory_lots_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint inventory_lots_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id);
alter table invoice_lines
  add constraint invoice_lines_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id);
alter table invoices
  add constraint invoices_document FOREIGN KEY (tenant_id, id) REFERENCES fiscal_documents(tenant_id, id),
  add constraint invoices_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  add constraint invoices_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES orders(tenant_id, id);
alter table item_barcodes
  add constraint item_barcodes_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint item_barcodes_tenant_id_item_id_unit_fkey FOREIGN KEY (tenant_id, item_id, unit) REFERENCES item_units(tenant_id, item_id, unit) ON DELETE CASCADE;
alter table item_units
  add constraint item_units_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id);
alter table items
  add constraint items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table kept_counts
  add constraint kept_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table locations
  add constraint locations_office FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id),
  add constraint locations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table lot_movements
  add constraint lot_movements_tenant_id_lot_id_fkey FOREIGN KEY (tenant_id, lot_id) REFERENCES inventory_lots(tenant_id, id);
alter table offices
  add constraint offices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table order_lines
  add constraint order_lines_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint order_lines_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id),
  add constraint order_lines_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES orders(tenant_id, id);
alter table orders
  add constraint orders_billing_point FOREIGN KEY (tenant_id, billing_point_id) REFERENCES billing_points(tenant_id, id),
  add constraint orders_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id);
alter table pac_notices
  add constraint pac_notices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table pac_requests
  add constraint pac_requests_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES fiscal_documents(tenant_id, id) ON DELETE CASCADE;
alter table payments
  add constraint payments_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id);
alter table price_list_items
  add constraint price_list_items_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint price_list_items_tenant_id_price_list_id_fkey FOREIGN KEY (tenant_id, price_list_id) REFERENCES price_lists(tenant_id, id);
alter table price_lists
  add constraint price_lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table purchase_order_lines
  add constraint purchase_order_lines_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint purchase_order_lines_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id),
  add constraint purchase_order_lines_tenant_id_purchase_order_id_fkey FOREIGN KEY (tenant_id, purchase_order_id) REFERENCES purchase_orders(tenant_id, id);
alter table purchase_orders
  add constraint purchase_orders_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES suppliers(tenant_id, id);
alter table refunds
  add constraint refunds_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  add constraint refunds_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id) REFERENCES payments(tenant_id, id);
alter table requests
  add constraint stock_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table stock_levels
  add constraint stock_levels_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint stock_levels_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id);
alter table stock_reservations
  add constraint stock_reservations_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint stock_reservations_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id);
alter table supplier_invoice_lines
  add constraint supplier_invoice_lines_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES items(tenant_id, id),
  add constraint supplier_invoice_lines_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES locations(tenant_id, id),
  add constraint supplier_invoice_lines_tenant_id_supplier_invoice_id_fkey FOREIGN KEY (tenant_id, supplier_invoice_id) REFERENCES supplier_invoices(tenant_id, id);
alter table supplier_invoices
  add constraint supplier_invoices_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES suppliers(tenant_id, id);
alter table suppliers
  add constraint suppliers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table webhook_deliveries
  add constraint webhook_deliveries_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints(tenant_id, id),
  add constraint webhook_deliveries_tenant_id_event_seq_fkey FOREIGN KEY (tenant_id, event_seq) REFERENCES events(tenant_id, seq) ON DELETE CASCADE;
CREATE TRIGGER keep_act BEFORE DELETE OR UPDATE ON public.acts FOR EACH ROW EXECUTE FUNCTION keep_act();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.api_tokens DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.api_tokens DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.api_tokens FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.api_tokens REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.api_tokens REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,token_sha256,last_used_at}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.billing_points DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.billing_points DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.billing_points FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.billing_points REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.billing_points REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.clients FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.clients REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.clients REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.clients FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.clients FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((to_jsonb(old.*) - '{average_cost,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{average_cost,updated_at}'::text[])))) EXECUTE FUNCTION tell_row('client', 'updated');
CREATE TRIGGER tell_created AFTER INSERT ON public.clients FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('client', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.contingencies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.contingencies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.contingencies FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.contingencies REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.contingencies REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.credits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.credits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.credits FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_change AFTER UPDATE ON public.credits FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.credits REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.credits REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.credits FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.credits FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.credits FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (old.credit_status IS DISTINCT FROM new.credit_status))) EXECUTE FUNCTION tell_status('credit_status');
CREATE TRIGGER tell_issued AFTER INSERT ON public.credits REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_issued_credits();
CREATE TRIGGER tell_words AFTER UPDATE OF external_id, metadata ON public.credits FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.external_id IS DISTINCT FROM new.external_id) OR (old.metadata IS DISTINCT FROM new.metadata)))) EXECUTE FUNCTION tell_status('credit_status');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.debit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.debit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.debit_notes FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_change AFTER UPDATE ON public.debit_notes FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.debit_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.debit_notes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.debit_notes FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.debit_notes FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.debit_notes FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (old.debit_status IS DISTINCT FROM new.debit_status) AND (new.debit_status <> 'REJECTED'::text))) EXECUTE FUNCTION tell_status('debit_status');
CREATE TRIGGER tell_issued AFTER INSERT ON public.debit_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_issued_debit_notes();
CREATE TRIGGER tell_words AFTER UPDATE OF external_id, metadata ON public.debit_notes FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.external_id IS DISTINCT FROM new.external_id) OR (old.metadata IS DISTINCT FROM new.metadata)))) EXECUTE FUNCTION tell_status('debit_status');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.document_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.document_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.document_events FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost}', '{detail}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.document_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost}', '{detail}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.document_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost}', '{detail}', '{}');
CREATE TRIGGER take_first_billing_point BEFORE INSERT ON public.document_numbers FOR EACH ROW WHEN (((new.billing_point_id IS NULL) AND (new.series = ANY (ARRAY['FAC'::text, 'NC'::text])))) EXECUTE FUNCTION take_first_billing_point();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.files FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{source_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.files REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{source_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_once BEFORE UPDATE OF storage_key ON public.files FOR EACH ROW WHEN ((old.storage_key IS DISTINCT FROM new.storage_key)) EXECUTE FUNCTION keep_once('storage_key');
CREATE TRIGGER keep_removed AFTER DELETE ON public.files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{source_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER INSERT ON public.files FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (new.content_type = 'application/pdf'::text))) EXECUTE FUNCTION tell_pdf();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.fiscal_documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.fiscal_documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER await_pdf BEFORE UPDATE OF legal_status ON public.fiscal_documents FOR EACH ROW WHEN (((new.mode = 'DGI'::text) AND (new.legal_status IS NOT NULL) AND (new.legal_status IS DISTINCT FROM old.legal_status))) EXECUTE FUNCTION await_pdf();
CREATE TRIGGER copy_new_to_requests AFTER INSERT ON public.fiscal_documents FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND ((new.submission_state <> 'NOT_REQUIRED'::text) OR (new.pac_company_id IS NOT NULL)))) EXECUTE FUNCTION copy_document_to_requests();
CREATE TRIGGER copy_to_requests AFTER UPDATE OF submission_state, send_started_at, lease_until, submit_after, lease_number, void_state, void_reason, void_asked_by, void_asked_at, void_started_at, void_lease_until, void_after, void_attempts ON public.fiscal_documents FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION copy_document_to_requests();
CREATE TRIGGER count_changed AFTER UPDATE ON public.fiscal_documents FOR EACH ROW WHEN (((number_class(old.legal_status, old.void_state, old.is_canceled, old.submission_state) <> number_class(new.legal_status, new.void_state, new.is_canceled, new.submission_state)) OR (is_open_document(old.mode, old.submission_state, old.legal_status, old.parked_reason, old.void_state, old.awaits_pdf) <> is_open_document(new.mode, new.submission_state, new.legal_status, new.parked_reason, new.void_state, new.awaits_pdf)) OR ((old.number IS DISTINCT FROM new.number) OR (old.proforma_number IS DISTINCT FROM new.proforma_number)))) EXECUTE FUNCTION count_changed_document();
CREATE TRIGGER count_deleted AFTER DELETE ON public.fiscal_documents FOR EACH ROW EXECUTE FUNCTION count_changed_document();
CREATE TRIGGER count_new AFTER INSERT ON public.fiscal_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_documents();
CREATE TRIGGER guard_legal_status BEFORE UPDATE OF legal_status ON public.fiscal_documents FOR EACH ROW EXECUTE FUNCTION guard_legal_status();
CREATE TRIGGER keep_change AFTER UPDATE ON public.fiscal_documents FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}', '{pac_input,pac_response}', '{}');
CREATE TRIGGER keep_issue_type BEFORE UPDATE OF pac_input, contingency_id ON public.fiscal_documents FOR EACH ROW WHEN (((old.pac_input IS NOT NULL) AND ((new.contingency_id IS DISTINCT FROM old.contingency_id) OR ((new.pac_input #>> '{information,issueType}'::text[]) IS DISTINCT FROM (old.pac_input #>> '{information,issueType}'::text[]))))) EXECUTE FUNCTION keep_issue_type();
CREATE TRIGGER keep_new AFTER INSERT ON public.fiscal_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}', '{pac_input,pac_response}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.fiscal_documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml}', '{pac_input,pac_response}', '{}');
CREATE TRIGGER keep_sent BEFORE UPDATE OF pac_input, pac_response, cufe, expected_cufe, document_id, pac_company_id ON public.fiscal_documents FOR EACH ROW EXECUTE FUNCTION keep_sent();
CREATE TRIGGER take_first_billing_point BEFORE INSERT OR UPDATE OF mode ON public.fiscal_documents FOR EACH ROW WHEN (((new.billing_point_id IS NULL) AND (new.mode = 'DGI'::text))) EXECUTE FUNCTION take_first_billing_point();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.fiscal_documents FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.mode <> new.mode) OR (old.legal_status IS DISTINCT FROM new.legal_status) OR ((old.submission_state = 'UNKNOWN'::text) <> (new.submission_state = 'UNKNOWN'::text)) OR ((old.parked_reason IS NULL) <> (new.parked_reason IS NULL))))) EXECUTE FUNCTION tell_document();
CREATE TRIGGER tell_void_of_rejected AFTER UPDATE ON public.fiscal_documents FOR EACH ROW WHEN (((new.void_state = 'DONE'::text) AND (old.void_state IS DISTINCT FROM 'DONE'::text) AND (new.legal_status ~~ '%_REJECTED'::text) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_void_of_rejected();
CREATE CONSTRAINT TRIGGER touch_business_row AFTER UPDATE ON public.fiscal_documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((((((((((((((((old.mode IS DISTINCT FROM new.mode) OR (old.number IS DISTINCT FROM new.number)) OR (old.document_type IS DISTINCT FROM new.document_type)) OR (old.legal_status IS DISTINCT FROM new.legal_status)) OR (old.submission_state IS DISTINCT FROM new.submission_state)) OR (old.void_state IS DISTINCT FROM new.void_state)) OR (old.document_id IS DISTINCT FROM new.document_id)) OR (old.cufe IS DISTINCT FROM new.cufe)) OR (old.expected_cufe IS DISTINCT FROM new.expected_cufe)) OR (old.rejection_reasons IS DISTINCT FROM new.rejection_reasons)) OR (old.parked_reason IS DISTINCT FROM new.parked_reason)) OR (old.awaits_pdf IS DISTINCT FROM new.awaits_pdf)) OR (old.awaits_xml IS DISTINCT FROM new.awaits_xml)) OR (old.qr_url IS DISTINCT FROM new.qr_url)) OR (old.authorization_protocol IS DISTINCT FROM new.authorization_protocol)) OR (old.authorized_at IS DISTINCT FROM new.authorized_at)) OR (old.environment IS DISTINCT FROM new.environment)) OR (old.contingency_id IS DISTINCT FROM new.contingency_id)) OR (old.pac_input IS DISTINCT FROM new.pac_input)) OR (old.pac_response IS DISTINCT FROM new.pac_response))) EXECUTE FUNCTION touch_business_row();
CREATE TRIGGER usual_document_type BEFORE INSERT ON public.fiscal_documents FOR EACH ROW WHEN (((new.kind <> 'INVOICE'::text) AND (new.document_type = '01'::text))) EXECUTE FUNCTION usual_document_type();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT ON public.inventory_logs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((new.method IS NULL) OR (new.method <> ALL (ARRAY['invoice'::text, 'credit'::text, 'purchase_order'::text, 'supplier_invoice'::text]))))) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_new AFTER INSERT ON public.inventory_logs FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((new.method IS NULL) OR (new.method <> ALL (ARRAY['invoice'::text, 'credit'::text, 'purchase_order'::text, 'supplier_invoice'::text]))))) EXECUTE FUNCTION keep_change('{id}', '{item_id}', '{tenant_id,updated_at,folded,average_cost,day,opens_day,seq,type_seq,occurred_at}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER INSERT ON public.inventory_logs REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_movements();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_amounts BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (((old.subtotal IS DISTINCT FROM new.subtotal) OR (old.tax IS DISTINCT FROM new.tax) OR (old.total IS DISTINCT FROM new.total) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION keep_amounts();
CREATE TRIGGER keep_change AFTER UPDATE ON public.invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER mark_canceled AFTER INSERT OR UPDATE OF canceled_at ON public.invoices FOR EACH ROW WHEN ((new.canceled_at IS NOT NULL)) EXECUTE FUNCTION mark_canceled();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (((old.invoice_status IS DISTINCT FROM new.invoice_status) OR (old.credited IS DISTINCT FROM new.credited)) OR (old.debited IS DISTINCT FROM new.debited)))) EXECUTE FUNCTION tell_status('invoice_status');
CREATE TRIGGER tell_issued AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_issued_invoices();
CREATE TRIGGER tell_words AFTER UPDATE OF external_id, metadata ON public.invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.external_id IS DISTINCT FROM new.external_id) OR (old.metadata IS DISTINCT FROM new.metadata)))) EXECUTE FUNCTION tell_status('invoice_status');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.item_barcodes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.item_barcodes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.item_barcodes FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{barcode}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.item_barcodes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{barcode}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.item_barcodes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{barcode}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_added AFTER INSERT ON public.item_barcodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER tell_removed AFTER DELETE ON public.item_barcodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.item_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.item_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.item_units FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{item_id,unit}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.item_units REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{item_id,unit}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.item_units REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{item_id,unit}', '{item_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_added AFTER INSERT ON public.item_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE TRIGGER tell_removed AFTER DELETE ON public.item_units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_item_part();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.items REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.items REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.items FOR EACH ROW WHEN (((NOT (new.updated_at IS DISTINCT FROM old.updated_at)) AND (NOT (new.average_cost IS DISTINCT FROM old.average_cost)))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((to_jsonb(old.*) - '{average_cost,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{average_cost,updated_at}'::text[])))) EXECUTE FUNCTION tell_row('item', 'updated');
CREATE TRIGGER tell_created AFTER INSERT ON public.items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('item', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.locations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.locations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.locations FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.locations REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.locations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER place_in_main_office BEFORE INSERT ON public.locations FOR EACH ROW WHEN ((new.office_id IS NULL)) EXECUTE FUNCTION place_in_main_office();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.locations FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.locations FOR EACH ROW WHEN ((((to_jsonb(old.*) - 'updated_at'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'updated_at'::text)) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('location', 'updated');
CREATE TRIGGER tell_created AFTER INSERT ON public.locations FOR EACH ROW WHEN (((NOT new.is_default) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('location', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.offices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.offices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.offices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.offices REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.offices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.order_lines FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.order_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.version IS DISTINCT FROM new.version) OR (old.status IS DISTINCT FROM new.status)))) EXECUTE FUNCTION tell_row('order', 'status');
CREATE TRIGGER tell_created AFTER INSERT ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('order', 'created');
CREATE TRIGGER tell_words AFTER UPDATE OF external_id, metadata ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.external_id IS DISTINCT FROM new.external_id) OR (old.metadata IS DISTINCT FROM new.metadata)) AND (old.version = new.version))) EXECUTE FUNCTION tell_row('order', 'updated');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.pac_notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.pac_notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER count_deleted AFTER DELETE ON public.pac_notices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER count_new AFTER INSERT ON public.pac_notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER keep_change AFTER UPDATE ON public.pac_notices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}', '{body}', '{}');
CREATE TRIGGER keep_evidence BEFORE DELETE ON public.pac_notices FOR EACH ROW EXECUTE FUNCTION keep_evidence();
CREATE TRIGGER keep_new AFTER INSERT ON public.pac_notices REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}', '{body}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.pac_notices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{document_id}', '{tenant_id,updated_at,folded,average_cost,deliveries,state,processed_at}', '{body}', '{}');
CREATE TRIGGER copy_to_document AFTER INSERT OR UPDATE ON public.pac_requests FOR EACH ROW EXECUTE FUNCTION copy_request_to_document();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}', '{}', '{}');
CREATE TRIGGER keep_once BEFORE UPDATE OF paid_at ON public.payments FOR EACH ROW WHEN ((old.paid_at IS DISTINCT FROM new.paid_at)) EXECUTE FUNCTION keep_once('paid_at');
CREATE TRIGGER keep_payment_key AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.idempotency_key IS NOT NULL)) EXECUTE FUNCTION keep_payment_key();
CREATE TRIGGER keep_removed AFTER DELETE ON public.payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,invoice_id}', '{tenant_id,updated_at,folded,average_cost,idempotency_key,request}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_money();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.price_list_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.price_list_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.price_list_items FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{price_list_id,item_id,unit}', '{price_list_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.price_list_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{price_list_id,item_id,unit}', '{price_list_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.price_list_items REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{price_list_id,item_id,unit}', '{price_list_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER UPDATE ON public.price_list_items FOR EACH ROW WHEN (((old.price <> new.price) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_price();
CREATE TRIGGER tell_created AFTER INSERT OR DELETE ON public.price_list_items FOR EACH ROW WHEN ((true AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_price();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.price_lists DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.price_lists DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.price_lists FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.price_lists REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.price_lists REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER UPDATE ON public.price_lists FOR EACH ROW WHEN ((((to_jsonb(old.*) - 'updated_at'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'updated_at'::text)) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('price_list', 'updated');
CREATE TRIGGER tell_created AFTER INSERT ON public.price_lists FOR EACH ROW WHEN ((true AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('price_list', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.purchase_order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.purchase_order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.purchase_order_lines FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{purchase_order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.purchase_order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{purchase_order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.purchase_order_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{purchase_order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER UPDATE ON public.purchase_order_lines REFERENCING OLD TABLE AS was NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_receipt();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.purchase_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.purchase_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.purchase_orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.purchase_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.purchase_orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.purchase_orders FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.purchase_orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND (old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['CANCELED'::text, 'CLOSED'::text])))) EXECUTE FUNCTION tell_row('purchase_order', 'status');
CREATE TRIGGER tell_created AFTER INSERT ON public.purchase_orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('purchase_order', 'created');
CREATE TRIGGER tell_words AFTER UPDATE OF external_id, metadata ON public.purchase_orders FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((old.external_id IS DISTINCT FROM new.external_id) OR (old.metadata IS DISTINCT FROM new.metadata)))) EXECUTE FUNCTION tell_row('purchase_order', 'updated');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.refunds FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,payment_id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,payment_id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.refunds REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,payment_id,invoice_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_changed AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_money();
CREATE TRIGGER touch_payment AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION touch_payment();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.stock_levels REFERENCING OLD TABLE AS was NEW TABLE AS added FOR EACH STATEMENT WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_shortage();
CREATE TRIGGER tell_created AFTER INSERT ON public.stock_levels FOR EACH ROW WHEN (((new.reserved <> (0)::numeric) AND (new.on_hand = (0)::numeric) AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_new_level();
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.stock_reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.stock_reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.stock_reservations FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.stock_reservations REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.stock_reservations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id,order_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.supplier_invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.supplier_invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.supplier_invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.supplier_invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER tell_created AFTER INSERT ON public.supplier_invoices FOR EACH ROW WHEN ((true AND (COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('supplier_invoice', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.suppliers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.suppliers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.suppliers FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.suppliers REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.suppliers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.suppliers FOR EACH ROW WHEN ((NOT (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER tell_changed AFTER UPDATE ON public.suppliers FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text) AND ((to_jsonb(old.*) - '{average_cost,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{average_cost,updated_at}'::text[])))) EXECUTE FUNCTION tell_row('supplier', 'updated');
CREATE TRIGGER tell_created AFTER INSERT ON public.suppliers FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (COALESCE(current_setting('app.quiet'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION tell_row('supplier', 'created');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER found_office AFTER INSERT ON public.tenants FOR EACH ROW EXECUTE FUNCTION found_office();
CREATE TRIGGER keep_change AFTER UPDATE ON public.tenants FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
CREATE TRIGGER keep_new AFTER INSERT ON public.tenants REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.tenants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,pac_credentials_refused_at,acts_waiting}', '{}', '{webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret}');
CREATE TRIGGER keep_change AFTER UPDATE ON public.till_sales FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.till_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.webhook_deliveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (new.attempts = 0))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT ON public.webhook_deliveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (new.event_seq IS NULL))) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.webhook_deliveries FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (new.attempts = 0))) EXECUTE FUNCTION keep_change('{id}', '{id,endpoint_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.webhook_deliveries FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND (new.event_seq IS NULL))) EXECUTE FUNCTION keep_change('{id}', '{id,endpoint_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}');
CREATE CONSTRAINT TRIGGER act_of_change AFTER UPDATE ON public.webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}'::text[])))) EXECUTE FUNCTION act_of_the_rest();
CREATE CONSTRAINT TRIGGER act_of_new AFTER INSERT OR DELETE ON public.webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION act_of_the_rest();
CREATE TRIGGER keep_change AFTER UPDATE ON public.webhook_endpoints FOR EACH ROW WHEN (((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text) AND ((to_jsonb(old.*) - '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}'::text[])))) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}', '{}', '{}');
CREATE TRIGGER keep_new AFTER INSERT ON public.webhook_endpoints REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}', '{}', '{}');
CREATE TRIGGER keep_removed AFTER DELETE ON public.webhook_endpoints REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION keep_change('{id}', '{id}', '{tenant_id,updated_at,folded,average_cost,position,failures,failing_since,resumes_at}', '{}', '{}');
alter table act_heads enable row level security, force row level security;
alter table acts enable row level security, force row level security;
alter table api_tokens enable row level security, force row level security;
alter table billing_points enable row level security, force row level security;
alter table client_sales enable row level security, force row level security;
alter table clients enable row level security, force row level security;
alter table condensed_items enable row level security, force row level security;
alter table contingencies enable row level security, force row level security;
alter table credit_lines enable row level security, force row level security;
alter table credits enable row level security, force row level security;
alter table dashboard_sessions enable row level security, force row level security;
alter table debit_note_lines enable row level security, force row level security;
alter table debit_notes enable row level security, force row level security;
alter table document_events enable row level security, force row level security;
alter table document_numbers enable row level security, force row level security;
alter table event_heads enable row level security, force row level security;
alter table events enable row level security, force row level security;
alter table files enable row level security, force row level security;
alter table fiscal_documents enable row level security, force row level security;
alter table inventory_logs enable row level security, force row level security;
alter table inventory_lots enable row level security, force row level security;
alter table invoice_lines enable row level security, force row level security;
alter table invoices enable row level security, force row level security;
alter table item_barcodes enable row level security, force row level security;
alter table item_sales enable row level security, force row level security;
alter table item_units enable row level security, force row level security;
alter table items enable row level security, force row level security;
alter table kept_counts enable row level security, force row level security;
alter table locations enable row level security, force row level security;
alter table lot_movements enable row level security, force row level security;
alter table offices enable row level security, force row level security;
alter table order_lines enable row level security, force row level security;
alter table orders enable row level security, force row level security;
alter table pac_notices enable row level security, force row level security;
alter table pac_requests enable row level security, force row level security;
alter table payments enable row level security, force row level security;
alter table presences enable row level security, force row level security;
alter table price_list_items enable row level security, force row level security;
alter table price_lists enable row level security, force row level security;
alter table purchase_order_lines enable row level security, force row level security;
alter table purchase_orders enable row level security, force row level security;
alter table refunds enable row level security, force row level security;
alter table requests enable row level security, force row level security;
alter table stock_levels enable row level security, force row level security;
alter table stock_reservations enable row level security, force row level security;
alter table stored_bytes enable row level security, force row level security;
alter table supplier_invoice_lines enable row level security, force row level security;
alter table supplier_invoices enable row level security, force row level security;
alter table suppliers enable row level security, force row level security;
alter table tenants enable row level security, force row level security;
alter table till_sales enable row level security, force row level security;
alter table webhook_deliveries enable row level security, force row level security;
alter table webhook_endpoints enable row level security, force row level security;
create policy tenant_isolation on act_heads as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on acts as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watch on acts as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND (number IS NULL)));
create policy revoked_for_good on api_tokens as RESTRICTIVE for UPDATE to app_tenant using ((revoked_at IS NULL)) with check (true);
create policy tenant_isolation on api_tokens as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on billing_points as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on client_sales as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on clients as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on condensed_items as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy ended_for_good on contingencies as RESTRICTIVE for UPDATE to app_tenant using ((ended_at IS NULL)) with check (true);
create policy tenant_isolation on contingencies as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watching on contingencies as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND (ended_at IS NULL)));
create policy tenant_isolation on credit_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on credits as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on dashboard_sessions as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on debit_note_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on debit_notes as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on document_events as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on document_numbers as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on event_heads as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watched on event_heads as PERMISSIVE for SELECT to app_watch using ((CURRENT_USER = 'app_watch'::name));
create policy tenant_isolation on events as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watched on events as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND ("position" IS NULL)));
create policy tenant_isolation on files as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on fiscal_documents as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watching on fiscal_documents as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND ((submission_state = ANY (ARRAY['PENDING'::text, 'UNKNOWN'::text])) OR (legal_status = 'PAC_AUTHORIZED'::text) OR (parked_reason IS NOT NULL) OR (void_state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text])))));
create policy tenant_isolation on inventory_logs as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on inventory_lots as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on invoice_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on invoices as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on item_barcodes as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on item_sales as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on item_units as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on items as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on kept_counts as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on locations as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on lot_movements as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on offices as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on order_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on orders as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on pac_notices as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on pac_requests as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on payments as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on presences as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on price_list_items as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on price_lists as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on purchase_order_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on purchase_orders as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on refunds as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on requests as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on stock_levels as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on stock_reservations as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on stored_bytes as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on supplier_invoice_lines as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on supplier_invoices as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on suppliers as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy finding_tenants on tenants as PERMISSIVE for ALL to app_system using ((CURRENT_USER = 'app_system'::name)) with check ((CURRENT_USER = 'app_system'::name));
create policy tenant_isolation on tenants as PERMISSIVE for SELECT to app_tenant using ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watching on tenants as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND (pac_credentials_refused_at IS NOT NULL)));
create policy tenant_isolation on till_sales as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_deliveries as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watched on webhook_deliveries as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND (state = 'PENDING'::text)));
create policy tenant_isolation on webhook_endpoints as PERMISSIVE for ALL to app_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy watched on webhook_endpoints as PERMISSIVE for SELECT to app_watch using (((CURRENT_USER = 'app_watch'::name) AND (deleted_at IS NULL)));
grant insert, select on act_heads to app_tenant;
grant insert, select on acts to app_tenant;
grant usage on sequence acts_turn to app_tenant;
grant insert, select on api_tokens to app_tenant;
grant insert, select, update on billing_points to app_tenant;
grant delete on client_sales to app_rebuild;
grant insert, select, update on client_sales to app_tenant;
grant insert, select, update on clients to app_tenant;
grant delete, insert on condensed_items to app_rebuild;
grant select on condensed_items to app_tenant;
grant insert, select, update on contingencies to app_tenant;
grant insert, select, update on credit_lines to app_tenant;
grant insert, select on credits to app_tenant;
grant delete, insert, select on dashboard_sessions to app_tenant;
grant select, update on database_witness to app_system;
grant select on database_witness to app_tenant;
grant insert, select on debit_note_lines to app_tenant;
grant insert, select on debit_notes to app_tenant;
grant insert, select on document_events to app_tenant;
grant insert, select, update on document_numbers to app_tenant;
grant insert, select on event_heads to app_tenant;
grant delete, insert, select on events to app_tenant;
grant insert, select on files to app_tenant;
grant insert, select, update on fiscal_documents to app_tenant;
grant insert, select on installation_keys to app_system;
grant insert, select on inventory_logs to app_tenant;
grant insert, select, update on inventory_lots to app_tenant;
grant insert, select, update on invoice_lines to app_tenant;
grant insert, select on invoices to app_tenant;
grant delete, insert, select, update on item_barcodes to app_tenant;
grant insert, select, update on item_sales to app_tenant;
grant delete, insert, select, update on item_units to app_tenant;
grant insert, select, update on items to app_tenant;
grant insert, select, update on kept_counts to app_tenant;
grant insert, select, update on locations to app_tenant;
grant insert, select on lot_movements to app_tenant;
grant insert, select, update on offices to app_tenant;
grant delete, insert, select, update on order_lines to app_tenant;
grant insert, select, update on orders to app_tenant;
grant delete, insert, select, update on pac_breakers to app_system;
grant delete, insert, select, update on pac_notices to app_tenant;
grant insert, select, update on pac_requests to app_tenant;
grant insert, select on payments to app_tenant;
grant delete, insert, select, update on presences to app_tenant;
grant delete, insert, select, update on price_list_items to app_tenant;
grant insert, select, update on price_lists to app_tenant;
grant insert, select, update on purchase_order_lines to app_tenant;
grant insert, select, update on purchase_orders to app_tenant;
grant insert, select on refunds to app_tenant;
grant delete, insert, select, update on requests to app_tenant;
grant insert, select, update on stock_levels to app_tenant;
grant insert, select, update on stock_requests to app_tenant;
grant insert, select, update on stock_reservations to app_tenant;
grant delete, insert, select on stored_bytes to app_tenant;
grant insert, select on supplier_invoice_lines to app_tenant;
grant insert, select on supplier_invoices to app_tenant;
grant insert, select, update on suppliers to app_tenant;
grant insert, select, update on tenants to app_system;
grant insert, select, update on till_sales to app_tenant;
grant insert, select, update on webhook_deliveries to app_tenant;
grant insert, select, update on webhook_endpoints to app_tenant;
grant update (number, hash) on act_heads to app_tenant;
grant update (before, after, salt, number, before_digest, after_digest, hash) on acts to app_tenant;
grant select (tenant_id, number) on acts to app_watch;
grant update (last_used_at, revoked_at, revoked_by) on api_tokens to app_tenant;
grant select (started_at, ended_at) on contingencies to app_watch;
grant update (credit_status, reason, restock, issued_at, issue_day, voided_at, void_reason, canceled_at, applied_at, external_id, metadata, updated_at, fiscal_day) on credits to app_tenant;
grant update (used_at) on dashboard_sessions to app_tenant;
grant update (debit_status, issued_at, voided_at, void_reason, canceled_at, external_id, metadata, updated_at, fiscal_day) on debit_notes to app_tenant;
grant update (detail) on document_events to app_rebuild;
grant update ("position") on event_heads to app_tenant;
grant select (tenant_id, "position") on event_heads to app_watch;
grant update ("position") on events to app_tenant;
grant select (tenant_id, "position") on events to app_watch;
grant select (legal_status, submission_state, parked_reason, created_at, void_state) on fiscal_documents to app_watch;
grant update (seq, movement_type, type_seq, day, opens_day) on inventory_logs to app_rebuild;
grant update (order_id, holds_order, invoice_status, paid, credited, issued_at, issue_day, due_date, voided_at, void_reason, canceled_at, is_stand_in, change, debited, export_data, external_id, metadata, updated_at, fiscal_day) on invoices to app_tenant;
grant update (external_id, metadata, updated_at) on locations to app_tenant;
grant update (reference, request) on payments to app_rebuild;
grant update (external_id, metadata, updated_at) on payments to app_tenant;
grant update (reason) on refunds to app_rebuild;
grant update (put_at) on stored_bytes to app_tenant;
grant select (id, name, time_zone, ruc, dv, pac_company_id, pac_office_id, branch_code, void_window_hours, pac_credentials_refused_at, created_at, webhook_secret_before_until, suspended_at, closed_at, is_retention_agent, pac_environment, has_pac_key, cafe_format, cafe_delivery, acts_waiting, place, sells_without_stock, refuses_documented) on tenants to app_tenant;
grant select (pac_credentials_refused_at) on tenants to app_watch;
grant select (tenant_id, id, endpoint_id, subject_id, "position", state, next_at, leased_until) on webhook_deliveries to app_watch;
grant select (tenant_id, id, is_enabled, disabled_reason, "position", failing_since, resumes_at, deleted_at) on webhook_endpoints to app_watch;
set local check_function_bodies = on;
