// folio import sales · items · clients · suppliers · receivables · stock: brings in what other systems kept, from CSV and XLSX files, and
// accounts for every line of them.
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { importReport } from '../api/imports/import-file.ts';
import { clientImport, itemImport, supplierImport } from '../catalog/index.ts';
import { importSales, receivablesImport, type ImportProgress } from '../invoicing/index.ts';
import { analyzeTables, type OpenDatabase } from '../wiring/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { countOutcomes, importLines, skippedLines, type ImportedLine, type LineImport } from '../requests/index.ts';
import { stockImport } from '../stock/index.ts';
import type { Tenant } from '../tenancy/index.ts';
import { command, UsageError, type Answer, type Call, type Command } from './command.ts';
import { logTo } from './log-to.ts';
import { progressOn } from './progress.ts';
import { describeSkipped, type SkippedLine } from './skipped-lines.ts';
import { beginInTenant, withTenant } from './with-tenant.ts';

const PARTS: Record<ImportProgress['phase'], string> = { reading: 'reading, in bytes:', writing: 'writing, in lines:' };

export const importSalesCommand = command('import sales', async (args) => {
  const { config, options, terminal } = args;
  const { 'opening-stock': opening, 'as-of': asOf, 'paid-until': paidUntil } = options;
  if (opening !== undefined && opening !== 'auto') throw new UsageError('--opening-stock accepts only "auto".');
  for (const [name, day] of Object.entries({ 'as-of': asOf, 'paid-until': paidUntil }))
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
      throw new UsageError(`--${name} ${JSON.stringify(day)} is no day such as 2026-03-01.`);
  // The young objects of half a million lines would have Node keep 134 MB for them; with a quarter of it the import is as quick.
  setFlagsFromString('--semi-space-growth-factor=1');
  const progress = progressOn(terminal);
  const log = logTo(terminal, config.LOG_LEVEL);
  const summary = await fill(args, async (database, tenant) => {
    try {
      return await importSales({ db: database.db, clock: systemClock, log }, tenant, {
        file: fileOf(args),
        openingStock: opening === 'auto',
        asOf,
        paidUntil,
        onProgress: ({ phase, done, total }) => progress.show(PARTS[phase], done, total),
      });
    } finally {
      progress.end();
    }
  });
  const { invoices, credits, lines, items, clients, skipped, alreadyPresent, openings } = summary;
  return accounted(summary, skipped, [
    `Read ${lines + skipped.length} lines: kept ${lines}, skipped ${skipped.length}.`,
    `They make ${invoices} invoices and ${credits} credit notes, of ${items} items, for ${clients} clients.`,
    alreadyPresent > 0 && `${alreadyPresent} of these documents were there already.`,
    openings > 0 && `${openings} items were given stock to open with.`,
  ]);
});

export const importItemsCommand = fileCommand(
  'import items',
  () => itemImport({ updates: false }),
  (lines, skipped) => {
    const items = countOutcomes(lines).created;
    return accounted({ items, skipped }, skipped, [`${read(lines)} ${items} new items, skipped ${skipped.length}.`]);
  },
);

export const importClientsCommand = fileCommand(
  'import clients',
  () => clientImport,
  (lines, skipped) => {
    const { created, updated, unchanged } = countOutcomes(lines);
    const changed = updated + unchanged;
    const counts = `${created} new clients, ${changed} that were there, skipped ${skipped.length}.`;
    return accounted({ created, changed, skipped }, skipped, [`${read(lines)} ${counts}`]);
  },
);

export const importStockCommand = fileCommand(
  'import stock',
  () => stockImport,
  (lines, skipped) => {
    const { created, unchanged: alreadyPresent } = countOutcomes(lines);
    const kept = created + alreadyPresent;
    return accounted({ lines: kept, alreadyPresent, skipped }, skipped, [
      `${read(lines)} kept ${kept}, skipped ${skipped.length}.`,
      alreadyPresent > 0 && `${alreadyPresent} of these were booked already.`,
    ]);
  },
);

export const importSuppliersCommand = fileCommand('import suppliers', () => supplierImport);

export const importReceivablesCommand = fileCommand('import receivables', (tenant) =>
  receivablesImport(tenant, systemClock),
);

const read = ({ length }: readonly ImportedLine[]): string => `Read ${length} lines:`;

/** A dry run has the report of the API; so has what is done, unless the command tells it in its own way. */
function fileCommand<Column extends string, Row>(
  words: string,
  kind: (tenant: Tenant) => LineImport<Column, Row>,
  tell?: (lines: readonly ImportedLine[], skipped: readonly SkippedLine[]) => Answer,
): Command {
  return command(words, async (args) => {
    const isDryRun = args.options['dry-run'] !== undefined;
    const lines = await (isDryRun ? withTenant : fill)(args, (database, tenant) =>
      importLines(database, tenant, kind(tenant), { source: fileOf(args), isDryRun }),
    );
    if (tell && !isDryRun) return tell(lines, skippedLines(lines));
    const report = importReport(lines, { isDryRun, withCells: false, language: 'en' });
    const { created, updated, unchanged, refused } = report;
    const text = [
      `${isDryRun ? 'Nothing was changed. ' : ''}${lines.length} lines: ${created} new, ${updated} changed, ${unchanged} as they were, ${refused} refused.`,
      ...lines.flatMap(({ line, outcome, refusal }) =>
        isDryRun || refusal ? [`  line ${line}: ${refusal?.message ?? outcome.toLowerCase()}`] : [],
      ),
    ];
    return { json: report, text: text.join('\n') };
  });
}

const fileOf = ({ positionals: [file] }: Call): string => resolve(file!);

function accounted(json: object, skipped: readonly SkippedLine[], counts: readonly (string | false)[]): Answer {
  return { json, text: [...counts.filter(Boolean), ...describeSkipped(skipped)].join('\n') };
}

/**
 * PostgreSQL looks at what has come in a minute later, and until then plans for empty tables: the first declaration of a month took
 * three minutes.
 */
function fill<T>(args: Call, work: (database: OpenDatabase, tenant: Tenant) => Promise<T>): Promise<T> {
  return beginInTenant(args, async (database, tenant) => {
    const done = await work(database, tenant);
    await analyzeTables(args.config, database);
    return done;
  });
}
