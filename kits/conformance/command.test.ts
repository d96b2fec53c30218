// `folio conformance` as an operator runs it against the simulator, and where it refuses to run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { runFolio } from '../../src/cli/test-support.ts';
import { assertEach } from '../../test/support/assert-each.ts';
import { freePort } from '../../test/support/free-port.ts';

const COMPANY = { companyId: '01HZZZZZZZZZZZZZZZZZZZZZZZ', ruc: '155596713-2-2015' };
const KEY = 'key-of-the-sandbox';
let simulator: Simulator;

before(async () => {
  simulator = await startSimulator({ apiKey: KEY, webhookSecret: 'secret', verdictDelayMs: 0 });
  simulator.setCompany(COMPANY);
});
after(() => simulator.close());

function conformance(words: string[], env: Record<string, string> = {}) {
  const args = ['conformance', '--company-id', COMPANY.companyId, '--ruc', COMPANY.ruc, ...words];
  const pac = { PAC_BASE_URL: simulator.url, PAC_API_KEY: KEY, PAC_WEBHOOK_SECRET: 'unused' };
  return runFolio(args, { env: { ...pac, ...env } });
}

test('it says what holds, and ends with 0', async () => {
  const { code, stdout, stderr } = await conformance(['--only', 'submit,number,alanube.key']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^holds {6}submit\.cufe .*\(seen; DGI, technical sheet\)$/m);
  assert.match(stdout, /7 hold, 0 do not, 0 could not be tried\./);
});

test('what does not hold is shown with what was asked and answered, without the key', async () => {
  simulator.setKnobs({ strictness: 'assumed' });
  const words = ['--only', 'receiver.no-address,number.gap'];
  const text = await conformance(words);
  const { code, stdout } = await conformance([...words, '--json']);
  simulator.setKnobs({ strictness: 'documented' });
  assert.equal(text.code, 1);
  assert.match(text.stdout, /^broken {5}receiver\.no-address .*\n {4}rejected: receiver\.address: es requerida/m);
  assert.match(text.stdout, /submit \["INVOICE",.*\n {6}→ \{"outcome":"rejected"/);
  assert.equal(code, 1);
  const { findings } = JSON.parse(stdout) as { findings: { id: string; result: string; evidence: unknown[] }[] };
  assertEach(findings, ({ id, result, evidence }) => [id, result, evidence.length > 0], [
    ['number.gap', 'holds', true],
    ['receiver.no-address', 'broken', true],
  ]);
  assert.ok(!`${text.stdout}${stdout}`.includes(KEY));
});

test('notices are tried where they can come in, by the secret', async (t) => {
  const untried = await conformance(['--only', 'notice.of-invoice']);
  assert.match(untried.stdout, /^not tried  notice\.of-invoice .*\n {4}no address for notices was given/m);
  const port = await freePort();
  simulator.setWebhookBase(`http://127.0.0.1:${port}`);
  t.after(() => simulator.setWebhookBase(null));
  const words = ['--only', 'notice.of-invoice,notice.of-credit-note', '--notices-port', String(port)];
  const { code, stdout, stderr } = await conformance(words, { PAC_WEBHOOK_SECRET: 'secret' });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2 hold, 0 do not, 0 could not be tried\./);
  const unsigned = await conformance([...words, '--wait-seconds', '1'], { PAC_WEBHOOK_SECRET: 'another' });
  assert.equal(unsigned.code, 1);
  assert.match(unsigned.stdout, /^broken {5}notice\.of-invoice .*\n {4}1 notices, 1 of DGI_AUTHORIZED, 0 signed/m);
});

test('a PAC of production is asked nothing', async () => {
  const { length } = simulator.calls();
  for (const env of [{ PAC_ENVIRONMENT: 'production' }, { PAC_BASE_URL: 'https://api.alanube.co' }]) {
    const { code, stderr } = await conformance(['--only', 'submit'], env);
    assert.equal(code, 1);
    assert.match(stderr, /^This is a PAC of production/);
  }
  assert.equal(simulator.calls().length, length);
});

test('a name that no assumption has, and a RUC that is none, are wrong usage', async () => {
  for (const words of [
    ['--only', 'nothing'],
    ['--ruc', 'x'],
    ['--notices-port', '70000'],
  ]) {
    assert.equal((await conformance(words)).code, 2);
  }
});
