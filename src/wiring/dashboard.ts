// Serves the built dashboard at `/` and at the addresses of its pages; without a build, a page that says where everything is.
import fastifyStatic from '@fastify/static';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { setSecurityHeaders } from '../platform/security-headers.ts';

/** Page at `/` for a browser where no dashboard is built: links to everything. */
const landingPage = readFileSync(join(import.meta.dirname, 'landing-page.html'), 'utf8');
const BUILT = join(import.meta.dirname, '../../web/dist');

/** First steps of the addresses that the dashboard itself reads; the same are in web/src/routes.ts. */
const PAGES = [
  'acts',
  'assistants',
  'clients',
  'counter',
  'counts',
  'credits',
  'debit-notes',
  'generic-credits',
  'invoices',
  'items',
  'month',
  'expiring',
  'movements',
  'operations',
  'orders',
  'payments',
  'till',
  'turnover',
  'purchasing',
  'receivables',
  'remarks',
  'sales',
  'settings',
  'suppliers',
  'transfers',
];

/** Answers whether a dashboard is built. */
export async function dashboardRoutes(server: FastifyInstance): Promise<boolean> {
  if (!existsSync(join(BUILT, 'index.html'))) {
    server.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(landingPage));
    return false;
  }
  await server.register(fastifyStatic, {
    root: join(BUILT, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    decorateReply: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The name of a bundled file says what is in it; the few others are asked for again.
      const isNamedByContent = /-[\w-]{8}\.(js|css)(\.br|\.gz)?$/.test(path);
      void reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      // It opens every page without network.
      if (path.includes('/offline-shell.js')) void reply.header('service-worker-allowed', '/');
    },
  });
  for (const page of ['/', ...PAGES.flatMap((name) => [`/${name}`, `/${name}/*`])]) {
    server.get(page, async (_request, reply) => sendDashboard(reply));
  }
  return true;
}

export function sendDashboard(reply: FastifyReply): FastifyReply {
  setSecurityHeaders(reply, 'dashboard');
  return reply.header('cache-control', 'no-cache').sendFile('index.html', BUILT, { cacheControl: false });
}
