/** The wire itself: reading a request's body, and answering well or badly. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Reply } from './answers.ts';

const LARGEST_BODY = 10 * 1024 * 1024;

export class RequestTooLargeError extends Error {}

export async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new RequestTooLargeError(`A body may have up to ${LARGEST_BODY} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function perform(
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  // The connection stays open until the caller gives up or the simulator closes.
  if (outcome === 'hang') return;
  if (outcome === 'reset') {
    request.socket.resetAndDestroy();
  } else if ('half' in outcome) {
    writeHead(response, outcome.half);
    const { body } = outcome.half;
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroy());
  } else if ('drip' in outcome) {
    await drip(outcome.drip, outcome.everyMs, response, closing);
  } else if ('flood' in outcome) {
    await flood(outcome.flood, response);
  } else {
    writeHead(response, outcome);
    response.end(outcome.body);
  }
}

function writeHead(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
}

async function drip(reply: Reply, everyMs: number, response: ServerResponse, closing: AbortSignal): Promise<void> {
  writeHead(response, reply);
  for (const byte of reply.body) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await sleep(everyMs, undefined, { signal: closing });
  }
  response.end();
}

async function flood(bytes: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/pdf' });
  response.write('%PDF-1.3\n');
  const chunk = Buffer.alloc(65_536, 0x20);
  for (let sent = 9; sent < bytes && !response.destroyed; sent += chunk.length) {
    if (response.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)))) continue;
    // With backpressure; stops once the connection is closed.
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.on('drain', go).on('close', go);
    });
  }
  response.end();
}
