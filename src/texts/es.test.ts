import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LEGAL_STATUSES } from '../fiscal/legal-status.ts';
import { badInput, conflict, readAll, readEach, sentence, DomainError } from '../platform/errors.ts';
import { ROLES } from '../tenancy/index.ts';
import { es } from './es.ts';
import { evidence, WRITTEN } from './evidence.ts';
import { languageOf, say } from './say.ts';
import { assertNone } from '../../test/support/assert-each.ts';

const SRC = join(import.meta.dirname, '..');

/** The literal templates that the code refuses with. */
function templatesOf(text: string): string[] {
  const calls =
    /\b(?:badInput|conflict|forbidden|sentence|tell|refuse|refusedAsTooComplex|new DomainError)\(\s*(?:'[A-Z_]+',\s*)?(?:'((?:[^'\\]|\\.)+)'|`([^`$]+)`|"([^"]+)")/g;
  const named = [...text.matchAll(calls)].map(([, single, back, double]) => (single ?? back ?? double)!);
  const missing = [...text.matchAll(/\bnotFound\('([^']+)'\)/g)].map(([, what]) => `${what} not found`);
  return [...named.map((template) => template.replaceAll("\\'", "'")), ...missing];
}

function placeholdersOf(template: string): string[] {
  return [...new Set(template.match(/\{\w+\}/g))].toSorted();
}

const templates = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] })
  .filter((file) => file !== join('platform', 'errors.ts'))
  .flatMap((file) => templatesOf(readFileSync(join(SRC, file), 'utf8')).map((template) => ({ file, template })));

test('every sentence that the service refuses with has its Spanish', () => {
  assert.ok(templates.length > 100);
  assertNone(templates, ({ template }) => !Object.hasOwn(es, template));
});

test('every legal status and every role has its Spanish', () => {
  assertNone([...LEGAL_STATUSES, ...ROLES], (status) => !Object.hasOwn(es, status));
});

test('what is written down as evidence is written so in the code, and has its Spanish', () => {
  // From the inside out: a value may itself be a text with values.
  const valuesAside = (text: string): string => {
    const less = text.replaceAll(/\$\{[^{}]*\}/g, '…');
    return less === text ? text : valuesAside(less);
  };
  const code = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'texts/**'] })
    .map((file) => valuesAside(readFileSync(join(SRC, file), 'utf8')))
    .join('\n');
  for (const template of WRITTEN) {
    assert.ok(Object.hasOwn(es, template), template);
    assert.ok(code.includes(template.replaceAll(/\{\w+\}/g, '…')), `nothing writes "${template}" any more`);
  }
});

test('evidence is read back part by part, also that of earlier rows; what others wrote stays as it is', () => {
  const read = (text: string): string => say('es', evidence(text));
  assert.equal(
    read("the PAC shows another document: it names the PAC's document 01A, ours is 01B"),
    'el PAC muestra otro documento: nombra el documento 01A del PAC, el nuestro es 01B',
  );
  assert.equal(read('HTTP 502 is no verdict'), 'HTTP 502 no es un veredicto');
  assert.equal(read('Documento duplicado'), 'Documento duplicado');
  assert.equal(say('en', evidence('HTTP 502 is no verdict')), 'HTTP 502 is no verdict');
  assert.equal(read('DGI_AUTHORIZED'), 'autorizada por la DGI');
  assert.equal(read('name {value} name'), 'name {value} name');
});

test('a Spanish sentence has the placeholders of the English one', () => {
  for (const [english, spanish] of Object.entries(es)) {
    assert.deepEqual(placeholdersOf(spanish), placeholdersOf(english), english);
  }
});

test('an office is a sucursal, as in the dashboard', () => {
  assertNone(Object.values(es), (spanish) => /\boficina/i.test(spanish));
});

test('a template is a literal: what was put together in the code cannot be translated', () => {
  const files = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'platform/errors.ts'] });
  const composed = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/\b(?:badInput|conflict|sentence)\(\s*`[^`]*\$\{/g)].map(
      ([call]) => `${file}: ${call}`,
    ),
  );
  assert.deepEqual(composed, []);
});

for (const [header, language] of [
  [undefined, 'en'],
  ['es', 'es'],
  ['es-PA,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['fr, es;q=0.1', 'es'],
  ['fr', 'en'],
  ['en;q=0.2, ES;q=0.9', 'es'],
  ['es;q=0', 'en'],
  ['*', 'en'],
  [';;;,,q=', 'en'],
] as const) {
  test(`Accept-Language ${header ?? '(none)'} is read as ${language}`, () =>
    assert.equal(languageOf(header), language));
}

test('values are filled in, words of ours are translated, what others wrote is not', () => {
  const refused = conflict('Credit {number} is {legalStatus}', { number: 'VOID', legalStatus: 'PAC_REJECTED' });
  assert.equal(refused.message, 'Credit VOID is PAC_REJECTED');
  assert.equal(say('es', refused.sentence), 'La nota de crédito VOID está rechazada por el PAC');
  const nested = sentence('The PDF of {number} is not attached: {because}', {
    number: '{because}',
    because: sentence('Order {number} is canceled', { number: 'PED-1' }),
  });
  assert.equal(say('en', nested), 'The PDF of {because} is not attached: Order PED-1 is canceled');
  assert.equal(say('es', nested), 'El PDF de {because} no se adjunta: El pedido PED-1 está cancelado');
});

test('all problems of an input are reported at once, each with its path', () => {
  const positive = (field: string, value: number): number => {
    if (value <= 0) throw badInput('{field} must be above 0', { field });
    return value;
  };
  const read = () =>
    readAll({
      name: () => positive('name', 1),
      lines: () =>
        readEach('lines', [1, 0, -1], (quantity) => ({
          ...readAll({ quantity: () => positive('quantity', quantity), cost: () => positive('unitCost', quantity) }),
        })),
    });
  assert.throws(read, (error: unknown) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual(
      error.problems.map(({ sentence: { params } }) => params['field']),
      ['lines[1].quantity', 'lines[1].unitCost', 'lines[2].quantity', 'lines[2].unitCost'],
    );
    return error.message.startsWith('lines[1].quantity must be above 0; lines[1].unitCost must be above 0; ');
  });
  assert.deepEqual(
    readEach('lines', [1, 2], (quantity) => positive('quantity', quantity)),
    [1, 2],
  );
  assert.throws(
    () => readAll({ one: () => positive('one', 0) }),
    (error: unknown) => error instanceof DomainError && error.problems.length === 0,
  );
  assert.throws(() => readAll({ one: () => assert.fail('a surprise') }), /a surprise/);
});
