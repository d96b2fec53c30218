// Two tenants side by side: nothing of one is ever visible to the other, and each caller may do what the role says.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { among, fieldsOf, operationOf, takesId, type IdFor } from '../support/every-field.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { createToken } from '../../src/access/index.ts';
import {
  adjust,
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  newSale,
  stockOf,
  untilInvoice,
  untilPrinted,
} from '../support/business.ts';
import { FENCES } from '../support/fences.ts';
import { sendNotice } from '../support/notices.ts';
import { postGraphql } from '../support/serving.ts';
import { eventually, graphql, JWT_SECRET, newShop, world } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
const CANARY = 'kanarienvogel';

type Ids = Record<string, string>;

/** Something of everything that a tenant can have, with the canary in every name. */
async function livingTenant(here: World): Promise<{ shop: TestTenant; ids: Ids }> {
  const shop = await here.tenant({ name: `${CANARY} tenant` });
  const { itemId, clientId, order, invoice: sold } = await invoicedOrder(shop, { clientName: `${CANARY} client` });
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  const credit = await shop.call('createCredit', {
    invoiceId: sold.id,
    reason: 'kanarienvogel',
    lines: [{ invoiceLineId: sold.lines[0].id, quantity: '1' }],
  });
  const open = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const created = await shop.get(
    `mutation ($itemId: UUID!) {
    createLocation(name: "${CANARY} location", code: "${CANARY}") { id }
    secondLocation: createLocation(name: "${CANARY} second", code: "${CANARY}2") { id }
    createPriceList(name: "${CANARY} prices") { id }
    createOffice(input: { code: "0001", name: "${CANARY} office" }) { id }
    createSupplier(name: "${CANARY} supplier", ruc: "${CANARY}") { id }
    createItem(input: { sku: "${CANARY}", name: "${CANARY} item", unitPrice: "1" }) { id }
    reserveStock(input: { itemId: $itemId, quantity: "1" }) { id }
    adjustInventory(input: { itemId: $itemId, quantityChange: "1", description: "${CANARY}" }) { id sourceId }
  }`,
    { itemId },
  );
  const notes = await shop.get(
    `mutation ($id: UUID!, $clientId: UUID!, $itemId: UUID!, $day: Date!) {
      registerPayment(invoiceId: $id, amount: "1", reference: "${CANARY}") { payments { id } }
      createDebitNote(input: { invoiceId: $id, mode: PROFORM, reason: "${CANARY}", lines: [{ itemId: $itemId, description: "${CANARY}", unitPrice: "1" }] }) { id }
      createGenericCredit(input: { clientId: $clientId, reference: { number: "${CANARY}", date: $day }, reason: "${CANARY}", mode: PROFORM, lines: [{ itemId: $itemId, description: "${CANARY}", unitPrice: "1" }] }) { id }
    }`,
    { id: sold.id, clientId, itemId, day: '2026-01-02' },
  );
  const { createBillingPoint: point } = await shop.get(
    'mutation ($id: UUID!) { createBillingPoint(officeId: $id, code: "001", name: "kanarienvogel till") { id } }',
    { id: created.createOffice.id },
  );
  const recordSupplierInvoice = await shop.call('recordSupplierInvoice', {
    supplierId: created.createSupplier.id,
    lines: [{ itemId, quantity: '1', unitCost: '2' }],
  });
  const { createPurchaseOrder: purchase } = await shop.get(
    'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id lines { id } } }',
    { input: { supplierId: created.createSupplier.id, lines: [{ itemId, quantity: '5', unitCost: '2' }] } },
  );
  const { createWebhookEndpoint: hook } = await shop.get(
    'mutation { createWebhookEndpoint(url: "https://shop.example/kanarienvogel", types: ["supplier.updated"]) { endpoint { id } } }',
  );
  const endpointId: string = hook.endpoint.id;
  // So that nothing is tried, which would change what is compared.
  await shop.call('updateWebhookEndpoint', { endpointId, isEnabled: false });
  const [delivery] =
    await here.sql<Answer>`insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, subject_id, position, state, answer)
     values (${shop.tenant.id}, ${endpointId}, gen_random_uuid(), 'webhook.test', gen_random_uuid(), 0, 'DELIVERED', ${CANARY})
     returning id`;
  const { pdf } = await untilInvoice(shop, sold.id, (one) => one.pdf !== null);
  const token = await createToken(here.app, shop.tenant, JWT_SECRET, {
    userName: `${CANARY} till`,
    role: 'viewer',
    expiresIn: '1h',
    now: here.clock.now(),
  });
  const planId = randomUUID();
  await here.query(
    `insert into plans (tenant_id, id, credential, actor, user_name, operation, input, facts, amount, created_at, expires_at)
     values ($1, $2, $3, $3, $3, 'createClient', jsonb_build_object('name', $3::text), '{}', 5, now(), now() + interval '1 hour')`,
    [shop.tenant.id, planId, CANARY],
  );
  const kept = await shop.get(
    `mutation { reportTillSales(till: "${CANARY}", sales: [
      { id: "${randomUUID()}", madeBy: "${CANARY}", soldAt: "2026-01-02T15:00:00Z", amount: "5", reason: "${CANARY}" }
    ]) { id } }`,
  );
  const tillSessionId = randomUUID();
  await shop.call('openTill', { id: tillSessionId, billingPointId: point.id, openingFloat: '1' });
  const stockCountId = randomUUID();
  await shop.get(`mutation {
    openStockCount(id: "${stockCountId}", name: "${CANARY}", locationId: "${created.createLocation.id}") { id }
    countStock(countId: "${stockCountId}", lines: [{ id: "${randomUUID()}", itemId: "${itemId}", quantity: "1", place: "${CANARY}" }]) { id }
  }`);
  const transferId = randomUUID();
  await shop.get(`mutation {
    adjustInventory(input: { itemId: "${itemId}", quantityChange: "1", locationId: "${created.createLocation.id}", description: "${CANARY}" }) { id }
    sendTransfer(input: { id: "${transferId}", note: "${CANARY}", fromLocationId: "${created.createLocation.id}", toLocationId: "${created.secondLocation.id}",
      lines: [{ itemId: "${itemId}", quantity: "1" }] }) { id }
  }`);
  const authorization = `Bearer ${await shop.token('viewer')}`;
  await fetch(`${here.url}/session`, { method: 'POST', headers: { authorization, origin: here.url } });
  const inviteMember = await shop.call('inviteMember { member { id } }', { userName: CANARY, role: 'viewer' });
  const { acts, sessions } = await shop.get('{ acts(first: 1) { records { id } } sessions { id } }');
  const ids = {
    actId: acts.records[0].id,
    sessionId: sessions[0].id,
    tokenId: token.id,
    memberId: inviteMember.member.id,
    planId,
    stockCountId,
    transferId,
    countId: stockCountId,
    itemId,
    priceListId: created.createPriceList.id,
    clientId,
    supplierId: created.createSupplier.id,
    locationId: created.createLocation.id,
    fromLocationId: created.createLocation.id,
    toLocationId: created.secondLocation.id,
    orderId: open.id,
    invoicedOrderId: order.id,
    invoiceId: sold.id,
    invoiceLineId: sold.lines[0].id,
    creditId: credit.id,
    debitNoteId: notes.createDebitNote.id,
    genericCreditId: notes.createGenericCredit.id,
    paymentId: notes.registerPayment.payments[0].id,
    documentId: sold.id,
    sourceId: sold.id,
    adjustmentId: created.adjustInventory.sourceId,
    reservationId: created.reserveStock.id,
    purchaseOrderId: purchase.id,
    supplierInvoiceId: recordSupplierInvoice.id,
    lineId: purchase.lines[0].id,
    fileId: pdf.id,
    officeId: created.createOffice.id,
    billingPointId: point.id,
    endpointId,
    deliveryId: delivery.id,
    tillSaleId: kept.reportTillSales[0].id,
    tillSessionId,
  };
  return { shop, ids };
}

const unknownIds: IdFor = (name) => (name === 'toLocationId' ? UNKNOWN_ID.replace('018f', '018e') : UNKNOWN_ID);

/** Arguments that some fields check before the id. */
const MORE: Record<string, Record<string, unknown>> = {
  settleSubmission: { notReceivedReason: 'The PAC says that it never came' },
  previewInvoice: { asksPac: true },
  createBillingPoint: { code: '003' },
  createApiToken: { roles: ['viewer'] },
  createLocation: { code: 'B3' },
  inviteMember: { role: 'viewer' },
};

const TIMES = ['ageSeconds', 'date', 'issueDate'];

/** Everything that a tenant can see, to be compared before and after. */
async function everythingOf(shop: TestTenant, ids: Ids): Promise<unknown> {
  const answers: Record<string, unknown> = {};
  for (const field of fieldsOf('query')) {
    const { name, text, variables } = operationOf('query', field, among(ids));
    const { data, errors = [] } = await shop.ask(text, variables);
    // Such as the alarm of the twins.
    const surprises = errors.filter(({ extensions }) => extensions.code === 'INTERNAL_SERVER_ERROR');
    assert.deepEqual(surprises, []);
    answers[name] = data;
  }
  // Ages and the instant of a question are no facts of the tenant.
  return JSON.parse(JSON.stringify(answers, (key, value) => (TIMES.includes(key) ? undefined : value)));
}

for (const [fences, open] of FENCES) {
  test(`A37: nothing of one tenant is visible to another: ${fences}`, async (t) => nothingIsVisible(t, await open()));
}

async function nothingIsVisible(t: TestContext, here: World): Promise<void> {
  const { shop, ids } = await livingTenant(here);
  const stranger = await here.tenant();
  const own = await newItem(stranger, { stock: '5' });
  const ownClient = await newClient(stranger);
  await untilPrinted(here, shop);
  // Until the worker has nothing more to do for it, such as a question to the PAC.
  let before: unknown;
  await eventually(
    async () => [before, (before = await everythingOf(shop, ids))],
    ([one, other]) => isDeepStrictEqual(one, other),
  );
  const secrets = [...Object.values(ids), CANARY, shop.tenant.id, shop.companyId];

  function assertSilent(answer: unknown, asked: Record<string, unknown>, what: string): void {
    const text = JSON.stringify(answer);
    const given = JSON.stringify(asked);
    const told = secrets.filter((secret) => text.includes(secret) && !given.includes(secret));
    assert.deepEqual(told, [], `${what} tells ${told.join()}: ${text}`);
  }

  for (const kind of ['query', 'mutation'] as const) {
    for (const field of fieldsOf(kind).filter(takesId)) {
      await t.test(`${kind} ${field.name}: another tenant's ids are answered like unknown ids`, async () => {
        const foreign = operationOf(kind, field, among(ids), MORE[field.name]);
        const unknown = operationOf(kind, field, unknownIds, MORE[field.name]);
        const answer = await stranger.ask(foreign.text, foreign.variables);
        const expected = await stranger.ask(unknown.text, unknown.variables);
        // A mutation of a thousand rows reports the refusal on the row.
        const [row] = answer.data?.[field.name]?.rows ?? [];
        const code = row?.outcome === 'REFUSED' ? row.errors[0].code : answer.errors?.[0]?.extensions.code;
        assert.equal(code, 'NOT_FOUND', JSON.stringify(answer));
        // Each question reduces the rest of the caller's share.
        const said = (key: string, value: unknown) => (['locations', 'left'].includes(key) ? undefined : value);
        const plainly = JSON.stringify(answer, said);
        const otherwise = JSON.stringify(expected, said);
        assert.equal(plainly, otherwise);
        assertSilent(answer, foreign.variables, field.name);
      });
    }
  }

  for (const field of fieldsOf('query').filter((one) => !takesId(one))) {
    await t.test(`query ${field.name} tells nothing of another tenant`, async () => {
      const { text, variables } = operationOf('query', field, unknownIds);
      const answer = await stranger.ask(text, {
        ...variables,
        ...(field.args.some((arg) => arg.name === 'search') ? { search: CANARY } : {}),
      });
      const seen = field.args.some((arg) => arg.name === 'search') ? { search: CANARY } : {};
      assertSilent(answer, seen, field.name);
      assertSilent(await stranger.ask(text, variables), {}, field.name);
    });
  }

  const theirs = { locationId: ids['locationId'] };
  const mine = { itemId: own };
  const bought = { supplierId: ids['supplierId'], lines: [{ ...mine, quantity: '1', unitCost: '1' }] };
  const sold = (clientId: string | undefined, line: object) => ({ clientId, lines: [{ ...line, quantity: '1' }] });
  const adjusted = { ...mine, ...theirs, quantityChange: '1', description: 'x' };
  const MIXED: [name: string, what: string, given: object][] = [
    ['createOrder', 'with a foreign client', sold(ids['clientId'], mine)],
    ['createOrder', 'with a foreign item', sold(ownClient, { itemId: ids['itemId'] })],
    ['createOrder', 'at a foreign location', sold(ownClient, { ...mine, ...theirs })],
    ['adjustInventory', 'at a foreign location', adjusted],
    ['reserveStock', 'at a foreign location', { ...mine, ...theirs, quantity: '1' }],
    ['createPurchaseOrder', 'with a foreign supplier', bought],
    ['recordSupplierInvoice', 'with a foreign supplier', bought],
    ['itemMovements', 'at a foreign location', { ...mine, ...theirs }],
    ['itemStockMetrics', 'at a foreign location', { ...mine, ...theirs }],
    ['itemWhatIf', 'at a foreign location', { ...mine, ...theirs }],
    ['itemStockHistory', 'at a foreign location', { ...mine, ...theirs }],
    ['availableQuantity', 'at a foreign location', { ...mine, ...theirs }],
  ];
  for (const [name, what, given] of MIXED) {
    await t.test(`${name} ${what} is NOT_FOUND`, async () => {
      assert.equal((await stranger.refuses(name, given)).code, 'NOT_FOUND');
    });
  }

  await t.test('A39: what is unique within a tenant says nothing about another', async () => {
    const answer = await stranger.get(`mutation {
      createItem(input: { sku: "${CANARY}", name: "Mine", unitPrice: "1" }) { id }
      createLocation(name: "Mine", code: "${CANARY}") { id }
    }`);
    assert.ok(answer.createItem.id);
    assert.ok(answer.createLocation.id);
  });

  await t.test('a file is served to its tenant alone', async () => {
    const headers = { authorization: `Bearer ${await stranger.token('admin')}` };
    assert.equal((await fetch(`${here.url}/files/${ids['fileId']}`, { headers })).status, 404);
  });

  await t.test('a notice about its document that comes for another company changes nothing', async () => {
    const [{ id }] = (await here.sql<{ id: string }>`select document_id as id from fiscal_documents
      where id = ${ids['documentId']}`) as [{ id: string }];
    for (const legalStatus of ['DGI_REJECTED', 'DGI_AUTHORIZED']) {
      assert.equal((await sendNotice(here, stranger, { id, legalStatus })).status, 200);
    }
    const [{ waiting }] = (await here.sql<{ waiting: number }>`select count(*)::int as waiting from pac_notices
      where tenant_id = ${stranger.tenant.id} and document_id is null`) as [{ waiting: number }];
    assert.equal(waiting, 2);
  });

  await t.test('after all of this the tenant is as it was, to the digit', async () => {
    assert.deepEqual(await everythingOf(shop, ids), before);
  });
}

test('A40: the figures of one tenant do not change when another one trades', async () => {
  const here = await world();
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const mine = await invoicedOrder(shop, { mode: 'PROFORM' });
  const ids = { ...Object.fromEntries(['itemId'].map((name) => [name, mine.itemId])) };
  const figures = async () => {
    const { itemStockMetrics, itemTopClients, itemMovements } = await shop.get(
      `query ($itemId: UUID!) { itemStockMetrics(itemId: $itemId) { unitsSoldInWindow availableQuantity }
        itemTopClients(itemId: $itemId) { clientName unitsSold } itemMovements(itemId: $itemId) { totalCount } }`,
      ids,
    );
    return { itemStockMetrics, itemTopClients, itemMovements };
  };
  const before = await figures();
  const itemId = await newItem(other, { stock: '1000' });
  const clientId = await newClient(other);
  for (let sale = 0; sale < 5; sale += 1) {
    await invoice(other, (await newOrder(other, clientId, [{ itemId, quantity: '10' }])).id, 'PROFORM');
    await adjust(other, itemId, '5');
  }
  assert.deepEqual(await figures(), before);
  assert.equal((await stockOf(other, itemId)).onHand, '975');
});

const ADMIN = [
  'voidInvoice',
  'void_invoice',
  'voidCredit',
  'void_credit',
  'voidDebitNote',
  'voidGenericCredit',
  'settleSubmission',
  'resolveParked',
  'revokeApiToken',
  'endSession',
  'createApiToken',
  'inviteMember',
  'removeMember',
  'rotateWebhookSecret',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookEndpointSecret',
  'sendTestWebhook',
  'replayWebhookDelivery',
  'replayWebhookEvents',
  'updateTenant',
  'createOffice',
  'updateOffice',
  'createBillingPoint',
  'updateBillingPoint',
  'startContingency',
  'explainContingency',
  'endContingency',
  'decidePlan',
];
const ADMINS_QUESTIONS = [
  ...['act', 'acts', 'actsHead', 'apiTokens', 'members', 'plan', 'sessions', 'webhookEndpoints', 'webhookDeliveries'],
  // The trial of an account, which is one of its fields.
  'pacAccounts',
];
const ANALYTICS = [
  'itemMovements',
  'itemStockMetrics',
  'itemIncomingQuantity',
  'itemIncomingPurchases',
  'itemWhatIf',
  'itemTopClients',
  'itemStockHistory',
  'itemStockAsOf',
  'itemsNeedingReorder',
  'getItemStockOverTime',
];

test('D47, A53: who may do what', async (t) => {
  const { here, shop } = await newShop();

  async function codeFor(
    kind: 'query' | 'mutation',
    name: string,
    role: 'viewer' | 'operator' | 'admin',
  ): Promise<string> {
    const field = fieldsOf(kind).find((one) => one.name === name)!;
    const { text, variables } = operationOf(kind, field, unknownIds, MORE[name]);
    return (await shop.ask(text, variables, role)).errors?.[0]?.extensions.code ?? 'ok';
  }

  for (const { name } of fieldsOf('mutation')) {
    await t.test(`${name} needs ${ADMIN.includes(name) ? 'admin' : 'operator'}`, async () => {
      assert.equal(await codeFor('mutation', name, 'viewer'), 'FORBIDDEN');
      const asOperator = await codeFor('mutation', name, 'operator');
      if (ADMIN.includes(name)) assert.equal(asOperator, 'FORBIDDEN');
      else assert.ok(['ok', 'NOT_FOUND', 'BAD_USER_INPUT', 'CONFLICT'].includes(asOperator), asOperator);
      const asAdmin = await codeFor('mutation', name, 'admin');
      assert.ok(['ok', 'NOT_FOUND', 'BAD_USER_INPUT', 'CONFLICT'].includes(asAdmin), asAdmin);
    });
  }

  await t.test('every question is a viewer’s to ask', async () => {
    for (const { name } of fieldsOf('query').filter((one) => !ADMINS_QUESTIONS.includes(one.name))) {
      const code = await codeFor('query', name, 'viewer');
      assert.ok(['ok', 'NOT_FOUND', 'BAD_USER_INPUT'].includes(code), `${name}: ${code}`);
    }
  });

  for (const name of ADMINS_QUESTIONS) {
    await t.test(`${name} needs admin`, async () => {
      assert.equal(await codeFor('query', name, 'operator'), 'FORBIDDEN');
      assert.notEqual(await codeFor('query', name, 'admin'), 'FORBIDDEN');
    });
  }

  await t.test('a caller without a role may ask for analytics and the viewer, and for nothing else', async (t) => {
    const strangers = await Promise.all([tokenOf(shop, { roles: [] }), tokenOf(shop, { roles: ['cook', 'ADMIN'] })]);
    for (const token of strangers) {
      for (const field of fieldsOf('query')) {
        const isOpen = [...ANALYTICS, 'viewer'].includes(field.name);
        await t.test(`${field.name} ${isOpen ? 'needs no role' : 'is refused'}`, async () => {
          const { text, variables } = operationOf('query', field, unknownIds, MORE[field.name]);
          const { errors } = await graphql(here.url, text, variables, token);
          assert.equal(errors?.[0]?.extensions.code === 'FORBIDDEN', !isOpen);
        });
      }
      await t.test('files is refused', async () => {
        const headers = { authorization: `Bearer ${token}` };
        assert.equal((await fetch(`${here.url}/files/${UNKNOWN_ID}`, { headers })).status, 403);
      });
    }
  });

  await t.test('the analytics questions ask for a signed-in caller and nothing more', async () => {
    const token = await tokenOf(shop, { roles: ['cook'] });
    const ask = (text: string) => graphql(here.url, text, {}, token);
    const itemId = await newItem(shop);
    for (const text of [
      `{ itemMovements(itemId: "${itemId}") { totalCount } }`,
      `{ itemStockMetrics(itemId: "${itemId}") { windowDays } }`,
      `{ itemIncomingQuantity(itemId: "${itemId}") }`,
      `{ itemTopClients(itemId: "${itemId}") { clientName } }`,
      `{ itemStockHistory(itemId: "${itemId}") { points { value } } }`,
    ]) {
      assert.equal((await ask(text)).errors, undefined, text);
    }
    const { data } = await ask('{ viewer { userName roles } }');
    assert.deepEqual(data.viewer, { userName: 'someone', roles: [] }, 'roles of other systems are none of ours');
    const { errors } = await ask(`mutation { releaseReservation(reservationId: "${UNKNOWN_ID}") { id } }`);
    assert.equal(errors?.[0]?.extensions.code, 'FORBIDDEN');
  });
});

interface Claims {
  roles?: unknown;
  tenant_id?: unknown;
  sub?: string | null;
}

function tokenOf(
  shop: TestTenant,
  claims: Claims = {},
  options: { secret?: string; alg?: string; expiresAt?: number | string; notBefore?: string } = {},
): Promise<string> {
  const { sub, ...others } = claims;
  const token = new SignJWT({ tenant_id: shop.tenant.id, roles: ['admin'], ...others }).setProtectedHeader({
    alg: options.alg ?? 'HS256',
  });
  if (sub !== null) token.setSubject(sub ?? 'someone');
  token.setExpirationTime(options.expiresAt ?? '1h');
  if (options.notBefore !== undefined) token.setNotBefore(options.notBefore);
  return token.sign(new TextEncoder().encode(options.secret ?? JWT_SECRET));
}

const REFUSED: Record<string, (shop: TestTenant) => Promise<string | undefined> | string | undefined> = {
  'no token': () => undefined,
  'a token that is none': () => 'abc',
  'a token of three parts that are none': () => 'a.b.c',
  'an expired token': (shop) => tokenOf(shop, {}, { expiresAt: Math.floor(Date.now() / 1000) - 60 }),
  'a token of tomorrow': (shop) => tokenOf(shop, {}, { notBefore: '1 day' }),
  'a token of another secret': (shop) => tokenOf(shop, {}, { secret: 'another secret, as long as ours is' }),
  'a token of another algorithm': (shop) => tokenOf(shop, {}, { alg: 'HS512', secret: JWT_SECRET.padEnd(64, '.') }),
  'an unsigned token': (shop) =>
    new UnsecuredJWT({ tenant_id: shop.tenant.id, roles: ['admin'] }).setSubject('x').setExpirationTime('1h').encode(),
  'a token whose claims were changed': async (shop) => {
    const [header, , signature] = (await tokenOf(shop)).split('.');
    const claims = { tenant_id: shop.tenant.id, roles: ['admin'], sub: 'mallory', exp: 9_999_999_999 };
    return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  },
  'a token of a tenant that does not exist': (shop) => tokenOf(shop, { tenant_id: UNKNOWN_ID }),
  'a token of a tenant that is no id': (shop) => tokenOf(shop, { tenant_id: "' or 1=1 --" }),
  'a token without a tenant': (shop) => tokenOf(shop, { tenant_id: undefined }),
  'a token without roles': (shop) => tokenOf(shop, { roles: undefined }),
  'a token whose roles are a number': (shop) => tokenOf(shop, { roles: 1 }),
  'a token without a subject': (shop) => tokenOf(shop, { sub: null }),
};

for (const [what, make] of Object.entries(REFUSED)) {
  test(`A54: ${what} is UNAUTHENTICATED, by GraphQL and for files`, async () => {
    const { here, shop } = await newShop();
    const token = await make(shop);
    for (const text of ['{ viewer { userName } }', `mutation { cancelOrder(orderId: "${UNKNOWN_ID}") { id } }`]) {
      const { errors, data } = await graphql(here.url, text, {}, token);
      assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
      assert.equal(errors[0].message, 'A valid bearer token is required');
      assert.ok(Object.values(data ?? {}).every((answer) => answer === null));
    }
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${here.url}/files/${UNKNOWN_ID}`, { headers })).status, 401);
  });
}

test('A53: whatever a token is good for, headers that name a tenant or a user change nothing', async () => {
  const here = await world();
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const headers = { 'x-tenant-id': other.tenant.id, 'x-user-id': 'mallory', 'x-roles': 'admin' };
  const query = '{ viewer { userName roles tenant { id } } }';
  const { json } = await postGraphql(here.url, { query }, { token: await shop.token('viewer'), headers });
  assert.deepEqual(json.data.viewer, { userName: 'viewer-user', roles: ['viewer'], tenant: { id: shop.tenant.id } });
});

async function tenantTables({ query }: World): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map((row) => row.name);
}

test('A31, A32: without a tenant the role sees no row of any table, and the setting does not outlive its transaction', async () => {
  const here = await world();
  const { shop } = await livingTenant(here);
  const tables = await tenantTables(here);
  assert.ok(tables.length > 15);
  await inTenant(here.app, shop.tenant, async (db) => {
    assert.equal((await sql<{ count: number }>`select count(*) as count from invoices`.execute(db)).rows[0]!.count, 1);
  });
  for (const table of tables) {
    const owned = await here.query<{ count: number }>(`select count(*) as count from ${table}`);
    await here.database.db.connection().execute(async (connection) => {
      await sql.raw('begin; set local role app_tenant').execute(connection);
      const { rows } = await sql.raw<{ count: number }>(`select count(*) as count from ${table}`).execute(connection);
      await sql.raw('rollback').execute(connection);
      assert.equal(rows[0]!.count, 0, `${table} shows ${rows[0]!.count} of ${owned[0]!.count} rows`);
    });
  }
});

test('A38: a row cannot be written for, or moved to, another tenant', async () => {
  const here = await world();
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const itemId = await newItem(shop, { stock: '1' });
  const asShop = (statement: string) => inTenant(here.app, shop.tenant, (db) => sql.raw(statement).execute(db));
  await assert.rejects(
    asShop(
      `insert into locations (tenant_id, id, name, code) values ('${other.tenant.id}', '${UNKNOWN_ID}', 'x', 'x')`,
    ),
    /row-level security/,
  );
  await assert.rejects(
    asShop(`update items set tenant_id = '${other.tenant.id}' where id = '${itemId}'`),
    /row-level security|foreign key/,
  );
  await asShop(`update items set name = 'taken' where tenant_id = '${other.tenant.id}'`);
  await assert.rejects(asShop(`update tenants set name = 'taken'`), /permission denied/);
  const { rows } = await asShop('select id from tenants');
  assert.deepEqual(rows, [{ id: shop.tenant.id }]);
});

test('A36: the role that finds tenants sees nothing of theirs', async () => {
  const here = await world();
  await livingTenant(here);
  for (const table of await tenantTables(here)) {
    await here.database.db.connection().execute(async (connection) => {
      await sql.raw('begin; set local role app_system').execute(connection);
      const asked = sql.raw<{ count: number }>(`select count(*) as count from ${table}`).execute(connection);
      await assert.rejects(asked, /permission denied/, table);
      await sql.raw('rollback').execute(connection);
    });
  }
});

test('F7: a revoked token stays revoked, and what an invoice comes to cannot be changed', async () => {
  const { here, shop, invoice } = await newSale();
  const wanted = { userName: 'till', role: 'viewer', expiresIn: '1h', now: here.clock.now() } as const;
  const { id } = await createToken(here.app, shop.tenant, JWT_SECRET, wanted);
  await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id });
  await inTenant(here.app, shop.tenant, async (db) => {
    await sql`update api_tokens set revoked_at = null where id = ${id}`.execute(db);
  });
  const [token] = await here.sql<{ revoked_at: Date | null }>`select revoked_at from api_tokens where id = ${id}`;
  assert.notEqual(token!.revoked_at, null);
  for (const column of ['subtotal', 'tax', 'total', 'created_by']) {
    const change = inTenant(here.app, shop.tenant, (db) =>
      sql`update invoices set ${sql.ref(column)} = ${sql.ref(column)} where id = ${invoice.id}`.execute(db),
    );
    await assert.rejects(change, { code: '42501' }, column);
  }
});
