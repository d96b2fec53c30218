// An act is a tenth of what it was: of what is written once it has a digest, since the row itself is there; digests of its own texts
// are counted where they are needed, and one trigger keeps the changes of a table.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Tables that are written with every sale change only for a moment each. */
export const inTransaction = false;

/**
 * By table, the columns that are written with the row and never again; a person who is forgotten is in none of them. A later release adds
 * another list beside it (`#2`), and drops or renames none of these columns.
 */
const SEALED: Readonly<Record<string, string>> = {
  credits: 'id,invoice_id,subtotal,tax,total,created_by,isc,other_tax',
  debit_notes: 'id,invoice_id,client_id,reference,subtotal,tax,total,created_by',
  document_events: 'id,document_id,at,kind,actor',
  files: 'id,source_id,filename,content_type,byte_size,sha256,storage_key,created_at',
  fiscal_documents: 'id,kind,created_by,created_at',
  inventory_logs:
    'id,item_id,location_id,method,source_id,quantity_change,new_quantity,description,created_by,source_type,reference_number,counterparty_id,unit_cost',
  invoices:
    'id,order_id,client_id,subtotal,tax,total,created_by,discount,isc,other_tax,retention_code,retention,is_owed,is_opening,is_stand_in',
  order_lines:
    'id,order_id,line_number,item_id,location_id,quantity,unit_price,tax_rate,lot_number,discount,isc_rate,other_tax_code,other_tax,own_discount,other_tax_rate,unit,unit_factor',
  orders: 'id,number,created_by,created_at',
  pac_notices: 'id,digest,body',
  payments: 'id,invoice_id,amount,method,paid_at,created_by,created_at',
  purchase_order_lines: 'id,purchase_order_id,line_number,item_id,location_id,quantity,unit_cost,unit,unit_factor',
  purchase_orders: 'id,number,supplier_id,created_by,created_at',
  refunds: 'id,payment_id,invoice_id,amount,moved_to,refunded_at,created_by,created_at',
  stock_reservations: 'id,item_id,location_id,quantity,order_id,order_line_id,created_by,created_at',
  supplier_invoices: 'id,number,supplier_id,created_by,created_at',
};

const FUNCTIONS = `
  -- A row as it was made, with the digest of what is written once; the arguments are those of the trigger, the list of what is sealed the sixth.
  create or replace function act_sealed(one jsonb, args text[]) returns jsonb language plpgsql immutable as $$
  declare
    rest jsonb := one - args[5]::text[];
  begin
    return rest || jsonb_build_object('#1',
      encode(sha256(convert_to((one - array(select jsonb_object_keys(rest)))::text, 'UTF8')), 'base64'));
  end $$;

  -- What was sealed of a row, as it would have been told; of one that is gone, as the act says that removed it.
  create or replace function act_unsealed(tenant uuid, key text) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
  declare
    name text := split_part(key, '/', 1);
    row_id uuid := split_part(key, '/', 2);
    args text[] := (select format('[0:5]=%s', (string_to_array(encode(tgargs, 'escape'), '\\000'))[1:6])::text[]
      from pg_trigger where tgrelid = to_regclass(name) and tgname = 'keep_row');
    doc jsonb;
  begin
    execute format('select act_hidden(jsonb_strip_nulls(to_jsonb(r)), $3) from %I r where tenant_id = $1 and id = $2', name)
      into doc using tenant, row_id, args;
    if doc is null then
      -- Ids begin with their instant, and no clock is a day off.
      select before -> key into doc from acts
      where tenant_id = tenant and (substr(row_id::text, 15, 1) <> '7' or id > encode(int8send(('x' || encode(uuid_send(row_id), 'hex'))::bit(64)::bigint - (86400000::bigint << 16)) || '\\x0000000000000000'::bytea, 'hex')::uuid)
        and before ? key order by id limit 1;
    end if;
    return doc - array(select jsonb_object_keys(doc - args[5]::text[]));
  end $$;

  -- As an act is read. What was made has nothing before, and is not told twice.
  create or replace function act_after(tenant uuid, after jsonb) returns jsonb language sql stable as $$
    select jsonb_object_agg(key, case when value ? '#1' then act_unsealed(tenant, key) || (value - '#1') else value end) from jsonb_each(after)
  $$;

  create or replace function act_before(before jsonb, after jsonb) returns jsonb language sql immutable as $$
    select case when after is null then before else (select jsonb_object_agg(key, null) from jsonb_object_keys(after) key) || coalesce(before, '{}') end
  $$;

  -- Of several changes of a row: what was before the first, and after the last.
  create or replace function act_sum(changes jsonb, out before jsonb, out after jsonb, out entities uuid[]) language plpgsql immutable as $$
  begin
    select jsonb_object_agg(one.k, one.b) filter (where one.b is not null), jsonb_object_agg(one.k, one.a) into before, after
    from (
      select c ->> 'k' as k,
        case when (array_agg(c -> 'b' order by n))[1] is not null then act_merge(c -> 'b' order by n desc) end as b,
        case when (array_agg(c -> 'a' order by n desc))[1] is not null then act_merge(c -> 'a' order by n) end as a
      from jsonb_array_elements(changes) with ordinality x (c, n) group by 1
    ) one;
    entities := array(select distinct r::uuid from jsonb_array_elements(changes) c, jsonb_array_elements_text(c -> 'r') r);
  end $$;

  -- In UTC, whatever the session: what is printed is digested.
  create or replace function keep_row() returns trigger language plpgsql set timezone = 'UTC' as $$
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
  end $$;

  -- What changes after an act was written has no one who tells of it.
  create or replace function act_taken() returns void language plpgsql as $$
  begin
    perform set_config('app.changes', '', true), set_config('app.acts', '', true);
    if current_setting('app.changes_before', true) <> '' then perform set_config('app.changes_before', '', true); end if;
  end $$;

  create or replace function tell_rest() returns void language plpgsql as $$
  declare
    changes jsonb;
  begin
    if coalesce(current_setting('app.changes', true), '') = '' then
      perform set_config('app.acts', '', true);
      return;
    end if;
    changes := act_changes();
    perform act_taken();
    insert into acts (tenant_id, id, at, actor, operation, entity_ids, before, after)
    select current_setting('app.tenant_id')::uuid, act_id(), clock_timestamp(),
      coalesce(nullif(current_setting('app.actor', true), ''), event.actor, 'service:system'),
      coalesce(nullif(current_setting('app.operation', true), ''), event.kind,
        'change of ' || split_part(changes -> 0 ->> 'k', '/', 1)),
      said.entities, said.before, said.after
    from act_sum(changes) said
    left join (
      select actor, kind from jsonb_array_elements(changes) with ordinality x (c, n)
      join document_events e on e.tenant_id = current_setting('app.tenant_id')::uuid and 'document_events/' || e.id = c ->> 'k'
      where actor ~ '^(user|token|service|cli):.' order by n limit 1
    ) event on true;
  end $$;

  create or replace function tell_due() returns trigger language plpgsql as $$
  begin
    perform tell_rest();
    return null;
  end $$;

  -- An act takes its place once; afterwards only its texts may go, which a person may ask for, and leave the digests that the chain has of them.
  create or replace function keep_act() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and (to_jsonb(old) - '{number,salt,before_digest,after_digest,hash}'::text[] = to_jsonb(new) - '{number,salt,before_digest,after_digest,hash}'::text[]
        and old.number is null and new.number is not null and (old.salt is null or old.salt = new.salt)
      or to_jsonb(old) - '{before,after,salt,before_digest,after_digest}'::text[] = to_jsonb(new) - '{before,after,salt,before_digest,after_digest}'::text[]
        and old.number is not null and (new.before, new.after, new.salt) is not distinct from (null, null, null)
        and (new.before_digest, new.after_digest) is not distinct from (act_digest(old.salt, old.before, old.before_digest), act_digest(old.salt, old.after, old.after_digest)))
    then return new; end if;
    raise exception 'acts are neither changed nor removed';
  end $$`;

/** A row for each session that has not promised to tell of its changes: the release before, and a person who writes by hand. None waits for another. */
const DUE = `
  create table if not exists act_due (
    tenant_id uuid not null,
    session int not null,
    at timestamptz not null,
    primary key (tenant_id, session)
  )`;

const DIGEST = `
  -- Of a text that is there, else the one that it has left.
  create or replace function act_digest(salt bytea, one jsonb, left_behind bytea) returns bytea language sql immutable as $$
    select case when one is null then left_behind else sha256(coalesce(salt, '') || convert_to(one::text, 'UTF8')) end
  $$`;

const IN_TENANT = `coalesce(current_setting('app.tenant_id', true), '') <> ''`;
const FORMER = ['keep_new', 'keep_removed', 'keep_change', 'act_of_new', 'act_of_change'];

interface Kept {
  table: string;
  args: string[];
  /** Conditions of a table of which only some rows are kept. */
  ifNew: string | null;
  ifChanged: string | null;
}

/** The tables that a trigger tells of, as the catalogue has them. The tenant itself changes under a role that has no right to acts: it stays as it is. */
async function keptTables(db: MigrationDb, trigger: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select made.tgrelid::regclass::text as table, string_to_array(encode(made.tgargs, 'escape'), '\\000') as args,
      case when made.tgrelid::regclass::text in ('inventory_logs', 'webhook_deliveries')
        then (regexp_match(pg_get_triggerdef(made.oid), ' WHEN \\((.*)\\) EXECUTE'))[1] end as "ifNew",
      case when made.tgrelid::regclass::text = 'webhook_deliveries'
        then (regexp_match(pg_get_triggerdef(changed.oid), ' WHEN \\((.*)\\) EXECUTE'))[1] end as "ifChanged"
    from pg_trigger made left join pg_trigger changed on changed.tgrelid = made.tgrelid
      and changed.tgname = case ${trigger} when 'keep_new' then 'keep_change' else 'keep_row_changed' end
    where made.tgname = ${trigger} and made.tgrelid <> 'tenants'::regclass order by 1`.execute(db);
  return rows.map((row) => ({ ...row, args: row.args.slice(0, 5) }));
}

const call = (args: readonly string[]): string => args.map((arg) => `'${arg}'`).join(', ');

function triggersOf({ table, args, ifNew, ifChanged }: Kept): string {
  const keep = `execute function keep_row(${call([...args, `{${SEALED[table] ?? ''}}`])})`;
  const when = ifNew === null ? 'insert or update or delete' : 'insert';
  return [
    ...[...FORMER, 'keep_row', 'keep_row_changed'].map((name) => `drop trigger if exists ${name} on ${table}`),
    `create trigger keep_row after ${when} on ${table} for each row when (${ifNew ?? IN_TENANT}) ${keep}`,
    ...(ifChanged === null
      ? []
      : [`create trigger keep_row_changed after update on ${table} for each row when (${ifChanged}) ${keep}`]),
  ].join(';');
}

/** As 0081 and 0103 have them. */
function formerTriggersOf({ table, args, ifNew, ifChanged }: Kept): string {
  const keep = `execute function keep_change(${call(args)})`;
  const rest = 'execute function act_of_the_rest()';
  const changed = `${IN_TENANT} and to_jsonb(old) - '${args[2]!}'::text[] is distinct from to_jsonb(new) - '${args[2]!}'::text[]`;
  const atEnd = 'deferrable initially deferred for each row when';
  const ofChange = [
    `create trigger keep_change after update on ${table} for each row when (${ifChanged ?? changed}) ${keep}`,
    `create constraint trigger act_of_change after update on ${table} ${atEnd} (${ifChanged ?? changed}) ${rest}`,
  ];
  const some = [
    `create trigger keep_new after insert on ${table} for each row when (${ifNew ?? ''}) ${keep}`,
    `create constraint trigger act_of_new after insert on ${table} ${atEnd} (${ifNew ?? ''}) ${rest}`,
  ];
  const all = [
    `create trigger keep_new after insert on ${table} referencing new table as added for each statement when (${IN_TENANT}) ${keep}`,
    `create trigger keep_removed after delete on ${table} referencing old table as removed for each statement when (${IN_TENANT}) ${keep}`,
    `create constraint trigger act_of_new after insert or delete on ${table} ${atEnd} (${IN_TENANT}) ${rest}`,
  ];
  return [
    ...['keep_row', 'keep_row_changed'].map((name) => `drop trigger if exists ${name} on ${table}`),
    ...(ifNew === null ? all : some),
    ...(ifNew === null || ifChanged !== null ? ofChange : []),
  ].join(';');
}

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (inBatch) => {
    await run(inBatch, `${DIGEST}; ${FUNCTIONS}; ${DUE}`);
    await run(inBatch, 'drop policy if exists tenant_isolation on act_due; drop trigger if exists tell_due on act_due');
    await protectTenantTable(inBatch, 'act_due', 'select, insert, update');
    await run(
      inBatch,
      `create constraint trigger tell_due after insert or update on act_due deferrable initially deferred for each row execute function tell_due()`,
    );
  });
  for (const kept of await keptTables(db, 'keep_new')) await briefly(db, triggersOf(kept));
  // Room for an act's place beside it: what changes within a page is told to the WAL without what stays.
  await briefly(db, 'alter table acts set (fillfactor = 50)');
  // Under row-level security no index serves what it was made for.
  await run(db, 'drop index concurrently if exists acts_entities');
}

/** Acts that were written meanwhile stay as they are. */
export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, 'acts_entities', 'on acts using gin (entity_ids)');
  for (const kept of await keptTables(db, 'keep_row')) await briefly(db, formerTriggersOf(kept));
  await briefly(
    db,
    `alter table acts reset (fillfactor);
     drop table if exists act_due;
     drop function if exists tell_due(), tell_rest(), keep_row(), act_before(jsonb, jsonb), act_after(uuid, jsonb), act_unsealed(uuid, text), act_sealed(jsonb, text[]);
     create or replace function act_taken() returns void language plpgsql as $$
     begin
       perform set_config('app.changes', '', true);
       if current_setting('app.changes_before', true) <> '' then perform set_config('app.changes_before', '', true); end if;
     end $$;
     create or replace function keep_act() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and (to_jsonb(old) - '{number,salt,before_digest,after_digest,hash}'::text[] = to_jsonb(new) - '{number,salt,before_digest,after_digest,hash}'::text[]
           and old.number is null and new.number is not null and (old.salt is null or old.salt = new.salt)
         or to_jsonb(old) - '{before,after,salt}'::text[] = to_jsonb(new) - '{before,after,salt}'::text[]
           and old.number is not null and (new.before, new.after, new.salt) is not distinct from (null, null, null))
       then return new; end if;
       raise exception 'acts are neither changed nor removed';
     end $$;
     drop function if exists act_digest(bytea, jsonb, bytea)`,
  );
}
