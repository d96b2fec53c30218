// The PAC's statements about a document, and the reasons against them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { buildCufe, cufeKey, type CufeParts } from '../../fiscal/cufe.ts';
import { parseDocument } from '../../pac/alanube/wire.ts';
import type { PacDocument } from '../../pac/index.ts';
import { differenceTo, identityConflict, isStrangers, type Sent } from './whose-answer.ts';

const PARTS: CufeParts = {
  documentType: '01',
  issuerRucType: 2,
  issuerRuc: '155596713-2-2015',
  issuerDv: '59',
  branchCode: '0000',
  issueDate: '2026-03-05',
  documentNumber: '0000000042',
  billingPoint: '001',
  issueType: '01',
  environment: 2,
  securityCode: '123456789',
};
const OURS = buildCufe(PARTS);
const having = (change: Partial<CufeParts>) => buildCufe({ ...PARTS, ...change });
const SENT = {
  document_id: null,
  cufe: null,
  expected_cufe: OURS,
  cufe_key: cufeKey(OURS),
  pac_company_id: 'company-1',
  pac_input: {
    information: {
      numeration: '0000000042',
      billingPoint: '001',
      documentType: '01',
      issueDate: '2026-03-05T20:00:00-05:00',
    },
  },
} satisfies Sent;

const SAID: [
  name: string,
  sent: Partial<Sent>,
  said: Partial<Parameters<typeof identityConflict>[1]>,
  against: RegExp | null,
][] = [
  ['the CUFE that was expected', {}, { cufe: OURS }, null],
  ['a branch of the PAC', {}, { cufe: having({ branchCode: '0007' }) }, null],
  ['the other environment', {}, { cufe: having({ environment: 1 }) }, null],
  ['an issuer as the PAC spells it', {}, { cufe: having({ issuerRuc: '155596713-02-02015' }) }, null],
  ['the day in another time zone', {}, { cufe: having({ issueDate: '2026-03-06' }) }, null],
  ['another day', {}, { cufe: having({ issueDate: '2026-03-08' }) }, /of the day 2026-03-08/],
  [
    'another security code',
    {},
    { cufe: having({ securityCode: '987654321' }) },
    /security code 987654321, ours 123456789/,
  ],
  ...(
    [
      ['a security code of the PAC', { securityCode: '987654321' }, null],
      ['its branch and environment beside it', { securityCode: '987654321', branchCode: '0007', environment: 1 }, null],
      ['another number under it', { securityCode: '987654321', documentNumber: '0000000043' }, /number 0000000043/],
      ['another billing point under it', { securityCode: '987654321', billingPoint: '002' }, /billing point 002/],
      ['another type under it', { securityCode: '987654321', documentType: '04' }, /document type 04/],
      ['another issuer under it', { securityCode: '987654321', issuerRuc: '8-123-456' }, /of the issuer 8-123-456/],
      ['another day under it', { securityCode: '987654321', issueDate: '2026-03-08' }, /of the day 2026-03-08/],
    ] as const
  ).map(([name, change, against]): (typeof SAID)[number] => [
    name,
    {},
    { cufe: having(change), hasOwnSecurityCode: true },
    against,
  ]),
  ['another number', {}, { cufe: having({ documentNumber: '0000000043' }) }, /number 0000000043/],
  ['another billing point', {}, { cufe: having({ billingPoint: '002' }) }, /billing point 002/],
  ['another type', {}, { cufe: having({ documentType: '04' }) }, /document type 04/],
  ['a wrong check digit', {}, { cufe: having({ branchCode: '0007' }).slice(0, -1) + 'x' }, /no CUFE/],
  ['an altered branch', {}, { cufe: OURS.replace('-590000', '-590001') }, /check digit is wrong/],
  ['no CUFE at all', {}, { cufe: '<img src=x>' }, /which is no CUFE/],
  ['nothing but an id', {}, { documentId: 'A' }, null],
  ['the id that is known, in the other case', { document_id: 'a' }, { documentId: 'A' }, null],
  ['another id', { document_id: 'B' }, { documentId: 'A', cufe: OURS }, /document A, ours is B/],
  ['another CUFE of the same key', { cufe: OURS }, { cufe: having({ branchCode: '0007' }) }, /names the CUFE/],
  ['our number, not padded', {}, { particulars: { number: '42' } }, null],
  ['our number with its series', {}, { particulars: { number: 'FAC-0000000042' } }, null],
  ['another number beside our CUFE', {}, { cufe: OURS, particulars: { number: '0000000043' } }, /number 0000000043/],
  ['another billing point in words', {}, { particulars: { billingPoint: '002' } }, /billing point 002/],
  ['another document type in words', {}, { particulars: { documentType: '04' } }, /document type 04/],
  ['another company', {}, { particulars: { companyId: 'company-2' } }, /company company-2/],
  ['our issuer with its DV', {}, { particulars: { issuerRuc: '155596713-2-2015 DV 59' } }, null],
  ['another issuer', {}, { particulars: { issuerRuc: '2679372-1-844914' } }, /issuer is 2679372-1-844914/],
  [
    'the issuer of its own CUFE',
    {},
    { cufe: having({ issuerRuc: '1-2-3' }), particulars: { issuerRuc: '00001-2-3' } },
    null,
  ],
  ['another day beside an id alone', {}, { documentId: 'A', particulars: { issuedAt: '2026-01-05' } }, /issued at/],
  ['the day when the PAC took it', {}, { cufe: OURS, particulars: { issuedAt: '2026-03-09' } }, null],
  [
    'anything about an imported document',
    { cufe_key: null, expected_cufe: null, pac_input: null },
    { cufe: 'CUFE-1' },
    null,
  ],
];
for (const [name, sent, said, against] of SAID) {
  test(`the PAC says ${name}: ${against === null ? 'ours' : 'not ours'}`, () => {
    const found = identityConflict({ ...SENT, ...sent }, { documentId: null, cufe: null, ...said });
    if (against === null) assert.equal(found, null);
    else assert.match(found ?? '', against);
  });
}

test('what is found is ours only with a status and a CUFE', () => {
  const found: PacDocument = {
    documentId: 'A',
    cufe: OURS,
    legalStatus: 'PAC_AUTHORIZED',
    pdfUrl: null,
    reasons: [],
    isVoided: false,
  };
  assert.equal(differenceTo(SENT, found), null);
  assert.match(differenceTo(SENT, { ...found, cufe: null }) ?? '', /no CUFE/);
  assert.match(differenceTo(SENT, { ...found, legalStatus: null }) ?? '', /no legal status/);
});

test('a CUFE that is stored and another document’s is recognised', () => {
  assert.equal(isStrangers({ ...SENT, cufe: having({ branchCode: '0007' }) }), false);
  assert.equal(isStrangers({ ...SENT, cufe: having({ securityCode: '987654321' }) }), true);
});

// A letter or hyphen weighs as much as some digit; those of the branch and of the issuer are the PAC's to write.
test('of ten thousand CUFEs with one other character none is ours', () => {
  const change = fc.record({
    at: fc.nat({ max: 65 }),
    to: fc.constantFrom(...Array.from('0123456789<>–\u001b\u202e ')),
  });
  fc.assert(
    fc.property(change, ({ at, to }) => {
      const cufe = OURS.slice(0, at) + to + OURS.slice(at + 1);
      fc.pre(cufe !== OURS && !(OURS[at] === '-' && to === '5'));
      assert.notEqual(identityConflict(SENT, { documentId: null, cufe }), null, cufe);
    }),
    { numRuns: 10_000, seed: 1 },
  );
});

const otherParts = fc.record({
  documentNumber: fc.integer({ min: 43, max: 9_999_999 }).map((number) => String(number).padStart(10, '0')),
  securityCode: fc.integer({ min: 200_000_000, max: 999_999_999 }).map(String),
  issuerRuc: fc.constantFrom('155596713-2-2015', '2679372-1-844914', '8-442-445'),
});
const STRANGE: Record<string, (other: { documentNumber: string; securityCode: string; issuerRuc: string }) => object> =
  {
    swapped: (other) => ({ cufe: having(other), documentNumber: other.documentNumber }),
    stale: ({ documentNumber, securityCode }) => ({ cufe: having({ documentNumber, securityCode }), documentNumber }),
    'mixed, with their CUFE': (other) => ({ cufe: having(other), documentNumber: PARTS.documentNumber }),
    'mixed, with their number': ({ documentNumber }) => ({ cufe: OURS, documentNumber }),
    forged: ({ securityCode }) => ({ cufe: having({ securityCode }), documentNumber: PARTS.documentNumber }),
  };

test('of ten thousand swapped, stale, mixed and forged answers none is ours', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(STRANGE)), otherParts, fc.boolean(), (kind, other, isWrapped) => {
      const document = { id: '01KSOMEBODYELSES0000000000', legalStatus: 'DGI_AUTHORIZED', ...STRANGE[kind]!(other) };
      const said = parseDocument(isWrapped ? { message: 'created', document } : document);
      assert.notEqual(identityConflict(SENT, said), null, kind);
      assert.notEqual(differenceTo(SENT, said), null, kind);
    }),
    { numRuns: 10_000, seed: 1 },
  );
});

for (const [issuedAt, isOurs] of [
  ['2026-03-05T20:00:00-05:00', true],
  ['2026-03-06T01:00:00Z', true],
  ['2026-03-05T20:00:00', true],
  ['2026-03-05', true],
  ['2026-03-05T00:00:00-05:00', true],
  ['2026-03-05T20:00:01-05:00', false],
  ['2026-03-05T20:00:00Z', true],
] as const) {
  test(`found by a number under the PAC's own security code, issued at ${issuedAt}: ${isOurs ? 'ours' : 'another'}`, () => {
    const found: PacDocument = {
      ...{ documentId: 'a', legalStatus: 'DGI_AUTHORIZED', pdfUrl: null, reasons: [], isVoided: false },
      cufe: having({ securityCode: '987654321' }),
      particulars: { issuedAt },
      hasOwnSecurityCode: true,
    };
    assert.equal(differenceTo(SENT, found) === null, isOurs);
  });
}
