// folio contingency start, end, show: declares that the PAC or the DGI is down for a tenant, and that it is back.
import { endContingency, lastContingencies, startContingency } from '../certification/index.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { inTenant } from '../tenancy/index.ts';
import { command, UsageError } from './command.ts';
import { cliActor } from './record-command.ts';
import { withJobs } from './with-app.ts';
import { askTenant, changeTenant, recorded, withTenant } from './with-tenant.ts';

export const contingencyStartCommand = command('contingency start', async (args) => {
  const { reason, since, explanation } = args.options;
  const startedAt = since === undefined ? null : new Date(since);
  if (startedAt !== null && Number.isNaN(startedAt.getTime())) throw new UsageError('--since must be a time.');
  const started = await changeTenant(args, (db) =>
    startContingency({ clock }, db, { reason: reason!, startedAt, explanation }, cliActor()),
  );
  return { json: started, text: `A contingency is open since ${started.started_at.toISOString()}: ${started.reason}` };
});

export const contingencyEndCommand = command('contingency end', async (args) => {
  const { explanation } = args.options;
  const ended = await withTenant(args, (database, tenant) =>
    withJobs(args, database, (jobs) =>
      inTenant(
        database,
        tenant,
        recorded(args, (db) => endContingency({ clock, jobs }, db, explanation, cliActor())),
      ),
    ),
  );
  return {
    json: ended,
    text: `The contingency ended at ${ended.ended_at!.toISOString()}; what was made in it is sent.`,
  };
});

export const contingencyShowCommand = command('contingency show', async (args) => {
  const contingencies = await askTenant(args, (db) => lastContingencies(db, 100));
  const lines = contingencies.map(
    ({ started_at: from, ended_at: to, reason }) =>
      `${from.toISOString()}  ${to?.toISOString() ?? 'open'.padEnd(24)}  ${reason}`,
  );
  return { json: { contingencies }, text: lines.join('\n') || 'There was none.' };
});
