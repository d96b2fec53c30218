// Triggers of the release before 0160 and those of this one do the same with every column of a whole story: what is told, what an act says,
// what is counted, what follows in the row and what is refused.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { migrateDown, migrateUp } from '../src/platform/migrate.ts';
import { allMigrations, forMigrations } from '../src/wiring/open-database.ts';
import { tellStory } from './support/api-story.ts';
import { catalogOf } from './support/catalog.ts';
import { createWorld, openMigratedDatabase, type TestTenant, type World } from './support/world.ts';

const ALL = await allMigrations();
const BEFORE = '0155_counts_of_what_stays';
const WITH = new Map([...ALL].filter(([name]) => name < '0161'));
/** With what a process has set: a tenant's act, an import that tells of nothing, and what is written without a tenant. */
type Mode = 'act' | 'quiet' | 'system';
interface Tried {
  mode: Mode;
  changed: string;
  statement: string;
}

/** Tries a statement as a process of the service does, and takes it back. */
const TRY = `
create function pg_temp.try(statement text, one uuid, changed text, mode text) returns jsonb language plpgsql as $$
declare
  told bigint := (select coalesce(max(seq), 0) from events);
  result jsonb;
  number int;
begin
  perform set_config('app.tenant_id', case mode when 'system' then '' else one::text end, true), set_config('app.quiet', case mode when 'quiet' then 'on' else '' end, true), set_config('app.actor', 'user:ana', true),
    set_config('app.changes', '', true), set_config('app.changes_before', '', true), set_config('app.acts', '', true),
    set_config('app.tenant_changes', '', true), set_config('app.told_item', '', true), set_config('app.told_receipt', '', true),
    set_config('app.told_price_list', '', true);
  insert into kept_months values (one, '2020-01-01', '{}') on conflict do nothing;
  perform set_config('role', case when mode = 'system' then session_user when changed = 'tenants' then 'app_system' else 'app_tenant' end, true);
  execute statement;
  get diagnostics number = row_count;
  perform set_config('role', session_user, true);
  result := jsonb_build_object('rows', number,
    'changes', (select jsonb_agg(change order by change) from jsonb_array_elements(('[' || concat_ws(',', nullif(current_setting('app.changes_before', true), ''),
      nullif(current_setting('app.changes', true), '')) || ']')::jsonb) change),
    'events', (select jsonb_agg(jsonb_build_array(type, entity_id, subject_id, data) order by type, entity_id) from events where seq > told),
    'counts', (select jsonb_agg(jsonb_build_array(subject, class, count) order by subject, class) from kept_counts where tenant_id = one and count <> 0),
    'months', (select count(*) from kept_months where tenant_id = one),
    'keys', (select jsonb_agg(jsonb_build_array(asked.idempotency_key, asked.request, asked.result) order by asked.idempotency_key) from requests asked where tenant_id = one));
  if changed <> 'tenants' then
    execute format('select $1 || jsonb_build_object(''row'', (select jsonb_agg(one order by one) from (
      select to_jsonb(t) - ''{updated_at,changed_minute}''::text[] as one from %I t where tenant_id = $2 and age(xmin) <= 0) t))', changed)
      into result using result, one;
  end if;
  result := result || jsonb_build_object('documents', (select jsonb_agg(jsonb_build_array(id, submission_state, void_state, is_canceled, awaits_pdf) order by id)
    from fiscal_documents where tenant_id = one and (is_canceled or void_state is not null)));
  set constraints all immediate;
  raise exception using errcode = 'TRIED', message = result::text;
exception
  when sqlstate 'TRIED' then return sqlerrm::jsonb;
  when others then return jsonb_build_object('refused', sqlerrm);
end $$`;

interface Column {
  name: string;
  type: string;
}

const KEYS = ['id', 'tenant_id', 'changed_minute', 'updated_at'];
const UNIQUE = ['number', 'idempotency_key', 'name', 'sku', 'barcode', 'code', 'storage_key', 'pac_notice_id'];

let here: World;
let shop: TestTenant;

before(async () => {
  here = await createWorld({ database: await openMigratedDatabase() });
  shop = await here.tenant();
  await tellStory(here, shop);
  await here.app.jobs.stop();
});

/** Other values of a column by its type, and those that its table's checks and rows name. */
async function values(table: string, { name, type }: Column): Promise<string[]> {
  const is = `"${name}"`;
  if (type.endsWith('[]')) return [`${is} || ${is}`, 'null'];
  const known: Record<string, string[]> = {
    uuid: [`'00000000-0000-4000-8000-00000000000a'`, 'null'],
    timestamptz: [`coalesce(${is}, '2020-02-02') - interval '40 days'`, 'null'],
    date: [`coalesce(${is}, '2020-02-02') - 40`, 'null'],
    bool: [`not coalesce(${is}, false)`, 'null'],
    jsonb: [`'{"x": 1}'`, 'null'],
    text: [`${is} || '7'`, 'null'],
  };
  if (type !== 'text') return known[type] ?? [`coalesce(${is}, 0) + 1`, 'null'];
  const words = await here.query<{ word: string }>(
    `select distinct word from (
       select said[1] as word from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''::text', 'g') said
       where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ ('\\m' || $2 || '\\M')
       union all select "${name}" from (select "${name}" from "${table}" where "${name}" ~ '^[A-Z_]{4,}$' limit 200) here) one where word is not null limit 12`,
    [table, name],
  );
  return [...known['text']!, ...words.map(({ word }) => `'${word}'`)];
}

/** Statements on each table with triggers: every column of some rows and of all rows to other values, deletes and copies. */
async function statements(): Promise<Tried[]> {
  const found: Tried[] = [];
  const tables = await here.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = tgrelid and not tgisinternal
     where exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id') or c.relname = 'tenants' order by 1`,
  );
  for (const { name: changed } of tables) {
    const columns = await here.sql<Column>`
      select attname as name, case typcategory when 'A' then substr(typname, 2) || '[]' else typname end as type
      from pg_attribute a join pg_type t on t.oid = atttypid
      where attrelid = ${changed}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`;
    const own = changed === 'tenants' ? 'id' : 'tenant_id';
    const rows = await here.query<{ at: string }>(
      `select t.ctid::text as at from "${changed}" t where ${own} = $1 order by md5(t.ctid::text) limit 5`,
      [shop.tenant.id],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const copied = columns.map(({ name, type }) => {
      if (name === 'id' && type === 'uuid')
        return `('00000000-0000-4000-8000-' || lpad((row_number() over (order by ctid))::text, 12, '0'))::uuid`;
      // As 1.8.0 writes the key of a payment.
      if (changed === 'payments' && name === 'idempotency_key') return `'key ' || row_number() over (order by ctid)`;
      if (changed === 'payments' && name === 'request') return `'{"amount": "1"}'::jsonb`;
      return UNIQUE.includes(name) && type === 'text' ? `"${name}" || '9'` : `"${name}"`;
    });
    const copyOf = (where: string) =>
      `insert into "${changed}" (${names}) select ${copied.join(', ')} from "${changed}" where ${where}`;
    const all = `${own} = '${shop.tenant.id}'`;
    const add = (statement: string, modes: readonly Mode[]) =>
      found.push(...modes.map((mode) => ({ mode, changed, statement })));
    for (const [nth, { at }] of rows.entries()) {
      const modes: Mode[] = nth < 2 ? ['act', 'quiet', 'system'] : ['act'];
      for (const column of columns.filter(({ name }) => !KEYS.includes(name))) {
        for (const value of await values(changed, column))
          add(`update "${changed}" set "${column.name}" = ${value} where ctid = '${at}'`, modes);
        if (nth === 0)
          add(`update "${changed}" set "${column.name}" = ${(await values(changed, column))[0]!} where ${all}`, [
            'act',
          ]);
      }
      add(`update "${changed}" set ${own} = ${own} where ctid = '${at}'`, modes);
      add(`delete from "${changed}" where ctid = '${at}'`, modes);
      add(copyOf(`ctid = '${at}'`), modes);
    }
    add(copyOf(`${all} and ctid = any ('{${rows.map(({ at }) => `"${at}"`).join(',')}}')`), ['act', 'system']);
    if (changed !== 'tenants') add(`delete from "${changed}" where ${all}`, ['act', 'system']);
  }
  return found;
}

const isRefused = (outcome: string): boolean => outcome.startsWith('{"refused"');

/** Which of several rows or constraints refuses first is not compared, nor numbers of a sequence. */
async function outcomes(tried: readonly Tried[]): Promise<string[]> {
  const client = await here.database.pool.connect();
  try {
    await client.query(`begin; ${TRY}`);
    const { rows } = await client.query<{ outcome: string }>(
      `select pg_temp.try(statement, $2, changed, mode)::text as outcome from rows from (jsonb_to_recordset($1) as (mode text, changed text, statement text))
         with ordinality one (mode, changed, statement, nth) order by nth`,
      [JSON.stringify(tried), shop.tenant.id],
    );
    return rows.map(({ outcome }) => (isRefused(outcome) ? 'refused' : outcome.replaceAll(/"seq": \d+/g, '')));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('each column of a story is told, kept, counted and guarded as before, on the way down and up again', async () => {
  const db = forMigrations(here.database.db);
  await migrateDown(db, ALL, BEFORE);
  // Rows stay where they are without a vacuum or a rewrite.
  const tried = await statements();
  const former = await outcomes(tried);
  const passed = former.filter((one) => one !== 'refused');
  assert.ok(passed.length > 2000 && passed.length < former.length - 1000, `${passed.length} of ${former.length}`);
  const formerly = await catalogOf(here.database);
  await migrateUp(db, WITH);
  const now = await outcomes(tried);
  // A file stays what it is by every writer now, also by one without a tenant.
  const differ = tried
    .map((one, nth) => ({ ...one, was: former[nth], is: now[nth] }))
    .filter(
      ({ was, is, changed, mode }) => was !== is && !(changed === 'files' && mode === 'system' && is === 'refused'),
    );
  assert.deepEqual(differ.slice(0, 10), [], `${differ.length} of ${tried.length}`);
  const present = await catalogOf(here.database);
  // The same functions, triggers, fences and rows do the same.
  await migrateDown(db, ALL, BEFORE);
  assert.deepEqual(await catalogOf(here.database), formerly);
  await migrateUp(db, WITH);
  assert.deepEqual(await catalogOf(here.database), present);
});
