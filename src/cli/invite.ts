// folio invite: a company without anything, and the link by which its first person comes in to set it up.
import { assertLifetime, createToken, lifetimeMs } from '../access/index.ts';
import { ensureDefaultLocation } from '../catalog/index.ts';
import { createTenant } from '../company/index.ts';
import { systemClock } from '../platform/clock.ts';
import { inTenant, isUserName, USER_NAME_RULE } from '../tenancy/index.ts';
import { USUAL_MOST_TOKEN_DAYS } from '../wiring/config.ts';
import { command, UsageError } from './command.ts';
import { recordCommand } from './record-command.ts';
import { signingSecret } from './tokens.ts';
import { withDatabase } from './with-database.ts';
import { recorded } from './with-tenant.ts';

/** A person reads the mail of the invitation within a week. */
const USUAL_LIFETIME = '7d';

export const inviteCommand = command('invite', async (args) => {
  const { config, options, words } = args;
  const { company = '', user = '', at = '' } = options;
  if (!isUserName(user)) throw new UsageError(`--user must have ${USER_NAME_RULE}.`);
  const address = URL.parse(at);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageError('--at must be the address of the service, such as https://folio.example.');
  const expiresIn = options['expires-in'] ?? USUAL_LIFETIME;
  const lifetime = lifetimeMs(expiresIn);
  if (lifetime === undefined) throw new UsageError('--expires-in must be a lifetime such as 12h or 7d.');
  const now = systemClock.now();
  assertLifetime(new Date(now.getTime() + lifetime), now, config.AUTH_MAX_TOKEN_DAYS ?? USUAL_MOST_TOKEN_DAYS);
  // All that can be refused was by now: no company is left without a way in.
  const secret = await signingSecret(config);
  const wanted = { userName: user, role: 'admin', expiresIn, now, limits: null } as const;
  const { tenantId, token } = await withDatabase(args, async (database) => {
    const tenant = await createTenant(database, { name: company, billingPoint: config.PAC_BILLING_POINT });
    await inTenant(database, tenant, recorded(args, ensureDefaultLocation));
    const made = await createToken(database, tenant, secret, wanted, (db, id) => recordCommand(db, words, [id]));
    return { tenantId: tenant.id, token: made.token };
  });
  const link = `${address.origin}/#token=${token}`;
  return { json: { tenantId, link }, text: `${company} has the id ${tenantId}\n${link}` };
});
