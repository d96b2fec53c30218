// ARCHITECTURE's "Where to change what", tried: in one copy of the code all changes are made in the files that their rows name and in no other, and work.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { TEST_SERVER } from './support/test-server.ts';

const ROOT = join(import.meta.dirname, '..');
const COPIED = [
  ...['src', 'kits', 'migrations', 'simulator', 'test/support', 'packages', 'package.json', 'schema.graphql'],
  'web/src/texts',
];

interface Change {
  /** First cell of the row. */
  row: string;
  /** By the file under src: the text that stands there once, and what is written before it. */
  edits: Record<string, readonly [before: string, text: string][]>;
  /** A new migration. */
  migration?: string;
  /** Body of a test in the copy: `shop` is a tenant, `run` a command of folio with the tenant's id. */
  proof: string;
}

const CHANGES: readonly Change[] = [
  {
    row: 'a setting of a tenant that is on or off',
    edits: {
      'tenancy/tenant.ts': [
        [
          '} as const;\n\nexport type Switch',
          `  answersPhone: {
            column: 'answers_phone', option: 'answer-phone', words: ['phone', 'answered', 'not answered'],
            description: 'Someone answers the phone.',
          },\n`,
        ],
      ],
      'tenancy/tables.ts': [['  refuses_documented: Gen', '  answers_phone: Generated<boolean>;\n']],
      'cli/help.txt': [['[--refuse-documented yes|no]', '[--answer-phone yes|no] ']],
    },
    migration: `export async function up(db) {
      await db.executeQuery({ sql: 'alter table tenants add column answers_phone boolean not null default false', parameters: [], query: { kind: 'RawNode', sqlFragments: [], parameters: [] }, queryId: { queryId: 'up' } });
    }
    export async function down() {}`,
    proof: `
      const READ = '{ tenant { answersPhone } }';
      assert.deepEqual(await shop.get(READ), { tenant: { answersPhone: false } });
      await shop.get('mutation { updateTenant(input: { answersPhone: true }) { id } }', {}, 'admin');
      assert.deepEqual(await shop.get(READ), { tenant: { answersPhone: true } });
      assert.match(await run('tenant', 'show'), /^phone +answered$/m);
      await run('tenant', 'update', '--answer-phone', 'no');
      assert.deepEqual(await shop.get(READ), { tenant: { answersPhone: false } });`,
  },
  {
    row: 'a column of an exported list',
    edits: {
      'api/exports/exported-lists.txt': [['\nstatement: ', ' priceList.name']],
      'api/exports/headings.txt': [['\nclient.name: ', '\npriceList.name: Price list | Lista de precios']],
    },
    proof: `
      const { createPriceList: { id } } = await shop.get('mutation { createPriceList(name: "Mayor") { id } }');
      await shop.get('mutation { createClient(input: { name: "Hotel", priceListId: "' + id + '" }) { id } }');
      const answer = await fetch(here.url + '/export/clients.csv?columns=name,priceList.name', {
        headers: { authorization: 'Bearer ' + (await shop.token('viewer')) } });
      assert.equal((await answer.text()).replaceAll('\\r', '').trim().split('\\n').slice(-2).join(' '), 'Name,Price list Hotel,Mayor');`,
  },
  {
    row: 'a command',
    edits: {
      'cli/help.txt': [
        ['folio office create --tenant', 'folio office count --tenant ID\ntells how many offices a tenant has\n\n'],
      ],
      'cli/operations.ts': [
        [
          "  operation('office list'",
          `  command('office count', (args) => asOperator(args, async (ask) =>
            ({ json: {}, text: String((await ask<{ records: object[] }>(OFFICES, {})).records.length) }))),\n`,
        ],
      ],
    },
    proof: `
      const { offices } = await shop.get('{ offices { id } }', {}, 'admin');
      assert.equal((await run('office', 'count')).trim(), String(offices.length));`,
  },
];

for (const { row, edits, migration } of CHANGES) {
  test(`${row}: ARCHITECTURE names the files`, () => {
    const named = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| ${row} |`) || line.startsWith(`| ${row};`));
    assert.ok(named, 'the map has no such row');
    for (const file of Object.keys(edits)) {
      assert.ok(named.includes(`\`${file}\``) || named.includes('in the file of its subject'), `${file}: ${named}`);
    }
    if (migration !== undefined) assert.match(named, /migration/);
    assert.ok(Object.keys(edits).length + (migration === undefined ? 0 : 1) <= 4);
  });
}

test('the files that ARCHITECTURE names are enough', async (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'folio-map-'));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const part of COPIED) {
    const isOurs = (path: string): boolean => !['node_modules', 'dist'].includes(basename(path));
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter: isOurs });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [at, change] of CHANGES.entries()) make(copy, change, at);
  writeFileSync(join(copy, 'test/tried.test.ts'), STORY + CHANGES.map(proofOf).join(''));
  const args = ['--test', '--test-isolation=none', '--test-reporter=tap', 'test/tried.test.ts'];
  const env = { ...process.env, TEST_DATABASE_URL: TEST_SERVER, NODE_TEST_CONTEXT: undefined };
  await promisify(execFile)(process.execPath, args, { cwd: copy, env }).catch((failed: { stdout: string }) => {
    assert.fail(failed.stdout);
  });
});

/** No change is about what another is about, so all are made in one copy. */
function make(copy: string, { edits, migration }: Change, at: number): void {
  for (const [file, changes] of Object.entries(edits)) {
    const path = join(copy, 'src', file);
    let text = readFileSync(path, 'utf8');
    for (const [before, added] of changes) {
      assert.equal(text.split(before).length, 2, `${file} has ${JSON.stringify(before)} once`);
      text = text.replace(before, () => added + before);
    }
    writeFileSync(path, text);
  }
  if (migration !== undefined) writeFileSync(join(copy, `migrations/900${at}_tried.ts`), migration);
}

const STORY = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFolio } from '../src/cli/test-support.ts';
import { TEST_SERVER } from './support/test-server.ts';
import { createWorld } from './support/world.ts';
const here = await createWorld({ works: false });
const shop = await here.tenant();
const [{ name }] = await here.query('select current_database() as name');
const env = { DATABASE_URL: Object.assign(new URL(TEST_SERVER), { pathname: name }).href, DATA_DIR: here.dataDir };
const run = async (...words) => {
  const { code, stdout, stderr } = await runFolio([...words, '--tenant', shop.tenant.id], { env });
  assert.equal(code, 0, stderr);
  return stdout;
};
`;

const proofOf = ({ row, proof }: Change): string => `test('${row}', async () => {${proof}\n});\n`;
