// Typed amounts, waiting work, and totals of lines: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountProblem, owedToClient, reasonProblem, type Invoice } from './document-rules.ts';
import { totalsOf } from './line-totals.ts';
import { askAgainAfter, isWaiting, ON_ITS_PAGE, type WaitingFacts } from './waiting.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();

test('a reason needs 15 to 1000 characters, spaces around it not counted', () => {
  assert.deepEqual(reasonProblem('  demasiado poco'), { key: 'void.tooShort', n: 1 });
  assert.equal(reasonProblem('quince letras ya'), undefined);
  assert.deepEqual(reasonProblem('x'.repeat(1001)), { key: 'void.tooLong', n: 1 });
});

test('an amount is above zero and has two decimals at most', () => {
  assert.equal(amountProblem(undefined), 'pay.aboveZero');
  assert.equal(amountProblem('0'), 'pay.aboveZero');
  assert.equal(amountProblem('1.005'), 'pay.twoDecimals');
  assert.equal(amountProblem('1.05'), undefined);
});

test('a client is owed what was paid above the demand; what is withheld is none of it once the whole is credited', () => {
  // 107.00, of which 3.50 are withheld.
  const owed = (facts: Partial<Record<'certifiedMore' | 'debited' | 'credited' | 'paid' | 'invoiceStatus', string>>) =>
    owedToClient({
      ...{ total: '107', certifiedMore: '0', debited: '0', credited: '0', paid: '0', legalStatus: 'DGI_AUTHORIZED' },
      ...{ retention: { amount: '3.5' }, invoiceStatus: 'OVERPAID', ...facts },
    } as Invoice);
  assert.equal(owed({ paid: '103.5' }), '0');
  assert.equal(owed({ paid: '107' }), '3.5');
  assert.equal(owed({ credited: '106', paid: '1' }), '1');
  assert.equal(owed({ credited: '107', invoiceStatus: 'CANCELED', paid: '1' }), '1');
  assert.equal(owed({ debited: '10', credited: '107', paid: '10' }), '0');
  assert.equal(owed({ debited: '10', credited: '107', paid: '10.01' }), '0.01');
  // Both were certified two cents lower, then only the invoice five cents higher.
  assert.equal(owed({ certifiedMore: '-0.02', debited: '10', credited: '106.98', paid: '10' }), '0');
  assert.equal(owed({ certifiedMore: '0.05', credited: '107', paid: '0.05' }), '0');
});

const DOCUMENT: WaitingFacts = {
  mode: 'DGI',
  legalStatus: 'DGI_AUTHORIZED',
  submissionState: 'DONE',
  issuedAt: hoursAgo(0),
};

const WAITS: [string, Partial<WaitingFacts>, boolean][] = [
  ['certified', { pdf: {} }, false],
  ['certified, without its PDF', { pdf: null }, true],
  ['at the PAC', { legalStatus: 'PAC_AUTHORIZED' }, true],
  ['unknown', { legalStatus: null, submissionState: 'UNKNOWN' }, true],
  ['rejected', { legalStatus: 'PAC_REJECTED', pdf: null }, false],
  ['being voided', { voidState: 'ASKED', pdf: {} }, true],
  ['proforma', { mode: 'PROFORM', legalStatus: null, submissionState: 'NOT_REQUIRED' }, false],
];

for (const [what, facts, waits] of WAITS) {
  test(`${what}: ${waits ? 'waits' : 'waits for nothing'}`, () =>
    assert.equal(isWaiting({ ...DOCUMENT, ...facts }), waits));
}

test('what waits for long is asked about less often, and what does not wait not at all', () => {
  const justNow = { ...DOCUMENT, legalStatus: 'PAC_AUTHORIZED' as const };
  const fresh = { ...justNow, issuedAt: hoursAgo(1 / 60) };
  const old = { ...justNow, issuedAt: hoursAgo(5) };
  assert.equal(askAgainAfter([old, justNow], ON_ITS_PAGE, NOW), ON_ITS_PAGE.newMs);
  assert.equal(askAgainAfter([fresh, old], ON_ITS_PAGE, NOW), ON_ITS_PAGE.freshMs);
  assert.equal(askAgainAfter([old], ON_ITS_PAGE, NOW), ON_ITS_PAGE.laterMs);
  assert.equal(askAgainAfter([DOCUMENT], ON_ITS_PAGE, NOW), null);
});

test('lines add up as the service adds them: rounded line by line', () => {
  const lines = [
    { quantity: '3', price: '0.335', taxRate: '7' },
    { quantity: '1', price: '0.5', taxRate: '15' },
    { quantity: undefined, price: '9', taxRate: '7' },
  ];
  assert.deepEqual(totalsOf(lines), { subtotal: '1.51', isc: '0', otherTax: '0', tax: '0.15', total: '1.66' });
});
