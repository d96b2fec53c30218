// POST /mcp: tools of assistants over Streamable HTTP, without sessions; GET /.well-known/oauth-protected-resource where a provider signs in.
import { createMcpHandler, Server, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, CallerLimit } from '../access/index.ts';
import { readerOf } from '../api/http-refusal.ts';
import type { App } from '../graphql/context.ts';
import { DomainError } from '../platform/errors.ts';
import type { Asker } from '../verbs/index.ts';
import { asAssistant } from './plan-and-confirm.ts';
import { callTool, INSTRUCTIONS, TOOLS } from './tools.ts';

export interface McpContext {
  app: App;
  bearer: Authentication['bearer'];
  limit: CallerLimit;
  version: string;
  /** The identity provider, where it makes the tokens. */
  issuer: string | undefined;
}

const METADATA = '/.well-known/oauth-protected-resource';

export function mcpRoutes(server: FastifyInstance, context: McpContext): void {
  const { issuer } = context;
  const handler = handlerOf(context);
  server.post('/mcp', (request, reply) => answer(context, handler, request, reply));
  // There is no stream to open and no session to end: programs ask by GET whether there is one, and take a 404 for a lost service.
  server.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_, reply) => {
      void reply.header('allow', 'POST');
      throw Object.assign(new DomainError('NOT_FOUND', 'This route has {allow}', { allow: 'POST' }), {
        statusCode: 405,
      });
    },
  });
  if (issuer === undefined) return;
  for (const address of [METADATA, `${METADATA}/mcp`]) {
    server.get(address, async (request) => ({
      resource: `${request.protocol}://${request.host}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Folio',
    }));
  }
}

function handlerOf({ app, version }: McpContext): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => {
      const { asker } = authInfo!.extra as { asker: Asker };
      const mcp = new Server({ name: 'folio', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
      mcp.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
      mcp.setRequestHandler('tools/call', async ({ params }) => {
        const { text, isError } = await callTool(asker, params.name, params.arguments ?? {});
        return { content: [{ type: 'text' as const, text }], isError };
      });
      return mcp;
    },
    { onerror: (error) => app.log.debug({ err: error }, 'a request of an assistant was refused') },
  );
}

/** A caller shows a bearer token with each request: there are no sessions, and no cookie is read. */
async function answer(
  { app, bearer, limit, issuer }: McpContext,
  handler: McpHttpHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const host = `${request.protocol}://${request.host}`;
  const { authorization = '' } = request.headers;
  const viewer = await bearer(authorization).catch((error: unknown) => {
    const where = issuer === undefined ? '' : ` resource_metadata="${host}${METADATA}"`;
    void reply.header('www-authenticate', `Bearer${where}`);
    throw error;
  });
  const { body } = request;
  limit.take(reply, viewer, Array.isArray(body) ? Math.max(1, body.length) : 1);
  const asker: Asker = { app, viewer: asAssistant(viewer), reader: readerOf(request), limit, reply };
  const headers = Object.entries(request.headers).filter((one): one is [string, string] => typeof one[1] === 'string');
  // The host of the request is not used here, and may be malformed.
  const webRequest = new Request('http://folio/mcp', { method: request.method, headers });
  const authInfo = { token: '', clientId: viewer.credential ?? '', scopes: [], extra: { asker } };
  const answered = await handler.fetch(webRequest, { parsedBody: body, authInfo });
  return reply
    .code(answered.status)
    .headers(Object.fromEntries(answered.headers))
    .send(Buffer.from(await answered.arrayBuffer()));
}
