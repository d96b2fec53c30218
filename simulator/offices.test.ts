/** A company with offices: which of them a document may name, whose branch its CUFE bears, and where a number is taken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCufe } from '../src/fiscal/cufe.ts';
import { changed, COMPANY, documentBody, simulate, submit } from './test-support.ts';
import { ControlError } from './control.ts';

const RUC = '155596713-2-2015';
const main = { id: 'MAIN', branchCode: '0000', billingPoints: ['001'] };
const branch = { id: 'DAVID', branchCode: '00A1' };

test('the CUFE bears the branch of the office, and each office has numbers of its own', async (t) => {
  const simulator = await simulate(t);
  simulator.setCompany({ companyId: COMPANY, ruc: RUC, offices: [main, branch] });
  for (const { id, branchCode } of [main, branch]) {
    const { status, document, text } = await submit(simulator, changed(documentBody(), 'idOffice', id));
    assert.equal(status, 201, text);
    assert.equal(parseCufe(String(document['cufe']))?.branchCode, branchCode);
    assert.equal((await submit(simulator, changed(documentBody(), 'idOffice', id))).status, 400);
  }
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 4, acceptances: 2 });
});

test('an office of another company and a billing point of another office are refused', async (t) => {
  const simulator = await simulate(t);
  simulator.setCompany({ companyId: COMPANY, ruc: RUC, offices: [main, branch] });
  const elsewhere = await submit(simulator, changed(documentBody(), 'idOffice', 'ANOTHER'));
  assert.match(elsewhere.text, /"idOffice: no es una sucursal de la compañía"/);
  const point = await submit(simulator, changed(documentBody({ billingPoint: '002' }), 'idOffice', 'MAIN'));
  assert.match(point.text, /"information.billingPoint: no es un punto de facturación de la sucursal"/);
  assert.equal(
    (await submit(simulator, changed(documentBody({ billingPoint: '002' }), 'idOffice', 'DAVID'))).status,
    201,
  );
});

test('each type of document has numbers of its own', async (t) => {
  const simulator = await simulate(t);
  assert.equal((await submit(simulator)).status, 201);
  const freeZone = changed(documentBody(), 'information.documentType', '08');
  assert.equal((await submit(simulator, freeZone)).status, 201);
  assert.equal((await submit(simulator, freeZone)).status, 400);
});

test('an office without a branch of four characters is none', async (t) => {
  const simulator = await simulate(t);
  for (const office of [
    { id: '', branchCode: '0000' },
    { id: 'A', branchCode: '1' },
    { ...main, billingPoints: ['1'] },
  ]) {
    assert.throws(() => simulator.setCompany({ companyId: COMPANY, ruc: RUC, offices: [office] }), ControlError);
  }
});
