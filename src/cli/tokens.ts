// folio token create, list, revoke: bearer tokens for users of a tenant, where we sign our tokens ourselves.
import { USUAL_MOST_TOKEN_DAYS, type Config } from '../wiring/config.ts';
import { systemClock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { readSecrets } from '../platform/secrets.ts';
import { isUuid } from '../platform/uuid.ts';
import { parseDecimal } from '../platform/decimal.ts';
import { ACT_KINDS, inTenant, isUserName, ROLES, USER_NAME_RULE, type ActKind, type Limits } from '../tenancy/index.ts';
import { assertLifetime, createToken, lifetimeMs, listTokens, revokeToken, type ApiToken } from '../access/index.ts';
import { apiFields, command, CommandError, UsageError } from './command.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';
import { askTenant, tenantsFor, withTenant } from './with-tenant.ts';

export const tokenCreateCommand = command('token create', async (args) => {
  const { config, options, words } = args;
  const userName = options['user']!;
  if (!isUserName(userName)) throw new UsageError(`--user must have ${USER_NAME_RULE}.`);
  const role = ROLES.find((one) => one === options['role']);
  if (!role) {
    throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not ${JSON.stringify(options['role'])}.`);
  }
  const mostDays = config.AUTH_MAX_TOKEN_DAYS ?? USUAL_MOST_TOKEN_DAYS;
  const expiresIn = options['expires-in'] ?? `${Math.min(30, mostDays)}d`;
  const lifetime = lifetimeMs(expiresIn);
  if (lifetime === undefined) {
    throw new UsageError(`--expires-in ${JSON.stringify(expiresIn)} is no lifetime such as 12h or 30d.`);
  }
  const now = systemClock.now();
  assertLifetime(new Date(now.getTime() + lifetime), now, mostDays);
  const limits = limitsOf(options);
  const secret = await signingSecret(config);
  const { token, id } = await withTenant(args, (database, tenant) => {
    if (tenant.closedAt !== null) throw new CommandError(`${tenant.name} is closed: no token signs in there.`);
    const wanted = { userName, role, expiresIn, now, limits };
    return createToken(database, tenant, secret, wanted, (db, made) => recordCommand(db, words, [made]));
  });
  return { json: { token, id }, text: token };
});

function limitsOf(options: Readonly<Record<string, string | undefined>>): Limits | null {
  const { agent, acts } = options;
  if (agent === undefined) return null;
  const list = (text: string | undefined) => text?.split(',').map((one) => one.trim()) ?? [];
  const amount = (name: string): string | undefined => {
    const text = options[name];
    if (text !== undefined && parseDecimal(text) === undefined) throw new UsageError(`--${name} must be an amount.`);
    return text;
  };
  const kinds = list(acts);
  const strange = kinds.find((kind) => !(kind in ACT_KINDS));
  if (strange !== undefined)
    throw new UsageError(`--acts are of ${Object.keys(ACT_KINDS).join(', ')}, not ${JSON.stringify(strange)}.`);
  const officeIds = options['offices'] === undefined ? null : list(options['offices']);
  if (officeIds?.some((id) => !isUuid(id))) throw new UsageError('--offices are ids, as folio office list shows them.');
  return {
    ...{ agent, acts: kinds as ActKind[], officeIds, amountPerAct: amount('per-act'), amountPerDay: amount('per-day') },
    approvalAbove: amount('approval-above'),
  };
}

export async function signingSecret(config: Config): Promise<string> {
  if (config.AUTH_JWKS_URL !== undefined) {
    throw new CommandError(
      `Tokens are issued by the identity provider behind AUTH_JWKS_URL (${config.AUTH_JWKS_URL}); ask it for one, ` +
        `with the claims ${config.AUTH_USER_CLAIM}, ${config.AUTH_TENANT_CLAIM} and ${config.AUTH_ROLES_CLAIM}.`,
    );
  }
  return config.AUTH_JWT_SECRET ?? (await readSecrets(config.DATA_DIR)).jwtSecret;
}

export const tokenListCommand = command('token list', async (args) => {
  const tokens = await askTenant(args, listTokens);
  const json = tokens.map((token) => ({
    id: token.id,
    user: token.user_name,
    limits: token.limits,
    ...apiFields(token, 'role', 'created_at', 'expires_at', 'last_used_at', 'revoked_at', 'revoked_by'),
  }));
  return { json: { tokens: json }, text: tokens.map(line).join('\n') || 'No tokens.' };
});

function line(token: ApiToken): string {
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  const used = token.last_used_at ? `used ${day(token.last_used_at)}` : 'never used';
  const end = token.revoked_at ? `revoked ${day(token.revoked_at)}` : `until ${day(token.expires_at)}`;
  return `${token.id}  ${token.role.padEnd(8)}  made ${day(token.created_at)}  ${used.padEnd(15)}  ${end.padEnd(18)}  ${token.limits ? `${token.limits.agent} for ` : ''}${token.user_name}`;
}

export const tokenRevokeCommand = command('token revoke', async (args) => {
  const [value = ''] = args.positionals;
  const id = value.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`${JSON.stringify(value)} is no token id; it looks like a UUID.`);
  const revoked = await withDatabase(args, async (database): Promise<ApiToken | undefined> => {
    for (const tenant of await tenantsFor(database, args)) {
      const token = await inTenant(database, tenant, async (db) => {
        const found = await revokeToken(db, id, cliActor()).catch(unlessNotFound);
        if (found) await recordCommand(db, args.words, [id]);
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
});

/** The token may be another tenant's. */
function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
}
