// Tests of the PAC's JSON: every shape in which it answers, and what must never be taken for an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { LEGAL_STATUSES } from '../../fiscal/legal-status.ts';
import { pacPayload, type PacPayload } from '../payload.ts';
import { payload } from '../test-support.ts';
import { documentPath, parseDocument, parseNotice, parseReasons } from './wire.ts';
import type { Notice, PacDocument } from '../face.ts';

const silent: PacDocument = {
  documentId: null,
  legalStatus: null,
  cufe: null,
  pdfUrl: null,
  reasons: [],
  isVoided: false,
};

const documents: [name: string, body: unknown, expected: PacDocument][] = [
  [
    'bare',
    { id: 'D1', legalStatus: 'PAC_AUTHORIZED', cufe: 'FE1' },
    { ...silent, documentId: 'D1', legalStatus: 'PAC_AUTHORIZED', cufe: 'FE1' },
  ],
  [
    'inside document',
    {
      message: 'created',
      document: { id: 'D1', legalStatus: 'DGI_AUTHORIZED', cufe: 'FE1', pdf: 'https://files.test/1' },
    },
    {
      documentId: 'D1',
      legalStatus: 'DGI_AUTHORIZED',
      cufe: 'FE1',
      pdfUrl: 'https://files.test/1',
      reasons: [],
      isVoided: false,
    },
  ],
  [
    'with all that is given back',
    {
      id: 'D1',
      xml: '<rFE/>',
      containerXml: '<rContFe/>',
      qr: ' https://dgi.test/?chFE=FE1 ',
      authorizationProtocol: 20261,
      authorizationDate: '2026-11-22T10:00:00-05:00',
    },
    {
      ...silent,
      documentId: 'D1',
      xml: '<rContFe/>',
      qrUrl: 'https://dgi.test/?chFE=FE1',
      authorization: { protocol: '20261', at: new Date('2026-11-22T15:00:00Z') },
    },
  ],
  ['with a QR code that leads nowhere', { qr: 'javascript:alert(1)', xml: ' ', authorizationProtocol: '' }, silent],
  [
    'with a protocol alone',
    { xml: 'https://files.test/1.xml', authorizationProtocol: 'P-1', authorizationDate: 'soon' },
    { ...silent, xml: 'https://files.test/1.xml', authorization: { protocol: 'P-1', at: null } },
  ],
  ['with a processing status only', { id: 'D1', status: 'PAC_AUTHORIZED' }, { ...silent, documentId: 'D1' }],
  ['with a status that we do not know', { id: 'D1', legalStatus: 'DGI_PENDING' }, { ...silent, documentId: 'D1' }],
  ['with empty texts', { id: ' ', cufe: '', legalStatus: '', pdf: null }, silent],
  ['with a number for its id', { id: 7, cufe: 8, legalStatus: 9, pdf: 10 }, { ...silent, documentId: '7' }],
  ['with a number that has been rounded for its id', JSON.parse('{"id":12345678901234567890}'), silent],
  ['with nothing for its id', { id: 0 }, silent],
  [
    'rejected by the DGI',
    {
      document: {
        id: 'D1',
        legalStatus: 'DGI_REJECTED',
        governmentResponse: [{ code: '1010', message: 'RUC inactivo' }],
      },
    },
    { ...silent, documentId: 'D1', legalStatus: 'DGI_REJECTED', reasons: ['RUC inactivo (1010)'] },
  ],
  [
    'rejected with a message',
    { id: 'D1', legalStatus: 'PAC_REJECTED', message: 'El emisor no existe' },
    { ...silent, documentId: 'D1', legalStatus: 'PAC_REJECTED', reasons: ['El emisor no existe'] },
  ],
  ['that is a list', [{ id: 'D1' }], silent],
  ['that is null', null, silent],
  ['that is a text', 'D1', silent],
  ['whose prototype speaks', JSON.parse('{"__proto__":{"id":"D1","legalStatus":"DGI_AUTHORIZED"}}'), silent],
  ['whose document is a list', { document: ['D1'], id: 'D2' }, { ...silent, documentId: 'D2' }],
];
for (const [name, body, expected] of documents) {
  test(`a document ${name}`, () => assert.deepEqual(parseDocument(body), expected));
}

const reasons: [name: string, body: unknown, expected: string[]][] = [
  ['errors[].message', { errors: [{ message: 'too long' }, { message: 'too short' }] }, ['too long', 'too short']],
  [
    'errors[] with code and field',
    { errors: [{ code: 'E1', field: 'information.numeration', message: 'is not padded' }] },
    ['is not padded (E1, information.numeration)'],
  ],
  ['errors[] of texts', { errors: ['too long'] }, ['too long']],
  ['a code and a message', { code: 'PA-12', message: 'RUC inválido' }, ['RUC inválido (PA-12)']],
  ['a code and messages', { code: 400, message: ['one', 'two'] }, ['one (400)', 'two (400)']],
  ['error', { error: 'Bad numbers' }, ['Bad numbers']],
  ['error with a message inside', { error: { code: 'X', message: 'Bad numbers' } }, ['Bad numbers (X)']],
  ['error that only names the status', { statusCode: 400, error: 'Bad Request', message: ['quantity'] }, ['quantity']],
  ['response[].message', { response: [{ message: 'no' }] }, ['no']],
  [
    'governmentResponse[].message',
    { governmentResponse: [{ code: '0600', message: 'CUFE repetido' }] },
    ['CUFE repetido (0600)'],
  ],
  ['inside document', { document: { governmentResponse: [{ message: 'no' }] } }, ['no']],
  [
    'several shapes saying the same',
    { message: 'no', errors: [{ message: 'no' }], response: [{ message: 'no ' }] },
    ['no'],
  ],
  [
    'errors by field',
    { message: 'Invalid', errors: { 'receiver.ruc': ['is required', 'is short'], 'items.0': 'has no price' } },
    ['is required (receiver.ruc)', 'is short (receiver.ruc)', 'has no price (items.0)', 'Invalid'],
  ],
  ['a bare list of errors', [{ code: 'A1', message: 'no' }, 'not so'], ['no (A1)', 'not so']],
  ['none', { id: 'D1', status: 'FAILED' }, []],
  ['empty lists', { errors: [], message: '', error: null }, []],
  ['entries that are no errors', { errors: [null, 7, [], { message: 7 }], message: { text: 'x' } }, []],
  ['an HTML page', '<html>', []],
  ['null', null, []],
  ['characters that no database stores', { errors: [{ message: 'a\0b\ud800' }] }, ['ab\ufffd']],
  ['a prototype that speaks', JSON.parse('{"__proto__":{"message":"no"},"constructor":{"message":"no"}}'), []],
];
for (const [name, body, expected] of reasons) {
  test(`reasons: ${name}`, () => assert.deepEqual(parseReasons(body), expected));
}

test('reasons are bounded, however many and long they are', () => {
  const many = parseReasons({
    errors: Array.from({ length: 5000 }, (_, at) => ({ message: `${at} ${'x'.repeat(5000)}` })),
  });
  assert.equal(many.length, 50);
  assert.ok(many.every((reason) => reason.length <= 1000));
  const split = `${'x'.repeat(999)}\u{1f600}`;
  assert.deepEqual(parseReasons({ message: split }), ['x'.repeat(999)]);
  assert.equal(
    (parseNotice({ id: 'D1', legalStatus: 'DGI_REJECTED', message: split }) as { message?: string }).message,
    'x'.repeat(999),
  );
});

const ok = { outcome: 'ok', documentId: 'D1', cufe: null, legalStatus: 'DGI_AUTHORIZED', message: null } as const;
const notices: [name: string, body: unknown, expected: Partial<Notice>][] = [
  ['by id', { id: 'D1', legalStatus: 'DGI_AUTHORIZED' }, ok],
  ['by cufe', { cufe: 'FE1', legalStatus: 'DGI_AUTHORIZED' }, { ...ok, documentId: null, cufe: 'FE1' }],
  ['with null for a missing one', { id: 'D1', cufe: null, legalStatus: 'DGI_AUTHORIZED' }, ok],
  [
    'with a message and more',
    { id: 'D1', legalStatus: 'DGI_AUTHORIZED', message: ' done ', webhook: {} },
    { ...ok, message: 'done' },
  ],
  ['with messages', { id: 'D1', legalStatus: 'DGI_AUTHORIZED', message: ['a', 'b'] }, { ...ok, message: 'a; b' }],
  ['with a message of another type', { id: 'D1', legalStatus: 'DGI_AUTHORIZED', message: { a: 1 } }, ok],
  [
    'with an object for its id',
    { id: { $ne: 1 }, legalStatus: 'DGI_AUTHORIZED' },
    { outcome: 'wrongType', field: 'id' },
  ],
  ['with a list for its cufe', { id: 'D1', cufe: ['x'] }, { outcome: 'wrongType', field: 'cufe' }],
  ['with a number for its id', { id: 5, cufe: 'FE1' }, { outcome: 'wrongType', field: 'id' }],
  ['with a huge id', { id: 'x'.repeat(201) }, { outcome: 'wrongType', field: 'id' }],
  ['with NUL in its id', { id: 'a\0b' }, { outcome: 'wrongType', field: 'id' }],
  ['without id and cufe', { legalStatus: 'DGI_AUTHORIZED' }, { outcome: 'missingId' }],
  ['with empty id and cufe', { id: '', cufe: ' ', legalStatus: 'DGI_AUTHORIZED' }, { outcome: 'missingId' }],
  [
    'with an unknown status',
    { id: 'D1', legalStatus: 'DGI_MAYBE' },
    { outcome: 'unknownStatus', documentId: 'D1', cufe: null },
  ],
  ['without a status', { id: 'D1', status: 'DGI_AUTHORIZED' }, { outcome: 'unknownStatus', documentId: 'D1' }],
  ['with a list for its status', { id: 'D1', legalStatus: ['DGI_AUTHORIZED'] }, { outcome: 'unknownStatus' }],
  [
    'whose prototype speaks',
    JSON.parse('{"__proto__":{"id":"D1","legalStatus":"DGI_AUTHORIZED"}}'),
    { outcome: 'missingId' },
  ],
  ['that is a list', [], { outcome: 'missingId' }],
  ['that is null', null, { outcome: 'missingId' }],
  ['that is a text', 'DGI_AUTHORIZED', { outcome: 'missingId' }],
];
for (const [name, body, expected] of notices) {
  test(`a notice ${name}`, () => assert.partialDeepStrictEqual(parseNotice(body), expected));
}

test('every legal status is understood in a notice', () => {
  for (const legalStatus of LEGAL_STATUSES) {
    assert.partialDeepStrictEqual(parseNotice({ id: 'D1', legalStatus }), { outcome: 'ok', legalStatus });
  }
});

test('no JSON makes the readers throw or change a prototype', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const body: unknown = JSON.parse(text);
      parseDocument(body);
      parseReasons(body);
      parseNotice(body);
      assert.equal(Object.keys(Object.prototype).length, 0);
    }),
  );
});

const { ruc, address } = {
  ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' },
  address: 'Calle 1',
} as const;
const invoice = payload({ receiver: { type: '01', ruc, name: 'Cliente de prueba', address, country: 'PA' } });
const { saleType: _, ...creditInformation } = { ...invoice.information, documentType: '04' as const };
const credit: PacPayload = {
  ...invoice,
  information: creditInformation,
  referencedDocuments: [{ cufe: `FE${'0'.repeat(64)}`, issueDate: '2026-03-01T10:00:00-05:00' }],
};

test('an invoice and a credit note are understood as they were written', () => {
  assert.deepEqual(pacPayload.parse(invoice), invoice);
  assert.deepEqual(pacPayload.parse(credit), credit);
  assert.equal(documentPath('INVOICE'), 'invoices');
  assert.equal(documentPath('CREDIT_NOTE'), 'credit-notes');
});

const { referencedDocuments: __, ...orphan } = credit;
const line = invoice.items[0]!;
const unsound: [name: string, payload: unknown, path: string][] = [
  [
    'a number of zeros',
    { ...invoice, information: { ...invoice.information, numeration: '0000000000' } },
    'information.numeration',
  ],
  [
    'a number that is not padded',
    { ...invoice, information: { ...invoice.information, numeration: '1' } },
    'information.numeration',
  ],
  [
    'a security code of zeros',
    { ...invoice, information: { ...invoice.information, securityCode: '000000000' } },
    'information.securityCode',
  ],
  [
    'billing point 000',
    { ...invoice, information: { ...invoice.information, billingPoint: '000' } },
    'information.billingPoint',
  ],
  [
    'a date in UTC',
    { ...invoice, information: { ...invoice.information, issueDate: '2026-03-05T15:00:00Z' } },
    'information.issueDate',
  ],
  ['no lines', { ...invoice, items: [] }, 'items'],
  ['a quantity that was rounded', { ...invoice, items: [{ ...line, quantity: 0.1 + 0.2 }] }, 'items.0.quantity'],
  ['a quantity beyond exactness', { ...invoice, items: [{ ...line, quantity: 1e21 }] }, 'items.0.quantity'],
  ['a negative price', { ...invoice, items: [{ ...line, prices: { transfer: -1 } }] }, 'items.0.prices.transfer'],
  ['an unknown tax rate', { ...invoice, items: [{ ...line, itbms: { rate: '04' } }] }, 'items.0.itbms.rate'],
  [
    'a foreign taxpayer of Panama',
    { ...invoice, receiver: { ...invoice.receiver, country: 'CR' } },
    'receiver.country',
  ],
  ['a legal RUC as final consumer', { ...invoice, receiver: { ...invoice.receiver, type: '02' } }, 'receiver.ruc'],
  ['a government line without CPBS', { ...invoice, receiver: { ...invoice.receiver, type: '03' } }, 'items.0.cpbs'],
  [
    'a term without due dates',
    { ...invoice, totals: { ...invoice.totals, paymentTime: 2 } },
    'totals.installmentPayment',
  ],
  ['a credit note without its original', orphan, 'referencedDocuments'],
  [
    'an invoice with an original',
    { ...invoice, referencedDocuments: credit.referencedDocuments },
    'referencedDocuments',
  ],
];
for (const [name, body, path] of unsound) {
  test(`a payload with ${name} is refused at ${path}`, () => {
    const paths = pacPayload.safeParse(body).error?.issues.map((issue) => issue.path.join('.'));
    assert.deepEqual(paths, [path]);
  });
}
