// Bounds of one HTTP exchange with a stranger: a total time limit, a limit on bytes read, and a failure in words.
import type { Readable } from 'node:stream';
import { codeOf } from './error-code.ts';

/** Runs `work` with a signal that aborts when the time is up, connecting and reading included. */
export async function within<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TimeUp(timeoutMs)), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

// undici hears of an abort only once it is connected; a name server or a handshake that never answers would block
// for seconds beyond the limit.
export async function beforeTimeIsUp<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

class TimeUp extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`);
    this.name = 'TimeUp';
  }
}

/** Reads a body up to a limit; what was read before it broke off is kept as evidence. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  maxBytes: number,
  signal: AbortSignal,
  accept: (sofar: readonly Buffer[]) => string | null = () => null,
): Promise<{ bytes: Buffer; broken: string | null }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let broken: string | null = null;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) {
        broken = `the answer is larger than ${maxBytes} bytes`;
        break;
      }
      chunks.push(Buffer.from(chunk));
      broken = accept(chunks);
      if (broken !== null) break;
    }
  } catch (error) {
    broken = causeOf(error, signal);
  } finally {
    body.destroy();
  }
  return { bytes: Buffer.concat(chunks), broken };
}

/** Drops a body that will not be read. Its stream then ends in an error, which would end the process if unhandled. */
export function discard(body: Readable): void {
  body.once('error', () => {}).destroy();
}

/** A failure in words, with the code that systems people search for. */
export function causeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason.message : 'stopped';
  if (!(error instanceof Error)) return 'failed for an unknown reason';
  // Trying several addresses of one name fails with a list of failures and an empty message.
  const inner = error instanceof AggregateError ? error.errors.find((each) => each instanceof Error) : undefined;
  const code = codeOf(error) ?? codeOf(inner);
  const message = error.message || (inner instanceof Error ? inner.message : '') || error.name;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
