// POST /import/{what}: brings in the lines of a CSV or XLSX file, or with ?dryRun=true tells what would become of each.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit, sha256 } from '../../files/index.ts';
import { badInput, DomainError, notFound, rateLimited } from '../../platform/errors.ts';
import { limitPerKey } from '../../platform/limit-per-key.ts';
import { claim, earlierRequest, keepResult, readKey } from '../../requests/index.ts';
import { actingAs, assertActive, hasRole, inTenant, recordAct, type Viewer } from '../../tenancy/index.ts';
import type { ExportContext } from '../exports/http.ts';
import { readerOf } from '../http-refusal.ts';
import { importReport, IMPORTS, type Importable } from './import-file.ts';

const MOST_BYTES = 16 * 1024 * 1024;
const TYPES = [
  'text/csv',
  'application/csv',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const PAUSE_SECONDS = 5;

interface Asked {
  Params: { what: string };
  Querystring: { dryRun?: string };
  Body: unknown;
}

export async function importRoutes(
  server: FastifyInstance,
  { app, authenticate, limit }: ExportContext,
): Promise<void> {
  // A file and what is made of it are held in memory, so a tenant brings in one after the other.
  const underWay = limitPerKey(1);
  const viewers = new WeakMap<object, Viewer>();

  await server.register((routes, _options, done) => {
    routes.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    routes.post<Asked>(
      '/import/:what',
      {
        // Before the body is received.
        onRequest: async (request, reply) => {
          const viewer = await admit({ ...app, authenticate, limit }, request, reply);
          const { role } = IMPORTS[importable(request.params)];
          if (!hasRole(viewer.roles, role)) throw new DomainError('FORBIDDEN', 'This needs the role {role}', { role });
          assertActive(viewer.tenant);
          if (underWay.length(viewer.tenant.id) > 0) throw rateLimited(PAUSE_SECONDS);
          viewers.set(request, viewer);
        },
      },
      async (request) => {
        const { tenant, actor } = viewers.get(request)!;
        const what = importable(request.params);
        const source = request.body;
        if (!Buffer.isBuffer(source)) throw badInput('Send the file as the body, with its type');
        const isDryRun = isTrue(request.query.dryRun);
        const operation = `import ${what}`;
        const keyHeader = request.headers['idempotency-key'];
        const keyed =
          keyHeader === undefined || isDryRun
            ? undefined
            : {
                key: readKey(Buffer.from(String(keyHeader), 'latin1').toString()),
                operation,
                content: { file: sha256(source) },
              };
        return underWay.run(tenant.id, async () => {
          const earlier = keyed && (await inTenant(app, tenant, (db) => earlierRequest(db, keyed)));
          if (earlier) return earlier.result;
          const act = { actor, operation, entityIds: [tenant.id] };
          if (!isDryRun) await inTenant(app, tenant, (db) => recordAct(db, act));
          const lines = await actingAs(act, () => IMPORTS[what].run(app, tenant, { source, isDryRun }));
          const report = importReport(lines, isDryRun, readerOf(request).language);
          // An import that is cut off is done again under its key: what is there already is not brought in twice.
          if (keyed)
            await inTenant(app, tenant, async (db) => {
              if (!(await claim(db, keyed))) await keepResult(db, keyed, report);
            });
          return report;
        });
      },
    );
    done();
  });
}

function importable({ what }: FastifyRequest<Asked>['params']): Importable {
  if (Object.hasOwn(IMPORTS, what)) return what as Importable;
  throw notFound('Import');
}

function isTrue(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw badInput('{field} must be true or false', { field: 'dryRun' });
}
