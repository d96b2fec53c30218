import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn } from '../platform/errors.ts';
import { say } from '../texts/say.ts';
import { tellEvent } from './tell-event.ts';

const ROWS: [kind: string, actor: string, detail: object, said: RegExp][] = [
  [
    'INTENT',
    'ana',
    { number: 'FAC-0000000001', mode: 'DGI', pacCompanyId: 'C1', expectedCufe: 'FE01' },
    /^FAC-0000000001 was written here, with the duty to submit it to the PAC for the company C1\. Nothing has been sent yet\. The CUFE that it will have: FE01$/,
  ],
  ['INTENT', 'ana', { number: 'FAC-0000000001', mode: 'PROFORM' }, /recorded here as PROFORM; it is not sent/],
  [
    'CLAIMED',
    'system',
    { attempt: 2, payloadSha256: 'ab12' },
    /^Attempt 2 .* SHA-256 of what is sent \(pacInput\): ab12$/,
  ],
  ['CLAIMED', 'system', { what: 'void' }, /^The request to void it is being sent/],
  [
    'NOT_SENT',
    'system',
    { cause: 'ECONNREFUSED', triedAgainAfterSeconds: 4 },
    /ECONNREFUSED\. .* same number after 4 s\.$/,
  ],
  ['NOT_SENT', 'system', { cause: 'not asked' }, /once the PAC answers again\.$/],
  [
    'ANSWERED',
    'system',
    { outcome: 'accepted', httpStatus: 201, pacDocumentId: '01A', cufe: 'FE01' },
    /^The PAC answered HTTP 201: accepted as its document 01A, CUFE FE01\.$/,
  ],
  [
    'ANSWERED',
    'system',
    { outcome: 'rejected', httpStatus: 400, reasons: ['one', 'two.'] },
    /^The PAC answered HTTP 400: refused, because one; two\.$/,
  ],
  ['ANSWERED', 'system', { outcome: 'accepted' }, /^The PAC answered: accepted\.$/],
  ['UNKNOWN', 'system', { cause: 'HTTP 502 is no verdict' }, /HTTP 502 is no verdict\. .* not sent again by itself/],
  ['LATE_ANSWER', 'system', { outcome: 'accepted' }, /\(accepted\) came after its time/],
  [
    'LEGAL_STATUS',
    'pac-webhook',
    { from: null, to: 'PAC_AUTHORIZED' },
    /none → PAC_AUTHORIZED, told by a notice of the PAC\.$/,
  ],
  [
    'LEGAL_STATUS',
    'pac-poll',
    { from: 'PAC_AUTHORIZED', to: 'DGI_AUTHORIZED', poll: 3 },
    /the PAC when it was asked \(question 3\)\.$/,
  ],
  ['LEGAL_STATUS', 'ana', { from: null, to: 'PAC_REJECTED' }, /told by ana\.$/],
  [
    'SAID_AGAIN',
    'pac-webhook',
    { said: 'PAC_AUTHORIZED', stays: 'terminal' },
    /^Said by a notice of the PAC: PAC_AUTHORIZED, which is older/,
  ],
  ['SAID_AGAIN', 'pac-poll', { said: 'DGI_AUTHORIZED', stays: 'same' }, /known already/],
  ['CONTRADICTED', 'pac-webhook', { said: 'DGI_REJECTED' }, /denies what is known.*operator/],
  ['NOTICE_PARKED', 'pac-webhook', { because: 'another id' }, /not believed: another id\./],
  ['POLLED', 'pac-poll', { poll: 1, found: 'PAC_AUTHORIZED' }, /\(question 1\) and said: PAC_AUTHORIZED\./],
  ['REMARKED', 'pac-poll', { reasons: ['one', 'two.'] }, /^The DGI has authorized it and remarks: one; two\.$/],
  [
    'PDF_ATTACHED',
    'pac-webhook',
    { filename: 'FE01.pdf', byteSize: 900, sha256: 'cd' },
    /attached by a notice of the PAC: FE01\.pdf, 900 bytes, SHA-256 cd\.$/,
  ],
  [
    'PARKED',
    'system',
    { because: 'the PAC shows another document' },
    /waits for an operator: the PAC shows another document\.$/,
  ],
  ['VOID_ASKED', 'ana', { reason: 'Given twice' }, /^ana asked for it to be voided: “Given twice”\.$/],
  [
    'SETTLED',
    'system',
    { neverArrived: 60, later: 'FAC-0000000012' },
    /^It never arrived: .* for 60 minutes, .* told of FAC-0000000012, .* again under the same number\.$/,
  ],
  ['VOIDED', 'ana', { response: {}, status: 'DGI_REJECTED' }, /^The PAC has voided it as well\. It is DGI_REJECTED, /],
  ['VOIDED', 'ana', { response: { secret: 'x' } }, /^The PAC has voided it\. .* here it is VOID\.$/],
  ['VOID_REFUSED', 'ana', { because: 'the PAC refused: too late' }, /too late\.$/],
  ['VOID_UNKNOWN', 'system', { cause: 'no complete answer' }, /no complete answer\. .*not sent again by itself/],
  ['SETTLED', 'ana', { notReceived: 'they say so' }, /^ana declared that the PAC never received it: “they say so”/],
  ['SETTLED', 'ana', { numberTakenBy: '01B' }, /document 01B, which is not ours, has its number/],
  [
    'SETTLED',
    'ana',
    { parked: 'a contradiction', note: 'spoke to them' },
    /\(a contradiction\) and noted: “spoke to them”/,
  ],
  ['SETTLED', 'ana', { pacDocumentId: '01C' }, /as document 01C by ana/],
  ['OF_TOMORROW', 'system', {}, /^OF_TOMORROW\.$/],
  ['constructor', 'system', {}, /^constructor\.$/],
];

for (const [kind, actor, detail, said] of ROWS) {
  test(`${kind} by ${actor}: ${JSON.stringify(detail)}`, () =>
    assert.match(fillIn(tellEvent({ kind, actor, detail })), said));
}

test('an event of an older process, without the details of today, is told all the same', () => {
  for (const [kind, actor] of ROWS)
    assert.doesNotMatch(fillIn(tellEvent({ kind, actor, detail: {} })), /undefined|null/);
});

test('an event is told in Spanish, with what was written down as its cause', () => {
  const because = 'the PAC shows another document: it names the CUFE FE1, ours is FE2';
  assert.equal(
    say('es', tellEvent({ kind: 'PARKED', actor: 'service:pac-poll', detail: { because } })),
    'Espera a un operador: el PAC muestra otro documento: nombra el CUFE FE1, el nuestro es FE2.',
  );
  assert.equal(
    say(
      'es',
      tellEvent({ kind: 'LEGAL_STATUS', actor: 'service:pac-poll', detail: { to: 'DGI_AUTHORIZED', poll: 2 } }),
    ),
    'Estado legal: ninguno → autorizada por la DGI, según el PAC cuando se le consultó (consulta 2).',
  );
});
