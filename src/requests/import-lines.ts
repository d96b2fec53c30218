// Brings the lines of a table in, some in a transaction, and accounts for each of them; or tells what would become of each.
import { readCsv, type CsvColumns, type CsvRow, type TableLayout, type TableSource } from '../platform/csv-file.ts';
import { badInput, DomainError, orRefusal } from '../platform/errors.ts';
import { isOfTheData } from '../platform/refuse.ts';
import { inTenant, rehearse, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';

export type LineOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';

export interface ImportedLine {
  /** Line number in the file; the header is line 1. */
  line: number;
  outcome: LineOutcome;
  /** Id of the made or found record. */
  id?: string | undefined;
  refusal?: DomainError;
  /** As a refused line stands in the file. */
  record?: readonly string[];
}

/** Outcome of a line that was not refused by itself. */
export type Written = { outcome: Exclude<LineOutcome, 'REFUSED'>; id?: string | undefined } | DomainError;

export interface LineImport<Column extends string, Row> {
  columns: CsvColumns<Column>;
  /** Refuses what no line may say. */
  read: (cells: Record<Column, string>) => Row;
  /** Values that only one line of a file may have, by name; null is no value. */
  unique?: (row: Row) => Readonly<Record<string, string | null>>;
  /** Answers each in its place. What it refuses as a whole is written line by line. */
  write: (db: TenantDb, rows: readonly Row[], about: ImportAbout) => Promise<readonly Written[]>;
  linesPerTransaction: number;
}

export interface ImportAbout {
  /** The lines of the rows. */
  lines: readonly number[];
  /** Digest of the file. */
  digest: string;
}

export interface ImportOptions {
  source: TableSource;
  layout?: TableLayout | undefined;
  /** Nothing is kept. */
  isDryRun?: boolean | undefined;
}

export async function importLines<Column extends string, Row>(
  context: DatabaseContext,
  tenant: Tenant,
  { columns, read, unique = () => ({}), write, linesPerTransaction }: LineImport<Column, Row>,
  { source, layout, isDryRun = false }: ImportOptions,
): Promise<ImportedLine[]> {
  const report: ImportedLine[] = [];
  const wanted: { line: number; row: Row; record: string[] }[] = [];
  const seen = new Map<string, number>();
  const take = (inputs: CsvRow<Column>): void => {
    const { line, record } = inputs;
    const row = 'fault' in inputs ? inputs.fault : orRefusal(() => read(inputs.cells));
    const twice = row instanceof DomainError ? undefined : repeated(seen, line, unique(row));
    if (row instanceof DomainError) report.push(refused({ line, record }, row));
    else if (twice) report.push(refused({ line, record }, twice));
    else wanted.push({ line, row, record });
  };
  const { digest } = await readCsv(source, columns, take, { layout });

  type Line = (typeof wanted)[number];
  async function writeTogether(within: DatabaseContext, part: readonly Line[]): Promise<ImportedLine[]> {
    const lines = part.map(({ line }) => line);
    const rows = part.map(({ row }) => row);
    try {
      const written = await inTenant(within, tenant, (db) => write(db, rows, { lines, digest }));
      return written.map((one, at) =>
        one instanceof DomainError ? refused(part[at]!, one) : { line: lines[at]!, ...one },
      );
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      if (part.length > 1) return writeEach(within, part);
      if (error instanceof DomainError) return [refused(part[0]!, error)];
      throw error;
    }
  }
  async function writeEach(within: DatabaseContext, part: readonly Line[]): Promise<ImportedLine[]> {
    const each: ImportedLine[] = [];
    for (const one of part) each.push(...(await writeTogether(within, [one])));
    return each;
  }

  for (let from = 0; from < wanted.length; from += linesPerTransaction) {
    const part = wanted.slice(from, from + linesPerTransaction);
    const writePart = (within: DatabaseContext) => writeTogether(within, part);
    // A rehearsal of all would hold the rows of other people's sales for as long as it takes.
    report.push(...(await (isDryRun ? rehearse(context, tenant, writePart) : writePart(context))));
  }
  return report.toSorted((one, other) => one.line - other.line);
}

function repeated(
  seen: Map<string, number>,
  line: number,
  values: Readonly<Record<string, string | null>>,
): DomainError | undefined {
  const keys = Object.entries(values).filter(([, value]) => value !== null);
  for (const [what, value] of keys) {
    const before = seen.get(`${what} ${value}`);
    if (before !== undefined)
      return badInput('line {before} has the same {what}', { before, what, field: what.toLowerCase() });
  }
  for (const [what, value] of keys) seen.set(`${what} ${value}`, line);
  return undefined;
}

function refused(
  { line, record }: Required<Pick<ImportedLine, 'line' | 'record'>>,
  refusal: DomainError,
): ImportedLine {
  return { line, outcome: 'REFUSED', refusal, record };
}

export function countOutcomes(lines: readonly ImportedLine[]): Record<Lowercase<LineOutcome>, number> {
  const count = (outcome: LineOutcome) => lines.filter((one) => one.outcome === outcome).length;
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    refused: count('REFUSED'),
  };
}

/** As commands tell it. */
export function skippedLines(lines: readonly ImportedLine[]): { line: number; reason: string }[] {
  return lines.flatMap(({ line, refusal }) => (refusal ? [{ line, reason: refusal.message }] : []));
}
