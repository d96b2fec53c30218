// What acts are written and read with is found by the document that it belongs to, and no longer among all rows of the company.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

/** A row whose document, order or file is never null is looked for under it: an act names it among its entities. */
const READ_BY_ENTITY = `
  create or replace function act_unsealed(tenant uuid, key text, entities uuid[]) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
  declare
    name text := split_part(key, '/', 1);
    row_id uuid := split_part(key, '/', 2);
    args text[] := (select format('[0:5]=%s', (string_to_array(encode(tgargs, 'escape'), '\\000'))[1:6])::text[]
      from pg_trigger where tgrelid = to_regclass(name) and tgname = 'keep_row');
    parent text := (select attname from pg_attribute where attrelid = to_regclass(name) and attname = any (args[1]::text[])
      and attname <> 'id' and attnotnull limit 1);
    doc jsonb;
  begin
    execute format('select act_hidden(jsonb_strip_nulls(to_jsonb(r)), $3) from %I r where tenant_id = $1 and id = $2', name)
        || coalesce(' and ' || quote_ident(parent) || ' = any ($4)', '')
      into doc using tenant, row_id, args, entities;
    if doc is null then
      -- Ids begin with their instant, and no clock is a day off.
      select before -> key into doc from acts
      where tenant_id = tenant and (substr(row_id::text, 15, 1) <> '7' or id > encode(int8send(('x' || encode(uuid_send(row_id), 'hex'))::bit(64)::bigint - (86400000::bigint << 16)) || '\\x0000000000000000'::bytea, 'hex')::uuid)
        and before ? key order by id limit 1;
    end if;
    return doc - array(select jsonb_object_keys(doc - args[5]::text[]));
  end $$;

  create or replace function act_after(tenant uuid, after jsonb, entities uuid[]) returns jsonb language sql stable as $$
    select jsonb_object_agg(key, case when value ? '#1' then act_unsealed(tenant, key, entities) || (value - '#1') else value end) from jsonb_each(after)
  $$`;

/**
 * Texts of functions, as they were and as they are. Row-level security leaves an index to comparisons with what is known before the table
 * is read: not with a subquery, nor with what is taken out of the changes on the way.
 */
const EDITS: readonly (readonly [name: string, from: string, to: string])[] = [
  [
    'tell_rest',
    'select actor, kind from jsonb_array_elements(changes) with ordinality x (c, n)',
    `with told as materialized (
        select (c -> 'r' ->> 0)::uuid as document_id, split_part(c ->> 'k', '/', 2)::uuid as id, n
        from jsonb_array_elements(changes) with ordinality x (c, n) where c ->> 'k' like 'document_events/%'
      )
      select actor, kind from told`,
  ],
  [
    'tell_rest',
    `and 'document_events/' || e.id = c ->> 'k'`,
    'and (e.document_id, e.id) = (told.document_id, told.id)',
  ],
  // They come in the order of their turns.
  [
    'place_acts',
    'select max(turn) from acts where tenant_id = tenant and id = any (looked)',
    'select turn from acts where tenant_id = tenant and id = looked[cardinality(looked)]',
  ],
  ...inVariables('unplaced_acts', 'act_heads', 'settled_turn', 'settled_number'),
  ...inVariables('unplaced_events', 'event_heads', 'settled_seq', 'settled_position'),
];

function inVariables(name: string, table: string, ...columns: readonly string[]) {
  const read = (column: string) => `coalesce((select ${column} from ${table} where tenant_id = tenant), 0)`;
  const declared = columns.map((column) => `known_${column} bigint := ${read(column)};\n    `).join('');
  return [
    ...columns.map((column) => [name, `> ${read(column)}`, `> known_${column}`] as const),
    [name, 'begin\n    return query', `declare\n    ${declared}\n  begin\n    return query`] as const,
  ];
}

/** Fit to be run again: a text that contains the one of before is put in once. */
const edit = (name: string, from: string, to: string): string => `
  do $do$
  declare
    body text := pg_get_functiondef('${name}'::regproc);
  begin
    if ${String(to.length < from.length)} or position($to$${to}$to$ in body) = 0 then
      execute replace(body, $from$${from}$from$, $to$${to}$to$);
    end if;
  end $do$`;

/** Fit to be run again: the index has the key's name once it is the key. */
async function changeKey(db: MigrationDb, columns: string): Promise<void> {
  await createIndexBesideWriters(db, 'document_events_key_to_be', `on document_events (${columns})`, 'unique');
  await briefly(
    db,
    `alter table document_events drop constraint if exists document_events_pkey,
       add constraint document_events_pkey primary key using index document_events_key_to_be`,
  );
}

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, from, to] of EDITS) await run(db, edit(name, from, to));
  await run(db, READ_BY_ENTITY);
  await changeKey(db, 'tenant_id, document_id, at, id');
  await run(db, 'drop index concurrently if exists document_events_document');
}

export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, 'document_events_document', 'on document_events (tenant_id, document_id, at, id)');
  await changeKey(db, 'tenant_id, id');
  for (const [name, from, to] of EDITS.toReversed()) await run(db, edit(name, to, from));
  await run(db, 'drop function if exists act_after(uuid, jsonb, uuid[]), act_unsealed(uuid, text, uuid[])');
}
