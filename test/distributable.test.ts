// Statements and tables that distributed tables (Citus) refuse and PostgreSQL alone does not need: looked for in the texts of the statements and in the catalog.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertEach } from './support/assert-each.ts';
import { createWorld, world } from './support/world.ts';

const ROOT = join(import.meta.dirname, '..');
const VOLATILE = /\b(clock_timestamp|gen_random_uuid|random|uuidv7|nextval)\(/;
const OF_THE_MOMENT = /\b(now|statement_timestamp|current_setting)\(|\bcurrent_(date|timestamp)\b/;

/** Templates of SQL in a source text, inner ones too; what is put in stands as `$`. */
function templatesOf(source: string): string[] {
  const found: string[] = [];
  const open: { text: string; depth: number }[] = [];
  const isCode = () => open.length === 0 || open.at(-1)!.depth > 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!;
    const here = open.at(-1);
    if (char === '`') {
      if (isCode()) open.push({ text: '', depth: 0 });
      else found.push(open.pop()!.text);
    } else if (here && here.depth === 0 && source.startsWith('${', at)) {
      here.text += '$';
      here.depth = 1;
      at += 1;
    } else if (here && here.depth > 0) {
      here.depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    } else if (here) here.text += char;
  }
  return found;
}

/** From `start` to where the parenthesis closes in which it stands. */
function upToItsEnd(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth < 0) return text.slice(start, at);
  }
  return text.slice(start);
}

function problemsOf(text: string): string[] {
  const found: string[] = [];
  if (/\bcase [a-z_."$]+ when\b/i.test(text)) found.push('case x when');
  for (const { index } of text.matchAll(/\binsert into (?!pgboss)/gi)) {
    const insert = upToItsEnd(text, index);
    const isSelect = /^insert into [^(]*(\([^)]*\))?\s*(overriding \w+ value\s*)?select\b/i.test(insert);
    if (isSelect && !/\breturning\b|\bon conflict\b|\$\s*$/i.test(insert))
      found.push('insert … select without returning');
  }
  for (const { index } of text.matchAll(/\bupdate (?!of\b|skip\b)[^;]*?\bset\b|\bdo update set\b/gi)) {
    const update = upToItsEnd(text, index).split(/\b(?:where|returning)\b/i)[0]!;
    if (VOLATILE.test(update)) found.push('a volatile function in an update');
    for (const choice of update.matchAll(/\bcoalesce\(|\bcase\b/gi)) {
      const chosen = upToItsEnd(update, choice.index + choice[0].length).split(/\bend\b/i)[0]!;
      if (OF_THE_MOMENT.test(chosen)) found.push('the moment inside case or coalesce in an update');
    }
    if (/\w+_at [+-] [^,]*interval/.test(update) && !/at time zone/.test(update)) found.push('time zones in an update');
  }
  return found;
}

describe('tables can be distributed by tenant', () => {
  test('every statement has a form that a distributed table takes', () => {
    // The fence asks the catalog, which every node has.
    const exclude = ['**/*.test.ts', 'src/canary/fence.ts'];
    const problems = globSync('{src,kits}/**/*.ts', { cwd: ROOT, exclude }).flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      const setting = [...source.matchAll(/\.(?:set|doUpdateSet)\(\{[^}]*\}/g)].flatMap(([text]) =>
        VOLATILE.test(text) ? ['a volatile function in an update'] : [],
      );
      return [...templatesOf(source).flatMap(problemsOf), ...setting].map((problem) => `${file}: ${problem}`);
    });
    assert.deepEqual(problems, []);
  });

  test('what is looked for is found', () => {
    const found = (text: string) => problemsOf(text);
    assert.deepEqual(found(`update a set x = case kind when 'A' then 1 end`), ['case x when']);
    assert.deepEqual(found('with b as (insert into a (x) select 1) select returning'), [
      'insert … select without returning',
    ]);
    assert.deepEqual(found('update a set x = clock_timestamp() where true'), ['a volatile function in an update']);
    assert.deepEqual(found('update a set x = coalesce(x, now())'), ['the moment inside case or coalesce in an update']);
    assert.deepEqual(found(`insert into a values (1) on conflict (x) do update set y_at = a.y_at + interval '1 s'`), [
      'time zones in an update',
    ]);
    assert.deepEqual(found('insert into a (x) select 1 returning x'), []);
  });

  test('policies have no sub-select, and every table has a replica identity', async () => {
    const { query } = await world();
    const problems = await query(
      `select c.relname || ': sub-select in a policy' as problem from pg_policy p join pg_class c on c.oid = p.polrelid
       where pg_get_expr(p.polqual, p.polrelid) ~* 'select' or pg_get_expr(p.polwithcheck, p.polrelid) ~* 'select'
       union all
       select relname || ': no replica identity' from pg_class c
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relreplident <> 'i'
         and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    );
    assert.deepEqual(problems, []);
  });

  test('distribute.sql hands over each table of a tenant once, beside the others, and leaves keys as they were', async (t) => {
    const here = await createWorld();
    // Roles belong to the whole server, which other tests share.
    const script = readFileSync(join(ROOT, 'deploy/citus/distribute.sql'), 'utf8').replace(/^alter role .*$/gm, '');
    const keys = () =>
      here.query(
        `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`,
      );
    const handedOver = () =>
      here.query<{ name: string; beside: string }>(
        'select logicalrelid::text as name, beside from pg_dist_partition order by at',
      );
    t.after(() => here.close());
    // In the place of Citus, which no package of ours has: its names, and what they were asked for.
    await here.query(
      `create table pg_dist_partition (logicalrelid regclass, beside text, at serial);
         create function create_reference_table(name text) returns void language sql as
           $$ insert into pg_dist_partition values (name::regclass, 'everywhere') $$;
         create function create_distributed_table(name regclass, by_column text, colocate_with text) returns void language sql as
           $$ insert into pg_dist_partition values (name, colocate_with) $$`,
    );
    const before = await keys();
    await here.query(script);
    const first = await handedOver();
    const ofTenants = await here.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1`,
    );
    assertEach(first.slice(0, 2), ({ name, beside }) => [name, beside], [
      ['tenants', 'everywhere'],
      ['items', 'none'],
    ]);
    assert.ok(first.slice(2).every(({ beside }) => beside === 'items'));
    assert.deepEqual(
      first
        .slice(1)
        .map(({ name }) => name)
        .toSorted(),
      ofTenants.map(({ name }) => name),
    );
    assert.deepEqual(await keys(), before);
    await here.query(script);
    assert.deepEqual(await handedOver(), first);
  });
});
