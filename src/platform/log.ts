// The log: JSON lines in production, readable lines on a terminal. Each says what it belongs to, and none tells of a person or a secret.
import { pino } from 'pino';
import pretty from 'pino-pretty';
import { currentTrace } from './trace.ts';

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  level: LogLevel;
  readable: boolean;
  /** Output of the lines; standard output by default. */
  write?: (line: string) => void;
}

/** Written synchronously, so that a line that was logged before a crash is there after it. */
export function createLogger({ level, readable, write }: LoggerOptions): Logger {
  const options = {
    level,
    // The names of ids, so a line tells its trace, request, tenant, document and job without being told to.
    mixin: () => currentTrace() ?? {},
    serializers: { err: errorFields },
    // Fields that must never reach a log, at any depth of the object.
    redact: ['authorization', 'apiKey', 'webhookSecret', 'secret', 'token'].flatMap((name) => [name, `*.${name}`]),
  };
  if (write) return pino(options, { write });
  if (readable) return pino(options, pretty({ sync: true, ignore: 'pid,hostname', colorize: true }));
  return pino(options, pino.destination({ dest: 1, sync: true }));
}

/** Names of things in the database and of failures of the system; an error may carry rows, texts and addresses besides. */
const TOLD = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'port',
] as const;
const DEEPEST_CAUSE = 5;

/** Known harmless fields of an error, by name; all others stay out. */
function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const reported = TOLD.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type: error.name,
    message: withoutTexts(error.message),
    ...Object.fromEntries(reported),
    stack: withoutTexts(error.stack ?? ''),
    ...(error.cause === undefined || depth === DEEPEST_CAUSE ? {} : { cause: errorFields(error.cause, depth + 1) }),
  };
}

/** Text in double quotes may be a person's name: PostgreSQL quotes the value that it refuses. */
function withoutTexts(text: string): string {
  return text.replaceAll(/: "[^"\n]*"/g, ': "…"');
}
