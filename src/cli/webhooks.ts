// folio webhook list, enable: where a tenant's events are sent, and one that was disabled goes on.
import { inTenant } from '../tenancy/index.ts';
import { enableEndpoint, findEndpoint, listEndpoints, type WebhookEndpoint } from '../webhooks/index.ts';
import { isUuid } from '../platform/uuid.ts';
import { required, UsageError, type Command } from './command.ts';
import { recordCommand } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const webhookListCommand: Command = {
  words: 'webhook list',
  summary: "lists the endpoints that a tenant's events are sent to, and how they are",
  usage: '--tenant ID',
  options: ['tenant'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const endpoints = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), listEndpoints),
    );
    return { json: endpoints.map(shown), text: endpoints.map(told).join('\n') || 'There are none.' };
  },
};

export const webhookEnableCommand: Command = {
  words: 'webhook enable',
  summary: 'enables an endpoint that was disabled; it goes on from where it stood',
  usage: '--tenant ID --endpoint ID',
  options: ['tenant', 'endpoint'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const endpointId = required(options, 'endpoint').toLowerCase();
    if (!isUuid(endpointId)) throw new UsageError('--endpoint is no id; folio webhook list shows them.');
    const endpoint = await withDatabase(config, async (database) =>
      inTenant(database, await tenantWith(database, id), async (db) => {
        await findEndpoint(db, endpointId);
        await enableEndpoint(db, endpointId);
        await recordCommand(db, webhookEnableCommand.words, [endpointId]);
        return findEndpoint(db, endpointId);
      }),
    );
    return { json: shown(endpoint), text: told(endpoint) };
  },
};

function shown({ id, url, types, is_enabled, disabled_reason, disabled_at, failing_since }: WebhookEndpoint) {
  return {
    id,
    url,
    types,
    isEnabled: is_enabled,
    disabledReason: disabled_reason,
    disabledAt: disabled_at,
    failingSince: failing_since,
  };
}

function told({ id, url, disabled_reason, disabled_at, failing_since }: WebhookEndpoint): string {
  const failing = failing_since === null ? 'works' : `fails since ${failing_since.toISOString()}`;
  return `${id}  ${url}  ${disabled_at === null ? failing : `disabled since ${disabled_at.toISOString()}: ${disabled_reason}`}`;
}
