// The doctor, on an installation that is well and on the same with one thing broken after the other.
import assert from 'node:assert/strict';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { up } from '../../migrations/0095_credit_pays_nothing.ts';
import { invoicedOrder, leaveJob } from '../../test/support/business.ts';
import { TEST_SERVER } from '../../test/support/test-server.ts';
import { createToken, noteKeys } from '../access/index.ts';
import { createWorld, PAC_API_KEY, PAC_WEBHOOK_SECRET, type TestTenant, type World } from '../../test/support/world.ts';
import { runFolio } from './test-support.ts';

interface Finding {
  check: string;
  state: string;
  says: string;
  cure?: string;
}

describe('folio doctor', () => {
  let world: World;
  let shop: TestTenant;
  let env: Record<string, string>;

  before(async () => {
    world = await createWorld({ works: false });
    shop = await world.tenant();
    const [database] = await world.query<{ name: string }>('select current_database() as name');
    env = {
      DATABASE_URL: Object.assign(new URL(TEST_SERVER), { pathname: `/${database!.name}` }).href,
      DATA_DIR: world.dataDir,
      PAC_BASE_URL: world.simulator.url,
      PAC_API_KEY,
      PAC_WEBHOOK_SECRET,
      AUTH_JWT_SECRET: 'a secret that is as long as its hash, or longer',
    };
  });
  after(() => world.close());

  async function examined(
    more: Record<string, string> = {},
    url = world.url,
  ): Promise<{ code: number | null; findings: Finding[] }> {
    const { code, stdout, stderr } = await runFolio(['doctor', '--url', url, '--json'], { env: { ...env, ...more } });
    assert.notEqual(stdout, '', stderr);
    return { code, ...(JSON.parse(stdout) as { findings: Finding[] }) };
  }

  /** Findings of the doctor, without weaknesses that only a test installation has. */
  const wrongs = (findings: readonly Finding[]): string[] =>
    findings.filter(({ state }) => state === 'wrong').map(({ check, says }) => `${check}: ${says}`);

  test('finds nothing wrong where nothing is, and looks at everything', async () => {
    const { code, findings } = await examined();
    assert.deepEqual([wrongs(findings), code], [[], 0]);
    const checks = new Set(findings.map(({ check }) => check));
    assert.deepEqual(
      [...checks],
      [
        'configuration',
        'files',
        'disk',
        'database',
        'migrations',
        'commits',
        'isolation',
        'tokens',
        'keys',
        'documents',
        'payments',
        'queue',
        'pac',
        'service',
      ],
    );
    for (const { state, cure } of findings) assert.equal(state === 'ok', cure === undefined);
  });

  test('names every problem of the environment, and stops there', async () => {
    const { code, findings } = await examined({
      PORT: 'x',
      PAC_API_KEY: '',
      DATABSE_URL: 'postgres://a',
      DATABASE_URL: '',
    });
    assert.equal(code, 1);
    assert.deepEqual(wrongs(findings), [
      'configuration: PORT must be a whole number',
      'configuration: PAC_API_KEY is required when PAC_BASE_URL is set',
      'configuration: DATABSE_URL is not known; did you mean DATABASE_URL?',
    ]);
  });

  test('a database that is away, and a service that is away, are each told', async () => {
    const { code, findings } = await examined({ DATABASE_URL: 'postgres://127.0.0.1:9/folio' }, 'http://127.0.0.1:9');
    assert.equal(code, 1);
    assert.match(
      wrongs(findings).join('\n'),
      /^database: .*ECONNREFUSED.*\nservice: nothing answers at http:\/\/127.0.0.1:9/,
    );
  });

  test('a migration that is missing is told with its cure', async (t) => {
    const last = await world.query<{ name: string }>(
      'delete from folio_migrations where name = (select max(name) from folio_migrations) returning *',
    );
    t.after(() =>
      world.query('insert into folio_migrations select * from jsonb_populate_record(null::folio_migrations, $1)', [
        JSON.stringify(last[0]),
      ]),
    );
    const { code, findings } = await examined();
    assert.equal(code, 1);
    const finding = findings.find(({ check }) => check === 'migrations')!;
    assert.match(finding.says, new RegExp(`^1 are pending, from ${last[0]!.name}`));
    assert.match(finding.cure!, /migrate up/);
  });

  test('a policy that is gone, a job that waits, a document that is parked, a token that ends', async () => {
    const { invoice } = await invoicedOrder(shop);
    await leaveJob(world, shop, invoice.id);
    await world.query(`update fiscal_documents set parked_reason = 'for the doctor' where id = $1`, [invoice.id]);
    await world.query(`update pgboss.job set start_after = now() - interval '1 hour' where state < 'active'`);
    await world.sql`insert into api_tokens (tenant_id, id, token_sha256, user_name, role, created_at, expires_at)
       values (${shop.tenant.id}, gen_random_uuid(), sha256('till-7'), 'till-7', 'operator', now() - interval '80 days', now() + interval '3 days')`;
    await world.query('alter table items disable row level security');
    const { code, findings } = await examined();
    await world.query('alter table items enable row level security');
    assert.equal(code, 1);
    const said = wrongs(findings).join('\n');
    assert.match(said, /isolation: .*items/);
    assert.match(said, /documents: 1 wait for an operator/);
    assert.match(said, /queue: a job of [\w-]+ has waited for 60 minutes/);
    assert.match(JSON.stringify(findings), /a token ends soon: till-7/);
  });

  test('payments by CREDIT that the migration took back are listed while they are owed', async () => {
    const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM' });
    const about = async (): Promise<string[]> =>
      (await examined()).findings
        .filter(({ check }) => check === 'payments')
        .map(({ state, says }) => `${state} ${says}`);
    await shop.call('registerPayment { balance }', { invoiceId: invoice.id, amount: '53.5' }); // 5 × 10 and 7 %
    // Given back by a person it is no matter for the doctor.
    assert.deepEqual(await about(), ['ok no invoice is owed whose payment by CREDIT was taken back']);
    await world.query(`update payments set method = 'CREDIT' where invoice_id = $1`, [invoice.id]);
    await world.database.db.connection().execute((db) => up(db as never));
    assert.deepEqual(await about(), [
      `warning payments by CREDIT of ${shop.tenant.name} were taken back, and their invoices are owed: ${invoice.number}`,
    ]);
    await shop.call('registerPayment { balance }', { invoiceId: invoice.id, amount: '53.5' });
    assert.equal((await about()).length, 1);
    assert.match((await about())[0]!, /^ok /);
  });

  test('a PAC that refuses the key, one that is away, and a route that leads elsewhere', async () => {
    const refused = await examined({ PAC_API_KEY: 'another' }, `${world.url}/docs`);
    assert.equal(refused.code, 1);
    assert.match(wrongs(refused.findings).join('\n'), /pac: it refuses the credentials for/);
    assert.match(wrongs(refused.findings).join('\n'), /service: .*\/docs\/readyz answers (404|503)/);
    const away = await examined({ PAC_BASE_URL: 'http://127.0.0.1:9' });
    assert.match(wrongs(away.findings).join('\n'), /pac: it does not answer/);
  });

  test('a key that is old, and how many tokens need the secondary one', async () => {
    const [old, fresh] = ['a secret that was the first one, for years', 'a secret that came after it, some days ago'];
    await noteKeys(world.app, { AUTH_JWT_SECRET: old, PAC_API_KEY });
    await world.query(
      `update installation_keys set since = now() - interval '400 days' where name = 'AUTH_JWT_SECRET'`,
    );
    const wanted = { userName: 'till', role: 'viewer', expiresIn: '20d', now: world.clock.now() } as const;
    await createToken(world.app, shop.tenant, old, wanted);
    await createToken(world.app, shop.tenant, fresh, wanted);
    const about = async (env: Record<string, string>) =>
      (await examined(env)).findings
        .filter(({ check }) => check === 'keys')
        .map(({ state, says }) => `${state} ${says}`);
    assert.deepEqual(await about({ AUTH_JWT_SECRET: old }), ['warning AUTH_JWT_SECRET has been the same for 400 days']);
    const [aged, needed] = await about({ AUTH_JWT_SECRET: fresh, AUTH_JWT_SECRET_SECONDARY: old });
    assert.equal(aged, 'warning AUTH_JWT_SECRET_SECONDARY has been the same for 400 days');
    // The one of another test was made by an earlier release, so to say.
    assert.match(
      needed!,
      /^ok [12] listed tokens need AUTH_JWT_SECRET_SECONDARY, the last of them until \d{4}-\d\d-\d\d$/,
    );
    assert.deepEqual(await about({ AUTH_JWT_SECRET: fresh }), ['ok none is older than 365 days']);
  });

  test('a folder for files that cannot be written', async () => {
    // A file in its place stops every user, an administrator as well.
    const blocked = join(world.dataDir, 'blocked');
    await mkdir(blocked);
    await writeFile(join(blocked, 'files'), '');
    await chmod(blocked, 0o700);
    const { code, findings } = await examined({ DATA_DIR: blocked });
    assert.equal(code, 1);
    assert.match(wrongs(findings).join('\n'), /files: .*(no folder|cannot be written)/);
    await rm(blocked, { recursive: true });
  });
});
