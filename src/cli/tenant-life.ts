// folio tenant suspend, resume, close: reads go on and nothing is filed; what waited is woken; no one signs in any more.
import { findLostOf } from '../certification/index.ts';
import { inTenant, type Tenant } from '../tenancy/index.ts';
import { closeTenant, resumeTenant, suspendTenant } from '../company/index.ts';
import { command, required, UsageError, type Call } from './command.ts';
import { logTo } from './log-to.ts';
import { cliActor } from './record-command.ts';
import { settingsOf } from './tenant-settings.ts';
import { withJobs } from './with-app.ts';
import { changeTenant, recorded, withTenant } from './with-tenant.ts';

export const tenantSuspendCommand = command('tenant suspend', async (args) => {
  const tenant = await changeTenant(args, suspendTenant);
  return { json: settingsOf(tenant), text: `${tenant.name} is suspended since ${tenant.suspendedAt!.toISOString()}.` };
});

export const tenantResumeCommand = command('tenant resume', (args) =>
  withTenant(args, async (database, before) => {
    if (before.closedAt !== null) assertNamed(before, args, 'reopen');
    const tenant = await inTenant(database, before, recorded(args, resumeTenant));
    const log = logTo(args.terminal, args.config.LOG_LEVEL);
    const woken = await withJobs(args, database, (jobs) => findLostOf({ db: database.db, jobs, log }, tenant));
    return { json: { ...settingsOf(tenant), woken }, text: `${tenant.name} works again; ${woken} duties were woken.` };
  }),
);

export const tenantCloseCommand = command('tenant close', async (args) => {
  const { 'documents-under-way': left } = args.options;
  if (left !== undefined && left !== 'leave') throw new UsageError('--documents-under-way can only be leave.');
  const { tenant, revokedTokens, underWay } = await withTenant(args, (database, open) => {
    assertNamed(open, args, 'confirm');
    const close = recorded(args, (db) => closeTenant(db, cliActor(), { leavesOpen: left === 'leave' }));
    return inTenant(database, open, close);
  });
  return {
    json: { ...settingsOf(tenant), revokedTokens, documentsUnderWay: underWay },
    text: `${tenant.name} is closed; ${revokedTokens} tokens were revoked.`,
  };
});

/** So that a wrong id does not end the wrong business. */
function assertNamed(tenant: Tenant, { options }: Call, name: string): void {
  if (required(options, name) !== tenant.name) {
    throw new UsageError(`--${name} must be the name of the tenant ${tenant.id}.`);
  }
}
