// Names of the columns of an import in people's files, with an example of each.
import { cellsOf, textRows } from '../../platform/text-rows.ts';
import type { Language } from '../../texts/say.ts';

interface Heading {
  es: string;
  en: string;
  /** Other words of spreadsheets for it, as `plain` reads them. */
  also: readonly string[];
  example: string;
}

export const EXAMPLE = 'EJEMPLO';

/** By the column's name. */
export const HEADINGS: Readonly<Record<string, Heading>> = Object.fromEntries(
  [...textRows(import.meta.dirname, 'headings.txt')].map(([column, text]) => {
    const [es = '', en = '', example = '', also = ''] = cellsOf(text);
    return [column, { es, en, example, also: also.split(' ') }];
  }),
);

export const headingOf = (column: string, language: Language): string => HEADINGS[column]![language];

/** Letters and digits alone, without accents or case. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** A heading for each column that one of them is called by; none is taken twice. */
export function guessHeadings(columns: readonly string[], headings: readonly string[]): Record<string, string> {
  const free = new Set(headings.filter((heading) => plain(heading) !== ''));
  const found: Record<string, string> = {};
  const take = (column: string, names: readonly string[]): void => {
    const heading = found[column] ?? [...free].find((one) => names.includes(plain(one)));
    if (heading === undefined) return;
    found[column] = heading;
    free.delete(heading);
  };
  // Names of its own come before what else may be meant.
  for (const column of columns) take(column, [plain(column), ...own(column)]);
  for (const column of columns) take(column, HEADINGS[column]?.also ?? []);
  return found;
}

const own = (column: string): string[] => {
  const { es, en } = HEADINGS[column]!;
  return [plain(es), plain(en)];
};
