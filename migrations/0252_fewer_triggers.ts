// What a trigger did that another of its table, a default or the statement itself can do.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { edit } from './0250_facts_tell.ts';
import { briefly } from './beside-writers.ts';

/** Each table is locked for a moment. */
export const inTransaction = false;

const IN_TENANT = `coalesce(current_setting('app.tenant_id', true), '') <> ''`;

/** Rows that have a date of their last change, by the kind that their trigger tells. */
const DATED = {
  client: 'clients',
  item: 'items',
  location: 'locations',
  payment: 'payments',
  purchase_order: 'purchase_orders',
  supplier: 'suppliers',
};
const KINDS = Object.keys(DATED)
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Of the triggers of these tables the condition that there is a tenant is left to `keep_row`, which asks as well. */
const ALWAYS = [...Object.values(DATED), 'pac_notices'];
const TABLES = ALWAYS.map((table) => `'${table}'`).join(', ');

/** `keep_row` as it was and as it is. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  [
    `    said jsonb;
  begin
`,
    `    said jsonb;
  begin
    if tg_op = 'DELETE' then
      if tg_table_name = 'till_closings' then
        raise exception 'Z % is not changed', old.number;
      elsif tg_table_name = 'pac_notices' then
        if old.document_id is not null or old.state not in ('EXPIRED', 'REFUSED') then
          raise exception 'a notice that says what became of a document is not removed';
        end if;
        perform add_to_count(old.tenant_id, 'notices', '', -1);
      end if;
    elsif tg_op = 'INSERT' and tg_argv[6] = 'payment' then
      -- As a process of an earlier release writes its key.
      if new.idempotency_key is not null then
        insert into requests (tenant_id, idempotency_key, request, result) values
          (new.tenant_id, new.idempotency_key, new.request || '{"operation": "registerPayment"}', to_jsonb(new.invoice_id));
      end if;
    end if;
`,
  ],
  [
    `      if o = n then return null; end if;
`,
    `      -- What is moved to another tenant is no longer what it was.
      if o = n and new.tenant_id = old.tenant_id then return null; end if;
`,
  ],
  [
    `      if after ?| tg_argv[5]::text[] then
        raise exception 'what is written once of % % is not changed', tg_table_name, old.id;
      end if;
`,
    `      if (after ?| tg_argv[5]::text[] or new.tenant_id <> old.tenant_id)
        and (${IN_TENANT} or tg_table_name not in (${TABLES}) or after ? 'paid_at')
      then
        raise exception 'what is written once of % % is not changed', tg_table_name, o ->> 'id';
      end if;
      if tg_argv[6] in (${KINDS}) then
        -- Who changes a row dates it, but for a process of an earlier release and a person by hand.
        if new.updated_at = old.updated_at then
          execute format('update %I set updated_at = clock_timestamp() where (tenant_id, id) = ($1, $2)', tg_table_name) using new.tenant_id, new.id;
        end if;
      end if;
`,
  ],
];

const CONDITION = ` WHEN ((COALESCE(current_setting('app.tenant_id'::text, true), ''::text) <> ''::text))`;

const remake = (table: string, from: string, to: string): string => `
  do $do$
  declare
    made text := (select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and tgname = 'keep_row');
  begin
    if position($from$${from}$from$ in made) = 0 then raise exception 'keep_row of ${table} is not as it was'; end if;
    execute 'drop trigger keep_row on ${table}';
    execute replace(made, $from$${from}$from$, $to$${to}$to$);
  end $do$`;

const OF_DELIVERIES = `execute function keep_row('{id}', '{id,endpoint_id}', '{tenant_id,updated_at,folded,average_cost}', '{}', '{}', '{}')`;
/** A test that is sent, and what is sent anew; tries and what an event is sent for are told nowhere. */
const DELIVERIES = `
  drop trigger keep_row on webhook_deliveries; drop trigger keep_row_changed on webhook_deliveries;
  create trigger keep_row after insert or update on webhook_deliveries for each row
    when (${IN_TENANT} and new.attempts = 0 and (new.event_seq is null or new.last_tried_at is not null)) ${OF_DELIVERIES}`;
const DELIVERIES_BEFORE = `
  drop trigger keep_row on webhook_deliveries;
  create trigger keep_row after insert on webhook_deliveries for each row when (${IN_TENANT} and new.event_seq is null) ${OF_DELIVERIES};
  create trigger keep_row_changed after update on webhook_deliveries for each row when (${IN_TENANT} and new.attempts = 0) ${OF_DELIVERIES}`;

const GONE = `
  drop trigger keep_closing on till_closings; drop function keep_closing();
  drop trigger tell_certified on certified_documents; drop function tell_certified();
  drop trigger tell_created on stock_levels; drop function tell_new_level();
  drop trigger take_first_billing_point on document_numbers; drop function take_first_billing_point();
  drop trigger count_deleted on pac_notices;
  ${Object.values(DATED)
    .map((table) => `drop trigger set_updated_at on ${table};`)
    .join('\n  ')}
  drop function set_updated_at()`;

/** An older process names no office. */
const OFFICE = `
  create function main_office() returns uuid language sql stable as $$
    select id from offices where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and is_main
  $$;
  alter table locations alter office_id set default main_office()`;

const COUNT_NOTICES = `
  create or replace function count_notices() returns trigger language plpgsql as $$
  begin
    perform add_to_count(tenant_id, 'notices', '', count(*)) from changed group by tenant_id;
    return null;
  end $$`;

const BEFORE = `
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
  create trigger count_deleted after delete on pac_notices referencing old table as changed for each statement execute function count_notices();

  create function keep_closing() returns trigger language plpgsql as $$
     begin
       raise exception 'Z % is not changed', old.number;
     end $$;
  create trigger keep_closing before update or delete on till_closings for each row execute function keep_closing();

  create function tell_certified() returns trigger language plpgsql as $$
     begin
       insert into event_rows (tenant_id, type, entity_id, subject_id, data)
       select new.tenant_id, 'document.certified_otherwise', id, id,
         jsonb_build_object('id', id, 'number', number, 'differsBy', new.differs_by)
       from fiscal_documents where tenant_id = new.tenant_id and id = new.document_id;
       return null;
     end $$;
  create trigger tell_certified after insert or update of differs_by on certified_documents
    for each row when (new.differs_by <> '{}') execute function tell_certified();

  create function tell_new_level() returns trigger language plpgsql as $$
  begin
    insert into event_rows (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id, 'stock.available_changed', new.item_id, new.item_id,
      jsonb_build_object('id', new.item_id, 'itemIds', array[new.item_id]));
    return null;
  end $$;
  create trigger tell_created after insert on stock_levels for each row
    when (new.reserved <> 0 and new.on_hand = 0 and ${IN_TENANT} and coalesce(current_setting('app.quiet', true), '') = '')
    execute function tell_new_level();

  create function take_first_billing_point() returns trigger language plpgsql as $$
  begin
    new.billing_point_id := (select id from billing_points where tenant_id = new.tenant_id and is_first);
    return new;
  end $$;
  create trigger take_first_billing_point before insert on document_numbers for each row
    when (new.billing_point_id is null and new.series in ('FAC', 'NC')) execute function take_first_billing_point();

  alter table locations alter office_id drop default; drop function main_office();

  create function set_updated_at() returns trigger language plpgsql as $$
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
  ${['locations', 'payments']
    .map(
      (table) =>
        `create trigger set_updated_at before insert or update on ${table} for each row execute function set_updated_at();`,
    )
    .join('\n  ')}
  ${Object.entries({
    purchase_orders: '',
    suppliers: '',
    items: ' and not new.average_cost is distinct from old.average_cost',
    clients: ` and not (${['orders', 'invoices', 'credits', 'debit_notes']
      .map((kind) => `new.has_${kind} is distinct from old.has_${kind}`)
      .join(' or ')})`,
  })
    .map(
      ([table, unless]) => `create trigger set_updated_at before update on ${table} for each row
    when (not new.updated_at is distinct from old.updated_at${unless}) execute function set_updated_at()`,
    )
    .join(';\n  ')}`;

/** At once: what is changed before is dated by the trigger of before. */
export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    [
      ...EDITS.map(([from, to]) => edit('keep_row', from, to)),
      ...ALWAYS.map((table) => remake(table, CONDITION, '')),
      DELIVERIES,
      GONE,
      OFFICE,
      COUNT_NOTICES,
    ].join(';\n'),
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    [
      ...EDITS.map(([from, to]) => edit('keep_row', to, from)),
      ...ALWAYS.map((table) => remake(table, ' EXECUTE FUNCTION', `${CONDITION} EXECUTE FUNCTION`)),
      DELIVERIES_BEFORE,
      BEFORE,
    ].join(';\n'),
  );
}
