// The one way to reach a database: a pool of `pg` connections.
import { Socket } from 'node:net';
import { Pool, types, type PoolConfig } from 'pg';
import { namesHosts, openPoolOfHosts } from './database-hosts.ts';
import { makeEager } from './eager-client.ts';
import { codeOf } from './error-code.ts';

/** SQLSTATE. */
export const INSUFFICIENT_PRIVILEGE = '42501';

export interface PoolOptions {
  max?: number;
  applicationName?: string;
  /** Otherwise as long as the system tries. */
  connectWithinMs?: number;
  /** A connection broke. The pool drops it, and who is using it hears of it too, with the next query. */
  onBrokenConnection?: (error: Error) => void;
}

export function openPool({ url }: { url: string }, options: PoolOptions = {}): Pool {
  const settings: PoolConfig = {
    connectionString: url,
    stream: () => new Socket().on('error', (error) => brokenConnections.add(error)),
    pipeline: true,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'folio',
    ...(options.connectWithinMs === undefined ? {} : { connectionTimeoutMillis: options.connectWithinMs }),
    types: { getTypeParser },
  };
  const pool = namesHosts(url) ? openPoolOfHosts(url, settings) : new Pool(settings);
  const tell = options.onBrokenConnection ?? ((error: Error) => process.emitWarning(error));
  // Without a listener a connection that breaks while no query runs on it would end the process: also one that is in use, between
  // two queries of a transaction. While the pool ends it is no news.
  pool.on('connect', (client) => {
    makeEager(client);
    let hasLogged = false;
    client.on('error', (error) => {
      if (!hasLogged && !pool.ending) tell(error);
      hasLogged = true;
    });
  });
  // The pool repeats what its idle connections have told already.
  pool.on('error', () => undefined);
  return pool;
}

// Every failure of a socket to a database. An ECONNREFUSED alone does not say who refused; other parts of a program have sockets too.
const brokenConnections = new WeakSet<Error>();

const { builtins } = types;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

const textParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [INT8_ARRAY, (text) => parseArray(text, wholeNumber)],
  // A calendar day stays what it is; a Date would be midnight somewhere, and the day before somewhere else.
  [builtins.DATE, (text) => text],
  [DATE_ARRAY, (text) => parseArray(text, (day) => day)],
  // pg leaves a numeric a string, but not those in an array.
  [NUMERIC_ARRAY, (text) => parseArray(text, (decimal) => decimal)],
]);

const getTypeParser: typeof types.getTypeParser = (oid: number, format: 'text' | 'binary' = 'text') =>
  (format === 'text' ? textParsers.get(oid) : undefined) ?? types.getTypeParser(oid, format);

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the whole number ${text} is too large to be exact`);
  return number;
}

function parseArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const strings: (string | null)[] = types.getTypeParser(TEXT_ARRAY as number)(text);
  return strings.map((element) => (element === null ? null : parse(element)));
}

// pg's messages, without a code, when the connection ends under a query or cannot be had in time.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The database could not be reached, went away, took too long, or has no room to write; nothing is wrong with what was asked. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (brokenConnections.has(error) || LOST.test(error.message)) return true;
  // 08 connection exception · 25006 a standby, where a primary was · 57014 took too long · 25P03 ended for its silence · 53100 disk full · 53300 too many · 57P01–57P03 shut down, crashed, starting
  return /^(08...|25006|25P03|53[13]00|57014|57P0[123])$/.test(codeOf(error) ?? '');
}

/** A statement was ended at the time that it may last. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** The connection ended, so what was to be committed may be. What the server refuses, for want of room or of time, is not. */
export function mayBeCommitted(error: unknown): boolean {
  return isConnectionError(error) && !/^(25|53|57014)/.test(codeOf(error) ?? '');
}

/** Two transactions stood in each other's way; the same work, tried again, may well pass. */
export function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}
