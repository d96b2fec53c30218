// What a movement, a verdict or a PDF tells is read from its row: it has the event's number, and no row of the event beside it.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters } from './beside-writers.ts';

/** Indexes are built while others write. */
export const inTransaction = false;

interface Teller {
  table: string;
  /** Rows that tell, of those that have a number. */
  when?: string;
  type: string;
  /** Entity and subject. */
  about: string;
  at: string;
  data: string;
  join?: string;
}

const DOCUMENT = (id: string) =>
  `join fiscal_documents document on (document.tenant_id, document.id) = (fact.tenant_id, fact.${id})`;

const TELLERS: readonly Teller[] = [
  {
    table: 'inventory_logs',
    type: `'stock.moved'`,
    about: 'fact.item_id',
    at: 'fact.occurred_at',
    data: `'id', fact.item_id, 'locationId', fact.location_id, 'movementType', fact.movement_type, 'sourceId', fact.source_id,
      'quantityChange', trim_scale(fact.quantity_change)::text, 'newQuantity', trim_scale(fact.new_quantity)::text`,
  },
  {
    table: 'document_events',
    when: `fact.kind = 'LEGAL_STATUS'`,
    type: `case document.kind when 'CREDIT_NOTE' then 'credit.' when 'DEBIT_NOTE' then 'debit_note.' else 'invoice.' end
      || case when fact.detail ->> 'to' like '%\\_REJECTED' then 'rejected' else lower(fact.detail ->> 'to') end`,
    about: 'fact.document_id',
    at: 'fact.at',
    data: `'id', document.id, 'number', document.number, 'mode', document.mode, 'legalStatus', fact.detail -> 'to',
      'submissionState', case document.submission_state when 'NOT_REQUIRED' then 'NOT_REQUIRED' else 'DONE' end`,
    join: DOCUMENT('document_id'),
  },
  {
    table: 'files',
    when: `fact.content_type = 'application/pdf'`,
    type: `'document.pdf_attached'`,
    about: 'fact.source_id',
    at: 'fact.created_at',
    data: `'id', document.id, 'number', document.number, 'fileId', fact.id`,
    join: DOCUMENT('source_id'),
  },
];

const told = ({ when }: Teller) => ['fact.event_seq is not null', ...(when ? [when] : [])].join(' and ');
/** The same where the table has no other name. */
const toldIn = (teller: Teller) => told(teller).replaceAll('fact.', '');

export const VIEW = `
  create or replace view events with (security_invoker = true) as
  select tenant_id, seq, id, type, entity_id, subject_id, at, data, traceparent from event_rows
  ${TELLERS.map(
    (teller) => `union all
  select fact.tenant_id, fact.event_seq, fact.id, ${teller.type}, ${teller.about}, ${teller.about}, ${teller.at},
    jsonb_strip_nulls(jsonb_build_object(${teller.data})), fact.event_trace
  from ${teller.table} fact ${teller.join ?? ''} where ${told(teller)}`,
  ).join('\n  ')};
  grant select, delete on events to app_tenant`;

/** Processes of the release before remove old events from the view, as does who mends them by hand. */
const CHANGES = `
  create or replace function change_event() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then delete from event_rows where (tenant_id, seq) = (old.tenant_id, old.seq); end if;
    if tg_op = 'DELETE' then delete from webhook_deliveries where (tenant_id, event_seq) = (old.tenant_id, old.seq); end if;
    if tg_op <> 'DELETE' then
      insert into event_rows (tenant_id, seq, id, type, entity_id, subject_id, at, data, traceparent) overriding system value
      values (new.tenant_id, coalesce(new.seq, nextval('events_seq_seq')), coalesce(new.id, gen_random_uuid()), new.type, new.entity_id,
        new.subject_id, coalesce(new.at, clock_timestamp()), new.data, new.traceparent);
    end if;
    return coalesce(new, old);
  end $$;
  create trigger change_event instead of insert or update or delete on events for each row execute function change_event()`;

const unplacedOf = (table: string, seq: string, when: string) => `
      (select ${seq} from ${table} where tenant_id = tenant and ${seq} > known_settled_seq and ${when}
        and ${seq} not in (select seq from placed) order by ${seq} limit most)`;

const UNPLACED = [
  unplacedOf('event_rows', 'seq', 'true'),
  ...TELLERS.map((teller) => unplacedOf(teller.table, 'event_seq', toldIn(teller))),
].join(' union all');

const FUNCTIONS = `
  -- The fence of the subquery lets the number reach the index of each table that tells.
  create or replace function event_at(tenant uuid, number bigint) returns setof events language sql stable as $$
    select * from events where tenant_id = tenant and seq = number offset 0
  $$`;

/** Texts of functions as they were and as they are. */
const EDITS: readonly (readonly [name: string, from: string, to: string])[] = [
  [
    'events_between',
    'join events event on event.tenant_id = place.tenant_id and event.seq = one.seq',
    'cross join lateral event_at(place.tenant_id, one.seq) event',
  ],
  [
    'unplaced_events',
    `return query select seq from events
    where tenant_id = tenant
      and seq > known_settled_seq
      and seq not in (
        select unnest(seqs) from event_places where tenant_id = tenant
          and position > known_settled_position)
    order by seq limit most;`,
    `return query with placed as materialized (
      select unnest(seqs) as seq from event_places where tenant_id = tenant and position > known_settled_position
    )
    select one.seq from (${UNPLACED}) one (seq) order by one.seq limit most;`,
  ],
  [
    'tell_row',
    `        (prefix || '.issued', (o -> 'mode') is distinct from (n -> 'mode')),
        (prefix || case when legal_status like '%_REJECTED' then '.rejected' else '.' || lower(legal_status) end,
          (o -> 'legal_status') is distinct from (n -> 'legal_status') and legal_status is not null),
`,
    `        (prefix || '.issued', (o -> 'mode') is distinct from (n -> 'mode')),
`,
  ],
  [
    'tell_row',
    `    when kind = 'file' then
      if not is_new or n ->> 'content_type' <> 'application/pdf' then return; end if;
      insert into events (tenant_id, type, entity_id, subject_id, data) select tenant, 'document.pdf_attached', id, id, jsonb_build_object('id', id, 'number', number, 'fileId', one)
      from fiscal_documents where (tenant_id, id) = (tenant, (n ->> 'source_id')::uuid);

    when kind = 'payment' then`,
    `    when kind = 'payment' then`,
  ],
];

/** Functions that write the events of other rows. */
const WRITERS = ['tell_certified', 'tell_new_level', 'tell_row', 'tell_shortage'];

export const edit = (name: string, from: string, to: string): string => `
  do $do$
  declare
    body text := pg_get_functiondef('${name}'::${name.includes('(') ? 'regprocedure' : 'regproc'});
  begin
    if position($from$${from}$from$ in body) = 0 then raise exception '${name} is not as it was'; end if;
    execute replace(body, $from$${from}$from$, $to$${to}$to$);
  end $do$`;

/** What is no fact of the row is not in its acts. */
const leavesOut = (table: string, from: string, to: string): string => `
  do $do$
  declare
    made text := (select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and tgname = 'keep_row');
  begin
    execute 'drop trigger keep_row on ${table}';
    execute replace(made, $from$${from}$from$, $to$${to}$to$);
  end $do$`;

const SEALED = 'tenant_id,updated_at,folded,average_cost';
const WITH_NUMBER = `${SEALED},event_seq,event_trace`;
const FILE_TOLD = `created_at}', 'file')`;
const FILE_NOT_TOLD = `created_at}')`;

const NUMBERED = `case when coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''
  then nextval('events_seq_seq') end`;

const MOVEMENTS_TOLD = `
  create function tell_movements() returns trigger language plpgsql as $$
  begin
    insert into events (tenant_id, type, entity_id, subject_id, data)
    select tenant_id, 'stock.moved', item_id, item_id, jsonb_strip_nulls(jsonb_build_object('id', item_id, 'locationId', location_id,
      'movementType', movement_type, 'sourceId', source_id, 'quantityChange', trim_scale(quantity_change)::text,
      'newQuantity', trim_scale(new_quantity)::text)) from added order by item_id, location_id, seq;
    return null;
  end $$;
  create trigger tell_changed after insert on inventory_logs referencing new table as added for each statement
    when (coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = '')
    execute function tell_movements()`;

const nameOf = ({ table }: Teller) => `${table}_event`;

export async function up(db: MigrationDb): Promise<void> {
  for (const teller of TELLERS) {
    const { table } = teller;
    await briefly(
      db,
      `alter table ${table} add column if not exists event_seq bigint, add column if not exists event_trace text`,
    );
    await createIndexBesideWriters(db, nameOf(teller), `on ${table} (tenant_id, event_seq) where ${toldIn(teller)}`);
  }
  const { rows: done } = await sql`select from pg_class where oid = to_regclass('event_rows')`.execute(db);
  if (done.length > 0) return;
  // At once: what is written before tells by its event, and what is written after by itself.
  await briefly(
    db,
    [
      'alter table events rename to event_rows',
      // A delivery ends with its event by who ends that.
      'alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_event_seq_fkey; grant delete on webhook_deliveries to app_tenant',
      'grant usage on sequence events_seq_seq to app_tenant',
      VIEW,
      CHANGES,
      FUNCTIONS,
      ...EDITS.map(([name, from, to]) => edit(name, from, to)),
      ...WRITERS.map((name) => edit(name, 'insert into events (', 'insert into event_rows (')),
      'drop trigger tell_changed on inventory_logs; drop function tell_movements()',
      leavesOut('files', FILE_TOLD, FILE_NOT_TOLD),
      ...TELLERS.flatMap(({ table, when }) => [
        leavesOut(table, SEALED, WITH_NUMBER),
        `alter table ${table} alter event_seq set default ${NUMBERED},
           alter event_trace set default nullif(current_setting('app.traceparent', true), '');
         grant select (${['tenant_id', 'event_seq', ...(when?.match(/(?<=fact\.)\w+/g) ?? [])].join(', ')}) on ${table} to app_watch;
         create policy watched on ${table} for select to app_watch using (current_user = 'app_watch' and event_seq is not null)`,
      ]),
    ].join(';\n'),
  );
}

export async function down(db: MigrationDb): Promise<void> {
  const tables = TELLERS.map(({ table }) => table);
  await acrossTenants(db, ['event_rows', 'fiscal_documents', ...tables], () =>
    briefly(
      db,
      [
        `lock table event_rows, ${tables.join(', ')} in access exclusive mode`,
        `insert into event_rows (tenant_id, seq, id, type, entity_id, subject_id, at, data, traceparent) overriding system value
         select tenant_id, seq, id, type, entity_id, subject_id, at, data, traceparent from events
         where not exists (select from event_rows one where (one.tenant_id, one.seq) = (events.tenant_id, events.seq))`,
        ...EDITS.toReversed().map(([name, from, to]) => edit(name, to, from)),
        ...WRITERS.map((name) => edit(name, 'insert into event_rows (', 'insert into events (')),
        // The owner was let in to a table that has another name when this ends.
        'drop policy if exists migrating on event_rows',
        'drop function event_at(uuid, bigint); drop view events; drop function change_event(); alter table event_rows rename to events',
        `revoke delete on webhook_deliveries from app_tenant;
         alter table webhook_deliveries add constraint webhook_deliveries_tenant_id_event_seq_fkey
           foreign key (tenant_id, event_seq) references events on delete cascade`,
        'revoke usage on sequence events_seq_seq from app_tenant',
        ...TELLERS.flatMap(({ table, when }) => [
          `drop policy watched on ${table};
           revoke select (${['tenant_id', ...(when?.match(/(?<=fact\.)\w+/g) ?? [])].join(', ')}) on ${table} from app_watch`,
          leavesOut(table, WITH_NUMBER, SEALED),
          `alter table ${table} drop column event_seq, drop column event_trace`,
        ]),
        leavesOut('files', FILE_NOT_TOLD, FILE_TOLD),
        MOVEMENTS_TOLD,
      ].join(';\n'),
    ),
  );
}
