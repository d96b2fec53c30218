// The site of the documentation: every link of it leads somewhere, it loads from no other host, and the service shows it without a token.
import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { SITE } from '../site/build.ts';
import { linkFrom, readPages } from '../site/pages.ts';
import { EVENT_TYPES } from '../src/events/index.ts';
import { docsRoutes } from '../src/wiring/docs-site.ts';
import { assertEach } from './support/assert-each.ts';

describe('the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-docs-'));
  const html = new Map<string, string>();
  let server: FastifyInstance;
  before(async () => {
    await SITE.build(folder);
    for (const file of globSync('**/*.html', { cwd: folder })) html.set(file, readFileSync(join(folder, file), 'utf8'));
    server = fastify();
    await docsRoutes(server, folder);
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const attributes = (text: string, name: string): string[] =>
    [...text.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!.replaceAll('&amp;', '&'));

  /** Looked for once in each page: hundreds of links lead to the reference, which is long. */
  const ids = new Map<string, string[]>();
  const idsOf = (file: string): string[] => {
    const known = ids.get(file) ?? attributes(html.get(file) ?? '', 'id');
    ids.set(file, known);
    return known;
  };

  test('has a page for each page of the documentation, and every link of it leads to what is there', () => {
    const sources = readPages().map(({ source }) => source);
    for (const source of globSync('docs/**/*.md')) assert.ok(sources.includes(source), source);
    assert.ok(html.size > 40);
    const lost: string[] = [];
    for (const [file, text] of html) {
      for (const target of [...attributes(text, 'href'), ...attributes(text, 'src')]) {
        if (/^(https?|mailto|data):/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const local = path.startsWith('/docs/') ? path.slice('/docs/'.length) : posix.join(posix.dirname(file), path);
        const to = path === '' ? file : local;
        const isThere = existsSync(join(folder, to));
        if (!isThere || (anchor !== undefined && !idsOf(to).includes(decodeURIComponent(anchor))))
          lost.push(`${file}: ${target}`);
      }
    }
    assert.deepEqual(lost, []);
  });

  test('a link that leads nowhere is left as it is, so that the test above finds it', () => {
    const pages = readPages();
    const page = pages.find(({ source }) => source === 'docs/operations.md')!;
    assert.deepEqual(linkFrom(page, 'no-such.md', pages), { href: 'no-such.md' });
    assert.deepEqual(linkFrom(page, '../README.md#in-production', pages), { href: 'index.html#in-production' });
    assert.deepEqual(linkFrom(page, '../deploy', pages), { href: undefined });
    assert.equal(linkFrom(page, '../schema.graphql', pages).href, 'files/schema.graphql');
  });

  test('loads from no other host, and has nothing that the policy for pages forbids', () => {
    for (const [file, text] of html) {
      assert.doesNotMatch(text, /<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\//, file);
      assert.doesNotMatch(text, /<style|<script(?![^>]* src=)|<[^>]+ style=|<[^>]+ on\w+=/, file);
    }
  });

  const linksIn = (text: string): string[] =>
    [...text.replaceAll(/^```[^]*?^```$|`[^`]*`/gm, '').matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!);

  test('has each page as Markdown beside it: the text of the source, whose links lead to Markdown and files that are there', () => {
    const lost: string[] = [];
    for (const { source, file, markdown } of readPages()) {
      const beside = file.replace(/html$/, 'md');
      const text = readFileSync(join(folder, beside), 'utf8');
      const words = (one: string): string => one.replaceAll(/\]\([^()\s]+\)/g, '').replaceAll('[', '');
      assert.equal(words(text), words(markdown), source);
      // Links that lead to the same from there leave the bytes of the file.
      const isWritten = existsSync(source) && !readFileSync(source, 'utf8').includes('<!-- catalogue');
      if (isWritten && linksIn(markdown).every((target) => linksIn(text).includes(target)))
        assert.equal(text, readFileSync(source, 'utf8'), source);
      for (const target of linksIn(text)) {
        if (/^(https?|mailto):|^\//.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const to = path === '' ? beside : posix.join(posix.dirname(beside), path);
        if (!existsSync(join(folder, to)) || /html$/.test(path)) lost.push(`${beside}: ${target}`);
        const page = to.replace(/md$/, 'html');
        if (anchor !== undefined && html.has(page) && !idsOf(page).includes(decodeURIComponent(anchor)))
          lost.push(`${beside}: ${target}`);
      }
      assert.ok(attributes(html.get(file)!, 'href').includes(posix.basename(beside)) || file.includes('/'), file);
    }
    assert.deepEqual(lost, []);
  });

  test('prints each type of event with its query and fields, in both languages', () => {
    for (const page of ['events.md', 'es/events.md']) {
      const text = readFileSync(join(folder, page), 'utf8');
      const rows = text.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_]+` \|/.test(line));
      const listed = rows.map((row) => [...row.matchAll(/`([\w.]+\??)`/g)].map(([, code]) => code!));
      assertEach(listed, ([type]) => type, Object.keys(EVENT_TYPES));
      for (const [at, [type, { readBy, fields }]] of Object.entries(EVENT_TYPES).entries()) {
        for (const query of readBy) assert.ok(listed[at]!.includes(query), type);
        for (const [name, of] of Object.entries(fields)) {
          assert.ok(listed[at]!.includes(of.endsWith('!') ? name : `${name}?`), `${type}: ${name}`);
        }
      }
    }
  });

  test('tells programs its pages in llms.txt, at its own address and at the root of the service', async () => {
    const [own, ofRoot] = [await server.inject('/docs/llms.txt'), await server.inject('/llms.txt')];
    for (const [answer, base] of [
      [own, '/docs/'],
      [ofRoot, '/'],
    ] as const) {
      assert.equal(answer.statusCode, 200);
      assert.match(answer.headers['content-type'] as string, /^text\/plain; charset=utf-8$/);
      assert.match(answer.body, /^# Folio\n\n> \w/);
      const told = linksIn(answer.body).map((target) => posix.join(base, target));
      assert.deepEqual(
        told.toSorted(),
        readPages()
          .map(({ file }) => `/docs/${file.replace(/html$/, 'md')}`)
          .toSorted(),
      );
      for (const page of told) {
        const there = await server.inject(page);
        assert.equal(there.statusCode, 200, page);
        assert.match(there.headers['content-type'] as string, /^text\/markdown; charset=utf-8$/, page);
        assert.deepEqual(there.rawPayload, readFileSync(join(folder, page.slice('/docs/'.length))), page);
      }
    }
    assert.ok(own.body.length < 16_000, `${own.body.length} characters`);
    const events = await server.inject('/v1/events.schema.json');
    assert.match(events.headers['content-type'] as string, /^application\/schema\+json/);
    assert.deepEqual(Object.keys(events.json().$defs), Object.keys(EVENT_TYPES));
  });

  test('is shown without a token, with the headers of a page; what is not there is a page that says so', async () => {
    const page = await server.inject('/docs/');
    assert.equal(page.statusCode, 200);
    assert.match(page.headers['content-type'] as string, /^text\/html/);
    assert.match(page.headers['content-security-policy'] as string, /default-src 'none'.*script-src 'self'/);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal((await server.inject('/docs')).headers.location, '/docs/');
    assert.equal((await server.inject('/docs/es/')).statusCode, html.has('es/index.html') ? 200 : 404);
    assert.match((await server.inject('/docs/files/schema.graphql')).headers['content-type'] as string, /^text\/plain/);
    for (const nowhere of [
      '/docs/no-such.html',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%00',
      '/docs/es',
      '/docs/index.html/x',
    ]) {
      const lost = await server.inject(nowhere);
      assert.equal(lost.statusCode, 404, nowhere);
      assert.doesNotMatch(lost.body, /"dependencies"/);
    }
    assert.match((await server.inject('/docs/no-such.html')).body, /<h1[^>]*>Not found/);
    const small = await server.inject({ url: '/docs/api.html', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(small.statusCode, 200);
  });
});

test('before it is built, the service says so', async () => {
  const server = fastify();
  await docsRoutes(server, join(tmpdir(), 'folio-no-docs'));
  const page = await server.inject('/docs/');
  assert.equal(page.statusCode, 503);
  assert.match(page.body, /not built here/);
  assert.equal((await server.inject('/llms.txt')).statusCode, 503);
  await server.close();
});
