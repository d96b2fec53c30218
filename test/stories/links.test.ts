// Links to documents: a person who has one sees the page and the certified PDF; looks are counted, and it ends when it is revoked.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createToken, issueToken } from '../../src/access/index.ts';
import { suspendTenant } from '../../src/company/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import {
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  invoice,
  readInvoice,
  untilPrinted,
} from '../support/business.ts';
import { opened, ORDER, person } from '../support/returns.ts';
import { eventually, graphql, JWT_SECRET, world, type Answer, type TestTenant } from '../support/world.ts';

const SHARE = 'mutation ($id: UUID!) { shareDocument(documentId: $id) { id path createdBy views viewedAt revokedAt } }';
const REVOKE = 'mutation ($id: UUID!) { revokeDocumentLink(documentId: $id) { id path views revokedAt } }';
const LINK = 'query ($id: UUID!) { invoice(id: $id) { number total qrUrl cufe pdf { sha256 } link { path views } } }';

async function certified(): Promise<{ shop: TestTenant; id: string; documentId: string }> {
  const here = await world();
  const shop = await here.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, sold.id), { legalStatus: 'DGI_AUTHORIZED' });
  await untilPrinted(here, shop);
  return { shop, id: sold.id, documentId: sold.documentId };
}

const share = async (shop: TestTenant, id: string): Promise<Answer> => (await shop.get(SHARE, { id })).shareDocument;

test('a link shows the document to a person without an account, with the PDF that the PAC certified', async () => {
  const { url } = await world();
  const { shop, id } = await certified();
  const { path, ...made } = await share(shop, id);
  assert.deepEqual({ ...made, createdBy: null }, { id, createdBy: null, views: 0, viewedAt: null, revokedAt: null });
  assert.match(path, /^\/d\/[\w-]{64}$/);
  assert.equal((await share(shop, id)).path, path, 'a document has one link');
  const { invoice: sold } = await shop.get(LINK, { id });
  const page = await fetch(url + path);
  assert.equal(page.status, 200);
  for (const [name, value] of [
    ['cache-control', 'private, no-store'],
    ['x-robots-tag', 'noindex'],
    ['referrer-policy', 'no-referrer'],
  ] as const)
    assert.equal(page.headers.get(name), value);
  const policy = page.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src/);
  const text = await page.text();
  for (const part of [`Factura electrónica ${sold.number}`, `B/. ${Number(sold.total).toFixed(2)}`, sold.cufe, 'RUC '])
    assert.ok(text.includes(part), part);
  assert.ok(text.includes(sold.qrUrl.replaceAll('&', '&amp;')));
  const pdf = await fetch(`${url}${path}/pdf`);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  assert.match(pdf.headers.get('content-disposition')!, /^inline; /);
  const digest = await crypto.subtle.digest('SHA-256', await pdf.arrayBuffer());
  assert.equal(Buffer.from(digest).toString('hex'), sold.pdf.sha256);
});

test('an address has one spelling: nothing that is written behind a code comes into the page', async () => {
  const { url } = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  for (const more of ['"><h1>Pague a otra cuenta</h1>', '=="><h1>Pague a otra cuenta</h1>', '=', '"', 'é']) {
    const page = await fetch(`${url}${path}${encodeURIComponent(more)}`);
    assert.equal(page.status, 404, more);
    assert.doesNotMatch(await page.text(), /Pague/);
  }
});

test('a cashier shares what they made and, where they take returns, what their office has sold', async () => {
  const { shop, id } = await certified();
  const eva = await person(shop, 'eva', 'cashier');
  assert.equal((await eva.refused(SHARE, { id })).code, 'NOT_FOUND');
  // Tokens of a company's own sign-in may have several roles.
  const both = { userName: 'rita', tenantId: shop.tenant.id, roles: ['viewer' as const, 'cashier' as const] };
  const { clock, url } = await world();
  const token = await issueToken(JWT_SECRET, { ...both, expiresIn: '1h', now: clock.now() });
  assert.ok((await graphql(url, SHARE, { id }, token)).data?.shareDocument.path);
  await shop.get('mutation ($id: UUID!) { revokeDocumentLink(documentId: $id) { id } }', { id });
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { stock: '9', price: '10', taxRate: '0' })];
  const input = { clientId, lines: [{ itemId, quantity: '1' }] };
  const { createOrder } = await eva.get(ORDER, { input });
  const own = await eva.call('generateInvoice { id documentId }', { orderId: createOrder.id });
  await (await world()).simulator.verdict(own.documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, own.id), { legalStatus: 'DGI_AUTHORIZED' });
  assert.ok((await eva.get(SHARE, { id: own.id })).shareDocument.path);
  await shop.get('mutation { updateTenant(input: { cashierReturns: true }) { id } }', {}, 'admin');
  assert.equal((await eva.refused(SHARE, { id })).code, 'NOT_FOUND', 'no till is open in its office');
  await opened(eva);
  assert.ok((await eva.get(SHARE, { id })).shareDocument.path);
});

test('looks are counted, one a minute at most, and not those at the PDF', async () => {
  const here = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  const views = async (): Promise<number> => (await shop.get(LINK, { id })).invoice.link.views;
  await fetch(`${here.url}${path}/pdf`);
  assert.equal(await views(), 0);
  await Promise.all(Array.from({ length: 10 }, () => fetch(here.url + path)));
  assert.equal(await views(), 1);
  await here.query(`update document_links set viewed_at = now() - interval '61 seconds' where id = $1`, [id]);
  await fetch(here.url + path);
  assert.equal(await views(), 2);
});

test('a link that was revoked shows nothing, and a new one is another', async () => {
  const { url } = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  const { revokeDocumentLink: revoked } = await shop.get(REVOKE, { id });
  assert.equal(revoked.path, null);
  assert.ok(revoked.revokedAt);
  assert.equal((await shop.get(REVOKE, { id })).revokeDocumentLink.revokedAt, revoked.revokedAt, 'twice is once');
  for (const at of [path, `${path}/pdf`]) assert.equal((await fetch(url + at)).status, 404);
  const again = await share(shop, id);
  assert.notEqual(again.path, path);
  assert.equal((await fetch(url + path)).status, 404);
  assert.equal((await fetch(url + again.path)).status, 200);
});

test('a suspended business gives no link, and takes back those that it has given', async () => {
  const here = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  await inTenant(here.app, shop.tenant, suspendTenant);
  here.clock.offsetMs += 6_000;
  assert.equal((await shop.refusal(SHARE, { id })).code, 'TENANT_SUSPENDED');
  assert.equal((await fetch(here.url + path)).status, 200);
  await shop.get(REVOKE, { id });
  assert.equal((await fetch(here.url + path)).status, 404);
});

test('nothing is seen by a changed address, and what is refused tells nothing of why', async () => {
  const { url } = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  const bytes = Buffer.from(path.slice(3), 'base64url');
  const other = (await certified()).shop.tenant.id.replaceAll('-', '');
  const wrong = [
    Buffer.concat([bytes.subarray(0, 32), randomBytes(16)]),
    Buffer.concat([Buffer.from(other, 'hex'), bytes.subarray(16)]),
    Buffer.concat([bytes.subarray(0, 16), randomBytes(16), bytes.subarray(32)]),
    Buffer.concat([randomBytes(16), bytes.subarray(16)]),
    bytes.subarray(0, 47),
    Buffer.concat([bytes, Buffer.alloc(1)]),
    Buffer.alloc(0),
  ];
  const told = new Set<string>();
  for (const one of wrong) {
    const answer = await fetch(`${url}/d/${one.toString('base64url') || 'x'}`);
    assert.equal(answer.status, 404);
    told.add(await answer.text());
  }
  assert.equal(told.size, 1);
  for (let at = 32; at < 48; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped[at]! ^= 1;
    assert.equal((await fetch(`${url}/d/${flipped.toString('base64url')}`)).status, 404);
  }
});

test('a document that is not authorized has no link, nor has that of another company, and a viewer makes none', async () => {
  const here = await world();
  const { shop, id } = await certified();
  const items = [{ itemId: await newItem(shop, { stock: '5' }), quantity: '1' }];
  const proforma = await invoice(shop, (await newOrder(shop, await newClient(shop), items)).id, 'PROFORM');
  const refused = async (query: string, documentId: string, role: 'viewer' | 'cashier' | 'operator', of = shop) => {
    const made = { userName: 'eva', role, expiresIn: '1h', now: here.clock.now() };
    const { token } = await createToken(here.app, of.tenant, JWT_SECRET, made);
    const { errors } = await graphql(here.url, query, { id: documentId }, token);
    return errors?.[0]?.extensions?.['code'];
  };
  assert.equal(await refused(SHARE, proforma.id, 'operator'), 'CONFLICT');
  assert.equal(await refused(SHARE, crypto.randomUUID(), 'operator'), 'NOT_FOUND');
  assert.equal(await refused(REVOKE, id, 'operator'), 'NOT_FOUND', 'it was never shared');
  assert.equal(await refused(SHARE, id, 'operator', await here.tenant()), 'NOT_FOUND');
  assert.equal(await refused(SHARE, id, 'viewer'), 'FORBIDDEN');
  assert.equal(await refused(SHARE, id, 'cashier'), 'NOT_FOUND', 'another person has made it');
  assert.equal(await refused(REVOKE, id, 'cashier'), 'FORBIDDEN');
});

test('a name that is HTML stays text', async () => {
  const here = await world();
  const { shop, id } = await certified();
  const { path } = await share(shop, id);
  await here.query('update tenants set name = $2 where id = $1', [shop.tenant.id, `<script>alert("x")</script> & Co`]);
  const page = await eventually(
    async () => ({ text: await (await fetch(here.url + path)).text() }),
    ({ text }) => text.includes('alert'),
  );
  assert.ok(page.text.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Co'));
  assert.ok(!page.text.includes('<script'));
});

test('a document that was voided says so', async () => {
  const { url } = await world();
  const { shop, id, documentId } = await certified();
  const { path } = await share(shop, id);
  await shop.call('voidInvoice', { invoiceId: id, reason: 'Vendido dos veces, por error' }, 'admin');
  await eventually(() => readInvoice(shop, id), { invoiceStatus: 'VOID' });
  assert.match(await (await fetch(url + path)).text(), /anulado o rechazado/);
  assert.ok(documentId);
});
