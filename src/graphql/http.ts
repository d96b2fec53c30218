// POST /graphql answers, GET /graphql is the page to try it on.
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { GraphQLError, type ExecutionResult } from 'graphql';
import { mercurius } from 'mercurius';
import type { Viewer } from '../tenancy/index.ts';
import { requestContext, type App } from './context.ts';
import { formatError } from './errors.ts';
import { schema } from './schema.ts';

export interface GraphQLRoutesContext {
  app: App;
  authenticate(authorization: string | undefined): Promise<Viewer>;
}

interface GraphQLRequest {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
}

export async function graphqlRoutes(server: FastifyInstance, context: GraphQLRoutesContext): Promise<void> {
  const { app } = context;
  await server.register(mercurius, { schema, routes: false, graphiql: false });

  server.post<{ Body: GraphQLRequest | undefined }>('/graphql', async (request, reply) => {
    const { query, variables, operationName } = request.body ?? {};
    if (typeof query !== 'string') return refuse(reply, 'The body must be a JSON object with a "query"');
    if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
      return refuse(reply, '"variables" must be a JSON object');
    }
    if (operationName != null && typeof operationName !== 'string') {
      return refuse(reply, '"operationName" must be a string');
    }
    // A missing or wrong token is told by each field that needs a caller, so that the schema can be read without one.
    const viewer = await context.authenticate(request.headers.authorization).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'UNAUTHENTICATED') return undefined;
      throw error;
    });
    const result = await execute(
      server,
      query,
      requestContext(app, request.id, viewer) as unknown as Record<string, unknown>,
      variables as Record<string, unknown> | undefined,
      operationName ?? undefined,
    );
    const errors = result.errors?.map((error) => formatError(error, request.id, app.log));
    return reply
      .type('application/json; charset=utf-8')
      .send({ ...(result.data === undefined ? {} : { data: result.data }), ...(errors ? { errors } : {}) });
  });

  server.get('/graphql', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      renderGraphiQL({
        endpoint: '/graphql',
        title: 'Folio',
        shouldPersistHeaders: true,
        headers: '{ "Authorization": "Bearer " }',
        defaultQuery: '# Paste your token into the Headers tab below.\n{\n  viewer { userName roles tenant { name } }\n}\n',
      }),
    ),
  );
}

async function execute(
  server: FastifyInstance,
  query: string,
  context: Record<string, unknown>,
  variables: Record<string, unknown> | undefined,
  operationName: string | undefined,
): Promise<ExecutionResult> {
  try {
    return await server.graphql(query, context, variables ?? {}, operationName);
  } catch (error) {
    // Mercurius throws what is wrong with the request itself: syntax, validation, a missing operation.
    const found = (error as { errors?: unknown }).errors;
    if (Array.isArray(found) && found.every((one) => one instanceof GraphQLError)) return { errors: found };
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code === 'string' && code.startsWith('MER_')) return { errors: [new GraphQLError(message)] };
    throw error;
  }
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
}
