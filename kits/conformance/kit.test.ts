// Findings of the kit: nothing at the simulator, each broken assumption at a PAC that breaks it, and the ways of a PAC of another make.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Knobs } from '../../simulator/knobs.ts';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { createAlanubeClient } from '../../src/pac/alanube/index.ts';
import { alanubeAssumptions } from './alanube.ts';
import type { DocumentKind } from '../../src/fiscal/document.ts';
import type { PacClient, PacDocument, SubmissionOutcome } from '../../src/pac/face.ts';
import type { PacPayload } from '../../src/pac/payload.ts';
import { ASSUMPTIONS, FiledForProduction, judge, listenForNotices } from './index.ts';
import type { Assumption, JudgeOptions } from './index.ts';
import { issuer, otherPac } from './test-support.ts';
import { assertNone } from '../../test/support/assert-each.ts';

const apiKey = 'key';
let simulator: Simulator;
let access: Parameters<typeof createAlanubeClient>[0];
let client: PacClient;
let listener: Awaited<ReturnType<typeof listenForNotices>>;
let runs = 0;

before(async () => {
  simulator = await startSimulator({ apiKey, webhookSecret: 'secret', verdictDelayMs: 0, xml: 'text' });
  const offices = [{ id: issuer.officeId!, branchCode: issuer.branchCode }];
  simulator.setCompany({ companyId: issuer.companyId, ruc: issuer.ruc, offices });
  access = { baseUrl: simulator.url, apiKey, timeoutMs: 5000, fileHosts: [new URL(simulator.url).host] };
  client = createAlanubeClient(access);
  const { notices } = client;
  listener = await listenForNotices({ notices, scheme: 'hmac-sha256', secret: 'secret', port: 0 });
  simulator.setWebhookBase(listener.url);
});
after(async () => {
  await client.close();
  await simulator.close();
  await listener.close();
});

/** Each run begins some seconds later than the one before, and so with numbers of its own. */
function judged(
  assumptions: readonly Assumption[],
  changes: Partial<PacClient> = {},
  { of = client, by = issuer, notices }: { of?: PacClient; by?: typeof issuer; notices?: JudgeOptions['notices'] } = {
    notices: listener.received,
  },
) {
  const from = Date.now() + 20_000 * runs++;
  let waits = 0;
  return judge(assumptions, {
    client: { ...of, ...changes },
    issuer: by,
    email: 'ana@example.com',
    now: () => new Date(from + 100 * waits),
    async sleep() {
      waits++;
      await simulator.settled();
    },
    notices,
    patienceMs: 500,
    intervalMs: 1,
  });
}

const resultsOf = (findings: Awaited<ReturnType<typeof judged>>) =>
  Object.fromEntries(findings.map(({ id, result }) => [id, result]));

test('the simulator keeps everything that our client assumes, by its documented rules', async () => {
  const findings = await judged([...ASSUMPTIONS, ...alanubeAssumptions(access)]);
  assertNone(findings, ({ result }) => result !== 'holds');
  assert.ok(findings.every(({ id, evidence }) => evidence.length > 0 || id === 'submit.cufe' || SHARED.test(id)));
  assert.ok(!JSON.stringify(findings).includes(`Bearer ${apiKey}`));
});

/** These look at what another one has asked already. */
const SHARED = /^(answer|void|verdict|xml)\.|\.of-/;

// --- A PAC that breaks one assumption

type Breaking = Partial<PacClient>;
const refusal = { reasons: ['no'], raw: null, httpStatus: 400 };
const rejected: SubmissionOutcome = { outcome: 'rejected', ...refusal };

const changing = (change: (payload: PacPayload) => PacPayload): Breaking => ({
  submit: (kind, company, payload) => client.submit(kind, company, change(structuredClone(payload))),
});
const answering = (change: (outcome: SubmissionOutcome) => SubmissionOutcome): Breaking => ({
  submit: async (...args) => change(await client.submit(...args)),
});
const refusing = (isRefused: (payload: PacPayload) => boolean): Breaking => ({
  submit: async (kind, company, payload) => (isRefused(payload) ? rejected : client.submit(kind, company, payload)),
});
const paidMore = (cents: number) =>
  changing((payload) => {
    const [method] = payload.totals.paymentMethods;
    method!.amount = Math.round(method!.amount * 100 + cents) / 100;
    return payload;
  });
const withReceiver = (changes: object) =>
  changing((payload) => ({ ...payload, receiver: { ...payload.receiver, ...changes } }));
const ofType = (type: string) => refusing(({ information }) => information.documentType === type);

const numbers = new Set<string>();
let last = 0;
const BREAKING: Record<string, () => Breaking> = {
  'submit.accepted': () =>
    answering((outcome) =>
      outcome.outcome === 'accepted' ? { ...outcome, document: { ...outcome.document, cufe: null } } : outcome,
    ),
  'submit.cufe': () =>
    answering((outcome) =>
      outcome.outcome === 'accepted' ? { ...outcome, document: { ...outcome.document, cufe: 'FE' } } : outcome,
    ),
  'number.refused-twice': () => answering((outcome) => (outcome.outcome === 'duplicate' ? rejected : outcome)),
  'number.of-another-document': () => answering((outcome) => (outcome.outcome === 'duplicate' ? rejected : outcome)),
  'number.gap': () => {
    last = 0;
    return refusing(({ information }) => {
      const isNext = last === 0 || Number(information.numeration) === last + 1;
      last = Number(information.numeration);
      return !isNext;
    });
  },
  'number.per-type': () =>
    refusing(({ information: { numeration } }) => numbers.has(numeration) || numbers.add(numeration).size === 0),
  'error.reasons': () =>
    answering((outcome) => (outcome.outcome === 'rejected' ? { ...outcome, reasons: [] } : outcome)),
  'office.unknown': () => changing((payload) => ({ ...payload, idOffice: issuer.officeId! })),
  'office.new-billing-point': () => refusing(({ information }) => information.billingPoint === '999'),
  'look-up.by-id': () => ({ fetchDocument: async () => ({ outcome: 'notFound', raw: null }) }),
  'look-up.unknown': () => ({
    fetchDocument: async () => ({ outcome: 'unavailable', cause: 'HTTP 500', retryAfterSeconds: null, raw: null }),
  }),
  'look-up.other-company': () => ({
    fetchDocument: (kind, _company, id) => client.fetchDocument(kind, issuer.companyId, id),
  }),
  'xml.names-its-cufe': () => looking((document) => ({ ...document, xml: '<rFE><dId>FE</dId></rFE>' })),
  'extreme.e-mails': () => refusing(({ receiver }) => (receiver.emails?.length ?? 0) > 1),
  'extreme.name': () => refusing(({ receiver }) => (receiver.name?.length ?? 0) > 99),
  'extreme.quantity': () => refusing(({ items }) => items.some(({ quantity }) => (quantity * 1000) % 1 !== 0)),
  'extreme.payments': () => refusing(({ totals }) => totals.paymentMethods.length > 5),
  'verdict.comes': () => ({ fetchDocument: async () => ({ outcome: 'notFound', raw: null }) }),
  'pdf.address': () => ({ downloadPdf: async () => ({ outcome: 'expired', httpStatus: 403 }) }),
  'answer.qr': () => ({
    async fetchDocument(...args) {
      const outcome = await client.fetchDocument(...args);
      if (outcome.outcome !== 'found') return outcome;
      const { qrUrl: _, ...document } = outcome.document;
      return { ...outcome, document };
    },
  }),
  'check-digit.known': () => ({ checkDigit: async () => ({ outcome: 'notFound', reasons: ['no such RUC'] }) }),
  'email.sent': () => ({ sendByEmail: async () => ({ outcome: 'notFound', raw: null }) }),
  'receiver.consumer': () => refusing(({ receiver }) => receiver.type === '02'),
  'receiver.telephone': () => refusing(({ receiver }) => receiver.telephones !== undefined),
  'receiver.foreign-at-home': () => refusing(({ receiver }) => receiver.foreign?.country === 'US'),
  'receiver.foreign-unknown': () => refusing(({ receiver }) => receiver.foreign?.country === 'ZZ'),
  'receiver.legal-consumer': () => withReceiver({ type: '01' }),
  'receiver.check-digit': () => withReceiver({ ruc: { type: 2, ruc: issuer.ruc, verificationDigit: issuer.dv } }),
  'receiver.state-without-cpbs': () => withReceiver({ type: '01' }),
  'payment.change': () => refusing(({ totals }) => totals.paymentMethods[0]!.amount > 10.7),
  'payment.several': () => refusing(({ totals }) => totals.paymentMethods.length > 1),
  'payment.term': () => refusing(({ totals }) => totals.paymentTime === 2),
  'payment.retention': () => refusing(({ totals }) => 'retention' in totals),
  'type.02': () => ofType('02'),
  'type.03': () => ofType('03'),
  'type.03-at-home': () => withReceiver({ type: '04', country: 'US', foreign: { number: 'P1' }, ruc: undefined }),
  'type.04': () => ofType('04'),
  'type.05': () => ofType('05'),
  'receiver.state-with-cpbs': () => refusing(({ receiver }) => receiver.type === '03'),
  'type.06': () => ofType('06'),
  'type.07': () => ofType('07'),
  'type.08': () => ofType('08'),
  'type.09': () => ofType('09'),
  'type.10': () => ofType('10'),
  'contingency.taken': () => refusing(({ information }) => information.issueType === '02'),
  'void.short-reason': () => ({
    voidDocument: (kind, company, id, reason) => client.voidDocument(kind, company, id, reason.padEnd(15, '.')),
  }),
  'void.works': () => ({ voidDocument: async () => ({ ...refusal, outcome: 'refused', alreadyVoided: false }) }),
  'void.status-stays': () => ({
    async fetchDocument(...args) {
      const outcome = await client.fetchDocument(...args);
      return outcome.outcome === 'found' ? { ...outcome, document: { ...outcome.document, isVoided: false } } : outcome;
    },
  }),
  'void.twice': () => ({
    async voidDocument(...args) {
      const outcome = await client.voidDocument(...args);
      return outcome.outcome === 'refused' ? { ...outcome, alreadyVoided: false } : outcome;
    },
  }),
};

const looking = (change: (document: PacDocument, kind: DocumentKind) => PacDocument | null): Breaking => ({
  async fetchDocument(kind, ...args) {
    const outcome = await client.fetchDocument(kind, ...args);
    if (outcome.outcome !== 'found') return outcome;
    const document = change(outcome.document, kind);
    return document === null ? { outcome: 'notFound', raw: null } : { ...outcome, document };
  },
});

/** One thing that is otherwise for a document of whatever kind, by the fact that finds it. */
const OTHERWISE: Record<string, () => Breaking> = {
  cufe: () =>
    answering((outcome) =>
      outcome.outcome === 'accepted'
        ? { ...outcome, document: { ...outcome.document, cufe: `${outcome.document.cufe!.slice(0, -1)}x` } }
        : outcome,
    ),
  'look-up': () => ({ fetchDocument: async () => ({ outcome: 'notFound', raw: null }) }),
  verdict: () => looking((document) => ({ ...document, legalStatus: 'PAC_AUTHORIZED' })),
  pdf: () => ({ downloadPdf: async () => ({ outcome: 'pdf', bytes: Buffer.from('%PDF-1.7 of all') }) }),
  xml: () => looking((document) => ({ ...document, xml: 'no XML, but >' + document.cufe + '<' })),
  void: () => ({ voidDocument: async () => ({ ...refusal, outcome: 'refused', alreadyVoided: false }) }),
  // Broken by what comes to the listener, not by an answer.
  notice: () => ({}),
};

// A refused note does not keep its invoice from being looked up.
const OF_NOTES = /\.of-(credit|debit)-note$/;
const notesAlone = (breaking: Breaking): Breaking => ({
  ...breaking,
  ...('fetchDocument' in breaking
    ? { fetchDocument: (kind, ...args) => (kind === 'INVOICE' ? client : breaking).fetchDocument!(kind, ...args) }
    : {}),
});

function breakingOf(id: string): Breaking {
  const [fact, kind] = id.split('.of-');
  if (kind === undefined || BREAKING[id] !== undefined) return BREAKING[id]?.() ?? {};
  const breaking = OTHERWISE[fact!]!();
  return OF_NOTES.test(id) ? notesAlone(breaking) : breaking;
}

/** Broken by a knob of the simulator. */
const KNOBS: Record<string, Partial<Knobs>> = {
  'office.missing': { strictness: 'assumed' },
  'receiver.no-address': { strictness: 'assumed' },
  'receiver.no-location': { strictness: 'assumed' },
  'receiver.telephone-abroad': { strictness: 'assumed' },
  'note.unknown-original': { acceptUnknownReferences: true },
};

for (const assumption of ASSUMPTIONS) {
  const { id } = assumption;
  test(`a PAC that breaks ${id} is found out`, async (t) => {
    const knobs = KNOBS[id];
    const isTotal = id.startsWith('total.');
    const breaking = isTotal ? () => paidMore(id.endsWith('-less') ? 1 : -1) : () => breakingOf(id);
    const usual = simulator.knobs();
    simulator.setKnobs(knobs ?? {});
    t.after(() => simulator.setKnobs(usual));
    const notices = id.startsWith('notice.') ? () => [] : listener.received;
    const [finding] = await judged([assumption], breaking(), { notices });
    assert.equal(finding!.result, 'broken', finding!.because);
  });
}

// --- Alanube's own, at a server that answers everything alike

const ALIKE: Record<string, string> = {
  'alanube.key': '{"id": "01"}',
  'alanube.success-shape': '{"document": {"id": 7, "legalStatus": "FINISHED"}}',
  'alanube.error-shape': '<html></html>',
  'alanube.check-digit-shape': '{"digito": "59"}',
};

async function answersAlike(body: string): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(200).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('an Alanube that breaks what its adapter assumes is found out', async () => {
  for (const { id } of alanubeAssumptions(access)) {
    const server = await answersAlike(ALIKE[id] ?? '');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const assumption = alanubeAssumptions({ ...access, baseUrl }).find((one) => one.id === id)!;
    const [finding] = await judged([assumption]);
    server.close();
    assert.equal(finding!.result, 'broken', id);
  }
});

// --- What stops the kit, and what it cannot try

test('a PAC of production is left after one document', async () => {
  const inProduction = answering((outcome) => {
    if (outcome.outcome !== 'accepted') return outcome;
    const cufe = outcome.document.cufe!;
    return { ...outcome, document: { ...outcome.document, cufe: `${cufe.slice(0, 55)}1${cufe.slice(56)}` } };
  });
  const { length } = simulator.documents();
  await assert.rejects(judged(ASSUMPTIONS, inProduction), FiledForProduction);
  assert.equal(simulator.documents().length, length + 1);
});

test('twenty lines of 0.35 tell a PAC that rounds the sums once from one that rounds each line', async (t) => {
  const totals = ASSUMPTIONS.filter(({ id }) => id.startsWith('total.'));
  const broken = async (roundsOnce: boolean) => {
    const results = resultsOf(await judged(totals, {}, { by: { ...issuer, roundsOnce } }));
    return Object.keys(results).filter((id) => results[id] !== 'holds');
  };
  assert.deepEqual(await broken(false), []);
  assert.ok((await broken(true)).includes('total.twenty-lines-of-0.35-less'), 'a cent less than 7.49 covers 7.40');
  simulator.setKnobs({ rounding: 'document' });
  t.after(() => simulator.setKnobs({ rounding: 'line' }));
  assert.deepEqual(await broken(true), []);
  assert.ok((await broken(false)).includes('total.twenty-lines-of-0.35'));
});

test('what needs a verdict is not tried without one', async () => {
  const mute: Breaking = {
    async fetchDocument(...args) {
      const outcome = await client.fetchDocument(...args);
      return outcome.outcome === 'found'
        ? { ...outcome, document: { ...outcome.document, legalStatus: 'PAC_AUTHORIZED' } }
        : outcome;
    },
  };
  const results = resultsOf(await judged(ASSUMPTIONS, mute));
  assert.equal(results['verdict.comes'], 'broken');
  for (const id of ['pdf.address', 'type.04', 'void.works']) assert.equal(results[id], 'not tried', id);
});

test('a PAC of another make is judged by its adapter', async (t) => {
  const results = resultsOf(await judged(ASSUMPTIONS, {}, { of: await otherPac(t, issuer) }));
  const broken = Object.keys(results).filter((id) => results[id] === 'broken');
  assert.deepEqual(broken.sort(), [
    'answer.qr',
    'check-digit.known',
    'email.sent',
    'note.unknown-original',
    'office.unknown',
    'pdf.address',
    'pdf.of-contingency',
    'pdf.of-credit-note',
    'pdf.of-debit-note',
    'receiver.check-digit',
    'receiver.legal-consumer',
    'receiver.no-address',
    'receiver.state-without-cpbs',
    'total.another-tax-not-taxed-less',
    'total.isc-not-taxed-less',
    'total.rounding-line-by-line',
    'total.twenty-lines-of-0.35',
    'type.03-at-home',
    'void.short-reason',
    'void.twice',
  ]);
  assert.deepEqual(
    Object.keys(results)
      .filter((id) => results[id] === 'not tried' && !/\.of-|^xml/.test(id))
      .sort(),
    ['look-up.other-company', 'type.02', 'type.03', 'type.06', 'type.07', 'type.08', 'type.09', 'type.10'],
  );
});
