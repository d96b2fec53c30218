// `npm run fuzz`: texts that know the structure of what each parser reads, changed at random; judged by rules of their own.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { operationOf, fieldsOf } from './support/every-field.ts';
import { buildCufe, parseCufe } from '../src/fiscal/cufe.ts';
import { parseRuc } from '../src/fiscal/ruc.ts';
import { parseDocument, parseNotice, parseReasons } from '../src/pac/alanube/wire.ts';
import { readJson } from '../src/pac/json.ts';
import { readCsv } from '../src/platform/csv-file.ts';
import { readCursor, writeCursor } from '../src/platform/cursor.ts';
import { parseDecimal } from '../src/platform/decimal.ts';
import { DomainError } from '../src/platform/errors.ts';
import { attack, type Attacked } from './support/limits-attack.ts';
import { startTestServer } from './support/start-test-server.ts';
import { createWorld, openTestDatabase, type TestTenant, type World } from './support/world.ts';
import { beside, WORST_FILES } from './support/worst-files.ts';

const USAGE = `Usage: npm run fuzz -- [--minutes N] [--seed S] [--only NAME]

  --minutes N  how long in all (1)
  --seed S     where chance begins; another one at each run, and printed
  --only NAME  one parser alone
`;

const { values: given } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(given.seed ?? Date.now() % 1_000_000_000);
const minutes = Number(given.minutes);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const ODD = [
  '__proto__',
  'constructor',
  '\0',
  '\u202e',
  '\ud800',
  '\u001b[2J',
  '1e999',
  '"',
  ',',
  '\r\n',
  '{'.repeat(60),
  '٣',
];
const binary = fc.string({ unit: 'binary' });
const bit = fc.oneof({ weight: 3, arbitrary: binary }, fc.constantFrom(...ODD));

interface Change {
  at: number;
  length: number;
  put: string;
  isCopied: boolean;
}
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), put: bit, isCopied: fc.boolean() }),
  { maxLength: 4 },
);

/** Cuts, replaces and doubles parts of a valid text. */
function changed(text: string, all: readonly Change[]): string {
  return all.reduce((before, { at, length, put, isCopied }) => {
    const from = before.length === 0 ? 0 : at % before.length;
    const part = before.slice(from, from + length);
    return before.slice(0, from) + (isCopied ? part + part : put) + before.slice(from + length);
  }, text);
}

const STATUSES = ['PAC_AUTHORIZED', 'PAC_REJECTED', 'DGI_AUTHORIZED', 'DGI_REJECTED'];
const PROTOTYPE = Object.getOwnPropertyNames(Object.prototype).join();
const long = fc.nat({ max: 12_000 }).map((length) => 'x'.repeat(length));
const word = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[!-~]{1,40}$/) },
  { weight: 3, arbitrary: bit },
  long,
);
const answer = fc.record(
  {
    id: fc.oneof(word, fc.jsonValue()),
    cufe: fc.oneof(word, fc.jsonValue()),
    legalStatus: fc.oneof(fc.constantFrom(...STATUSES), word),
    message: fc.oneof(word, fc.array(word), fc.jsonValue()),
    errors: fc.oneof(fc.array(fc.record({ code: word, message: word })), fc.jsonValue()),
    document: fc.jsonValue(),
    pdf: fc.webUrl(),
    authorizationDate: fc.oneof(
      word,
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
    ),
    ['__proto__']: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

function isShown(text: string | null | undefined, most: number): boolean {
  return text == null || (text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text));
}

/** Only what is typed may be thrown. */
async function refusedOr<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    assert.ok(error instanceof DomainError, `untyped: ${String(error)}`);
    assert.ok(error.message.length <= 1000, 'a refusal repeats what was sent');
    return undefined;
  }
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const cufeParts = fc.record(
  {
    documentType: digits(2),
    issuerRucType: fc.constantFrom(1 as const, 2 as const),
    issuerRuc: fc.stringMatching(/^[1-9A-Z][0-9A-Z-]{0,19}$/),
    issuerDv: digits(2),
    branchCode: fc.stringMatching(/^[0-9A-Za-z]{4}$/),
    issueDate: fc.stringMatching(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/),
    documentNumber: digits(10),
    billingPoint: digits(3),
    issueType: digits(2),
    environment: fc.constantFrom(1 as const, 2 as const),
    securityCode: digits(9),
  },
  { noNullPrototype: true },
);

const cell = fc.string({ unit: fc.constantFrom(...Array.from('aZ9ñ,;"\' \n-+=@|日')), maxLength: 12 });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

type Parser = (options: { world: () => Promise<{ here: World; shop: TestTenant }> }) => fc.IAsyncProperty<unknown>;

const PARSERS: Record<string, Parser> = {
  answers: () =>
    fc.asyncProperty(answer, changes, async (one, all) => {
      const body = await refusedOr(() => readJson(changed(JSON.stringify(one), all)));
      const { documentId, cufe, reasons, legalStatus } = parseDocument(body);
      assert.ok(documentId === null || /^[\x21-\x7e]{1,200}$/.test(documentId));
      assert.ok(isShown(cufe, 200) && reasons.every((reason) => isShown(reason, 10_000)));
      assert.ok(legalStatus === null || /^(PAC|DGI)_[A-Z]+$/.test(legalStatus));
      assert.ok(parseReasons(body).length <= 1000);
      assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), PROTOTYPE);
    }),

  notices: () =>
    fc.asyncProperty(answer, changes, async (one, all) => {
      const notice = parseNotice(await refusedOr(() => readJson(changed(JSON.stringify(one), all))));
      if (notice.outcome === 'ok') {
        assert.ok(notice.documentId !== null || notice.cufe !== null);
        assert.ok(isShown(notice.documentId, 200) && isShown(notice.cufe, 200) && isShown(notice.message, 10_000));
      } else assert.ok(notice.message.length < 500);
    }),

  cufe: () =>
    fc.asyncProperty(cufeParts, changes, async (parts, all) => {
      const cufe = await refusedOr(() => buildCufe(parts));
      if (cufe === undefined) return;
      const { checkDigit, ...read } = parseCufe(cufe)!;
      assert.deepEqual({ ...read, issuerRuc: read.issuerRuc.replace(/^0+/, '') }, parts);
      assert.match(checkDigit, /^\d$/);
      const other = changed(cufe, all);
      if (parseCufe(other))
        assert.match(other, /^FE\d{2}[12][0-9A-Z-]{21}\d{2}[0-9A-Za-z]{4}\d{8}\d{10}\d{3}\d{2}[12]\d{10}$/);
      const ruc = parseRuc(changed(parts.issuerRuc, all));
      if (!ruc) return;
      assert.match(ruc.normalized, /^[0-9A-Z-]{1,25}$/);
      assert.deepEqual(parseRuc(ruc.normalized), ruc);
    }),

  csv: () =>
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), changes, async (rows, all) => {
      const text = [['sku', 'name'], ...rows].map((row) => row.map(quoted).join(',')).join('\n');
      const seen: unknown[] = [];
      await readCsv(Buffer.from(text), { required: ['sku', 'name'] }, (row) => {
        seen.push('cells' in row ? [row.cells.sku, row.cells.name] : row.fault.code);
      });
      assert.deepEqual(
        seen,
        rows.map((row) => row.map((one) => one.trim().replace(/^'(?=[=+@\t\r\n-])/, ''))),
      );
      await refusedOr(() => readCsv(Buffer.from(changed(text, all)), { required: ['sku'] }, () => undefined));
    }),

  cursors: () =>
    fc.asyncProperty(
      fc.array(binary, { maxLength: 4 }),
      fc.array(fc.jsonValue()),
      changes,
      async (parts, values, all) => {
        assert.deepEqual(readCursor(writeCursor(parts), parts.length), parts);
        const within = Buffer.from(changed(JSON.stringify(values), all)).toString('base64url');
        for (const text of [within, changed(writeCursor(parts), all)]) {
          const read = await refusedOr(() => readCursor(text, 2));
          assert.ok(read === undefined || (read.length === 2 && read.every((one) => typeof one === 'string')));
        }
      },
    ),

  decimals: () =>
    fc.asyncProperty(fc.stringMatching(/^-?\d{1,15}(\.\d{1,6})?$/), changes, async (text, all) => {
      assert.equal(Number(parseDecimal(text)) + 0, Number(text) + 0);
      const read = parseDecimal(changed(text, all));
      assert.ok(read === undefined || /^-?\d+(\.\d+)?$/.test(read));
    }),

  /** Time of the serving thread, beside the process that reads. */
  sizes: () =>
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(WORST_FILES)),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      async (what, size) => void (await beside(WORST_FILES[what]!(size))),
    ),

  operations: ({ world }) => {
    const fields = [...fieldsOf('query'), ...fieldsOf('mutation')];
    const texts = fields.flatMap((field) => {
      const kind = fieldsOf('query').includes(field) ? 'query' : 'mutation';
      return [operationOf(kind, field, () => '018f0000-0000-7000-8000-000000000000', {})];
    });
    return fc.asyncProperty(
      fc.constantFrom(...texts),
      changes,
      changes,
      async ({ text, variables }, inText, inValues) => {
        const { here, shop } = await world();
        const json = changed(JSON.stringify(variables), inValues);
        const body = JSON.stringify({ query: changed(text, inText), variables: readJson(json) ?? {} });
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${await shop.token('admin')}` };
        const response = await fetch(`${here.url}/graphql`, { method: 'POST', headers, body });
        const told = (await response.json()) as { errors?: { message: string; extensions?: { code?: string } }[] };
        assert.ok(response.status < 500, `${response.status}: ${body}`);
        for (const { message, extensions } of told.errors ?? []) {
          assert.ok(
            extensions?.code !== undefined && extensions.code !== 'INTERNAL_SERVER_ERROR',
            `${message}: ${body}`,
          );
          assert.ok(message.length <= 2000, 'a refusal repeats what was sent');
        }
      },
    );
  },
  limits: ({ world }) =>
    fc.asyncProperty(fc.noShrink(fc.nat()), async (one) => {
      const { acts, tries, most } = await attack((await world()).here, one, 10);
      attacked.push({ acts, tries, most });
    }),
};
const attacked: Pick<Attacked, 'acts' | 'tries' | 'most'>[] = [];

const names = given.only === undefined ? Object.keys(PARSERS) : [given.only];
if (names.some((name) => !Object.hasOwn(PARSERS, name))) {
  process.stderr.write(`${USAGE}\nParsers: ${Object.keys(PARSERS).join(', ')}\n`);
  process.exit(2);
}
let opened: Promise<{ here: World; shop: TestTenant; close: () => Promise<void> }> | undefined;
async function open() {
  const server = await startTestServer();
  const here = await createWorld({ database: await openTestDatabase(server.url) });
  const close = async () => {
    await here.close();
    await server.close();
  };
  return { here, shop: await here.tenant(), close };
}
process.stdout.write(`Fuzzing with seed ${seed}\n`);
try {
  for (const name of names) {
    const property = PARSERS[name]!({ world: () => (opened ??= open()) });
    const begun = performance.now();
    let runs = 0;
    for (let part = 0; performance.now() - begun < (minutes * 60_000) / names.length; part += 1) {
      const numRuns = { operations: 20, csv: 20, sizes: 2, limits: 1 }[name] ?? 200;
      await fc.assert(property, { seed: seed + part, numRuns });
      runs += numRuns;
    }
    process.stdout.write(
      `${name.padEnd(11)}${runs} texts, ${Math.round((runs * 1000) / (performance.now() - begun))} a second\n`,
    );
  }
  const sum = (of: 'acts' | 'tries') => attacked.reduce((before, one) => before + one[of], 0);
  const most = (of: 'done' | 'held') =>
    attacked.map((one) => Number(one.most[of]) / 10_000).reduce((a, b) => Math.max(a, b), 0);
  if (attacked.length > 0)
    process.stdout.write(
      `limits     ${attacked.length} companies, ${sum('tries')} tries, ${sum('acts')} acts; most of a token and a day: B/.${most('done')} done, B/.${most('held')} held\n`,
    );
} finally {
  await (await opened)?.close();
}
