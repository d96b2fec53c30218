// Each input of the API with several wrong fields: all of them are named at once, by their paths, and nothing is written.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getNamedType, getNullableType, isInputObjectType, isScalarType, type GraphQLInputType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { invoicedOrder, newItem, newOrder } from '../support/business.ts';
import { quietWorld, type Answer, type TestTenant } from '../support/world.ts';

const LONG = 'x'.repeat(300);
const UNKNOWN = '019f97a4-fc80-7522-9c4a-000000000000';
const WORDS = { externalId: '', metadata: [] };
const CLIENT = {
  ...{ name: '', ruc: '###', country: 'XXX', telephone: '1', emails: ['a', 'b'], retentionCode: '99' },
  ...{ address: { line: '', corregimientoCode: 'x' }, ...WORDS },
};
const CLIENT_FIELDS =
  'name ruc address.corregimientoCode country telephone emails[0] emails[1] retentionCode externalId metadata';
const OFFICE = {
  ...{ code: 'x', name: '', pacOfficeId: LONG, address: LONG, corregimientoCode: 'x', telephone: '1' },
  coordinates: { latitude: '100', longitude: '200' },
};
const OFFICE_FIELDS =
  'code pacOfficeId name address corregimientoCode coordinates.latitude coordinates.longitude telephone';
const TAXED = { unitPrice: '-1', taxRate: '8', iscRate: '-1' };
const UNIT = { unit: '', factor: '0', price: '-1', barcodes: [''] };
const UNIT_FIELDS = 'units[0].unit units[0].factor units[0].price units[0].barcodes';
const LINE = { quantity: '0', discount: '-1', otherTax: { code: 'zz', amount: '-1' }, ...TAXED };
const LINE_FIELDS = ['quantity', 'unitPrice', 'taxRate', 'discount', 'iscRate', 'otherTax.code', 'otherTax.amount'];
const NOTE_LINE = { unitPrice: '-1', quantity: '0', taxRate: '8', description: '' };
const NOTE_LINE_FIELDS = ['description', 'quantity', 'unitPrice', 'taxRate'];
const PAPER = { reason: '', reference: { number: '', date: '2999-01-01' }, lines: [NOTE_LINE], ...WORDS };
const PAPER_FIELDS = `reason reference.number reference.date ${at(0, NOTE_LINE_FIELDS)} externalId metadata`;

function at(line: number, fields: readonly string[]): string {
  return fields.map((field) => `lines[${line}].${field}`).join(' ');
}

interface Ids {
  [name: string]: string;
}

/** By mutation: its arguments, and the fields that are to be named. */
const TILL = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e70';
const SALE = { id: UNKNOWN, madeBy: 'ana', soldAt: '2026-01-02T15:00:00Z', amount: '1' };

const CASES: Record<string, (ids: Ids) => [object, string]> = {
  createClient: () => [{ input: CLIENT }, CLIENT_FIELDS],
  updateClient: ({ clientId }) => [{ clientId, input: CLIENT }, CLIENT_FIELDS],
  createSupplier: () => [{ name: '', ruc: LONG, ...WORDS }, 'name ruc externalId metadata'],
  updateSupplier: ({ supplierId }) => [{ supplierId, name: '', ruc: LONG, ...WORDS }, 'name ruc externalId metadata'],
  createItem: () => [
    {
      input: {
        ...{ sku: '', name: '', unit: '', cpbs: LONG, barcodes: [''], units: [UNIT, { unit: 'a', factor: '-1' }] },
        ...{ otherTax: { code: 'zz', rate: '-1' }, ...TAXED, ...WORDS },
        inventory: { leadTime: -1, reorderLevel: '-1', reorderQuantity: '-1' },
      },
    },
    `sku name unit unitPrice taxRate iscRate otherTax.code otherTax.rate cpbs inventory.reorderLevel inventory.reorderQuantity
     inventory.leadTime externalId metadata ${UNIT_FIELDS} units[1].factor barcodes`,
  ],
  updateItem: ({ itemId }) => [
    {
      itemId,
      input: {
        ...{ name: '', cpbs: LONG, barcodes: [''], units: [UNIT], otherTax: { code: 'zz', rate: '-1' } },
        ...{ ...TAXED, ...WORDS },
      },
    },
    `name unitPrice taxRate iscRate cpbs otherTax.code otherTax.rate externalId metadata ${UNIT_FIELDS} barcodes`,
  ],
  updateItemInventory: ({ itemId }) => [
    { itemId, input: { leadTime: -1, reorderLevel: '-1', reorderQuantity: '-1' } },
    'reorderLevel reorderQuantity leadTime',
  ],
  createLocation: () => [{ code: '', name: '', ...WORDS }, 'name code externalId metadata'],
  updateLocation: ({ locationId }) => [{ locationId, code: '', name: '', ...WORDS }, 'name code externalId metadata'],
  createOffice: () => [{ input: OFFICE }, OFFICE_FIELDS],
  updateOffice: ({ officeId }) => [{ officeId, input: OFFICE }, OFFICE_FIELDS],
  createBillingPoint: ({ officeId }) => [{ officeId, code: 'x', name: LONG }, 'code name'],
  updateBillingPoint: ({ billingPointId }) => [{ billingPointId, code: 'x', name: LONG }, 'code name'],
  setPrices: ({ priceListId, itemId }) => [
    {
      priceListId,
      prices: [
        { itemId, price: '-1' },
        { itemId, unit: LONG, price: '-2' },
      ],
    },
    'prices[0].price prices[1].unit prices[1].price',
  ],
  createOrder: ({ clientId, itemId }) => [
    { input: { clientId, discount: '-1', lines: [{ ...LINE, itemId }, LINE], ...WORDS } },
    `${at(0, LINE_FIELDS)} ${at(1, ['itemId', ...LINE_FIELDS])} discount externalId metadata`,
  ],
  updateOrder: ({ orderId, itemId }) => [
    {
      orderId,
      input: {
        discount: '-1',
        lines: [
          { ...LINE, itemId },
          { ...LINE, itemId },
        ],
        ...WORDS,
      },
    },
    `${at(0, LINE_FIELDS)} ${at(1, LINE_FIELDS)} discount externalId metadata`,
  ],
  adjustInventory: ({ itemId }) => [
    { input: { itemId, description: '', quantityChange: '0', unitCost: '-1' } },
    'quantityChange description unitCost',
  ],
  transferStock: ({ itemId, locationId }) => [
    {
      input: {
        ...{ itemId, fromLocationId: locationId, toLocationId: locationId, quantity: '0', lotNumber: LONG },
        description: LONG.repeat(10),
      },
    },
    'quantity toLocationId description lotNumber',
  ],
  createPurchaseOrder: ({ supplierId, itemId }) => [
    {
      input: {
        supplierId,
        lines: [
          { itemId, quantity: '0', unitCost: '-1', lotNumber: 'L' },
          { itemId, quantity: '-1', unitCost: '-1' },
        ],
        ...WORDS,
      },
    },
    `${at(0, ['quantity', 'unitCost', 'lotNumber'])} ${at(1, ['quantity', 'unitCost'])} externalId metadata`,
  ],
  receivePurchaseOrder: ({ purchaseOrderId, lineId }) => [
    {
      input: {
        purchaseOrderId,
        lines: [
          { lineId, quantity: '0' },
          { lineId, quantity: '-1' },
        ],
      },
    },
    'lines[0].quantity lines[1].quantity',
  ],
  reversePurchaseReceipt: ({ purchaseOrderId, lineId }) => [
    {
      input: {
        purchaseOrderId,
        lines: [
          { lineId, quantity: '0' },
          { lineId, quantity: '-1' },
        ],
        reason: ' ',
      },
    },
    'lines[0].quantity lines[1].quantity reason',
  ],
  recordSupplierInvoice: ({ supplierId, itemId }) => [
    { input: { supplierId, lines: [{ itemId, quantity: '0', unitCost: '-1' }] } },
    at(0, ['quantity', 'unitCost']),
  ],
  createCredit: ({ invoiceId, invoiceLineId }) => [
    {
      input: {
        ...{ invoiceId, reason: '', ...WORDS },
        lines: [
          { invoiceLineId, quantity: '0' },
          { invoiceLineId: UNKNOWN, quantity: '-1' },
        ],
      },
    },
    'reason lines[0].quantity lines[1].quantity externalId metadata',
  ],
  createDebitNote: ({ invoiceId }) => [
    { input: { invoiceId, reason: '', lines: [NOTE_LINE, NOTE_LINE], ...WORDS } },
    `reason ${at(0, NOTE_LINE_FIELDS)} ${at(1, NOTE_LINE_FIELDS)} externalId metadata`,
  ],
  createGenericCredit: ({ clientId }) => [{ input: { clientId, ...PAPER } }, PAPER_FIELDS],
  createGenericDebitNote: ({ clientId }) => [{ input: { clientId, ...PAPER } }, PAPER_FIELDS],
  generateInvoice: ({ orderId }) => [
    { orderId, export: { currency: 'x', exchangeRate: '0', incoterm: 'FOB', port: LONG }, ...WORDS },
    'export.currency export.exchangeRate export.port externalId metadata',
  ],
  // How it is paid is looked at against what the order comes to.
  generate_invoice: ({ orderId }) => [
    {
      orderId,
      retention: { code: 'zz', amount: '-1' },
      payment: {
        payments: [
          { method: 'CASH', amount: '-1', days: -1, reference: LONG },
          { method: 'CREDIT', amount: '0' },
        ],
      },
    },
    `retention.code retention.amount payment.payments[0].amount payment.payments[0].reference payment.payments[0].days
     payment.payments[1].amount payment.payments[1].days`,
  ],
  registerPayment: ({ invoiceId }) => [
    { invoiceId, amount: '0', reference: LONG.repeat(9), paidAt: '1990-01-01T00:00:00Z', ...WORDS },
    'amount reference paidAt externalId metadata',
  ],
  correctPayment: ({ paymentId }) => [
    { paymentId, amount: '0', method: 'CREDIT', reason: '', reference: LONG.repeat(9), paidAt: '1990-01-01T00:00:00Z' },
    'amount method reference paidAt reason',
  ],
  returnSale: ({ invoiceId }) => [
    {
      input: {
        ...{ invoiceId, reason: '', lines: [{ invoiceLineId: TILL, quantity: '0' }] },
        refunds: [{ method: 'CASH', amount: '0.001' }],
      },
    },
    'reason lines[0].quantity refunds[0].amount',
  ],
  refundPayment: ({ paymentId }) => [{ paymentId, amount: '0', reason: '' }, 'amount reason'],
  updateTenant: () => [
    { input: { name: '', dv: 'x', pacCompanyId: LONG, timeZone: 'x', voidWindowHours: -1, pacApiKey: 'é' } },
    'name dv timeZone pacCompanyId voidWindowHours pacApiKey',
  ],
  createApiToken: () => [{ userName: '', roles: [], expiresAt: '1990-01-01T00:00:00Z' }, 'expiresAt userName roles'],
  startContingency: () => [
    { reason: 'zz', explanation: LONG.repeat(20), startedAt: '2999-01-01T00:00:00Z' },
    'startedAt reason explanation',
  ],
  moveTillCash: () => [{ id: TILL, sessionId: TILL, kind: 'IN', amount: '0', reason: '' }, 'amount reason'],
  countTill: () => [
    {
      id: TILL,
      sessionId: TILL,
      cash: [{ denomination: 'NOTE_1', pieces: -1 }],
      others: [
        { method: 'YAPPY', amount: '-0.001' },
        { method: 'CASH', amount: '1' },
      ],
    },
    'cash[0].pieces others[0].amount others[1].method',
  ],
  sendTransfer: ({ itemId, locationId }) => [
    {
      input: {
        ...{ id: TILL, fromLocationId: locationId, toLocationId: locationId, note: LONG.repeat(10) },
        lines: [
          { itemId, quantity: '0' },
          { itemId, quantity: '-1' },
        ],
      },
    },
    'toLocationId note lines[0].quantity lines[1].quantity',
  ],
  receiveTransfer: ({ lineId }) => [
    {
      input: {
        id: TILL,
        lines: [
          { lineId, quantity: '0' },
          { lineId, quantity: '1' },
        ],
      },
    },
    'lines[0].quantity lines[1].lineId',
  ],
  openStockCount: ({ locationId }) => [
    { id: TILL, name: '', locationId, category: LONG.repeat(9), notCountedDays: 0 },
    'name category notCountedDays',
  ],
  countStock: ({ itemId }) => [
    {
      countId: TILL,
      lines: [
        { id: TILL, itemId, quantity: '-1', place: LONG.repeat(9) },
        { id: TILL, itemId, countedAt: '2026-01-02T15:00:00Z' },
      ],
    },
    'lines[0].quantity lines[0].place lines[1].clock',
  ],
  reportTillSales: () => [
    {
      till: '',
      sales: [
        { ...SALE, id: 'S-1' },
        { ...SALE, amount: '-1' },
        { ...SALE, madeBy: '' },
        { ...SALE, reason: LONG.repeat(20) },
      ],
    },
    'till sales[0].id sales[1].amount sales[2].madeBy sales[3].reason',
  ],
  setExternal: ({ clientId }) => [{ type: 'CLIENT', id: clientId, ...WORDS }, 'externalId metadata'],
};

/** Their fields are not judged one by one. */
const WITHOUT: Record<string, string> = {
  adjustStock: 'each row has its problems in the answer',
  upsertClients: 'each row has its problems in the answer',
  upsertItems: 'each row has its problems in the answer',
  register_payment: 'the other name of registerPayment',
  convertInvoiceToDgi: 'how it is paid, as of an invoice',
  movePayment: 'one amount',
  inviteMember: 'one name',
  openTill: 'one amount',
  closeTill: 'one text',
  postStockCount: 'one number',
  discardStockCount: 'one text',
  closeTransfer: 'one text',
  settleSubmission: 'exactly one of three is given',
  createWebhookEndpoint: 'an address, and types that are judged in their own story',
  updateWebhookEndpoint: 'as createWebhookEndpoint',
  replayWebhookEvents: 'a span of time',
};

/** Values of the caller's own: no ids, no key of the request, nothing that the type alone judges. */
function ownValues(type: GraphQLInputType, name: string): number {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    const isList = String(getNullableType(type)).startsWith('[');
    const inner = Object.values(named.getFields()).reduce((sum, field) => sum + ownValues(field.type, field.name), 0);
    return isList ? 2 * inner : inner;
  }
  const isOwn = isScalarType(named) && !['UUID', 'Boolean', 'ID'].includes(named.name) && name !== 'idempotencyKey';
  return isOwn ? 1 : 0;
}

describe('every problem of an input', () => {
  let shop: TestTenant;
  let ids: Ids;
  before(async () => {
    shop = await (await quietWorld()).tenant();
    const { itemId, clientId, invoice } = await invoicedOrder(shop);
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
    const other = await newItem(shop);
    const made = await shop.get(
      `mutation ($id: UUID!) {
        createSupplier(name: "S") { id }
        createPriceList(name: "L") { id }
        registerPayment(invoiceId: $id, amount: "5") { payments { id } }
      }`,
      { id: invoice.id },
    );
    const supplierId = made.createSupplier.id;
    const { createPurchaseOrder: ordered } = await shop.get(
      'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id lines { id } } }',
      { input: { supplierId, lines: [{ itemId: other, quantity: '2', unitCost: '1' }] } },
    );
    const { locations, offices } = await shop.get('{ locations { id } offices { id billingPoints { id } } }');
    ids = {
      ...{ itemId, clientId, supplierId, orderId: order.id, priceListId: made.createPriceList.id },
      ...{ invoiceId: invoice.id, invoiceLineId: invoice.lines[0].id },
      ...{ paymentId: made.registerPayment.payments[0].id, locationId: locations[0].id },
      ...{ purchaseOrderId: ordered.id, lineId: ordered.lines[0].id },
      ...{ officeId: offices[0].id, billingPointId: offices[0].billingPoints[0].id },
    };
  });

  async function problemsOf(name: string, args: object): Promise<Answer[]> {
    const field = schema.getMutationType()!.getFields()[name]!;
    const used = field.args.filter((one) => one.name in args);
    const given = used.map((one) => `$${one.name}: ${String(one.type)}`).join();
    const handed = used.map((one) => `${one.name}: $${one.name}`).join();
    const { errors } = await shop.ask(`mutation (${given}) { ${name}(${handed}) { __typename } }`, args);
    assert.equal(errors?.length, 1, JSON.stringify(errors));
    const { code, problems, field: first }: Answer = errors[0]!.extensions;
    assert.deepEqual([code, first], ['BAD_USER_INPUT', problems[0].field]);
    return problems;
  }

  for (const [name, caseOf] of Object.entries(CASES)) {
    test(`of ${name} is told at once`, async () => {
      const [args, fields] = caseOf(ids);
      const problems = await problemsOf(name, args);
      assert.deepEqual(new Set(problems.map(({ field }) => field)), new Set(fields.split(/\s+/)));
      assert.equal(problems.length, fields.split(/\s+/).length);
      for (const problem of problems) assert.equal(problem.params.field, problem.field);
    });
  }

  test('is tried for every mutation that takes more than one value of the caller', () => {
    const all = Object.values(schema.getMutationType()!.getFields());
    const several = all.filter(({ args }) => args.reduce((sum, arg) => sum + ownValues(arg.type, arg.name), 0) > 1);
    assert.ok(several.length > 25);
    const untried = several.filter(({ name }) => !(name in CASES) && !(name in WITHOUT)).map(({ name }) => name);
    assert.deepEqual(untried, []);
  });

  test('each of several ids that are not there is named', async () => {
    const lines = [UNKNOWN, UNKNOWN].map((itemId) => ({ itemId, quantity: '1', unitCost: '1' }));
    const paths = async (query: string, input: object): Promise<string[]> => {
      const { errors } = await shop.ask(query, { input });
      const { code, problems }: Answer = errors![0]!.extensions;
      assert.equal(code, 'NOT_FOUND');
      return problems.map(({ field }: Answer) => field);
    };
    assert.deepEqual(
      await paths('mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id } }', {
        supplierId: ids['supplierId'],
        lines,
      }),
      ['lines[0].itemId', 'lines[1].itemId'],
    );
    assert.deepEqual(
      await paths('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
        clientId: ids['clientId'],
        lines: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
      }),
      ['lines[0].itemId', 'lines[1].itemId'],
    );
  });

  test('of the wrong type names its path, also where a field is missing or unknown', async () => {
    const create = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
    const { errors } = await shop.ask(create, {
      input: { clientId: 'x', discount: '1,5', lines: [{ itemId: UNKNOWN }, { quantity: '1', colour: 'red' }] },
    });
    assert.deepEqual(
      errors!.map(({ extensions: { code, field } }: Answer) => `${code} ${field}`),
      ['clientId', 'discount', 'lines[0].quantity', 'lines[1].colour'].map((field) => `BAD_USER_INPUT ${field}`),
    );
  });
});
