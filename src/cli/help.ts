// help.txt by command: its usage (from which its options are read), a summary, and details.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Help {
  /** Words typed after `folio`, such as `tenant create`. */
  words: string;
  /** The rest of the line: arguments, then options; those in brackets may be left out. */
  usage: string;
  summary: string;
  details: string;
}

/** In the order of the overview; of two that begin alike the longer one comes first. */
export const HELP: readonly Help[] = readFileSync(join(import.meta.dirname, 'help.txt'), 'utf8')
  // Git for Windows may have written it with ends of lines of its own.
  .replaceAll('\r\n', '\n')
  .split(/^folio /m)
  .slice(1)
  .map((section) => {
    const [, line = '', summary = '', details = ''] =
      /^(.+(?:\n {9}.+)*)\n(.+)\n(?:\n([^]+?))?\s*$/.exec(section) ?? [];
    const words = /^[a-z][a-z-]*(?: [a-z][a-z-]*)*(?= |$)/.exec(line)![0];
    return { words, usage: line.slice(words.length + 1), summary, details };
  });

export function helpOf(words: string): Help {
  return HELP.find((one) => one.words === words)!;
}

/** `DOCUMENT --tenant ID [--since TIME] [--undo]`: one argument, two options with a value, one of them required, and a flag. */
export function syntaxOf({ usage }: Help) {
  const names = (text: string, pattern = /--([a-z-]+)/g) => [...text.matchAll(pattern)].map(([, name]) => name!);
  const flags = names(usage, /--([a-z-]+)\]/g);
  return {
    /** How many arguments without a name it takes. */
    positionals: usage
      .split(/(?:^| )[[(-]/)[0]!
      .split(' ')
      .filter(Boolean).length,
    /** Options that take a value; `--json` and `--help` every command has. */
    values: names(usage).filter((name) => !flags.includes(name)),
    flags,
    /** Options that stand neither in brackets nor in parentheses. */
    required: names(usage.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')),
  };
}

const COMMON = `Each command has --help, and --json: then one line of JSON is all that it prints on standard output,
and what goes wrong is one line of JSON on standard error.
The database is the one of DATA_DIR (default .folio), also while the service runs, or the one of DATABASE_URL.
`;

export function overview(): string {
  const width = Math.max(...HELP.map(({ words }) => words.length));
  const lines = HELP.map(({ words, summary }) => `  folio ${words.padEnd(width)}   ${summary}`);
  return `Usage: npm run folio -- <command> [options]\n       npm run folio -- --version\n\n${lines.join('\n')}\n\n${COMMON}`;
}

export function wholeHelp(help: Help): string {
  const details = help.details === '' ? '' : `\n${help.details}\n`;
  return `folio ${help.words}: ${help.summary}\n\n${usageLine(help)}${details}\n  --json   prints one line of JSON instead of text\n`;
}

export function usageLine({ words, usage }: Help): string {
  return `Usage: npm run folio -- ${[words, usage, '[--json]'].filter((part) => part !== '').join(' ')}\n`;
}
