// How a person's file is read: what is told, else what the file itself speaks for.
import { badInput, oneOf } from '../../platform/errors.ts';
import type { CsvColumns, TableLayout } from '../../platform/csv-file.ts';
import { readSentTable } from '../../platform/sent-table.ts';
import {
  ENCODINGS,
  encodingOf,
  separatorOf,
  SEPARATORS,
  USUAL_LAYOUT,
  type Separator,
  type TextLayout,
} from '../../platform/text-layout.ts';
import type { Sheet } from '../../platform/table-file.ts';
import type { Language } from '../../texts/say.ts';
import { guessHeadings, headingOf, HEADINGS } from './headings.ts';
import { cellReader, DAY_ORDERS, DECIMALS, marksOf, NUMBERS, type Marks } from './people-cells.ts';

export const TOLD = ['separator', 'encoding', 'decimal', 'days', 'columns'] as const;
/** As the address has them. */
export type FileQuery = Partial<Record<(typeof TOLD)[number], string>>;

const PACKED = ['504b0304', '1f8b0800', '1f8b0808'];
const SAMPLES = 3;

export interface FoundLayout extends TextLayout, Marks {
  /** Whether it is a text, so that separator and encoding say something. */
  isText: boolean;
  /** As they stand, those without a word too. */
  headings: string[];
  /** The first rows. */
  rows: string[][];
  columns: { name: string; heading: string; isRequired: boolean; from: string | null }[];
}

/** Looks at a file: nothing is brought in. */
export async function findLayout(
  source: Uint8Array,
  { required, optional = [] }: CsvColumns<string>,
  { query, language }: { query: FileQuery; language: Language },
): Promise<FoundLayout> {
  const isText = !PACKED.includes(Buffer.from(source.subarray(0, 4)).toString('hex'));
  const encoding = toldOf(query, 'encoding', ENCODINGS) ?? (isText ? encodingOf(source) : USUAL_LAYOUT.encoding);
  const separator =
    toldOf(query, 'separator', separators) ?? (isText ? separatorOf(source, encoding) : USUAL_LAYOUT.separator);
  const records: string[][] = [];
  await readSentTable(source, (record) => records.push(record), { encoding, separator });
  const [head = [], ...rows] = records;
  const headings = head.map((heading) => heading.trim());
  const from = guessHeadings([...required, ...optional], headings);
  return {
    ...{ isText, encoding, separator },
    ...marksOf(rows.flat(), separator === 'semicolon'),
    headings,
    rows: rows.slice(0, SAMPLES),
    columns: [...required, ...optional].map((name) => ({
      ...{ name, heading: headingOf(name, language), isRequired: required.includes(name), from: from[name] ?? null },
    })),
  };
}

/** Layout that an import is told; undefined where it is told nothing, which is the format of the API. */
export function layoutTold(query: FileQuery, { required, optional = [] }: CsvColumns<string>): TableLayout | undefined {
  const { columns } = query;
  if (TOLD.every((name) => query[name] === undefined)) return undefined;
  return {
    encoding: toldOf(query, 'encoding', ENCODINGS) ?? USUAL_LAYOUT.encoding,
    separator: toldOf(query, 'separator', separators) ?? USUAL_LAYOUT.separator,
    headings: columns === undefined ? undefined : headingsIn(columns, [...required, ...optional]),
    cell: cellReader(
      { decimal: toldOf(query, 'decimal', DECIMALS) ?? 'point', days: toldOf(query, 'days', DAY_ORDERS) ?? 'dmy' },
      required[0]!,
    ),
  };
}

const separators = Object.keys(SEPARATORS) as Separator[];

function toldOf<T extends string>(query: FileQuery, field: keyof FileQuery, all: readonly T[]): T | undefined {
  const text = query[field];
  return text === undefined ? undefined : oneOf(field, all, text);
}

function headingsIn(text: string, columns: readonly string[]): Record<string, string> {
  const field = 'columns';
  const read = parsed(text);
  if (typeof read !== 'object' || read === null || Object.values(read).some((one) => typeof one !== 'string'))
    throw badInput('{field} must be an object in JSON of column and heading', { field });
  const unknown = Object.keys(read).find((column) => !columns.includes(column));
  if (unknown !== undefined) throw badInput('The list has no column {column}', { column: unknown, field });
  return read as Record<string, string>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every column by its heading, and one row that shows how each is filled in. */
export function templateSheet({ required, optional = [] }: CsvColumns<string>, language: Language): Sheet {
  const columns = [...required, ...optional];
  return {
    columns: columns.map((name) => ({
      heading: headingOf(name, language),
      kind: NUMBERS.includes(name) && HEADINGS[name]!.example !== '' ? 'number' : 'text',
    })),
    pages: [[columns.map((name) => HEADINGS[name]!.example)]],
  };
}
