// Places of acts in their chain are rows of their own, one for all that a reader finds at once: an act is written once, into two indexes.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Filled in batches, from the numbers that acts have. */
export const inTransaction = false;

/** Acts of one row. */
const MOST = 500;

const TABLES = `
  create table act_places (
    tenant_id uuid not null,
    -- Number of the last of them; the others have those before it, without a gap, from the one after "before" on.
    number bigint not null,
    before bigint not null,
    -- The highest turn of these acts and of all that have a place before them: an act has its place in none that reaches less far.
    reach bigint not null,
    ids uuid[] not null,
    hashes bytea[] not null,
    primary key (tenant_id, number),
    check (number > before and number - before = cardinality(ids) and number - before = cardinality(hashes))
  );
  create index act_places_reach on act_places (tenant_id, reach);
  alter table act_heads
    -- All acts up to this turn have a place, those after it none before this number, and no transaction that runs may still write one before it.
    add column settled_turn bigint not null default 0,
    add column settled_number bigint not null default 0,
    -- The same as soon as every transaction has ended that is older than this one.
    add column next_turn bigint not null default 0,
    add column next_number bigint not null default 0,
    add column next_after xid8;
  alter sequence acts_turn owned by acts.turn`;

const FUNCTIONS = `
  -- In their order. Not in SQL: within another statement the places would be gone through for each act.
  create function unplaced_acts(tenant uuid, most int) returns setof uuid language plpgsql stable as $$
  begin
    return query select act.id from acts act
    where act.tenant_id = tenant
      and act.turn > coalesce((select settled_turn from act_heads where tenant_id = tenant), 0)
      and act.id not in (
        select unnest(ids) from act_places where tenant_id = tenant
          and number > coalesce((select settled_number from act_heads where tenant_id = tenant), 0))
    order by act.turn, act.at, act.id limit most;
  end $$;

  -- "oldest" and "is_fresh": of the look that has found them, before which transactions have ended, and that its own had no id yet.
  create function place_acts(tenant uuid, looked uuid[], chain bytea[], oldest xid8, is_fresh boolean, is_all boolean) returns void language plpgsql as $$
  declare
    head act_heads;
    last bigint := (select max(turn) from acts where tenant_id = tenant and id = any (looked));
    reached bigint := greatest(last, (select reach from act_places where tenant_id = tenant order by number desc limit 1));
  begin
    insert into act_heads (tenant_id) values (tenant) on conflict do nothing;
    select * into head from act_heads where tenant_id = tenant;
    insert into act_places values (tenant, head.number + cardinality(looked), head.number, reached, looked, chain);
    head.number := head.number + cardinality(looked);
    if head.next_after <= oldest and (is_all or last >= head.next_turn) then
      head.settled_turn := head.next_turn;
      head.settled_number := head.next_number;
      head.next_after := null;
    end if;
    -- One that is yet to come is of the server that a backup was made of.
    if is_fresh and coalesce(head.next_after >= pg_current_xact_id(), true) then
      head.next_turn := reached;
      head.next_number := head.number;
      head.next_after := pg_current_xact_id();
    end if;
    update act_heads set number = head.number, hash = chain[cardinality(chain)], settled_turn = head.settled_turn,
      settled_number = head.settled_number, next_turn = head.next_turn, next_number = head.next_number, next_after = head.next_after
    where tenant_id = tenant;
  end $$;

  create function placed_acts(tenant uuid) returns table (number bigint, id uuid, hash bytea) language sql stable as $$
    select place.before + one.nth, one.id, one.hash
    from act_places place cross join lateral unnest(place.ids, place.hashes) with ordinality one (id, hash, nth)
    where place.tenant_id = tenant
  $$;

  create function act_number(tenant uuid, act uuid, turn bigint) returns bigint language sql stable as $$
    select place.before + array_position(place.ids, act) from act_places place
    where place.tenant_id = tenant and place.reach >= turn and act = any (place.ids)
    order by place.reach limit 1
  $$`;

/** An act is never changed; only its texts may go, which a person may ask for, and leave the digests that the chain has of them. */
export const KEEP = `
  create or replace function keep_act() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE'
      and to_jsonb(old) - '{before,after,salt,before_digest,after_digest}'::text[] = to_jsonb(new) - '{before,after,salt,before_digest,after_digest}'::text[]
      and (new.before, new.after, new.salt) is not distinct from (null, null, null)
      and (new.before_digest, new.after_digest) is not distinct from (act_digest(old.salt, old.before, old.before_digest), act_digest(old.salt, old.after, old.after_digest))
    then return new; end if;
    raise exception 'acts are neither changed nor removed';
  end $$`;

const KEEP_BEFORE = `
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

/** Of all tenants, by the role that finds those whose acts have no place yet. */
const WATCHED = {
  acts: 'tenant_id, id, turn, at',
  act_places: 'tenant_id, number, ids',
  act_heads: 'tenant_id, settled_turn, settled_number',
};

/** Before what has a turn, in the order of their numbers; other processes write acts meanwhile, and none that has no turn. */
const TURN = `number - (1::bigint << 40)`;

/** The next batch of a tenant's acts, as far as their numbers have no gap. */
const FILL = (tenant: string) => `
  insert into act_places
  select '${tenant}', max(number), min(number) - 1,
    greatest(max(turn), (select max(reach) from act_places where tenant_id = '${tenant}')),
    array_agg(id order by number), array_agg(hash order by number)
  from (
    select *, number - row_number() over (order by number) = min(number) over () - 1 as follows from (
      select number, id, hash, turn from acts where tenant_id = '${tenant}'
        and number > coalesce((select max(number) from act_places where tenant_id = '${tenant}'), 0)
      order by number limit ${MOST}) next
  ) one where follows having count(*) > 0`;

const PAST_TRIGGERS = (statements: string) =>
  `alter table acts disable trigger keep_act; ${statements}; alter table acts enable trigger keep_act`;

export async function up(db: MigrationDb): Promise<void> {
  const { rows: columns } = await sql`
    select from information_schema.columns where table_name = 'acts' and column_name = 'number'`.execute(db);
  if (columns.length === 0) return;
  const { rows: begun } = await sql`select from pg_class where oid = to_regclass('act_places')`.execute(db);
  if (begun.length === 0) {
    await briefly(db, async (db) => {
      await run(db, `${TABLES}; ${FUNCTIONS}`);
      await protectTenantTable(db, 'act_places', 'select, insert');
    });
  }
  await createIndexBesideWriters(db, 'acts_turns', 'on acts (tenant_id, turn)');
  await acrossTenants(db, ['acts', 'act_heads', 'act_places'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) {
      const before = `select id from acts where tenant_id = '${id}' and turn is null and number is not null`;
      while ((await sql.raw(`${before} limit 1`).execute(db)).rows.length > 0)
        await briefly(
          db,
          PAST_TRIGGERS(
            `update acts set turn = ${TURN} where tenant_id = '${id}' and id in (${before} limit ${10 * MOST})`,
          ),
        );
      while (((await inBatch(db, (db) => sql.raw(FILL(id)).execute(db))).numAffectedRows ?? 0n) > 0n) {
        // The next batch.
      }
    }
    await briefly(db, async (db) => {
      await run(db, 'lock table acts, act_heads in access exclusive mode');
      const { rows: all } = await sql<{ id: string }>`select id from tenants`.execute(db);
      for (const { id } of all) {
        while (((await sql.raw(FILL(id)).execute(db)).numAffectedRows ?? 0n) > 0n) {
          // What was placed meanwhile.
        }
      }
      await run(db, FINISH);
    });
  });
}

/** The end, while no process writes: all that has a number is settled, and what has none takes a new turn, in its order. */
const FINISH = `
  insert into act_heads (tenant_id) select distinct tenant_id from acts on conflict do nothing;
  update act_heads head set settled_turn = greatest(place.reach, 0), settled_number = place.number,
    next_turn = greatest(place.reach, 0), next_number = place.number
  from (select distinct on (tenant_id) * from act_places order by tenant_id, number desc) place where place.tenant_id = head.tenant_id;
  ${PAST_TRIGGERS(`
    update acts set turn = one.turn from (
      select tenant_id, id, nextval('acts_turn') as turn from (
        select tenant_id, id from acts where number is null order by turn nulls first, at, id) waiting
    ) one where acts.tenant_id = one.tenant_id and acts.id = one.id`)};
  drop policy watch on acts;
  revoke select (number) on acts from app_watch;
  alter table acts drop column number, drop column hash, reset (fillfactor);
  ${KEEP};
  grant update (settled_turn, settled_number, next_turn, next_number, next_after) on act_heads to app_tenant;
  grant select on sequence acts_turn to app_watch;
  ${Object.entries(WATCHED)
    .map(
      ([table, columns]) => `grant select (${columns}) on ${table} to app_watch;
        create policy watched on ${table} for select to app_watch using (current_user = 'app_watch')`,
    )
    .join(';')}`;

export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['acts', 'act_heads', 'act_places'], () =>
    briefly(
      db,
      `${Object.entries(WATCHED)
        .map(
          ([table, columns]) =>
            `drop policy watched on ${table}; revoke select (${columns}) on ${table} from app_watch`,
        )
        .join(';')};
       revoke select on sequence acts_turn from app_watch;
       alter sequence acts_turn owned by none;
       alter table acts set (fillfactor = 50), add column number bigint, add column hash bytea;
       ${PAST_TRIGGERS(`
         update acts act set number = place.before + one.nth, hash = one.hash
         from act_places place, unnest(place.ids, place.hashes) with ordinality one (id, hash, nth)
         where act.tenant_id = place.tenant_id and act.id = one.id`)};
       ${KEEP_BEFORE};
       drop index acts_turns;
       create index acts_in_turn on acts (tenant_id, turn nulls first, at, id) where number is null;
       create unique index acts_number on acts (tenant_id, number) where number is not null;
       grant update (number, hash) on acts to app_tenant;
       grant select (tenant_id, number) on acts to app_watch;
       create policy watch on acts for select to app_watch using (current_user = 'app_watch' and number is null);
       drop function unplaced_acts, place_acts, placed_acts, act_number; drop table act_places;
       alter table act_heads drop column settled_turn, drop column settled_number, drop column next_turn, drop column next_number,
         drop column next_after`,
    ),
  );
}
