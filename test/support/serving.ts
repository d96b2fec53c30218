// Another server over a world that is there already, with settings of its own.
import type { TestContext } from 'node:test';
import { buildServer } from '../../src/wiring/server.ts';
import type { ServerSettings } from '../../src/wiring/server-settings.ts';
import type { TokenVerification } from '../../src/access/index.ts';
import { JWT_SECRET, type World } from './world.ts';

/** Its address; it ends with the test. A limit by the minute is the minute of the start, however long the test takes. */
export async function serving(
  t: TestContext,
  here: World,
  settings: Partial<Omit<ServerSettings, 'graphql'>> & { graphql?: Partial<ServerSettings['graphql']> },
  app = here.app,
  verification: TokenVerification = { secret: JWT_SECRET },
): Promise<string> {
  const { graphql, ...others } = settings;
  const now = here.clock.now();
  const server = await buildServer({
    app: settings.requestsPerMinute || settings.webhookRefusalsPerMinute ? { ...app, clock: { now: () => now } } : app,
    verification,
    serves: true,
    settings: { ...here.settings, ...others, graphql: { ...here.settings.graphql, ...graphql } },
  });
  t.after(() => server.close());
  return server.listen({ port: 0, host: '127.0.0.1' });
}

export interface Posted {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** POST /graphql as any program may write it. */
export async function postGraphql(
  url: string,
  body: unknown,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Posted> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}
