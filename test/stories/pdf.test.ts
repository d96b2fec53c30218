// The certified PDF: one for each document, whichever path fetches it, and nothing that is no PDF.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { jobsOf } from '../../src/wiring/app.ts';
import { attachPdf } from '../../src/certification/index.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import type { FaultRequest } from '../../simulator/server.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newSale, readInvoice, untilInvoice } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { S3_KEY, startS3StandIn, type S3StandIn } from '../support/s3-stand-in.ts';
import { createWorld, eventually, newShop, quietWorld, world } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

const FILE = 'id filename contentType byteSize sha256 url createdAt';
const ATTACH = `mutation ($id: UUID!, $kind: FiscalDocumentType! = INVOICE) { attachPacPdf(sourceId: $id, sourceType: $kind) { ${FILE} } }`;

async function attach(shop: TestTenant, id: string): Promise<Answer> {
  return (await shop.get(ATTACH, { id })).attachPacPdf;
}

/** An invoice that the DGI has authorized, which is not known here yet. */
async function authorized(here: World, shop: TestTenant): Promise<Answer> {
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  return invoice;
}

function callsOf({ simulator }: World, shop: TestTenant, operation: string): number {
  return simulator.calls().filter((one) => one.companyId === shop.companyId && one.operation === operation).length;
}

function download({ url }: World, path: string, token?: string): Promise<Response> {
  return fetch(`${url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
}

/** A failure before the first byte is a 500; a later one breaks the connection. */
async function isServedWhole(here: World, path: string, token: string): Promise<boolean> {
  try {
    const response = await download(here, path, token);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Counts who comes, and would gladly serve a PDF. */
async function stranger(): Promise<{ server: Server; url: string; visits: () => number }> {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7\n%%EOF\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/x.pdf`, visits: () => visits };
}

const BAD: [what: string, fault: FaultRequest][] = [
  ['is cut off half-way', { name: 'pdfCut' }],
  ['is a page of HTML', { name: 'pdfHtml' }],
  ['is larger than any document', { name: 'pdfHuge', bytes: 11_000_000 }],
  ['drips a byte at a time', { name: 'pdfDrip', ms: 100 }],
  ['is answered with 500', { name: 'http500', operation: 'pdf' }],
  ['redirects to the metadata service', { name: 'pdfRedirect' }],
  ['lies at the metadata service', { name: 'pdfElsewhere' }],
  ['lies on an unlisted host', { name: 'pdfElsewhere', url: 'https://files.example.com/x.pdf' }],
  ['lies in a file of ours', { name: 'pdfElsewhere', url: 'file:///etc/passwd' }],
];

/** A store of files; every test below runs once for each. */
interface Place {
  world(): Promise<World>;
  quietWorld(): Promise<World>;
  /** Files of this tenant in the store, half-written ones included. */
  stored(here: World, shop: TestTenant): Promise<string[]>;
}

const disk: Place = {
  world,
  quietWorld,
  stored: ({ dataDir }, shop) => readdir(join(dataDir, 'files', shop.tenant.id)).catch(() => []),
};

let standIn: Promise<S3StandIn> | undefined;
const opened = new Map<boolean, Promise<World>>();

/** One world that works and one that does not, over the same store; each is opened when the first story needs it. */
function worldOnS3(works: boolean): Promise<World> {
  standIn ??= startS3StandIn();
  const open = async () =>
    createWorld({
      works,
      env: {
        FILES_URL: 's3://docs/folio',
        ACTS_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
        AWS_ENDPOINT_URL: (await standIn!).url,
        AWS_ACCESS_KEY_ID: S3_KEY.id,
        AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
      },
    });
  if (!opened.has(works)) opened.set(works, open());
  return opened.get(works)!;
}

after(async () => (await standIn)?.close());

const s3: Place = {
  world: () => worldOnS3(true),
  quietWorld: () => worldOnS3(false),
  async stored(_, shop) {
    const folder = `folio/${shop.tenant.id}/`;
    const keys = [...(await standIn!).objects.keys()].filter((key) => key.startsWith(folder));
    return keys.map((key) => key.slice(folder.length));
  },
};

async function keyOf(here: World, { id }: Answer): Promise<string> {
  const [row] = await here.query<{ key: string }>('select storage_key as key from files where id = $1', [id]);
  return row!.key;
}

for (const [place, { world, quietWorld, stored }] of Object.entries({ 'on the disk': disk, 'on S3': s3 })) {
  describe(`files ${place}`, () => {
    test('P5, F42: webhook, poll and operator at once attach one file', async () => {
      const { here, shop } = await newShop(world());
      for (let run = 0; run < 5; run += 1) {
        const invoice = await authorized(here, shop);
        const notice = { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' };
        const [row] = await here.sql<{ poll_count: number }>`select poll_count from fiscal_documents
          where id = ${invoice.id}`;
        const [, , ...attached] = await Promise.all([
          sendNotice(here, shop, notice),
          pollLegalStatus(ofTenant(here.app, shop.tenant), invoice.id, row!.poll_count),
          attach(shop, invoice.id),
          attach(shop, invoice.id),
          attachPdf(ofTenant(here.app, shop.tenant), invoice.id, 'system'),
        ]);
        const { files, pdf } = await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
        assert.equal(files.length, 1);
        assert.ok(attached.every((one) => one === null || one.id === pdf.id));
        assert.equal((await timelineOf(shop, invoice.id)).filter((event) => event.kind === 'PDF_ATTACHED').length, 1);
      }
    });

    test('A25, A26: the file is named after the CUFE, and is the PAC’s to the byte', async () => {
      const { here, shop } = await newShop(quietWorld());
      const invoice = await authorized(here, shop);
      const file = await attach(shop, invoice.id);
      assert.equal(file.filename, `${invoice.cufe}.pdf`);
      assert.equal(file.contentType, 'application/pdf');
      assert.equal(file.url, `/files/${file.id}`);
      const response = await download(here, file.url, await shop.token('viewer'));
      assert.equal(response.status, 200);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
      assert.equal(bytes.length, file.byteSize);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
      const { headers } = response;
      assert.equal(headers.get('content-type'), 'application/pdf');
      assert.equal(headers.get('content-length'), String(file.byteSize));
      assert.equal(headers.get('content-disposition'), `attachment; filename="${invoice.cufe}.pdf"`);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('cache-control') ?? '', /private/);
      assertEach(await stored(here, shop), (name) => `${shop.tenant.id}/${name}`, [await keyOf(here, file)]);
    });

    test('a file is served to its tenant alone, and no other tenant learns that it exists', async () => {
      const here = await quietWorld();
      const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
      const file = await attach(shop, (await authorized(here, shop)).id);
      assert.equal((await download(here, file.url)).status, 401);
      assert.equal((await download(here, file.url, 'not.a.token')).status, 401);
      const token = await other.token('admin');
      const foreign = await download(here, file.url, token);
      const unknown = await download(here, '/files/018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f', token);
      assert.equal(foreign.status, 404);
      assert.equal(unknown.status, 404);
      assert.equal(await foreign.text(), await unknown.text());
      for (const id of ['x', '%2e%2e%2fsecrets', `${file.id}%00`, `${file.id}'`, 'a'.repeat(290)]) {
        const response = await download(here, `/files/${id}`, await shop.token('admin'));
        assert.equal(response.status, 404, id);
      }
      assert.equal(
        (await download(here, file.url.toUpperCase().replace('/FILES/', '/files/'), await shop.token('viewer'))).status,
        200,
      );
    });

    test('a file that is attached already is answered without asking the PAC', async () => {
      const { here, shop } = await newShop(quietWorld());
      const invoice = await authorized(here, shop);
      const file = await attach(shop, invoice.id);
      const asked = callsOf(here, shop, 'pdf');
      assert.deepEqual(await attach(shop, invoice.id), file);
      assert.equal(callsOf(here, shop, 'pdf'), asked);
    });

    test('a credit note has a PDF of its own', async () => {
      const { here, shop, invoice } = await newSale(quietWorld());
      await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
      const { createCredit } = await shop.get(
        'mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, reason: "Returned" }) { id documentId cufe } }',
        { id: invoice.id },
      );
      await here.simulator.verdict(createCredit.documentId, 'DGI_AUTHORIZED');
      const { attachPacPdf } = await shop.get(ATTACH, { id: createCredit.id, kind: 'CREDIT_NOTE' });
      assert.equal(attachPacPdf.filename, `${createCredit.cufe}.pdf`);
      const credit = await shop.call(`credit { pdf { ${FILE} } files { id } }`, { id: createCredit.id });
      assert.deepEqual(credit, { pdf: attachPacPdf, files: [{ id: attachPacPdf.id }] });
    });

    test('F39: an address that has expired is asked for anew', async () => {
      const { here, shop } = await newShop(quietWorld());
      const invoice = await authorized(here, shop);
      here.simulator.nextFault({ name: 'expiredPdf', companyId: shop.companyId, times: 2 });
      const file = await attach(shop, invoice.id);
      assert.equal(file.filename, `${invoice.cufe}.pdf`);
      assert.equal(callsOf(here, shop, 'pdf'), 3);
    });

    test('F39: a PAC whose addresses have all expired is unavailable, not asked for ever', async () => {
      const { here, shop } = await newShop(quietWorld());
      const invoice = await authorized(here, shop);
      here.simulator.nextFault({ name: 'expiredPdf', companyId: shop.companyId, times: 3 });
      assert.equal((await shop.refusal(ATTACH, { id: invoice.id })).code, 'PAC_UNAVAILABLE');
      assert.deepEqual(await stored(here, shop), []);
      assert.ok(await attach(shop, invoice.id));
    });

    test('F40: while there is no PDF the answer is null, and the queue attaches it later', async () => {
      const { here, shop } = await newShop(world());
      const { simulator } = here;
      simulator.nextFault({ name: 'pdfNotReady', companyId: shop.companyId, times: 'always' });
      const { invoice } = await invoicedOrder(shop);
      await simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
      assert.equal(await attach(shop, invoice.id), null);
      assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
      simulator.clearFaults();
      const settled = await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
      assert.equal(settled.pdf.filename, `${invoice.cufe}.pdf`);
    });

    test('F40: a document without a verdict has no PDF yet', async () => {
      const { here, shop, invoice } = await newSale(quietWorld());
      here.simulator.nextFault({ name: 'pdfNotReady', companyId: shop.companyId });
      assert.equal(await attach(shop, invoice.id), null);
    });

    for (const [what, fault] of BAD) {
      test(`F41, A20, A23, A24: a PDF that ${what} is refused, leaves nothing behind and does not touch the status`, async () => {
        const { here, shop } = await newShop(quietWorld());
        const invoice = await authorized(here, shop);
        here.simulator.nextFault({ ...fault, companyId: shop.companyId });
        assert.equal((await shop.refusal(ATTACH, { id: invoice.id })).code, 'PAC_UNAVAILABLE');
        assert.deepEqual(await stored(here, shop), []);
        assert.deepEqual((await readInvoice(shop, invoice.id)).files, []);
        await sendNotice(here, shop, { id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' });
        assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
        assert.ok(await attach(shop, invoice.id), 'another try may succeed');
      });
    }

    for (const name of ['pdfElsewhere', 'pdfRedirect'] as const) {
      test(`A16, A17, A20: ${name}: a host that is not listed is not even connected to, also when it is this machine by another name`, async (t) => {
        const { here, shop } = await newShop(quietWorld());
        const { server, url, visits } = await stranger();
        t.after(() => server.close());
        const invoice = await authorized(here, shop);
        here.simulator.nextFault({ name, companyId: shop.companyId, url });
        assert.equal((await shop.refusal(ATTACH, { id: invoice.id })).code, 'PAC_UNAVAILABLE');
        assert.equal(visits(), 0);
      });
    }

    test('A27: the PAC’s key is not sent to where the PDF lies', async () => {
      const { here, shop } = await newShop(quietWorld());
      await attach(shop, (await authorized(here, shop)).id);
      const fetched = here.callsOf(shop, 'pdf');
      assertEach(fetched, (one) => one.hasAuthorization, [false]);
    });

    test('F43: a file store that fails after the download loses nothing', async () => {
      const { here, shop } = await newShop(quietWorld());
      const invoice = await authorized(here, shop);
      const files = { ...here.app.files, put: () => Promise.reject(new Error('the disk is full')) };
      await assert.rejects(
        attachPdf(ofTenant({ ...here.app, files }, shop.tenant), invoice.id, 'system'),
        /disk is full/,
      );
      assert.deepEqual((await readInvoice(shop, invoice.id)).files, []);
      assert.ok(await attach(shop, invoice.id));
    });

    test('attachPacPdf of a document that the PAC never accepted is CONFLICT', async () => {
      const { here, shop } = await newShop(quietWorld());
      const { simulator } = here;
      const { invoice: internal } = await invoicedOrder(shop, { mode: 'PROFORM' });
      simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
      const { invoice: unknown } = await invoicedOrder(shop);
      simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
      const { invoice: refused } = await invoicedOrder(shop);
      const { invoice: rejected } = await invoicedOrder(shop);
      await simulator.verdict(rejected.documentId, 'DGI_REJECTED');
      for (const { id } of [internal, unknown, refused, rejected]) {
        assert.equal((await shop.refusal(ATTACH, { id })).code, 'CONFLICT');
      }
    });

    test('attachPacPdf of an unknown document, another tenant’s, or one of the other kind is NOT_FOUND', async () => {
      const here = await quietWorld();
      const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
      const invoice = await authorized(here, shop);
      const unknown = await shop.refusal(ATTACH, { id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f' });
      assert.deepEqual(unknown, { code: 'NOT_FOUND', message: 'Invoice not found' });
      assert.deepEqual(await other.refusal(ATTACH, { id: invoice.id }), unknown);
      assert.equal((await shop.refusal(ATTACH, { id: invoice.id, kind: 'CREDIT_NOTE' })).code, 'NOT_FOUND');
    });

    test('F41, A24: what was changed or cut in the store is never served whole', async () => {
      const { here, shop } = await newShop(quietWorld());
      const file = await attach(shop, (await authorized(here, shop)).id);
      const token = await shop.token('viewer');
      const key = await keyOf(here, file);
      await here.app.files.put(key, Buffer.alloc(file.byteSize, 0x20));
      assert.equal(await isServedWhole(here, file.url, token), false, 'as long, and other bytes');
      await here.app.files.put(key, Buffer.from('%PDF-'));
      const refused = await download(here, file.url, token);
      assert.equal(refused.status, 500);
      assert.match(refused.headers.get('content-type')!, /^application\/json/);
      assert.equal(refused.headers.get('cache-control'), null, 'no cache keeps it for a file');
      assert.equal(refused.headers.get('content-disposition'), null);
      assert.match((await refused.json()).error, /Something went wrong here \(request /);
    });

    test('F38: the PDF of a document that is not ours is not attached, and an operator is asked', async () => {
      const { here, shop } = await newShop(quietWorld());
      const [ours, other] = [await authorized(here, shop), await authorized(here, shop)];
      // Our id of the document leads to another one.
      const renamed = 'update fiscal_documents set document_id = $2 where id = $1';
      await here.rewrite([renamed, [other.id, 'another-name']], [renamed, [ours.id, other.documentId]]);
      const refused = await shop.refusal(ATTACH, { id: ours.id });
      assert.equal(refused.code, 'CONFLICT');
      assert.match(refused.message, /the PAC shows another document: its CUFE is/);
      assert.deepEqual((await readInvoice(shop, ours.id)).files, []);
      const { openDocuments } = await shop.get('{ openDocuments { documentId nextAction parkedReason } }');
      const parked = openDocuments.find((one: Answer) => one.documentId === ours.id);
      assert.equal(parked.nextAction, 'OPERATOR');
      assert.match(parked.parkedReason, /shows another document/);
    });
  });
}

describe('the PDF of before the verdict, and the one of after it', () => {
  /** Three ways to learn what the PAC says; each ends in the same function. */
  const WAYS: Record<string, (here: World, shop: TestTenant, invoice: Answer, said: string) => Promise<unknown>> = {
    notice: (here, shop, { documentId, cufe }, legalStatus) =>
      sendNotice(here, shop, { id: documentId, cufe, legalStatus }),
    poll: (here, shop, { id }) => poll(here, shop, id),
    async operator(here, shop, { id, documentId, cufe }, legalStatus) {
      // The status is known, and the download that follows from it fails.
      here.simulator.nextFault({ name: 'http500', companyId: shop.companyId, operation: 'get' });
      await sendNotice(here, shop, { id: documentId, cufe, legalStatus });
      await eventually(
        async () => here.simulator.calls().findLast((one) => one.companyId === shop.companyId),
        (last) => last?.operation === 'get' && last.faults.includes('http500'),
      );
      await attach(shop, id);
    },
  };

  async function poll(here: World, shop: TestTenant, id: string): Promise<void> {
    const asked = 'select poll_count from fiscal_documents where id = $1';
    const [row] = await here.query<{ poll_count: number }>(asked, [id]);
    await pollLegalStatus(ofTenant(here.app, shop.tenant), id, row!.poll_count);
  }

  const attachDuty = (here: World, shop: TestTenant, id: string): Promise<void> =>
    jobsOf(here.app)
      .find(({ job }) => job.name === 'attach-pdf')!
      .run({ tenantId: shop.tenant.id, documentId: id } as never);

  const withPdf = (shop: TestTenant, id: string): Promise<Answer> => untilInvoice(shop, id, (one) => one.pdf !== null);

  async function reprinting(reprintsAfterVerdict = true): Promise<{ here: World; shop: TestTenant }> {
    const here = await quietWorld();
    here.simulator.setKnobs({ reprintsAfterVerdict });
    return { here, shop: await here.tenant() };
  }

  after(() => reprinting(false));

  test('the answer of the submission is enough to have the PDF', async () => {
    const { shop, invoice } = await newSale(world());
    const { pdf, legalStatus } = await withPdf(shop, invoice.id);
    assert.deepEqual([legalStatus, pdf.filename], ['PAC_AUTHORIZED', `${invoice.cufe}.pdf`]);
  });

  for (const [way, learn] of Object.entries(WAYS)) {
    test(`what says PAC_AUTHORIZED brings the PDF, again or for the first time: ${way}`, async () => {
      const { here, shop, invoice } = await newSale(quietWorld());
      assert.equal((await readInvoice(shop, invoice.id)).pdf, null);
      await learn(here, shop, invoice, 'PAC_AUTHORIZED');
      const { pdf, legalStatus } = await withPdf(shop, invoice.id);
      assert.deepEqual([legalStatus, pdf.filename], ['PAC_AUTHORIZED', `${invoice.cufe}.pdf`]);
    });

    test(`other bytes after the verdict are a second version, and the newest is shown: ${way}`, async () => {
      const { here, shop } = await reprinting();
      const { invoice } = await invoicedOrder(shop);
      const first = await attach(shop, invoice.id);
      await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
      await learn(here, shop, invoice, 'DGI_AUTHORIZED');
      const { pdf, files } = await untilInvoice(shop, invoice.id, (one) => one.files.length > 1);
      assert.deepEqual(
        files,
        [first, pdf].map(({ id }) => ({ id })),
      );
      assert.notEqual(pdf.sha256, first.sha256);
      for (const file of [first, pdf]) {
        assert.ok(await isServedWhole(here, file.url, await shop.token('viewer')), file.filename);
      }
      const asked = callsOf(here, shop, 'pdf');
      assert.equal((await attach(shop, invoice.id)).id, pdf.id);
      await attachDuty(here, shop, invoice.id);
      assert.equal(callsOf(here, shop, 'pdf'), asked, 'what was fetched after the verdict is not fetched again');
      const { openDocuments } = await shop.get('{ openDocuments { documentId } }');
      assert.deepEqual(openDocuments, []);
    });

    test(`the same bytes after the verdict stay one file: ${way}`, async () => {
      const { here, shop } = await reprinting(false);
      const { invoice } = await invoicedOrder(shop);
      const first = await attach(shop, invoice.id);
      await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
      const asked = callsOf(here, shop, 'pdf');
      await learn(here, shop, invoice, 'DGI_AUTHORIZED');
      await eventually(async () => (await shop.get('{ openDocuments { documentId } }')).openDocuments, { length: 0 });
      assert.equal(callsOf(here, shop, 'pdf'), asked + 1);
      assert.deepEqual((await readInvoice(shop, invoice.id)).files, [{ id: first.id }]);
    });
  }

  test('F42: all three ways at once, before and after the verdict: one file per content', async () => {
    const { here, shop } = await reprinting();
    for (let run = 0; run < 5; run += 1) {
      const { invoice } = await invoicedOrder(shop);
      for (const status of ['PAC_AUTHORIZED', 'DGI_AUTHORIZED'] as const) {
        if (status === 'DGI_AUTHORIZED') await here.simulator.verdict(invoice.documentId, status, { webhook: false });
        await Promise.all([
          WAYS['notice']!(here, shop, invoice, status),
          poll(here, shop, invoice.id),
          attach(shop, invoice.id),
          attach(shop, invoice.id),
        ]);
        await attachDuty(here, shop, invoice.id);
      }
      const { files, pdf } = await readInvoice(shop, invoice.id);
      assert.equal(files.length, 2);
      assert.equal(pdf.id, files[1].id);
      assert.equal((await timelineOf(shop, invoice.id)).filter((event) => event.kind === 'PDF_ATTACHED').length, 2);
    }
  });

  test('while the PAC has not printed it anew, the first one is answered and the duty goes on', async () => {
    const { here, shop } = await reprinting();
    const { invoice } = await invoicedOrder(shop);
    const first = await attach(shop, invoice.id);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    here.simulator.nextFault({ name: 'pdfNotReady', companyId: shop.companyId, times: 3 });
    await poll(here, shop, invoice.id);
    assert.equal((await attach(shop, invoice.id)).id, first.id);
    await assert.rejects(attachDuty(here, shop, invoice.id), /has no PDF/);
    const { openDocuments } = await shop.get('{ openDocuments { documentId nextAction } }');
    assert.deepEqual(openDocuments, [{ documentId: invoice.id, nextAction: 'ATTACH_PDF' }]);
    await attachDuty(here, shop, invoice.id);
    assert.equal((await readInvoice(shop, invoice.id)).files.length, 2);
  });

  test('a download of before the verdict that ends after the one of after it is not shown', async () => {
    const { here, shop } = await reprinting();
    const { invoice } = await invoicedOrder(shop);
    let verdict: Answer;
    const pac = {
      ...here.app.pac,
      async downloadPdf(address: string) {
        const early = await here.app.pac.downloadPdf(address);
        await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
        await poll(here, shop, invoice.id);
        verdict = (await readInvoice(shop, invoice.id)).pdf;
        return early;
      },
    };
    const file = await attachPdf(ofTenant({ ...here.app, pac }, shop.tenant), invoice.id, 'system');
    assert.equal(file?.id, verdict.id);
    assert.equal((await readInvoice(shop, invoice.id)).pdf.id, verdict.id);
  });

  test('the duty of a document that the DGI has rejected meanwhile is done; the file that is there stays', async () => {
    const { here, shop } = await newShop(quietWorld());
    const [bare, printed] = [(await invoicedOrder(shop)).invoice, (await invoicedOrder(shop)).invoice];
    const file = await attach(shop, printed.id);
    for (const one of [bare, printed]) {
      await here.simulator.verdict(one.documentId, 'DGI_REJECTED', { webhook: false });
      await sendNotice(here, shop, { id: one.documentId, legalStatus: 'DGI_REJECTED' });
      await attachDuty(here, shop, one.id);
    }
    assert.deepEqual(await attach(shop, printed.id), file);
    assert.deepEqual((await readInvoice(shop, bare.id)).files, []);
  });
});

test('F43: an S3 store that is down does not hold up the verdict, and gets the PDF when it is back', async () => {
  const here = await s3.world();
  const shop = await here.tenant();
  const store = await standIn!;
  store.trouble = 'down';
  const { invoice } = await invoicedOrder(shop);
  try {
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    await eventually(
      async () => store.requests.filter(({ key, status }) => key.includes(shop.tenant.id) && status === 500).length,
      (refused) => refused > 0,
    );
    const meanwhile = await readInvoice(shop, invoice.id);
    assert.deepEqual(
      { legalStatus: meanwhile.legalStatus, files: meanwhile.files },
      { legalStatus: 'DGI_AUTHORIZED', files: [] },
    );
  } finally {
    store.trouble = undefined;
  }
  const { pdf } = await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
  assert.equal(pdf.filename, `${invoice.cufe}.pdf`);
});

test('F41: an upload that is torn is made again, and a download that is cut is no file', async () => {
  const here = await s3.quietWorld();
  const shop = await here.tenant();
  const invoice = await authorized(here, shop);
  const store = await standIn!;
  // Uploads of the tests before may still be under way.
  store.troubled = shop.tenant.id;
  store.trouble = 'hang up once';
  await shop.refusal(ATTACH, { id: invoice.id });
  assert.deepEqual((await readInvoice(shop, invoice.id)).files, []);
  assert.deepEqual(await s3.stored(here, shop), []);
  const file = await attach(shop, invoice.id);
  store.trouble = 'half a download once';
  const token = await shop.token('viewer');
  assert.equal(await isServedWhole(here, file.url, token), false);
  store.troubled = '';
  assert.equal((await (await download(here, file.url, token)).arrayBuffer()).byteLength, file.byteSize);
});
