// What an act has digests of is read table by table: row by row, each was looked for beside all that an act is about, which may be thousands.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

const ARGS = `(select format('[0:5]=%s', (string_to_array(encode(tgargs, 'escape'), '\\000'))[1:6])::text[]
      from pg_trigger where tgrelid = to_regclass(name) and tgname = 'keep_row')`;
/** A column by which its rows are found beside what an act is about. */
const PARENT = `(select attname from pg_attribute where attrelid = to_regclass(name) and attname = any (args[1]::text[])
      and attname <> 'id' and attnotnull
      order by attnum = coalesce((select indkey[1] from pg_index where indrelid = attrelid and indisprimary), 0) desc, attnum limit 1)`;
/** A row that is gone, by the first act that has it as it was before. Ids begin with their instant, and no clock is a day off. */
const gone = (key: string): string => `
      select before -> ${key} into doc from acts
      where tenant_id = tenant and (substr(row_id::text, 15, 1) <> '7' or id > encode(int8send(('x' || encode(uuid_send(row_id), 'hex'))::bit(64)::bigint - (86400000::bigint << 16)) || '\\x0000000000000000'::bytea, 'hex')::uuid)
        and before ? ${key} order by id limit 1;`;

const BY_TABLE = `
  create function act_unsealed_rows(tenant uuid, keys text[], entities uuid[]) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
  declare
    name text;
    ids uuid[];
    args text[];
    parent text;
    row_id uuid;
    doc jsonb;
    docs jsonb;
    unsealed jsonb := '{}';
  begin
    for name, ids in select split_part(key, '/', 1), array_agg(split_part(key, '/', 2)::uuid) from unnest(keys) key group by 1 loop
      args := ${ARGS};
      parent := ${PARENT};
      execute format('select coalesce(jsonb_object_agg(%L || id, doc - array(select jsonb_object_keys(doc - $4))), ''{}'')
        from (select id, act_hidden(jsonb_strip_nulls(to_jsonb(r)), $3) as doc from %I r where tenant_id = $1 and id = any ($2)', name || '/', name)
          || coalesce(' and ' || quote_ident(parent) || ' = any ($5)', '') || ') told'
        into docs using tenant, ids, args, args[5]::text[], entities;
      foreach row_id in array ids loop
        continue when docs ? (name || '/' || row_id);${gone(`(name || '/' || row_id)`)}
        continue when doc is null;
        docs := docs || jsonb_build_object(name || '/' || row_id, doc - array(select jsonb_object_keys(doc - args[5]::text[])));
      end loop;
      unsealed := unsealed || docs;
    end loop;
    return unsealed;
  end $$;
  create or replace function act_after(tenant uuid, after jsonb, entities uuid[]) returns jsonb language sql stable as $$
    with unsealed as materialized (
      select act_unsealed_rows(tenant, array(select key from jsonb_each(after) where value ? '#1'), entities) as docs
    )
    select jsonb_object_agg(key, case when value ->> '#*' is not null then act_unsealed_whole(tenant, key, value)
      when value ? '#1' then docs -> key || (value - '{#1,#*}'::text[]) else value end) from jsonb_each(after), unsealed
  $$;
  drop function act_unsealed(uuid, text, uuid[])`;

const BY_ROW = `
  create function act_unsealed(tenant uuid, key text, entities uuid[]) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
  declare
    name text := split_part(key, '/', 1);
    row_id uuid := split_part(key, '/', 2);
    args text[] := ${ARGS};
    parent text := ${PARENT};
    doc jsonb;
  begin
    execute format('select act_hidden(jsonb_strip_nulls(to_jsonb(r)), $3) from %I r where tenant_id = $1 and id = $2', name)
        || coalesce(' and ' || quote_ident(parent) || ' = any ($4)', '')
      into doc using tenant, row_id, args, entities;
    if doc is null then${gone('key')}
    end if;
    return doc - array(select jsonb_object_keys(doc - args[5]::text[]));
  end $$;
  create or replace function act_after(tenant uuid, after jsonb, entities uuid[]) returns jsonb language sql stable as $$
    select jsonb_object_agg(key, case when value ->> '#*' is not null then act_unsealed_whole(tenant, key, value) when value ? '#1' then act_unsealed(tenant, key, entities) || (value - '{#1,#*}'::text[]) else value end) from jsonb_each(after)
  $$;
  drop function act_unsealed_rows(uuid, text[], uuid[])`;

export const up = (db: MigrationDb): Promise<void> => run(db, BY_TABLE);

export const down = (db: MigrationDb): Promise<void> => run(db, BY_ROW);
