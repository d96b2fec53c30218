// Tests of the client against a PAC that answers in every way a network allows; the company's name says which.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createAlanubeClient } from './client.ts';
import type { ClientOptions } from '../make.ts';
import type { Resolve } from '../../platform/guarded-agent.ts';
import type { DownloadOutcome } from '../download-pdf.ts';
import type { LookupOutcome, PacClient, SubmissionOutcome, VoidOutcome } from '../face.ts';
import { payload as aDocument } from '../test-support.ts';
import { assertEach } from '../../../test/support/assert-each.ts';

const API_KEY = 'key-of-the-test';
const NEW_KEY = 'key-that-comes-next';
const isBy = ({ headers }: IncomingMessage, key: string): boolean => headers.authorization === `Bearer ${key}`;
const document = { id: '01TESTDOCUMENT', legalStatus: 'PAC_AUTHORIZED', cufe: 'FE01', status: 'FINISHED' };
const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(3000)}\n%%EOF\n`);

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;
const json = (status: number, body: unknown, headers: Record<string, string | string[]> = {}): Behaviour => {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const text = (status: number, body: string | Buffer, headers: Record<string, string | number> = {}): Behaviour => {
  return (response) => response.writeHead(status, headers).end(body);
};
const reset: Behaviour = (_, request) => request.socket.resetAndDestroy();
const hang: Behaviour = () => {};
const drip: Behaviour = (response) => {
  response.writeHead(200).write('%PDF-');
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const cutAfter = (head: string, body: string | Buffer): Behaviour => {
  return (_, request) => {
    request.socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
    request.socket.end(body);
  };
};

const behaviours: Record<string, Behaviour> = {
  bare: json(201, document),
  wrapped: json(200, { message: 'created', document: { ...document, pdf: 'https://files.test/1.pdf' } }),
  rejected: json(200, { ...document, legalStatus: 'PAC_REJECTED', governmentResponse: [{ message: 'no' }] }),
  errors: json(400, { errors: [{ code: 'E1', field: 'items', message: 'too many' }] }),
  duplicate: json(409, { errors: [{ code: 'DUPLICATE', message: 'El número ya existe' }], document: { id: 'D9' } }),
  unauthorized: json(401, { message: `The key ${API_KEY} is wrong` }),
  forbidden: text(403, '<html>forbidden</html>'),
  newKeyOnly: (response, request) =>
    (isBy(request, NEW_KEY) ? json(201, document) : json(401, { message: 'Unauthorized' }))(response, request),
  hangsForNewKey: (response, request) => (isBy(request, NEW_KEY) ? hang : json(401, {}))(response, request),
  throttled: json(429, { message: 'slow down' }, { 'retry-after': '7' }),
  throttledTwice: json(429, { message: 'slow down' }, { 'retry-after': ['9', '7'] }),
  broken: json(500, { errors: [{ message: 'oops' }] }),
  page: text(200, '<!doctype html><title>Maintenance</title>', { 'content-type': 'text/html' }),
  empty: text(200, ''),
  cutJson: text(200, '{"id":"01TESTDOCU'),
  cutBody: cutAfter('content-length: 500\r\n', '{"id":"01TESTDOCU'),
  echo: (response, request) => json(200, { ...document, said: [request.headers], [API_KEY]: 'x\0' })(response, request),
  echoPage: (response, request) => text(502, `<pre>${JSON.stringify(request.headers)}</pre>`)(response, request),
  large: text(201, JSON.stringify({ document: { ...document, xml: 'x'.repeat(3 * 1024 * 1024) } })),
  latin1: (response) => {
    response.writeHead(400, { 'content-type': 'application/json; charset=ISO-8859-1' });
    response.end(Buffer.from(JSON.stringify({ errors: [{ message: 'Dirección inválida' }] }), 'latin1'));
  },
  martian: text(400, JSON.stringify({ errors: [{ message: 'ñ' }] }), {
    'content-type': 'application/json; charset=x-mars',
  }),
  huge: text(200, JSON.stringify({ ...document, filler: 'x'.repeat(8 * 1024 * 1024) })),
  redirect: text(307, '', { location: '/elsewhere' }),
  notFound: json(404, { message: 'Document not found' }),
  tooLate: json(400, { code: 'VOID', message: 'Fuera de plazo' }),
  noContent: text(204, ''),
  checkDigit: json(200, { checkDigit: 9, receiver: 'CONTRIBUYENTE', type: 'JURIDICO' }),
  reset,
  hang,
  drip,
};

const files: Record<string, Behaviour> = {
  '/good.pdf': text(200, pdf, { 'content-length': pdf.length, connection: 'close' }),
  '/chunked.pdf': (response) => {
    response.writeHead(200).write(pdf.subarray(0, 3));
    response.end(pdf.subarray(3));
  },
  '/closed.pdf': cutAfter('connection: close\r\n', pdf),
  '/cut-closed.pdf': cutAfter('connection: close\r\n', pdf.subarray(0, 2000)),
  '/cut.pdf': cutAfter(`content-length: ${pdf.length}\r\n`, pdf.subarray(0, 2000)),
  '/page.pdf': text(200, '<html>Not a PDF</html>'),
  '/tiny.pdf': text(200, '%PD'),
  '/none.pdf': text(200, ''),
  '/announced.pdf': text(200, Buffer.concat([pdf, Buffer.alloc(20_000)])),
  '/endless.pdf': (response) => {
    response.write('%PDF-');
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/gone.pdf': text(410, ''),
  '/denied.pdf': text(403, '<Error><Code>AccessDenied</Code></Error>'),
  '/missing.pdf': text(404, ''),
  '/busy.pdf': text(503, ''),
  '/partial.pdf': text(206, pdf),
  '/redirect.pdf': text(302, '', { location: '/good.pdf' }),
  '/drip.pdf': drip,
  '/hang.pdf': hang,
  '/reset.pdf': reset,
};

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  socket: Socket;
}

let server: Server;
let port: number;
let seen: Seen[] = [];
let client: PacClient;
let hasty: PacClient;
const opened: PacClient[] = [];

function open(options: Partial<ClientOptions> = {}): PacClient {
  const client = createAlanubeClient({
    baseUrl: `http://127.0.0.1:${port}/gateway/`,
    apiKey: API_KEY,
    timeoutMs: 10_000,
    fileHosts: [`127.0.0.1:${port}`],
    maxPdfBytes: 10_000,
    ...options,
  });
  opened.push(client);
  return client;
}

before(async () => {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://pac');
    const behaviour = files[url.pathname] ?? behaviours[url.searchParams.get('idCompany') ?? ''];
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers, socket } = request;
      seen.push({ method, url: request.url ?? '', headers, socket, body: Buffer.concat(chunks).toString() });
      (behaviour ?? text(418, 'no such behaviour'))(response, request);
    });
  });
  server = http.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = addressOf(server).port;
  client = open();
  hasty = open({ timeoutMs: 150 });
});

beforeEach(() => {
  seen = [];
});

after(async () => {
  await Promise.all(opened.map((client) => client.close()));
  server.close();
});

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address;
}

const payload = aDocument();

// The key may not stand in anything that could be stored or logged.
function withoutKey<Outcome>(outcome: Outcome): Outcome {
  assert.ok(!JSON.stringify(outcome).includes(API_KEY), 'the API key leaked');
  return outcome;
}

test('a submission is one POST in the name of its company, with the key and the payload', async () => {
  const outcome = await client.submit('CREDIT_NOTE', 'bare', payload);
  assert.equal(outcome.outcome, 'accepted');
  assert.equal(seen.length, 1);
  const { method, url, headers, body } = seen[0]!;
  assert.equal(`${method} ${url}`, 'POST /gateway/pan/v1/credit-notes?idCompany=bare');
  assert.equal(headers.authorization, `Bearer ${API_KEY}`);
  assert.equal(headers.accept, 'application/json');
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  assert.deepEqual(JSON.parse(body), payload);
});

describe('of two keys', () => {
  const both = { apiKey: API_KEY, secondaryKey: NEW_KEY };
  const keysUsed = () => seen.map(({ headers }) => (headers.authorization === `Bearer ${NEW_KEY}` ? 'new' : 'old'));

  test('the second one is used where the first is refused, and from then on', async () => {
    const rotating = open(both);
    assert.equal((await rotating.submit('INVOICE', 'newKeyOnly', payload)).outcome, 'accepted');
    assert.deepEqual(keysUsed(), ['old', 'new']);
    assertEach(seen, ({ body }): unknown => JSON.parse(body), [payload, payload]);
    assert.equal((await rotating.submit('INVOICE', 'newKeyOnly', payload)).outcome, 'accepted');
    assert.equal((await rotating.fetchDocument('INVOICE', 'newKeyOnly', 'X')).outcome, 'found');
    assert.deepEqual(keysUsed(), ['old', 'new', 'new', 'new']);
  });

  test('no answer but the refusal of the first lets the second be tried', async () => {
    for (const company of ['bare', 'tooLate', 'notFound', 'reset', 'redirect']) {
      const rotating = open(both);
      await rotating.submit('INVOICE', company, payload);
      await rotating.voidDocument('INVOICE', company, 'X', 'a reason');
      assert.deepEqual(keysUsed(), ['old', 'old'], company);
      seen = [];
    }
  });

  test('where both are refused the answer to the first one counts, without any of them in it', async () => {
    const refused = await open(both).submit('INVOICE', 'unauthorized', payload);
    assert.deepEqual(keysUsed(), ['old', 'new']);
    assert.equal(withoutKey(refused).outcome, 'refusedCredentials');
    withoutKey(await open({ apiKey: NEW_KEY, secondaryKey: API_KEY }).submit('INVOICE', 'unauthorized', payload));
  });

  test('a second one that is not answered may have arrived, and one that comes too late has not', async () => {
    const unknown = await open({ ...both, timeoutMs: 500 }).submit('INVOICE', 'hangsForNewKey', payload);
    assert.equal(unknown.outcome, 'unknown');
    let asked = 0;
    const late = await open(both).submit('INVOICE', 'newKeyOnly', payload, () => (asked += 1) > 1);
    assert.equal(late.outcome, 'notSent');
    assert.deepEqual(keysUsed(), ['old', 'new', 'old']);
  });
});

test('an address without a path and without a slash is called alike', async () => {
  const plain = open({ baseUrl: `http://127.0.0.1:${port}` });
  await plain.submit('INVOICE', 'bare', payload);
  assert.equal(seen[0]!.url, '/pan/v1/invoices?idCompany=bare');
});

const submissions: [company: string, expected: Partial<SubmissionOutcome>][] = [
  [
    'bare',
    {
      outcome: 'accepted',
      httpStatus: 201,
      document: {
        documentId: '01TESTDOCUMENT',
        legalStatus: 'PAC_AUTHORIZED',
        cufe: 'FE01',
        pdfUrl: null,
        reasons: [],
        isVoided: false,
      },
      raw: document,
    },
  ],
  ['wrapped', { outcome: 'accepted', httpStatus: 200 }],
  ['rejected', { outcome: 'rejected', reasons: ['no'], httpStatus: 200 }],
  ['errors', { outcome: 'rejected', reasons: ['too many (E1, items)'], httpStatus: 400 }],
  ['duplicate', { outcome: 'duplicate', reasons: ['El número ya existe (DUPLICATE)'] }],
  ['unauthorized', { outcome: 'refusedCredentials', cause: 'HTTP 401: The key [key] is wrong', httpStatus: 401 }],
  ['forbidden', { outcome: 'refusedCredentials', raw: { text: '<html>forbidden</html>', httpStatus: 403 } }],
  ['throttled', { outcome: 'throttled', retryAfterSeconds: 7 }],
  ['throttledTwice', { outcome: 'throttled', retryAfterSeconds: 9 }],
  ['broken', { outcome: 'unknown', cause: 'HTTP 500 is no verdict', raw: { errors: [{ message: 'oops' }] } }],
  ['page', { outcome: 'unknown', raw: { text: '<!doctype html><title>Maintenance</title>', httpStatus: 200 } }],
  ['empty', { outcome: 'unknown', cause: 'HTTP 200 with an empty body' }],
  ['cutJson', { outcome: 'unknown', raw: { text: '{"id":"01TESTDOCU', httpStatus: 200 } }],
  ['cutBody', { outcome: 'unknown', raw: { text: '{"id":"01TESTDOCU', httpStatus: 200 } }],
  ['huge', { outcome: 'unknown', cause: 'HTTP 200, then the answer is larger than 8388608 bytes' }],
  ['large', { outcome: 'accepted' }],
  ['latin1', { outcome: 'rejected', reasons: ['Dirección inválida'] }],
  ['martian', { outcome: 'rejected', reasons: ['ñ'] }],
  ['redirect', { outcome: 'unknown', cause: 'HTTP 307 is no verdict' }],
  ['notFound', { outcome: 'unknown' }],
  ['reset', { outcome: 'unknown', raw: null }],
  ['echoPage', { outcome: 'unknown', cause: 'HTTP 502 is no verdict' }],
];
for (const [company, expected] of submissions) {
  test(`a submission that meets "${company}" is ${expected.outcome}, and is sent once`, async () => {
    const outcome = withoutKey(await client.submit('INVOICE', company, payload));
    assert.partialDeepStrictEqual(outcome, expected);
    assert.equal(seen.length, 1);
  });
}

for (const company of ['hang', 'drip']) {
  test(`a submission that meets "${company}" is unknown when its time is up, and is sent once`, async () => {
    const outcome = await hasty.submit('INVOICE', company, payload);
    assert.equal(outcome.outcome, 'unknown');
    assert.match('cause' in outcome ? outcome.cause : '', /no complete answer within 150 ms/);
    assert.equal(seen.length, 1);
  });
}

test('A27: what the PAC echoes is stored without the key and without what a database refuses', async () => {
  const outcome = withoutKey(await client.submit('INVOICE', 'echo', payload));
  assert.partialDeepStrictEqual(outcome, { outcome: 'accepted', raw: { '[key]': 'x' } });
});

test('two submissions never share a connection, look-ups reuse one', async () => {
  await client.submit('INVOICE', 'bare', payload);
  await client.submit('INVOICE', 'bare', payload);
  for (let asked = 0; asked < 4; asked++) await client.fetchDocument('INVOICE', 'bare', 'D1');
  assert.equal(new Set(seen.slice(0, 2).map(({ socket }) => socket)).size, 2);
  assert.ok(new Set(seen.slice(2).map(({ socket }) => socket)).size < 4);
});

async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('a refused connection is proof that nothing was sent', async () => {
  const unreachable = open({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
  assert.partialDeepStrictEqual(await unreachable.submit('INVOICE', 'bare', payload), { outcome: 'notSent' });
  assert.partialDeepStrictEqual(await unreachable.voidDocument('INVOICE', 'bare', 'D1', 'an error in it'), {
    outcome: 'notSent',
  });
  const looked = await unreachable.fetchDocument('INVOICE', 'bare', 'D1');
  assert.equal(looked.outcome, 'unavailable');
  assert.match('cause' in looked ? looked.cause : '', /ECONNREFUSED/);
});

test('a name that does not resolve is proof that nothing was sent', async () => {
  const nowhere = open({ baseUrl: 'http://pac.invalid' });
  assert.equal((await nowhere.submit('INVOICE', 'bare', payload)).outcome, 'notSent');
});

test('a connection that is never secured is proof that nothing was sent', async () => {
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  const mute = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => received.push(chunk));
  }).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const patient = open({ baseUrl: `https://127.0.0.1:${addressOf(mute).port}`, timeoutMs: 150 });
  const outcome = await patient.submit('INVOICE', 'bare', payload);
  assert.deepEqual(outcome, { outcome: 'notSent', cause: 'no complete answer within 150 ms' });
  assert.ok(!Buffer.concat(received).includes('POST'));
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test('a connection that is reset as soon as it stands proves nothing', async () => {
  const rude = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1');
  await once(rude, 'listening');
  const outcome = await open({ baseUrl: `http://127.0.0.1:${addressOf(rude).port}` }).submit(
    'INVOICE',
    'bare',
    payload,
  );
  assert.equal(outcome.outcome, 'unknown');
  rude.close();
});

test('a call without a company is not made', async () => {
  await assert.rejects(client.submit('INVOICE', '', payload), /must name the company/);
  await assert.rejects(client.fetchDocument('INVOICE', ' ', 'D1'), /must name the company/);
  assert.equal(seen.length, 0);
});

const lookups: [company: string, expected: Partial<LookupOutcome>][] = [
  ['bare', { outcome: 'found' }],
  [
    'wrapped',
    {
      outcome: 'found',
      document: {
        documentId: '01TESTDOCUMENT',
        legalStatus: 'PAC_AUTHORIZED',
        cufe: 'FE01',
        pdfUrl: 'https://files.test/1.pdf',
        reasons: [],
        isVoided: false,
      },
    },
  ],
  ['rejected', { outcome: 'found' }],
  ['notFound', { outcome: 'notFound' }],
  ['unauthorized', { outcome: 'refusedCredentials' }],
  ['throttled', { outcome: 'unavailable', retryAfterSeconds: 7 }],
  ['throttledTwice', { outcome: 'unavailable', retryAfterSeconds: 9 }],
  ['broken', { outcome: 'unavailable', cause: 'HTTP 500' }],
  ['page', { outcome: 'unavailable' }],
  ['checkDigit', { outcome: 'unavailable' }],
  ['errors', { outcome: 'unavailable', cause: 'HTTP 400' }],
  ['reset', { outcome: 'unavailable' }],
];
for (const [company, expected] of lookups) {
  test(`a look-up that meets "${company}" is ${expected.outcome}`, async () => {
    assert.partialDeepStrictEqual(withoutKey(await client.fetchDocument('INVOICE', company, 'D1')), expected);
  });
}

test('a look-up that hangs is unavailable when its time is up', async () => {
  assert.equal((await hasty.fetchDocument('INVOICE', 'hang', 'D1')).outcome, 'unavailable');
});

test('A29: no document id changes the path or the company', async () => {
  await client.fetchDocument('CREDIT_NOTE', 'bare', 'a/../b?idCompany=x#y');
  await client.fetchDocument('INVOICE', 'bare', '%2e%2e');
  assertEach(seen, ({ url }) => url, [
    '/gateway/pan/v1/credit-notes/a%2F..%2Fb%3FidCompany%3Dx%23y?documents=pdf&idCompany=bare',
    '/gateway/pan/v1/invoices/%252e%252e?documents=pdf&idCompany=bare',
  ]);
  for (const id of ['.', '..', '', 'x'.repeat(201)]) {
    assert.equal((await client.fetchDocument('INVOICE', 'bare', id)).outcome, 'notFound');
    assert.equal((await client.voidDocument('INVOICE', 'bare', id, 'an error in it')).outcome, 'notFound');
  }
  assert.equal(seen.length, 2);
});

test('A29: no company id adds to the query', async () => {
  await client.fetchDocument('INVOICE', 'bare&idCompany=other', 'D1');
  assert.equal(new URL(seen[0]!.url, 'http://pac').searchParams.get('idCompany'), 'bare&idCompany=other');
});

test('a void is one DELETE with its reason', async () => {
  assert.equal((await client.voidDocument('INVOICE', 'bare', 'D1', 'precio equivocado')).outcome, 'voided');
  const { method, url, body } = seen[0]!;
  assert.equal(`${method} ${url}`, 'DELETE /gateway/pan/v1/invoices/D1?idCompany=bare');
  assert.deepEqual(JSON.parse(body), { reason: 'precio equivocado' });
});

const voids: [company: string, expected: Partial<VoidOutcome>][] = [
  ['noContent', { outcome: 'voided' }],
  ['tooLate', { outcome: 'refused', reasons: ['Fuera de plazo (VOID)'], httpStatus: 400 }],
  ['notFound', { outcome: 'notFound' }],
  ['unauthorized', { outcome: 'refusedCredentials' }],
  ['throttled', { outcome: 'throttled', retryAfterSeconds: 7 }],
  ['throttledTwice', { outcome: 'throttled', retryAfterSeconds: 9 }],
  ['broken', { outcome: 'unknown' }],
  ['page', { outcome: 'unknown' }],
  ['reset', { outcome: 'unknown' }],
];
for (const [company, expected] of voids) {
  test(`a void that meets "${company}" is ${expected.outcome}, and is sent once`, async () => {
    const outcome = withoutKey(await client.voidDocument('INVOICE', company, 'D1', 'precio equivocado'));
    assert.partialDeepStrictEqual(outcome, expected);
    assert.equal(seen.length, 1);
  });
}

test('a void that hangs is unknown when its time is up', async () => {
  assert.equal((await hasty.voidDocument('INVOICE', 'hang', 'D1', 'precio equivocado')).outcome, 'unknown');
  assert.equal(seen.length, 1);
});

test('the check digit is asked for a RUC and its kind', async () => {
  assert.deepEqual(await client.checkDigit('checkDigit', '155587169-2-2014', 'JURIDICO'), {
    outcome: 'found',
    checkDigit: '09',
    receiver: 'CONTRIBUYENTE',
    type: 'JURIDICO',
  });
  assert.equal(seen[0]!.url, '/gateway/pan/v1/check-digit?ruc=155587169-2-2014&type=JURIDICO&idCompany=checkDigit');
  assert.equal((await client.checkDigit('notFound', '1-2-3', 'NATURAL')).outcome, 'notFound');
  assert.equal((await client.checkDigit('broken', '1-2-3', 'NATURAL')).outcome, 'unavailable');
  assert.equal((await client.checkDigit('unauthorized', '1-2-3', 'NATURAL')).outcome, 'refusedCredentials');
});

const mail = { address: 'caja@example.com', documentType: '01', message: 'Su factura' };

test('the PAC sends a document by e-mail, and a refusal is told from silence', async () => {
  assert.equal((await client.sendByEmail('wrapped', 'D1', mail)).outcome, 'sent');
  assert.equal(seen[0]!.url, '/gateway/pan/v1/documents/notify-email?idCompany=wrapped');
  const { documentId, mail: address } = JSON.parse(seen[0]!.body) as Record<string, unknown>;
  assert.deepEqual({ documentId, address }, { documentId: 'D1', address: mail.address });
  for (const [company, outcome] of [
    ['errors', 'refused'],
    ['notFound', 'notFound'],
    ['unauthorized', 'refusedCredentials'],
    ['broken', 'unavailable'],
    ['page', 'unavailable'],
  ] as const) {
    assert.equal((await client.sendByEmail(company, 'D1', mail)).outcome, outcome, company);
  }
});

test('it takes every type of document that the law has, and no other', () => {
  const all = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'];
  assert.deepEqual(
    all.filter((type) => !client.takes(type)),
    ['11'],
  );
});

const downloads: [path: string, outcome: DownloadOutcome['outcome'], cause?: RegExp][] = [
  ['/page.pdf', 'refused', /no PDF/],
  ['/tiny.pdf', 'refused', /no PDF/],
  ['/none.pdf', 'refused', /no PDF/],
  ['/announced.pdf', 'refused', /larger than 10000/],
  ['/endless.pdf', 'refused', /larger than 10000/],
  ['/redirect.pdf', 'refused', /redirect/],
  ['/gone.pdf', 'expired'],
  ['/denied.pdf', 'expired'],
  ['/missing.pdf', 'expired'],
  ['/busy.pdf', 'unavailable', /503/],
  ['/partial.pdf', 'unavailable', /206/],
  ['/cut.pdf', 'unavailable'],
  ['/cut-closed.pdf', 'unavailable', /end mark/],
  ['/reset.pdf', 'unavailable'],
];
for (const [path, outcome, cause] of downloads) {
  test(`A20, A23, A24: a download of ${path} is ${outcome}`, async () => {
    const result = await client.downloadPdf(`http://127.0.0.1:${port}${path}`);
    assert.equal(result.outcome, outcome);
    if (cause) assert.match('cause' in result ? result.cause : '', cause);
    assert.equal(seen.length, 1);
  });
}

for (const path of ['/good.pdf', '/chunked.pdf', '/closed.pdf']) {
  test(`A27: a download of ${path} brings its bytes, and takes no key there`, async () => {
    const result = await client.downloadPdf(`http://127.0.0.1:${port}${path}?signature=1`);
    assert.deepEqual(result, { outcome: 'pdf', bytes: pdf });
    assert.equal(seen[0]!.headers.authorization, undefined);
    assert.ok(!JSON.stringify(seen[0]!.headers).includes(API_KEY));
  });
}

for (const path of ['/drip.pdf', '/hang.pdf']) {
  test(`A23: a download of ${path} ends when its time is up`, async () => {
    const result = await hasty.downloadPdf(`http://127.0.0.1:${port}${path}`);
    assert.deepEqual(result, { outcome: 'unavailable', cause: 'no complete answer within 150 ms' });
  });
}

test('A16, A17, A21, A22: an address that is not on the list is not connected to', async () => {
  for (const address of [
    `http://localhost:${port}/good.pdf`,
    `http://127.0.0.2:${port}/good.pdf`,
    `http://127.0.0.1:${port + 1}/good.pdf`,
    `http://user@127.0.0.1:${port}/good.pdf`,
    'file:///etc/hostname',
    'no address',
  ]) {
    assert.equal((await client.downloadPdf(address)).outcome, 'refused', address);
  }
  assert.equal(seen.length, 0);
});

function resolver(...answers: string[]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  const resolve: Resolve = (_hostname, _options, done) => {
    const address = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
  return { resolve, asked: () => asked };
}

for (const address of [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  'fd00::1',
  '64:ff9b::7f00:1',
]) {
  test(`A16, A17, A18, A28: a listed public name that resolves to ${address} is refused where it would connect`, async () => {
    const { resolve, asked } = resolver(address);
    const guarded = open({ fileHosts: [`files.pac.example:${port}`], resolve });
    const result = await guarded.downloadPdf(`http://files.pac.example:${port}/good.pdf`);
    assert.equal(result.outcome, 'refused');
    assert.match('cause' in result ? result.cause : '', /private address/);
    assert.equal(asked(), 1);
    assert.equal(seen.length, 0);
  });
}

test('A21: plain http is spoken to a file host that is listed without a port only where the PAC itself speaks it', async () => {
  const address = `http://127.0.0.1:${port}/good.pdf`;
  const fileHosts = ['127.0.0.1'];
  const beside = open({ baseUrl: 'https://pac.example', fileHosts });
  assert.equal((await beside.downloadPdf(address)).outcome, 'refused');
  assert.equal(seen.length, 0);
  assert.equal((await open({ fileHosts }).downloadPdf(address)).outcome, 'pdf');
});

test('A19: the address that was judged is the one connected to, and a second connection is judged anew', async () => {
  const { resolve, asked } = resolver('127.0.0.1', '127.0.0.2');
  const guarded = open({ fileHosts: [`files.pac.example:${port}`, '127.0.0.1'], resolve });
  const address = `http://files.pac.example:${port}/good.pdf`;
  assert.equal((await guarded.downloadPdf(address)).outcome, 'pdf');
  assert.equal(asked(), 1);
  assert.equal((await guarded.downloadPdf(address)).outcome, 'refused');
  assert.equal(seen.length, 1);
});

test('a closed client lets what is under way end, and sends nothing more', async () => {
  const closing = open();
  const underWay = closing.submit('INVOICE', 'bare', payload);
  await closing.close();
  assert.equal((await underWay).outcome, 'accepted');
  assert.deepEqual(await closing.submit('INVOICE', 'bare', payload), {
    outcome: 'notSent',
    cause: 'the client is closed',
  });
  assert.equal((await closing.fetchDocument('INVOICE', 'bare', 'D1')).outcome, 'unavailable');
  assert.equal((await closing.downloadPdf(`http://127.0.0.1:${port}/good.pdf`)).outcome, 'unavailable');
  assert.equal(seen.length, 1);
});

test('a PAC address that is no web address is refused at the start', () => {
  assert.throws(() => open({ baseUrl: 'ftp://pac.example' }), /http or https/);
  assert.throws(() => open({ fileHosts: ['https://pac.example'] }), /is no host/);
});
