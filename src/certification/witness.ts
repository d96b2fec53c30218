// Notices a database that went back in time: a standby promoted without the last commits, a restore, a copy. It may not know what was
// sent, so nothing more is sent and no document is made until `folio after-restore`.
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { FileStore } from '../files/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { sqlRow } from '../platform/sql.ts';
import {
  inSnapshot,
  inSystem,
  placeOf,
  tenantRows,
  type DatabaseContext,
  type SystemDb,
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import type { RequestType } from './tables.ts';

export type Witness = ReturnType<typeof createWitness>;

interface Claimed {
  document_id: string;
  what: RequestType;
  attempts: number;
}

interface ClaimOfTenant extends Claimed {
  tenant: Tenant;
  at: number;
}

/** Claims recorded outside of the database. */
interface Testimony {
  id: string;
  /** A server since its start, on one timeline: a failover, a restore and a restart begin another one. */
  era: string;
  beats: number;
}

interface WitnessRow extends Testimony {
  isDue: boolean;
  wentBack: string | null;
  isAccepted: boolean;
}

const LOOK_EVERY_MS = 2_000;
/** All processes together tell as often. */
const BEAT_EVERY = sql`interval '5 seconds'`;
/** On a new server other processes are given the time to find that it does not know what they have sent. */
const OTHERS_LOOK_MS = 3_000;
/** Older claims are covered by beats that came later. */
const CLAIMS_KEPT_MS = 60_000;

const wentBackGauge = new Gauge({
  name: 'folio_database_went_back',
  help: '1 while the database is behind what was witnessed of it; nothing is sent then.',
  aggregator: 'max',
  registers: [metrics],
});

const ERA = sql`concat_ws(' ', left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from pg_postmaster_start_time()))`;

/** Server of a transaction, read along with another question. */
export interface Server {
  era: string;
  isBack: boolean;
}

export const SERVER = sql<Server>`(
  select jsonb_build_object('era', ${ERA}, 'isBack', went_back_at is not null) from database_witness)`;

const KNOWN = sql`id, beats, went_back_because as "wentBack", ${ERA} as era, accepted_era is not distinct from ${ERA} as "isAccepted",
  beaten_at < clock_timestamp() - ${BEAT_EVERY} as "isDue"`;

export function createWitness(context: DatabaseContext & { files: FileStore; log: Logger }) {
  let claims: ClaimOfTenant[] = [];
  let trusted: string | undefined;
  let seen: { era: string; at: number } | undefined;
  let beats = 0;
  let wentBack: string | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function lookOnce(): Promise<void> {
    // Before the database is read, which is never behind what is told of it.
    const handedOut = await toldOf(context);
    const lastKnown = await inSystem(context, read);
    const isNew = lastKnown.era !== trusted;
    const isAccepted = isNew && lastKnown.isAccepted;
    if (isAccepted) [claims, beats] = [[], 0];
    const because = lastKnown.wentBack ?? (isAccepted ? undefined : await whyBehind(lastKnown, handedOut));
    if (because !== undefined && lastKnown.wentBack === null) await inSystem(context, (db) => noteBack(db, because));
    wentBack = tellWentBack(context.log, because, wentBack);
    if (because !== undefined) return;
    if (isNew && !isAccepted && handedOut !== undefined && handedOut.era !== lastKnown.era) {
      if (seen?.era !== lastKnown.era) seen = { era: lastKnown.era, at: performance.now() };
      if (performance.now() - seen.at < OTHERS_LOOK_MS) return;
    }
    trusted = lastKnown.era;
    beats = lastKnown.beats;
    claims = claims.filter(({ at }) => at > performance.now() - CLAIMS_KEPT_MS);
    if (!lastKnown.isDue && handedOut?.era === lastKnown.era) return;
    const beaten = await inSystem(context, beat);
    beats = beaten.beats;
    await tell(context.files, beaten);
  }

  async function whyBehind(lastKnown: WitnessRow, handedOut: Testimony | undefined): Promise<string | undefined> {
    const most = Math.max(beats, handedOut?.beats ?? 0);
    if (lastKnown.beats < most) return `it counts ${lastKnown.beats} beats, and ${most} were witnessed`;
    return lastKnown.era === trusted ? undefined : lostOf(context, claims);
  }

  async function look(): Promise<void> {
    looking ??= lookOnce()
      // A trusted server stays trusted; a new one waits.
      .catch((err: unknown) => context.log.warn({ err }, 'the database could not be compared with what was witnessed'))
      .finally(() => (looking = undefined));
    await looking;
  }

  return {
    /** True if the server that a transaction decides on has shown that it knows the claims committed before. */
    isTrusted({ era, isBack }: Server) {
      if (era === trusted && !isBack) return true;
      void look();
      return false;
    },
    /** Records a committed claim that is about to be sent. */
    noteClaim: (tenant: Tenant, claim: Claimed) => void claims.push({ ...claim, tenant, at: performance.now() }),
    wentBack: () => wentBack,
    /** Throws SERVICE_UNAVAILABLE where a new document could get a number that the PAC has already. */
    assertForward() {
      if (wentBack !== undefined) {
        throw new DomainError('SERVICE_UNAVAILABLE', 'No document is made until the restore of the database is ended');
      }
    },
    look,
    start: () => void (timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Why the database is behind what this process has sent; undefined where it knows all of it. */
async function lostOf(context: DatabaseContext, claims: readonly ClaimOfTenant[]): Promise<string | undefined> {
  for (const id of new Set(claims.map(({ tenant }) => tenant.id))) {
    // One that has gone to another database has taken its rows with it, and is not entered; one that leaves may be read.
    const place = await placeOf(context, { tenant: id });
    if (place === 'GONE' || place === 'ARRIVING') continue;
    const ofTenant = claims.filter(({ tenant }) => tenant.id === id);
    const rows = await inSnapshot(context, ofTenant[0]!.tenant, (db) => attemptsOf(db, ofTenant));
    const lost = ofTenant.filter(
      (one) =>
        !rows.some(
          (row) => row.document_id === one.document_id && row.what === one.what && row.attempts >= one.attempts,
        ),
    );
    if (lost.length > 0)
      return `it does not know that ${lost.length} requests were sent, one about ${lost[0]!.document_id}`;
  }
  return undefined;
}

function tellWentBack(log: Logger, because: string | undefined, before: string | undefined): string | undefined {
  if (because !== undefined && before === undefined) {
    log.error({ because }, 'the database went back in time; nothing is sent until folio after-restore');
  }
  wentBackGauge.set(because === undefined ? 0 : 1);
  return because;
}

/** An operator has done what a restore demands: it is gone on with from what the database knows. */
export async function endWentBack(context: DatabaseContext & { files: FileStore }): Promise<void> {
  const handedOut = await toldOf(context);
  const accepted = await inSystem(context, async (db) => {
    return sqlRow<WitnessRow>(db)`
      update database_witness set beats = greatest(beats, ${handedOut?.beats ?? 0}) + 1, accepted_era = ${ERA},
        went_back_at = null, went_back_because = null
      returning ${KNOWN}`;
  });
  await tell(context.files, accepted);
}

/** Why nothing is sent; null while all is well. */
export function wentBackBecause(context: DatabaseContext): Promise<string | null> {
  return inSystem(context, async (db) => (await read(db)).wentBack);
}

async function read(db: SystemDb): Promise<WitnessRow> {
  return (await sql<WitnessRow>`select ${KNOWN} from database_witness`.execute(db)).rows[0]!;
}

async function beat(db: SystemDb): Promise<WitnessRow> {
  return sqlRow<WitnessRow>(db)`
    update database_witness set beats = beats + 1, beaten_at = now() returning ${KNOWN}`;
}

async function noteBack(db: SystemDb, because: string): Promise<void> {
  await sql`
    update database_witness set went_back_because = ${because}, went_back_at = now()
    where went_back_at is null`.execute(db);
}

function attemptsOf(db: TenantDb, claims: readonly Claimed[]): Promise<Claimed[]> {
  const ids = claims.map((claim) => claim.document_id);
  return tenantRows(db, 'pac_requests')
    .select(['document_id', 'what', 'attempts'])
    .where('document_id', 'in', ids)
    .execute();
}

const keyOf = (id: string): string => `witness/${id}.json`;

async function toldOf(context: DatabaseContext & { files: FileStore }): Promise<Testimony | undefined> {
  const { id } = await inSystem(context, read);
  const stored = await context.files.read(keyOf(id));
  return stored && (JSON.parse(Buffer.concat(await stored.bytes.toArray()).toString()) as Testimony);
}

function tell(files: FileStore, { id, era, beats }: Testimony): Promise<void> {
  return files.put(keyOf(id), Buffer.from(JSON.stringify({ id, era, beats })));
}
