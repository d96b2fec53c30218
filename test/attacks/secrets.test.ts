// Nothing in the project is a secret, or looks like one.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretsIn } from '../support/secrets.ts';
import { projectFiles, readSources } from '../support/sources.ts';

const ROOT = join(import.meta.dirname, '../..');

test('A55: no file of the project holds a secret', () => {
  const sources = readSources(ROOT, projectFiles(ROOT)).filter(({ path }) => !/^package-lock\.json$/.test(path));
  assert.ok(sources.length > 300, `${sources.length} files`);
  const found = sources.flatMap(({ path, text }) =>
    secretsIn(text).map((finding) => `${path}: ${finding.what}: ${finding.text}`),
  );
  assert.deepEqual(found, []);
});

/** Random-looking letters and digits, the same in each run. */
const made = (length: number): string =>
  createHash('sha512').update(String(length)).digest('base64').replaceAll(/\W/g, '').slice(0, length);

const cut = (...parts: string[]): string => parts.join('');

/** Put together when it runs, so that this file holds none. */
const PLANTED: Record<string, () => string> = {
  'a PEM file': () => cut('-----BEGIN ', 'PRIVATE KEY-----\n', made(48)),
  'a key of AWS': () => cut('aws_access_key_id = AK', 'IAABCDEFGHIJKLMNOP'),
  'a token of GitHub': () => cut("const token = 'gh", 'p_', 'a1B2'.repeat(9)),
  'a JSON web token': () => cut('ey', `J${made(20)}.ey`, `J${made(40)}.${made(32)}`),
  'a database’s password': () => cut('DATABASE_URL=postgres://folio', `:aB3${made(12)}@db.example.com/folio`),
  'the PAC’s key in a file of settings': () => cut('PAC_API_KEY=aB3', made(24)),
  'the PAC’s key in code': () => cut("const options = { apiKey: 'aB3", made(24), "' };"),
  'a header in an example': () => cut('Authorization: Bearer aB3', made(30)),
  'a hexadecimal secret': () => cut('webhookSecret: "', '0123456789abcdef'.repeat(3), '"'),
};

for (const [what, make] of Object.entries(PLANTED)) {
  test(`A55: ${what} would be found`, () => assert.ok(secretsIn(make()).length > 0, make()));
}

for (const text of [
  'Authorization: Bearer <token>',
  'const apiKey = readSecret(config);',
  "PAC_API_KEY: 'test-key'",
  'export const JWT_SECRET = "a secret for tests only, never used elsewhere";',
  'webhookSecret: context.certification.webhookSecret',
  'postgres://postgres@127.0.0.1:5432/postgres',
  'authorization: `Bearer ${options.apiKey}`',
]) {
  test(`A55: ${text} is none`, () => assert.deepEqual(secretsIn(text), []));
}
