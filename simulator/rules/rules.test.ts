/** Each rule has a body that breaks it, and bodies of every type of document that break none. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildCufe } from '../../src/fiscal/cufe.ts';
import type { DocumentKind } from '../../src/fiscal/document.ts';
import type { Company, SimulatedDocument } from '../documents.ts';
import { changed, documentBody } from '../test-support.ts';
import { objections, readBody, type Reading } from '../validate.ts';
import { RULES } from './index.ts';
import { TYPES_OF_ROUTE } from './information.ts';
import { refuses } from './rule.ts';
import { rulesPage } from './table.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const DAY = '2026-03-01';
const cufeOf = (day: string) =>
  buildCufe({
    documentType: '01',
    issuerRucType: 2,
    issuerRuc: '155596713-2-2015',
    issuerDv: '59',
    branchCode: '0000',
    issueDate: day,
    documentNumber: '0000000007',
    billingPoint: '001',
    issueType: '01',
    environment: 2,
    securityCode: '123456789',
  });
const original = { cufe: cufeOf(DAY), issueDate: `${DAY}T10:00:00-05:00` };
const office = { id: '01HYYYYYYYYYYYYYYYYYYYYYYY', branchCode: '0001', billingPoints: ['001'] };

const sale = {
  ...documentBody({ issueDate: '2026-03-02T10:00:00-05:00' }),
  receiver: {
    ...documentBody().receiver,
    location: { code: '8-8-11' },
    emails: ['ana@example.com'],
    telephones: ['6000-1234'],
  },
};
const onCredit = changed(sale, 'totals', {
  paymentTime: 2,
  paymentMethods: [{ type: '01', amount: 62.9 }],
  installmentPayment: [{ sequence: 1, dueDate: '2026-04-01', amount: 62.9 }],
});
const foreign = { type: '04', name: 'Jane Roe', country: 'US', foreign: { number: 'P1234567', country: 'US' } };
const { saleType: _, ...noteInformation } = sale.information;
const note = { ...sale, information: { ...noteInformation, documentType: '04' }, referencedDocuments: [original] };
const paper = { emissionType: 'PAPER', otherIdentification: '0001-77', issueDate: `${DAY}T10:00:00-05:00` };
const state = {
  ...sale,
  receiver: { ...sale.receiver, type: '03', ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' } },
  items: sale.items.map((item) => ({ ...item, cpbs: { code: '5020', unit: 'und' } })),
};
const exported = {
  ...sale,
  information: { ...sale.information, documentType: '03', nature: '02', destination: 2 },
  receiver: foreign,
  items: sale.items.map((item) => ({ ...item, itbms: { rate: '00' } })),
  exportation: { incoterm: 'FOB', currency: 'EUR', exchangeRate: 0.9, amount: 54.4 },
};
const imported = {
  ...changed(
    changed(changed(sale, 'information.documentType', '02'), 'information.nature', '21'),
    'information.saleType',
    undefined,
  ),
};
const inContingency = changed(changed(sale, 'information.issueType', '02'), 'information.contingency', {
  startDate: sale.information.issueDate,
  reason: 'El PAC no responde desde las ocho',
});
const GOOD: Record<string, object> = {
  'in contingency': inContingency,
  sale,
  onCredit,
  'to the State': state,
  exported,
  'in dollars': changed(exported, 'exportation', { incoterm: 'FOB', currency: 'USD' }),
  imported: changed(imported, 'information.operationType', 2),
  note,
  'debit note': changed(note, 'information.documentType', '05'),
  'with other taxes': changed(
    changed(changed(sale, 'items.0.isc', { rate: 5, amount: 1.28 }), 'items.1.oti', [{ code: '01', amount: 1 }]),
    'totals',
    { paymentTime: 1, paymentMethods: [{ type: '02', amount: 65.18 }], retention: { code: 2, amount: 1.23 } },
  ),
  'generic note': { ...note, information: { ...note.information, documentType: '06' }, referencedDocuments: [paper] },
  'generic debit note': {
    ...note,
    information: { ...note.information, documentType: '07' },
    referencedDocuments: [paper],
  },
  'free zone': changed(sale, 'information.documentType', '08'),
  reimbursement: changed(sale, 'information.documentType', '09'),
};

const company = {
  companyId: 'c',
  name: 'c',
  ruc: '155596713-2-2015',
  rucType: 2,
  dv: '59',
  branchCode: '0000',
} as const;
const known = {
  kind: 'INVOICE',
  voided: null,
  legalStatus: 'DGI_AUTHORIZED',
  issueDate: original.issueDate,
  submission: { receiver: { ruc: sale.receiver.ruc.ruc } },
} as SimulatedDocument;
const reading = (
  changes: Partial<SimulatedDocument> | null = {},
  of: Company = { ...company, offices: [office] },
): Reading => ({
  company: of,
  original: () => (changes === null ? undefined : { ...known, ...changes }),
  acceptsUnknown: false,
  strictness: 'assumed',
});

const kindOf = (body: object): DocumentKind => {
  const type = (body as typeof sale).information?.documentType;
  return (Object.keys(TYPES_OF_ROUTE).find((kind) => TYPES_OF_ROUTE[kind]!.includes(type)) ??
    'INVOICE') as DocumentKind;
};
const errorsOf = (body: object, read: Reading) => {
  const { errors } = readBody(kindOf(body), body, read);
  return errors ?? objections(kindOf(body), body, read);
};

for (const [name, body] of Object.entries(GOOD)) {
  test(`${name} breaks no rule, and not one that is only assumed`, () => {
    assert.deepEqual(errorsOf(body, reading()), []);
  });
}

type Case = [body: object, path: string, value: unknown, field?: string, read?: Reading];

// The broken value, and the reported field where it is another place.
const BROKEN: Case[] = [
  [sale, 'information.issueType', '05'],
  [sale, 'information.contingency', { startDate: sale.information.issueDate, reason: 'El PAC no responde' }],
  [inContingency, 'information.contingency.startDate', '2126-01-01T00:00:00-05:00'],
  [inContingency, 'information.contingency.reason', 'Sin red'],
  [sale, 'information.documentType', '11'],
  [sale, 'information.numeration', '0000000000'],
  [sale, 'information.billingPoint', '000'],
  [sale, 'information.securityCode', '12345678'],
  [sale, 'information.nature', '99'],
  [sale, 'information.nature', '21'],
  [note, 'information.nature', '02'],
  [exported, 'information.nature', '01'],
  [imported, 'information.nature', '01'],
  [imported, 'information.operationType', 1],
  [imported, 'information.operationType', 3],
  [sale, 'information.operationType', 2],
  [sale, 'information.destination', 3],
  [sale, 'information.destination', 2],
  [exported, 'information.destination', 1],
  [sale, 'information.receiverContainer', 3],
  [sale, 'information.saleType', undefined],
  [note, 'information.saleType', 1],
  [sale, 'information.cafe.format', 4],
  [sale, 'information.cafe.delivery', 0],
  [sale, 'information.issueDate', '2026-03-02T10:00:00Z'],
  [sale, 'idOffice', ''],
  [sale, 'idOffice', 'another'],
  [sale, 'idOffice', undefined],
  [sale, 'information.billingPoint', '002'],
  [sale, 'receiver.type', '05'],
  [state, 'receiver.type', '02'],
  [sale, 'receiver.type', '03'],
  [sale, 'receiver.name', undefined],
  [exported, 'receiver.name', 'x'.repeat(101)],
  [sale, 'receiver.ruc', undefined],
  [exported, 'receiver.ruc', sale.receiver.ruc],
  [sale, 'receiver.ruc.type', 3],
  [sale, 'receiver.ruc.ruc', '8_442'],
  [sale, 'receiver.ruc.verificationDigit', 'A'],
  [sale, 'receiver.ruc.verificationDigit', '09'],
  [sale, 'receiver.address', 'x'.repeat(101)],
  [sale, 'receiver.address', undefined],
  [sale, 'receiver.location', 'Panamá'],
  [sale, 'receiver.location', undefined],
  [sale, 'receiver.location.code', '8-8'],
  [exported, 'receiver.country', 'AA'],
  [sale, 'receiver.country', 'US'],
  [{ ...sale, receiver: foreign }, 'receiver.country', 'US'],
  [state, 'receiver.country', 'US'],
  [sale, 'receiver.emails', ['a@b.pa', 'a@b.pa', 'a@b.pa', 'a@b.pa']],
  [sale, 'receiver.emails', ['ana'], 'receiver.emails[0]'],
  [sale, 'receiver.telephones', 'none'],
  [sale, 'receiver.telephones', ['+507 6000 1234'], 'receiver.telephones[0]'],
  [exported, 'receiver.foreign.number', undefined],
  [exported, 'receiver.foreign.country', 'usa'],
  [sale, 'items', []],
  [sale, 'items.1.number', '0001', 'items[1].number'],
  [sale, 'items.0.description', ' ', 'items[0].description'],
  [sale, 'items.0.code', 'x'.repeat(21), 'items[0].code'],
  [sale, 'items.0.unit', '', 'items[0].unit'],
  [sale, 'items.0.quantity', 0, 'items[0].quantity'],
  [sale, 'items.0.prices.transfer', -1, 'items[0].prices.transfer'],
  [sale, 'items.1.prices.discount', 40, 'items[1].prices.discount'],
  [sale, 'items.0.itbms.rate', '7', 'items[0].itbms.rate'],
  [exported, 'items.0.itbms.rate', '01', 'items[0].itbms.rate'],
  [sale, 'items.0.isc', { rate: 101 }, 'items[0].isc.rate'],
  [sale, 'items.0.isc', { amount: 1 }, 'items[0].isc.rate'],
  [sale, 'items.0.isc', { rate: 5, amount: 'much' }, 'items[0].isc.amount'],
  [sale, 'items.0.isc', { rate: 5, amount: 1.27 }, 'items[0].isc.amount'],
  [sale, 'items.0.oti', ['01', '01'].map((code) => ({ code, amount: 0 })), 'items[0].oti'],
  [sale, 'items.0.oti', [{ code: '12', amount: 0 }], 'items[0].oti[0].code'],
  [sale, 'items.0.oti', [{ code: '01', amount: -1 }], 'items[0].oti[0].amount'],
  [state, 'items.1.cpbs', { unit: 'und' }, 'items[1].cpbs.code'],
  [state, 'items.1.cpbs', { code: '5020' }, 'items[1].cpbs.unit'],
  [sale, 'referencedDocuments', [original]],
  [note, 'referencedDocuments', undefined],
  [note, 'referencedDocuments.0.cufe', 'FE01', 'referencedDocuments[0].cufe'],
  [note, 'referencedDocuments.0.issueDate', DAY, 'referencedDocuments[0].issueDate'],
  [note, 'referencedDocuments.0.issueDate', '2026-02-28T10:00:00-05:00', 'referencedDocuments[0].issueDate'],
  // 180 days after 1 March is 28 August.
  [note, 'information.issueDate', '2026-08-29T00:00:00-05:00', 'referencedDocuments[0].issueDate'],
  [GOOD['generic note']!, 'referencedDocuments.0.emissionType', 'STONE', 'referencedDocuments[0].emissionType'],
  [
    GOOD['generic note']!,
    'referencedDocuments.0.otherIdentification',
    '',
    'referencedDocuments[0].otherIdentification',
  ],
  [note, 'referencedDocuments.0.cufe', original.cufe, 'referencedDocuments[0].cufe', reading(null)],
  [
    note,
    'referencedDocuments.0.cufe',
    original.cufe,
    'referencedDocuments[0].cufe',
    reading({ voided: { reason: 'x', at: 0 } }),
  ],
  [
    note,
    'referencedDocuments.0.cufe',
    original.cufe,
    'referencedDocuments[0].cufe',
    reading({ legalStatus: 'PAC_AUTHORIZED' }),
  ],
  [note, 'referencedDocuments.0.cufe', original.cufe, 'referencedDocuments[0].cufe', reading({ kind: 'CREDIT_NOTE' })],
  [note, 'referencedDocuments.0.issueDate', `${DAY}T10:00:01-05:00`, 'referencedDocuments[0].issueDate'],
  [note, 'receiver.ruc', { type: 1, ruc: '1-184-921', verificationDigit: '49' }, 'referencedDocuments[0].cufe'],
  [exported, 'exportation', undefined],
  [sale, 'exportation', exported.exportation],
  [exported, 'exportation.incoterm', 'fob'],
  [exported, 'exportation.currency', 'euro'],
  [exported, 'exportation.exchangeRate', undefined],
  [exported, 'exportation.amount', undefined],
  [GOOD['in dollars']!, 'exportation.exchangeRate', 1],
  [GOOD['in dollars']!, 'exportation.amount', 60],
  [exported, 'receiver.type', '02'],
  [exported, 'receiver.country', 'PA'],
  [sale, 'totals.paymentTime', 4],
  [onCredit, 'totals.installmentPayment', undefined],
  [onCredit, 'totals.paymentTime', 1, 'totals.installmentPayment'],
  [onCredit, 'totals.installmentPayment.0.sequence', undefined, 'totals.installmentPayment[0].sequence'],
  [onCredit, 'totals.installmentPayment.0.sequence', 2, 'totals.installmentPayment[0].sequence'],
  [onCredit, 'totals.installmentPayment.0.dueDate', 'soon', 'totals.installmentPayment[0].dueDate'],
  [onCredit, 'totals.installmentPayment.0.dueDate', '2026-03-01', 'totals.installmentPayment[0].dueDate'],
  [onCredit, 'totals.installmentPayment.0.amount', 'all', 'totals.installmentPayment[0].amount'],
  [onCredit, 'totals.installmentPayment.0.amount', 60, 'totals.installmentPayment'],
  [onCredit, 'totals.installmentPayment.0.amount', 63, 'totals.installmentPayment'],
  [sale, 'totals.paymentMethods', []],
  [sale, 'totals.paymentMethods.0.type', '10', 'totals.paymentMethods[0].type'],
  [sale, 'totals.paymentMethods.0.type', '99', 'totals.paymentMethods[0].description'],
  [sale, 'totals.paymentMethods.0.amount', -1, 'totals.paymentMethods[0].amount'],
  [sale, 'totals.paymentMethods.0.amount', 62.89, 'totals.paymentMethods'],
  [sale, 'totals.paymentMethods', [{ type: '03', amount: 63 }]],
  [sale, 'totals.retention', { code: 5, amount: 1 }, 'totals.retention.code'],
  [sale, 'totals.retention', { code: 2, amount: 'half' }, 'totals.retention.amount'],
  [sale, 'totals.retention', { code: 2, amount: 2.46 }, 'totals.retention.amount'],
  [sale, 'totals.retention', { code: 2, amount: 1.22 }, 'totals.retention.amount'],
];

const messagesOf = BROKEN.map(([body, path, value, field = path, read = reading()]) => {
  const errors = errorsOf(changed(body, path, value), read);
  return { path, value, field, errors };
});

for (const { path, value, field, errors } of messagesOf) {
  test(`${path} as ${value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40)} is refused at ${field}`, () => {
    assert.ok(
      errors.some((error) => error.field === field),
      JSON.stringify(errors),
    );
  });
}

test('each rule is broken by a case', () => {
  const said = new Set(
    messagesOf.flatMap(({ errors }) =>
      errors.map(
        ({ field, message }) => `${field.replaceAll(/\[\d+\]/g, '[]')} ${message.split(': ').slice(1).join(': ')}`,
      ),
    ),
  );
  const silent = RULES.filter(({ at, message }) => !said.has(`${at} ${message}`));
  assertEach(silent, ({ at, message }) => `${at}: ${message}`, []);
});

test('what is only assumed refuses when that is asked for', () => {
  const body = changed(sale, 'receiver.address', undefined);
  for (const [strictness, isRefused] of [
    ['seen', false],
    ['documented', false],
    ['assumed', true],
  ] as const) {
    assert.equal(readBody('INVOICE', body, { ...reading(), strictness }).errors !== null, isRefused, strictness);
  }
  const seen = RULES.filter((rule) => refuses('seen', rule));
  assert.ok(seen.length > 0 && seen.every(({ mark }) => mark === 'seen'));
});

test('a company without offices may name any', () => {
  assert.deepEqual(errorsOf(changed(sale, 'idOffice', 'any'), reading({}, company)), []);
});

test('RULES.md is what the rules print', async () => {
  assert.equal(await readFile(join(import.meta.dirname, '..', 'RULES.md'), 'utf8'), rulesPage());
});
