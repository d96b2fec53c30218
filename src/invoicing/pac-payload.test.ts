import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSendable, examinePayload, instantInPanama, type PayloadFacts } from './pac-payload.ts';

const buildPayload = (facts: PayloadFacts) => assertSendable(examinePayload(facts));

const facts: PayloadFacts = {
  documentType: '01',
  numeration: '0000000012',
  billingPoint: '001',
  securityCode: '123456789',
  issuedAt: new Date('2026-03-01T04:59:59.500Z'),
  officeId: null,
  receiver: { receiverType: 'CONSUMIDOR_FINAL', name: 'Ana Pérez', ruc: null, dv: null, email: null },
  lines: [
    { description: 'Arroz', sku: 'ARR', unit: 'und', cpbs: null, quantity: '2.5', unitPrice: '1.2', taxRate: '7' },
  ],
  total: '3.21',
  terms: { method: 'CASH', instalments: [] },
};

const company = {
  receiverType: 'CONTRIBUYENTE',
  name: 'Istmo, S.A.',
  ruc: '155596713-2-2015',
  dv: '59',
  email: 'a@b.pa',
} as const;

test('an invoice has the whole body that the PAC asks for', () => {
  assert.deepEqual(buildPayload({ ...facts, receiver: company, officeId: 'OFFICE' }), {
    idOffice: 'OFFICE',
    information: {
      issueType: '01',
      documentType: '01',
      numeration: '0000000012',
      billingPoint: '001',
      securityCode: '123456789',
      nature: '01',
      operationType: 1,
      destination: 1,
      receiverContainer: 1,
      saleType: 1,
      cafe: { format: 3, delivery: 3 },
      issueDate: '2026-02-28T23:59:59-05:00',
    },
    receiver: {
      type: '01',
      ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' },
      name: 'Istmo, S.A.',
      country: 'PA',
      emails: ['a@b.pa'],
    },
    items: [
      {
        number: '0001',
        description: 'Arroz',
        code: 'ARR',
        unit: 'und',
        quantity: 2.5,
        prices: { transfer: 1.2 },
        itbms: { rate: '01' },
      },
    ],
    totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: 3.21 }] },
  });
});

test('the ISC of an exact line is told in six digits, where the PAC rounds the sums alone', () => {
  // 3 × 0.355555 = 1.066665, of which 5.25 % are 0.0559999125.
  const line = { ...facts.lines[0]!, quantity: '3', unitPrice: '0.355555', discount: '0', iscRate: '5.25' };
  const iscOf = (rounding?: 'line' | 'document') =>
    buildPayload({ ...facts, lines: [line], ...(rounding ? { rounding } : {}) }).items[0]!.isc;
  assert.deepEqual(iscOf('document'), { rate: 5.25, amount: 0.056 });
  assert.deepEqual(
    [iscOf('line'), iscOf()],
    [
      { rate: 5.25, amount: 0.06 },
      { rate: 5.25, amount: 0.06 },
    ],
  );
  const other = { ...line, unitPrice: '0.3777' };
  assert.equal(buildPayload({ ...facts, lines: [other], rounding: 'document' }).items[0]!.isc!.amount, 0.059488);
});

test('a line tells its discount per unit, ISC and another tax, and nothing of them where there are none', () => {
  const plainLine = { ...facts.lines[0]!, discount: '0', iscRate: '0', otherTaxCode: null, otherTax: '0' };
  const taxed = { ...plainLine, discount: '0.2', iscRate: '5', otherTaxCode: '01', otherTax: '14.81' };
  const { items } = buildPayload({ ...facts, lines: [plainLine, taxed] });
  const [line] = buildPayload(facts).items;
  assert.deepEqual(items, [
    line,
    {
      ...line,
      number: '0002',
      prices: { transfer: 1.2, discount: 0.2 },
      isc: { rate: 5, amount: 0.13 },
      oti: [{ code: '01', amount: 14.81 }],
    },
  ]);
});

test('the day is Panama’s, whatever the machine thinks', () => {
  assert.equal(instantInPanama(new Date('2026-01-01T04:59:59Z')), '2025-12-31T23:59:59-05:00');
  assert.equal(instantInPanama(new Date('2026-01-01T05:00:00Z')), '2026-01-01T00:00:00-05:00');
});

const RECEIVERS = [
  [
    'a final consumer without a RUC',
    { receiverType: 'CONSUMIDOR_FINAL', name: 'Ana', ruc: null, dv: null },
    '02',
    undefined,
  ],
  [
    'a final consumer with a cédula',
    { receiverType: 'CONSUMIDOR_FINAL', name: 'Ana', ruc: '8-442-445', dv: null },
    '02',
    '08',
  ],
  ['a company that calls itself a final consumer', { ...company, receiverType: 'CONSUMIDOR_FINAL' }, '01', '59'],
  ['a company whose DV was not given', { ...company, dv: null }, '01', '59'],
  [
    'an institution of the state',
    { receiverType: 'GOBIERNO', name: 'Aeronáutica Civil', ruc: '8-NT-1-13178', dv: null },
    '03',
    '35',
  ],
  [
    'a foreigner who is registered with the DGI',
    { receiverType: 'CONSUMIDOR_FINAL', name: 'John', ruc: '8-NT-2-25024', dv: null },
    '02',
    '36',
  ],
  ['a foreigner', { receiverType: 'EXTRANJERO', name: 'John', ruc: 'KY-884512', dv: null }, '04', undefined],
] as const;

for (const [name, receiver, type, digit] of RECEIVERS) {
  test(`${name} is sent as type ${type}`, () => {
    const lines = facts.lines.map((line) => ({ ...line, cpbs: '5022' }));
    const payload = buildPayload({ ...facts, lines, receiver: { email: null, ...receiver } });
    assert.equal(payload.receiver.type, type);
    if (type === '03') assert.equal(payload.receiver.ruc?.type, 2);
    assert.equal(payload.receiver.ruc?.verificationDigit, digit);
  });
}

test('a foreigner is known by the number of another country', () => {
  const payload = buildPayload({
    ...facts,
    receiver: { receiverType: 'EXTRANJERO', name: 'John', ruc: 'KY-884512', dv: null, email: null },
  });
  assert.equal(payload.receiver.foreign?.number, 'KY-884512');
});

const JOHN = { receiverType: 'EXTRANJERO', name: 'John', ruc: 'KY-884512', dv: null, email: null } as const;

const OF_ANOTHER_COUNTRY = [
  ['01', 'CO', 'PA', 'CO'],
  ['01', null, 'PA', 'ZZ'],
  ['01', 'PA', 'PA', 'PA'],
] as const;

for (const [documentType, country, sent, nationality] of OF_ANOTHER_COUNTRY) {
  test(`a foreigner of ${country ?? 'no country'} buys under ${documentType} in ${sent}`, () => {
    const { receiver } = buildPayload({ ...facts, documentType, receiver: { ...JOHN, country } });
    assert.deepEqual([receiver.type, receiver.country, receiver.foreign?.country], ['04', sent, nationality]);
  });
}

test('address, place, telephone and e-mails reach the PAC', () => {
  const { receiver } = buildPayload({
    ...facts,
    receiver: {
      ...company,
      addressLine: 'Calle 50',
      corregimientoCode: '8-8-7',
      province: 'Panamá',
      district: 'Panamá',
      corregimiento: 'Bella Vista',
      telephone: '223-4567',
      furtherEmails: ['c@d.pa'],
    },
  });
  assert.deepEqual(receiver, {
    type: '01',
    ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' },
    name: 'Istmo, S.A.',
    address: 'Calle 50',
    location: { code: '8-8-7', province: 'Panamá', district: 'Panamá', corregimiento: 'Bella Vista' },
    country: 'PA',
    emails: ['a@b.pa', 'c@d.pa'],
    telephones: ['223-4567'],
  });
});

test('a place without names is sent by its code alone', () => {
  const { receiver } = buildPayload({ ...facts, receiver: { ...company, corregimientoCode: '4-14-1' } });
  assert.deepEqual(receiver.location, { code: '4-14-1' });
});

test('a due date makes it a credit sale with one instalment', () => {
  const { totals } = buildPayload({
    ...facts,
    terms: { method: 'CASH', instalments: [{ dueDate: '2026-04-01', amount: '3.21' }] },
  });
  assert.deepEqual(totals, {
    paymentTime: 2,
    paymentMethods: [{ type: '01', amount: 3.21 }],
    installmentPayment: [{ sequence: 1, dueDate: '2026-04-01T23:59:59-05:00', amount: 3.21 }],
  });
});

test('several instalments are a term, and with a part paid at once it is mixed', () => {
  const instalments = [
    { dueDate: '2026-04-01', amount: '1.2' },
    { dueDate: '2026-05-01', amount: '1' },
  ];
  const { totals } = buildPayload({ ...facts, terms: { method: 'DEBIT_CARD', instalments } });
  assert.deepEqual(totals, {
    paymentTime: 3,
    paymentMethods: [
      { type: '04', amount: 1.01 },
      { type: '01', amount: 2.2 },
    ],
    installmentPayment: [
      { sequence: 1, dueDate: '2026-04-01T23:59:59-05:00', amount: 1.2 },
      { sequence: 2, dueDate: '2026-05-01T23:59:59-05:00', amount: 1 },
    ],
  });
});

for (const [method, type, more] of [
  ['CASH', '02', {}],
  ['CREDIT_CARD', '03', {}],
  ['DEBIT_CARD', '04', {}],
  ['LOYALTY_CARD', '05', {}],
  ['RETURN_VOUCHER', '06', {}],
  ['GIFT_VOUCHER', '07', {}],
  ['BANK_TRANSFER', '08', {}],
  ['ACH', '08', {}],
  ['YAPPY', '99', { description: 'Yappy' }],
  ['CHEQUE', '99', { description: 'Cheque' }],
  ['POINT_OF_SALE', '99', { description: 'Punto de pago' }],
  ['OTHER', '99', { description: 'Otro' }],
] as const) {
  test(`paid at once by ${method} is sent as ${type}`, () => {
    const { totals } = buildPayload({ ...facts, terms: { method, instalments: [] } });
    assert.deepEqual(totals, { paymentTime: 1, paymentMethods: [{ type, amount: 3.21, ...more }] });
  });
}

test('a credit note names its original and is no sale', () => {
  const cufe = `FE${'0'.repeat(64)}`;
  const payload = buildPayload({
    ...facts,
    documentType: '04',
    referenced: { cufe, issuedAt: new Date('2026-02-01T12:00:00Z') },
  });
  assert.deepEqual(payload.referencedDocuments, [{ cufe, issueDate: '2026-02-01T07:00:00-05:00' }]);
  assert.equal(payload.information.saleType, undefined);
});

const REFUSED = [
  ['a taxpayer without RUC', { receiver: { ...company, ruc: null } }, /no RUC/],
  ['a rate that ITBMS does not have', { lines: [{ ...facts.lines[0]!, taxRate: '8' }] }, /8 %/],
  [
    'a government line without CPBS',
    { receiver: { ...company, receiverType: 'GOBIERNO' as const } },
    /ARR has no CPBS code/,
  ],
  ['no lines', { lines: [] }, /items/],
  [
    'instalments beyond the total',
    { terms: { method: 'CASH' as const, instalments: [{ dueDate: '2026-04-01', amount: '4' }] } },
    /exceed the total of 3.21 by 0.79/,
  ],
] as const;

for (const [name, change, message] of REFUSED) {
  test(`${name} is refused before it is sent`, () => {
    assert.throws(() => buildPayload({ ...facts, ...change }), message);
  });
}
