// The keys that this process works with, by the names under which they are configured; and when one has been in use for long.
import type { DatabaseContext } from '../tenancy/index.ts';
import { keysSince, type NamedKeys } from '../access/index.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Config } from './config.ts';

export function keysInUse(config: Config, secrets?: Secrets): NamedKeys {
  const isOurs = config.AUTH_JWKS_URL === undefined && config.AUTH_JWT_SECRET === undefined;
  const { AUTH_JWT_SECRET, AUTH_JWT_SECRET_SECONDARY, METRICS_TOKEN, METRICS_TOKEN_SECONDARY, pac } = config;
  return {
    AUTH_JWT_SECRET: isOurs ? secrets?.jwtSecret : AUTH_JWT_SECRET,
    AUTH_JWT_SECRET_SECONDARY: isOurs ? secrets?.jwtSecretSecondary : AUTH_JWT_SECRET_SECONDARY,
    PAC_API_KEY: pac?.apiKey,
    PAC_API_KEY_SECONDARY: pac?.secondaryKey,
    PAC_WEBHOOK_SECRET: pac?.webhookSecret,
    PAC_WEBHOOK_SECRET_SECONDARY: pac?.secondaryWebhookSecret,
    METRICS_TOKEN,
    METRICS_TOKEN_SECONDARY,
    AUTH_OIDC_CLIENT_SECRET: config.AUTH_OIDC_CLIENT_SECRET,
    AWS_SECRET_ACCESS_KEY: config.AWS_SECRET_ACCESS_KEY,
  };
}

export async function keyAges(
  context: DatabaseContext,
  keys: NamedKeys,
  now: Date,
): Promise<{ name: string; seconds: number }[]> {
  const ages = await keysSince(context, keys);
  return ages.map(({ name, since }) => ({ name, seconds: Math.max(0, (now.getTime() - since.getTime()) / 1000) }));
}
