// Tables of text: for the terminal in columns, for a document in Markdown.

export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Note below the table that a reader needs to understand it. */
  note?: string;
}

/** The first column to the left, figures to the right. */
export function inColumns({ title, head, rows, note }: Table): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [title, '', line(head), rule, ...rows.map(line), ...(note ? ['', note] : [])].join('\n');
}

export function inMarkdown({ title, head, rows, note }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = `|---|${head
    .slice(1)
    .map(() => '--:|')
    .join('')}`;
  return [`**${title}**`, '', line(head), rule, ...rows.map(line), ...(note ? ['', note] : [])].join('\n');
}

export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0);
}

export function ratio(value: number): string {
  return value >= 100 ? `${Math.round(value)}×` : `${value.toFixed(2)}×`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A dash for what was not measured. */
export function optional(show: (value: number) => string, value: number | undefined): string {
  return value === undefined ? '–' : show(value);
}
