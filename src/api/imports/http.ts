// POST /import/{what}: brings in the lines of a CSV or XLSX file, or with ?dryRun=true tells what would become of each. Beside it, how a
// person's file would be read, and a template of one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, sha256 } from '../../files/index.ts';
import { badInput, DomainError, notFound, rateLimited } from '../../platform/errors.ts';
import { whenGone } from '../../platform/hung-up.ts';
import { limitPerKey } from '../../platform/limit-per-key.ts';
import { placesPerKey } from '../../platform/places.ts';
import { sendStream } from '../../platform/send-stream.ts';
import { FILE_TYPES, xlsxFile } from '../../platform/table-file.ts';
import { claim, giveUpKey, keepFirst, readKey, type KeyedRequest } from '../../requests/index.ts';
import { actingAs, assertActive, hasRole, inTenant, recordAct, type Tenant, type Viewer } from '../../tenancy/index.ts';
import type { ExportContext } from '../exports/http.ts';
import { keyIn } from '../http.ts';
import { readerOf } from '../http-refusal.ts';
import { importReport, IMPORTS, type Importable } from './import-file.ts';
import { findLayout, layoutTold, templateSheet, TOLD, type FileQuery } from './read-layout.ts';

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
/** `tenant` was read with who asks: a session may be of several companies. */
const ARGUMENTS: readonly string[] = ['dryRun', 'cells', 'language', 'tenant', ...TOLD];

interface Route {
  Params: { what: string };
  Querystring: FileQuery & { dryRun?: string; cells?: string; language?: string };
  Body: unknown;
}

export async function importRoutes(
  server: FastifyInstance,
  { app, authenticate, limit }: ExportContext,
): Promise<void> {
  // A file and what is made of it are held in memory, so a tenant brings in one after the other.
  const underWay = limitPerKey(1);
  const arriving = placesPerKey(1, PAUSE_SECONDS);
  const viewers = new WeakMap<object, Viewer>();

  await server.register((routes, _options, done) => {
    routes.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    // Before the body is received.
    const onRequest = async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<void> => {
      const viewer = await admit({ ...app, authenticate, limit }, request, reply);
      const { role } = IMPORTS[importable(request.params)];
      if (!hasRole(viewer.roles, role)) throw new DomainError('FORBIDDEN', 'This needs the role {role}', { role });
      assertActive(viewer.tenant);
      assertArguments(request.query);
      // A template is no import. One is under way also while its file is on its way.
      if (request.method === 'POST') {
        if (underWay.length(viewer.tenant.id) > 0) throw rateLimited(PAUSE_SECONDS);
        arriving.take(viewer.tenant.id, whenGone(request.raw, reply.raw));
      }
      viewers.set(request, viewer);
    };
    routes.get<Route>('/import/:what/template.xlsx', { onRequest, exposeHeadRoute: false }, async (request, reply) => {
      const what = importable(request.params);
      const columns = IMPORTS[what].columns(viewers.get(request)!.tenant, app.clock);
      // A link of the dashboard cannot send a header.
      const language = request.query.language === 'es' ? 'es' : readerOf(request).language;
      const chunks = xlsxFile([templateSheet(columns, language)]);
      await sendStream(reply, { type: FILE_TYPES.xlsx, filename: `${what}.xlsx`, chunks });
      return reply;
    });
    routes.post<Route>('/import/:what/layout', { onRequest }, async (request) => {
      const { tenant } = viewers.get(request)!;
      const columns = IMPORTS[importable(request.params)].columns(tenant, app.clock);
      const about = { query: request.query, language: readerOf(request).language };
      return underWay.run(tenant.id, () => findLayout(fileIn(request), columns, about));
    });
    // While the file was on its way its company may have been suspended.
    const preHandler = async (request: FastifyRequest<Route>) => assertActive((await authenticate(request)).tenant);
    routes.post<Route>('/import/:what', { onRequest, preHandler }, async (request) => {
      const { tenant, actor } = viewers.get(request)!;
      const what = importable(request.params);
      const source = fileIn(request);
      const { dryRun, cells, ...query } = request.query;
      const isDryRun = isTrue('dryRun', dryRun);
      const withCells = isTrue('cells', cells);
      const layout = layoutTold(query, IMPORTS[what].columns(tenant, app.clock));
      const file = { source, layout, isDryRun };
      const keyed = isDryRun
        ? undefined
        : keyedImport(request, what, { file: sha256(source), ...(layout && { told: query }) });
      return underWay.run(tenant.id, () =>
        onceByKey(app, tenant, keyed, async () => {
          const act = { actor, operation: operationOf(what), entityIds: [tenant.id] };
          if (!isDryRun) await inTenant(app, tenant, (db) => recordAct(db, act));
          const lines = await actingAs(act, () => IMPORTS[what].run(app, tenant, file));
          return importReport(lines, { isDryRun, withCells, language: readerOf(request).language });
        }),
      );
    });
    done();
  });
}

const operationOf = (what: Importable): string => `import ${what}`;

function keyedImport(
  request: FastifyRequest,
  what: Importable,
  content: KeyedRequest['content'],
): KeyedRequest | undefined {
  const key = keyIn(request);
  return key === undefined ? undefined : { key: readKey(key), operation: operationOf(what), content };
}

/** The key is taken before. An import that is cut off is done again under it: what is there already is not brought in twice. */
async function onceByKey<T>(
  app: ExportContext['app'],
  tenant: Tenant,
  keyed: KeyedRequest | undefined,
  bringIn: () => Promise<T>,
): Promise<unknown> {
  if (!keyed) return bringIn();
  const earlier = await inTenant(app, tenant, (db) => claim(db, keyed));
  if (earlier?.result) return earlier.result;
  try {
    const report = await bringIn();
    return await inTenant(app, tenant, (db) => keepFirst(db, keyed, report));
  } catch (error) {
    await inTenant(app, tenant, (db) => giveUpKey(db, keyed));
    throw error;
  }
}

function importable({ what }: FastifyRequest<Route>['params']): Importable {
  if (Object.hasOwn(IMPORTS, what)) return what as Importable;
  throw notFound('Import');
}

function fileIn({ body }: FastifyRequest<Route>): Buffer {
  if (!Buffer.isBuffer(body)) throw badInput('Send the file as the body, with its type');
  return body;
}

/** By a slip in `dryRun` a file would come in that was to be looked at. */
function assertArguments(query: object): void {
  for (const [field, value] of Object.entries(query)) {
    if (!ARGUMENTS.includes(field)) throw badInput('No argument has the name {field}', { field });
    if (typeof value !== 'string') throw badInput('{field} is given more than once', { field });
  }
}

function isTrue(field: string, text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw badInput('{field} must be true or false', { field });
}
