// Tests of the rules of receivers: kind of receiver by type of document, what is refused, what is only warned of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentType } from './document-types.ts';
import { countrySent, judgeReceiver, RECEIVER_RULES, rucSent, SOURCES, telephoneSent } from './receiver-rules.ts';
import type { Receiver } from './receiver-rules.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const COMPANY: Receiver = {
  receiverType: 'CONTRIBUYENTE',
  name: 'Istmo, S.A.',
  ruc: '155596713-2-2015',
  dv: '59',
  addressLine: 'Calle 50',
  corregimientoCode: '8-8-7',
  telephone: '223-4567',
};
const CONSUMER: Receiver = { receiverType: 'CONSUMIDOR_FINAL', name: 'Ana', ruc: null, dv: null };
const STATE: Receiver = { ...COMPANY, receiverType: 'GOBIERNO', ruc: '8-NT-1-13178', dv: '35' };
const FOREIGN: Receiver = { receiverType: 'EXTRANJERO', name: 'John', ruc: 'P-884512', dv: null, country: 'CO' };

const JUDGED: [what: string, receiver: Receiver, type: DocumentType, refused: string[], warned: string[]][] = [
  ['a whole taxpayer', COMPANY, '01', [], []],
  ['a final consumer without anything', CONSUMER, '01', [], []],
  ['an institution', STATE, '01', [], []],
  ['a taxpayer without a RUC', { ...COMPANY, ruc: null, dv: null }, '01', ['client.ruc'], []],
  ['an institution without a RUC', { ...STATE, ruc: null, dv: null }, '01', ['client.ruc'], []],
  ['check digits that are certainly wrong', { ...COMPANY, dv: '12' }, '01', ['client.ruc'], []],
  ['check digits that may be right after all', { ...COMPANY, ruc: '8-AV-1-123', dv: '99' }, '01', [], []],
  ['check digits that nothing tells', { ...COMPANY, ruc: '8-XX-12-345', dv: null }, '01', ['client.ruc'], []],
  ['check digits for a form without a rule', { ...COMPANY, ruc: '8-XX-12-345', dv: '12' }, '01', [], []],
  [
    'a taxpayer without address and place',
    { ...COMPANY, addressLine: null, corregimientoCode: null },
    '01',
    [],
    ['client.address.line', 'client.address.corregimientoCode'],
  ],
  [
    'a place that the list does not have',
    { ...COMPANY, corregimientoCode: '4-14-1' },
    '01',
    [],
    ['client.address.corregimientoCode'],
  ],
  ['a telephone of Panama, however written', { ...CONSUMER, telephone: '+507 6612 3456' }, '01', [], []],
  ['a telephone of another country', { ...CONSUMER, telephone: '+1 305 555 0100' }, '01', [], ['client.telephone']],
  ['an e-mail without a domain', { ...CONSUMER, email: 'a@x.pa', furtherEmails: ['b@x'] }, '01', [], ['client.emails']],
  ['a foreigner who buys in Panama', FOREIGN, '01', [], ['client.country']],
  ['a foreigner who lives in Panama', { ...FOREIGN, country: 'PA' }, '01', [], []],
  ['a foreigner whose country is not known', { ...FOREIGN, country: null }, '01', [], ['client.country']],
  ['a foreigner without a document', { ...FOREIGN, country: 'PA', ruc: null }, '01', [], ['client.ruc']],
  ['a foreigner abroad', FOREIGN, '03', [], []],
  ['a foreigner abroad without a country', { ...FOREIGN, country: null }, '03', ['client.country'], []],
  ['a foreigner in the free zone', FOREIGN, '08', [], []],
  ['a foreigner in the free zone without a country', { ...FOREIGN, country: null }, '08', [], ['client.country']],
];

for (const [what, receiver, type, refused, warned] of JUDGED) {
  test(`${what}, in a document of type ${type}`, () => {
    const found = judgeReceiver(receiver, type);
    const fieldsOf = (severity: string) => found.filter((one) => one.severity === severity).map(({ field }) => field);
    assert.deepEqual([fieldsOf('REFUSED'), fieldsOf('WARNED')], [refused, warned]);
  });
}

for (const [what, receiver, refused] of [
  ['a taxpayer', { ...COMPANY, addressLine: null }, ['client.address.line']],
  [
    'a legal RUC as a final consumer',
    { ...COMPANY, receiverType: 'CONSUMIDOR_FINAL', addressLine: 'Vía' },
    ['client.address.line'],
  ],
  ['an institution with an address of five characters', { ...STATE, addressLine: 'Vía 5' }, []],
  ['a final consumer', CONSUMER, []],
  ['a foreigner', { ...FOREIGN, country: 'PA' }, []],
] as [string, Receiver, string[]][]) {
  test(`an address for a PAC that refuses a document without: ${what}`, () => {
    const found = judgeReceiver(receiver, '01', { addressLength: 5 });
    assert.deepEqual(
      found.filter(({ severity }) => severity === 'REFUSED').map(({ field }) => field),
      refused,
    );
    assert.ok(found.filter(({ field }) => field === 'client.address.line').length <= 1);
  });
}

test('what is refused comes first', () => {
  const found = judgeReceiver({ ...COMPANY, addressLine: null, dv: '12' }, '01');
  assertEach(found, ({ severity }) => severity, ['REFUSED', 'WARNED']);
});

test('every rule has a source, and only what is certain refuses', () => {
  for (const { mark, source } of RECEIVER_RULES) {
    assert.ok(SOURCES[source]);
    if (source === 'ours') assert.equal(mark, 'L');
  }
});

const COUNTRIES_SENT: [receiver: Receiver, type: DocumentType, sent: string][] = [
  [COMPANY, '01', 'PA'],
  [FOREIGN, '01', 'PA'],
  [{ ...FOREIGN, country: null }, '01', 'PA'],
  [FOREIGN, '04', 'PA'],
  [FOREIGN, '03', 'CO'],
  [FOREIGN, '08', 'CO'],
  [COMPANY, '08', 'PA'],
];

for (const [receiver, type, sent] of COUNTRIES_SENT) {
  test(`${receiver.receiverType} of ${receiver.country ?? 'no country'} in type ${type} is sent as of ${sent}`, () =>
    assert.equal(countrySent(receiver, type), sent));
}

const TELEPHONES: [written: string, sent: string][] = [
  ['6612-3456', '6612-3456'],
  ['+507 6612 3456', '6612-3456'],
  ['(507) 223-4567', '223-4567'],
  ['2234567', '223-4567'],
  ['507-4567', '507-4567'],
  ['+1 305 555 0100', '+1 305 555 0100'],
  ['12345', '12345'],
];

for (const [written, sent] of TELEPHONES)
  test(`the telephone ${written} is sent as ${sent}`, () => assert.equal(telephoneSent(written), sent));

test('a foreign number is no RUC', () => {
  assert.equal(rucSent(FOREIGN), null);
  assert.deepEqual(rucSent({ ...COMPANY, dv: null }), { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' });
});
