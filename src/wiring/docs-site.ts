// Serves the built site of the documentation under `/docs`, to everybody; until it is built, a page that says so.
import fastifyStatic from '@fastify/static';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { eventsSchema } from '../verbs/index.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';

const BUILT = join(import.meta.dirname, '../../site/dist');
const NOT_YET = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Folio</title>
<h1>The documentation is not built here</h1>
<p>After a start it is built within seconds: try again. Otherwise it is the Markdown in the folder <code>docs</code> of the program.</p></html>
`;

/** `built` is where it lies, or will lie. */
export async function docsRoutes(server: FastifyInstance, built = BUILT): Promise<void> {
  // Programs look for it at the root; its links are relative to the site.
  server.get('/llms.txt', async (_request, reply) => {
    const file = join(built, 'llms.txt');
    if (!existsSync(file)) return reply.code(503).header('retry-after', '5').type('text/plain').send(NOT_YET);
    const text = (await readFile(file, 'utf8')).replaceAll('](', '](docs/');
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text);
  });
  server.get('/v1/events.schema.json', async (_request, reply) =>
    reply.type('application/schema+json; charset=utf-8').send(JSON.stringify(eventsSchema())),
  );
  await server.register(
    async (scope) => {
      await scope.register(fastifyStatic, {
        serve: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          // Copied files are for reading, not for running.
          if (path.startsWith(join(built, 'files'))) void reply.header('content-type', 'text/plain; charset=utf-8');
        },
      });
      scope.get('/', { prefixTrailingSlash: 'no-slash' }, async (_request, reply) => reply.redirect('/docs/'));
      scope.get<{ Params: { '*': string } }>('/*', async ({ params: { '*': path } }, reply) => {
        setSecurityHeaders(reply, 'dashboard');
        void reply.header('cache-control', 'no-cache');
        if (!existsSync(join(built, 'index.html'))) {
          return reply.code(503).header('retry-after', '5').type('text/html; charset=utf-8').send(NOT_YET);
        }
        const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
        const place = join(built, file);
        const isThere = place.startsWith(built) && existsSync(place) && statSync(place).isFile();
        return isThere ? reply.sendFile(file, built) : reply.code(404).sendFile('404.html', built);
      });
    },
    { prefix: '/docs' },
  );
}
