// A server as a team would write it by hand: mercurius with graphql-jit on Fastify, SQL in the resolver, one write in its transaction.
import process from 'node:process';
import Fastify from 'fastify';
import { GraphQLScalarType } from 'graphql';
import mercurius from 'mercurius';
import pg from 'pg';

const { url, port, connections, opening, sql, parameters, itemId } = JSON.parse(process.env.BENCH_HANDLER);
const pool = new pg.Pool({ connectionString: url, max: connections, pipeline: true });

const schema = `
  scalar UUID
  scalar Decimal
  scalar DateTime
  type Movement {
    id: UUID!
    movementType: String!
    referenceNumber: String
    sourceType: Int
    sourceId: UUID
    counterpartyName: String
    quantityChange: Decimal!
    balanceAfter: Decimal!
    unitValue: Decimal
    totalValue: Decimal
    createdBy: String!
    occurredAt: DateTime!
    description: String
    locationId: UUID!
  }
  type Movements { totalCount: Int!, records: [Movement!]! }
  type Query { itemMovements(itemId: UUID!, limit: Int!, offset: Int!): Movements! }`;

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (instant) => instant.toISOString() }),
  Query: {
    async itemMovements(_, asked) {
      const rows = await inTransaction(parameters.map((value) => (value === itemId ? asked.itemId : value)));
      return { totalCount: Number(rows[0].total_count), records: rows };
    },
  },
};

async function inTransaction(values) {
  const client = await pool.connect();
  try {
    const { stream } = client.connection;
    stream.cork();
    const answers = [client.query(opening), client.query({ name: 'page', text: sql, values }), client.query('commit')];
    stream.uncork();
    const [, { rows }] = await Promise.all(answers);
    return rows;
  } finally {
    client.release();
  }
}

const app = Fastify();
app.register(mercurius, { schema, resolvers, jit: 1 });
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
