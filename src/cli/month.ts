// folio month: a month of a tenant as it is declared.
import { fiscalMonth, type Amounts, type FiscalMonth, type Month } from '../reports/index.ts';
import { command, UsageError } from './command.ts';
import { askTenant } from './with-tenant.ts';

export const monthCommand = command('month', async (args) => {
  const wanted = monthOf(args.options['month']!);
  const month = await askTenant(args, (db) => fiscalMonth(db, wanted));
  return { json: month, text: describe(month), hasFailed: isUnfinished(month) };
});

export function monthOf(text: string): Month {
  const parts = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (!parts || Number(parts[1]) < 1970) throw new UsageError(`${JSON.stringify(text)} is no month; write 2026-03.`);
  return { year: Number(parts[1]), month: Number(parts[2]) };
}

function isUnfinished({ documents, series }: FiscalMonth): boolean {
  return (
    documents.some(({ state }) => state === 'OPEN') ||
    series.some(({ exceptions }) => exceptions.some((one) => one.class === 'UNUSED'))
  );
}

function describe({ from, to, net, documents, rates, voids, retentions, series }: FiscalMonth): string {
  return [
    `${from} to ${to}`,
    '',
    'type  state     count          base         ITBMS         total',
    ...documents.map(
      (one) => `${one.documentType.padEnd(6)}${one.state.padEnd(9)}${String(one.count).padStart(6)}${amounts(one)}`,
    ),
    `${'net'.padEnd(21)}${amounts(net)}`,
    '',
    'rate %             base         ITBMS',
    ...rates.map(({ rate, base, itbms }) => `${rate.padEnd(9)}${base.padStart(14)}${itbms.padStart(14)}`),
    ...(net.isc === '0' ? [] : [`ISC ${net.isc}`]),
    ...(net.otherTaxes === '0' ? [] : [`other taxes ${net.otherTaxes}`]),
    ...retentions.map(({ code, amount }) => `withheld (code ${code}) ${amount}`),
    ...voids.map((one) => `void: ${one.number} of ${one.issueDay}, voided ${one.voidedDay}, ${one.total}`),
    '',
    ...series.flatMap(({ first, last, count, exceptions }) => [
      `${first} to ${last}: ${count} documents of the month`,
      ...exceptions.map((one) => `  ${one.number} ${one.class}${one.reason === null ? '' : `: ${one.reason}`}`),
    ]),
  ].join('\n');
}

function amounts({ base, itbms, total }: Amounts): string {
  return [base, itbms, total].map((one) => one.padStart(14)).join('');
}
