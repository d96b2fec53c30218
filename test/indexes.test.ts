// Indexes of the database, held to docs/indexes.md, which names the question that needs each.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { assertEach } from './support/assert-each.ts';
import { quietWorld } from './support/world.ts';

const ROOT = join(import.meta.dirname, '..');

interface Index {
  table: string;
  index: string;
  /** Key columns and expressions, in order, each with its direction. */
  keys: string[];
  condition: string | null;
  isUnique: boolean;
}

let indexes: Index[];
before(async () => {
  indexes = await (
    await quietWorld()
  ).query<Index>(`
    select r.relname as table, i.relname as index, x.indisunique as "isUnique", pg_get_expr(x.indpred, x.indrelid) as condition,
      array(select pg_get_indexdef(i.oid, at, false) from generate_series(1, x.indnkeyatts) at order by at) as keys
    from pg_index x join pg_class r on r.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where r.relnamespace = 'public'::regnamespace and not x.indisprimary order by 1, 2`);
});

async function described(): Promise<{ table: string; index: string; question: string; file: string }[]> {
  const text = await readFile(join(ROOT, 'docs/indexes.md'), 'utf8');
  return [...text.matchAll(/^\| (\w+) \| `(\w+)` \| (.+) \| `(.+)` \|$/gm)].map(([, table, index, question, file]) => ({
    ...{ table: table!, index: index!, question: question!, file: file! },
  }));
}

test('each index names the question that needs it, and each that is named is there', async () => {
  const named = await described();
  assert.deepEqual(
    named.map(({ table, index }) => `${table} ${index}`).toSorted(),
    indexes.map(({ table, index }) => `${table} ${index}`).toSorted(),
  );
});

test('the file that asks speaks of the table', async () => {
  for (const { table, index, file } of await described()) {
    const text = await readFile(join(ROOT, 'src', file), 'utf8').catch(() => '');
    assert.match(text, new RegExp(`\\b${table}\\b`), `${index}: ${file}`);
  }
});

test('no index is the beginning of another one', () => {
  const served = indexes.filter((one) =>
    indexes.some(
      (other) =>
        !one.isUnique &&
        one !== other &&
        one.table === other.table &&
        other.condition === one.condition &&
        one.keys.every((key, at) => key === other.keys[at]) &&
        one.keys.length < other.keys.length,
    ),
  );
  assertEach(served, ({ index }) => index, []);
});

/** As many as there are: one more is a decision, and one less is kept. */
const MOST = { indexes: 199, triggers: 60 };

test('there are no more indexes and triggers than are known', async () => {
  const [counted] = await (
    await quietWorld()
  ).query<typeof MOST>(`
    select (select count(*)::int from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace) as indexes,
      (select count(*)::int from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal) as triggers`);
  assert.deepEqual(counted, MOST);
});
