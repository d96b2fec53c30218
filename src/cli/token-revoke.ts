// folio token revoke: ends a token before its time.
import { DomainError } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant, revokeToken, type ApiToken } from '../tenancy/index.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { tenantId, tenantsFor } from './tenants.ts';
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
        const token = await inTenant(database, tenant, async (db) => {
          const found = await revokeToken(db, id, cliActor()).catch(unlessNotFound);
          if (found) await recordCommand(db, tokenRevokeCommand.words, [id]);
          return found;
        });
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

/** The token may be another tenant's. */
function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
}
