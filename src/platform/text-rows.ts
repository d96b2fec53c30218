// Data that is written as text beside the code: a row to a line, as `name: text`. Blank lines, and those that begin with #, are for readers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By the name of a row, in the order of the file. A row that is a name alone has no text. */
export function textRows(folder: string, file: string): Map<string, string> {
  // Git for Windows may have written it with ends of lines of its own.
  const lines = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(rows.map((row) => row.split(/: (.*)/)).map(([name = '', text = '']) => [name, text]));
}

/** Cells of a text, which stand between bars. */
export function cellsOf(text: string): string[] {
  return text.split('|').map((cell) => cell.trim());
}
