// The least that a certified invoice needs: its rows in tables without an index, a rule or row-level security, and its calls, by node:http and pg alone.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';

export interface Bare {
  url: string;
  port: number;
  statements: { name: string; text: string; values: string[] }[];
  /** A document that goes out, without its headers; what is read, where there is none. */
  calls: { url: string; headers: Record<string, string>; body?: string }[];
}

const bare = JSON.parse(process.env['BENCH_BARE'] ?? '') as Bare;
const pool = new Pool({ connectionString: bare.url, max: 2 });

async function certify(): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of bare.statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
  for (const { url, headers, body } of bare.calls) {
    const answer = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
    await answer.arrayBuffer();
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // The notice, which is the fourth call, asks for nothing.
    if (request.url === '/invoice') await certify();
    response.end(JSON.stringify({ bytes: Buffer.concat(chunks).length }));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

createServer((request, response) => void respond(request, response)).listen(bare.port, '127.0.0.1');
