/** The stand-in of EBI's SOAP face: the fourteen acceptance cases in envelopes, its own words for voids and files, and what goes wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTANCE, COMPANY, documentOf, KEY, nameOf, RUC, simulate as simulateHka } from '../hka/test-support.ts';
import type { Simulator } from '../server.ts';
import { readEnvelope, writeEnvelope } from './soap.ts';

const simulate = (t: Parameters<typeof simulateHka>[0], options: Parameters<typeof simulateHka>[1] = {}) =>
  simulateHka(t, { pac: 'ebi', ...options });

/** Entries of a list have names of their own, as in the provider's samples. */
function elements(fields: object): string {
  return Object.entries(fields as Record<string, unknown>)
    .map(([name, value]) => {
      const entries = (list: object[]) => list.map((one) => `<ser:item>${elements(one)}</ser:item>`).join('');
      const isLeaf = typeof value === 'string';
      const inside = isLeaf
        ? value.replaceAll('&', '&amp;')
        : Array.isArray(value)
          ? entries(value as object[])
          : elements(value as object);
      return `<ser:${name}>${inside}</ser:${name}>`;
    })
    .join('');
}

async function call(
  { url }: Pick<Simulator, 'url'>,
  method: string,
  fields: object,
  given: Record<string, string> = {},
) {
  const { key = KEY, fault, action = `"http://tempuri.org/IService/${method}"` } = given;
  const tokens = { tokenEmpresa: 'usuario', tokenPassword: key };
  const all =
    method === 'ConsultarRucDV' ? { consultarRucDVRequest: { ...tokens, ...fields } } : { ...tokens, ...fields };
  const response = await fetch(`${url}/ws/obj/v1.0/Service.svc`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', soapaction: action, ...(fault ? { 'x-simulator-fault': fault } : {}) },
    body: `<?xml version="1.0"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/" xmlns:ser="x"><soapenv:Header/><soapenv:Body><tem:${method}>${elements(all)}</tem:${method}></soapenv:Body></soapenv:Envelope>`,
  });
  const text = await response.text();
  const said = readEnvelope(text)?.fields[`${method}Result`] as Record<string, string> | undefined;
  return { status: response.status, text, codigo: said?.['codigo'] ?? '', said: said ?? {} };
}

const send = (simulator: Simulator, document: object = documentOf(), given?: Record<string, string>) =>
  call(simulator, 'Enviar', { documento: document }, given);
const state = (simulator: Simulator, document = documentOf()) =>
  call(simulator, 'EstadoDocumento', { datosDocumento: nameOf(document) });

test('the fourteen acceptance cases are authorized, in envelopes', async (t) => {
  const simulator = await simulate(t);
  const { said } = await send(simulator, documentOf({ number: 100 }));
  for (const [index, [name, options]] of Object.entries(ACCEPTANCE).entries()) {
    const document = documentOf({ ...options(said['cufe']!), number: index + 1 });
    const sent = await send(simulator, document);
    assert.equal(sent.codigo, '200', `${name}: ${sent.said['mensaje']}`);
    assert.equal((await state(simulator, document)).said['cufe'], sent.said['cufe'], name);
  }
  assert.equal(simulator.documents(COMPANY).length, 15);
});

test('the key is in each call', async (t) => {
  const simulator = await simulate(t);
  assert.equal((await send(simulator, documentOf(), { key: 'otra' })).codigo, '100');
  assert.equal((await send(simulator, documentOf(), { action: 'x' })).status, 404);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 0, acceptances: 0 });
});

test('rules, duplicates, voids, files, folios, mails and RUCs have the words of SOAP', async (t) => {
  const simulator = await simulate(t, { knobs: { folios: 5 } });
  assert.equal((await send(simulator, { ...documentOf(), codigoSucursalEmisor: 'x' })).codigo, '109');
  const document = documentOf({ name: 'Pérez & Hijos' });
  assert.equal((await send(simulator, document)).codigo, '200');
  assert.equal((await send(simulator, document)).codigo, '102');
  assert.equal(simulator.documents(COMPANY)[0]!.submission.receiver.name, 'Pérez & Hijos');
  const datosDocumento = nameOf(document);
  const pdf = await call(simulator, 'DescargaPDF', { datosDocumento });
  assert.match(Buffer.from(pdf.said['documento']!, 'base64').toString('latin1'), /^%PDF-/);
  const xml = await call(simulator, 'DescargaXML', { datosDocumento });
  assert.match(Buffer.from(xml.said['documento']!, 'base64').toString(), /<dVTot>27.29</);
  assert.equal((await call(simulator, 'FoliosRestantes', {})).said['foliosDisponibleCiclo'], '4');
  const mail = (correo: string) => call(simulator, 'EnvioCorreo', { correo, datosDocumento });
  assert.deepEqual([(await mail('a@example.com')).codigo, (await mail('a')).codigo], ['200', '110']);
  const { said } = await call(simulator, 'ConsultarRucDV', { tipoRuc: '2', ruc: RUC });
  assert.equal((said['infoRuc'] as unknown as { dv: string }).dv, '59');
  const annulled = await call(simulator, 'AnulacionDocumento', {
    motivoAnulacion: 'Error en el cliente',
    datosDocumento,
  });
  assert.deepEqual([annulled.codigo, annulled.said['mensaje']], ['200', 'procesado']);
  assert.equal((await state(simulator)).said['estatusDocumento'], 'Anulada');
});

test('its faults are those of The Factory HKA', async (t) => {
  const simulator = await simulate(t);
  assert.equal((await send(simulator, documentOf(), { fault: 'code201=accepted' })).codigo, '201');
  assert.equal((await state(simulator)).codigo, '200');
  await assert.rejects(send(simulator, documentOf({ number: 2 }), { fault: 'lostAnswer' }));
  assert.equal((await send(simulator, documentOf({ number: 2 }))).codigo, '102');
  await assert.rejects(send(simulator, documentOf({ number: 4 }), { fault: 'resetMidBody' }));
  assert.equal((await send(simulator, documentOf({ number: 3 }), { fault: 'http503' })).status, 503);
  assert.match((await send(simulator, documentOf({ number: 3 }), { fault: 'html200' })).text, /^<!DOCTYPE html>/);
  const own = (await state(simulator)).said['cufe'];
  simulator.nextFault({ name: 'crossTalk', operation: 'get' });
  assert.notEqual((await state(simulator)).said['cufe'], own);
  assert.throws(() => simulator.nextFault('expiredToken'), /none of this PAC/);
});

test('an envelope is read back, and what is none is not read', () => {
  const { fields } = readEnvelope(writeEnvelope('Enviar', { mensaje: 'a < b & c', infoRuc: { dv: '59' } }))!;
  assert.deepEqual(fields, { EnviarResult: { mensaje: 'a < b & c', infoRuc: { dv: '59' } } });
  for (const text of [
    '',
    'x',
    '<a>',
    '<Envelope><Body><Enviar></Body></Enviar></Envelope>',
    '<!DOCTYPE a [<!ENTITY b "c">]><Envelope/>',
  ]) {
    assert.equal(readEnvelope(text), undefined, text);
  }
});
