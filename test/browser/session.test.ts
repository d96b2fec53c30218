// Signing in and out: by an identity provider on another site, for two companies in two tabs, and what ends it; no token is ever in the page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createToken } from '../../src/access/index.ts';
import { buildDashboardIfStale } from '../../web/build.ts';
import { newItem } from '../support/business.ts';
import { DASHBOARD_CLIENT, newKey, startIdentityProvider } from '../support/identity-provider.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { createWorld, JWT_SECRET, type TestTenant, type World } from '../support/world.ts';
import { accessibilityProblems, newContext, noBrowser, openBrowser } from './support/browser.ts';
import { heading } from './support/dashboard.ts';

const HOUR_MS = 3_600_000;
/** Slightly longer than a process holds a session. */
const HELD_MS = 6_000;

describe('a session of the dashboard', { skip: noBrowser }, () => {
  let browser: Browser;
  let provider: IdentityProvider;
  let here: World;
  let one: TestTenant;
  let two: TestTenant;
  let context: BrowserContext;

  before(async () => {
    await buildDashboardIfStale();
    browser = await openBrowser();
    // A host of its own: to a browser another site.
    provider = await startIdentityProvider([await newKey('one')], 'localhost');
    here = await createWorld({
      works: false,
      env: {
        AUTH_OIDC_ISSUER: provider.issuer,
        AUTH_OIDC_CLIENT_ID: DASHBOARD_CLIENT.client_id,
        AUTH_OIDC_CLIENT_SECRET: DASHBOARD_CLIENT.client_secret,
      },
    });
    [one, two] = [await here.tenant({ name: 'Ferretería Uno' }), await here.tenant({ name: 'Bodega Dos' })];
    for (const shop of [one, two]) await newItem(shop, { sku: `TORNILLO ${shop.tenant.name}` });
    provider.servePeople(here.url, {
      ana: { tenant_id: { [one.tenant.id]: ['admin'], [two.tenant.id]: ['operator'] } },
      dario: { tenant_id: [], roles: [] },
    });
  });
  after(async () => {
    await browser?.close();
    await provider?.close();
  });

  async function visit(act: (page: Page) => Promise<void>): Promise<void> {
    context = await newContext(browser, { viewport: { width: 1440, height: 900 } });
    try {
      await act(await context.newPage());
    } finally {
      await context.close();
      here.clock.offsetMs = 0;
    }
  }

  async function signIn(page: Page, path = '/items', name = 'ana'): Promise<void> {
    await page.goto(here.url + path);
    await enter(page, name);
  }

  async function enter(page: Page, name = 'ana'): Promise<void> {
    await page.getByRole('link', { name: 'Entrar con su cuenta' }).click();
    // Its own session lets a person through without asking again.
    await page.waitForURL((url) => url.pathname.startsWith('/interaction/') || url.origin === here.url);
    if (page.url().startsWith(here.url)) return;
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  const token = (of: TestTenant, expiresIn = '1d') =>
    createToken(here.app, of.tenant, JWT_SECRET, { userName: 'beto', role: 'admin', expiresIn, now: here.clock.now() });
  const company = (page: Page) => page.getByRole('combobox', { name: 'Empresa' });
  const item = (page: Page, shop: TestTenant) => page.getByText(`TORNILLO ${shop.tenant.name}`).first();

  /** All that a script of the page could carry off. */
  const readable = (page: Page): Promise<string> =>
    page.evaluate(() =>
      JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]),
    );

  test('is opened by the identity provider, leads back to the page, and leaves no token with the browser', async () => {
    await visit(async (page) => {
      await page.goto(`${here.url}/items?q=tornillo`);
      await page.getByRole('link', { name: 'Entrar con su cuenta' }).waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      await enter(page);
      await item(page, one).waitFor();
      assert.equal(page.url(), `${here.url}/items?q=tornillo`);
      const seen = await readable(page);
      assert.doesNotMatch(seen, /eyJ|token|folio-[\da-f]{8}/);
      for (const { name, httpOnly, sameSite } of await context.cookies(here.url)) {
        assert.deepEqual([name.slice(0, 6), httpOnly, sameSite], ['folio-', true, 'Strict']);
      }
    });
  });

  test('an answer from before the sign-in does not end the session that came after it', async () => {
    await visit(async (page) => {
      const signedIn = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<{ companies: unknown[] }>();
      let isFirst = true;
      await page.route('**/session', async (route) => {
        if (!isFirst) return route.fallback();
        isFirst = false;
        const response = await route.fetch();
        await signedIn.promise;
        await route.fulfill({ response });
        answered.resolve((await response.json()) as { companies: unknown[] });
      });
      await page.goto(`${here.url}/items#token=${(await token(one)).token}`);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await item(page, one).waitFor();
      signedIn.resolve();
      assert.deepEqual((await answered.promise).companies, []);
      await page.getByRole('searchbox').fill('tornillo');
      await page.waitForURL(/\?q=tornillo$/);
      assert.equal(await item(page, one).count(), 1);
    });
  });

  test('says what to do where the provider knows no company', async () => {
    await visit(async (page) => {
      await signIn(page, '/items', 'dario');
      await page.getByText('Su cuenta no tiene ninguna empresa en Folio.').waitFor();
      assert.equal(page.url(), `${here.url}/items`);
    });
  });

  test('two tabs work for two companies at once, and a new one where the last was chosen', async () => {
    await visit(async (page) => {
      await signIn(page);
      await item(page, one).waitFor();
      const other = await context.newPage();
      await other.goto(`${here.url}/items`);
      await item(other, one).waitFor();
      await company(other).selectOption({ label: 'Bodega Dos' });
      await item(other, two).waitFor();
      assert.equal(await item(other, one).count(), 0);
      for (const [tab, shop] of [
        [page, one],
        [other, two],
      ] as const) {
        await tab.reload();
        await item(tab, shop).waitFor();
      }
      const third = await context.newPage();
      await third.goto(`${here.url}/items`);
      await item(third, two).waitFor();
    });
  });

  test('another company is not chosen over a sale that waits; it is sent for its own company, and for no other', async () => {
    await newItem(one, { sku: 'CLAVO-01', stock: '9', price: '5' });
    const invoices = async (of: TestTenant): Promise<number> =>
      (await of.get('{ invoices { totalCount } }')).invoices.totalCount;
    await visit(async (page) => {
      await signIn(page, '/counter');
      await page.getByText(/Listo para vender/).waitFor();
      await context.route('**/graphql', (route) =>
        route.request().postData()?.includes('mutation CreateOrder') === true ? route.abort() : route.continue(),
      );
      await page.keyboard.type('CLAVO-01');
      await page.keyboard.press('Enter');
      await page.locator('.typed-lines li').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('20');
      await page.keyboard.press('Enter');
      await page.getByTitle('1 venta por enviar', { exact: true }).waitFor();
      const asked = page.getByRole('dialog', { name: 'Hay ventas sin facturar en este equipo' });
      await company(page).selectOption({ label: 'Bodega Dos' });
      await asked.getByText(/1 venta por enviar · B\/\.\s5\.35/).waitFor();
      await asked.getByText('Ferretería Uno').waitFor();
      await asked.getByRole('button', { name: 'Cancelar' }).click();
      await asked.waitFor({ state: 'detached' });
      assert.equal(await company(page).inputValue(), one.tenant.id);
      await company(page).selectOption({ label: 'Bodega Dos' });
      await asked.getByRole('button', { name: 'Salir y dejarlas aquí' }).click();
      await page.waitForFunction(
        (id) => document.querySelector<HTMLSelectElement>('.who select')?.value === id,
        two.tenant.id,
      );
      await context.unroute('**/graphql');
      await page.getByText(/Listo para vender/).waitFor();
      assert.equal(await page.locator('[title$="por enviar"]').count(), 0);
      assert.deepEqual([await invoices(one), await invoices(two)], [0, 0]);
      await company(page).selectOption({ label: 'Ferretería Uno' });
      // The page is left meanwhile, so that nothing in it is waited for.
      while ((await invoices(one)) === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      await page.waitForFunction(() => document.querySelector('[title$="por enviar"]') === null);
      assert.deepEqual([await invoices(one), await invoices(two)], [1, 0]);
    });
  });

  test('signing out ends it in every tab and at the service', async () => {
    await visit(async (page) => {
      await signIn(page);
      await item(page, one).waitFor();
      const other = await context.newPage();
      await other.goto(`${here.url}/items`);
      await item(other, one).waitFor();
      const cookies = await context.cookies(here.url);
      await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
      for (const tab of [page, other]) await tab.getByRole('link', { name: 'Entrar con su cuenta' }).waitFor();
      assert.deepEqual(await context.cookies(here.url), []);
      await context.addCookies(cookies);
      here.clock.offsetMs += HELD_MS;
      const answer = await page.evaluate(async () => (await fetch('/session')).json() as Promise<{ companies: [] }>);
      assert.deepEqual(answer.companies, []);
    });
  });

  test('one that has ended is opened again on the same page, with what was typed', async () => {
    await visit(async (page) => {
      await signIn(page, '/purchasing');
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await page.getByRole('button', { name: 'Nuevo artículo' }).click();
      await page.getByRole('textbox', { name: 'SKU', exact: true }).fill('TOR-99');
      here.clock.offsetMs += 13 * HOUR_MS;
      await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
      await page.getByRole('searchbox').fill('tornillo');
      await page.getByText('Su sesión terminó.').waitFor();
      const left = page.url();
      assert.match(left, /\?q=tornillo$/);
      await enter(page);
      await item(page, one).waitFor();
      assert.equal(page.url(), left);
      await page.getByRole('button', { name: 'Nuevo artículo' }).click();
      assert.equal(await page.getByRole('textbox', { name: 'SKU', exact: true }).inputValue(), 'TOR-99');
    });
  });

  test('a revoked token ends what it opened, and the other company goes on', async () => {
    await visit(async (page) => {
      await signIn(page);
      await item(page, one).waitFor();
      const { id, token: given } = await token(two);
      await page.evaluate((hash) => (window.location.hash = hash), `#token=${given}`);
      await page.getByText('beto').waitFor();
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await item(page, two).waitFor();
      await two.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id });
      here.clock.offsetMs += HELD_MS;
      await page.getByRole('searchbox').fill('tornillo');
      await page.getByText('Su sesión terminó.').waitFor();
      await page.getByRole('button', { name: 'Seguir en Ferretería Uno' }).click();
      await item(page, one).waitFor();
    });
  });

  test('its end is told before it comes; a token of 1.8.0 is exchanged once and removed', async () => {
    await visit(async (page) => {
      const { token: given } = await token(one, '5m');
      await page.goto(`${here.url}/items`);
      await page.evaluate((kept) => localStorage.setItem('folio.token', kept), given);
      await page.reload();
      await item(page, one).waitFor();
      await page
        .getByRole('status')
        .getByText(/^Su sesión termina dentro de \d minutos/)
        .waitFor();
      await page.getByRole('link', { name: 'Entrar de nuevo ahora' }).waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      assert.doesNotMatch(await readable(page), /eyJ|folio\.token/);
      await company(page).selectOption({ label: 'Entrar a otra empresa…' });
      await page.getByText('Entrar con un token').click();
      await page.getByLabel('Token de acceso').fill((await token(two)).token);
      await page.locator('details').getByRole('button', { name: 'Entrar', exact: true }).click();
      await item(page, two).waitFor();
      await heading(page).getByText('Artículos').waitFor();
    });
  });
});
