// The evidence bundle: complete, checked without a database, and nothing in it can be changed unseen.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { checkBundle } from '../../src/invoicing/index.ts';
import { unzip, zipOf } from '../../src/platform/zip.ts';
import { invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { dice } from '../support/dice.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { sendNotice } from '../support/notices.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

type Files = Map<string, Buffer>;

let here: World;
let shop: TestTenant;
let invoice: Answer;
let files: Files;

before(async () => {
  // A world of its own: its simulator's documents would be in the answers of all other stories.
  here = await createWorld({ works: false });
  here.simulator.setKnobs({ xml: 'text', reprintsAfterVerdict: true });
  shop = await here.tenant();
  ({ invoice } = await invoicedOrder(shop));
  await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await sendNotice(here, shop, { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' });
  await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
  files = unzip(Buffer.from(await (await download(invoice.id, await shop.token('viewer'))).arrayBuffer()));
});

function download(id: string, token?: string): Promise<Response> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${here.url}/documents/${id}/evidence.zip`, { headers });
}

const jsonOf = (name: string): Answer => JSON.parse(files.get(name)!.toString());

/** The bundle with one file changed, as it is or with a manifest that was made to agree. */
function changed(name: string, bytes: Buffer | null, hidesIt: boolean): Files {
  const other = new Map(files);
  if (bytes === null) other.delete(name);
  else other.set(name, bytes);
  return hidesIt ? hidden(other) : other;
}

function hidden(other: Files): Files {
  const manifest = jsonOf('manifest.json');
  manifest.files = [...other]
    .filter(([one]) => one !== 'manifest.json')
    .map(([one, content]) => ({
      name: one,
      byteSize: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
  return other.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
}

describe('the evidence bundle', () => {
  test('has all that was sent, answered, told and printed, and agrees with itself', () => {
    assert.deepEqual(checkBundle(files), []);
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !name.startsWith('files/')),
      [
        'manifest.json',
        'document.json',
        'payload.json',
        'answer.json',
        'notices.json',
        'timeline.json',
        'acts-head.json',
      ],
    );
    assert.equal(names.filter((name) => name.endsWith('.pdf')).length, 2);
    assert.equal(names.filter((name) => name.endsWith('.xml')).length, 2);
    const document = jsonOf('document.json');
    assert.deepEqual([document.cufe, document.legalStatus], [invoice.cufe, 'DGI_AUTHORIZED']);
    assert.equal(jsonOf('notices.json')[0].body.legalStatus, 'DGI_AUTHORIZED');
    assert.deepEqual(jsonOf('payload.json'), invoice.pacInput);
    const sent = here.simulator.document(invoice.documentId)!.payload;
    assert.equal(files.get('payload.json')!.toString(), JSON.stringify(sent), 'the very bytes that were sent');
  });

  test('is read at one moment, so that no verdict comes between two of its files', async () => {
    const token = await shop.token('viewer');
    await download(invoice.id, token);
    const said = await statementsOf(here, () => download(invoice.id, token));
    const [read, ...others] = said
      .map((statements) => statements.map(({ text }) => text))
      .filter((texts) => texts.some((text) => /from "?(fiscal_documents|document_events|files)"?/.test(text)));
    assert.match(read![0]!, /^begin isolation level repeatable read/);
    assert.deepEqual(others, []);
  });

  test('of a document with discounts, several rates and a part credited as well', async () => {
    const clientId = await newClient(shop);
    const [itemId, spirit, bread] = await Promise.all(
      ['7', '15', '0'].map((taxRate) => newItem(shop, { stock: '100', taxRate })),
    );
    const order = await newOrder(shop, clientId, [
      { itemId: itemId!, quantity: '3', unitPrice: '3.33', discount: '0.07' },
      { itemId: spirit!, quantity: '7', unitPrice: '0.95' },
      { itemId: bread!, quantity: '0.333', unitPrice: '19.99' },
    ]);
    const FILE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id documentId cufe lines { id } } }';
    const { generateInvoice: sold } = await shop.get(FILE, { id: order.id });
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED', { webhook: false });
    await sendNotice(here, shop, { id: sold.documentId, cufe: sold.cufe, legalStatus: 'DGI_AUTHORIZED' });
    // The notice is answered before its files are fetched.
    await attachPdfOnDuty(ofTenant(here.app, shop.tenant), sold.id);
    const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '2' }];
    const createCredit = await shop.call('createCredit', { invoiceId: sold.id, reason: 'Devuelto', lines });
    for (const id of [sold.id, createCredit.id]) {
      const bundle = await (await download(id, await shop.token('viewer'))).arrayBuffer();
      assert.deepEqual(checkBundle(unzip(Buffer.from(bundle))), []);
    }
  });

  test('of what was never sent', async () => {
    const { invoice: proforma } = await invoicedOrder(shop, { mode: 'PROFORM' });
    const rejected = (await invoicedOrder(shop, { clientName: 'PAC_REJECT' })).invoice;
    for (const { id } of [proforma, rejected]) {
      const bundle = await (await download(id, await shop.token('viewer'))).arrayBuffer();
      assert.deepEqual(checkBundle(unzip(Buffer.from(bundle))), []);
    }
  });

  test('of a proforma that is filed later, of another billing point, and of a contingency', async () => {
    const { invoice: proforma } = await invoicedOrder(shop, { mode: 'PROFORM' });
    await shop.get('mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { id } }', { id: proforma.id });
    const { offices } = await shop.get('{ offices { id } }');
    const point = await shop.call('createBillingPoint', { officeId: offices[0].id, code: '007' });
    const itemId = await newItem(shop, { stock: '100' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    const FILE =
      'mutation ($id: UUID!, $point: UUID) { generateInvoice(orderId: $id, billingPointId: $point) { id number } }';
    const { generateInvoice: elsewhere } = await shop.get(FILE, { id: order.id, point: point.id });
    assert.match(elsewhere.number, /^FAC-\d{4}-007-\d{10}$/);
    await shop.get('mutation { startContingency(reason: "El PAC no responde desde las ocho") { id } }');
    const { invoice: held } = await invoicedOrder(shop);
    await shop.get('mutation { endContingency { id } }');
    for (const { id } of [proforma, elsewhere, held]) {
      const bundle = await (await download(id, await shop.token('viewer'))).arrayBuffer();
      assert.deepEqual(checkBundle(unzip(Buffer.from(bundle))), []);
    }
  });

  test('a byte that is changed in any file is found', () => {
    for (const [name, bytes] of files) {
      const other = Buffer.from(bytes);
      other[other.length >> 1] = other[other.length >> 1]! ^ 1;
      assert.notDeepEqual(checkBundle(changed(name, other, false)), [], name);
      assert.notDeepEqual(checkBundle(changed(name, null, false)), [], `without ${name}`);
    }
    assert.notDeepEqual(checkBundle(changed('another.txt', Buffer.from('x'), false)), []);
  });

  type Change = (document: Answer) => unknown;
  const HIDDEN: [what: string, says: string, name: string, change: Change][] = [
    [
      'a price',
      'payload.json is not what was sent',
      'payload.json',
      (payload) => (payload.items[0].prices.transfer += 1),
    ],
    [
      'the type of issue',
      'payload.json has not the form',
      'payload.json',
      (payload) => (payload.information.issueType = '02'),
    ],
    [
      'the total',
      'total is stated as 1, and the lines come to',
      'document.json',
      (document) => (document.totals.total = '1'),
    ],
    [
      'the ITBMS',
      'tax is stated as 0, and the lines come to',
      'document.json',
      (document) => (document.totals.tax = '0'),
    ],
    [
      'the CUFE',
      'the CUFE does not follow from the payload',
      'document.json',
      (document) => (document.cufe = `${document.cufe.slice(0, -1)}x`),
    ],
    [
      'its check digit',
      'its check digit is wrong',
      'document.json',
      (document) => (document.cufe = document.cufe.slice(0, -1) + ((Number(document.cufe.at(-1)) + 1) % 10)),
    ],
    [
      'the expected CUFE',
      'the expected CUFE does not follow',
      'document.json',
      (document) => (document.expectedCufe = document.expectedCufe.replace('-', '0')),
    ],
    [
      'the legal status',
      'the legal status is not the last one',
      'document.json',
      (document) => (document.legalStatus = 'DGI_REJECTED'),
    ],
    ['the order of the timeline', 'the timeline is not in order', 'timeline.json', (timeline) => timeline.reverse()],
    ['an event', 'does not begin with the intent', 'timeline.json', (timeline) => timeline.splice(0, 1)],
    [
      'a verdict',
      'the legal status is not the last one',
      'timeline.json',
      (timeline) => (timeline.findLast(({ kind }: Answer) => kind === 'LEGAL_STATUS').detail.to = 'DGI_REJECTED'),
    ],
    [
      'the digest of what was sent',
      'payload.json is not what was sent',
      'timeline.json',
      (timeline) => (timeline.find(({ kind }: Answer) => kind === 'CLAIMED').detail.payloadSha256 = '0'),
    ],
    [
      'the answer',
      'the answer is about another document',
      'answer.json',
      (answer) => ((answer.document ?? answer).cufe = 'FE01'),
    ],
    ['a notice', 'a notice is of another document', 'notices.json', (notices) => (notices[0].cufe = 'FE01')],
  ];
  for (const [what, says, name, change] of HIDDEN) {
    test(`${what} that is changed is found, also where the manifest is made anew`, () => {
      const document = jsonOf(name);
      change(document);
      const bytes = Buffer.from(JSON.stringify(document));
      const problems = checkBundle(changed(name, bytes, true));
      assert.ok(
        problems.some((problem) => problem.includes(says)),
        problems.join('; '),
      );
    });
  }

  type Forgery = [what: string, says: string, change: (json: (name: string) => Answer, all: Files) => unknown];
  const aYearOff = (at: string) => at.replace(/^\d{4}/, (year) => String(Number(year) - 1));
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const payloadOf = (json: (name: string) => Answer) => {
    const claimed = json('timeline.json').find(({ kind }: Answer) => kind === 'CLAIMED').detail;
    claimed.payloadSha256 = digest(Buffer.from(JSON.stringify(json('payload.json'))));
  };
  const replaceFile = (json: (name: string) => Answer, all: Files, ending: string, from: string, to: string) => {
    const name = [...all.keys()].findLast((one) => one.endsWith(ending))!;
    const bytes = Buffer.from(all.get(name)!.toString('latin1').replace(from, to), 'latin1');
    const event = json('timeline.json').find(({ detail }: Answer) => detail.sha256 === digest(all.get(name)!));
    event.detail.sha256 = digest(bytes);
    all.delete(name);
    all.set(name.replace(/[0-9a-f]{12}/, digest(bytes).slice(0, 12)), bytes);
  };
  const FORGED: Forgery[] = [
    [
      'another number',
      'FAC-0000000002 is not the number of the payload',
      (json) => (json('document.json').number = 'FAC-0000000002'),
    ],
    [
      'another billing point',
      'is not of the billing point of the payload',
      (json) => (json('document.json').number = 'FAC-0001-007-0000000001'),
    ],
    [
      'the status of the answer',
      'the answer says DGI_REJECTED, and no event does',
      (json) => (json('answer.json').document.legalStatus = 'DGI_REJECTED'),
    ],
    [
      'the status of the answer that a notice brought later',
      'the answer says DGI_AUTHORIZED, and no event does',
      (json) => (json('answer.json').document.legalStatus = 'DGI_AUTHORIZED'),
    ],
    [
      'the protocol of the answer',
      'the answer has another authorization protocol',
      (json) => (json('answer.json').document.authorizationProtocol = '1'),
    ],
    [
      'the protocol of the document',
      'the authorization protocol is not the last one of the timeline',
      (json) => (json('document.json').authorization.protocol = '1'),
    ],
    [
      'a number in the payload and its digest',
      'is not the number of the payload',
      (json) => {
        json('payload.json').information.numeration = '0000000002';
        payloadOf(json);
      },
    ],
    [
      'the day of the payload and its digest',
      'the payload was issued on another day than its intent',
      (json) => {
        const { information } = json('payload.json');
        information.issueDate = aYearOff(information.issueDate);
        payloadOf(json);
      },
    ],
    [
      'the CUFE in an XML and its digest',
      'does not name the CUFE',
      (json, all) => replaceFile(json, all, '.xml', '<dId>FE', '<dId>FF'),
    ],
    [
      'the protocol in an XML and its digest',
      'has another authorization protocol than the document',
      (json, all) =>
        replaceFile(
          json,
          all,
          [...all.keys()].find((name) => all.get(name)!.includes('<dProtAut>'))!,
          '<dProtAut>',
          '<dProtAut>9',
        ),
    ],
    [
      'all times, by a year',
      'the payload was issued on another day than its intent',
      (json) => {
        const document = json('document.json');
        document.createdAt = aYearOff(document.createdAt);
        for (const event of json('timeline.json')) event.at = aYearOff(event.at);
      },
    ],
    [
      'the day of its making',
      'the document was created on another day than its first intent',
      (json) => (json('document.json').createdAt = aYearOff(json('document.json').createdAt)),
    ],
    [
      'the day of its authorization',
      'the document was authorized before it was issued',
      (json) => (json('document.json').authorization.at = aYearOff(json('document.json').authorization.at)),
    ],
    ['all notices', 'of the timeline is missing', (json) => json('notices.json').splice(0)],
    [
      'what a notice says',
      'a notice says another legal status than the timeline',
      (json) => (json('notices.json')[0].legalStatus = 'DGI_REJECTED'),
    ],
    ['the head of the acts', 'acts-head.json is missing', (_, all) => all.delete('acts-head.json')],
    [
      'the form of the head',
      'acts-head.json has not the form',
      (_, all) => all.set('acts-head.json', Buffer.from('{')),
    ],
    [
      'the signature of the head',
      'the signature of acts-head.json does not hold',
      (json) => (json('acts-head.json').signature = Buffer.alloc(64).toString('base64')),
    ],
    [
      'the key of the head',
      'the signature of acts-head.json does not hold',
      (json) => (json('acts-head.json').publicKey = 'no key'),
    ],
    ...(
      [
        ['an older head, signed anew', 'older than the last event', { at: '2020-01-01T00:00:00.000000Z' }],
        ['a head without a time, signed anew', 'older than the last event', { at: 'yesterday' }],
        ['the head of another tenant', 'of another tenant', { tenantId: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f' }],
      ] as const
    ).map<Forgery>(([what, says, other]) => [
      what,
      says,
      (json) => {
        const head = Object.assign(json('acts-head.json'), other);
        const { privateKey, publicKey } = generateKeyPairSync('ed25519');
        const text = `folio-acts/1 ${head.tenantId} ${head.number} ${head.sha256} ${head.at}`;
        head.publicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
        head.signature = sign(null, Buffer.from(text), privateKey).toString('base64');
      },
    ]),
    [
      'a total that is no number',
      'document.json has not the form',
      (json) => (json('document.json').totals.isc = '0.0.'),
    ],
    [
      'a day that is none',
      'the expected CUFE does not follow',
      (json) => {
        const { information } = json('payload.json');
        information.issueDate = information.issueDate.replace(/^.{10}/, '2026-99-99');
      },
    ],
  ];
  for (const [what, says, change] of FORGED) {
    test(`${what}: found behind a manifest that was made anew`, () => {
      const all = new Map(files);
      const read = new Map<string, Answer>();
      const json = (name: string) => read.get(name) ?? read.set(name, jsonOf(name)).get(name);
      change(json, all);
      for (const [name, value] of read) all.set(name, Buffer.from(JSON.stringify(value)));
      const problems = checkBundle(hidden(all));
      assert.ok(
        problems.some((problem) => problem.includes(says)),
        problems.join('; '),
      );
    });
  }

  test('whatever is changed, at random, is answered with sentences', () => {
    const random = dice(540);
    const VALUES = [
      null,
      '',
      '0.0.',
      '1e9',
      '\u0000',
      -1,
      1e300,
      0.1234567,
      [],
      {},
      [null],
      true,
      '2026-99-99T99:99:99-05:00',
    ];
    const mutate = (value: Answer): Answer => {
      const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
      if (keys.length === 0 || random(6) === 0) return VALUES[random(VALUES.length)];
      const key = keys[random(keys.length)]!;
      if (random(8) === 0) delete value[key];
      else value[key] = mutate(value[key]);
      return value;
    };
    for (const [name, bytes] of files) {
      for (let turn = 0; turn < 60; turn += 1) {
        const flipped = Buffer.from(bytes);
        const at = random(flipped.length);
        flipped[at] = flipped[at]! ^ (1 << random(8));
        assert.notDeepEqual(checkBundle(changed(name, flipped, false)), [], `${name}, byte ${at}`);
        if (name !== 'manifest.json') checkBundle(changed(name, flipped, true));
        if (!name.endsWith('.json')) continue;
        const other = Buffer.from(JSON.stringify(mutate(jsonOf(name))));
        checkBundle(changed(name, other, name !== 'manifest.json'));
      }
    }
  });

  test('so are a page and an XML that were never attached', () => {
    for (const [name, bytes] of files) {
      if (!name.startsWith('files/')) continue;
      assert.notDeepEqual(checkBundle(changed(name, Buffer.concat([bytes, Buffer.from(' ')]), true)), [], name);
      assert.notDeepEqual(checkBundle(changed(name, null, true)), [], name);
    }
    assert.notDeepEqual(checkBundle(changed('payload.json', null, true)), []);
  });

  test('is for callers of the tenant alone', async () => {
    assert.equal((await download(invoice.id)).status, 401);
    const other = await here.tenant();
    const unknown = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
    for (const [id, who] of [
      [invoice.id, other],
      [unknown, shop],
      ['no-id', shop],
    ] as const) {
      const refused = await download(id, await who.token('admin'));
      assert.equal(refused.status, 404);
      const message = 'Document not found';
      assert.deepEqual(await refused.json(), {
        errors: [{ message, extensions: { code: 'NOT_FOUND' } }],
        error: message,
        code: 'NOT_FOUND',
      });
    }
    const good = await download(invoice.id.toUpperCase(), await shop.token('viewer'));
    assert.deepEqual([good.status, good.headers.get('content-type')], [200, 'application/zip']);
    assert.match(good.headers.get('content-disposition')!, /FAC-\d{10}-evidence\.zip/);
  });

  test('no archive at all is found to be none', () => {
    assert.notDeepEqual(checkBundle(unzip(zipOf([]))), []);
  });
});
