// What a command is: its words, its options, what it does and what it answers.
import type { Config } from '../wiring/config.ts';

export interface Command {
  /** What is typed after `folio`, such as `tenant create`. */
  words: string;
  summary: string;
  /** The rest of the usage line. */
  usage: string;
  /** What more there is to say about its options. */
  details?: string;
  /** Names of options that take a value; `--json` and `--help` every command has. */
  options: readonly string[];
  /** Names of options without a value; `run` finds 'true' there. */
  flags?: readonly string[];
  /** How many arguments without a name it takes. */
  positionals: number;
  run(input: Input): Promise<Answer>;
}

export interface Input {
  config: Config;
  options: Record<string, string | undefined>;
  positionals: string[];
  terminal: Terminal;
  /** For what a command prints before it has ended. */
  isJson?: boolean;
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

export function required(options: Input['options'], name: string): string {
  const value = options[name];
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`);
  return value.trim();
}
