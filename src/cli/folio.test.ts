// The command line as an operator meets it, on an embedded database in a folder of its own; the real program where a process is what matters.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { CONTINGENCY, LONGEST_REASON } from '../fiscal/issue-type.ts';
import { ofSwitches, ROLES } from '../tenancy/index.ts';
import { openDatabase, type OpenDatabase } from '../wiring/open-database.ts';
import { loadCommand } from './files.ts';
import { HELP, helpOf } from './help.ts';
import { runFolio, startFolio, type Ended } from './test-support.ts';
import { assertEach } from '../../test/support/assert-each.ts';

describe('folio', () => {
  let folder: string;
  let dataDir: string;
  let tenant: string;
  /** The service that has the database while commands are run. */
  let service: OpenDatabase | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folio-cli-'));
    dataDir = join(folder, 'data');
  });

  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true });
  });

  function folio(words: string, env: Record<string, string> = {}, start = runFolio): Promise<Ended> {
    return start(words.split(' ').filter(Boolean), { env: { DATA_DIR: dataDir, ...env } });
  }

  /** Exactly one line of JSON on standard output. */
  async function json<T>(words: string, code = 0, start = runFolio): Promise<T> {
    const ended = await folio(`${words} --json`, {}, start);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stdout, /^[^\n]+\n$/);
    return JSON.parse(ended.stdout) as T;
  }

  async function refused(
    words: string,
    code: 1 | 2,
    says: RegExp,
    env: Record<string, string> = {},
    start = runFolio,
  ): Promise<void> {
    const ended = await folio(words, env, start);
    assert.deepEqual({ code: ended.code, stdout: ended.stdout }, { code, stdout: '' }, ended.stderr);
    assert.match(ended.stderr, says);
  }

  async function csv(name: string, lines: readonly string[]): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, lines.join('\n'));
    return file;
  }

  test('with --json what goes wrong is one line of JSON on standard error', async () => {
    const domain = await folio('tenant create --name Istmo --ruc 155596713-2-2015 --dv 58 --time-zone Nowhere --json');
    assert.deepEqual([domain.code, domain.stdout], [1, ''], domain.stderr);
    const { error } = JSON.parse(domain.stderr.trim().split('\n').at(-1)!) as { error: Record<string, unknown> };
    assert.deepEqual([error['code'], error['field']], ['BAD_USER_INPUT', 'timeZone']);
    assert.deepEqual(error['params'], { field: 'timeZone', timeZone: 'Nowhere' });
    await Promise.all([
      refused(
        'nothing --json',
        2,
        /^\{"error":\{"code":"USAGE","message":"There is no command \\"nothing\\"\."\}\}\n$/,
      ),
      refused('tenant create --json', 2, /^\{"error":\{"code":"USAGE","message":"--name is missing\."\}\}\n$/),
      refused(
        'verify --json',
        1,
        /^\{"error":\{"code":"FAILED","message":"[^\n]*did you mean DATABASE_URL[^\n]*\}\n$/,
        { DATABSE_URL: 'x' },
      ),
    ]);
    const { stdout } = await folio('--version');
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('wrong usage ends with 2 and a hint, before anything is opened', async () => {
    await Promise.all([
      refused('', 2, /Which command\?[^]*folio tenant create/),
      refused('tenant --name x', 2, /There is no command "tenant"[^]*tenant create --name NAME/),
      refused('tenant create --nmae x', 2, /Unknown option '--nmae'\.[^]*See: .*tenant create --help/, {}, startFolio),
    ]);
    await Promise.all([
      refused('token create --tenant 1 --user ana --role admin', 2, /no tenant id/),
      refused('migrate down --to 0001', 2, /no migration "0001"/),
      refused('verify', 1, /PORT must be a whole number[^]*PAC_API_KEY is required/, {
        PORT: 'abc',
        PAC_BASE_URL: 'http://localhost:1',
      }),
    ]);
  });

  test('help is no error', async () => {
    const [all, one] = await Promise.all([folio('--help'), folio('import sales --help --json')]);
    assert.equal(all.code, 0);
    for (const words of ['migrate up', 'token create', 'import stock', 'verify', 'rebuild', 'reconcile']) {
      assert.match(all.stdout, new RegExp(`folio ${words} `));
    }
    assert.equal(one.code, 0);
    assert.match(one.stdout, /--opening-stock auto/);
  });

  test('each command that the help knows is in a file, and the help says what the law and the roles say', async () => {
    assert.ok(HELP.length >= 54);
    for (const { words } of HELP) assert.equal((await loadCommand(words)).words, words);
    const { reasonLength, hoursUnexplained } = CONTINGENCY;
    const { details } = helpOf('contingency start');
    assert.match(details, new RegExp(`in ${reasonLength.least} to ${LONGEST_REASON} characters`));
    assert.match(details, new RegExp(`more than ${hoursUnexplained} hours`));
    assert.match(helpOf('contingency end').details, new RegExp(`more than ${hoursUnexplained} hours`));
    assert.ok(helpOf('token create').usage.includes(`--role ${ROLES.join('|')} `));
    // A command knows the options of its usage and no other.
    for (const option of Object.values(ofSwitches((_, { option: name }) => name)))
      assert.ok(helpOf('tenant update').usage.includes(`[--${option} yes|no]`), `cli/help.txt lacks --${option}`);
  });

  test('the first command on an empty folder may be to make a tenant', async () => {
    const words = 'tenant create --name Istmo --ruc 155596713-2-2015 --dv 58 --pac-company-id c-1 --json';
    const ended = await folio(words, {}, startFolio);
    assert.equal(ended.code, 0, ended.stderr);
    const made = JSON.parse(ended.stdout) as { id: string };
    tenant = made.id;
    assert.deepEqual(made, { id: tenant, name: 'Istmo', pacCompanyId: 'c-1' });
    assert.match(ended.stderr, /should be 59, not 58/);
  });

  test('a command beside a service uses the server that the service has started', async () => {
    service = await openDatabase({ DATABASE_URL: undefined, DATABASE_POOL: 1, DATA_DIR: dataDir }, { isService: true });
    assert.deepEqual(await json('verify', 0, startFolio), { logs: 0, problems: [] });
  });

  test('offices and billing points are listed, made and changed by their codes', async () => {
    const of = `--tenant ${tenant}`;
    await json(`office create ${of} --code 0001 --name David --pac-office-id O-1 --coordinates 8.43,-82.43`);
    await json(`billing-point create ${of} --office 0001 --code 002 --name Caja`);
    await json(`billing-point update ${of} --office 0000 --point 001 --code 042`);
    await json(`office update ${of} --office 0001 --code 0007 --pac-office-id= --main yes`);
    const { offices } = await json<{ offices: Record<string, unknown>[] }>(`office list ${of}`);
    const shown = offices.map(({ code, pacOfficeId, coordinates, isMain, billingPoints }) => [
      ...[code, pacOfficeId, coordinates, isMain],
      (billingPoints as Record<string, unknown>[]).map(({ code: at, name, isFirst }) => [at, name, isFirst]),
    ]);
    assert.deepEqual(shown, [
      ['0007', null, { latitude: '8.43', longitude: '-82.43' }, true, [['002', 'Caja', false]]],
      ['0000', null, null, false, [['042', null, true]]],
    ]);
    // An act of the operator also where nothing differs afterwards.
    const same = await json<{ id: string }>(`office update ${of} --office 0007 --name David`);
    const { rows: acts } = await sql<{ entities: string[] }>`
      select entity_ids as entities from acts where operation = 'updateOffice' order by id desc limit 1`.execute(
      service!.db,
    );
    assert.deepEqual(acts, [{ entities: [same.id] }]);
    const text = (await folio(`billing-point list ${of} --office 0007`)).stdout;
    assert.match(text, /0007 {2}David {2}\(main\)\n.* {4}0007-002 {2}Caja/);
    await Promise.all([
      refused(`office create ${of} --code 7 --name x`, 1, /code must be the four characters/),
      refused(`office create ${of} --code 0008`, 2, /--name is missing/),
      refused(`office update ${of} --office 0009 --name x`, 1, /Office not found/),
      refused(`office update ${of} --office 0007 --main no`, 2, /--main takes yes/),
      refused(`office update ${of} --office 0007 --coordinates 8`, 2, /two numbers of degrees/),
      refused(`billing-point update ${of} --office 0007 --point 009 --name x`, 1, /has no billing point 009/),
    ]);
  });

  test('migrations go back and forth, and say where they stand', async () => {
    const name = '0009_add_inv_log_source_type';
    const status = await json<{ applied: string[]; pending: string[] }>('migrate status');
    assert.deepEqual(status.pending, []);
    const after = status.applied.slice(status.applied.indexOf(name) + 1);
    assert.ok(after.length > 0);
    assert.deepEqual((await json<typeof status>(`migrate down --to ${name}`)).pending, after);
    // Migrations that this run applied and their seconds; an empty run says so.
    const ran = ({ done }: { done: { name: string; seconds: number }[] }) =>
      done.map(({ name: one, seconds }) => (seconds >= 0 && seconds < 60 ? one : `${one}: ${seconds}`));
    const { done, ...up } = await json<typeof status & { done: { name: string; seconds: number }[] }>('migrate up');
    assert.deepEqual(up, status);
    assert.deepEqual(ran({ done }), after);
    assert.deepEqual(ran(await json('migrate up')), []);
    const said = await folio('migrate up');
    assert.equal(said.stdout, `nothing was pending\n${status.applied.length} applied, 0 pending\n`);
    // The number is this project's; elsewhere the migration is known by the rest of its name.
    const down = await json<typeof status>('migrate down --to legal_status_int_credits');
    assert.deepEqual(down.pending, [name, ...after]);
    assert.equal(down.applied.at(-1), '0008_legal_status_int_credits');
    const back = await folio('migrate up');
    assert.match(back.stdout, new RegExp(`^applied {2}${name} {2}\\d+\\.\\d\\d s\n`));
    assert.equal(back.stdout.split('\n').length, after.length + 3, 'one line for each, the sum, and nothing of before');
    // The chain of acts went with its columns; the heads that were kept say so until they are put away.
    const { problems } = await json<{ problems: { detail: string }[] }>('verify', 1);
    assertEach(problems, ({ detail }) => detail, ['the chain ends with act 0; a head of act 2 was kept']);
    await rm(join(dataDir, 'files', 'acts'), { recursive: true });
  });

  test('a token is for a user of a tenant that exists, for as long as asked', async () => {
    const { token } = await json<{ token: string }>(
      `token create --tenant ${tenant} --user ana --role operator --expires-in 12h`,
    );
    const { sub, tenant_id, roles, iat, exp } = decodeJwt(token);
    assert.deepEqual({ sub, tenant_id, roles }, { sub: 'ana', tenant_id: tenant, roles: ['operator'] });
    assert.equal(exp! - iat!, 12 * 3600);
    for (const name of ['system', 'PAC-Webhook', 'service:x', 'ana\u202e']) {
      await refused(
        `token create --tenant ${tenant} --user ${name} --role admin`,
        2,
        /--user must have .* taken for the service/,
      );
    }
    await refused(
      'token create --tenant 00000000-0000-4000-8000-000000000000 --user ana --role admin --json',
      1,
      /There is no tenant 0/,
    );
    await refused(`token create --tenant ${tenant} --user ana --role admin`, 1, /identity provider/, {
      AUTH_JWKS_URL: 'https://id.example/keys',
    });
  });

  test('a company is invited: it is there, and its link is for one person as admin for a week; a later one takes its place', async () => {
    const INVITED = '--user rosa --at https://folio.example/some/page';
    const { tenantId, link } = await json<{ tenantId: string; link: string }>(`invite --company Primera ${INVITED}`);
    const [address, code] = link.split('/#invitation=') as [string, string];
    assert.equal(address, 'https://folio.example');
    const member = async () => {
      const opened = await openDatabase({ DATABASE_URL: undefined, DATABASE_POOL: 1, DATA_DIR: dataDir });
      const { rows } = await opened.pool.query<Record<string, unknown>>(
        `select user_name, role, invitation_sha256, password, round(extract(epoch from invited_until - clock_timestamp()) / 360) / 240 as days
         from members where tenant_id = $1`,
        [tenantId],
      );
      await opened.close();
      return rows;
    };
    const invited = (link: string, role: string, days: string) => ({
      ...{ user_name: 'rosa', role, invitation_sha256: digest(link), password: null, days },
    });
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    assertEach(await member(), (one) => ({ ...one, days: String(Number(one['days'])) }), [invited(code, 'admin', '7')]);
    const later = await json<{ link: string }>(`invite --tenant ${tenantId} ${INVITED} --role viewer --expires-in 12h`);
    assertEach(await member(), (one) => ({ ...one, days: String(Number(one['days'])) }), [
      invited(later.link.split('=')[1]!, 'viewer', '0.5'),
    ]);
    const tenants = async (): Promise<number> => (await json<{ tenants: object[] }>('tenant list')).tenants.length;
    const before = await tenants();
    for (const [wrong, message] of [
      ['--user system --at https://folio.example', /--user must have/],
      ['--user rosa --at folio.example', /--at must be the address/],
      ['--user rosa --at https://folio.example --expires-in soon', /--expires-in must be a lifetime/],
      ['--user rosa --at https://folio.example --expires-in 32d', /at most 31d/],
      ['--user rosa --at https://folio.example --role boss', /--role must be one of/],
      [`--user rosa --at https://folio.example --tenant ${tenantId}`, /Give --company or --tenant/],
    ] as const)
      await refused(`invite --company Otra ${wrong}`, 2, message);
    await refused('invite --company Otra --user rosa --at https://folio.example', 1, /identity provider/, {
      AUTH_JWKS_URL: 'https://id.example/keys',
    });
    assert.equal(await tenants(), before, 'no company without a way in');
  });

  test('items, stock, sales and clients come in, and every line is accounted for', async () => {
    const items = await csv('items.csv', ['sku,name,unitPrice', 'A-1,Arroz,1.25', 'A-1,Arroz,1.25', 'B-1,Bananas,x']);
    const imported = await json<{ items: number; skipped: { line: number }[] }>(
      `import items ${items} --tenant ${tenant}`,
    );
    assert.equal(imported.items, 1);
    assertEach(imported.skipped, ({ line }) => line, [3, 4]);
    const stock = await csv('stock.csv', ['sku,quantity,unitCost', 'A-1,7,0.90', 'X-9,1,1']);
    for (const alreadyPresent of [0, 1]) {
      assert.deepEqual(await json(`import stock ${stock} --tenant ${tenant}`), {
        lines: 1,
        alreadyPresent,
        skipped: [{ line: 3, reason: 'there is no item with the SKU X-9' }],
      });
    }
    const header = 'Invoice,StockCode,Description,Quantity,InvoiceDate,Price,CustomerID,Country';
    const sales = await csv('sales.csv', [
      header,
      '1,A-1,Arroz,5,2026-01-05 10:00:00,1.25,77,Panama',
      '1,B-1,Bananas,3,2026-01-05 10:00:00,0.50,77,Panama',
      'C2,A-1,Arroz,-2,2026-01-06 09:00:00,1.25,77,Panama',
      '3,A-1,Arroz,0,2026-01-07 09:00:00,1.25,77,Panama',
    ]);
    const words = `import sales ${sales} --tenant ${tenant} --opening-stock auto --as-of 2026-03-01`;
    const people = await folio(words);
    assert.equal(people.code, 0, people.stderr);
    assert.match(people.stdout, /^Read 4 lines: kept 3, skipped 1\.\n/);
    assert.match(people.stdout, /line 5: Quantity is 0/);
    const again = await json<Record<string, unknown>>(words);
    assert.deepEqual(
      { invoices: again['invoices'], credits: again['credits'], lines: again['lines'], skipped: again['skipped'] },
      { invoices: 1, credits: 1, lines: 3, skipped: [{ line: 5, reason: 'Quantity is 0' }] },
    );
    const opened = await openDatabase({ DATABASE_URL: undefined, DATABASE_POOL: 1, DATA_DIR: dataDir });
    const { rows } = await sql`
      select relname from pg_stat_user_tables
      where relname in ('invoices', 'invoice_lines', 'clients') and last_analyze is null`.execute(opened.db);
    await opened.close();
    assert.deepEqual(rows, [], 'PostgreSQL knows at once what came in');
    const clients = await csv('clients.csv', ['code,name,telephone', '77,Ana Pérez,6612-3456', '78,Berta,', '78,x,']);
    assert.deepEqual(await json(`import clients ${clients} --tenant ${tenant}`), {
      created: 1,
      changed: 1,
      skipped: [{ line: 4, reason: 'line 3 has the same code' }],
    });
    const owed = await csv('owed.csv', ['number,client,day,total', 'V-1,77,2026-01-05,20', 'V-2,none,2026-01-05,20']);
    for (const [more, outcome] of [
      ['--dry-run', 'CREATED'],
      ['', 'CREATED'],
      ['', 'UNCHANGED'],
      ['--dry-run', 'UNCHANGED'],
    ] as const) {
      const report = await json<{ dryRun: boolean; lines: { outcome: string }[] }>(
        `import receivables ${owed} --tenant ${tenant} ${more}`.trim(),
      );
      assert.equal(report.dryRun, more !== '');
      assertEach(report.lines, (line) => line.outcome, [outcome, 'REFUSED']);
    }
    const suppliers = await csv('suppliers.csv', ['code,name', 'S-1,Molinos']);
    assert.equal((await json<{ created: number }>(`import suppliers ${suppliers} --tenant ${tenant}`)).created, 1);
    const rehearsed = await folio(`import items ${items} --tenant ${tenant} --dry-run`);
    assert.match(
      rehearsed.stdout,
      /^Nothing was changed\. 3 lines: 0 new, 0 changed, 0 as they were, 3 refused\.\n {2}line 2: /,
    );
    await refused(`import sales ${folder}/none.csv --tenant ${tenant} --json`, 1, /there is no such file/);
  });

  test('month shows what is to be declared; what was certified elsewhere counts', async () => {
    const month = await json<{ net: unknown; rates: unknown[] }>(`month --tenant ${tenant} --month 2026-02`);
    assert.deepEqual(month.rates, [{ rate: '0', base: '7.75', itbms: '0' }]);
    const people = await folio(`month --tenant ${tenant} --month 2026-02`);
    assert.equal(people.code, 0, people.stderr);
    assert.match(people.stdout, /^2026-02-01 to 2026-02-28\n/);
    assert.match(people.stdout, /01 +COUNTED +1 +7\.75 /);
    await refused(`month --tenant ${tenant} --month 2026-13`, 2, /is no month; write 2026-03/);
  });

  test('verify finds a manual change of the database, and ends with 1', async () => {
    assert.deepEqual((await json<{ problems: unknown[] }>(`verify --tenant ${tenant}`)).problems, []);
    const { proof } = await json<{ proof: { tenantId: string; tables: { table: string; notProven: string[] }[] }[] }>(
      `verify --everything --tenant ${tenant}`,
    );
    const named = new Map(proof[0]!.tables.map(({ table, notProven }) => [table, notProven]));
    assert.ok(named.get('tenants')!.includes('webhook_secret'));
    assert.deepEqual(named.get('dashboard_sessions'), ['*']);
    // Marks are compared with the documents.
    const marks = ['orders', 'invoices', 'credits', 'debit_notes'].map((table) => `has_${table}`);
    assert.deepEqual(named.get('clients'), ['folded', 'updated_at', ...marks]);
    const { stdout } = await folio(`verify --everything --tenant ${tenant}`);
    assert.match(stdout, /^compared with acts: clients: id, name, /m);
    assert.match(stdout, /^not proven: dashboard_sessions: \* /m);
    await sql`update stock_levels set on_hand = on_hand + 1`.execute(service!.db);
    const { logs, problems } = await json<{ logs: number; problems: { tenantId: string; detail: string }[] }>(
      'verify',
      1,
    );
    assert.ok(logs >= 3);
    assert.equal(problems[0]!.tenantId, tenant);
    assert.match(problems[0]!.detail, /on_hand is/);
  });

  test('rebuild counts anew what differs, and says how much it was', async () => {
    await refused('rebuild', 2, /--tenant is missing/);
    const rebuilt = await json<{ changed: { levels: number }; problems: object[] }>(`rebuild --tenant ${tenant}`);
    assert.ok(rebuilt.changed.levels > 0);
    assert.deepEqual(rebuilt.problems, []);
    assert.deepEqual(await json(`rebuild --tenant ${tenant}`), {
      changed: { movements: 0, levels: 0, sales: 0, counts: 0 },
      problems: [],
    });
  });

  test('without a PAC to ask, reconcile lists what is open', async () => {
    await sql`
      insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by)
      values (${tenant}, gen_random_uuid(), 'INVOICE', 'DGI', 'FAC-7', 'UNKNOWN', 'test')`.execute(service!.db);
    const { checked, resolved, open } = await json<{ checked: number; resolved: number; open: object[] }>('reconcile');
    assert.deepEqual([checked, resolved, open.length], [1, 0, 1]);
    const { number, kind, submissionState, nextAction } = open[0] as Record<string, string>;
    assert.deepEqual(
      { number, kind, submissionState, nextAction },
      { number: 'FAC-7', kind: 'INVOICE', submissionState: 'UNKNOWN', nextAction: 'AWAIT_NOTICE_OR_OPERATOR' },
    );
  });

  test('each command that changed something left who ran it', async () => {
    const { id } = await json<{ id: string }>(`token create --tenant ${tenant} --user till --role viewer`);
    await json(`token revoke ${id} --tenant ${tenant}`);
    await json(`tenant webhook-secret rotate --tenant ${tenant}`);
    await json(`after-restore --skip-numbers 0 --tenant ${tenant}`);
    const made = await json<{ id: string }>('tenant create --name Another');
    const { rows } = await sql<{ operation: string; actor: string }>`
      select distinct operation, actor from acts where tenant_id in (${tenant}, ${made.id})`.execute(service!.db);
    assert.deepEqual(new Set(rows.map(({ actor }) => actor)), new Set([`cli:${userInfo().username}`]));
    // The numbers that were passed over stand beside it, with the restore that they belong to.
    const operations = rows.map(({ operation }) => operation).filter((one) => !one.startsWith('numbers of '));
    assert.deepEqual(operations.toSorted(), [
      ...[
        'after-restore',
        'import clients',
        'import items',
        'import receivables',
        'import sales',
        'import stock',
        'import suppliers',
        'rebuild',
        'tenant create',
      ],
      ...['tenant webhook-secret rotate', 'token create', 'token revoke'],
    ]);
    const { rows: revoked } = await sql<{ revoked_by: string; entities: string[] }>`
      select t.revoked_by, a.entity_ids as entities from api_tokens t join acts a on a.operation = 'token revoke'
      where t.id = ${id}`.execute(service!.db);
    assert.deepEqual(revoked, [{ revoked_by: `cli:${userInfo().username}`, entities: [id] }]);
  });
});
