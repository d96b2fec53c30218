// Webhook endpoints, the fate of each event, and events to send again.
import type { DeliveriesAnswer, WebhooksAnswer } from '../../api/answers.ts';
import {
  CreateWebhook,
  DeleteWebhook,
  Deliveries,
  ReplayDelivery,
  ReplayEvents,
  RotateEndpointSecret,
  TestWebhook,
  UpdateWebhook,
  Webhooks,
} from '../../api/settings.ts';
import { useAct } from '../../api/use-act.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { FieldSpec } from '../../parts/edit-form.tsx';
import { Message, Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Table, type Column, actCell, cell, numberCell } from '../../parts/table.tsx';
import { tell } from '../../parts/toasts.tsx';
import { askButton } from '../../parts/ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { useCursor } from '../../parts/pager.tsx';
import { useChoice } from '../../router.ts';
import type { Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';
import { overlap, readNumber, secretShown } from './company.tsx';

type Endpoint = WebhooksAnswer['webhookEndpoints'][number];
type Delivery = DeliveriesAnswer['webhookDeliveries']['records'][number];

/** While something is under way. */
const SOON_MS = 2000;

export function WebhookSettings() {
  const fields = endpointFields();
  return (
    <Answered answer={useAnswer(Webhooks, {})} rows={4}>
      {({ webhookEndpoints }) => (
        <>
          <div>
            {askButton(t('hooks.new'), {
              ...{ draft: 'newWebhook', fields, mutation: CreateWebhook, look: { tone: 'primary', icon: 'plus' } },
              variables: ({ url, types, description }) => ({
                ...{ url: url!.trim(), types: typesIn(types), description: description?.trim() || null },
              }),
              shows: ({ createWebhookEndpoint: made }) =>
                secretShown(made?.secret, t('hooks.secret'), t('hooks.secretAbout')),
            })}
          </div>
          {webhookEndpoints.length === 0 && (
            <Message isCard icon="open" title={t('hooks.none')} text={t('hooks.noneText')} />
          )}
          {webhookEndpoints.map((endpoint) => (
            <EndpointCard key={endpoint.id} endpoint={endpoint} />
          ))}
        </>
      )}
    </Answered>
  );
}

const endpointFields = (): FieldSpec[] => [
  { name: 'url', label: t('hooks.url'), note: t('hooks.urlNote'), isNeeded: true },
  { name: 'types', label: t('hooks.types'), note: t('hooks.typesNote') },
  { name: 'description', label: t('hooks.description') },
];

/** None: all. */
function typesIn(text = ''): string[] | null {
  const types = text.split(/[\s,;]+/).filter(Boolean);
  return types.length === 0 ? null : types;
}

function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useChoice('endpoint', '');
  const { id: endpointId, url, types, description, isEnabled, disabledReason, failingSince } = endpoint;
  const test = useAct(TestWebhook, ['WebhookDelivery', 'WebhookDeliveryPage']);
  const isOpen = open === endpointId;
  const state: [Tone, string] = !isEnabled
    ? ['bad', t(`hooks.off.${disabledReason ?? 'ASKED'}`)]
    : failingSince === null
      ? ['good', t('hooks.on')]
      : ['wait', t('hooks.failing', { since: f.instant(failingSince) })];
  return (
    <Card title={url} tools={<Chip tone={state[0]} text={state[1]} />}>
      <p className="soft card-note">
        {[types?.join(', ') ?? t('hooks.allTypes'), description].filter(Boolean).join(' · ')}
        {endpoint.previousSecretUntil !== null &&
          ` · ${t('hooks.overlap', { until: f.instant(endpoint.previousSecretUntil) })}`}
      </p>
      <div className="row">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? '' : endpointId)}>
          {t('hooks.deliveries')}
        </Button>
        <Button
          size="small"
          isBusy={test.isBusy}
          because={isEnabled ? undefined : t('hooks.isOff')}
          onClick={() => void test.act({ endpointId }).then((sent) => sent && test.isHere() && setOpen(endpointId))}
          text={t('hooks.test')}
        />
        <EndpointActs endpoint={endpoint} />
      </div>
      <Refusal problem={test.refusal} />
      {isOpen && <DeliveryTable endpointId={endpointId} />}
    </Card>
  );
}

function EndpointActs({ endpoint }: { endpoint: Endpoint }) {
  const fields = endpointFields();
  const { id: endpointId, url, types, description, isEnabled } = endpoint;
  const done = t('saved');
  const look = { size: 'small' } as const;
  const turn = isEnabled ? 'pause' : 'resume';
  return (
    <>
      {askButton(t('edit'), {
        ...{ title: t('hooks.edit'), action: t('save'), done, fields, mutation: UpdateWebhook, look },
        draft: `webhook${endpointId}`,
        record: { url, types: types?.join(', '), description },
        variables: (_, { types: changed, ...rest }) => ({
          ...{ endpointId, ...rest },
          ...(changed !== undefined && { types: typesIn(changed ?? '') }),
        }),
      })}
      {askButton(t(`hooks.${turn}`), {
        ...{ about: t(`hooks.${turn}About`), done, mutation: UpdateWebhook, look },
        variables: () => ({ endpointId, isEnabled: !isEnabled }),
      })}
      {askButton(t('hooks.rotate'), {
        ...{ about: t('hooks.rotateAbout'), action: t('rotate'), ...overlap(), mutation: RotateEndpointSecret, look },
        draft: `rotate${endpointId}`,
        variables: ({ overlapHours }) => ({ endpointId, overlapHours: readNumber(overlapHours) }),
        shows: ({ rotateWebhookEndpointSecret: made }) =>
          secretShown(made?.secret, t('hooks.secret'), t('hooks.secretAbout')),
      })}
      {askButton(t('hooks.replayAll'), {
        ...{ about: t('hooks.replayAllAbout'), done, mutation: ReplayEvents, variables: () => ({ endpointId }), look },
      })}
      {askButton(t('hooks.delete'), {
        ...{ about: t('hooks.deleteAbout', { url }), tone: 'danger solid', done, look: { ...look, tone: 'quiet' } },
        ...{ mutation: DeleteWebhook, variables: () => ({ endpointId }) },
      })}
    </>
  );
}

const LOOK: Record<Delivery['state'], Tone> = { PENDING: 'wait', DELIVERED: 'good', FAILED: 'bad' };

const deliveryColumns = (replay: (delivery: Delivery) => Promise<void>): Column<Delivery>[] => [
  cell(t('status'), ({ state }) => <Chip tone={LOOK[state]} text={t(`hooks.state.${state}`)} />),
  {
    name: t('hooks.answer'),
    show: ({ httpStatus, answer: answerText }) => (
      <span className="small break-anywhere">
        {[httpStatus === null ? '' : `HTTP ${httpStatus}`, answerText?.slice(0, 90)].filter(Boolean).join(' · ')}
      </span>
    ),
  },
  numberCell(t('hooks.attempts'), ({ attempts }) => attempts),
  { name: t('hooks.next'), show: ({ nextAttemptAt: at }) => (at === null ? '' : f.instant(at)) },
  actCell(t('hooks.replay'), (delivery) => (
    <Button
      size="small"
      tone="quiet"
      aria-label={t('hooks.replayOf', { name: delivery.eventType })}
      onClick={() => void replay(delivery)}
      text={t('hooks.replay')}
    />
  )),
];

function DeliveryTable({ endpointId }: { endpointId: string }) {
  const { after, pager } = useCursor();
  const answer = useAnswer(
    Deliveries,
    { endpointId, after },
    {
      // No event tells of a delivery.
      isTimed: true,
      everyMs: ({ webhookDeliveries: { records } }) =>
        records.some(({ state }) => state === 'PENDING') ? SOON_MS : null,
    },
  );
  const replaying = useAct(ReplayDelivery, ['WebhookDelivery', 'WebhookDeliveryPage']);
  const replay = async (...deliveries: Delivery[]): Promise<void> => {
    let sent = 0;
    for (const { id: deliveryId } of deliveries) if (await replaying.act({ deliveryId })) sent += 1;
    if (sent > 0) tell(t('hooks.replayed', { n: sent }));
  };
  const columns = deliveryColumns(replay);
  return (
    <Answered answer={answer} rows={4}>
      {({ webhookDeliveries: { records, pageInfo } }) => {
        const failed = records.filter(({ state }) => state === 'FAILED');
        return records.length === 0 ? (
          <p className="soft card-below">{t('hooks.nothing')}</p>
        ) : (
          <div className="deliveries">
            <Table
              rows={records}
              name={t('hooks.event')}
              nameOf={({ eventType }) => eventType}
              aboutOf={({ createdAt }) => f.instant(createdAt)}
              columns={columns}
            />
            <div className="row settings-more">
              {failed.length > 0 && (
                <Button size="small" isBusy={replaying.isBusy} onClick={() => void replay(...failed)}>
                  {t('hooks.replayFailed', { n: failed.length })}
                </Button>
              )}
              {pager(pageInfo)}
            </div>
            <Refusal problem={replaying.refusal} />
          </div>
        );
      }}
    </Answered>
  );
}
