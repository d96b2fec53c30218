// Files that are brought in by people: how one is read, what would become of its lines, and what was refused, to be mended.
import { currentCompany, forTenant } from '../session.ts';
import { stored } from '../stored.ts';

export type What = 'items' | 'clients' | 'suppliers' | 'receivables' | 'stock';

export interface Layout {
  isText: boolean;
  separator: string;
  encoding: string;
  decimal: string;
  days: string;
  headings: string[];
  rows: string[][];
  columns: { name: string; heading: string; isRequired: boolean; from: string | null }[];
}

export interface Report {
  dryRun: boolean;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  lines: { line: number; outcome: string; error?: { message: string; field?: string }; cells?: string[] }[];
}

/** Refusal of the service, in its words. */
export class ImportProblem extends Error {}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function send<T>(
  path: string,
  query: Record<string, string>,
  file: File,
  { key, signal = null }: { key?: string; signal?: AbortSignal | null },
): Promise<T> {
  const ask = (): Promise<Response> =>
    fetch(forTenant(`/import/${path}?${new URLSearchParams(query).toString()}`), {
      method: 'POST',
      headers: {
        'content-type': /\.xlsx$/i.test(file.name) ? XLSX : 'text/csv',
        'accept-language': document.documentElement.lang,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...{ body: file, signal },
    });
  let answer = await ask();
  if (answer.status === 429) {
    // The file before it has the place of the company until the service has let it go.
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal?.throwIfAborted();
    answer = await ask();
  }
  const body = (await answer.json()) as T & { errors?: { message: string }[] };
  if (!answer.ok) throw new ImportProblem(body.errors?.[0]?.message ?? '');
  return body;
}

/** With what a person has chosen for how the text is written down. */
export const layoutOf = (
  what: What,
  file: File,
  choice: Partial<Pick<Layout, 'separator' | 'encoding'>> = {},
  signal: AbortSignal | null = null,
) =>
  send<Layout>(
    `${what}/layout`,
    choice.separator && choice.encoding ? { separator: choice.separator, encoding: choice.encoding } : {},
    file,
    { signal },
  );

function toldOf({ separator, encoding, decimal, days, columns }: Layout): Record<string, string> {
  const from = columns.flatMap(({ name, from: heading }) => (heading === null ? [] : [[name, heading]]));
  return { separator, encoding, decimal, days, columns: JSON.stringify(Object.fromEntries(from)) };
}

export const tryFile = (what: What, file: File, layout: Layout, signal: AbortSignal) =>
  send<Report>(what, { ...toldOf(layout), dryRun: 'true', cells: 'true' }, file, { signal });

export const bringIn = (what: What, file: File, layout: Layout, key: string) =>
  send<Report>(what, toldOf(layout), file, { key });

const SEPARATORS: Readonly<Record<string, string>> = { semicolon: ';', tab: '\t' };

/** The refused lines as they stand in the file, with the reason behind each: it is read again as the file itself was. */
export function refusedFile({ lines }: Report, { headings, separator }: Layout, reason: string): Blob {
  const between = SEPARATORS[separator] ?? ',';
  const cell = (text: string): string =>
    /["\r\n]|^\s|\s$/.test(text) || text.includes(between) ? `"${text.replaceAll('"', '""')}"` : text;
  const rows = lines.flatMap(({ cells, error }) => (cells && error ? [[...cells, error.message]] : []));
  const text = [[...headings, reason], ...rows].map((row) => `${row.map(cell).join(between)}\r\n`).join('');
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });
}

const keptAs = (what: What): string => `folio.import ${currentCompany()?.tenantId} ${what}`;
type Kept = Pick<Layout, 'decimal' | 'days'> & { from: Record<string, string | null> };

/** The next file of this kind is read like this one. */
export function keepLayout(what: What, { columns, decimal, days }: Layout): void {
  const kept: Kept = { decimal, days, from: Object.fromEntries(columns.map(({ name, from }) => [name, from])) };
  stored(() => localStorage.setItem(keptAs(what), JSON.stringify(kept)));
}

/** With what was chosen before, where the file has those headings. */
export function withKept(what: What, layout: Layout): Layout {
  const kept = stored(() => JSON.parse(localStorage.getItem(keptAs(what)) ?? 'null') as Kept | null);
  const wanted = Object.values(kept?.from ?? {}).filter((heading) => heading !== null);
  if (!kept || wanted.some((heading) => !layout.headings.includes(heading))) return layout;
  const { decimal, days, from } = kept;
  const columns = layout.columns.map((column) => ({ ...column, from: from[column.name] ?? null }));
  return { ...layout, decimal, days, columns };
}

export const isMapped = ({ columns }: Layout): boolean =>
  columns.every(({ isRequired, from }) => !isRequired || from !== null);
