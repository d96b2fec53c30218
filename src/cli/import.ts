// folio import sales · items · clients · suppliers · receivables · stock: brings in what other systems kept, from CSV and XLSX files, and
// accounts for every line of them.
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { importReport } from '../api/imports/import-file.ts';
import { clientImport, importClients, importItems, itemImport, supplierImport } from '../catalog/index.ts';
import { importSales, receivablesImport, type ImportProgress } from '../invoicing/index.ts';
import { analyzeTables, type OpenDatabase } from '../wiring/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { importLines, type LineImport } from '../requests/index.ts';
import { importStock, stockImport } from '../stock/index.ts';
import type { Tenant } from '../tenancy/index.ts';
import { UsageError, type Answer, type Command, type Input } from './command.ts';
import { logTo } from './log-to.ts';
import { progressOn } from './progress.ts';
import { recordBeginning } from './record-command.ts';
import { describeSkipped } from './skipped-lines.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const PARTS: Record<ImportProgress['phase'], string> = {
  reading: 'reading, in bytes:',
  writing: 'writing, in lines:',
};

export const importSalesCommand: Command = {
  words: 'import sales',
  summary: 'brings in past invoices and credit notes',
  usage: 'FILE --tenant ID [--opening-stock auto] [--as-of YYYY-MM-DD]',
  details: [
    '  FILE                   CSV (also .csv.gz) with one line for each invoice line and the header',
    '                         Invoice,StockCode,Description,Quantity,InvoiceDate,Price,CustomerID,Country',
    '  --opening-stock auto   books before the first sale the least stock that keeps balances from going negative',
    '  --as-of YYYY-MM-DD     moves all dates so that the last one falls on that day',
    '',
    'It can be run again after an interruption: what is there already is not written twice.',
  ].join('\n'),
  options: ['tenant', 'opening-stock', 'as-of'],
  positionals: 1,
  async run({ config, options, positionals: [file], terminal }) {
    const id = tenantId(options);
    const opening = options['opening-stock'];
    if (opening !== undefined && opening !== 'auto') throw new UsageError('--opening-stock knows the value auto only.');
    const asOf = options['as-of'];
    if (asOf !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(asOf)) {
      throw new UsageError(`--as-of ${JSON.stringify(asOf)} is no day such as 2026-03-01.`);
    }
    // The young objects of half a million lines would have Node keep 134 MB for them; with a quarter of it the import is as quick.
    setFlagsFromString('--semi-space-growth-factor=1');
    const progress = progressOn(terminal);
    const log = logTo(terminal, config.LOG_LEVEL);
    const summary = await fill(config, id, importSalesCommand.words, async (database, tenant) => {
      try {
        return await importSales({ db: database.db, clock: systemClock, log }, tenant, {
          file: resolve(file!),
          openingStock: opening === 'auto',
          asOf,
          onProgress: ({ phase, done, total }) => progress.show(PARTS[phase], done, total),
        });
      } finally {
        progress.end();
      }
    });
    const { invoices, credits, lines, items, clients, skipped, alreadyPresent, openings } = summary;
    const text = [
      `Read ${lines + skipped.length} lines: kept ${lines}, skipped ${skipped.length}.`,
      `They make ${invoices} invoices and ${credits} credit notes, of ${items} items, for ${clients} clients.`,
      ...(alreadyPresent > 0 ? [`${alreadyPresent} of these documents were there already.`] : []),
      ...(openings > 0 ? [`${openings} items were given stock to open with.`] : []),
      ...describeSkipped(skipped),
    ];
    return { json: summary, text: text.join('\n') };
  },
};

export const importItemsCommand: Command = {
  words: 'import items',
  summary: 'brings in items',
  usage: 'FILE --tenant ID [--dry-run]',
  details: [
    '  FILE   CSV (also .csv.gz) or XLSX with the columns sku, name and unitPrice, and of these what there is:',
    '         kind, unit, taxRate, cpbs, category, trackingMode, reorderLevel, reorderQuantity, leadTime, barcode',
    '  --dry-run   tells what would become of each line, and changes nothing',
    '',
    'An item whose SKU or barcode exists already stays as it is.',
  ].join('\n'),
  options: ['tenant'],
  flags: ['dry-run'],
  positionals: 1,
  async run(input) {
    if (input.options['dry-run'])
      return importFile(importItemsCommand.words, input, () => itemImport({ updates: false }));
    const {
      config,
      options,
      positionals: [file],
    } = input;
    const id = tenantId(options);
    const summary = await fill(config, id, importItemsCommand.words, (database, tenant) =>
      importItems(database, tenant, resolve(file!)),
    );
    const { items, skipped } = summary;
    const counts = `Read ${items + skipped.length} lines: ${items} new items, skipped ${skipped.length}.`;
    return { json: summary, text: [counts, ...describeSkipped(skipped)].join('\n') };
  },
};

export const importClientsCommand: Command = {
  words: 'import clients',
  summary: 'brings in clients',
  usage: 'FILE --tenant ID [--dry-run]',
  details: [
    '  FILE   CSV (also .csv.gz) or XLSX with the columns code and name, and of these what there is:',
    '         receiverType, ruc, email (up to three, with blanks between them), telephone, country,',
    '         line, corregimientoCode, province, district, corregimiento',
    '  --dry-run   tells what would become of each line, and changes nothing',
    '',
    'A client whose code exists already is changed as the file says; what the file leaves empty stays as it is.',
  ].join('\n'),
  options: ['tenant'],
  flags: ['dry-run'],
  positionals: 1,
  async run(input) {
    if (input.options['dry-run']) return importFile(importClientsCommand.words, input, () => clientImport);
    const {
      config,
      options,
      positionals: [file],
    } = input;
    const id = tenantId(options);
    const summary = await fill(config, id, importClientsCommand.words, (database, tenant) =>
      importClients(database, tenant, resolve(file!)),
    );
    const { created, changed, skipped } = summary;
    const lines = created + changed + skipped.length;
    const counts = `Read ${lines} lines: ${created} new clients, ${changed} that were there, skipped ${skipped.length}.`;
    return { json: summary, text: [counts, ...describeSkipped(skipped)].join('\n') };
  },
};

export const importStockCommand: Command = {
  words: 'import stock',
  summary: 'brings in what is on the shelves',
  usage: 'FILE --tenant ID [--dry-run]',
  details: [
    '  FILE   CSV (also .csv.gz) or XLSX with the columns sku and quantity, and of these what there is:',
    '         location (its code), unitCost, lotNumber',
    '  --dry-run   tells what would become of each line, and changes nothing',
    '',
    'Each line is an adjustment by its quantity, booked once however often the same file is imported.',
  ].join('\n'),
  options: ['tenant'],
  flags: ['dry-run'],
  positionals: 1,
  async run(input) {
    if (input.options['dry-run']) return importFile(importStockCommand.words, input, () => stockImport);
    const {
      config,
      options,
      positionals: [file],
    } = input;
    const id = tenantId(options);
    const summary = await fill(config, id, importStockCommand.words, (database, tenant) =>
      importStock(database, tenant, resolve(file!)),
    );
    const { lines, alreadyPresent, skipped } = summary;
    const text = [
      `Read ${lines + skipped.length} lines: kept ${lines}, skipped ${skipped.length}.`,
      ...(alreadyPresent > 0 ? [`${alreadyPresent} of these were booked already.`] : []),
      ...describeSkipped(skipped),
    ];
    return { json: summary, text: text.join('\n') };
  },
};

export const importSuppliersCommand: Command = {
  words: 'import suppliers',
  summary: 'brings in suppliers',
  usage: 'FILE --tenant ID [--dry-run]',
  details: [
    '  FILE   CSV (also .csv.gz) or XLSX with the columns code (their external id) and name, and ruc if there is one',
    '  --dry-run   tells what would become of each line, and changes nothing',
    '',
    'A supplier whose code exists already is changed as the file says; what the file leaves empty stays as it is.',
  ].join('\n'),
  options: ['tenant'],
  flags: ['dry-run'],
  positionals: 1,
  run: (input) => importFile(importSuppliersCommand.words, input, () => supplierImport),
};

export const importReceivablesCommand: Command = {
  words: 'import receivables',
  summary: 'brings in what clients owe on invoices of another system',
  usage: 'FILE --tenant ID [--dry-run]',
  details: [
    '  FILE   CSV (also .csv.gz) or XLSX with the columns number, client (its code), day and total, and of these what there is:',
    '         dueDay, balance (what is left to pay; empty: the total)',
    '  --dry-run   tells what would become of each line, and changes nothing',
    '',
    'Each line is an invoice that is owed and can be paid, is never filed, and is declared in no month.',
  ].join('\n'),
  options: ['tenant'],
  flags: ['dry-run'],
  positionals: 1,
  run: (input) => importFile(importReceivablesCommand.words, input, (tenant) => receivablesImport(tenant, systemClock)),
};

/** The report is that of the API. */
async function importFile<Column extends string, Row>(
  words: string,
  { config, options, positionals: [file] }: Input,
  kind: (tenant: Tenant) => LineImport<Column, Row>,
): Promise<Answer> {
  const id = tenantId(options);
  const isDryRun = options['dry-run'] !== undefined;
  const run = (database: OpenDatabase, tenant: Tenant) =>
    importLines(database, tenant, kind(tenant), { source: resolve(file!), isDryRun });
  const lines = await (isDryRun
    ? withDatabase(config, async (database) => run(database, await tenantWith(database, id)))
    : fill(config, id, words, run));
  const report = importReport(lines, isDryRun, 'en');
  const { created, updated, unchanged, refused } = report;
  const text = [
    `${isDryRun ? 'Nothing was changed. ' : ''}${lines.length} lines: ${created} new, ${updated} changed, ${unchanged} as they were, ${refused} refused.`,
    ...lines.flatMap(({ line, outcome, refusal }) => {
      if (!isDryRun && !refusal) return [];
      return [`  line ${line}: ${refusal?.message ?? outcome.toLowerCase()}`];
    }),
  ];
  return { json: report, text: text.join('\n') };
}

/**
 * PostgreSQL looks at what has come in a minute later, and until then plans for empty tables: the first declaration of a month took
 * three minutes.
 */
function fill<T>(
  config: Input['config'],
  id: string,
  words: string,
  work: (database: OpenDatabase, tenant: Tenant) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (database) => {
    const tenant = await tenantWith(database, id);
    await recordBeginning(database, tenant, words);
    const done = await work(database, tenant);
    await analyzeTables(config, database);
    return done;
  });
}
