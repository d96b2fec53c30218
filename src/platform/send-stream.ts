// Answers with a file that is made while it is sent; a client that hangs up ends the making.
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { codingFor, encoder } from './content-coding.ts';
import { madeFile } from './security-headers.ts';

/** Members of a reply that this file needs. */
interface Reply {
  request: { headers: IncomingHttpHeaders };
  headers(values: Record<string, string>): unknown;
  send(file: Readable): unknown;
}

/** Resolves when all of it has been sent, or its reader has gone. */
export async function sendStream(
  reply: Reply,
  { type, filename, chunks }: { type: string; filename: string; chunks: AsyncIterable<Buffer> },
): Promise<void> {
  const plain = Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 });
  // Files of other types are compressed already.
  const isText = type.startsWith('text/');
  const coding = isText ? codingFor(reply.request.headers) : undefined;
  const file = coding ? pipeline(plain, encoder(coding), () => undefined) : plain;
  if (isText) reply.headers({ vary: 'accept-encoding, origin' });
  if (coding) reply.headers({ 'content-encoding': coding });
  madeFile(reply, type, `attachment; filename="${filename}"`).send(file);
  // A client that hangs up is nothing to tell.
  await finished(file).catch(() => undefined);
}
