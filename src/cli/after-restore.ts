// folio after-restore: makes a restored database safe to serve from, before the service starts on it.
import { sql } from 'kysely';
import {
  doubtAfterRestore,
  endWentBack,
  pointsAtPac,
  seriesOf,
  strangers,
  type Doubted,
  type Stranger,
} from '../certification/index.ts';
import { FISCAL_SERIES, INTERNAL_SERIES } from '../fiscal/document-types.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { inTenant, recordAct, tenantRows, type TenantDb } from '../tenancy/index.ts';
import { OTHER_SERIES, seriesAt, skipNumbers, zSeries, type SkippedNumbers } from '../numbers/index.ts';
import { sqlRows } from '../platform/sql.ts';
import { fileStore } from '../wiring/app.ts';
import { command, UsageError } from './command.ts';
import { forgetAgain, type ForgottenAgain } from './person-forget.ts';
import { describeStranger } from './reconcile.ts';
import { cliActor, recordBeginning } from './record-command.ts';
import { withDatabase } from './with-database.ts';
import { tenantsFor } from './with-tenant.ts';

/** Passed over in any case; another one only where it is in use here, or the PAC tells of it. */
const ALWAYS: readonly string[] = ['FAC', 'NC', 'PRO', 'PNC', ...OTHER_SERIES, 'Z'];

type Skipped = Awaited<ReturnType<typeof passOver>>;

type OfTenant<T> = (T & { tenantId: string })[];

interface Found {
  doubted: OfTenant<Doubted>;
  skipped: Skipped[];
  strangers: OfTenant<Stranger>;
  forgotten: OfTenant<ForgottenAgain>;
}

export const afterRestoreCommand = command('after-restore', async (args) => {
  const { 'skip-numbers': builder = '', tenant: only } = args.options;
  if (!/^\d{1,5}$/.test(builder)) {
    throw new UsageError('--skip-numbers is missing, or no whole number up to 99999.');
  }
  const margin = Number(builder);
  const files = fileStore(args.config);
  return withDatabase(args, async (database) => {
    const found: Found = { doubted: [], skipped: [], strangers: [], forgotten: [] };
    const restore = await restoreOf(database);
    for (const tenant of await tenantsFor(database, args)) {
      const ofTenant = <T extends object>(one: T) => ({ tenantId: tenant.id, ...one });
      await recordBeginning(database, tenant, args.words);
      found.doubted.push(...(await doubtAfterRestore(database, tenant, cliActor())).map(ofTenant));
      found.forgotten.push(...(await forgetAgain(database, tenant, files)).map(ofTenant));
      await inTenant(database, tenant, async (db) => {
        const unknownHere = await strangers(db);
        found.strangers.push(...unknownHere.map(ofTenant));
        for (const series of await seriesOfTenant(db, unknownHere)) {
          const from = await standOf(series);
          const isUsed = ALWAYS.includes(series.prefix) || from > 0 || series.reported.length > 0;
          if (isUsed) found.skipped.push(await passOver(db, series, { margin, restore }));
        }
      });
    }
    // A command about one tenant knows nothing about the others.
    if (only === undefined) await endWentBack({ db: database.db, files });
    return { json: found, text: describe(found) };
  });
});

/** Signs of a restore: a promotion begins a new timeline, and a dump is read into a new database. */
export async function restoreOf({ db }: Pick<OpenDatabase, 'db'>): Promise<string> {
  const { rows } = await sql<{ restore: string }>`
    select (select timeline_id from pg_control_checkpoint()) || '/' || oid as restore
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]!.restore;
}

export interface SeriesOfTenant {
  series: string;
  /** Read by a person, where the series itself has an id. */
  name?: string;
  /** Without the billing point. */
  prefix: string;
  skip: (to: number) => Promise<SkippedNumbers>;
  /** Numbers that the PAC has told. */
  reported: readonly number[];
  /** Given before the series had a counter. */
  last?: number;
}

/** Each point has its own, also where no number of it is known here any more. */
export async function seriesOfTenant(db: TenantDb, found: readonly Stranger[]): Promise<SeriesOfTenant[]> {
  const points = await pointsAtPac(db);
  const ofPoints = points.flatMap((point) =>
    FISCAL_SERIES.map((prefix) => {
      const series = seriesAt(prefix, point);
      const reported = found.filter((one) => seriesOf(one, points).includes(series)).map(({ number }) => number ?? 0);
      return { series, prefix, skip: (to: number) => skipNumbers(db, prefix, to, point), reported };
    }),
  );
  const ofTenant = [...Object.values(INTERNAL_SERIES), ...OTHER_SERIES].map((prefix) => ({
    series: prefix,
    prefix,
    skip: (to: number) => skipNumbers(db, prefix, to),
    reported: [],
  }));
  const tills = await sqlRows<{ id: string; name: string; last: number }>(db)`
    select point.id, 'Z-' || office.code || '-' || point.code as name, coalesce((select max(closing.number) from till_closings closing
      where closing.tenant_id = point.tenant_id and closing.billing_point_id = point.id), 0) as last
    from billing_points point join offices office on office.tenant_id = point.tenant_id and office.id = point.office_id
    where point.tenant_id = ${db.tenant.id} order by point.id`;
  const ofTills = tills.map(({ id, name, last }) => ({
    series: zSeries(id),
    ...{ name, prefix: 'Z', last },
    skip: (to: number) => skipNumbers(db, zSeries(id), to),
    reported: [],
  }));
  return [...ofPoints, ...ofTenant, ...ofTills];
}

async function standOf({ skip, last = 0 }: SeriesOfTenant): Promise<number> {
  const { to } = await skip(0);
  return Math.max(to, last);
}

/** The margin counts from where the first run after the restore has found the series: a further run passes over nothing more. */
export async function passOver(
  db: TenantDb,
  one: SeriesOfTenant,
  { margin, restore }: { margin: number; restore: string },
) {
  const { series, name, skip, reported } = one;
  const from = await standOf(one);
  const act = `numbers of ${series} were passed over after the restore ${restore}, from `;
  const earlier = await tenantRows(db, 'acts')
    .select('operation')
    .where('operation', 'like', `${act}%`)
    .orderBy('id')
    .executeTakeFirst();
  if (!earlier) await recordAct(db, { actor: cliActor(), operation: `${act}${from}`, entityIds: [] });
  const base = earlier ? Number(earlier.operation.slice(act.length)) : from;
  const { to } = await skip(Math.max(base + margin, ...reported));
  return { tenantId: db.tenant.id, series: name ?? series, from, to };
}

function describe(found: Found): string {
  return [
    ...found.doubted.map(({ number, kind, what }) => `${number}  ${kind}  ${what.toLowerCase()} is in doubt`),
    ...found.strangers.map(describeStranger),
    ...found.forgotten.map(
      ({ kind, id, refusal }) =>
        `${kind} ${id} ${refusal === undefined ? 'was forgotten again' : `is to be forgotten again: ${refusal}`}`,
    ),
    ...found.skipped.map(
      ({ tenantId, series, from, to }) => `tenant ${tenantId}: ${series} goes on after ${to} instead of ${from}`,
    ),
  ].join('\n');
}
