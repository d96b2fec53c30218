// The alert rules, asked by Prometheus's own tool: each fires when it should, and not otherwise.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const OPS = join(import.meta.dirname, '../../ops');
const TESTS = 'prometheus-alerts.test.yml';
const hasTool = spawnSync('promtool', ['--version']).status === 0;
const skip = hasTool ? false : 'no promtool is installed here';

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: OPS, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout;
}

test('the rules are rules, and each has shown when it fires', { skip }, () => {
  const rules = readFileSync(join(OPS, 'prometheus-alerts.yml'), 'utf8');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  assert.match(promtool('check', 'rules', 'prometheus-alerts.yml'), new RegExp(`${names.length} rules found`));
  assert.match(promtool('test', 'rules', TESTS), /SUCCESS/);
  const tests = readFileSync(join(OPS, TESTS), 'utf8');
  for (const name of names) {
    assert.match(tests, new RegExp(`alertname: ${name}\\b[^]*?exp_labels`), `${name} has no test in which it fires`);
  }
});
