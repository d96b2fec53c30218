// folio tenant create: a new tenant with its default location.
import { ensureDefaultLocation } from '../catalog/index.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import { createTenant, inTenant } from '../tenancy/index.ts';
import { required, UsageError, type Command, type Terminal } from './command.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

export const tenantCreateCommand: Command = {
  words: 'tenant create',
  summary: 'makes a tenant, with its default location',
  usage: '--name NAME [--ruc RUC --dv DV] [--pac-company-id ID] [--time-zone ZONE]',
  details: [
    '  --name NAME           what the business is called',
    '  --ruc RUC             its tax number, such as 155596713-2-2015',
    '  --dv DV               the two check digits of the RUC; computed when left out',
    '  --pac-company-id ID   its company at the PAC; without it nothing can be certified',
    '  --time-zone ZONE      IANA name, default America/Panama',
  ].join('\n'),
  options: ['name', 'ruc', 'dv', 'pac-company-id', 'time-zone'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const name = required(options, 'name');
    const ruc = options['ruc']?.trim();
    const dv = checkDigits(ruc, options['dv']?.trim(), terminal);
    const input = {
      ...{ name, ruc, dv, pacCompanyId: options['pac-company-id'], timeZone: options['time-zone'] },
      billingPoint: config.PAC_BILLING_POINT,
    };
    const { id, pacCompanyId } = await withDatabase(config, async (database) => {
      const tenant = await createTenant(database, input);
      await inTenant(database, tenant, async (db) => {
        await ensureDefaultLocation(db);
        await recordCommand(db, tenantCreateCommand.words, [tenant.id]);
      });
      return tenant;
    });
    const next = `Next: npm run folio -- token create --tenant ${id} --user me --role admin`;
    return { json: { id, name, pacCompanyId }, text: `Tenant ${name} has the id ${id}\n${next}` };
  },
};

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
