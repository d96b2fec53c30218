/** The README lists every fault and every knob as the code has them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAULT_NAMES, FAULTS } from './faults.ts';
import { KNOB_NAMES } from './knobs.ts';
import { readFaultRequest } from './faults.ts';
import { readBody } from './validate.ts';

const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
// The formatter pads the cells of a table.
const rows = readme.split('\n').map((line) => line.replaceAll(/\s*\|\s*/g, '|'));

for (const name of FAULT_NAMES) {
  test(`the README tells of the fault ${name}`, () => {
    const { sentinel, at, takes, says } = FAULTS[name];
    const row = ['', `\`${name}\``, sentinel ? `\`${sentinel}\`` : '—', at.join(', '), takes, says, ''].join('|');
    assert.ok(rows.includes(row), `there is no row ${row}`);
  });
}

test('the README tells of every knob', () => {
  for (const name of KNOB_NAMES) assert.ok(readme.includes(`\`${name}\``), name);
});

test('what the README sends is accepted', () => {
  const [, body = ''] = /<<'END'\n(.*?)\nEND/s.exec(readme) ?? [];
  assert.equal(readBody('INVOICE', JSON.parse(body)).errors, null);
  const [, fault = ''] = /__simulator\/faults .*?-d '(\{.*?\})'/s.exec(readme) ?? [];
  assert.equal(readFaultRequest(JSON.parse(fault)).name, 'http503');
});
