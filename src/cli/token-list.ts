// folio token list: the tokens that we have made for a tenant, and what became of them.
import { inTenant, listTokens, type ApiToken } from '../tenancy/index.ts';
import type { Command } from './command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const tokenListCommand: Command = {
  words: 'token list',
  summary: 'shows the tokens of a tenant, newest first',
  usage: '--tenant ID',
  details: 'Tokens that an earlier release made are not among them; they end when they expire.',
  options: ['tenant'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const tokens = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), listTokens),
    );
    return { json: { tokens: tokens.map(shown) }, text: table(tokens) };
  },
};

function shown(token: ApiToken) {
  return {
    id: token.id,
    user: token.user_name,
    role: token.role,
    createdAt: token.created_at,
    expiresAt: token.expires_at,
    lastUsedAt: token.last_used_at,
    revokedAt: token.revoked_at,
    revokedBy: token.revoked_by,
  };
}

function table(tokens: readonly ApiToken[]): string {
  if (tokens.length === 0) return 'No tokens.';
  const lines = tokens.map((token) => {
    const day = (at: Date): string => at.toISOString().slice(0, 10);
    const used = token.last_used_at ? `used ${day(token.last_used_at)}` : 'never used';
    const end = token.revoked_at ? `revoked ${day(token.revoked_at)}` : `until ${day(token.expires_at)}`;
    return `${token.id}  ${token.role.padEnd(8)}  made ${day(token.created_at)}  ${used.padEnd(15)}  ${end.padEnd(18)}  ${token.user_name}`;
  });
  return lines.join('\n');
}
