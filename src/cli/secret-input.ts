// Reads a secret from a file or from standard input; never from an argument, which every process of the machine can read.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, type Input } from './command.ts';

/** `-` is standard input. */
export async function readInput({ stdin = process.stdin }: Pick<Input, 'stdin'>, file: string): Promise<string> {
  const read = file === '-' ? text(stdin) : readFile(file, 'utf8');
  return (await read.catch(unreadable(file))).replace(/\r?\n$/, '');
}

function unreadable(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  };
}
