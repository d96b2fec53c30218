// Tests of The Factory HKA's adapter against a server of their own: tokens, codes, names and files.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  calls,
  client,
  CUFE,
  cut,
  heard,
  ID,
  notThere,
  OK,
  open,
  payload,
  replies,
  status,
  submit,
  token,
  type Reply,
} from './test-support.ts';
import { assertEach } from '../../../test/support/assert-each.ts';

const key = { documentType: '01', branch: '0003', billingPoint: '001', number: '0000000123', issuedAt: '' };

test('a token is got once, kept, and is all that is sent of the credentials', async () => {
  replies['/Enviar'] = [OK];
  const outcome = await submit();
  assert.equal(outcome.outcome, 'accepted');
  await submit();
  const [login, ...sent] = heard;
  assert.deepEqual(login!.body, { usuario: 'usuario-1', clave: 'clave:con:puntos' });
  assert.equal(login!.authorization, undefined);
  assertEach(sent, ({ path, authorization }) => [path, authorization], [
    ['/Enviar', 'Bearer token-1'],
    ['/Enviar', 'Bearer token-1'],
  ]);
  assert.ok(outcome.outcome === 'accepted');
  assert.equal(outcome.document.legalStatus, 'DGI_AUTHORIZED');
  assert.equal(outcome.document.documentId, ID);
  assert.equal(outcome.document.cufe, CUFE);
  assert.equal(outcome.document.authorization?.protocol, '20260000000123');
  assert.equal(outcome.document.authorization?.at?.toISOString(), '2026-11-26T15:00:05.000Z');
});

test('a token is got anew before it ends', async () => {
  replies['/Autenticacion'] = [token(59), token(3600)];
  replies['/FoliosRestantes'] = [{ codigo: '200', foliosDisponibleCiclo: '1', foliosTotalesCiclo: '2' }];
  await client.quota!('una');
  await client.quota!('una');
  await client.quota!('una');
  assertEach(calls('/FoliosRestantes'), ({ authorization }) => authorization, [
    'Bearer token-1',
    'Bearer token-2',
    'Bearer token-2',
  ]);
});

for (const [name, refusal] of [
  ['code 212', { codigo: '212', mensaje: 'token vencido' }],
  ['HTTP 401', status(401)],
  ['code 100', { codigo: 100, mensaje: 'token inválido' }],
] as const) {
  test(`a token refused by ${name} is got anew, and the document is sent once with it`, async () => {
    replies['/Enviar'] = [refusal, OK];
    assert.equal((await submit()).outcome, 'accepted');
    assertEach(heard, ({ path }) => path, ['/Autenticacion', '/Enviar', '/Autenticacion', '/Enviar']);
    assert.equal(heard.at(-1)!.authorization, 'Bearer token-2');
  });

  test(`a second refusal by ${name} is one of the credentials`, async () => {
    replies['/Enviar'] = [refusal];
    assert.equal((await submit()).outcome, 'refusedCredentials');
    assert.equal(calls('/Enviar').length, 2);
  });
}

test('a login that is refused sends nothing, and the other key is tried', async () => {
  replies['/Autenticacion'] = [{ codigo: '100', mensaje: 'usuario o clave:con:puntos inválidos' }];
  const refused = await submit();
  assert.ok(refused.outcome === 'refusedCredentials');
  assert.equal(calls('/Enviar').length, 0);
  assert.doesNotMatch(JSON.stringify(refused), /con:puntos/);
  const both = open({ secondaryKey: 'usuario-2:otra' });
  replies['/Autenticacion'] = [{ codigo: '100' }, token()];
  replies['/Enviar'] = [OK];
  assert.equal((await both.submit('INVOICE', 'una', payload())).outcome, 'accepted');
  assert.equal(heard.at(-2)!.body['usuario'], 'usuario-2');
  await both.close();
});

test('with two keys, a token that is refused is sent once all the same', async () => {
  replies['/Enviar'] = [status(401), OK];
  const both = open({ secondaryKey: 'usuario-2:otra' });
  assert.equal((await both.submit('INVOICE', 'una', payload())).outcome, 'accepted');
  assertEach(heard, ({ path }) => path, ['/Autenticacion', '/Enviar', '/Autenticacion', '/Enviar']);
  await both.close();
});

test('without an answer to the login nothing has left', async () => {
  replies['/Autenticacion'] = [cut];
  assert.equal((await submit()).outcome, 'notSent');
  replies['/Autenticacion'] = [status(503)];
  assert.equal((await submit()).outcome, 'notSent');
  assert.equal((await client.fetchDocument('INVOICE', 'una', ID)).outcome, 'unavailable');
  assert.deepEqual(calls('/Enviar'), []);
});

test('what may be too late is not sent', async () => {
  replies['/Enviar'] = [OK];
  assert.equal((await client.submit('INVOICE', 'una', payload(), () => true)).outcome, 'notSent');
  assert.deepEqual(calls('/Enviar'), []);
});

const DOUBTS: [string, Reply][] = [
  ...['0', '0600', '101', '201', '202', '300', '999'].map((codigo): [string, Reply] => [
    `code ${codigo}`,
    { codigo, mensaje: 'x' },
  ]),
  ['a reset', cut],
  ['HTML with 200', status(200, '<html>ok</html>')],
  ['HTTP 500', status(500)],
  ['HTTP 500 with a page of JSON', status(500, '{"message":"x"}', 'application/json')],
  ['an empty answer', status(200)],
  ['a list', []],
];
for (const [name, reply] of DOUBTS) {
  test(`a doubt, sent once: ${name}`, async () => {
    replies['/Enviar'] = [reply];
    assert.equal((await submit()).outcome, 'unknown');
    assert.equal(calls('/Enviar').length, 1);
  });
}

const VERDICTS: [string, object, string, string[]?][] = [
  ['109', { codigo: '109', mensaje: 'El campo numeroRUC debe ser informado' }, 'rejected'],
  ['180', { codigo: 180, mensaje: 'vencida' }, 'rejected'],
  [
    '203',
    { codigo: '203', mensaje: '2152-Item 1: inválido | 1508-Tiempo' },
    'rejected',
    ['2152-Item 1: inválido', '1508-Tiempo'],
  ],
  ['a code of the DGI', { codigo: '2152', mensaje: 'Monto' }, 'rejected'],
  ['102', { codigo: '102', mensaje: 'El folio ya existe' }, 'duplicate'],
  [
    '203 with 1513',
    { codigo: '203', mensaje: '1513-Número del documento fiscal duplicado. | 1508-Tiempo excesivo' },
    'duplicate',
  ],
  ['203 with 1513 behind', { codigo: '203', mensaje: '1508-Tiempo excesivo | 1513-duplicado' }, 'duplicate'],
  ['203 with 11513', { codigo: '203', mensaje: '2007-Item 11513: x' }, 'rejected'],
  ['119', { codigo: '119', mensaje: 'No tiene folios' }, 'held', ['No tiene folios']],
  ['200 without its CUFE', { codigo: '200', resultado: 'procesado' }, 'incomplete'],
  ['200 without a protocol', { ...OK, nroProtocoloAutorizacion: undefined }, 'incomplete'],
];
for (const [name, reply, outcome, reasons] of VERDICTS) {
  test(`an answer: ${name} is ${outcome}`, async () => {
    replies['/Enviar'] = [reply];
    const got = await submit();
    assert.equal(got.outcome, outcome);
    if (got.outcome === 'held') assert.deepEqual([got.reason, got.cause], ['NO_QUOTA', reasons![0]]);
    else if (reasons && 'reasons' in got) assert.deepEqual(got.reasons, reasons);
    if (got.outcome === 'duplicate') assert.equal(got.document?.documentId, ID);
  });
}

test('a form that the web server refuses is a refusal', async () => {
  const body = {
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { cantidad: ['no es válida'] },
  };
  replies['/Enviar'] = [status(400, JSON.stringify(body), 'application/problem+json')];
  const got = await submit();
  assert.ok(got.outcome === 'rejected');
  assert.deepEqual(got.reasons, ['no es válida (cantidad)']);
});

test('a document is found by its number, as either kind of issue, and is not there after both', async () => {
  replies['/EstadoDocumento'] = [{ codigo: '105', mensaje: 'no existe' }];
  assert.equal((await client.findByNumber!('INVOICE', 'una', key))?.outcome, 'notFound');
  assert.deepEqual(
    calls('/EstadoDocumento').map(({ body }) => body),
    ['01', '02'].map((tipoEmision) => ({
      codigoSucursalEmisor: '0003',
      numeroDocumentoFiscal: '0000000123',
      puntoFacturacionFiscal: '001',
      tipoDocumento: '01',
      tipoEmision,
    })),
  );
  replies['/EstadoDocumento'] = [
    { Codigo: '200', Cufe: CUFE, EstatusDocumento: 'Autorizada', FechaEmisionDocumento: '2026-11-26T10:00:00-05:00' },
  ];
  const found = await client.findByNumber!('INVOICE', 'una', key);
  assert.ok(found?.outcome === 'found');
  const { documentId, legalStatus, isVoided, particulars } = found.document;
  assert.deepEqual(
    { documentId, legalStatus, isVoided },
    { documentId: ID, legalStatus: 'DGI_AUTHORIZED', isVoided: false },
  );
  assert.equal(particulars?.issuedAt, '2026-11-26T10:00:00-05:00');
  replies['/EstadoDocumento'] = [{ codigo: '200', cufe: CUFE, estatusDocumento: 'Anulada' }];
  const voided = await client.fetchDocument('INVOICE', 'una', ID);
  assert.ok(voided.outcome === 'found' && voided.document.isVoided);
});

test('no answer by number is none, and a foreign id is not asked for', async () => {
  for (const reply of [{ codigo: '201' }, { codigo: '200' }, status(503), cut, status(200, '<html>')]) {
    replies['/EstadoDocumento'] = [reply];
    assert.equal((await client.findByNumber!('INVOICE', 'una', key))?.outcome, 'unavailable');
  }
  heard.length = 0;
  assert.equal((await client.fetchDocument('INVOICE', 'una', '0'.repeat(26))).outcome, 'notFound');
  assert.deepEqual(heard, []);
});

test('a void', async () => {
  const voided = async (reply: Reply) => {
    replies['/Anulacion'] = [reply];
    return client.voidDocument('INVOICE', 'una', ID, 'Error en el cliente');
  };
  assert.equal((await voided({ codigo: '0600', resultado: 'exito' })).outcome, 'voided');
  assert.deepEqual(calls('/Anulacion')[0]!.body, {
    motivoAnulacion: 'Error en el cliente',
    datosDocumento: {
      codigoSucursalEmisor: '0003',
      numeroDocumentoFiscal: '0000000123',
      puntoFacturacionFiscal: '001',
      tipoDocumento: '01',
      tipoEmision: '01',
    },
  });
  assert.equal((await voided({ codigo: '200', resultado: 'procesado' })).outcome, 'voided');
  assert.equal((await voided({ codigo: '105' })).outcome, 'notFound');
  assert.equal((await voided({ codigo: '201' })).outcome, 'unknown');
  const late = await voided({ codigo: '112', mensaje: 'fuera de plazo' });
  assert.ok(late.outcome === 'refused' && !late.alreadyVoided);
  const again = await voided({ codigo: '203', mensaje: 'El documento ya fue anulado' });
  assert.ok(again.outcome === 'refused' && again.alreadyVoided);
});

const PDF = Buffer.from('%PDF-1.4\n\x80\xff\n%%EOF', 'latin1');
const XML = Buffer.from('<rFE>ñ</rFE>');
const file = (reply: Reply, format: 'pdf' | 'xml' = 'pdf') => {
  replies['/Descarga'] = [reply];
  return client.fileByCufe!('una', CUFE, format);
};
const raw = (bytes: Buffer, type: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end(bytes);

test('files by CUFE: in base64, as they are, and by the older address', async () => {
  assert.deepEqual(await file({ codigo: '200', archivo: PDF.toString('base64') }), { outcome: 'pdf', bytes: PDF });
  assert.deepEqual(calls('/Descarga')[0]!.body, { cufe: CUFE, tipoArchivo: 'pdf' });
  assert.deepEqual(await file(raw(PDF, 'application/pdf')), { outcome: 'pdf', bytes: PDF });
  assert.deepEqual(await file({ codigo: '0', documento: XML.toString('base64') }, 'xml'), {
    outcome: 'xml',
    bytes: XML,
  });
  assert.deepEqual(await file(raw(XML, 'application/xml'), 'xml'), { outcome: 'xml', bytes: XML });
  replies['/DescargaXML'] = [{ codigo: '200', documento: XML.toString('base64') }];
  assert.deepEqual(await file(notThere, 'xml'), { outcome: 'xml', bytes: XML });
  for (const none of [
    { codigo: '105', mensaje: 'aún no' },
    { codigo: '200' },
    status(200, '<html>'),
    raw(PDF.subarray(0, 9), 'application/pdf'),
    cut,
  ])
    assert.equal((await file(none))?.outcome, 'unavailable');
});

test('documents that are left: of month and licence, the fewer', async () => {
  const answered = {
    codigo: '200',
    fechaCiclo: '2026-11-12 / 2026-12-12',
    fechaLicencia: '2026-08-12 / 2027-08-12',
    foliosTotalesCiclo: '5000',
    foliosDisponibleCiclo: '4100',
    foliosTotales: '60000',
    foliosTotalesDisponibles: '59100',
  };
  replies['/FoliosRestantes'] = [answered, { ...answered, foliosTotalesDisponibles: 12 }, { codigo: '200' }];
  assert.deepEqual(await client.quota!('una'), { outcome: 'found', left: 4100, total: 5000, until: '2026-12-12' });
  assert.deepEqual(await client.quota!('una'), { outcome: 'found', left: 12, total: 60000, until: '2027-08-12' });
  assert.equal((await client.quota!('una'))?.outcome, 'unavailable');
});

test('a RUC and a mail', async () => {
  replies['/ConsultaRucDv'] = [
    { codigo: '200', infoRuc: { tipoRuc: '2', ruc: '155596713-2-2015', dv: '9', razonSocial: 'HKA' } },
    { codigo: '102', mensaje: 'no registrado' },
    { codigo: '201' },
  ];
  const asked = () => client.checkDigit('una', '155596713-2-2015', 'JURIDICO');
  assert.deepEqual(await asked(), { outcome: 'found', checkDigit: '09', receiver: 'HKA', type: '2' });
  assert.deepEqual(await asked(), { outcome: 'notFound', reasons: ['no registrado'] });
  assert.equal((await asked()).outcome, 'unavailable');
  replies['/EstadoDocumento'] = [{ codigo: '200', cufe: CUFE, estatusDocumento: 'Autorizada' }];
  replies['/EnvioCorreo'] = [{ codigo: '200' }, { codigo: '110', mensaje: 'correo inválido' }];
  const mail = { address: 'a@example.com', documentType: '01', message: '' };
  assert.equal((await client.sendByEmail('una', ID, mail)).outcome, 'sent');
  assert.deepEqual(calls('/EnvioCorreo')[0]!.body, { cufe: CUFE, correos: ['a@example.com'] });
  assert.equal((await client.sendByEmail('una', ID, mail)).outcome, 'refused');
});
