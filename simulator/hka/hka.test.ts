/** The stand-in of The Factory HKA as its clients see it: tokens, documents, voids, files, folios and what goes wrong. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { FAULT_NAMES, FAULTS, isOf, type FaultName } from '../faults.ts';
import {
  ACCEPTANCE,
  ask,
  clientOf,
  COMPANY,
  CONSUMER,
  documentOf,
  KEY,
  logIn,
  nameOf,
  referTo,
  RUC,
  simulate,
} from './test-support.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const DAY_MS = 86_400_000;
const acceptances = (simulator: Awaited<ReturnType<typeof simulate>>, number: number) =>
  simulator.acceptances(COMPANY, 'INVOICE', number);

test('a token is given for a name and its key, and calls need one', async (t) => {
  const simulator = await simulate(t);
  const { json } = await ask(simulator, 'Autenticacion', { usuario: 'usuario', clave: KEY });
  assert.equal(json['codigo'], '200');
  assert.ok(Math.abs(Date.parse(json['expiracion']!) - Date.now() - 3_600_000) < 10_000);
  assert.equal((await ask(simulator, 'Autenticacion', { usuario: 'usuario', clave: 'otra' })).codigo, '100');
  assert.equal((await ask(simulator, 'FoliosRestantes', undefined)).status, 401);
  assert.equal((await ask(simulator, 'FoliosRestantes', undefined, { token: 'x' })).codigo, '100');
  const garbage = `x.${'0'.repeat(64)}`;
  assert.equal((await ask(simulator, 'FoliosRestantes', undefined, { token: garbage })).codigo, '100');
  assert.equal((await ask(simulator, 'FoliosRestantes', undefined, { token: json['token']! })).codigo, '200');
  const [claims, signature] = json['token']!.split('.');
  const forged = Buffer.from(claims!, 'base64url').toString().replace(COMPANY, 'otra');
  const token = `${Buffer.from(forged).toString('base64url')}.${signature}`;
  assert.equal((await ask(simulator, 'FoliosRestantes', undefined, { token })).codigo, '100');
});

test('a token ends, and another one is got', async (t) => {
  const simulator = await simulate(t, { knobs: { tokenLifetimeMs: 60_000 } });
  const old = await logIn(simulator);
  simulator.setKnobs({ clockOffsetMs: 60_001 });
  assert.equal((await ask(simulator, 'Enviar', { documento: documentOf() }, { token: old })).codigo, '212');
  assert.deepEqual(acceptances(simulator, 1), { attempts: 0, acceptances: 0 });
  assert.equal((await (await clientOf(simulator)).send()).codigo, '200');
});

test('the fourteen acceptance cases are authorized', async (t) => {
  const { send, state } = await clientOf(await simulate(t));
  const first = await send(documentOf({ number: 100 }));
  assert.equal(Object.keys(ACCEPTANCE).length, 14);
  for (const [index, [name, options]] of Object.entries(ACCEPTANCE).entries()) {
    const document = documentOf({ ...options(first.json['cufe']!), number: index + 1 });
    const { codigo, mensaje, json } = await send(document);
    assert.equal(codigo, '200', `${name}: ${mensaje}`);
    const { datosTransaccion: head } = document;
    const parts = parseCufe(json['cufe']!);
    assert.equal(parts?.documentNumber, head.numeroDocumentoFiscal, name);
    assert.equal(parts?.documentType, head.tipoDocumento, name);
    assert.equal(parts?.issuerRuc, RUC);
    assert.match(json['nroProtocoloAutorizacion']!, /^\d+$/);
    const found = await state(document);
    assert.deepEqual([found.json['cufe'], found.json['estatusDocumento']], [json['cufe'], 'Autorizada'], name);
  }
});

test('a number is taken once by branch, point and type', async (t) => {
  const simulator = await simulate(t);
  const { send, state } = await clientOf(simulator);
  const document = documentOf();
  const [first, again] = [await send(document), await send(documentOf({ client: CONSUMER }))];
  assert.deepEqual([first.codigo, again.codigo, again.status], ['200', '102', 200]);
  assert.equal((await send({ ...document, codigoSucursalEmisor: '0001' })).codigo, '200');
  assert.equal((await send(documentOf({ head: { puntoFacturacionFiscal: '002' } }))).codigo, '200');
  assert.equal((await send(documentOf({ type: '08' }))).codigo, '200');
  assert.equal((await state(documentOf({ number: 2 }))).codigo, '105');
  assert.deepEqual(acceptances(simulator, 1), { attempts: 5, acceptances: 4 });
  simulator.setKnobs({ dedupe: false });
  const other = await send(document);
  assert.equal(other.codigo, '200');
  assert.notEqual(other.json['cufe'], first.json['cufe']);
});

test('another company is told nothing, and has numbers of its own', async (t) => {
  const simulator = await simulate(t);
  const [ours, theirs] = [await clientOf(simulator), await clientOf(simulator, 'vecino')];
  const { json } = await ours.send();
  assert.equal((await theirs.state()).codigo, '105');
  assert.equal((await theirs.call('Descarga', { cufe: json['cufe'], tipoArchivo: 'xml' })).codigo, '105');
  assert.equal((await theirs.send()).codigo, '200');
});

test('a document is voided within seven days, once', async (t) => {
  const simulator = await simulate(t);
  const { send, state, call } = await clientOf(simulator);
  const motivoAnulacion = 'Error en el nombre del cliente';
  const annul = (datosDocumento: object, reason = motivoAnulacion) =>
    call('Anulacion', { motivoAnulacion: reason, datosDocumento });
  await send();
  assert.equal((await annul(nameOf(documentOf()), 'corto')).codigo, '109');
  const { codigo, json } = await annul(nameOf(documentOf()));
  assert.deepEqual([codigo, json['resultado'], json['mensaje']], ['0600', 'exito', 'procesado']);
  assert.equal((await state()).json['estatusDocumento'], 'Anulada');
  assert.match((await annul(nameOf(documentOf()))).mensaje, /anulado/);
  assert.equal((await annul(nameOf(documentOf({ number: 9 })))).codigo, '105');
  const late = documentOf({ number: 2 });
  await send(late);
  simulator.setKnobs({ clockOffsetMs: 7 * DAY_MS - 60_000, tokenLifetimeMs: 30 * DAY_MS });
  const later = await clientOf(simulator);
  const voidLater = () => later.call('Anulacion', { motivoAnulacion, datosDocumento: nameOf(late) });
  simulator.setKnobs({ clockOffsetMs: 7 * DAY_MS + 60_000 });
  assert.equal((await voidLater()).codigo, '112');
  simulator.setKnobs({ clockOffsetMs: 7 * DAY_MS - 60_000 });
  assert.equal((await voidLater()).codigo, '0600');
});

test('its files are in the answer, in base64, and say what was certified', async (t) => {
  const simulator = await simulate(t);
  const { send, call } = await clientOf(simulator);
  // Three times 0.3885 of ITBMS are 1.17; a cent per line would make 1.17 as well, and four 1.55 or 1.56.
  const { json } = await send(
    documentOf({ lines: Array.from({ length: 4 }, () => ({ quantity: '1', price: '5.55' })) }),
  );
  const file = async (tipoArchivo: string) => {
    const { json: answer } = await call('Descarga', { cufe: json['cufe'], tipoArchivo });
    return Buffer.from(answer['archivo'] ?? '', 'base64');
  };
  const xml = (await file('xml')).toString();
  assert.match(xml, new RegExp(`<dId>${json['cufe']}</dId>`));
  assert.match(xml, /<dValITBMS>0.3885<\/dValITBMS>/);
  assert.match(
    xml,
    /<dTotNeto>22.20<\/dTotNeto><dTotITBMS>1.55<\/dTotITBMS><dTotISC>0.00<\/dTotISC><dVTot>23.75<\/dVTot>/,
  );
  assert.match(xml, new RegExp(`<dProtAut>${json['nroProtocoloAutorizacion']}</dProtAut>`));
  const pdf = await file('pdf');
  assert.ok(pdf.subarray(0, 5).equals(Buffer.from('%PDF-')));
  assert.equal((await call('Descarga', { cufe: json['cufe'], tipoArchivo: 'doc' })).codigo, '109');
  assert.equal((await call('Descarga', { cufe: 'FE00', tipoArchivo: 'pdf' })).codigo, '105');
  simulator.nextFault('pdfNotReady');
  assert.equal((await file('pdf')).length, 0);
  assert.deepEqual(await file('pdf'), pdf);
  for (const [name, begins] of [['pdfHtml', '<!DOCTYPE html>']] as const) {
    simulator.nextFault(name);
    assert.ok((await call('Descarga', { cufe: json['cufe'], tipoArchivo: 'pdf' })).text.startsWith(begins));
  }
});

test('folios end: nothing is rejected, and more may be bought', async (t) => {
  const simulator = await simulate(t, { knobs: { folios: 2 } });
  const { send, call } = await clientOf(simulator);
  const left = async () => {
    const { json } = await call('FoliosRestantes');
    return [json['foliosTotalesCiclo'], json['foliosUtilizadosCiclo'], json['foliosDisponibleCiclo']];
  };
  assert.deepEqual(await left(), ['2', '0', '2']);
  for (const number of [1, 2]) assert.equal((await send(documentOf({ number }))).codigo, '200');
  assert.equal((await send(documentOf({ number: 3 }))).codigo, '119');
  assert.equal((await send(documentOf({ number: 2 }))).codigo, '102');
  assert.deepEqual(await left(), ['2', '2', '0']);
  simulator.setKnobs({ folios: 3 });
  assert.equal((await send(documentOf({ number: 3 }))).codigo, '200');
  const { json } = await call('FoliosRestantes');
  assert.match(json['fechaCiclo']!, /^\d{4}-\d\d-01 \/ \d{4}-\d\d-\d\d$/);
});

test('a RUC and a mail', async (t) => {
  const { send, call } = await clientOf(await simulate(t));
  const { json } = await call('ConsultaRucDv', { ruc: RUC, tipoRuc: '2' });
  assert.equal((json['infoRuc'] as unknown as { dv: string }).dv, '59');
  assert.equal((await call('ConsultaRucDv', { ruc: 'x', tipoRuc: '2' })).codigo, '102');
  const { cufe } = (await send()).json;
  const mail = (correos: string[], of = cufe) => call('EnvioCorreo', { cufe: of, correos });
  assert.equal((await mail(['a@example.com'])).codigo, '200');
  assert.equal((await mail(['a'])).codigo, '110');
  assert.equal((await mail([])).codigo, '110');
  assert.equal((await mail(['a@example.com'], 'FE')).codigo, '105');
});

/** Codes that answer a submission, and how often its number was accepted then. */
const STRIKES: [fault: string, code: string | null, accepted: number][] = [
  ['code201', '201', 0],
  ['code201=accepted', '201', 1],
  ['code202', '202', 0],
  ['code202=accepted', '202', 1],
  ['code300', '300', 0],
  ['code300=accepted', '300', 1],
  ['duplicate', '102', 0],
  ['duplicate=accepted', '102', 1],
  ['duplicate1513', '203', 0],
  ['duplicate1513=accepted', '203', 1],
  ['expiredToken', '212', 0],
  ['expiredToken=accepted', '212', 1],
  ['noFolios', '119', 0],
  ['pacReject', '203', 0],
  ['http503=accepted', '', 1],
  ['http401', '', 0],
  ['lostAnswer', null, 1],
  ['resetBeforeAccept', null, 0],
  ['resetMidBody', null, 0],
  ['resetMidAnswer', null, 1],
  ['html200', '', 1],
  ['empty200', '', 1],
  ['cutJson200', '', 1],
];

for (const [fault, code, accepted] of STRIKES) {
  test(`${fault}: ${code === null ? 'no answer' : `code ${code || 'none'}`}, accepted ${accepted}`, async (t) => {
    const simulator = await simulate(t);
    const { send, state } = await clientOf(simulator);
    const said = await send(documentOf(), { 'x-simulator-fault': fault }).catch(() => null);
    assert.equal(said?.codigo ?? null, code);
    assert.equal(acceptances(simulator, 1).acceptances, accepted);
    assert.equal((await state()).codigo, accepted === 1 ? '200' : '105');
    assert.equal((await send()).codigo, accepted === 1 ? '102' : '200');
    const [first] = simulator.acting();
    if (code && fault !== 'html200') assert.deepEqual([first!.code, first!.isDone], [code, accepted === 1]);
  });
}

test('1513 stands among the reasons of the DGI', async (t) => {
  const simulator = await simulate(t);
  simulator.nextFault('duplicate1513');
  assert.match((await (await clientOf(simulator)).send()).mensaje, /^1513-[^|]+ \| 1508-/);
});

test('an answer about another document has its CUFE', async (t) => {
  const simulator = await simulate(t);
  const { send, state } = await clientOf(simulator);
  const own = (await send()).json['cufe']!;
  for (const name of ['crossTalk', 'forgedCufe', 'staleAnswer'] as const) {
    await send(documentOf({ number: 2 }));
    simulator.nextFault({ name, operation: 'get' });
    const { json } = await state();
    assert.notEqual(json['cufe'], own, name);
    assert.ok(parseCufe(json['cufe']!), name);
    assert.equal((await state()).json['cufe'], own, name);
  }
  simulator.nextFault('idWithoutCufe');
  assert.equal('cufe' in (await state()).json, false);
});

test('a look may not find, a void may be lost, an answer may be slow', async (t) => {
  const simulator = await simulate(t);
  const { send, state, call } = await clientOf(simulator);
  await send();
  simulator.nextFault('notFoundAtFirst');
  assert.deepEqual([(await state()).codigo, (await state()).codigo], ['105', '200']);
  const cancel = () =>
    call('Anulacion', { motivoAnulacion: 'Error en el cliente', datosDocumento: nameOf(documentOf()) });
  simulator.nextFault('void400TooLate');
  assert.equal((await cancel()).codigo, '112');
  simulator.nextFault('void404');
  assert.equal((await cancel()).codigo, '105');
  simulator.nextFault({ name: 'code201', operation: 'void', accepted: true });
  assert.equal((await cancel()).codigo, '201');
  assert.equal((await state()).json['estatusDocumento'], 'Anulada');
  const acting = simulator.acting().filter(({ operation }) => operation === 'void');
  assertEach(acting, ({ isDone, code }) => [isDone, code], [
    [false, '112'],
    [false, '105'],
    [true, '201'],
  ]);
  simulator.nextFault({ name: 'slowAnswer', ms: 300, operation: 'get' });
  const before = performance.now();
  await state();
  assert.ok(performance.now() - before >= 295);
});

test('under the other rounding cents stand on each line', async (t) => {
  const simulator = await simulate(t, { knobs: { rounding: 'line' } });
  const { send } = await clientOf(simulator);
  const lines = [{ quantity: '1', price: '5.60' }];
  assert.match((await send(documentOf({ lines }))).mensaje, /^2152-Item 1: Monto del ITBMS del ítem inválido/);
  simulator.setKnobs({ rounding: 'document' });
  assert.equal((await send(documentOf({ lines }))).codigo, '200');
});

test('a fault that this PAC has not is refused, however it is asked for', async (t) => {
  const simulator = await simulate(t);
  const { send } = await clientOf(simulator);
  assert.throws(() => simulator.nextFault('lostWebhook'), /none of this PAC/);
  assert.throws(() => simulator.setKnobs({ standingFaults: [{ name: 'mixedAnswer' }] }), /none of this PAC/);
  assert.deepEqual(simulator.knobs().standingFaults, []);
  assert.equal((await send(documentOf(), { 'x-simulator-fault': 'mixedAnswer' })).status, 400);
  assert.equal((await send(documentOf({ name: 'Ana PAC_WEBHOOK_LOST' }))).status, 400);
  assert.equal((await send(documentOf({ name: 'Ana PAC_201:accepted' }))).codigo, '201');
});

test('Alanube has none of the faults of codes', async (t) => {
  const simulator = await simulate(t, { pac: 'alanube' });
  assert.throws(() => simulator.nextFault('code201'), /none of this PAC/);
});

test('a refusal uses up no fault of an answer', async (t) => {
  const simulator = await simulate(t);
  simulator.nextFault('lostAnswer');
  const { send } = await clientOf(simulator);
  assert.equal((await send({ ...documentOf(), codigoSucursalEmisor: 'x' })).codigo, '109');
  await assert.rejects(send());
});

/** Faults that need a moment, a hand or a file are tried by tests of their own. */
const ELSEWHERE = ['timeoutBeforeAccept', 'silentAfterAccept', 'voidTimeout', 'unprintable'];

test('each fault of this PAC is tried here', async () => {
  const tests = await readFile(import.meta.filename, 'utf8');
  const untried = FAULT_NAMES.filter((name: FaultName) => isOf('hka', name) && !ELSEWHERE.includes(name))
    .filter((name) => !/^http\d|^pdf/.test(name))
    .filter((name) => !tests.includes(`'${name}`));
  assert.deepEqual(untried, []);
  for (const name of FAULT_NAMES.filter((one) => !isOf('alanube', one)))
    assert.ok(isOf('hka', name), FAULTS[name].says);
});

test('its journal knows the documents, their numbers and the folios after a restart', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hka-simulator-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const journalFile = join(folder, 'journal.jsonl');
  const first = await simulate(t, { journalFile });
  const { send } = await clientOf(first);
  const { json } = await send();
  await send(documentOf({ number: 2 }), { 'x-simulator-fault': 'lostAnswer' }).catch(() => null);
  await first.close();
  const second = await simulate(t, { journalFile });
  const { state, call } = await clientOf(second);
  assert.equal((await state()).json['cufe'], json['cufe']);
  assert.equal((await call('FoliosRestantes')).json['foliosUtilizadosCiclo'], '2');
  assert.deepEqual(acceptances(second, 2), { attempts: 1, acceptances: 1 });
});

test('a note on a document of more than 180 days ago, or on none of ours, is refused', async (t) => {
  const { send } = await clientOf(await simulate(t));
  const at = new Date(Date.now() - 181 * DAY_MS);
  const { json } = await send(documentOf({ at }));
  assert.equal((await send(documentOf({ type: '04', head: referTo(json['cufe']!, at) }))).codigo, '180');
  const never = json['cufe']!.slice(0, 56) + '123456789' + json['cufe']!.slice(65);
  assert.equal((await send(documentOf({ type: '05', head: referTo(never, at) }))).codigo, '203');
});

test('no address of Alanube is there', async (t) => {
  const { url } = await simulate(t);
  assert.equal((await fetch(`${url}/pan/v1/invoices?idCompany=${COMPANY}`, { method: 'POST' })).status, 404);
  assert.equal((await fetch(`${url}/api/Enviar`)).status, 404);
  assert.equal((await fetch(`${url}/Autenticacion`, { method: 'POST', body: '{}' })).status, 200);
});
