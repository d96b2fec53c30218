// The limit of Node: node:http and pg alone, the same SQL as a named statement in the same tenant's transaction, the same JSON out.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';

export interface Handler {
  url: string;
  port: number;
  connections: number;
  opening: string;
  sql: string;
  /** The minimal handler puts no variable into them: there is one question. */
  parameters: unknown[];
  /** The parameter that is the request's variable. */
  itemId: string;
}

const handler = JSON.parse(process.env['BENCH_HANDLER'] ?? '') as Handler;
const pool = new Pool({ connectionString: handler.url, max: handler.connections });

interface Row {
  total_count: string;
  [column: string]: unknown;
}

async function answer(): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(handler.opening);
    const { rows } = await client.query<Row>({ name: 'page', text: handler.sql, values: handler.parameters });
    await client.query('commit');
    const totalCount = Number(rows[0]?.total_count ?? 0);
    return JSON.stringify({ data: { itemMovements: { totalCount, records: rows } } });
  } finally {
    client.release();
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await bodyOf(request);
    const body = await answer();
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body);
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

createServer((request, response) => void respond(request, response)).listen(handler.port, '127.0.0.1');
