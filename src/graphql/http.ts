// POST /graphql answers, GET /graphql is the page to try it on.
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Viewer } from '../tenancy/index.ts';
import { requestContext, type App } from './context.ts';
import { formatError } from './errors.ts';
import { executeQuery } from './execute-query.ts';

export interface GraphQLRoutesContext {
  app: App;
  authenticate(authorization: string | undefined): Promise<Viewer>;
}

interface GraphQLRequest {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
}

export function graphqlRoutes(server: FastifyInstance, context: GraphQLRoutesContext): void {
  const { app } = context;
  // Whatever goes wrong before there is a result is told in the same shape as what goes wrong in one.
  function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      void refuse(reply, error.message, status);
      return;
    }
    const told = formatError(new GraphQLError(error.message, { originalError: error }), request.id, app.log);
    const isAway = told.extensions?.['code'] === 'SERVICE_UNAVAILABLE';
    void reply.code(isAway ? 503 : 500).send({ errors: [told] });
  }

  server.post<{ Body: GraphQLRequest | undefined }>('/graphql', { errorHandler }, async (request, reply) => {
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
    const result = await executeQuery(
      { query, variables: (variables ?? {}) as Record<string, unknown>, operationName: operationName ?? undefined },
      requestContext(app, request.id, viewer),
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
        defaultQuery:
          '# Paste your token into the Headers tab below.\n{\n  viewer { userName roles tenant { name } }\n}\n',
      }),
    ),
  );
}

function refuse(reply: FastifyReply, message: string, status = 400): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
}
