// Shared by stories about webhooks: endpoints at a receiver of theirs, its deliveries, and time that passes for it.
import { startReceiver, type Receiver } from './receiver.ts';
import { createWorld, eventually } from './world.ts';
import type { Wanted } from './eventually.ts';
import type { Answer, TestTenant, World, WorldOptions } from './world.ts';

export const CREATE = `mutation ($url: String!, $types: [String!], $description: String) {
  createWebhookEndpoint(url: $url, types: $types, description: $description) { secret endpoint { id url types isEnabled } }
}`;
export const UPDATE = `mutation ($id: UUID!, $url: String, $types: [String!], $isEnabled: Boolean) {
  updateWebhookEndpoint(endpointId: $id, url: $url, types: $types, isEnabled: $isEnabled) { id url types isEnabled disabledReason failingSince }
}`;
const RENAME =
  'mutation ($id: UUID!, $input: UpdateClientInput!) { updateClient(clientId: $id, input: $input) { id } }';
const DELIVERY = 'id eventId eventType state attempts nextAttemptAt httpStatus answer';

export interface Endpoint {
  id: string;
  secret: string;
  path: string;
}

export interface Hooks {
  here: World;
  receiver: Receiver;
  endpoint(shop: TestTenant, types?: string[] | null): Promise<Endpoint>;
  /** Newest first. */
  deliveries(shop: TestTenant, endpoint: Endpoint): Promise<Answer[]>;
  /** The same once they are as wanted. */
  until(shop: TestTenant, endpoint: Endpoint, wanted: Wanted<Answer[]>): Promise<Answer[]>;
  shown(shop: TestTenant, endpoint: Endpoint): Promise<Answer>;
  /** Types of the events about a subject that have arrived. */
  toldOf(endpoint: Endpoint, id: string): string[];
  arrived(endpoint: Endpoint, count: number): Promise<number>;
  /** As if so much time had passed for an endpoint and what waits there. */
  pass(endpoint: Endpoint, ms: number): Promise<void>;
}

export const rename = (shop: TestTenant, id: string, name: string) => shop.get(RENAME, { id, input: { name } });

/** A world of its own, whose webhooks may reach the receiver; to be closed after the stories. */
export async function openHooks(options: Pick<WorldOptions, 'verdictDelayMs'> = {}): Promise<Hooks> {
  const receiver = await startReceiver();
  const here = await createWorld({
    ...options,
    env: { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}`, WEBHOOK_TIMEOUT_MS: '5000' },
  });
  let paths = 0;
  const deliveries = async (shop: TestTenant, { id }: Endpoint): Promise<Answer[]> =>
    (await shop.call(`webhookDeliveries { records { ${DELIVERY} } }`, { endpointId: id, first: 100 })).records;
  return {
    here,
    receiver,
    async endpoint(shop, types = ['client.*']) {
      paths += 1;
      const path = `/hook-${paths}`;
      const { createWebhookEndpoint } = await shop.get(CREATE, { url: receiver.at(path), types });
      return { id: createWebhookEndpoint.endpoint.id, secret: createWebhookEndpoint.secret, path };
    },
    deliveries,
    until: (shop, endpoint, wanted) => eventually(() => deliveries(shop, endpoint), wanted),
    async shown(shop, { id }) {
      const { webhookEndpoints } = await shop.get(
        '{ webhookEndpoints { id url types isEnabled disabledReason disabledAt failingSince previousSecretUntil } }',
      );
      return webhookEndpoints.find((one: Answer) => one.id === id);
    },
    toldOf: ({ path }, id) =>
      receiver
        .told(path)
        .filter(({ data }) => data.id === id)
        .map(({ type }) => type),
    arrived: ({ path }, count) =>
      eventually(
        async () => receiver.received(path).length,
        (length) => length >= count,
      ),
    async pass({ id }, ms) {
      const by = `- ${ms} * interval '1 ms'`;
      await here.query(
        `update webhook_endpoints set failing_since = failing_since ${by}, resumes_at = resumes_at ${by},
           overlap_until = overlap_until ${by} where id = $1`,
        [id],
      );
      await here.query(
        `update webhook_deliveries set next_at = next_at ${by}, first_tried_at = first_tried_at ${by}, created_at = created_at ${by}
         where endpoint_id = $1 and state = 'PENDING'`,
        [id],
      );
    },
  };
}
