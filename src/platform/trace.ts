// What is being done, for whom, and in which trace (W3C Trace Context): known to everything that a request or a job brings about.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export interface Trace {
  /** 32 hex digits, the same from the first request to the last job that follows from it. */
  traceId: string;
  /** 16 hex digits, ours: what we call names us as its parent. */
  spanId: string;
  /** Whether the caller that began the trace records it; handed on as it came. */
  flags: string;
}

/** Ids only: what a log may say of a request or a job without telling anything of a person. */
export interface About {
  requestId?: string;
  tenantId?: string;
  documentId?: string;
  job?: string;
}

const underWay = new AsyncLocalStorage<Trace & About>();

const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** The trace that a header goes on with, else a new one. Of versions to come the part that is known holds. */
export function traceFrom(header: unknown): Trace {
  const spanId = randomHex(8);
  const match =
    typeof header === 'string'
      ? /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header)
      : null;
  const [, version, traceId, parentId, flags, more] = match ?? [];
  const isValid =
    match &&
    version !== 'ff' &&
    traceId !== NO_TRACE &&
    parentId !== NO_SPAN &&
    !(version === '00' && more !== undefined);
  return isValid ? { traceId: traceId!, spanId, flags: flags! } : { traceId: randomHex(16), spanId, flags: '00' };
}

let random = Buffer.alloc(0);
let used = 0;

/** Random bytes, each used once; asked for by the thousand, since a call of the generator costs more than the bytes. */
function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    random = randomBytes(4096);
    used = 0;
  }
  used += bytes;
  return random.toString('hex', used - bytes, used);
}

/** Everything that `work` does, and what follows from it without being waited for, belongs to the trace; `nowAbout` adds to it. */
export function inTrace<T>(trace: Trace & About, work: () => T): T {
  return underWay.run(trace, work);
}

/** The same trace, for a part of it that is about something of its own; of several parts at once none speaks for another. */
export function concerning<T>(about: About, work: () => T): T {
  const current = underWay.getStore();
  return current ? underWay.run({ ...current, ...about }, work) : inTrace({ ...traceFrom(undefined), ...about }, work);
}

/** What becomes known on the way, such as the tenant once the caller has signed in. */
export function nowAbout(about: About): void {
  const current = underWay.getStore();
  if (current) Object.assign(current, about);
}

/** For the service that is called: the trace, and us as the parent. Undefined outside of any. */
export function traceparent(): string | undefined {
  const current = underWay.getStore();
  return current && traceparentOf(current);
}

export function traceparentOf({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

/** For the log. */
export function currentTrace(): (Omit<Trace, 'flags'> & About) | undefined {
  const current = underWay.getStore();
  if (!current) return undefined;
  const { flags: _, ...rest } = current;
  return rest;
}
