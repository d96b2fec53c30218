// folio contingency start, end, show: declares that the PAC or the DGI is down for a tenant, and that it is back.
import { endContingency, lastContingencies, startContingency } from '../certification/index.ts';
import { CONTINGENCY } from '../fiscal/issue-type.ts';
import { systemClock } from '../platform/clock.ts';
import { inTenant } from '../tenancy/index.ts';
import { openJobs } from '../wiring/app.ts';
import { required, UsageError, type Command } from './command.ts';
import { logTo } from './log-to.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const { reasonLength, hoursUnexplained } = CONTINGENCY;
const EXPLANATION = `  --explanation TEXT   where it lasts for more than ${hoursUnexplained} hours: why normal operation was not resumed`;

export const contingencyStartCommand: Command = {
  words: 'contingency start',
  summary: 'documents of a tenant are made in contingency from now on, and are not sent',
  usage: '--tenant ID --reason TEXT [--since TIME] [--explanation TEXT]',
  details: [
    `  --reason TEXT        what is down, in ${reasonLength.least} to ${reasonLength.most} characters; it is sent to the PAC`,
    '  --since TIME         since when, such as 2026-11-22T08:00:00-05:00; default: now',
    EXPLANATION,
  ].join('\n'),
  options: ['tenant', 'reason', 'since', 'explanation'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const reason = required(options, 'reason');
    const since = options['since'] === undefined ? null : new Date(options['since']);
    if (since !== null && Number.isNaN(since.getTime())) throw new UsageError('--since must be a time.');
    const started = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), async (db) => {
        const given = { reason, startedAt: since, explanation: options['explanation'] };
        const begun = await startContingency({ clock: systemClock }, db, given, cliActor());
        await recordCommand(db, contingencyStartCommand.words, [id]);
        return begun;
      }),
    );
    return {
      json: started,
      text: `A contingency is open since ${started.started_at.toISOString()}: ${started.reason}`,
    };
  },
};

export const contingencyEndCommand: Command = {
  words: 'contingency end',
  summary: 'ends the contingency of a tenant: what was made in it is sent',
  usage: '--tenant ID [--explanation TEXT]',
  details: EXPLANATION,
  options: ['tenant', 'explanation'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const id = tenantId(options);
    return withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      const jobs = await openJobs({
        config: { ...config, ROLE: 'api' },
        database,
        log: logTo(terminal, config.LOG_LEVEL),
      });
      try {
        const ended = await inTenant(database, tenant, async (db) => {
          const done = await endContingency({ clock: systemClock, jobs }, db, options['explanation'], cliActor());
          await recordCommand(db, contingencyEndCommand.words, [id]);
          return done;
        });
        return {
          json: ended,
          text: `The contingency ended at ${ended.ended_at!.toISOString()}; what was made in it is sent.`,
        };
      } finally {
        await jobs.stop();
      }
    });
  },
};

export const contingencyShowCommand: Command = {
  words: 'contingency show',
  summary: 'shows the contingencies of a tenant, newest first',
  usage: '--tenant ID',
  options: ['tenant'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const contingencies = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), (db) => lastContingencies(db, 100)),
    );
    const lines = contingencies.map(
      ({ started_at: from, ended_at: to, reason }) =>
        `${from.toISOString()}  ${to?.toISOString() ?? 'open'.padEnd(24)}  ${reason}`,
    );
    return { json: { contingencies }, text: lines.join('\n') || 'There was none.' };
  },
};
