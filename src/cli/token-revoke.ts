// folio token revoke: ends a token before its time.
import { inTenant, revokeToken, type ApiToken } from '../tenancy/index.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { isUuid, tenantId, tenantsFor } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const tokenRevokeCommand: Command = {
  words: 'token revoke',
  summary: 'ends a token before its time, by its id',
  usage: 'ID [--tenant ID]',
  details: [
    '  ID            as `folio token list` shows it',
    '  --tenant ID   looks only there; else in all tenants',
    '',
    'Every process refuses it within five seconds.',
  ].join('\n'),
  options: ['tenant'],
  positionals: 1,
  async run({ config, options, positionals }) {
    const id = positionals[0]!.toLowerCase();
    if (!isUuid(id)) throw new UsageError(`${JSON.stringify(positionals[0])} is no token id; it looks like a UUID.`);
    const only = options['tenant'] === undefined ? undefined : tenantId(options);
    const revoked = await withDatabase(config, async (database): Promise<ApiToken | undefined> => {
      for (const tenant of await tenantsFor(database, only)) {
        const token = await inTenant(database, tenant, (db) => revokeToken(db, id, 'folio token revoke'));
        if (token) return token;
      }
      return undefined;
    });
    if (!revoked) throw new CommandError(`There is no token ${id}.`);
    return {
      json: { id, revokedAt: revoked.revoked_at },
      text: `The token of ${revoked.user_name} ended ${revoked.revoked_at!.toISOString()}.`,
    };
  },
};
