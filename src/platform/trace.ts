// Current work, its tenant, and its trace (W3C Trace Context): known to everything that a request or a job brings about.
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

export type Attributes = Record<string, string | number>;

/** A span to be: its name and attributes by OpenTelemetry's semantic conventions, which tell nothing of a person and no secret. */
export interface Step {
  name: string;
  kind: 'SERVER' | 'CLIENT' | 'CONSUMER' | 'INTERNAL';
  attributes: Attributes;
}

/** One that is recorded. */
export interface Span {
  trace: Trace;
  set(attributes: Attributes, name?: string): void;
  fail(type: string): void;
  end(): void;
}

/** Begins a span below its parent, or a trace. */
export type Recorder = (step: Step, parent: (Trace & { isRemote: boolean }) | undefined) => Span;

let recorder: Recorder | undefined;

/** Undefined, as at first: no span is recorded, and a trace is ids for the log and for the services that are called. */
export function recordSpans(by: Recorder | undefined): void {
  recorder = by;
}

export function recordsSpans(): boolean {
  return recorder !== undefined;
}

/** How many transactions it has committed since it was known who asks; parts of one request share it. */
interface Effects {
  effects?: { commits: number };
}

const underWay = new AsyncLocalStorage<Trace & About & Effects>();

const MOST_SHOWN = 4000;

const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** The trace that a header goes on with, else a new one. */
export function traceFrom(header: unknown): Trace {
  const parent = parentIn(header);
  return { traceId: parent?.traceId ?? randomHex(16), spanId: randomHex(8), flags: parent?.flags ?? '00' };
}

/** The same with a span, where spans are recorded, that its caller ends. */
export function spanFrom(header: unknown, step: Step): { trace: Trace; span?: Span } {
  if (!recorder) return { trace: traceFrom(header) };
  const parent = parentIn(header);
  const span = recorder(step, parent && { ...parent, isRemote: true });
  return { trace: span.trace, span };
}

/** Later versions are read as far as their known part. */
function parentIn(header: unknown): Trace | undefined {
  const match =
    typeof header === 'string'
      ? /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header)
      : null;
  const [, version, traceId, spanId, flags, more] = match ?? [];
  const isValid =
    match &&
    version !== 'ff' &&
    traceId !== NO_TRACE &&
    spanId !== NO_SPAN &&
    !(version === '00' && more !== undefined);
  return isValid ? { traceId: traceId!, spanId: spanId!, flags: flags! } : undefined;
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

/** Adds a fact that becomes known on the way, such as the tenant once the caller has signed in. */
export function nowAbout(about: About): void {
  const current = underWay.getStore();
  if (current) Object.assign(current, about);
}

/** From now on commits count. */
export function nowBegins(): void {
  const current = underWay.getStore();
  if (current) current.effects = { commits: 0 };
}

export function nowCommitted(): void {
  const effects = underWay.getStore()?.effects;
  if (effects) effects.commits += 1;
}

/** Whether what is under way may be sent again as if it had never come. */
export function isUntouched(): boolean {
  return underWay.getStore()?.effects?.commits === 0;
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
  const { flags: _, effects: __, ...rest } = current;
  return rest;
}

/** A step of what is under way; outside of any trace it is not recorded. */
export function withSpan<T>(step: Step, work: (span?: Span) => Promise<T>): Promise<T> {
  const current = underWay.getStore();
  if (!recorder || !current) return work();
  const span = recorder(step, { ...current, isRemote: false });
  return underWay.run({ ...current, ...span.trace }, () => asSpan(span, () => work(span)));
}

/** Ends the span with the work, and says of a failure its kind: what an error says may be about a person. */
export async function asSpan<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    span.fail(String(code ?? name));
    throw error;
  } finally {
    span.end();
  }
}

/** A statement as a step: its text without values, since a few have some in it. */
export function statementStep(text: string, where: Attributes): Step {
  const outline = text
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (part) => (part.startsWith("'") ? '?' : ''))
    .trim();
  const name = /^\w+/.exec(outline)?.[0].toUpperCase() ?? 'SQL';
  return { name, kind: 'CLIENT', attributes: { ...where, 'db.query.text': outline.slice(0, MOST_SHOWN) } };
}
