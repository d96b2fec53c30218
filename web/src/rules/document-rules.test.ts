// What can be done with a document, and why not: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountProblem,
  creditActions,
  invoiceActions,
  reasonProblem,
  type Credit,
  type Invoice,
} from './document-actions.ts';
import { totalsOf } from './line-totals.ts';
import { askAgainAfter, isWaiting, ON_ITS_PAGE, type WaitingFacts } from './waiting.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();
const everything = (): boolean => true;

const LINE = {
  id: 'l',
  description: 'Arroz',
  quantity: '5',
  quantityCredited: '0',
  unitPrice: '10',
  taxRate: '7',
  total: '53.5',
  item: { id: 'i', sku: 's', unit: 'und' },
};

const INVOICE = {
  mode: 'DGI',
  legalStatus: 'DGI_AUTHORIZED',
  invoiceStatus: 'UNPAID',
  submissionState: 'DONE',
  voidState: null,
  issuedAt: hoursAgo(1),
  lines: [LINE],
  credits: [],
  pdf: null,
} as unknown as Invoice;

const CREDIT = { creditStatus: 'UNAPPLIED', legalStatus: 'DGI_AUTHORIZED' } as Invoice['credits'][number];

// what · facts · action → why not
const INVOICES: [string, Partial<Invoice>, keyof ReturnType<typeof invoiceActions>, string | undefined][] = [
  ['certified: pay', {}, 'pay', undefined],
  ['void: pay', { invoiceStatus: 'VOID' }, 'pay', 'why.void'],
  ['rejected: pay', { legalStatus: 'PAC_REJECTED' }, 'pay', 'why.rejected'],
  ['being voided: pay', { voidState: 'ASKED' }, 'pay', 'why.beingVoided'],
  ['certified: PDF', {}, 'attachPdf', undefined],
  ['with PDF: PDF', { pdf: {} as never }, 'attachPdf', 'why.hasPdf'],
  ['proforma: PDF', { mode: 'PROFORM', legalStatus: null }, 'attachPdf', 'why.notFiscal'],
  ['unknown: PDF', { legalStatus: null, submissionState: 'UNKNOWN' }, 'attachPdf', 'why.notAuthorized'],
  ['certified: credit', {}, 'credit', undefined],
  ['only PAC: credit', { legalStatus: 'PAC_AUTHORIZED' }, 'credit', 'why.notCertified'],
  ['all credited: credit', { lines: [{ ...LINE, quantityCredited: '5' }] }, 'credit', 'why.nothingLeft'],
  ['proforma: credit', { mode: 'PROFORM', legalStatus: null }, 'credit', undefined],
  ['within the window: void', { issuedAt: hoursAgo(181.9) }, 'void', undefined],
  ['after the window: void', { issuedAt: hoursAgo(182.1) }, 'void', 'why.tooLate'],
  ['void: void', { invoiceStatus: 'VOID' }, 'void', 'why.alreadyVoid'],
  ['with a credit: void', { credits: [CREDIT] }, 'void', 'why.hasCredit'],
  ['with a rejected credit: void', { credits: [{ ...CREDIT, legalStatus: 'DGI_REJECTED' }] }, 'void', undefined],
  ['imported: void', { mode: 'DGI_IMPORT', legalStatus: null }, 'void', 'why.notFiscalVoid'],
  ['certified: cancel', {}, 'cancel', 'why.voidInstead'],
  ['nobody knows: cancel', { legalStatus: null, submissionState: 'UNKNOWN' }, 'cancel', 'why.maybeAtPac'],
  ['rejected: cancel', { legalStatus: 'PAC_REJECTED' }, 'cancel', undefined],
];

for (const [what, facts, action, because] of INVOICES) {
  test(`an invoice that is ${what} → ${because ?? 'yes'}`, () => {
    const possible = invoiceActions({ ...INVOICE, ...facts }, everything, NOW)[action];
    assert.equal(possible.isAllowed ? undefined : possible.because, because);
  });
}

test('whoever may only look is told so, and only an admin voids', () => {
  const looking = invoiceActions(INVOICE, () => false, NOW);
  assert.deepEqual(looking.pay, { isAllowed: false, because: 'needs.operator' });
  const operating = invoiceActions(INVOICE, (role) => role !== 'admin', NOW);
  assert.deepEqual(operating.void, { isAllowed: false, because: 'needs.admin' });
});

const NOTE = {
  ...INVOICE,
  creditStatus: 'UNAPPLIED',
  invoice: { invoiceStatus: 'UNPAID', legalStatus: 'DGI_AUTHORIZED' },
};

const CREDITS: [string, Partial<Credit>, keyof ReturnType<typeof creditActions>, string | undefined][] = [
  ['certified: apply', {}, 'apply', undefined],
  ['applied: apply', { creditStatus: 'APPLIED' }, 'apply', 'why.applied'],
  ['on its way: apply', { legalStatus: null, submissionState: 'PENDING' }, 'apply', 'why.notAuthorized'],
  ['fiscal: convert', {}, 'convert', 'why.alreadyFiscal'],
  ['internal: convert', { mode: 'PROFORM', legalStatus: null }, 'convert', undefined],
  ['internal: cancel', { mode: 'PROFORM', legalStatus: null }, 'cancel', undefined],
  ['canceled: void', { creditStatus: 'CANCELED' }, 'void', 'why.canceled'],
];

for (const [what, facts, action, because] of CREDITS) {
  test(`a credit that is ${what} → ${because ?? 'yes'}`, () => {
    const possible = creditActions({ ...(NOTE as unknown as Credit), ...facts }, everything, NOW)[action];
    assert.equal(possible.isAllowed ? undefined : possible.because, because);
  });
}

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
  ['nobody knows', { legalStatus: null, submissionState: 'UNKNOWN' }, true],
  ['rejected', { legalStatus: 'PAC_REJECTED', pdf: null }, false],
  ['being voided', { voidState: 'ASKED', pdf: {} }, true],
  ['proforma', { mode: 'PROFORM', legalStatus: null, submissionState: 'NOT_REQUIRED' }, false],
];

for (const [what, facts, waits] of WAITS) {
  test(`${what}: ${waits ? 'waits' : 'waits for nothing'}`, () =>
    assert.equal(isWaiting({ ...DOCUMENT, ...facts }), waits));
}

test('what waits for long is asked about less often, and what does not wait not at all', () => {
  const fresh = { ...DOCUMENT, legalStatus: 'PAC_AUTHORIZED' as const };
  const old = { ...fresh, issuedAt: hoursAgo(5) };
  assert.equal(askAgainAfter([fresh, old], NOW, ON_ITS_PAGE), ON_ITS_PAGE.freshMs);
  assert.equal(askAgainAfter([old], NOW, ON_ITS_PAGE), ON_ITS_PAGE.laterMs);
  assert.equal(askAgainAfter([DOCUMENT], NOW, ON_ITS_PAGE), null);
});

test('lines add up as the service adds them: rounded line by line', () => {
  const lines = [
    { quantity: '3', price: '0.335', taxRate: '7' },
    { quantity: '1', price: '0.5', taxRate: '15' },
    { quantity: undefined, price: '9', taxRate: '7' },
  ];
  assert.deepEqual(totalsOf(lines), { subtotal: '1.51', tax: '0.15', total: '1.66' });
});
