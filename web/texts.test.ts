// Both catalogs: complete, with the same keys, and without unused texts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { CATALOGS } from './src/texts/catalogs.ts';
import { loadWords, wordsIn, type Area, type WordKey } from './src/texts/words.ts';

const areas = Object.keys(CATALOGS) as Area[];
const all = await Promise.all(
  areas.map(async (area) => ({
    area,
    es: (await CATALOGS[area].es()).words as Record<WordKey, string>,
    en: (await CATALOGS[area].en()).words as Record<WordKey, string>,
  })),
);
const es = Object.assign({}, ...all.map((one) => one.es)) as Record<WordKey, string>;
const en = Object.assign({}, ...all.map((one) => one.en)) as Record<WordKey, string>;
const keys = all.flatMap((one) => Object.keys(one.es)) as WordKey[];
await loadWords('es', areas);

const TEXTS = join('src', 'texts');
const ROUTES = join('src', 'routes.ts');

/** Texts that are the same word in both languages. */
const FIELDS = ['cufe', 'subtotal', 'tax', 'total'].map((name) => `column.${name}`);
const CERTIFIED = ['CUFE', 'ITBMS', 'TOTAL'].map((name) => `certified.${name}`);
const SHARED = [
  ...CERTIFIED,
  ...FIELDS,
  'method.YAPPY',
  'mode.DGI',
  'mode.PROFORM',
  'subtotal',
  'tax',
  'till.proforma',
  'total',
];

/** Each value that a text takes; the number that decides between forms may be left unsaid in one of them. */
const valuesOf = (text: string): string[] => {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => name !== 'n').toSorted();
};

test('both languages say the same things', () => {
  assert.deepEqual(Object.keys(en).toSorted(), keys.toSorted());
});

test('no text is empty, and none is left in the other language', () => {
  for (const key of keys) {
    assert.notEqual(es[key].trim(), '', key);
    assert.notEqual(en[key].trim(), '', key);
  }
  const words = (text: string): string => text.replaceAll(/\{\w+\}/g, '');
  const alike = keys.filter((key) => es[key] === en[key] && /\p{L}{4}/u.test(words(es[key])));
  assert.deepEqual(alike.toSorted(), SHARED);
});

test('a text takes the same values in both languages, in each of its forms', () => {
  for (const key of keys) {
    const expected = valuesOf(es[key]);
    for (const form of [...es[key].split('|'), ...en[key].split('|')]) assert.deepEqual(valuesOf(form), expected, key);
    assert.equal(es[key].split('|').length, en[key].split('|').length, key);
  }
});

test('every text is said somewhere', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.startsWith(TEXTS))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  // `movement.${type}` says every text that begins so.
  const composed = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning!);
  // And so does the filter `choice('status', ['status', 'filter.all'], 'orders.filter', …`.
  composed.push(...[...sources.matchAll(/\bchoice\([^[]*\[[^\]]*\],\s*'([\w.]+)'/g)].map(([, words]) => `${words!}.`));
  const quoted = new Set([...sources.matchAll(/'(?=([^']*)')/g)].map(([, text]) => text!));
  const unsaid = keys.filter((key) => !quoted.has(key) && !composed.some((beginning) => key.startsWith(beginning)));
  assert.deepEqual(unsaid, []);
});

/** Import of a part with words of its own. */
const LATER = /import\('(\.[^']+)'\), loadWords\(languageOfPage\(\), \[([^\]]*)\]\)/;

const areasIn = (names: string): string[] => [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name!);

/** Heads of the columns of a list; a file of columns for several lists has more of them than a page says. */
const HEAD = /olumn\(\s*'[\w.]+',\s*'([\w.]+)'/g;

function saidBy(text: string, file: string): WordKey[] {
  const named = new Set([...text.matchAll(/\bt\('(?=([^']*)')/g)].map(([, key]) => key!));
  const composed = [...text.matchAll(/t\(`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning!);
  if (file.startsWith(join('src', 'pages'))) for (const [, key] of text.matchAll(HEAD)) named.add(key!);
  return keys.filter((key) => named.has(key) || composed.some((beginning) => key.startsWith(beginning)));
}

test('a page loads the words that it says', () => {
  const sources = new Map(
    globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).map((file) => [
      file,
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ]),
  );
  const reached = (first: string, seen = new Set<string>()): Set<string> => {
    const text = sources.get(first);
    if (text === undefined || seen.has(first) || first.startsWith(TEXTS)) return seen;
    seen.add(first);
    // Another page, or a dialog that comes when it is opened, brings its own.
    if (first === ROUTES || LATER.test(text)) return seen;
    for (const [, to] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) reached(join(dirname(first), to!), seen);
    return seen;
  };
  /** Words of each file, read once: most pages reach the same files. */
  const saidIn = new Map([...sources].map(([file, text]) => [file, saidBy(text, file)]));
  const said = (files: Iterable<string>): WordKey[] => [...new Set([...files].flatMap((file) => saidIn.get(file)!))];
  const inAreas = (names: readonly string[]): Set<string> =>
    new Set(
      all.filter(({ area }) => area === 'everywhere' || names.includes(area)).flatMap((one) => Object.keys(one.es)),
    );
  const missing = (files: Iterable<string>, names: readonly string[]): string[] => {
    const loaded = inAreas(names);
    return said(files).filter((key) => !loaded.has(key));
  };

  assert.deepEqual(missing(reached(join('src', 'app.tsx')), []), [], 'around every page');
  const dialogs = [...sources].filter(([file, text]) => file !== ROUTES && LATER.test(text));
  assert.ok(dialogs.length > 0);
  for (const [file, text] of dialogs) {
    const [, dialog, names] = LATER.exec(text)!;
    assert.deepEqual(missing(reached(join(dirname(file), dialog!)), areasIn(names!)), [], file);
  }
  const pages = [...sources.get(ROUTES)!.matchAll(/page\(\[([^\]]*)\],[^']*'\.\/(pages\/[^']+)'/g)];
  assert.ok(pages.length > 10);
  for (const [, names, file] of pages) {
    assert.deepEqual(missing(reached(join('src', file!)), areasIn(names!)), [], file!);
  }
});

test('a text with values, and with one or many', () => {
  const t = wordsIn('es');
  assert.equal(t('pager.shown', { from: 1, to: 8, total: 20 }), '1–8 de 20');
  assert.equal(t('reorder.days', { n: 1 }), '1 día');
  assert.equal(t('reorder.days', { n: 2 }), '2 días');
});

test('an hour, an item and a document that is the only one are said in the singular', () => {
  const t = wordsIn('es');
  assert.equal(t('counter.tillOpen', { n: 1, time: '1:05' }), 'Caja abierta desde la 1:05');
  assert.equal(t('counter.tillOpen', { n: 12, time: '12:05' }), 'Caja abierta desde las 12:05');
  assert.equal(t('pacHealth.down', { n: 1, since: '1:05' }), 'El PAC no responde desde la 1:05');
  assert.match(t('today.hours', { n: 1, total: 'B/. 5.00' }), /la 1:00, con B\/\. 5\.00$/);
  assert.match(t('counter.idle', { n: 1, time: '' }), /1 artículo guardado/);
  assert.match(t('counter.idleOffline', { n: 1, time: '' }), /1 artículo;/);
  assert.doesNotMatch(t('contingency.endAbout', { n: 1 }), /documentos/);
  assert.doesNotMatch(t('contingency.waiting', { n: 1, total: 1 }), /1 documentos/);
});

/** Enumerations whose values stand in records, and so in the log. */
const KEPT = ['Role', 'PaymentMethod', 'TillEntryKind', 'StockCountStatus', 'TransferStatus', 'NoticeState'];

const schema = readFileSync(join(import.meta.dirname, '../schema.graphql'), 'utf8').replaceAll(/"""[^]*?"""/g, '');

test('the log has a word for each mutation', () => {
  const [, body] = /^type Mutation \{([^]*?)^\}/m.exec(schema)!;
  // Two of one name are one act: `voidInvoice` and `void_invoice`.
  const names = [...body!.matchAll(/^  ([a-zA-Z]+)[(:]/gm)].map(([, name]) => name!);
  assert.ok(names.includes('voidInvoice'));
  const silent = names.filter((name) => !(`operation.${name}` in es));
  assert.equal(silent.join(' '), '', 'web/src/texts/{en,es}/acts.ts: operation.NAME');
});

test('the log has a word for each value that a record keeps', () => {
  for (const name of KEPT) {
    const [, body] = new RegExp(`^enum ${name} \\{([^}]*)\\}`, 'm').exec(schema)!;
    for (const [value] of body!.matchAll(/\w+/g))
      assert.ok(
        ['value', 'method', 'event'].some((kind) => es[`${kind}.${value}` as WordKey]),
        `${name}: ${value}`,
      );
  }
});
