// What an act has changed, written by triggers, and its place in the tenant's chain, given later by those who read.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Tables that are written with every sale change only for a moment each. */
export const inTransaction = false;

interface Kept {
  table: string;
  /** Its primary key without the tenant. */
  key?: string;
  /** Columns with the ids that it is found by: its own, and that of what it is a part of. */
  of?: string;
  /** What says nothing of the entity. */
  without?: string;
  /** Of these it is told that they have changed, and no more. */
  secret?: string;
  /** Of what is long or personal, and evidence: the SHA-256. */
  digested?: string;
  /** Only these rows are kept when they are made, and nothing else of the table. */
  ifNew?: string;
  ifChanged?: string;
}

const WORK =
  'send_started_at,lease_until,submit_after,lease_number,poll_count,void_started_at,void_lease_until,void_after,void_attempts,awaits_pdf,awaits_xml';
const SECRETS =
  'webhook_secret,webhook_secret_before,pac_key_secret,pac_key_before_secret,former_accounts_secret,endpoints_secret';

const KEPT: readonly Kept[] = [
  ...['billing_points', 'clients', 'contingencies', 'items', 'locations', 'offices', 'price_lists', 'suppliers'].map(
    (table) => ({ table }),
  ),
  ...['purchase_orders', 'supplier_invoices'].map((table) => ({ table })),
  { table: 'orders' },
  { table: 'api_tokens', without: 'token_sha256,last_used_at' },
  { table: 'tenants', without: 'pac_credentials_refused_at,acts_waiting', secret: SECRETS },
  {
    table: 'webhook_endpoints',
    without: 'position,failures,failing_since,resumes_at',
  },
  { table: 'invoices', of: 'id,order_id' },
  { table: 'credits', of: 'id,invoice_id' },
  { table: 'debit_notes', of: 'id,invoice_id' },
  { table: 'fiscal_documents', without: WORK, digested: 'pac_input,pac_response' },
  { table: 'document_events', of: 'document_id', digested: 'detail' },
  { table: 'pac_notices', of: 'document_id', without: 'deliveries,state,processed_at', digested: 'body' },
  { table: 'files', of: 'source_id' },
  { table: 'payments', of: 'id,invoice_id', without: 'idempotency_key,request' },
  { table: 'refunds', of: 'id,payment_id,invoice_id' },
  { table: 'item_barcodes', key: 'barcode', of: 'item_id' },
  { table: 'item_units', key: 'item_id,unit', of: 'item_id' },
  { table: 'order_lines', of: 'order_id' },
  { table: 'price_list_items', key: 'price_list_id,item_id,unit', of: 'price_list_id' },
  { table: 'purchase_order_lines', of: 'purchase_order_id' },
  { table: 'stock_reservations', of: 'id,order_id' },
  // Movements of documents are the documents' lines, and a delivery is its event's; what people do by themselves is kept.
  {
    table: 'inventory_logs',
    of: 'item_id',
    without: 'day,opens_day,seq,type_seq,occurred_at',
    ifNew: "new.method is null or new.method not in ('invoice', 'credit', 'purchase_order', 'supplier_invoice')",
  },
  {
    table: 'webhook_deliveries',
    of: 'id,endpoint_id',
    ifNew: 'new.event_seq is null',
    ifChanged: 'new.attempts = 0',
  },
];

const FOLLOWS = 'tenant_id,updated_at,folded,average_cost';

/** Not for what a migration changes. */
const IN_TENANT = `coalesce(current_setting('app.tenant_id', true), '') <> ''`;

/** In bytes. */
const MOST_AT_HAND = 16_384;

const HEADS = `
  create table act_heads (
    tenant_id uuid primary key,
    number bigint not null default 0,
    hash bytea
  )`;

const FUNCTIONS = `
  create or replace function act_id() returns uuid language sql volatile as $$
    -- Version 7, in the order of time.
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $$;

  -- In plpgsql, which plans once for a session: these run with every row that is written.
  create or replace function act_hidden(one jsonb, args text[]) returns jsonb language plpgsql immutable as $$
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
  end $$;

  -- What names the row, and the ids by which it is found; the arguments are those of the trigger: key, ids, left out, digested, secret.
  create or replace function act_name(name text, one jsonb, args text[]) returns jsonb language plpgsql immutable as $$
  declare
    c text;
    ids jsonb := '[]';
  begin
    foreach c in array args[0]::text[] loop name := name || coalesce('/' || (one ->> c), ''); end loop;
    foreach c in array args[1]::text[] loop
      if one ->> c is not null and not ids @> (one -> c) then ids := ids || (one -> c); end if;
    end loop;
    return jsonb_build_object('k', name, 'r', ids);
  end $$;

  -- A row as it was made or removed.
  create or replace function act_row(side text, name text, one jsonb, args text[]) returns text language plpgsql immutable as $$
  begin
    return (act_name(name, one, args) || jsonb_build_object(side, act_hidden(jsonb_strip_nulls(one - args[2]::text[]), args)))::text;
  end $$;

  create or replace function keep_change() returns trigger language plpgsql as $$
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
      if octet_length(current_setting('app.changes', true)) > ${MOST_AT_HAND} then
        perform set_config('app.changes_before', concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes')), true);
        perform set_config('app.changes', said, true);
      else
        perform set_config('app.changes', concat_ws(',', nullif(current_setting('app.changes', true), ''), said), true);
      end if;
    end if;
    return null;
  end $$;

  -- Those of the transaction that no act has yet.
  create or replace function act_changes() returns jsonb language sql stable as $$
    select ('[' || concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes', true)) || ']')::jsonb
  $$;

  create or replace function act_taken() returns void language plpgsql as $$
  begin
    perform set_config('app.changes', '', true);
    if current_setting('app.changes_before', true) <> '' then perform set_config('app.changes_before', '', true); end if;
  end $$;

  -- By what changes are found that are about these, or about what they are made of.
  create or replace function act_reach(changes jsonb, ids text[]) returns text[] language sql immutable as $$
    select ids || array(select jsonb_array_elements_text(c -> 'r') from jsonb_array_elements(changes) c where c -> 'r' ?| ids)
  $$;

  -- An act's share of what several have changed; the first one also has what is of none.
  create or replace function act_share(changes jsonb, ids text[], everybody text[]) returns jsonb language sql immutable as $$
    with reach as materialized (select act_reach(changes, ids) as mine, act_reach(changes, everybody) as all)
    select coalesce(jsonb_agg(c order by n), '[]') from reach, jsonb_array_elements(changes) with ordinality x (c, n)
    where c -> 'r' ?| reach.mine or not c -> 'r' ?| reach.all
  $$;

  -- Of several changes of a row: what was before the first, and after the last.
  create or replace function act_sum(changes jsonb, out before jsonb, out after jsonb, out entities uuid[]) language plpgsql immutable as $$
  begin
    select jsonb_object_agg(one.k, one.b), jsonb_object_agg(one.k, one.a) into before, after
    from (
      select c ->> 'k' as k,
        case when (array_agg(c -> 'b' order by n))[1] is not null then act_merge(c -> 'b' order by n desc) end as b,
        case when (array_agg(c -> 'a' order by n desc))[1] is not null then act_merge(c -> 'a' order by n) end as a
      from jsonb_array_elements(changes) with ordinality x (c, n) group by 1
    ) one;
    entities := array(select distinct r::uuid from jsonb_array_elements(changes) c, jsonb_array_elements_text(c -> 'r') r);
  end $$;

  -- What was changed without a mutation or command that tells of it: by a verdict, a job, a process of the release before.
  create or replace function act_of_the_rest() returns trigger language plpgsql as $$
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
      'id', act_id(), 'at', now(), 'entity_ids', said.entities, 'before', said.before, 'after', said.after,
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
  end $$;

  -- An act takes its place once; afterwards only its texts may go, which a person may ask for.
  create or replace function keep_act() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and (to_jsonb(old) - '{number,salt,before_digest,after_digest,hash}'::text[] = to_jsonb(new) - '{number,salt,before_digest,after_digest,hash}'::text[]
        and old.number is null and new.number is not null and (old.salt is null or old.salt = new.salt)
      or to_jsonb(old) - '{before,after,salt}'::text[] = to_jsonb(new) - '{before,after,salt}'::text[]
        and old.number is not null and (new.before, new.after, new.salt) is not distinct from (null, null, null))
    then return new; end if;
    raise exception 'acts are neither changed nor removed';
  end $$`;

const AGGREGATE = `
  do $$ begin
    if to_regprocedure('act_merge(jsonb)') is null then
      create aggregate act_merge (jsonb) (sfunc = jsonb_concat, stype = jsonb);
    end if;
  end $$`;

const list = (columns: string): string => `'{${columns}}'`;

function triggersOf({ table, key = 'id', of = 'id', without, ...kept }: Kept): string[] {
  const leftOut = list(without === undefined ? FOLLOWS : `${FOLLOWS},${without}`);
  const args = [list(key), list(of), leftOut, list(kept.digested ?? ''), list(kept.secret ?? '')];
  const keep = `execute function keep_change(${args.join(', ')})`;
  const rest = 'execute function act_of_the_rest()';
  const changed =
    kept.ifChanged ?? `to_jsonb(old) - ${leftOut}::text[] is distinct from to_jsonb(new) - ${leftOut}::text[]`;
  // Before there is a tenant, none is set.
  const made = table === 'tenants' ? 'true' : IN_TENANT;
  const at = (name: string, when: string): string =>
    `drop trigger if exists ${name} on ${table}; create ${name.startsWith('act_') ? 'constraint ' : ''}trigger ${name} ${when}`;
  const eachAtEnd = 'deferrable initially deferred for each row when';
  const update = [
    at('keep_change', `after update on ${table} for each row when (${IN_TENANT} and (${changed})) ${keep}`),
    at('act_of_change', `after update on ${table} ${eachAtEnd} (${IN_TENANT} and (${changed})) ${rest}`),
  ];
  if (kept.ifNew !== undefined) {
    const some = `(${IN_TENANT} and (${kept.ifNew}))`;
    const insert = [
      at('keep_new', `after insert on ${table} for each row when ${some} ${keep}`),
      at('act_of_new', `after insert on ${table} ${eachAtEnd} ${some} ${rest}`),
    ];
    return kept.ifChanged === undefined ? insert : [...insert, ...update];
  }
  const statement = `for each statement when (${made}) ${keep}`;
  return [
    ...update,
    at('keep_new', `after insert on ${table} referencing new table as added ${statement}`),
    at('keep_removed', `after delete on ${table} referencing old table as removed ${statement}`),
    at('act_of_new', `after insert or delete on ${table} ${eachAtEnd} (${made}) ${rest}`),
  ];
}

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table acts add column if not exists credential text,
       add column if not exists before jsonb, add column if not exists after jsonb, add column if not exists salt bytea,
       add column if not exists number bigint, add column if not exists before_digest bytea, add column if not exists after_digest bytea,
       add column if not exists hash bytea`,
  );
  await briefly(db, `alter table acts alter column salt set default uuid_send(gen_random_uuid())`);
  await briefly(
    db,
    'alter table tenants add column if not exists acts_waiting jsonb; grant select (acts_waiting) on tenants to app_tenant',
  );
  await createIndexBesideWriters(db, 'acts_number', 'on acts (tenant_id, number) where number is not null', 'unique');
  await createIndexBesideWriters(db, 'acts_unplaced', 'on acts (tenant_id, at) where number is null');
  await createIndexBesideWriters(db, 'acts_entities', 'on acts using gin (entity_ids)');
  await briefly(db, async (inBatch) => {
    await run(inBatch, `drop table if exists act_heads; ${HEADS}; ${AGGREGATE}; ${FUNCTIONS}`);
    await protectTenantTable(inBatch, 'act_heads', 'select, insert, update (number, hash)');
    await run(
      inBatch,
      `grant update (number, salt, before, after, before_digest, after_digest, hash) on acts to app_tenant;
       drop trigger if exists keep_act on acts;
       create trigger keep_act before update or delete on acts for each row execute function keep_act();
       grant select (tenant_id, number) on acts to app_watch;
       drop policy if exists watch on acts;
       create policy watch on acts for select to app_watch using (current_user = 'app_watch' and number is null)`,
    );
  });
  for (const kept of KEPT) await briefly(db, triggersOf(kept).join(';'));
}

export async function down(db: MigrationDb): Promise<void> {
  for (const { table } of KEPT) {
    const names = ['keep_new', 'keep_removed', 'keep_change', 'act_of_new', 'act_of_change'];
    await briefly(db, names.map((name) => `drop trigger if exists ${name} on ${table}`).join(';'));
  }
  await briefly(
    db,
    `drop policy if exists watch on acts; revoke select (tenant_id, number) on acts from app_watch;
     drop trigger if exists keep_act on acts;
     drop index if exists acts_number, acts_unplaced, acts_entities;
     revoke update (number, salt, before, after, before_digest, after_digest, hash) on acts from app_tenant;
     alter table acts drop column if exists credential, drop column if exists before, drop column if exists after,
       drop column if exists salt, drop column if exists number, drop column if exists before_digest,
       drop column if exists after_digest, drop column if exists hash;
     drop table if exists act_heads;
     alter table tenants drop column if exists acts_waiting;
     drop function if exists keep_act(), act_of_the_rest(), act_sum(jsonb), act_share(jsonb, text[], text[]), act_reach(jsonb, text[]), act_taken(), act_changes(),
       keep_change(), act_row(text, text, jsonb, text[]), act_name(text, jsonb, text[]), act_hidden(jsonb, text[]), act_id();
     drop aggregate if exists act_merge(jsonb)`,
  );
}
