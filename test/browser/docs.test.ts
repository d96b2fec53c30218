// The documentation in a browser: under the service's policy, on a wide screen and a phone, light and dark; searched there and from a disk.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fastify, type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { SITE } from '../../site/build.ts';
import { docsRoutes } from '../../src/wiring/docs-site.ts';
import { accessibilityProblems, noBrowser, openBrowser, visit } from './support/browser.ts';

const PHONE = { viewport: { width: 390, height: 800 } };

describe('the documentation', { skip: noBrowser }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-docs-'));
  let browser: Browser;
  let server: FastifyInstance;
  let url: string;
  before(async () => {
    await SITE.build(folder);
    server = fastify();
    await docsRoutes(server, folder);
    url = await server.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  for (const [path, options] of [
    ['', {}],
    ['operations.html', { colorScheme: 'dark' }],
    ['es/integrate.html', { ...PHONE, locale: 'es-PA' }],
    ['configuration.html', { ...PHONE, colorScheme: 'dark' }],
    ['no-such-page', {}],
  ] as const) {
    test(`/docs/${path} can be read by everyone ${JSON.stringify(options)}`, async () => {
      const { page, errors, strangers, close } = await visit(browser, `${url}/docs/${path}`, options);
      assert.deepEqual(await accessibilityProblems(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0);
      // A page that is not there is told as such, which the console notes.
      assert.deepEqual([errors.filter((one) => !one.includes('404')), strangers], [[], []]);
      await close();
    });
  }

  test('the search knows other forms of a word, and the words of the other language', async () => {
    const { page, errors, close } = await visit(browser, `${url}/docs/`);
    const asked: [words: string, leadsTo: RegExp][] = [
      ['retry webhook', /webhooks\.html#order-retries/],
      ['pagination cursor', /lists\.html#/],
      ['paginación', /lists\.html#/],
      ['reintentos webhooks', /es\/webhooks\.html#orden-reintentos/],
      ['códigos de error', /es\/errors\.html#/],
      ['reintentando', /es\/(errors\.html#reintentar|webhooks\.html#)/],
      ['first installation', /operations\.html#first-installation/],
      ['primeras instalaciones', /es\/operations\.html#primera-instalaci/],
      ['exportaciones', /es\/import-and-export\.html#exportar/],
      ['rotating secrets', /webhooks\.html#rotate-the-secret/],
      ['respaldos', /operations\.html#backup/],
      ['mutaciones', /es\/integrate\.html#/],
    ];
    const lost: string[] = [];
    for (const [words, leadsTo] of asked) {
      await page.locator('input[type=search]').fill(words);
      await page.waitForFunction((typed) => {
        const list = document.querySelector<HTMLElement>('#found')!;
        return !list.hidden && list.dataset['of'] === typed;
      }, words);
      const found = await page
        .locator('#found a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
      if (!found.slice(0, 5).some((href) => leadsTo.test(href))) lost.push(`${words}: ${found.join(' ')}`);
    }
    assert.deepEqual([lost, errors], [[], []]);
    await close();
  });

  for (const from of ['service', 'disk']) {
    test(`the search finds a section, without accents, from the ${from}`, async () => {
      const base = from === 'disk' ? pathToFileURL(`${folder}/`).href : `${url}/docs/`;
      const { page, errors, close } = await visit(browser, `${base}es/index.html`);
      await page.keyboard.press('/');
      await page.keyboard.type('produccion');
      await page.locator('#found a', { hasText: 'Antes de salir a producción' }).click();
      assert.match(page.url(), /es\/integrate\.html#antes-de-salir-a-producci/);
      assert.deepEqual(errors, []);
      await close();
    });
  }
});
