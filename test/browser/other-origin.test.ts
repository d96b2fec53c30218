// A page of another origin, in a browser: what it does with the client, with urql as it comes, and what the browser keeps from it.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import { newContext, noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

const CLIENT = join(import.meta.dirname, '../../packages/client/src/index.ts');

interface Told {
  first: string;
  again: string;
  name: string;
  event: string;
}

/** Page of a shop on another origin; `told` is the part that the browser let it read. */
const PAGE = `
import { createClient } from ${JSON.stringify(CLIENT)};
import { Client, fetchExchange } from 'urql';
globalThis.shop = async (url, token) => {
  const folio = createClient({ url, token, patienceMs: 0 });
  const make = () => folio.mutate('createClient', { input: { name: 'Ana Pérez' } }, { id: true }, { key: 'page-1' });
  const [first, again] = [await make(), await make()];
  const urql = new Client({ url: url + '/graphql', exchanges: [fetchExchange], fetchOptions: { headers: { authorization: 'Bearer ' + token } } });
  const { data, error } = await urql.query('query ($id: UUID!) { client(id: $id) { name } }', { id: first.id });
  for await (const event of folio.events({ after: 'now', types: ['client.created'] })) {
    return { first: first.id, again: again.id, name: data?.client.name, error: error?.message, event: event.type };
  }
};
globalThis.withCookie = async (url) =>
  (await fetch(url + '/graphql', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"query":"{ viewer { userName } }"}' })).status;
`;

async function script(): Promise<string> {
  const id = 'virtual:shop';
  const built = await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'shop',
        resolveId: (asked) => (asked === id ? `\0${id}.ts` : undefined),
        load: (asked) => (asked === `\0${id}.ts` ? PAGE : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: id, preserveEntrySignatures: false } },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as { output: { code?: string; isEntry?: boolean }[] };
  return output.find(({ isEntry }) => isEntry)!.code!;
}

describe('a page of another origin', { skip: noBrowser }, () => {
  const servers: Server[] = [];
  const origin = async (): Promise<string> => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Shop</title><script type="module">${code}</script>`);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let code: string;
  let listed: string;
  const it = dashboard(async () => ({ CORS_ORIGINS: (listed = await origin()) }));
  before(async () => {
    code = await script();
  });
  after(() => servers.forEach((server) => server.close()));

  /** Ends with what the page is told; `during` is done once the page follows the events. */
  async function ask<T>(at: string, call: string, during = async (): Promise<unknown> => undefined): Promise<T> {
    const context = await newContext(it.browser);
    const page = await context.newPage();
    await page.goto(at);
    await page.waitForFunction(() => 'shop' in globalThis);
    const streams = page.waitForResponse((response) => response.url().includes('/events/stream')).then(during);
    const told = page.evaluate<T>(call);
    await Promise.race([told, streams.catch(() => undefined)]).catch(() => undefined);
    try {
      return await told;
    } finally {
      await context.close();
    }
  }
  const shop = async () =>
    `shop(${JSON.stringify(it.service.url)}, ${JSON.stringify(await it.service.token('operator'))})`;

  test('that is listed writes once under its key, reads with urql as it comes, and follows the events', async () => {
    const happens = () => it.service.ask('mutation { createClient(input: { name: "Luis Batista" }) { id } }');
    const { first, again, name, event } = await ask<Told>(listed, await shop(), happens);
    assert.deepEqual({ again, name, event }, { again: first, name: 'Ana Pérez', event: 'client.created' });
  });

  test('that is not listed reads nothing, and writes nothing', async () => {
    const count = async () =>
      (await it.service.ask<{ clients: { totalCount: number } }>('{ clients(limit: 1) { totalCount } }')).clients
        .totalCount;
    const before = await count();
    await assert.rejects(ask(await origin(), await shop()), /fetch|no answer/i);
    assert.equal(await count(), before);
  });

  test('has nothing of a session that the browser has here', async () => {
    const context = await newContext(it.browser);
    const page = await context.newPage();
    await page.goto(it.service.link);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('heading', { name: 'Hoy' }).waitFor();
    await page.goto(listed);
    await page.waitForFunction(() => 'withCookie' in globalThis);
    await assert.rejects(page.evaluate(`withCookie(${JSON.stringify(it.service.url)})`), /fetch/i);
    await context.close();
  });
});
