// Tests of EBI's adapter against a server of their own: envelopes as they left, and answers that are none.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { MAKES } from '../makes.ts';
import type { PacPayload } from '../payload.ts';
import { payload } from '../test-support.ts';
import { readEnvelope } from './soap.ts';
import { assertEach } from '../../../test/support/assert-each.ts';

type Reply = string | ((response: ServerResponse) => void);
const heard: { path: string; action: string; type: string; authorization: string | undefined; text: string }[] = [];
let replies: Reply[] = [];

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { soapaction = '', authorization, 'content-type': type = '' } = request.headers;
    heard.push({
      path: request.url!,
      action: String(soapaction),
      type,
      authorization,
      text: Buffer.concat(parts).toString(),
    });
    const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
    if (typeof reply === 'function') reply(response);
    else response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(reply);
  });
});
const open = (more = {}) =>
  MAKES.ebi.open({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'usuario-1:c:a&b<ve',
    timeoutMs: 1_000,
    fileHosts: [],
    ...more,
  });
let client: ReturnType<typeof open>;

before(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
beforeEach(async () => {
  await client?.close();
  heard.length = 0;
  client = open();
});
after(async () => {
  await client.close();
  server.close();
});

const fields = (said: object): string =>
  Object.entries(said as Record<string, string | object>)
    .map(([name, value]) => `<a:${name}>${typeof value === 'string' ? value : fields(value)}</a:${name}>`)
    .join('');
const around = (method: string, inside: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${method}Response xmlns="http://tempuri.org/"><${method}Result xmlns:a="urn:x" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${inside}</${method}Result></${method}Response></s:Body></s:Envelope>`;
const answer = (said: object, method = 'Enviar'): string => around(method, fields(said));
const status =
  (code: number, text = '', type = 'text/html') =>
  (response: ServerResponse) =>
    void response.writeHead(code, { 'content-type': type }).end(text);
const cut = (response: ServerResponse) => void response.destroy();

const CUFE = 'FE0120000155596713-2-2015-5900032026112600000001230010119999999991';
const OK = {
  codigo: '200',
  resultado: 'procesado',
  mensaje: 'Autorizado el uso de la FE',
  cufe: CUFE,
  qr: 'https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=1&amp;iAmb=2',
  fechaRecepcionDGI: '2026-11-26T10:00:05-05:00',
  nroProtocoloAutorizacion: '20260000000123',
};
const ID = '0003-001-01-0000000123-01';
const NAMED =
  '<tem:datosDocumento><ser:codigoSucursalEmisor>0003</ser:codigoSucursalEmisor><ser:numeroDocumentoFiscal>0000000123</ser:numeroDocumentoFiscal><ser:puntoFacturacionFiscal>001</ser:puntoFacturacionFiscal><ser:tipoDocumento>01</ser:tipoDocumento><ser:tipoEmision>01</ser:tipoEmision></tem:datosDocumento>';
const TOKENS = '<tem:tokenEmpresa>usuario-1</tem:tokenEmpresa><tem:tokenPassword>c:a&#38;b&#60;ve</tem:tokenPassword>';
const submit = (change?: Partial<PacPayload>) => client.submit('INVOICE', 'una', payload(change));
const textsOf = (name: string, text = heard.at(-1)!.text): string[] =>
  [...text.matchAll(new RegExp(`<ser:${name}>([^<]*)</ser:${name}>`, 'g'))].map(([, value]) => value!);

test('a document leaves in an envelope, with the key in it and nowhere else', async () => {
  replies = [answer(OK)];
  const outcome = await submit({ receiver: { type: '02', name: 'Ñandú & <Hijos>\u0001', country: 'PA' } });
  assert.ok(outcome.outcome === 'accepted');
  const { documentId, cufe, legalStatus, qrUrl, authorization } = outcome.document;
  assert.deepEqual(
    { documentId, cufe, legalStatus, qrUrl, protocol: authorization?.protocol },
    {
      ...{ documentId: ID, cufe: CUFE, legalStatus: 'DGI_AUTHORIZED', protocol: '20260000000123' },
      qrUrl: 'https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=1&iAmb=2',
    },
  );
  const [{ path, action, type, authorization: sent, text }] = heard as [(typeof heard)[0]];
  assert.deepEqual(
    { path, action, type, sent },
    {
      path: '/ws/obj/v1.0/Service.svc',
      action: '"http://tempuri.org/IService/Enviar"',
      type: 'text/xml; charset=utf-8',
      sent: undefined,
    },
  );
  assert.ok(
    text.startsWith(
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/" xmlns:ser="http://schemas.datacontract.org/2004/07/Services.ObjComprobante.v1_0"><soap:Body><tem:Enviar>${TOKENS}<tem:documento><ser:codigoSucursalEmisor>0003</ser:codigoSucursalEmisor><ser:tipoSucursal>1</ser:tipoSucursal><ser:datosTransaccion><ser:tipoEmision>01</ser:tipoEmision>`,
    ),
  );
  assert.ok(text.includes('<ser:razonSocial>Ñandú &#38; &#60;Hijos&#62;</ser:razonSocial>'));
  assert.match(
    text,
    /<ser:listaItemOTI><ser:oti><ser:tasaOTI>01<.*<\/ser:oti><\/ser:listaItemOTI><\/ser:item><\/ser:listaItems>/,
  );
});

test('each list names its entries, and the fields of a line stand in the order of the manual', async () => {
  replies = [answer(OK)];
  const [line] = payload().items;
  await submit({
    items: [{ ...line!, code: 'T-1', cpbs: { code: '3116', unit: 'und' } }],
    referencedDocuments: [{ cufe: CUFE, issueDate: '2026-11-01T10:00:00-05:00' }],
    totals: {
      paymentTime: 2,
      paymentMethods: [{ type: '01', amount: 1335.34 }],
      installmentPayment: [{ sequence: 1, dueDate: '2027-01-15', amount: 1335.34 }],
    },
  });
  const { text } = heard[0]!;
  const lists = [...text.matchAll(/<ser:(lista\w+)><ser:(\w+)>/g)].map(([, list, entry]) => `${list}/${entry}`);
  assert.deepEqual(lists, [
    'listaDocsFiscalReferenciados/docFiscalReferenciado',
    'listaItems/item',
    'listaItemOTI/oti',
    'listaFormaPago/formaPago',
    'listaPagoPlazo/pagoPlazo',
    'listaTotalOTI/totalOti',
  ]);
  const names = [...text.slice(text.indexOf('<ser:item>')).matchAll(/<ser:(\w+)>/g)].map(([, name]) => name);
  assert.deepEqual(names.slice(1, 9), [
    ...['descripcion', 'codigo', 'unidadMedida', 'cantidad', 'codigoCPBSAbrev', 'codigoCPBS', 'unidadMedidaCPBS'],
    'precioUnitario',
  ]);
});

test('the amounts of 200 documents as they left are those of integers', async () => {
  replies = [answer(OK)];
  let seed = 11;
  const below = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const micro = (text: string) => {
    const [whole, fraction = ''] = text.split('.');
    return BigInt(whole! + fraction.padEnd(6, '0'));
  };
  const half = (amount: bigint, unit: bigint) => (amount + unit / 2n) / unit;
  for (let document = 0; document < 200; document += 1) {
    const [line] = payload().items;
    const items = Array.from({ length: 1 + below(12) }, () => ({
      ...{ ...line!, isc: undefined, oti: undefined },
      ...{ quantity: (1 + below(5_000)) / 1_000, prices: { transfer: (1 + below(300)) / 100 } },
    }));
    await submit({ items });
    const [nets, taxes] = [textsOf('precioItem').map(micro), textsOf('valorITBMS').map(micro)];
    let [net, tax] = [0n, 0n];
    items.forEach(({ quantity, prices }, index) => {
      const own = BigInt(Math.round(quantity * 1_000)) * BigInt(Math.round(prices.transfer * 100));
      assert.deepEqual([nets[index], taxes[index]], [own * 10n, half(own * 7n, 10n)]);
      [net, tax] = [net + own * 10n, tax + half(own * 7n, 10n)];
    });
    const cents = (name: string) => BigInt(textsOf(name)[0]!.replace('.', ''));
    assert.deepEqual(
      [cents('totalPrecioNeto'), cents('totalITBMS'), cents('totalFactura')],
      [half(net, 10_000n), half(tax, 10_000n), half(net + tax, 10_000n)],
    );
  }
});

const FAULT =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>';
const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${answer({ ...OK, mensaje: '&b;' })}`;
const DOUBTS: [string, Reply][] = [
  ...['101', '201', '202', '300', '999'].map((codigo): [string, Reply] => [`code ${codigo}`, answer({ codigo })]),
  ['a reset', cut],
  ['silence', () => undefined],
  ['HTML with 200', '<!DOCTYPE html><html><body>ok</body></html>'],
  ['XHTML with 200', '<html><body><codigo>200</codigo></body></html>'],
  ['nothing', ''],
  ['JSON', JSON.stringify(OK)],
  ['a fault with 200', FAULT],
  ['a fault with 500', status(500, FAULT, 'text/xml')],
  ['HTTP 503', status(503)],
  ['an answer with 500', status(500, answer({ codigo: '101' }), 'text/xml')],
  ['half an envelope', answer(OK).slice(0, -60)],
  ['an envelope that is cut in a tag', answer(OK).slice(0, -3)],
  [
    'two results',
    answer(OK).replace(
      '</s:Body>',
      `${answer(OK)
        .replace(/^.*<s:Body>/, '')
        .replace(/<\/s:Body>.*$/, '')}</s:Body>`,
    ),
  ],
  ['two codes', around('Enviar', `${fields({ codigo: '203' })}${fields(OK)}`)],
  ['a document type with entities', BOMB],
  [
    'an entity from elsewhere',
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${answer({ ...OK, mensaje: '&e;' })}`,
  ],
  ['a thousand levels', around('Enviar', '<a>'.repeat(1_000) + '</a>'.repeat(1_000) + fields(OK))],
  ['two thousand tags', around('Enviar', fields(OK) + '<a/>'.repeat(2_000))],
  [
    'more than any answer has',
    (response) => void response.writeHead(200).end(answer(OK) + ' '.repeat(9 * 1024 * 1024)),
  ],
];
for (const [name, reply] of DOUBTS) {
  test(`a doubt, sent once: ${name}`, async () => {
    replies = [reply];
    const outcome = await submit();
    assert.equal(outcome.outcome, 'unknown');
    assert.equal(heard.length, 1);
    replies = [reply];
    const looked = await client.fetchDocument('INVOICE', 'una', ID);
    assert.equal(looked.outcome, 'unavailable', 'and by number it is neither there nor not');
  });
}

test('what the codes say is as by REST', async () => {
  const verdicts: [object, string][] = [
    [{ codigo: '102', mensaje: 'El folio ya existe' }, 'duplicate'],
    [{ codigo: '203', mensaje: '1513-duplicado | 1508-Tiempo' }, 'duplicate'],
    [{ codigo: '203', mensaje: '2152-Item 1' }, 'rejected'],
    [{ codigo: '109', mensaje: 'falta' }, 'rejected'],
    [{ codigo: '119', mensaje: 'No tiene folios' }, 'held'],
    [{ codigo: '200' }, 'incomplete'],
    [{ ...OK, nroProtocoloAutorizacion: '' }, 'incomplete'],
  ];
  for (const [said, outcome] of verdicts) {
    replies = [answer(said)];
    assert.equal((await submit()).outcome, outcome, JSON.stringify(said));
  }
  replies = [around('Enviar', `${fields({ codigo: '200' })}<a:cufe i:nil="true"/>`)];
  assert.equal((await submit()).outcome, 'incomplete');
});

test('a refused key is tried by the other one, and an echo of neither is kept', async () => {
  const refusal = answer({ codigo: '100', mensaje: 'token c:a&#38;b&#60;ve inválido' });
  replies = [refusal];
  const alone = await submit();
  assert.ok(alone.outcome === 'refusedCredentials');
  assert.equal(heard.length, 1);
  assert.doesNotMatch(JSON.stringify(alone), /b<ve|b&#60;ve/);
  replies = [refusal, answer(OK)];
  const both = open({ secondaryKey: 'usuario-2:otra' });
  assert.equal((await both.submit('INVOICE', 'una', payload())).outcome, 'accepted');
  assert.match(heard.at(-1)!.text, /<tem:tokenEmpresa>usuario-2<.*<tem:tokenPassword>otra</);
  replies = [answer(OK)];
  await both.submit('INVOICE', 'una', payload());
  assert.match(heard.at(-1)!.text, /<tem:tokenPassword>otra</, 'the one that was not refused last');
  replies = [status(401)];
  assert.equal((await both.submit('INVOICE', 'una', payload())).outcome, 'refusedCredentials');
  await both.close();
  replies = [status(502, `<p>${heard[0]!.text}</p>`)];
  assert.doesNotMatch(JSON.stringify(await submit()), /b&#60;ve/);
});

test('what is too late, and what is for an office without a code, does not leave', async () => {
  assert.equal((await client.submit('INVOICE', 'una', payload(), () => true)).outcome, 'notSent');
  assert.equal((await submit({ idOffice: '01HYYYYYYYYYYYYYYYYYYYYYYY' })).outcome, 'notSent');
  assert.equal(
    (await client.voidDocument('INVOICE', 'una', '0'.repeat(26), 'Error en el cliente')).outcome,
    'notFound',
  );
  assert.deepEqual(heard, []);
});

test('it is found by its number, and void by it', async () => {
  replies = [answer({ codigo: '105' }, 'EstadoDocumento')];
  const key = { documentType: '01', branch: '0003', billingPoint: '001', number: '0000000123', issuedAt: '' };
  assert.equal((await client.findByNumber!('INVOICE', 'una', key))?.outcome, 'notFound');
  assertEach(heard, ({ text }) => textsOf('tipoEmision', text), [['01'], ['02']]);
  assert.ok(
    heard[0]!.text.includes(`Services.Model"><soap:Body><tem:EstadoDocumento>${TOKENS}${NAMED}</tem:EstadoDocumento>`),
  );
  replies = [answer({ codigo: '200', cufe: CUFE, estatusDocumento: 'Anulada' }, 'EstadoDocumento')];
  const found = await client.fetchDocument('INVOICE', 'una', ID);
  assert.ok(found.outcome === 'found' && found.document.isVoided);
  const annul = async (said: object) => {
    replies = [answer(said, 'AnulacionDocumento')];
    return client.voidDocument('INVOICE', 'una', ID, 'Error en el cliente');
  };
  assert.equal((await annul({ codigo: '200', mensaje: 'procesado' })).outcome, 'voided');
  assert.ok(
    heard.at(-1)!.text.includes(`${TOKENS}<tem:motivoAnulacion>Error en el cliente</tem:motivoAnulacion>${NAMED}`),
  );
  assert.equal((await annul({ codigo: '112' })).outcome, 'refused');
  assert.partialDeepStrictEqual(await annul({ codigo: '203', mensaje: 'ya se encuentra anulado' }), {
    alreadyVoided: true,
  });
  assert.equal((await annul({ codigo: '202' })).outcome, 'unknown');
});

test('files are had by the name in the CUFE, in base64 alone', async () => {
  const PDF = Buffer.from('%PDF-1.4\n\x80\xff\n%%EOF', 'latin1');
  const XML = Buffer.from('<rFE>ñ</rFE>');
  replies = [answer({ codigo: '200', documento: PDF.toString('base64') }, 'DescargaPDF')];
  assert.deepEqual(await client.fileByCufe!('una', CUFE, 'pdf'), { outcome: 'pdf', bytes: PDF });
  assert.ok(heard[0]!.text.includes(`<tem:DescargaPDF>${TOKENS}${NAMED}</tem:DescargaPDF>`));
  replies = [answer({ codigo: '0', documento: XML.toString('base64') }, 'DescargaXML')];
  assert.deepEqual(await client.fileByCufe!('una', CUFE, 'xml'), { outcome: 'xml', bytes: XML });
  for (const none of [FAULT, '<rFE>ñ</rFE>', answer({ codigo: '105' }), answer({ codigo: '200' }), status(503), cut]) {
    replies = [none];
    assert.equal((await client.fileByCufe!('una', CUFE, 'xml'))?.outcome, 'unavailable');
  }
  heard.length = 0;
  assert.equal((await client.fileByCufe!('una', 'FE01', 'xml'))?.outcome, 'unavailable');
  assert.deepEqual(heard, []);
});

test('folios, a RUC and a mail', async () => {
  replies = [
    answer(
      { codigo: '200', foliosTotalesCiclo: '50', foliosDisponibleCiclo: '41', fechaCiclo: '2026-11-01 / 2026-11-30' },
      'FoliosRestantes',
    ),
  ];
  assert.deepEqual(await client.quota!('una'), { outcome: 'found', left: 41, total: 50, until: '2026-11-30' });
  replies = [
    answer(
      { codigo: '200', infoRuc: { tipoRuc: '2', ruc: '155596713-2-2015', dv: '9', razonSocial: 'EBI' } },
      'ConsultarRucDV',
    ),
  ];
  assert.partialDeepStrictEqual(await client.checkDigit('una', '155596713-2-2015', 'JURIDICO'), {
    outcome: 'found',
    checkDigit: '09',
  });
  assert.ok(
    heard
      .at(-1)!
      .text.includes(
        `Services.ApiRest"><soap:Body><tem:ConsultarRucDV><tem:consultarRucDVRequest>${TOKENS.replaceAll('tem:', 'ser:')}<ser:tipoRuc>2</ser:tipoRuc><ser:ruc>155596713-2-2015</ser:ruc></tem:consultarRucDVRequest>`,
      ),
  );
  replies = [answer({ codigo: '102', mensaje: 'no registrado' }, 'ConsultarRucDV')];
  assert.equal((await client.checkDigit('una', '8-1-1', 'NATURAL')).outcome, 'notFound');
  const mail = { address: 'a@example.com', documentType: '01', message: '' };
  replies = [
    answer({ codigo: '200', cufe: CUFE, estatusDocumento: 'Autorizada' }, 'EstadoDocumento'),
    answer({ codigo: '200' }, 'EnvioCorreo'),
  ];
  assert.equal((await client.sendByEmail('una', ID, mail)).outcome, 'sent');
  assert.ok(heard.at(-1)!.text.includes(`${NAMED}<tem:correo>a@example.com</tem:correo></tem:EnvioCorreo>`));
});

test('an answer brings no prototype, and its texts are clean', () => {
  const read = readEnvelope(
    around('Enviar', '<__proto__><codigo>200</codigo></__proto__><a:codigo> 2\u202e03 </a:codigo>'),
  );
  assert.deepEqual(Object.keys(read as object), ['codigo']);
  assert.equal((read as Record<string, unknown>)['cufe'], undefined);
  assert.doesNotMatch(JSON.stringify(read), /\u202e/);
});
