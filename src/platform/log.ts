// The log: JSON lines in production, readable lines on a terminal.
import { pino } from 'pino';
import pretty from 'pino-pretty';

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Written synchronously, so that a line that was logged before a crash is there after it. */
export function createLogger(options: { level: LogLevel; readable: boolean }): Logger {
  // What must never reach a log, wherever in the object it stands.
  const redact = ['*.authorization', 'authorization', '*.apiKey', 'apiKey', '*.webhookSecret', 'webhookSecret'];
  if (options.readable) {
    return pino({ level: options.level, redact }, pretty({ sync: true, ignore: 'pid,hostname', colorize: true }));
  }
  return pino({ level: options.level, redact }, pino.destination({ dest: 1, sync: true }));
}
