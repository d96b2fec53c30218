// Finds the command that is asked for, reads its options, prints its answer, and ends with 0, 1 (no) or 2 (wrong usage). What a
// command needs is loaded when it is run: help and wrong usage need none of it.
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { DomainError } from '../platform/errors.ts';
import { printable } from '../platform/printable.ts';
import { CommandError, UsageError, type Answer, type Terminal } from './command.ts';
import { loadCommand } from './files.ts';
import { HELP, overview, syntaxOf, usageLine, wholeHelp, type Help } from './help.ts';

/** The process that a command runs in, or what a test has in its place. */
export interface Around {
  terminal: Terminal;
  /** To standard output. */
  print(text: string): void;
  stdin?: Readable;
  env?: NodeJS.ProcessEnv;
}

export async function folio(words: readonly string[], around: Around): Promise<number> {
  const help = HELP.find((one) => one.words.split(' ').every((word, at) => words[at] === word));
  if (!help) return noCommand(words, around);
  const { terminal } = around;
  try {
    const answer = await execute(help, words.slice(help.words.split(' ').length), around);
    return answer?.hasFailed ? 1 : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (words.includes('--json')) {
      terminal.write(`${JSON.stringify({ error: await asJson(error) })}\n`);
    } else if (isUsage) {
      terminal.write(`${error.message}\n\n${usageLine(help)}\nSee: npm run folio -- ${help.words} --help\n`);
    } else {
      terminal.write(`${await describe(error)}\n`);
    }
    return isUsage ? 2 : 1;
  }
}

async function execute(help: Help, words: string[], around: Around): Promise<Answer | undefined> {
  const syntax = syntaxOf(help);
  const { values, positionals } = parse([...syntax.values], syntax.flags, words);
  const { json, help: isHelp, ...rest } = values;
  if (isHelp === true) {
    around.print(wholeHelp(help));
    return undefined;
  }
  if (positionals.length !== syntax.positionals) {
    const got = positionals.length === 0 ? 'none' : positionals.map((one) => JSON.stringify(one)).join(', ');
    const takes = `${syntax.positionals || 'no'} argument${syntax.positionals === 1 ? '' : 's'}`;
    throw new UsageError(`It takes ${takes}, not ${got}.`);
  }
  const [command, { readConfig }, { actingAs }, { cliActor }] = await Promise.all([
    loadCommand(help.words),
    import('../wiring/config.ts'),
    import('../tenancy/index.ts'),
    import('./record-command.ts'),
  ]);
  const { print, ...surroundings } = around;
  const answer = await actingAs({ actor: cliActor(), operation: help.words }, () =>
    command.run({
      // Read where a command asks for it: one that finds out what is wrong with it must not stop at it.
      get config() {
        return readConfig(around.env);
      },
      options: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
      positionals,
      isJson: json === true,
      ...surroundings,
    }),
  );
  // Texts of the PAC or a caller must not act on the operator's terminal.
  const text = json === true ? JSON.stringify(answer.json) : answer.text;
  if (text !== '') print(`${printable(text)}\n`);
  return answer;
}

function parse(values: string[], flags: string[], args: string[]) {
  const of = <Type extends 'string' | 'boolean'>(names: string[], type: Type) =>
    Object.fromEntries(names.map((name) => [name, { type }]));
  const options = {
    ...of(values, 'string'),
    ...of(flags, 'boolean'),
    json: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's first sentence says what is wrong; the others are about its own conventions.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`);
    throw error;
  }
}

async function noCommand(words: readonly string[], { terminal, print }: Around): Promise<number> {
  const [first] = words;
  const isJson = words.includes('--json');
  if (first === '--help' || first === '-h' || first === 'help') {
    print(overview());
    return 0;
  }
  if (first === '--version' || first === '-v') {
    const { version } = manifest;
    print(isJson ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return 0;
  }
  const near = HELP.filter((one) => one.words.split(' ')[0] === first);
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const message = words.slice(0, firstOption < 0 ? 2 : firstOption).join(' ');
  const problem = message === '' ? 'Which command?' : `There is no command "${message}".`;
  if (isJson) {
    terminal.write(`${JSON.stringify({ error: await asJson(new UsageError(problem)) })}\n`);
  } else if (near.length > 0) {
    terminal.write(`${problem} Perhaps one of these:\n\n${near.map(usageLine).join('')}`);
  } else {
    terminal.write(`${problem}\n\n${overview()}`);
  }
  return 2;
}

/** For a program that asked by --json: a refusal as the API tells it. */
async function asJson(error: unknown): Promise<object> {
  if (error instanceof DomainError) {
    const { formatRefusal } = await import('../api/errors.ts');
    const { message, extensions } = formatRefusal(error, 'en');
    return { message, ...extensions };
  }
  return { code: error instanceof UsageError ? 'USAGE' : 'FAILED', message: await describe(error) };
}

/** An expected no is a sentence; a surprise is told whole. */
async function describe(error: unknown): Promise<string> {
  if (error instanceof UsageError) return error.message;
  const { ConfigError } = await import('../wiring/config.ts');
  if (error instanceof ConfigError || error instanceof DomainError || error instanceof CommandError) {
    const { cause } = error;
    return cause instanceof Error ? `${error.message}\n  ${cause.message}` : error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
