// folio webhook list, enable: where a tenant's events are sent, and one that was disabled goes on.
import { enableEndpoint, findEndpoint, listEndpoints, type WebhookEndpoint } from '../webhooks/index.ts';
import { isUuid } from '../platform/uuid.ts';
import { command, shown, UsageError } from './command.ts';
import { askTenant, changeTenant } from './with-tenant.ts';

export const webhookListCommand = command('webhook list', async (args) => {
  const endpoints = await askTenant(args, listEndpoints);
  return { json: endpoints.map(columns), text: endpoints.map(line).join('\n') || 'There are none.' };
});

export const webhookEnableCommand = command('webhook enable', async (args) => {
  const id = args.options['endpoint']!.toLowerCase();
  if (!isUuid(id)) throw new UsageError('--endpoint is no id; folio webhook list shows them.');
  const change = async (db: Parameters<typeof findEndpoint>[0]) => {
    await findEndpoint(db, id);
    await enableEndpoint(db, id);
    return findEndpoint(db, id);
  };
  const endpoint = await changeTenant(args, change, () => [id]);
  return { json: columns(endpoint), text: line(endpoint) };
});

function columns(endpoint: WebhookEndpoint) {
  return shown(endpoint, 'id', 'url', 'types', 'is_enabled', 'disabled_reason', 'disabled_at', 'failing_since');
}

function line({ id, url, disabled_reason, disabled_at, failing_since }: WebhookEndpoint): string {
  const failing = failing_since === null ? 'works' : `fails since ${failing_since.toISOString()}`;
  return `${id}  ${url}  ${disabled_at === null ? failing : `disabled since ${disabled_at.toISOString()}: ${disabled_reason}`}`;
}
