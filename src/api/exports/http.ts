// GET /export/{list}.{csv|xlsx}: a list exactly as its arguments say, written while it is read.
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../../access/index.ts';
import { requestContext, type App } from '../../graphql/context.ts';
import { admit, type FileRouteContext } from '../../files/index.ts';
import { notFound, rateLimited } from '../../platform/errors.ts';
import { hasHungUp } from '../../platform/hung-up.ts';
import { limitPerKey } from '../../platform/limit-per-key.ts';
import { sendStream } from '../../platform/send-stream.ts';
import { FILE_TYPES, tableFile, type TableFormat } from '../../platform/table-file.ts';
import { readerOf } from '../http-refusal.ts';
import { argumentsIn, columnsIn, exportedList, pagesOf, type Query } from './read-list.ts';

export interface ExportContext extends Pick<FileRouteContext, 'limit'> {
  app: App;
  authenticate: Authentication['authenticate'];
}

/** Exports of one tenant at a time in one process; each reads as fast as its client does. */
const MOST_AT_ONCE = 4;
const PAUSE_SECONDS = 30;

export function exportRoutes(server: FastifyInstance, { app, authenticate, limit }: ExportContext): void {
  const underWay = limitPerKey(MOST_AT_ONCE);

  // A HEAD would read all of it to say how long it is.
  server.get<{ Params: { file: string }; Querystring: Query }>(
    '/export/:file',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { tenant } = await admit({ ...app, authenticate, limit }, request, reply);
      const [, name = '', format = ''] = /^(\w+)\.(csv|xlsx)$/.exec(request.params.file) ?? [];
      const list = exportedList(name);
      if (!list) throw notFound('List');
      if (underWay.length(tenant.id) >= MOST_AT_ONCE) throw rateLimited(PAUSE_SECONDS);
      const reader = readerOf(request);
      const began = app.clock.now();
      // For each page anew: who may not ask any more reads no further, but a token that only expires lets the file end.
      const contextOf = async () =>
        requestContext(app, reader, await authenticate(request, began), () => !hasHungUp(request.raw));
      await underWay.run(tenant.id, async () => {
        // A link of the dashboard cannot send a header.
        const { language: wantedLanguage, ...rest } = request.query;
        const language = wantedLanguage === 'es' || wantedLanguage === 'en' ? wantedLanguage : reader.language;
        const [chosen, query] = columnsIn(list, rest);
        const pages = pagesOf(chosen, argumentsIn(list, query), { contextOf, timeZone: tenant.timeZone });
        // A refusal comes with the first page, while there is a status to say it with.
        const first = await pages.next();
        const columns = chosen.columns.map(({ heading, kind }) => ({ heading: heading[language], kind }));
        const chunks = tableFile(format as TableFormat, { columns, pages: before(first, pages) });
        await sendStream(reply, { type: FILE_TYPES[format as TableFormat], filename: request.params.file, chunks });
      });
      return reply;
    },
  );
}

async function* before<T>(first: IteratorResult<T, void>, others: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* others;
}
