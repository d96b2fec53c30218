// Tests of what the PAC's words mean: duplicates told from other complaints, and how long to wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../call.ts';
import type { Json } from '../json.ts';
import { retryAfterSeconds } from '../answer.ts';
import { saysDuplicate, submissionOutcome, voidOutcome } from './outcomes.ts';

const duplicates = [
  'El número de documento fiscal ya existe',
  'La factura ya fue emitida',
  'Documento duplicado (DUPLICATED_DOCUMENT)',
  'Número previamente utilizado',
  'La numeración ya se encuentra registrada para el punto de facturación',
  'already exists (DUPLICATE)',
  'Invoice number already used',
  'document has already been submitted',
  'Validation failed (DUPLICATE_NUMERATION, information.numeration)',
];
for (const reason of duplicates) {
  test(`a duplicate: ${reason}`, () => assert.equal(saysDuplicate(reason), true));
}

const others = [
  'El RUC del receptor está inactivo',
  'El RUC ya está inactivo',
  'La factura original ya fue anulada',
  'The invoice has already been credited',
  'Duplicate code in line 2',
  'Correo duplicado',
  'must be unique (DUPLICATE, items[1].number)',
  'numeration must have 10 digits (information.numeration)',
  'Company does not exist',
];
for (const reason of others) {
  test(`no duplicate: ${reason}`, () => assert.equal(saysDuplicate(reason), false));
}

const date = 'Thu, 05 Mar 2026 10:00:00 GMT';
const waits: [headers: Record<string, string>, expected: number | null][] = [
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '99999999999' }, 86_400],
  [{ 'retry-after': 'Thu, 05 Mar 2026 10:00:30 GMT', date }, 30],
  [{ 'retry-after': 'Thu, 05 Mar 2026 09:00:00 GMT', date }, 0],
  [{ 'retry-after': 'Thu, 05 Mar 2026 10:00:30 GMT' }, null],
  [{ 'retry-after': 'soon', date }, null],
  [{}, null],
];
for (const [headers, expected] of waits) {
  test(`Retry-After ${JSON.stringify(headers)} is ${expected}`, () =>
    assert.equal(retryAfterSeconds({ headers }), expected));
}

function answered(httpStatus: number, json: Json | undefined, isEmpty = false): Answer {
  const raw = json ?? { text: '<html>', httpStatus };
  return { kind: 'answered', httpStatus, headers: {}, json, raw, isEmpty, broken: null };
}

const complaint = { errors: [{ code: 'E1', message: 'the receiver is unknown' }] };
const document = { id: 'D1', legalStatus: 'PAC_AUTHORIZED', cufe: 'FE1' };
const submissions: [name: string, Answer, outcome: string][] = [
  ['200 with a whole document', answered(200, document), 'accepted'],
  ['202 with a whole document', answered(202, { document }), 'accepted'],
  ['200 without cufe', answered(200, { ...document, cufe: null }), 'incomplete'],
  ['200 without id', answered(200, { ...document, id: null }), 'incomplete'],
  ['200 without legal status', answered(200, { ...document, legalStatus: 'NEW' }), 'incomplete'],
  ['200 with a rejection', answered(200, { ...document, legalStatus: 'DGI_REJECTED' }), 'rejected'],
  ['200 with another object', answered(200, { ok: true }), 'unknown'],
  ['200 with a list', answered(200, [document]), 'unknown'],
  ['200 with a page', answered(200, undefined), 'unknown'],
  ['204', answered(204, undefined, true), 'unknown'],
  ['302', answered(302, document), 'unknown'],
  ['400 with errors', answered(400, complaint), 'rejected'],
  ['422 with errors', answered(422, complaint), 'rejected'],
  ['400 with a bare list of errors', answered(400, [{ code: 'A1', message: 'no' }]), 'rejected'],
  ['400 with a bare list that says a duplicate', answered(400, ['El documento ya existe']), 'duplicate'],
  ['400 with a list of nothing', answered(400, [[], null, 7]), 'unknown'],
  ['404 with a bare list', answered(404, ['Not Found']), 'unknown'],
  ['400 with a page', answered(400, undefined), 'unknown'],
  ['400 with nothing', answered(400, undefined, true), 'unknown'],
  ['400 with an object that says nothing', answered(400, {}), 'unknown'],
  ['409 with errors', answered(409, complaint), 'duplicate'],
  ['400 with a duplicate', answered(400, { code: 'X', message: 'El documento ya existe' }), 'duplicate'],
  ['400 that brings an authorized document', answered(400, { ...complaint, document }), 'duplicate'],
  ['404 with the PAC’s errors', answered(404, complaint), 'rejected'],
  [
    '404 of any web server',
    answered(404, { statusCode: 404, message: 'Cannot POST /', error: 'Not Found' }),
    'unknown',
  ],
  ['405 of any web server', answered(405, { message: 'Method Not Allowed' }), 'unknown'],
  ['400 with code and message', answered(400, { code: 'PA-1', message: 'no' }), 'rejected'],
  ['422 with code and a list of messages', answered(422, { code: 7, message: ['one', 'two'] }), 'rejected'],
  ['400 with an error', answered(400, { error: 'El receptor no existe' }), 'rejected'],
  ['400 with a response', answered(400, { response: [{ message: 'bad date' }] }), 'rejected'],
  ['400 of a gateway', answered(400, { message: 'Bad Request' }), 'unknown'],
  ['400 of a gateway in many words', answered(400, { message: ['Invalid request body'] }), 'unknown'],
  [
    '400 of a web framework',
    answered(400, { statusCode: 400, message: 'Unexpected token', error: 'Bad Request' }),
    'unknown',
  ],
  ['400 that only names itself', answered(400, { error: 'Bad Request' }), 'unknown'],
  ['409 of a gateway', answered(409, { message: 'Conflict' }), 'unknown'],
  ['413 of a gateway', answered(413, { message: 'Request Too Long' }), 'unknown'],
  ['413 of a gateway as an error', answered(413, { error: 'request size limit exceeded' }), 'unknown'],
  ['413 of the PAC', answered(413, { code: 'TOO_LARGE', message: 'demasiadas líneas' }), 'rejected'],
  ['400 with problem details', answered(400, { title: 'Bad Request', status: 400, detail: 'x' }), 'unknown'],
  ['400 with a code and a bare error list', answered(400, { message: 'Validation', errors: ['ruc'] }), 'rejected'],
  ['401', answered(401, complaint), 'refusedCredentials'],
  ['403', answered(403, undefined), 'refusedCredentials'],
  ['408', answered(408, complaint), 'unknown'],
  ['425', answered(425, complaint), 'unknown'],
  ['429', answered(429, complaint), 'throttled'],
  ['429 with a bare message', answered(429, { message: 'Too Many Requests' }), 'throttled'],
  ['429 with nothing', answered(429, undefined, true), 'unknown'],
  ['429 of a gateway', answered(429, undefined), 'unknown'],
  ['500 with errors', answered(500, complaint), 'unknown'],
  ['503', answered(503, undefined), 'unknown'],
  ['failed before it was sent', { kind: 'failed', cause: 'x', mayHaveArrived: false }, 'notSent'],
  ['failed afterwards', { kind: 'failed', cause: 'x', mayHaveArrived: true }, 'unknown'],
];
for (const [name, answer, outcome] of submissions) {
  test(`a submission answered by ${name} is ${outcome}`, () =>
    assert.equal(submissionOutcome(answer).outcome, outcome));
}

const voids: [name: string, Answer, expected: Record<string, unknown>][] = [
  [
    '200 with errors',
    answered(200, { errors: [{ message: 'Fuera de plazo' }] }),
    { outcome: 'unknown', cause: 'HTTP 200 with errors: Fuera de plazo' },
  ],
  [
    '200 with an empty list of errors',
    answered(200, { errors: [], document: { status: 'CANCELLED' } }),
    { outcome: 'voided' },
  ],
  ['200', answered(200, { message: 'ok' }), { outcome: 'voided', raw: { message: 'ok' } }],
  ['204', answered(204, undefined, true), { outcome: 'voided' }],
  ['200 with a page', answered(200, undefined), { outcome: 'unknown' }],
  [
    '400 too late',
    answered(400, { code: 'VOID', message: 'Fuera de plazo' }),
    { outcome: 'refused', reasons: ['Fuera de plazo (VOID)'], alreadyVoided: false },
  ],
  [
    '400 voided before',
    answered(400, { error: 'El documento ya fue anulado' }),
    { outcome: 'refused', alreadyVoided: true },
  ],
  ['400 with nothing', answered(400, undefined, true), { outcome: 'unknown' }],
  ['400 of a gateway', answered(400, { message: 'Bad Request' }), { outcome: 'unknown' }],
  ['413 of a gateway', answered(413, { message: 'Request Too Long' }), { outcome: 'unknown' }],
  ['400 with a page', answered(400, undefined), { outcome: 'unknown' }],
  ['404', answered(404, { code: 'NOT_FOUND', message: 'Document not found' }), { outcome: 'notFound' }],
  ['404 with nothing', answered(404, undefined, true), { outcome: 'notFound' }],
  ['401', answered(401, {}), { outcome: 'refusedCredentials', httpStatus: 401 }],
  ['429', answered(429, {}), { outcome: 'throttled' }],
  ['429 with nothing', answered(429, undefined, true), { outcome: 'unknown' }],
  ['408', answered(408, {}), { outcome: 'unknown' }],
  ['502', answered(502, undefined), { outcome: 'unknown' }],
  ['nothing, and never sent', { kind: 'failed', cause: 'x', mayHaveArrived: false }, { outcome: 'notSent' }],
  ['nothing', { kind: 'failed', cause: 'x', mayHaveArrived: true }, { outcome: 'unknown' }],
];
for (const [name, answer, expected] of voids) {
  test(`a void answered by ${name} is ${String(expected['outcome'])}`, () => {
    assert.partialDeepStrictEqual(voidOutcome(answer), expected);
  });
}
