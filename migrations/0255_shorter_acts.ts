// What an act need not say: that a column was null before, and what a notice says that is written once it is applied, of which it has a digest.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { edit } from './0250_facts_tell.ts';
import { run } from './support.ts';

const FUNCTIONS = `
  -- A row that nothing changes any more, by the table and what is told of it: the digest of all of it.
  create function act_is_final(name text, one jsonb) returns boolean language sql immutable as $$
    select name = 'pac_notices' and one ->> 'document_id' is not null
  $$;
  create function act_whole(one jsonb) returns jsonb language sql immutable as $$
    select jsonb_build_object('#*', encode(sha256(convert_to(one::text, 'UTF8')), 'base64'))
  $$;
  -- The row as it is, where that is as it was.
  create function act_unsealed_whole(tenant uuid, key text, told jsonb) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
  declare
    name text := split_part(key, '/', 1);
    args text[] := (select format('[0:5]=%s', (string_to_array(encode(tgargs, 'escape'), '\\000'))[1:6])::text[]
      from pg_trigger where tgrelid = to_regclass(name) and tgname = 'keep_row');
    doc jsonb;
  begin
    execute format('select jsonb_strip_nulls(to_jsonb(r) - $3) from %I r where tenant_id = $1 and id = $2', name)
      into doc using tenant, split_part(key, '/', 2)::uuid, args[2]::text[];
    return case when act_whole(doc) = told then act_hidden(doc, args) else told end;
  end $$`;

const afterBy = (whole: string, seals: string): string => `
  create or replace function act_after(tenant uuid, after jsonb, entities uuid[]) returns jsonb language sql stable as $$
    select jsonb_object_agg(key, case ${whole}when value ? '#1' then act_unsealed(tenant, key, entities) || (value - ${seals}) else value end) from jsonb_each(after)
  $$`;

/** Texts of functions, as they were and as they are. */
const EDITS: readonly (readonly [name: string, from: string, to: string])[] = [
  [
    'act_sum',
    `select jsonb_object_agg(one.k, one.b) filter (where one.b is not null),`,
    `select jsonb_object_agg(one.k, case when one.a is null or jsonb_typeof(one.a) = 'null' then one.b else (
        select coalesce(jsonb_object_agg(name, value) filter (where value <> 'null'), '{}') from jsonb_each(one.b) was (name, value)
      ) end) filter (where one.b is not null),`,
  ],
  [
    'act_before',
    `|| coalesce(before, '{}') end`,
    `|| coalesce((
      select jsonb_object_agg(was.key, case when jsonb_typeof(after -> was.key) = 'object' and jsonb_typeof(was.value) = 'object'
        then (select jsonb_object_agg(name, null) from jsonb_object_keys(after -> was.key) name where name not like '#%') || was.value else was.value end)
      from jsonb_each(before) was
    ), '{}') end`,
  ],
  [
    'keep_row',
    `when tg_op = 'DELETE' or tg_argv[5] = '{}' then n else`,
    `when tg_op = 'DELETE' or tg_argv[5] = '{}' then n when act_is_final(tg_table_name, n) then act_whole(n) else`,
  ],
  [
    'keep_row',
    `      said := act_name(tg_table_name, n, tg_argv)
        || jsonb_build_object('b', act_hidden(before, tg_argv), 'a', act_hidden(after, tg_argv));`,
    `      if act_is_final(tg_table_name, o) then
        after := after || act_sealed(jsonb_strip_nulls(n), tg_argv) || '{"#*": null}';
      end if;
      said := act_name(tg_table_name, n, tg_argv)
        || jsonb_build_object('b', act_hidden(before, tg_argv), 'a', act_hidden(after, tg_argv));`,
  ],
];

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  for (const [name, from, to] of EDITS) await run(db, edit(name, from, to));
  await run(
    db,
    afterBy(`when value ->> '#*' is not null then act_unsealed_whole(tenant, key, value) `, `'{#1,#*}'::text[]`),
  );
}

/** Acts stay as they are: the release before shows of a notice its digest. */
export async function down(db: MigrationDb): Promise<void> {
  for (const [name, from, to] of EDITS.toReversed()) await run(db, edit(name, to, from));
  await run(
    db,
    `${afterBy('', `'#1'`)}; drop function act_unsealed_whole(uuid, text, jsonb), act_whole(jsonb), act_is_final(text, jsonb)`,
  );
}
