// folio token create: a bearer token for a user of a tenant, where we sign our tokens ourselves.
import { USUAL_MOST_TOKEN_DAYS, type Config } from '../wiring/config.ts';
import { systemClock } from '../platform/clock.ts';
import { readSecrets } from '../platform/secrets.ts';
import {
  assertLifetime,
  createToken,
  isUserName,
  lifetimeMs,
  ROLES,
  USER_NAME_RULE,
  type Role,
} from '../tenancy/index.ts';
import { CommandError, required, UsageError, type Command } from './command.ts';
import { recordCommand } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const tokenCreateCommand: Command = {
  words: 'token create',
  summary: 'makes a bearer token for a user of a tenant',
  usage: `--tenant ID --user NAME --role ${ROLES.join('|')} [--expires-in 30d]`,
  details: [
    '  --role ROLE         viewer asks; operator also sells, buys and counts; admin also voids',
    '  --expires-in TIME   a number and s, m, h or d, default 30d; at most AUTH_MAX_TOKEN_DAYS, or 366 days',
    '',
    'The token is shown this once. What is kept is its id, by which it can be revoked, and a digest.',
  ].join('\n'),
  options: ['tenant', 'user', 'role', 'expires-in'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const userName = required(options, 'user');
    if (!isUserName(userName)) {
      throw new UsageError(`--user must have ${USER_NAME_RULE}.`);
    }
    const role = roleOf(required(options, 'role'));
    const mostDays = config.AUTH_MAX_TOKEN_DAYS ?? USUAL_MOST_TOKEN_DAYS;
    const expiresIn = options['expires-in'] ?? `${Math.min(30, mostDays)}d`;
    const lifetime = lifetimeMs(expiresIn);
    if (lifetime === undefined) {
      throw new UsageError(`--expires-in ${JSON.stringify(expiresIn)} is no lifetime such as 12h or 30d.`);
    }
    const now = systemClock.now();
    assertLifetime(new Date(now.getTime() + lifetime), now, mostDays);
    const secret = await signingSecret(config);
    const made = await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      if (tenant.closedAt !== null) throw new CommandError(`${tenant.name} is closed: no token signs in there.`);
      const wanted = { userName, role, expiresIn, now };
      return createToken(database, tenant, secret, wanted, (db, token) =>
        recordCommand(db, tokenCreateCommand.words, [token]),
      );
    });
    return { json: { token: made.token, id: made.id }, text: made.token };
  },
};

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not ${JSON.stringify(text)}.`);
  return role;
}

async function signingSecret(config: Config): Promise<string> {
  if (config.AUTH_JWKS_URL !== undefined) {
    throw new CommandError(
      `Tokens are issued by the identity provider behind AUTH_JWKS_URL (${config.AUTH_JWKS_URL}); ask it for one, ` +
        `with the claims ${config.AUTH_USER_CLAIM}, ${config.AUTH_TENANT_CLAIM} and ${config.AUTH_ROLES_CLAIM}.`,
    );
  }
  return config.AUTH_JWT_SECRET ?? (await readSecrets(config.DATA_DIR)).jwtSecret;
}
