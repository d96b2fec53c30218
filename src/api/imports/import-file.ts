// The kinds of imports, with the same verbs for the command line and the API, and the report of every line.
import { clientImport, itemImport, supplierImport } from '../../catalog/index.ts';
import { receivablesImport } from '../../invoicing/index.ts';
import type { Clock } from '../../platform/clock.ts';
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

type Run = (context: ImportContext, tenant: Tenant, options: ImportOptions) => Promise<ImportedLine[]>;

function running<Column extends string, Row>(kind: (tenant: Tenant, clock: Clock) => LineImport<Column, Row>): Run {
  return (context, tenant, options) => importLines(context, tenant, kind(tenant, context.clock), options);
}

export const IMPORTS = {
  items: { role: 'operator', run: running(() => itemImport({ updates: true })) },
  clients: { role: 'operator', run: running(() => clientImport) },
  suppliers: { role: 'operator', run: running(() => supplierImport) },
  stock: { role: 'operator', run: running(() => stockImport) },
  // Each is an invoice without a document of ours behind it.
  receivables: { role: 'admin', run: running(receivablesImport) },
} as const satisfies Record<string, { role: Role; run: Run }>;

export type Importable = keyof typeof IMPORTS;

export function importReport(lines: readonly ImportedLine[], isDryRun: boolean, language: Language) {
  return {
    dryRun: isDryRun,
    ...countOutcomes(lines),
    lines: lines.map(({ line, outcome, id, refusal }) => {
      if (!refusal) return { line, outcome, ...(isDryRun && outcome === 'CREATED' ? {} : { id }) };
      const { message, extensions } = formatRefusal(refusal, language);
      return { line, outcome, error: { message, ...extensions } };
    }),
  };
}
