// The log of a command: readable lines beside the answer, never in it.
import { LOG_LEVELS, type Logger, type LogLevel } from '../platform/log.ts';
import { printable } from '../platform/printable.ts';
import type { Terminal } from './command.ts';

export function logTo(terminal: Terminal, least: LogLevel): Logger {
  const at = (level: LogLevel) => (fields: object, message: string) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(least)) return;
    const cause = 'err' in fields && fields.err instanceof Error ? `: ${fields.err.message}` : '';
    terminal.write(`${printable(`${level}: ${message}${cause}`)}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
