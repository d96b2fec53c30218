// folio tenant suspend, resume, close: reads go on and nothing is filed; what waited is woken; no one signs in any more.
import { findLostOf } from '../certification/index.ts';
import { closeTenant, inTenant, resumeTenant, suspendTenant, type Tenant } from '../tenancy/index.ts';
import { openJobs } from '../wiring/app.ts';
import { required, UsageError, type Command, type Input } from './command.ts';
import { logTo } from './log-to.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { shown } from './tenant-settings.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const tenantSuspendCommand: Command = {
  words: 'tenant suspend',
  summary: 'stops all changes and everything that is sent of a tenant; questions are answered on',
  usage: '--tenant ID',
  details: [
    'From this moment nothing more of it is sent to the PAC; mutations are refused with TENANT_SUSPENDED within five',
    'seconds. What is at the PAC already gets its verdict and its PDF. See: folio tenant resume',
  ].join('\n'),
  options: ['tenant'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const tenant = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), async (db) => {
        const suspended = await suspendTenant(db);
        await recordCommand(db, tenantSuspendCommand.words, [id]);
        return suspended;
      }),
    );
    return {
      json: shown(tenant),
      text: `${tenant.name} is suspended since ${tenant.suspendedAt!.toISOString()}.`,
    };
  },
};

export const tenantResumeCommand: Command = {
  words: 'tenant resume',
  summary: 'ends the suspension of a tenant, and wakes what waited',
  usage: '--tenant ID [--reopen NAME]',
  details:
    '  --reopen NAME   opens a tenant again that is closed: its name, as it stands there; its tokens stay revoked',
  options: ['tenant', 'reopen'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const id = tenantId(options);
    return withDatabase(config, async (database) => {
      const before = await tenantWith(database, id);
      if (before.closedAt !== null) assertNamed(before, options, 'reopen');
      const tenant = await inTenant(database, before, async (db) => {
        const resumed = await resumeTenant(db);
        await recordCommand(db, tenantResumeCommand.words, [id]);
        return resumed;
      });
      const log = logTo(terminal, config.LOG_LEVEL);
      const jobs = await openJobs({ config: { ...config, ROLE: 'api' }, database, log });
      try {
        const woken = await findLostOf({ db: database.db, jobs, log }, tenant);
        return { json: { ...shown(tenant), woken }, text: `${tenant.name} works again; ${woken} duties were woken.` };
      } finally {
        await jobs.stop();
      }
    });
  },
};

export const tenantCloseCommand: Command = {
  words: 'tenant close',
  summary: 'ends a tenant: tokens are revoked, no one signs in, and its data stays',
  usage: '--tenant ID --confirm NAME [--documents-under-way leave]',
  details: [
    '  --confirm NAME               its name, as it stands there',
    '  --documents-under-way leave  also while documents are to be sent, or have no answer or verdict; what was not sent never is',
    '',
    'The law wants its documents for five years: nothing is removed, and `folio tenant export` goes on.',
  ].join('\n'),
  options: ['tenant', 'confirm', 'documents-under-way'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const underWay = options['documents-under-way'];
    if (underWay !== undefined && underWay !== 'leave') {
      throw new UsageError('--documents-under-way can only be leave.');
    }
    const closed = await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      assertNamed(tenant, options, 'confirm');
      return inTenant(database, tenant, async (db) => {
        const done = await closeTenant(db, cliActor(), { leavesOpen: underWay === 'leave' });
        await recordCommand(db, tenantCloseCommand.words, [id]);
        return done;
      });
    });
    const { tenant, revokedTokens } = closed;
    return {
      json: { ...shown(tenant), revokedTokens, documentsUnderWay: closed.underWay },
      text: `${tenant.name} is closed; ${revokedTokens} tokens were revoked.`,
    };
  },
};

/** So that a wrong id does not end the wrong business. */
function assertNamed(tenant: Tenant, options: Input['options'], name: string): void {
  if (required(options, name) !== tenant.name) {
    throw new UsageError(`--${name} must be the name of the tenant ${tenant.id}.`);
  }
}
