// Webhooks in the contract: where events are sent, and what became of each.
import { readPlace } from '../events/graphql.ts';
import { builder, objectType, type PageInfo, PageInfoType } from '../graphql/builder.ts';
import { readNumberCursor, writeCursor } from '../graphql/cursor.ts';
import { withinBounds } from '../graphql/limits.ts';
import { mutation } from '../graphql/mutation.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { CreatedSecretType, lostOne, overlapMs, REMEDY, rememberedSecret } from '../company/graphql.ts';
import { findDelivery, listDeliveries, replayDelivery, sendTest, type WebhookDelivery } from './deliveries.ts';
import type { WebhooksContext } from './deliver.ts';
import {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  replayFrom,
  rotateSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from './endpoints.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';

declare module '../graphql/context.ts' {
  interface App extends WebhooksContext {}
}

const WebhookDisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  values: ['ASKED', 'GONE', 'FAILING'] as const,
});

const WebhookDeliveryStateEnum = builder.enumType('WebhookDeliveryState', {
  values: ['PENDING', 'DELIVERED', 'FAILED'] as const,
});

const WebhookEndpointType = objectType<WebhookEndpoint>('WebhookEndpoint', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  url: t.exposeString('url'),
  types: t.exposeStringList('types', { nullable: true, description: 'Null: all.' }),
  description: t.exposeString('description', { nullable: true }),
  isEnabled: t.exposeBoolean('is_enabled'),
  disabledReason: t.expose('disabled_reason', { type: WebhookDisabledReasonEnum, nullable: true }),
  ...columnsOrNull(t, 'DateTime', 'disabled_at', 'failing_since'),
  previousSecretUntil: t.expose('overlap_until', { type: 'DateTime', nullable: true }),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));

const WebhookDeliveryType = objectType<WebhookDelivery>('WebhookDelivery', (t) => ({
  ...columns(t, 'UUID', 'id', 'endpoint_id', 'event_id'),
  eventType: t.exposeString('type'),
  state: t.expose('state', { type: WebhookDeliveryStateEnum }),
  attempts: t.exposeInt('attempts'),
  nextAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Not before; an earlier event about the same thing is waited for. Null: none.',
    resolve: ({ state, next_at }) => (state === 'PENDING' ? next_at : null),
  }),
  lastAttemptAt: t.expose('last_tried_at', { type: 'DateTime', nullable: true }),
  ...columnsOrNull(t, 'Int', 'http_status'),
  ...columnsOrNull(t, 'String', 'answer'),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));

type CreatedEndpoint = { id: string; secret: string | null; remedy?: string; endpoint: WebhookEndpoint };

const CreatedWebhookEndpointType = objectType<CreatedEndpoint>('CreatedWebhookEndpoint', (t) => ({
  ...columnsOrNull(t, 'String', 'secret'),
  remedy: t.string(REMEDY),
  ...columns(t, WebhookEndpointType, 'endpoint'),
}));

type DeliveryPage = { records: WebhookDelivery[]; pageInfo: PageInfo };

const WebhookDeliveryPageType = objectType<DeliveryPage>('WebhookDeliveryPage', (t) => ({
  ...columns(t, [WebhookDeliveryType], 'records'),
  ...columns(t, PageInfoType, 'pageInfo'),
}));

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: [WebhookEndpointType],
    extensions: { role: 'admin' },
    resolve: (_, _args, { viewer, inTenant }) => viewer('admin') && inTenant(listEndpoints),
  }),
  webhookDeliveries: t.field({
    type: WebhookDeliveryPageType,
    description: 'Newest first.',
    args: { endpointId: t.arg(ID), first: t.arg.int({ required: true, defaultValue: 25 }), after: t.arg.string() },
    async resolve(_, { endpointId, first, after }, { viewer, inTenant }) {
      viewer('admin');
      withinBounds({ first });
      const before = after == null ? undefined : readNumberCursor(after);
      const found = await inTenant((db) => listDeliveries(db, { endpointId, first, before }));
      const records = found.slice(0, first);
      const last = records.at(-1);
      return {
        records,
        pageInfo: { endCursor: last ? writeCursor([String(last.seq)]) : null, hasNextPage: found.length > first },
      };
    },
  }),
}));

/** The usual overlap, since the receiver may have the secret before that which is lost. */
const rotation = (id: string): string => `rotateWebhookEndpointSecret(endpointId: "${id}")`;

const URL_MEANS = 'Begins with https:, and is no private address.';

/** A repeated request is answered also once the endpoint is deleted. */
const endpointAsItIs = (db: TenantDb, id: string): Promise<WebhookEndpoint> =>
  findEndpoint(db, id, { orDeleted: true });

const WEBHOOK_ENDPOINT = { type: WebhookEndpointType, role: 'admin', answer: endpointAsItIs } as const;

builder.mutationFields((t) => {
  const endpointId = t.arg(ID);
  const types = t.arg.stringList({ description: 'Such as `invoice.paid` or `invoice.*`; null: all.' });
  return {
    createWebhookEndpoint: mutation(t, {
      type: CreatedWebhookEndpointType,
      role: 'admin',
      description: 'Events from now on are sent there.',
      args: { url: t.arg.string({ required: true, description: URL_MEANS }), types, description: t.arg.string() },
      async write(db, wanted, { app }) {
        const made = await createEndpoint(db, app.webhooks.hosts, wanted);
        return { ...made, endpoint: await findEndpoint(db, made.id) };
      },
      answer: async (db, id) => ({
        ...{ id, secret: null, remedy: lostOne(rotation(id)) },
        endpoint: await endpointAsItIs(db, id),
      }),
    }),
    updateWebhookEndpoint: mutation(t, {
      ...WEBHOOK_ENDPOINT,
      description: 'Omitted fields stay. An endpoint that is enabled again continues where it stopped.',
      args: {
        endpointId,
        url: t.arg.string({ description: URL_MEANS }),
        types,
        description: t.arg.string(),
        isEnabled: t.arg.boolean(),
      },
      write: (db, { endpointId: id, ...wanted }, { app }) => updateEndpoint(db, app.webhooks.hosts, id, wanted),
    }),
    deleteWebhookEndpoint: mutation(t, {
      ...WEBHOOK_ENDPOINT,
      whileSuspended: true,
      args: { endpointId },
      write: (db, { endpointId: id }) => deleteEndpoint(db, id),
    }),
    rotateWebhookEndpointSecret: mutation(t, {
      type: CreatedSecretType,
      role: 'admin',
      whileSuspended: true,
      description:
        'A new secret; during the overlap both sign, so the receiver may change to the new one at any moment.',
      args: { endpointId, overlapHours: t.arg.int({ required: true, defaultValue: 24 }) },
      write: (db, { endpointId: id, overlapHours }) => rotateSecret(db, id, overlapMs(overlapHours)),
      ...rememberedSecret(rotation),
    }),
  };
});

const WEBHOOK_DELIVERY = { type: WebhookDeliveryType, role: 'admin', answer: findDelivery } as const;

builder.mutationFields((t) => {
  const endpointId = t.arg(ID);
  return {
    sendTestWebhook: mutation(t, {
      ...WEBHOOK_DELIVERY,
      description: 'An event `webhook.test`, tried once.',
      args: { endpointId },
      write: (db, { endpointId: id }) => sendTest(db, id),
    }),
    replayWebhookDelivery: mutation(t, {
      ...WEBHOOK_DELIVERY,
      description: 'Sends it again, under the same webhook-id, with a fresh patience.',
      args: { deliveryId: t.arg(ID) },
      write: (db, { deliveryId }) => replayDelivery(db, deliveryId),
    }),
    replayWebhookEvents: mutation(t, {
      ...WEBHOOK_ENDPOINT,
      description:
        'Sends again, in their order, the events after this cursor of `events`, also those from before the endpoint was made.',
      args: { endpointId, after: t.arg.string({ description: 'Left out: all that is kept.' }) },
      write: (db, { endpointId: id, after }) => replayFrom(db, id, readPlace(after)),
    }),
  };
});
