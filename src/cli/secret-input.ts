// Reads a secret from a file or from standard input; never from an argument, which every process of the machine can read.
import { readFile } from 'node:fs/promises';
import { CommandError } from './command.ts';

/** `-` is standard input. */
export async function readInput(file: string): Promise<string> {
  const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8').catch(unreadable(file));
  return text.replace(/\r?\n$/, '');
}

function unreadable(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  };
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
