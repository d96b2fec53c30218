// folio tenant move: a tenant goes to another installation while it sells. It may be killed at any moment, and is then run again.
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { diskStore, sha256, type FileStore } from '../../src/files/index.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { verifyPurchases } from '../../src/purchasing/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { verifyCounts } from '../../src/numbers/index.ts';
import { fileStore } from '../../src/wiring/app.ts';
import type { Config } from '../../src/wiring/config.ts';
import type { OpenDatabase } from '../../src/wiring/open-database.ts';
import { command, CommandError, type Answer, type Input } from '../../src/cli/command.ts';
import { assertSame, copyJobs, copyRows, removeRows, skipSequences, type Copied, type MovedFile } from './move-rows.ts';
import { recordBeginning } from '../../src/cli/record-command.ts';
import { withDatabase } from '../../src/cli/with-database.ts';
import { tenantWith } from '../../src/cli/with-tenant.ts';

const WORDS = 'tenant move';

export const tenantMoveCommand = command(WORDS, async ({ config, options, terminal }) => {
  const { tenant: id = '', to = '', 'files-to': folder, undo: isUndo } = options;
  const here = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  if (here === undefined) throw new CommandError('A tenant is moved from one PostgreSQL to another: set DATABASE_URL.');
  const filesTo = folder === undefined ? undefined : diskStore(folder);
  return withDatabase({ config: configFor(config, here, id), terminal }, (source) =>
    withDatabase({ config: configFor(config, to, id), terminal }, async (target) => {
      const from = await session(source, id);
      const into = await session(target, id);
      try {
        const move: Move = { id, config, source, target, from, into, filesTo, terminal, began: 0 };
        return isUndo === undefined ? await moveTenant(move) : await undo(move);
      } finally {
        from.release(true);
        into.release(true);
      }
    }),
  );
});

interface Move {
  id: string;
  config: Config;
  source: OpenDatabase;
  target: OpenDatabase;
  from: PoolClient;
  into: PoolClient;
  filesTo: FileStore | undefined;
  terminal: Input['terminal'];
  /** When the tenant stopped, by performance.now(). */
  began: number;
}

/** Place of a tenant according to one of the databases; for a copy also its snapshot. */
interface Standing {
  place: 'HERE' | 'DRAINING' | 'LEAVING' | 'GONE' | 'ARRIVING';
  move: string | null;
}

const PASSES = 5;
const FEW_ROWS = 200;
const AGAIN_MS = 200;

/** May enter the tenant wherever it is, and prints values as the other side does. */
function configFor(config: Config, url: string, id: string): Config {
  const settings = `-c app.moves=${id} -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c synchronous_commit=on`;
  const address = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(settings)}`;
  return { ...config, DATABASE_URL: address, DATABASE_DIRECT_URL: undefined, ROLE: 'api' };
}

/** Triggers and keys rest in it, and it alone moves this tenant. */
async function session(database: OpenDatabase, id: string): Promise<PoolClient> {
  const client = await database.pool.connect();
  const { rows } = await client.query<{ may: boolean; name: string }>(
    'select rolsuper as may, rolname as name from pg_roles where rolname = current_user',
  );
  if (!rows[0]!.may) {
    client.release();
    throw new CommandError(`The login ${rows[0]!.name} is no superuser; a move needs one on both sides.`);
  }
  await client.query(`set lock_timeout = '20s'`);
  // A killed run finishes first.
  await client.query('select pg_advisory_lock(7061589, hashtext($1))', [id]);
  await client.query('set session_replication_role = replica; set lock_timeout = 0');
  return client;
}

async function standing(client: PoolClient, id: string): Promise<Standing | undefined> {
  return (await client.query<Standing>('select place, move from tenants where id = $1', [id])).rows[0];
}

async function put(client: PoolClient, id: string, place: Standing['place'], when: string): Promise<void> {
  const { rowCount } = await client.query(`update tenants set place = $2 where id = $1 and ${when}`, [id, place]);
  if (rowCount !== 1)
    throw new CommandError(`The tenant is not as it was left: it should become ${place} where ${when}.`);
}

async function moveTenant(move: Move): Promise<Answer> {
  const { id, source, target, from, into, terminal } = move;
  const tenant = await tenantWith(source, id);
  const here = (await standing(from, id))!;
  const there = await standing(into, id);
  const [begun, at] = there?.move?.split(' ') ?? [];
  const isSame = here.move !== null && here.move === begun;
  if (here.place === 'GONE' && isSame && there!.place !== 'GONE') {
    return arrive(move, tenant, there!);
  }
  if (here.place === 'GONE' || here.place === 'ARRIVING')
    throw new CommandError(`The tenant is not here: ${here.place}.`);
  if (there && there.place !== 'ARRIVING' && there.place !== 'GONE') {
    throw new CommandError(`The tenant is there already: ${there.place}.`);
  }
  if (here.place === 'LEAVING' && !isSame) {
    throw new CommandError(
      'Its move to another database was begun, and has to be ended there: repeat that one, or --undo.',
    );
  }
  if (here.place !== 'LEAVING') await recordBeginning(source, tenant, WORDS);
  const moveId = isSame ? here.move! : randomUUID();
  if (!isSame) await from.query('update tenants set move = $2 where id = $1', [id, moveId]);
  const pass = (since: string | undefined): Promise<Copied> => {
    terminal.write(since === undefined ? 'Copying all rows …\n' : 'Copying what has changed …\n');
    return copyRows(from, into, { tenant: id, since }, async (copied) => {
      await copyFiles(move, copied.files);
      await into.query(`update tenants set place = 'ARRIVING', move = $2 where id = $1`, [
        id,
        `${moveId} ${copied.at}`,
      ]);
    });
  };

  let copied = await pass(isSame ? at : undefined);
  if (here.place === 'LEAVING') move.began = performance.now();
  else {
    for (let nth = 1; nth < PASSES && copied.rows > FEW_ROWS; nth += 1) copied = await pass(copied.at);
    terminal.write('Verifying the copy …\n');
    // PostgreSQL has no statistics of new rows, and would verify them by plans for a few.
    await into.query('analyze');
    const problems = await inTenant(target, tenant, async (db) => [
      ...(await verifyLedger(db)).problems,
      ...(await verifyPurchases(db)),
      ...(await verifySales(db)).problems,
      ...(await verifyCounts(db)),
    ]);
    if (problems.length > 0)
      throw new CommandError(`The copy does not verify, so nothing was moved: ${problems[0]!.detail}`);
    await put(from, id, 'DRAINING', `place in ('HERE', 'DRAINING')`);
    copied = await pass(copied.at);
    await stop(move);
  }
  copied = await pass(copied.at);
  terminal.write('Comparing both sides …\n');
  await assertSame(from, into, id).catch(async (error: unknown) => {
    // The next run copies everything anew.
    await into.query('update tenants set move = $2 where id = $1', [id, moveId]);
    throw error;
  });
  await skipSequences(into, id);
  // First it is gone here: were we killed in between, it would be nowhere, and not twice.
  await put(from, id, 'GONE', `place = 'LEAVING'`);
  terminal.write('Gone …\n');
  return arrive(move, tenant, { place: 'ARRIVING', move: moveId });
}

/** Sales go on until nothing is on its way to the PAC, nor to an endpoint: its answer must find its row here. */
async function stop(move: Move): Promise<void> {
  const { id, from, terminal } = move;
  terminal.write('Waiting for what is under way …\n');
  for (;;) {
    const began = performance.now();
    await from.query(`begin; set local lock_timeout = '1s'`);
    try {
      await from.query('select pg_advisory_xact_lock(7061588, hashtext($1))', [id]);
      const { rows } = await from.query<{ busy: boolean }>(
        `select exists (select from pac_requests where tenant_id = $1 and started_at is not null and lease_until > clock_timestamp())
           or exists (select from webhook_deliveries where tenant_id = $1 and leased_until > clock_timestamp()) as busy`,
        [id],
      );
      if (!rows[0]!.busy) {
        await put(from, id, 'LEAVING', `place = 'DRAINING'`);
        await from.query('commit');
        move.began = began;
        return terminal.write('Stopped …\n');
      }
    } catch (error) {
      // A long transaction of the tenant is waited for in short turns, so that those behind us go on.
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
    await from.query('rollback');
    await delay(AGAIN_MS);
  }
}

async function arrive({ id, from, into, terminal, began }: Move, tenant: Tenant, there: Standing): Promise<Answer> {
  if (there.place === 'ARRIVING') {
    await into.query('begin');
    await copyJobs(from, into, id);
    await put(into, id, 'HERE', `place = 'ARRIVING'`);
    await into.query('commit');
  }
  const pauseMs = began === 0 ? null : Math.round(performance.now() - began);
  terminal.write('Removing the rows here …\n');
  const rows = await removeRows(from, id);
  const message = pauseMs === null ? '' : ` It did not sell for ${(pauseMs / 1000).toFixed(1)} s.`;
  return {
    json: { tenant: id, rows, pauseMs },
    text: `${tenant.name} has moved: ${rows} rows, the same on both sides.${message}`,
  };
}

async function undo({ id, from, into }: Move): Promise<Answer> {
  const here = await standing(from, id);
  const there = await standing(into, id);
  const isOurs = there !== undefined && there.move?.split(' ')[0] === here?.move;
  const isBegun = here !== undefined && here.move !== null && ['HERE', 'DRAINING', 'LEAVING'].includes(here.place);
  if (!isBegun || (isOurs ? there.place === 'HERE' : here.place === 'LEAVING')) {
    throw new CommandError('There is no move to this database that could be undone.');
  }
  if (isOurs) {
    await put(into, id, 'GONE', `place in ('ARRIVING', 'GONE')`);
    await removeRows(into, id);
  }
  await from.query(`update tenants set place = 'HERE', move = null where id = $1`, [id]);
  return { json: { tenant: id, place: 'HERE' }, text: 'The tenant stays here.' };
}

async function copyFiles({ config, filesTo }: Move, files: MovedFile[]): Promise<void> {
  if (files.length === 0 || config.FILES_URL !== undefined) return;
  if (!filesTo)
    throw new CommandError('The tenant has files: say where those of the other installation lie, by --files-to.');
  const store = fileStore(config);
  for (const { storage_key: key, sha256: digest } of files) {
    const stored = await store.read(key);
    const bytes = stored && (await buffer(stored.bytes));
    if (!bytes || sha256(bytes) !== digest)
      throw new CommandError(`The store does not have ${key} as it was put there.`);
    await filesTo.put(key, bytes);
  }
}
