// Positions of events are rows of their own, one for all that a reader finds at once: an event is written once, into one index.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Filled in batches, from the positions that events have. */
export const inTransaction = false;

/** Positions of one row. */
const MOST = 5000;

const TABLES = `
  create table event_places (
    tenant_id uuid not null,
    -- Position of the last of them; the others have those before it, without a gap, from the one after "before" on.
    position bigint not null check (position > before),
    before bigint not null,
    seqs bigint[] not null,
    primary key (tenant_id, position)
  );
  alter table event_heads
    -- All events up to this one have a place, none after this position, and no transaction that runs may still write one before it.
    add column settled_seq bigint not null default 0,
    add column settled_position bigint not null default 0,
    -- The same as soon as every transaction has ended that is older than this one.
    add column next_seq bigint not null default 0,
    add column next_position bigint not null default 0,
    add column next_after xid8;
  grant update on event_heads to app_tenant`;

const FUNCTIONS = `
  -- The oldest first. Not in SQL: within another statement the places would be gone through for each event.
  create function unplaced_events(tenant uuid, most int) returns setof bigint language plpgsql stable as $$
  begin
    return query select seq from events
    where tenant_id = tenant
      and seq > coalesce((select settled_seq from event_heads where tenant_id = tenant), 0)
      and seq not in (
        select unnest(seqs) from event_places where tenant_id = tenant
          and position > coalesce((select settled_position from event_heads where tenant_id = tenant), 0))
    order by seq limit most;
  end $$;

  -- Answers whether more may be left. What is still being committed is not seen, and gets a later position from a later reader.
  create function place_events(tenant uuid) returns boolean language plpgsql as $$
  declare
    head event_heads;
    placed bigint[];
    last bigint;
    oldest xid8;
    is_fresh boolean;
  begin
    if not exists (select from unplaced_events(tenant, 1)) then return false; end if;
    perform pg_advisory_xact_lock(7061591, hashtext(tenant::text));
    -- A transaction that gets its id after the statement below has a later one than whatever that statement does not see.
    is_fresh := pg_current_xact_id_if_assigned() is null;
    select array_agg(seq order by seq), pg_snapshot_xmin(pg_current_snapshot()) into placed, oldest
    from unplaced_events(tenant, ${MOST}) seq;
    if placed is null then return false; end if;
    last := placed[cardinality(placed)];
    insert into event_heads (tenant_id) values (tenant) on conflict do nothing;
    select * into head from event_heads where tenant_id = tenant;
    head.position := head.position + cardinality(placed);
    if head.next_after <= oldest and (cardinality(placed) < ${MOST} or last >= head.next_seq) then
      head.settled_seq := head.next_seq;
      head.settled_position := head.next_position;
      head.next_after := null;
    end if;
    -- One that is yet to come is of the server that a backup was made of.
    if is_fresh and coalesce(head.next_after >= pg_current_xact_id(), true) then
      head.next_seq := greatest(head.next_seq, last);
      head.next_position := head.position;
      head.next_after := pg_current_xact_id();
    end if;
    update event_heads set position = head.position, settled_seq = head.settled_seq, settled_position = head.settled_position,
      next_seq = head.next_seq, next_position = head.next_position, next_after = head.next_after
    where tenant_id = tenant;
    insert into event_places values (tenant, head.position, head.position - cardinality(placed), placed);
    return cardinality(placed) = ${MOST};
  end $$;

  create function events_between(tenant uuid, after bigint, last bigint) returns table ("position" bigint, seq bigint, id uuid, type text,
    entity_id uuid, subject_id uuid, at timestamptz, data jsonb, traceparent text) language sql stable as $$
    select greatest(place.before, after) + one.nth, event.seq, event.id, event.type, event.entity_id, event.subject_id, event.at,
      event.data, event.traceparent
    from event_places place
    cross join lateral unnest(place.seqs[greatest(after - place.before, 0)::int + 1 : (last - place.before)::int]) with ordinality one (seq, nth)
    join events event on event.tenant_id = place.tenant_id and event.seq = one.seq
    where place.tenant_id = tenant and place.position > after and place.position < last + ${MOST + 1} and place.before < last
  $$`;

/** Of all tenants, by the role that finds webhooks which have something to do. */
const WATCHED = {
  events: 'tenant_id, seq',
  event_places: 'tenant_id, position, seqs',
  event_heads: 'tenant_id, position, settled_seq, settled_position',
};

/** The places of what has a position, from where it ended on; positions follow each other but where some are gone. */
const fill = (events: string) => `
  insert into event_places
  select tenant_id, max(position), min(position) - 1, array_agg(seq order by position)
  from (select *, position - row_number() over (partition by tenant_id order by position) as run from (${events}) given) one
  group by tenant_id, run, (position - 1) / ${MOST}`;

const LEFT = (tenant: string) => `
  select event.tenant_id, event.seq, event.position from events event where event.tenant_id = ${tenant} and event.position >
    coalesce((select max(place.position) from event_places place where place.tenant_id = ${tenant}), 0)`;

export async function up(db: MigrationDb): Promise<void> {
  const { rows: columns } = await sql`
    select from information_schema.columns where table_name = 'events' and column_name = 'position'`.execute(db);
  if (columns.length === 0) return;
  const { rows: begun } = await sql`select from pg_class where oid = to_regclass('event_places')`.execute(db);
  if (begun.length === 0) {
    await briefly(db, async (db) => {
      await run(db, `${TABLES}; ${FUNCTIONS}`);
      await protectTenantTable(db, 'event_places', 'select, insert, update, delete');
    });
  }
  await acrossTenants(db, ['events', 'event_heads', 'event_places'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) {
      const batch = fill(`${LEFT(`'${id}'`)} order by event.position limit ${MOST}`);
      while (((await inBatch(db, (db) => sql.raw(batch).execute(db))).numAffectedRows ?? 0n) > 0n) {
        // The next batch.
      }
    }
    await briefly(db, finish);
  });
}

/** The end, while no process writes: all that is there is seen, gets its place, and is settled. */
async function finish(db: MigrationDb): Promise<void> {
  await run(
    db,
    `lock table events, event_heads in access exclusive mode;
     insert into event_heads (tenant_id) select distinct tenant_id from events where position is null on conflict do nothing;
     ${fill(`select left_over.* from tenants, lateral (${LEFT('tenants.id')}) left_over`)};
     ${fill(`select event.tenant_id, event.seq, head.position + row_number() over (partition by event.tenant_id order by event.seq) as position
       from events event join event_heads head using (tenant_id) where event.position is null`)};
     update event_heads head set
       position = greatest(head.position, (select max(place.position) from event_places place where place.tenant_id = head.tenant_id));
     update event_heads set settled_seq = (select last_value from events_seq_seq), settled_position = position;
     drop policy watched on events;
     alter table events drop column position;
     ${Object.entries(WATCHED)
       .map(
         ([
           table,
           columns,
         ]) => `grant select (${columns}) on ${table} to app_watch; drop policy if exists watched on ${table};
           create policy watched on ${table} for select to app_watch using (current_user = 'app_watch')`,
       )
       .join(';')}`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['events', 'event_heads', 'event_places'], () =>
    briefly(
      db,
      `drop policy watched on events; drop policy watched on event_heads;
       alter table events add column position bigint check (position > 0);
       update events event set position = place.before + one.nth
       from event_places place, unnest(place.seqs) with ordinality one (seq, nth)
       where event.tenant_id = place.tenant_id and event.seq = one.seq;
       create unique index events_position on events (tenant_id, position) where position is not null;
       create index events_unplaced on events (tenant_id, seq) where position is null;
       revoke select (seq) on events from app_watch; revoke update on event_heads from app_tenant;
       grant update (position) on events to app_tenant; grant update (position) on event_heads to app_tenant;
       grant select (tenant_id, position) on events to app_watch;
       create policy watched on events for select to app_watch using (current_user = 'app_watch' and position is null);
       create policy watched on event_heads for select to app_watch using (current_user = 'app_watch')`,
    ),
  );
  await briefly(
    db,
    `drop function unplaced_events, place_events, events_between; drop table event_places;
     alter table event_heads drop column settled_seq, drop column settled_position, drop column next_seq, drop column next_position,
       drop column next_after`,
  );
}
