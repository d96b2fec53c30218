// folio invite: a company without anything and the link by which its first person comes in; or a link for a person of a company that is there.
import { inviteMember, lifetimeMs } from '../access/index.ts';
import { ensureDefaultLocation } from '../catalog/index.ts';
import { createTenant } from '../company/index.ts';
import { systemClock } from '../platform/clock.ts';
import { inTenant, isUserName, ROLES, USER_NAME_RULE } from '../tenancy/index.ts';
import { command, CommandError, UsageError } from './command.ts';
import { signingSecret } from './tokens.ts';
import { withDatabase } from './with-database.ts';
import { recorded, tenantWith } from './with-tenant.ts';

/** A person reads the mail of the invitation within a week, and a link that signs in is not for longer than a month. */
const USUAL_LIFETIME = '7d';
const LONGEST_MS = 31 * 86_400_000;

export const inviteCommand = command('invite', async (args) => {
  const { config, options } = args;
  const { company, tenant: tenantId, user: userName = '', at = '' } = options;
  if ((company === undefined) === (tenantId === undefined)) throw new UsageError('Give --company or --tenant.');
  if (!isUserName(userName)) throw new UsageError(`--user must have ${USER_NAME_RULE}.`);
  const role = ROLES.find((one) => one === (options['role'] ?? 'admin'));
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  const address = URL.parse(at);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageError('--at must be the address of the service, such as https://folio.example.');
  const lastsMs = lifetimeMs(options['expires-in'] ?? USUAL_LIFETIME);
  if (lastsMs === undefined || lastsMs > LONGEST_MS)
    throw new UsageError('--expires-in must be a lifetime such as 12h or 7d, of at most 31d.');
  // All that can be refused was by now: no company is left without a way in. Where a provider has the people, it invites them.
  await signingSecret(config);
  const made = await withDatabase(args, async (database) => {
    const tenant =
      tenantId === undefined
        ? await createTenant(database, { name: company!, billingPoint: config.PAC_BILLING_POINT })
        : await tenantWith(database, tenantId);
    if (tenant.closedAt !== null) throw new CommandError(`${tenant.name} is closed: no one signs in there.`);
    if (tenantId === undefined) await inTenant(database, tenant, recorded(args, ensureDefaultLocation));
    const invite = recorded(
      args,
      (db) => inviteMember(db, { userName, role, lastsMs }, systemClock.now()),
      ({ id }) => [id],
    );
    return { tenant, ...(await inTenant(database, tenant, invite)) };
  });
  const link = `${address.origin}/#invitation=${made.code}`;
  return {
    json: { tenantId: made.tenant.id, link },
    text: `${made.tenant.name} has the id ${made.tenant.id}\n${link}`,
  };
});
