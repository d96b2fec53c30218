// folio session list, end: which browsers are signed in to a company, and one of them signed out.
import { systemClock } from '../platform/clock.ts';
import { endSession, listSessions } from '../access/index.ts';
import { command } from './command.ts';
import { askTenant, changeTenant } from './with-tenant.ts';

export const sessionListCommand = command('session list', async (args) => {
  const sessions = await askTenant(args, (db) => listSessions(db, systemClock.now()));
  const lines = sessions.map(
    (one) =>
      `${one.id}  used ${one.usedAt.toISOString()}  until ${one.endsAt.toISOString()}  ${one.roles.join(',')}  ${one.userName}`,
  );
  return { json: { sessions }, text: lines.join('\n') || 'No sessions.' };
});

export const sessionEndCommand = command('session end', async (args) => {
  const ended = await changeTenant(
    args,
    (db) => endSession(db, args.positionals[0]!.toLowerCase()),
    ({ id }) => [id],
  );
  return { json: ended, text: `The session of ${ended.userName} has ended.` };
});
