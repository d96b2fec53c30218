// How the process is: GET /healthz, /readyz and /metrics, which also a process answers that only works.
import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { documentGauges } from '../certification/index.ts';
import type { App } from '../graphql/context.ts';
import { keyAges } from './keys-in-use.ts';
import { allMigrations, forMigrations } from './open-database.ts';
import { DomainError } from '../platform/errors.ts';
import { addSampledGauges, metrics, type SampledGauges } from '../platform/metrics.ts';
import { migrationStatus } from '../platform/migrate.ts';
import { NotInTime, timeLimited } from '../platform/time-limited.ts';
import { isUuid } from '../platform/uuid.ts';
import type { IsolationWatch } from '../canary/isolation-watch.ts';
import { placeOf } from '../tenancy/index.ts';
import { durability, lossOnCrash } from './durability.ts';
import type { NamedKeys } from '../access/index.ts';
import { webhookGauges } from '../webhooks/index.ts';

export interface HealthOptions {
  app: App;
  isolation?: IsolationWatch;
  /** Whether the process is about to stop: the load balancer should send no more. */
  isLeaving: () => boolean;
  /** The tokens of which a reader of the metrics must bear one; empty: none. */
  metricsTokens: readonly string[];
  /** Metrics of all processes that answer on the port, given those of this one. */
  metricsOfAll?: ((own: Registry) => () => Promise<string>) | undefined;
  dataDir: string;
  keys: NamedKeys;
}

/** Routes that answer an operator while requests get 503. */
export const HEALTH_ROUTES: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics'];

/** Shorter than a load balancer's probe timeout. */
const READY_WITHIN_MS = 3_000;

export function healthRoutes(server: FastifyInstance, options: HealthOptions): void {
  const { app, isolation, isLeaving, metricsTokens } = options;
  const stateInTime = timeLimited(READY_WITHIN_MS, async () => ({
    pending: await pendingMigrations(app),
    durable: await durability(app),
    queue: await app.jobs.rights(),
  }));
  const own = Registry.merge([ownMetrics(options), metrics]);
  const tellMetrics = options.metricsOfAll?.(own) ?? (() => own.metrics());

  server.get('/healthz', async () => ({ status: 'ok' }));
  const bearsToken = (authorization: string | undefined) =>
    metricsTokens.some((token) => isSame(authorization, `Bearer ${token}`));

  server.get('/readyz', async ({ headers }, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'stopping' });
    const problems = isolation?.problems() ?? [];
    if (problems.length > 0) {
      // The name of the hole is for the operator: in the log, and in the metrics under their token.
      const detail = bearsToken(headers.authorization) ? { problems } : {};
      return reply.code(503).send({ status: 'tenants are not kept apart', ...detail });
    }
    const state = await stateInTime().catch((error: unknown) => {
      if (!(error instanceof NotInTime)) throw error;
      return undefined;
    });
    if (!state) return reply.code(503).send({ status: 'the database does not answer' });
    const { pending, durable, queue } = state;
    if (pending.length > 0) return reply.code(503).send({ status: 'migrations pending', pending });
    if (queue.problem !== null) {
      return reply.code(503).send({ status: 'the queue may not be used', problem: queue.problem });
    }
    const loss = lossOnCrash(durable);
    if (loss !== null) return reply.code(503).send({ status: 'commits may be lost', problem: loss });
    const wentBack = app.witness.wentBack();
    return {
      status: 'ready',
      synchronousCommit: durable.synchronousCommit,
      queueRole: queue.role,
      ...(wentBack === undefined ? {} : { wentBack }),
    };
  });
  server.get('/metrics', async (request, reply) => {
    if (metricsTokens.length > 0 && !bearsToken(request.headers.authorization)) {
      throw new DomainError('UNAUTHENTICATED', 'The metrics need METRICS_TOKEN as the bearer token');
    }
    return reply.type(own.contentType).send(await tellMetrics());
  });
  // For a router, which does not hand it on: 200 where the tenant is here, 409 where it has gone or is yet to come, 404 where it is unknown.
  server.get<{ Querystring: { tenant?: string; company?: string } }>('/group', async ({ query, headers }, reply) => {
    if (metricsTokens.length > 0 && !bearsToken(headers.authorization)) {
      throw new DomainError('UNAUTHENTICATED', 'The metrics need METRICS_TOKEN as the bearer token');
    }
    const { tenant, company = '' } = query;
    const isReadable = tenant === undefined ? !company.includes('\0') : isUuid(tenant);
    const place = isReadable ? await placeOf(app, tenant === undefined ? { company } : { tenant }) : undefined;
    return reply.code(place === undefined ? 404 : place === 'GONE' || place === 'ARRIVING' ? 409 : 200).send({ place });
  });
}

/** Their own, since a process of the tests has more than one server. */
function ownMetrics({ app, dataDir, keys }: HealthOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const sampled: SampledGauges[] = [
    documentGauges(app),
    ...app.jobs.gauges(),
    webhookGauges(app),
    {
      about: 'migrations',
      gauges: [{ name: 'folio_migrations_pending', help: 'Migrations that this release has and the database lacks.' }],
      async ask() {
        return [{ gauge: 'folio_migrations_pending', value: (await pendingMigrations(app)).length }];
      },
    },
    {
      about: 'keys',
      gauges: [
        { name: 'folio_key_age_seconds', help: 'For how long each key has been known here.', labelNames: ['key'] },
      ],
      async ask() {
        const ages = await keyAges(app, keys, app.clock.now());
        return ages.map(({ name, seconds }) => ({
          gauge: 'folio_key_age_seconds',
          labels: { key: name },
          value: seconds,
        }));
      },
    },
    {
      about: 'disk',
      gauges: [{ name: 'folio_data_dir_free_bytes', help: 'Free bytes on the disk of DATA_DIR.' }],
      async ask() {
        const { bavail, bsize } = await statfs(dataDir);
        return [{ gauge: 'folio_data_dir_free_bytes', value: bavail * bsize }];
      },
    },
    {
      about: 'breakers',
      gauges: [
        {
          name: 'folio_pac_breakers_open',
          help: 'Companies for which nothing is sent to the PAC, because it does not answer or refuses the credentials; the PAC itself counts as one.',
        },
      ],
      async ask() {
        await app.pac.refresh();
        return [{ gauge: 'folio_pac_breakers_open', value: app.pac.openBreakers().length }];
      },
    },
  ];
  for (const gauges of sampled) addSampledGauges(registry, app, gauges);
  return registry;
}

async function pendingMigrations({ db }: App): Promise<string[]> {
  return (await migrationStatus(forMigrations(db), await allMigrations())).pending;
}

// Digests are always as long, so the time it takes tells nothing of the token.
function isSame(value: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(value ?? ''), digest(expected));
}
