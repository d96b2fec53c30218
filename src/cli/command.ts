// A command: its words, its options, its effect and its answer.
import type { Readable } from 'node:stream';
import type { Config } from '../wiring/config.ts';
import { isUuid } from '../platform/uuid.ts';
import { helpOf, syntaxOf } from './help.ts';

export interface Command {
  /** Words typed after `folio`, such as `tenant create`; help.txt has the rest. */
  words: string;
  run(input: Input): Promise<Answer>;
}

export interface Input {
  config: Config;
  /** Values of the options; a flag is 'true'. */
  options: Readonly<Record<string, string | undefined>>;
  positionals: readonly string[];
  terminal: Terminal;
  /** For what a command prints before it has ended. */
  isJson?: boolean;
  /** In place of the process's own. */
  stdin?: Readable;
  env?: NodeJS.ProcessEnv;
}

/** Command with its options read: required ones are there, and --tenant is an id. */
export interface Call extends Input {
  words: string;
}

export interface Answer {
  /** The one value of `--json`. */
  json: unknown;
  /** The same for people. */
  text: string;
  /** Ends with exit code 1 although there is an answer. */
  hasFailed?: boolean;
}

/** Everything that is not the answer goes to standard error. */
export interface Terminal {
  isInteractive: boolean;
  write(text: string): void;
}

/** The caller asked in a wrong way: exit code 2 and a hint. */
export class UsageError extends Error {}

/** An expected no: exit code 1, and no stack. */
export class CommandError extends Error {}

/** Options are looked at before anything is opened, so that a wrong form is a wrong usage whatever the state of the database. */
export function command(words: string, run: (call: Call) => Promise<Answer>): Command {
  return {
    words,
    async run(input) {
      const options = { ...input.options };
      for (const name of syntaxOf(helpOf(words)).required) options[name] = required(options, name);
      if (options['tenant'] !== undefined) options['tenant'] = tenantId(required(options, 'tenant'));
      // The rest is inherited, not copied: the configuration is read when a command asks for it.
      return run(Object.assign(Object.create(input) as Input, { words, options }));
    },
  };
}

export function required(options: Input['options'], name: string): string {
  const value = options[name];
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`);
  return value.trim();
}

function tenantId(value: string): string {
  const id = value.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`--tenant ${JSON.stringify(value)} is no tenant id; it looks like a UUID.`);
  return id;
}

/** Columns as the API spells them. */
export function apiFields<Row extends object>(row: Row, ...columns: (keyof Row & string)[]): Record<string, unknown> {
  const spelled = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(columns.map((column) => [spelled(column), row[column]]));
}
