// From the release before to this one: what it has written is right afterwards, and (F60) it works beside this one on the database that
// this one has migrated, until process by process is replaced.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allMigrations, forMigrations, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { migrateUp } from '../../src/platform/migrate.ts';
import { killLoop } from '../faults/kill-loop.ts';
import { surroundings } from '../faults/kill-loop/killable-process.ts';
import { hasPgbouncer } from '../faults/kill-loop/pgbouncer.ts';
import { installedPostgres, startPostgres } from '../faults/kill-loop/postgres-server.ts';
import { assertNone } from '../support/assert-each.ts';
import { manySales, salesFile } from '../support/imported.ts';
import { openTestDatabase, type Answer } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The newest migration of the release before. */
const RELEASED = '0020_half_monthly_client_sales';

/** The last commit without the migrations of this release; undefined where the history does not reach so far. */
function commitBefore(): string | undefined {
  const ours = readdirSync(join(ROOT, 'migrations')).filter((file) => /^\d{4}_/.test(file) && file > `${RELEASED}.ts`);
  const git = (...words: string[]) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  if (git('cat-file', '-e', `HEAD:migrations/${RELEASED}.ts`).status !== 0) return undefined;
  const added = ours
    .map((file) =>
      git('log', '--diff-filter=A', '--format=%H', '--', `migrations/${file}`).stdout.trim().split('\n').at(-1)!,
    )
    .filter((commit) => commit !== '');
  // Not committed yet: the last commit is before.
  if (added.length === 0) return 'HEAD';
  const oldest = git('rev-list', '--no-walk=sorted', '--reverse', ...added).stdout.split('\n')[0]!;
  const parent = git('rev-parse', '--verify', '--quiet', `${oldest}^`);
  return parent.status === 0 ? parent.stdout.trim() : undefined;
}

const older = commitBefore();
const skip =
  older === undefined
    ? 'the history of this clone does not reach back to the release before'
    : installedPostgres() && hasPgbouncer()
      ? false
      : 'no PostgreSQL with a pgbouncer is installed here';

describe('beside the release before', { skip, timeout: 3_000_000 }, () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'folio-older-'));
    const archive = execFileSync('git', ['archive', older!, 'src', 'migrations', 'simulator', 'package.json'], {
      cwd: ROOT,
      maxBuffer: 1e9,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('what it has imported and counted is still right when this one has migrated and counts', async (t) => {
    const server = (await startPostgres())!;
    t.after(() => server.stop());
    /** The command line of one of the two. */
    const folio = (root: string, ...words: string[]): Answer => {
      const env = { ...surroundings(root), DATABASE_URL: server.url, DATA_DIR: join(folder, 'data') };
      const program = ['--disable-warning=ExperimentalWarning', 'src/cli/folio.ts', ...words, '--json'];
      return JSON.parse(
        execFileSync(process.execPath, program, {
          cwd: root,
          env,
          encoding: 'utf8',
          maxBuffer: 1e9,
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
    };
    folio(folder, 'migrate', 'up');
    const tenant = folio(folder, 'tenant', 'create', '--name', 'A shop').id;
    const file = process.env['FOLIO_UPGRADE_SALES'] ?? (await salesFile(manySales(2000)));
    const imported = folio(folder, 'import', 'sales', file, '--tenant', tenant, '--opening-stock', 'auto');
    assert.ok(imported.lines > 1000);
    const before = folio(folder, 'verify');
    assert.deepEqual(before.problems, []);

    const { pending } = folio(ROOT, 'migrate', 'status');
    assert.ok(pending.length > 0, 'there is something to upgrade');
    assert.deepEqual(folio(ROOT, 'migrate', 'up').pending, []);
    assert.deepEqual(folio(ROOT, 'verify'), before);
    console.log(
      `upgraded from ${older}: ${imported.lines} lines of sales, ${before.logs} movements, ${pending.length} migrations`,
    );
  });

  test(
    'F60: two releases at once on one database: nothing is doubled, nothing is lost',
    { timeout: 2_000_000 },
    async () => {
      const instances = { apis: 2, workers: 2, poolSize: 6, older: folder };
      assert.equal(await killLoop({ kills: 5, restarts: 0, seed: 'two releases', instances }), 0);
    },
  );
});

describe('a folder of release 1.8', { skip: older === undefined && 'the history does not reach back to it' }, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'folio-1.8-'));
    const parts = ['src', 'migrations', 'package.json', 'package-lock.json', '.npmrc'];
    const archive = execFileSync('git', ['archive', older!, ...parts], { cwd: ROOT, maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('is copied, with all that is in it, and refused until then', async () => {
    const dataDir = join(folder, 'data');
    const folio = (root: string, ...words: string[]) => {
      const program = ['--disable-warning=ExperimentalWarning', 'src/cli/folio.ts', ...words, '--json'];
      // npm may need what this machine says of certificates and proxies.
      const { DATABASE_URL: _, ...ours } = process.env;
      const env = { ...ours, ...surroundings(root), DATA_DIR: dataDir };
      return spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8', maxBuffer: 1e9 });
    };
    const answer = (root: string, ...words: string[]): Answer => {
      const { status, stdout, stderr } = folio(root, ...words);
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    const tenant = answer(folder, 'tenant', 'create', '--name', 'A shop').id;
    const file = await salesFile(manySales(300));
    answer(folder, 'import', 'sales', file, '--tenant', tenant, '--opening-stock', 'auto');
    const written = answer(folder, 'verify');
    assert.ok(written.logs > 300);

    assert.match(folio(ROOT, 'verify').stderr, /npm run folio -- upgrade-folder/);
    assert.ok(answer(ROOT, 'upgrade-folder').rows > written.logs);
    assert.deepEqual(answer(ROOT, 'verify'), written);
    assert.match(folio(ROOT, 'upgrade-folder').stderr, /has a database of this release/);
    assert.deepEqual(answer(folder, 'verify'), written, 'the old one is as it was');
  });
});

interface Thing {
  thing: string;
}

/** Contract with an older program: the tables and columns it reads, and the columns it may omit or write. */
const RELIED_ON = `
  select 'column ' || table_name || '.' || column_name || ' ' || udt_name as thing from information_schema.columns
  where table_schema = 'public'
  union all
  select 'right ' || grantee || ' ' || privilege_type || ' ' || table_name from information_schema.role_table_grants
  where table_schema = 'public' and grantee like 'app\\_%'
  union all
  select 'right ' || grantee || ' ' || privilege_type || ' ' || table_name || '.' || column_name
  from information_schema.column_privileges where table_schema = 'public' and grantee like 'app\\_%'
  union all
  select 'unique ' || indrelid::regclass || ' ' || array_to_string(array(
    select attname from pg_attribute where attrelid = indrelid and attnum = any (indkey[0:indnkeyatts - 1]) order by attname), ',')
  from pg_index join pg_class c on c.oid = indrelid where indisunique and c.relnamespace = 'public'::regnamespace`;

/** Constraints that forbid a formerly valid row; a column without a value, such as a document's environment, passes its check. */
const FORBIDS = `
  select 'not null without a default: ' || table_name || '.' || column_name as thing from information_schema.columns
  where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace and contype not in ('t', 'n') and not conname like '%\\_environment\\_check'`;

const FIXED = ['id', 'tenant_id', 'created_by', 'subtotal', 'tax', 'total'];

const NEVER_USED = [
  // A document's request has a row of its own: a process that looks for its marks here ends with an error before a byte leaves, and what it
  // has opened is sent by this release (0136).
  ...[
    ['send_started_at', 'timestamptz'],
    ['lease_until', 'timestamptz'],
    ['submit_after', 'timestamptz'],
    ['lease_number', 'int8'],
    ['void_asked_at', 'timestamptz'],
    ['void_started_at', 'timestamptz'],
    ['void_lease_until', 'timestamptz'],
    ['void_after', 'timestamptz'],
    ['void_attempts', 'int4'],
    ['void_reason', 'text'],
    ['void_asked_by', 'text'],
  ].flatMap(([column, type]) => [
    `column fiscal_documents.${column} ${type}`,
    ...['INSERT', 'SELECT', 'UPDATE'].map((right) => `right app_tenant ${right} fiscal_documents.${column}`),
  ]),
  // A tenant's statement never read a secret: tenants are found by the system's role. The other columns may still be read.
  'right app_tenant SELECT tenants',
  'right app_tenant SELECT tenants.webhook_secret',
  // Columns that an invoice or a credit note was written with never changed; the others may.
  ...[
    ['invoices', 'client_id'],
    ['credits', 'invoice_id'],
  ].flatMap(([table, ...own]) => [
    `right app_tenant UPDATE ${table}`,
    ...[...FIXED, ...own].map((column) => `right app_tenant UPDATE ${table}.${column}`),
  ]),
  // A view of the table that has taken its place; "on conflict do nothing" names no index.
  'unique stock_requests idempotency_key,tenant_id',
  // Lines and steps have their document in the key: no "on conflict" and no foreign key ever named the one before.
  ...['order_lines', 'credit_lines', 'purchase_order_lines', 'supplier_invoice_lines', 'document_events'].map(
    (table) => `unique ${table} id,tenant_id`,
  ),
];

// Wider than what it took the place of.
const ALLOWS_MORE = [
  'constraint document_events PRIMARY KEY (tenant_id, document_id, at, id)',
  'constraint order_lines PRIMARY KEY (tenant_id, order_id, id)',
  'constraint credit_lines PRIMARY KEY (tenant_id, credit_id, id)',
  'constraint purchase_order_lines PRIMARY KEY (tenant_id, purchase_order_id, id)',
  'constraint supplier_invoice_lines PRIMARY KEY (tenant_id, supplier_invoice_id, id)',
  `constraint client_sales CHECK ((grain = ANY (ARRAY['D'::"char", 'S'::"char", 'H'::"char", 'M'::"char", 'Q'::"char", 'Y'::"char"])))`,
  // Triggers give a document and a location of the release before their point and office; a column without a value passes.
  `constraint fiscal_documents CHECK (((mode <> 'DGI'::text) OR (billing_point_id IS NOT NULL)))`,
  'constraint locations CHECK ((office_id IS NOT NULL))',
  'constraint locations FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id)',
  ...['document_numbers', 'fiscal_documents', 'orders'].map(
    (table) => `constraint ${table} FOREIGN KEY (tenant_id, billing_point_id) REFERENCES billing_points(tenant_id, id)`,
  ),
  // Columns that the release does not write; their defaults pass.
  "constraint tenants CHECK ((place = ANY (ARRAY['HERE'::text, 'DRAINING'::text, 'LEAVING'::text, 'GONE'::text, 'ARRIVING'::text])))",
  "constraint items CHECK ((kind = ANY (ARRAY['GOODS'::text, 'SERVICE'::text])))",
  ...['order_lines', 'invoice_lines', 'credit_lines', 'purchase_order_lines', 'supplier_invoice_lines'].map(
    (table) => `constraint ${table} CHECK ((unit_factor > (0)::numeric))`,
  ),
  'constraint clients FOREIGN KEY (tenant_id, price_list_id) REFERENCES price_lists(tenant_id, id) NOT VALID',
  "constraint clients CHECK ((country ~ '^[A-Z]{2}$'::text))",
  'constraint clients CHECK ((cardinality(further_emails) <= 2))',
  'constraint tenants CHECK (((pac_second_after_seconds >= 1) AND (pac_second_after_seconds <= 86400)))',
  "constraint fiscal_documents CHECK ((document_type ~ '^(0[1-9]|10)$'::text))",
  'constraint fiscal_documents FOREIGN KEY (tenant_id, contingency_id) REFERENCES contingencies(tenant_id, id) NOT VALID',
  "constraint tenants CHECK ((cafe_format = ANY (ARRAY['NONE'::text, 'TILL_ROLL'::text, 'LETTER'::text])))",
  "constraint tenants CHECK ((cafe_delivery = ANY (ARRAY['NONE'::text, 'PAPER'::text, 'ELECTRONIC'::text])))",
  'constraint tenants CHECK (((cashier_discount >= 0) AND (cashier_discount <= 100)))',
  // The same with one kind or one role more.
  "constraint api_tokens CHECK ((role = ANY (ARRAY['viewer'::text, 'cashier'::text, 'operator'::text, 'admin'::text])))",
  "constraint fiscal_documents CHECK ((kind = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text, 'DEBIT_NOTE'::text])))",
];

describe('this schema serves the release before', () => {
  test('what it relies on is there, and what it writes is allowed', async (t) => {
    const database = await openTestDatabase();
    const all = await allMigrations();
    const names = [...all.keys()];
    const then = new Map([...all].slice(0, names.indexOf(RELEASED) + 1));
    t.after(() => database.close());
    await migrateUp(forMigrations(database.db), then);
    const before = { reliedOn: await things(database, RELIED_ON), forbids: await things(database, FORBIDS) };
    const tables = await things(
      database,
      "select relname as thing from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    await migrateUp(forMigrations(database.db), all);
    const now = { reliedOn: await things(database, RELIED_ON), forbids: await things(database, FORBIDS) };
    assertNone([...before.reliedOn], (thing) => !now.reliedOn.has(thing) && !NEVER_USED.includes(thing), 'gone');
    // A table that it does not know may forbid what it likes.
    const old = [...now.forbids]
      .filter((thing) => !before.forbids.has(thing) && !ALLOWS_MORE.includes(thing))
      .filter((thing) => tables.has(/^(?:not null without a default:|constraint) (\w+)/.exec(thing)![1]!));
    assert.deepEqual(old, [], 'forbidden');
  });
});

async function things({ pool }: OpenDatabase, question: string): Promise<Set<string>> {
  return new Set((await pool.query<Thing>(question)).rows.map(({ thing }) => thing));
}
