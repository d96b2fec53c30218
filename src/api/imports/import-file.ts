// The kinds of imports, with the same verbs for the command line and the API, and the report of every line.
import { clientImport, itemImport, supplierImport } from '../../catalog/index.ts';
import { receivablesImport } from '../../invoicing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CsvColumns } from '../../platform/csv-file.ts';
import {
  countOutcomes,
  importLines,
  type ImportedLine,
  type ImportOptions,
  type LineImport,
} from '../../requests/index.ts';
import { stockImport } from '../../stock/index.ts';
import type { DatabaseContext, Role, Tenant } from '../../tenancy/index.ts';
import type { Language } from '../../texts/say.ts';
import { formatRefusal } from '../errors.ts';

interface ImportContext extends DatabaseContext {
  clock: Clock;
}

interface Kind {
  columns: (tenant: Tenant, clock: Clock) => CsvColumns<string>;
  run: (context: ImportContext, tenant: Tenant, options: ImportOptions) => Promise<ImportedLine[]>;
}

function kindOf<Column extends string, Row>(kind: (tenant: Tenant, clock: Clock) => LineImport<Column, Row>): Kind {
  return {
    columns: (tenant, clock) => kind(tenant, clock).columns,
    run: (context, tenant, options) => importLines(context, tenant, kind(tenant, context.clock), options),
  };
}

export const IMPORTS = {
  items: { role: 'operator', ...kindOf(() => itemImport({ updates: true })) },
  clients: { role: 'operator', ...kindOf(() => clientImport) },
  suppliers: { role: 'operator', ...kindOf(() => supplierImport) },
  stock: { role: 'operator', ...kindOf(() => stockImport) },
  // Each is an invoice without a document of ours behind it.
  receivables: { role: 'admin', ...kindOf(receivablesImport) },
} as const satisfies Record<string, { role: Role } & Kind>;

export type Importable = keyof typeof IMPORTS;

interface Reporting {
  isDryRun: boolean;
  /** A refused line with its cells, to be mended. */
  withCells: boolean;
  language: Language;
}

export function importReport(lines: readonly ImportedLine[], { isDryRun, withCells, language }: Reporting) {
  return {
    dryRun: isDryRun,
    ...countOutcomes(lines),
    lines: lines.map(({ line, outcome, id, refusal, record }) => {
      if (!refusal) return { line, outcome, ...(isDryRun && outcome === 'CREATED' ? {} : { id }) };
      const { message, extensions } = formatRefusal(refusal, language);
      return { line, outcome, error: { message, ...extensions }, ...(withCells && { cells: record }) };
    }),
  };
}
