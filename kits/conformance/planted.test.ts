// Findings of the kit at a PAC with one deviation: a proxy before the simulator changes one thing only.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Knobs } from '../../simulator/knobs.ts';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { createAlanubeClient } from '../../src/pac/alanube/index.ts';
import { alanubeAssumptions } from './alanube.ts';
import { ASSUMPTIONS, judge, listenForNotices, type Finding } from './index.ts';
import { issuer } from './test-support.ts';
import { assertNone } from '../../test/support/assert-each.ts';

const apiKey = 'key';
const secret = 'secret';

// --- The proxy

interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  /** Null where none came. */
  body: Body | null;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface Notice {
  body: Record<string, string>;
  signature: string | undefined;
}

type Body = Record<string, unknown> & {
  information: { documentType: string; numeration: string; issueType: string; contingency?: object };
  receiver: { emails?: string[]; location?: object };
  items: Item[];
  totals: { paymentMethods: { type: string; amount: number }[]; retention?: object };
};

interface Item {
  quantity: number;
  prices: { transfer: number; discount?: number };
  itbms: { rate: string };
  isc?: { rate: number };
  oti?: { amount: number }[];
}

interface Deviation {
  knobs?: Partial<Knobs>;
  call?(asked: Asked, pass: (asked: Asked) => Promise<Answered>): Promise<Answered>;
  notice?(notice: Notice): Notice[];
}

const agent = new Agent({ keepAlive: true });
let deviation: Deviation = {};
let simulator: Simulator;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let access: Parameters<typeof createAlanubeClient>[0];
let client: ReturnType<typeof createAlanubeClient>;
let noticesGoTo = '';
let calls = 0;
let runs = 0;

/** Payload of each document, by its id. */
const sentAs = new Map<string, string>();

before(async () => {
  simulator = await startSimulator({ apiKey, webhookSecret: secret, verdictDelayMs: 0, xml: 'text' });
  const offices = [{ id: issuer.officeId!, branchCode: issuer.branchCode }];
  simulator.setCompany({ companyId: issuer.companyId, ruc: issuer.ruc, offices });
  proxy = await startProxy();
  simulator.setWebhookBase(() => `${proxy.url}/notices`);
  access = { baseUrl: proxy.url, apiKey, timeoutMs: 5000, fileHosts: [new URL(proxy.url).host] };
  client = createAlanubeClient(access);
});
after(async () => {
  await client.close();
  agent.destroy();
  await simulator.close();
  proxy.close();
});

async function startProxy() {
  const server = createServer((request, response) => {
    void (async () => {
      const bytes = await buffer(request);
      const { method = 'GET', headers } = request;
      const url = new URL(request.url!, `http://${headers.host}`);
      const body = bytes.length === 0 ? null : (JSON.parse(bytes.toString()) as Body);
      if (url.pathname === '/notices') {
        const signature = headers['x-pac-signature'] as string;
        const told = { body: body as unknown as Notice['body'], signature };
        for (const one of deviation.notice?.(told) ?? [told]) await passNotice(one);
        response.writeHead(200).end();
        return;
      }
      calls++;
      const answered = await (deviation.call ?? ((asked, on) => on(asked)))({ method, url, headers, body }, pass);
      response.writeHead(answered.status, answered.headers).end(answered.bytes);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function forwarded(to: string, method: string, headers: object, bytes: Buffer): Promise<Answered> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { ...headers, 'content-length': bytes.length };
    const request = httpRequest(to, { method, headers: all, agent }, resolve);
    request.on('error', reject).end(bytes);
  });
  const { 'transfer-encoding': _, 'content-length': __, ...rest } = response.headers;
  return { status: response.statusCode!, headers: rest, bytes: await buffer(response) };
}

async function pass({ method, url, headers, body }: Asked): Promise<Answered> {
  const bytes = Buffer.from(body === null ? '' : JSON.stringify(body));
  const answered = await forwarded(`${simulator.url}${url.pathname}${url.search}`, method, headers, bytes);
  const id = isSubmission({ method, url }) ? documentIn(answered)?.['id'] : undefined;
  if (typeof id === 'string') sentAs.set(id, body!.information.issueType === '02' ? 'contingency' : typeOf(body!));
  return answered;
}

async function passNotice({ body, signature }: Notice): Promise<void> {
  const headers = signature === undefined ? {} : { 'x-pac-signature': signature };
  await forwarded(noticesGoTo, 'POST', headers, Buffer.from(JSON.stringify(body)));
}

// --- What a deviation is about

const KINDS: Record<string, string> = { '03': 'export', '04': 'credit', '05': 'debit' };
const typeOf = ({ information }: Body): string => KINDS[information.documentType] ?? 'invoice';

const isSubmission = ({ method, url }: Pick<Asked, 'method' | 'url'>): boolean =>
  method === 'POST' && /\/(invoices|credit-notes|debit-notes)$/.test(url.pathname);
/** Not the empty body that is sent to see how it is refused. */
const isDocument = (asked: Asked): boolean => isSubmission(asked) && asked.body?.information !== undefined;
const idOf = ({ url }: Asked): string => url.pathname.split('/').at(-1)!;
const isOfDocument = ({ url }: Asked): boolean => /\/(invoices|credit-notes|debit-notes)\/[^/]+$/.test(url.pathname);

function documentIn({ bytes }: Answered): Record<string, unknown> | undefined {
  return (JSON.parse(bytes.toString()) as { document?: Record<string, unknown> }).document;
}

const json = (status: number, value: unknown): Answered => ({
  status,
  headers: { 'content-type': 'application/json' },
  bytes: Buffer.from(JSON.stringify(value)),
});
const refusal = (message: string) => json(400, { errors: [{ code: 'INVALID_FIELD', field: 'body', message }] });
const unknown = () => json(404, { code: 'NOT_FOUND', message: 'Document not found' });

/** A body that this PAC does not take. */
const refusing = (isRefused: (body: Body) => boolean): Deviation => ({
  call: async (asked, on) => (isDocument(asked) && isRefused(asked.body!) ? refusal('no se admite') : on(asked)),
});

/** Documents of one kind, or of all, that are shown otherwise. */
const showing = (kind: string | null, change: (document: Record<string, unknown>) => object): Deviation => ({
  async call(asked, on) {
    const answered = await on(asked);
    if (!isSubmission(asked) && !isOfDocument(asked)) return answered;
    const document = documentIn(answered);
    if (document === undefined || (kind !== null && sentAs.get(String(document['id'])) !== kind)) return answered;
    return json(answered.status, { message: '', document: change(document) });
  },
});

/** Changes answers about documents of one kind, or of all, except the answers of sending. */
const answering = (
  method: string,
  kind: string | null,
  answer: (asked: Asked, on: (asked: Asked) => Promise<Answered>) => Answered | Promise<Answered>,
): Deviation => ({
  call: async (asked, on) =>
    asked.method === method && isOfDocument(asked) && (kind === null || sentAs.get(idOf(asked)) === kind)
      ? answer(asked, on)
      : on(asked),
});

const at = (path: string, answer: () => Answered): Deviation => ({
  call: async (asked, on) => (asked.url.pathname.includes(path) ? answer() : on(asked)),
});

// A CUFE with another day: as a PAC builds it that takes the day from elsewhere.
const otherCufe = (document: Record<string, unknown>) => {
  const cufe = String(document['cufe']);
  return { ...document, cufe: `${cufe.slice(0, 30)}${(Number(cufe[30]) + 1) % 10}${cufe.slice(31)}` };
};
const without = (field: string) => (document: Record<string, unknown>) => ({ ...document, [field]: undefined });

// --- Other ways to count, in whole numbers: a quantity, a price and a rate in millionths

const UNIT = 1_000_000n;
const millionths = (value: number | string): bigint => {
  const [whole, fraction = ''] = String(value).split('.');
  return BigInt(whole!) * UNIT + BigInt(fraction.padEnd(6, '0'));
};
const PERCENT: Record<string, bigint> = { '00': 0n, '01': 7n, '02': 10n, '03': 15n };
const rounded = (value: bigint, of: bigint): bigint => (value + of / 2n) / of;

interface Counted {
  quantity: bigint;
  price: bigint;
  discount: bigint;
  isc: bigint;
  rate: bigint;
  other: bigint;
}

/** A cent is 10¹⁰ of the square of a millionth. */
const CENT = 10n ** 10n;

function paysLess(body: Body, total: (lines: Counted[]) => bigint): boolean {
  const lines = body.items.map(({ quantity, prices, itbms, isc, oti = [] }) => ({
    quantity: millionths(quantity),
    price: millionths(prices.transfer),
    discount: millionths(prices.discount ?? 0),
    isc: BigInt(isc?.rate ?? 0),
    rate: PERCENT[itbms.rate]!,
    other: oti.reduce((sum, { amount }) => sum + millionths(amount) / 10_000n, 0n),
  }));
  const paid = body.totals.paymentMethods.reduce((sum, { amount }) => sum + millionths(amount) / 10_000n, 0n);
  return paid < total(lines);
}

/** Refuses what is paid too little by its own count, and lets the simulator object to nothing. */
const counting = (total: (lines: Counted[]) => bigint): Deviation => ({
  async call(asked, on) {
    if (!isDocument(asked)) return on(asked);
    const body = asked.body!;
    const [first, ...others] = body.totals.paymentMethods;
    if (paysLess(body, total)) return refusal('los pagos son menores que el total');
    if (first?.type !== '02') return on(asked);
    const paymentMethods = [{ ...first, amount: Math.round(first.amount * 100 + 10) / 100 }, ...others];
    return on({ ...asked, body: { ...body, totals: { ...body.totals, paymentMethods } } });
  },
});

const lineByLine =
  (net: (line: Counted) => bigint, taxed: (net: bigint, isc: bigint) => bigint) => (lines: Counted[]) =>
    lines.reduce((sum, line) => {
      const [cents, isc] = [rounded(net(line), CENT), rounded(rounded(net(line), CENT) * line.isc, 100n)];
      return sum + cents + isc + line.other + rounded(taxed(cents, isc) * line.rate, 100n);
    }, 0n);
const perUnit = ({ quantity, price, discount }: Counted) => quantity * (price - discount);

const COUNTS = {
  'on net and ISC': lineByLine(perUnit, (net, isc) => net + isc),
  'once for the document': (lines: Counted[]) =>
    rounded(
      lines.reduce((sum, line) => sum + perUnit(line) * (100n + line.isc + line.rate) + line.other * CENT * 100n, 0n),
      CENT * 100n,
    ),
  'discount of the line': lineByLine(
    ({ quantity, price, discount }) => quantity * price - discount * UNIT,
    (net) => net,
  ),
};

// --- What is planted, and which assumption has to find it

const voided = new Set<string>();
const known = new Map<string, Answered>();

const PLANTED: [what: string, foundBy: string, Deviation][] = [
  ['the CUFE of invoices is built otherwise', 'submit.cufe', showing('invoice', otherCufe)],
  ['the CUFE of credit notes is built otherwise', 'cufe.of-credit-note', showing('credit', otherCufe)],
  ['the CUFE of debit notes is built otherwise', 'cufe.of-debit-note', showing('debit', otherCufe)],
  ['the CUFE of exports is built otherwise', 'cufe.of-export', showing('export', otherCufe)],
  ['the CUFE in contingency is built otherwise', 'cufe.of-contingency', showing('contingency', otherCufe)],
  ['credit notes cannot be looked up', 'look-up.of-credit-note', answering('GET', 'credit', unknown)],
  ['debit notes cannot be looked up', 'look-up.of-debit-note', answering('GET', 'debit', unknown)],
  [
    'an unknown id is answered with 500',
    'look-up.unknown',
    answering('GET', null, async (asked, on) => {
      const answered = await on(asked);
      return answered.status === 404 ? json(500, { message: 'Internal server error' }) : answered;
    }),
  ],
  [
    'the company is not looked at',
    'look-up.other-company',
    {
      async call(asked, on) {
        asked.url.searchParams.set('idCompany', issuer.companyId);
        return on(asked);
      },
    },
  ],
  [
    'credit notes get no verdict',
    'verdict.of-credit-note',
    showing('credit', (one) => ({ ...one, legalStatus: 'PAC_AUTHORIZED' })),
  ],
  ['credit notes have no PDF', 'pdf.of-credit-note', showing('credit', without('pdf'))],
  [
    'one PDF stands for every document',
    'pdf.of-debit-note',
    at('/files/', () => ({ ...json(200, null), bytes: Buffer.from('%PDF-1.7 of all\n%%EOF') })),
  ],
  [
    'the XML is none',
    'xml.names-its-cufe',
    showing(null, (one) => ({ ...one, containerXml: 'no XML', xml: undefined })),
  ],
  ['several e-mails are refused', 'extreme.e-mails', refusing(({ receiver }) => (receiver.emails?.length ?? 0) > 1)],
  [
    'quantities beyond three decimals are refused',
    'extreme.quantity',
    refusing(({ items }) => items.some(({ quantity }) => millionths(quantity) % 1000n !== 0n)),
  ],
  [
    'more than five methods of payment are refused',
    'extreme.payments',
    refusing(({ totals }) => totals.paymentMethods.length > 5),
  ],
  ['ITBMS is counted on net and ISC', 'total.isc-not-taxed', counting(COUNTS['on net and ISC'])],
  [
    'the total is rounded once for the document',
    'total.twenty-lines-of-0.35',
    counting(COUNTS['once for the document']),
  ],
  ['a discount is one of the line', 'total.a-discount-per-unit', counting(COUNTS['discount of the line'])],
  [
    'the same document is taken again',
    'number.refused-twice',
    {
      async call(asked, on) {
        if (!isDocument(asked)) return on(asked);
        const key = JSON.stringify(asked.body);
        const before = known.get(key);
        if (before !== undefined) return before;
        const answered = await on(asked);
        known.set(key, answered);
        return answered;
      },
    },
  ],
  ['a number is taken twice', 'number.of-another-document', { knobs: { dedupe: false } }],
  ['a note on an unknown original is taken', 'note.unknown-original', { knobs: { acceptUnknownReferences: true } }],
  [
    'contingency has another name',
    'contingency.taken',
    refusing(({ information }) => information.contingency !== undefined),
  ],
  ['retention has another name', 'payment.retention', refusing(({ totals }) => totals.retention !== undefined)],
  ['oti has another name', 'total.another-tax-not-taxed', refusing(({ items }) => items.some((one) => 'oti' in one))],
  ['location has another name', 'submit.accepted', refusing(({ receiver }) => receiver.location !== undefined)],
  ['invoices cannot be voided', 'void.works', answering('DELETE', 'invoice', () => refusal('no se anula'))],
  ['credit notes cannot be voided', 'void.of-credit-note', answering('DELETE', 'credit', () => refusal('no se anula'))],
  [
    'a void changes the legal status',
    'void.status-stays',
    showing(null, (one) => (one['status'] === 'CANCELLED' ? { ...one, legalStatus: 'DGI_REJECTED' } : one)),
  ],
  [
    'a short reason voids',
    'void.short-reason',
    answering('DELETE', null, (asked, on) =>
      on({ ...asked, body: { reason: 'una razón bastante larga' } as unknown as Body }),
    ),
  ],
  [
    'what is void is voided again',
    'void.twice',
    answering('DELETE', null, async (asked, on) => {
      const answered = await on(asked);
      const wasVoid = voided.has(idOf(asked));
      if (answered.status === 200) voided.add(idOf(asked));
      return wasVoid ? json(200, { message: 'Document cancelled' }) : answered;
    }),
  ],
  [
    'a check digit is another',
    'check-digit.known',
    at('/check-digit', () => json(200, { checkDigit: '58', receiver: 'CONTRIBUYENTE', type: 'JURIDICO' })),
  ],
  ['no e-mail is sent', 'email.sent', at('/notify-email', () => refusal('no se envía'))],
  ['the QR is not shown', 'answer.qr', showing(null, without('qr'))],
  ['the protocol is not shown', 'answer.qr', showing(null, without('authorizationProtocol'))],
  [
    'any key is taken',
    'alanube.key',
    { call: (asked, on) => on({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${apiKey}` } }) },
  ],
  [
    'an error is answered with 200',
    'alanube.error-shape',
    {
      async call(asked, on) {
        const answered = await on(asked);
        return answered.status === 400 ? { ...answered, status: 200 } : answered;
      },
    },
  ],
];

const hmac = (body: object, key = secret) => createHmac('sha256', key).update(JSON.stringify(body)).digest('hex');
const signed = (body: Notice['body']): Notice => ({ body, signature: hmac(body) });
const ofNotes = ({ body }: Notice): boolean => sentAs.get(body['id']!) === 'credit';
let elsewhere: Notice['body'] | undefined;

const PLANTED_IN_NOTICES: [what: string, foundBy: string, Deviation][] = [
  ['a notice is not signed', 'notice.of-invoice', { notice: (one) => [{ ...one, signature: undefined }] }],
  [
    'a notice is signed with another secret',
    'notice.of-invoice',
    { notice: ({ body }) => [{ body, signature: hmac(body, 'another') }] },
  ],
  [
    'a notice of a note is not signed',
    'notice.of-credit-note',
    { notice: (one) => [ofNotes(one) ? { ...one, signature: undefined } : one] },
  ],
  [
    'a notice has the CUFE of another document',
    'notice.of-debit-note',
    {
      notice({ body }) {
        elsewhere ??= body;
        return [signed({ ...body, cufe: elsewhere['cufe']! })];
      },
    },
  ],
  [
    'a notice names another document',
    'notice.of-export',
    {
      notice({ body }) {
        elsewhere ??= body;
        return [signed(sentAs.get(body['id']!) === 'export' ? elsewhere : body)];
      },
    },
  ],
  ['a notice comes twice', 'notice.of-invoice', { notice: (one) => [one, one] }],
  ['no notice comes', 'notice.of-invoice', { notice: () => [] }],
  ['no notice of a note comes', 'notice.of-credit-note', { notice: (one) => (ofNotes(one) ? [] : [one]) }],
  [
    'a notice tells another verdict',
    'notice.of-contingency',
    { notice: ({ body }) => [signed({ ...body, legalStatus: 'DGI_REJECTED' })] },
  ],
  [
    'a notice has a status of its own',
    'notice.of-invoice',
    { notice: ({ body }) => [signed({ ...body, legalStatus: 'AUTORIZADO' })] },
  ],
];

async function judged(planted: Deviation): Promise<Finding[]> {
  const usual = simulator.knobs();
  const from = Date.now() + 20_000 * runs++;
  let waits = 0;
  const listener = await listenForNotices({ notices: client.notices, scheme: 'hmac-sha256', secret, port: 0 });
  noticesGoTo = listener.url;
  deviation = planted;
  elsewhere = undefined;
  calls = 0;
  simulator.setKnobs(planted.knobs ?? {});
  try {
    return await judge([...ASSUMPTIONS, ...alanubeAssumptions(access)], {
      client,
      issuer,
      email: 'ana@example.com',
      now: () => new Date(from + 100 * waits),
      async sleep() {
        waits++;
        await simulator.settled();
      },
      patienceMs: 500,
      intervalMs: 1,
      notices: listener.received,
    });
  } finally {
    await simulator.settled();
    simulator.setKnobs(usual);
    await listener.close();
  }
}

const brokenIn = (findings: Finding[]) => findings.filter(({ result }) => result === 'broken').map(({ id }) => id);

test('without a deviation nothing is found, in at most 150 calls', async () => {
  const findings = await judged({});
  assertNone(findings, ({ result }) => result !== 'holds');
  assert.ok(calls <= 150, `${calls} calls`);
});

for (const [where, planted, count] of [
  ['answers', PLANTED, 37],
  ['notices', PLANTED_IN_NOTICES, 10],
] as const) {
  test(`${count} of ${count} deviations that are planted in ${where} are found, each by the assumption about it`, async (t) => {
    const missed: string[] = [];
    for (const [what, foundBy, planting] of planted) {
      await t.test(what, async () => {
        const broken = brokenIn(await judged(planting));
        if (!broken.includes(foundBy)) missed.push(`${what}: ${broken.join(', ') || 'nothing is found'}`);
      });
    }
    assert.deepEqual(missed, []);
    assert.equal(new Set(planted.map(([what]) => what)).size, count);
  });
}
