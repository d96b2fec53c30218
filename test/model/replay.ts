// Does to the code, step by step, what a trace of the model says has happened, and compares the two after each step.
import assert from 'node:assert/strict';
import type pg from 'pg';
import { noticeBody } from '../../simulator/webhooks.ts';
import { settleSubmission, voidAtPac } from '../../src/certification/index.ts';
import { receiveNotice } from '../support/receive-notice.ts';
import { submit } from '../../src/certification/requests/submit.ts';
import { attachPdf } from '../../src/certification/verdict/attach-pdf.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { findLostAmong } from '../../src/certification/watch/find-lost-duties.ts';
import type { LegalStatus } from '../../src/fiscal/legal-status.ts';
import type { App } from '../../src/graphql/context.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import { parseNotice } from '../../src/pac/alanube/wire.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { beginLife, type Life } from '../faults/campaign/life.ts';
import { checkNextActions } from '../faults/campaign/oracle.ts';
import { documentsOf } from '../faults/campaign/documents.ts';
import { openNow } from '../faults/campaign/walk.ts';

export interface Step {
  what: string;
  by: string;
  how: string;
  answers: boolean;
}

export interface State {
  document: Record<string, unknown> & { pages: string[]; voidMark: number };
  processes: Record<string, { at: string }>;
  pac: { arrivals: number; accepted: number; legal: string; voided: boolean };
  inbox: { names: string; says: string; state: string }[];
  nextAction: string;
  step_: Step;
}

// How the simulator is told to answer.
const ANSWERS: Record<string, string | null> = {
  ...{ ACCEPTED: null, HALF: 'idWithoutCufe', REJECTED: 'pacReject', VOIDED: null, LOST: 'lostAnswer' },
  ...{
    SILENT: 'timeoutBeforeAccept',
    UNREACHABLE: 'refusedConnection',
    REFUSED: 'void400TooLate',
    NOT_FOUND: 'void404',
  },
};
const REASON = 'The client gave the order twice';
// Longer than any lease and any delay, and short enough for a notice to be kept all the while.
const WHILE_MS = 90_000;

/** The states of a trace as Quint writes it; `{"#bigint": "1"}` is 1, sets are lists, maps are objects. */
export function readTrace(text: string): State[] {
  const { states } = JSON.parse(text, (_, value: Record<string, unknown> | null) => {
    if (typeof value !== 'object' || value === null) return value as unknown;
    if ('#bigint' in value) return Number(value['#bigint']);
    if ('#set' in value) return value['#set'];
    return '#map' in value ? Object.fromEntries(value['#map'] as [string, unknown][]) : value;
  }) as { states: State[] };
  return states;
}

/** Throws where the code is not where the model is. */
export async function replay(pool: pg.Pool, name: string, states: readonly State[]): Promise<void> {
  const [{ step_: begun }] = states as [State];
  const isMarked = begun.by !== '';
  let freezesAt: string | null = isMarked ? 'A · submit: before' : null;
  let answer: string | null = null;
  let questionsFail = false;
  let transactions = 0;
  const life = await beginLife({
    pool,
    seed: name,
    script: {
      signatureScheme: 'hmac-sha256',
      process: (flow) => (flow === 'B' ? 1 : 0),
      at(step) {
        // The order, the invoice, and then what would mark it.
        if (step === 'sell · transaction: before') return ++transactions === 3 ? 'kill' : null;
        if (step !== freezesAt) return null;
        freezesAt = null;
        return 'freeze';
      },
      pac: (operation) =>
        operation === 'get' ? (questionsFail ? 'http500' : null) : operation === 'pdf' ? null : answer,
    },
  });
  const { tenant, pac } = life;
  pac.setKnobs({ reprintsAfterVerdict: true, reprintsEachTime: false });
  const order = { clientId: life.clientId, lines: [{ itemId: life.itemIds[0]!, quantity: '5' }] };
  await life.act(isMarked ? 'A' : 'sell', async (app) => {
    const { id } = await inTenant(app, tenant, (db) => createOrder(db, order, 'test'));
    const witness = { ...app.witness, isTrusted: () => isMarked };
    return generateInvoice(ofTenant({ ...app, witness }, tenant), { orderId: id, mode: 'DGI' }, 'test');
  });
  const { id } = (await documentsOf(life))[0]!;

  const atPac = () => pac.documents().find(({ legalStatus }) => legalStatus !== 'PAC_REJECTED')!;
  const until = (point: string, { by }: Step, work: (app: App) => Promise<unknown>) => {
    freezesAt = `${by} · ${point}`;
    return life.act(by, work);
  };
  const goOn = (point: string | null, { by }: Step) => {
    freezesAt = point && `${by} · ${point}`;
    return life.thawOne(by);
  };
  const deliver = async (body: Record<string, string>): Promise<void> => {
    const notice = parseNotice(body);
    assert.ok(notice.outcome === 'ok');
    const rawBody = Buffer.from(JSON.stringify(body));
    await life.act('notice', (app) => receiveNotice(app, tenant, { rawBody, body, notice }));
  };
  const settle = (how: object) => (app: App) =>
    settleSubmission(ofTenant(app, tenant), { documentId: id, ...how }, 'operator');

  const STEPS: Record<string, (step: Step) => Promise<unknown> | void> = {
    claim: (step) => until('submit: before', step, (app) => submit(ofTenant(app, tenant), id, 'duty')),
    send: (step) => goOn('submit: after', step),
    record: (step) => goOn(null, step),
    crash: ({ by }) => life.thawOne(by, true),
    time: () => life.pass(WHILE_MS),
    dgi: ({ how }) => pac.verdict(atPac().id, how as LegalStatus, { webhook: false }),
    notice: ({ by: names, how }) => {
      const { id: pacId, cufe, ...rest } = noticeBody(atPac(), how as LegalStatus);
      return deliver({ ...(names === 'cufe' ? {} : { id: pacId }), ...(names === 'id' ? {} : { cufe }), ...rest });
    },
    stranger: () => deliver({ id: '01STRANGER', legalStatus: 'DGI_AUTHORIZED' }),
    poll: async (step) => {
      const [row] = await life.look<{ polls: number }>(
        'select poll_count as polls from fiscal_documents where id = $1',
        [id],
      );
      return until('get: after', step, (app) => pollLegalStatus(ofTenant(app, tenant), id, row!.polls));
    },
    'record poll': (step) => goOn(null, step),
    fetch: (step) => until('pdf: after', step, (app) => attachPdf(ofTenant(app, tenant), id, 'system')),
    attach: (step) => goOn(null, step),
    adopt: () => life.act('adopt', settle({ pacDocumentId: atPac().id })),
    'not received': (step) => until('submit: before', step, settle({ notReceivedReason: REASON })),
    'want void': (step) =>
      until('void: before', step, (app) => voidInvoice(ofTenant(app, tenant), id, REASON, 'operator')),
    void: (step) => until('void: before', step, (app) => voidAtPac(ofTenant(app, tenant), id, 'duty')),
    'send void': (step) => goOn('void: after', step),
    'record void': (step) => goOn(null, step),
  };

  const done: string[] = [];
  try {
    for (const state of states) {
      const { step_: step } = state;
      answer = ANSWERS[step.how] ?? null;
      questionsFail = !step.answers;
      done.push(Object.values(step).join(' '));
      if (step !== begun) await STEPS[step.what]!(step);
      freezesAt = null;
      assert.deepEqual(await codeIs(life, id), modelIs(state), `${name}: after ${done.join(', ')}`);
      // The process looks at it again after a while, and any process each minute: what is to come next has a duty then.
      await life.act('look', (app) => findLostAmong(app, tenant, [id]));
      await checkNextActions(life, await openNow(life));
      assert.deepEqual(life.problems, [], `${name}: after ${done.join(', ')}`);
    }
  } finally {
    await life.calm();
  }
}

function modelIs({ document, processes, pac, inbox, nextAction }: State) {
  const { voidMark, pages, ...rest } = document;
  return {
    ...rest,
    ...{ voidSending: voidMark !== 0, pages: pages.length, nextAction },
    ...{ busy: Object.values(processes).filter(({ at }) => at !== '').length },
    pac: { arrivals: pac.arrivals, accepted: pac.accepted, legal: pac.legal, voided: pac.voided },
    inbox: inbox.map(({ names, says, state }) => `${names} ${says} ${state}`),
  };
}

async function codeIs(life: Life, id: string) {
  const now = life.now();
  const [row] = await life.look<Record<string, unknown>>(
    `select d.submission_state as submission, s.started_at is not null as sending, s.attempts as attempt,
       coalesce(s.lease_until > $2, false) as held, coalesce(s.not_before > $2, false) as early, coalesce(d.legal_status, '') as legal,
       d.document_id is not null as named, d.cufe is not null as proven, d.parked_reason is not null as parked,
       coalesce(d.void_state, '') as void, v.started_at is not null as "voidSending", coalesce(v.lease_until > $2, false) as "voidHeld",
       coalesce(v.not_before > $2, false) as "voidEarly", coalesce(v.attempts, 0) as "voidAttempt", d.poll_count as polls,
       d.awaits_pdf as "awaitsPdf",
       (select count(*)::int from files f where f.tenant_id = d.tenant_id and f.source_id = d.id and f.content_type = 'application/pdf') as pages
     from fiscal_documents d
     join pac_requests s on s.tenant_id = d.tenant_id and s.document_id = d.id and s.what = 'SUBMIT'
     left join pac_requests v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.what = 'VOID'
     where d.id = $1`,
    [id, now],
  );
  const notices = await life.look<{ told: string }>(
    `select case when body->>'id' is null then 'cufe' when body->>'cufe' is null then 'id' else 'both' end || ' ' || legal_status || ' ' || state as told
     from pac_notices where tenant_id = $1 and body->>'id' is distinct from '01STRANGER' order by received_at, id`,
    [life.tenant.id],
  );
  const counted = life.pac.counts();
  const accepted = life.pac.documents().filter(({ legalStatus }) => legalStatus !== 'PAC_REJECTED');
  return {
    ...row,
    nextAction: (await openNow(life)).find(({ documentId }) => documentId === id)?.nextAction ?? '',
    busy: life.frozen(),
    pac: {
      arrivals: counted.reduce((sum, { attempts }) => sum + attempts, 0),
      accepted: counted.reduce((sum, { acceptances }) => sum + acceptances, 0),
      legal: accepted[0]?.legalStatus ?? '',
      voided: accepted.some(({ voided }) => voided !== null),
    },
    inbox: notices.map(({ told }) => told),
  };
}
