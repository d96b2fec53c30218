// folio tenant create: a new tenant with its default location.
import { ensureDefaultLocation } from '../catalog/index.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import { createTenant } from '../company/index.ts';
import { inTenant } from '../tenancy/index.ts';
import { command, UsageError, type Terminal } from './command.ts';
import { withDatabase } from './with-database.ts';
import { recorded } from './with-tenant.ts';

export const tenantCreateCommand = command('tenant create', async (args) => {
  const { config, options, terminal } = args;
  const { name = '', 'pac-company-id': pacCompanyId, 'time-zone': timeZone } = options;
  const ruc = options['ruc']?.trim();
  const dv = checkDigits(ruc, options['dv']?.trim(), terminal);
  const input = { name, ruc, dv, pacCompanyId, timeZone, billingPoint: config.PAC_BILLING_POINT };
  const made = await withDatabase(args, async (database) => {
    const tenant = await createTenant(database, input);
    await inTenant(database, tenant, recorded(args, ensureDefaultLocation));
    return tenant;
  });
  const next = `Next: npm run folio -- token create --tenant ${made.id} --user me --role admin`;
  return {
    json: { id: made.id, name, pacCompanyId: made.pacCompanyId },
    text: `Tenant ${name} has the id ${made.id}\n${next}`,
  };
});

/** Only warns: not every form of the RUC has rules that are known for sure, and the PAC has the last word. */
function checkDigits(ruc: string | undefined, dv: string | undefined, terminal: Terminal): string | undefined {
  if (dv !== undefined && !/^\d{1,2}$/.test(dv)) throw new UsageError('--dv must be one or two digits.');
  if (ruc === undefined) {
    if (dv !== undefined) throw new UsageError('--dv belongs to --ruc, which is missing.');
    return undefined;
  }
  const computed = rucCheckDigits(ruc, rucHolder(ruc, dv ?? null, 'JURIDICO'));
  if (parseRuc(ruc) === null || computed === null) {
    terminal.write(`Warning: ${ruc} has none of the forms of a RUC that are known.\n`);
    return dv;
  }
  if (dv === undefined) return computed;
  if (dv.padStart(2, '0') !== computed) {
    terminal.write(`Warning: the check digits of ${ruc} should be ${computed}, not ${dv}.\n`);
  }
  return dv.padStart(2, '0');
}
