// Several tabs and several companies in one browser: what was begun for one company ends for it, and a basket that two tabs have is one sale.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { createToken } from '../../src/access/index.ts';
import { buildDashboardIfStale } from '../../web/build.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { createWorld, eventually, JWT_SECRET, type TestTenant, type World } from '../support/world.ts';
import { newContext, noBrowser, openBrowser } from './support/browser.ts';
import { busyDisk, held } from './support/dashboard.ts';

describe('tabs and companies of one browser', { skip: noBrowser }, () => {
  let browser: Browser;
  let here: World;
  let one: TestTenant;
  let two: TestTenant;
  /** An item of the first company. */
  let nails: string;

  before(async () => {
    await buildDashboardIfStale();
    browser = await openBrowser();
    here = await createWorld({ works: false });
  });
  after(async () => browser?.close());

  /** Signed in to the first of two companies. */
  async function visit(path: string, act: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    [one, two] = [await here.tenant({ name: 'Ferretería Uno' }), await here.tenant({ name: 'Depósito Dos' })];
    const sold = { sku: 'CLAVO-01', stock: '9', price: '5' };
    [nails] = [await newItem(one, sold), await newItem(two, sold)];
    await newItem(one, { sku: 'TUERCA-01', stock: '9', price: '3' });
    const context = await newContext(browser);
    try {
      const page = await context.newPage();
      await page.goto(here.url + path);
      await enter(page, one);
      await act(page, context);
    } finally {
      await context.close();
    }
  }

  /** By a link, in the tab as it is. */
  async function enter(page: Page, shop: TestTenant): Promise<void> {
    const given = { userName: 'ana', role: 'admin', expiresIn: '1d', now: here.clock.now() } as const;
    const { token } = await createToken(here.app, shop.tenant, JWT_SECRET, given);
    await page.evaluate((hash) => (window.location.hash = hash), `#token=${token}`);
    await page.getByText(shop.tenant.name).waitFor();
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.waitForFunction(
      (id) => document.querySelector<HTMLSelectElement>('.who select')?.value === id,
      shop.tenant.id,
    );
  }

  const ready = (page: Page): Promise<void> => page.getByText(/Listo para vender/).waitFor();
  async function scan(page: Page, ...codes: string[]): Promise<void> {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  }
  const lineCount = (page: Page, n: number): Promise<unknown> =>
    page.waitForFunction((count) => document.querySelectorAll('.typed-lines li').length === count, n);
  async function charge(page: Page): Promise<void> {
    await page.keyboard.press('F9');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
  }
  async function pay(page: Page): Promise<void> {
    await charge(page);
    await page.locator('.counter-done').waitFor();
  }
  /** A tab that is made from another one begins with its basket; it has a second line of its own afterwards. */
  async function withSameBasket(page: Page, context: BrowserContext): Promise<Page> {
    await ready(page);
    await scan(page, 'CLAVO-01');
    await lineCount(page, 1);
    const opened = context.waitForEvent('page');
    await page.evaluate(() => void window.open('/counter'));
    const other = await opened;
    await ready(other);
    await lineCount(other, 1);
    await scan(other, 'TUERCA-01');
    await lineCount(other, 2);
    return other;
  }
  const invoices = async (of: TestTenant): Promise<string[]> =>
    (await of.get('{ invoices { records { total } } }')).invoices.records.map(({ total }: { total: string }) => total);
  const named = (request: Request, operation: string): boolean =>
    request.postData()?.includes(`mutation ${operation}`) === true;

  test('a sale that is on its way as the tab enters another company is filed for its own', async () => {
    await visit('/counter', async (page) => {
      await ready(page);
      const release = await held(page, 'CreateOrder');
      await scan(page, 'CLAVO-01');
      await lineCount(page, 1);
      const leaves = page.waitForRequest((request) => named(request, 'CreateOrder'));
      await pay(page);
      await leaves;
      await enter(page, two);
      const filed = page.waitForRequest((request) => named(request, 'GenerateInvoice'));
      release();
      assert.equal((await filed).headers()['folio-tenant'], one.tenant.id);
      await eventually(() => invoices(one), ['5.35']);
      assert.deepEqual(await invoices(two), []);
    });
  });

  test('what is done with many as the tab enters another company is done in its own, and waits in no other', async () => {
    await visit('/orders', async (page) => {
      const clientId = await newClient(one);
      for (const quantity of ['1', '2']) await newOrder(one, clientId, [{ itemId: nails, quantity }]);
      await page.reload();
      await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
      await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Facturar' }).click();
      const release = await held(page, 'GenerateInvoice');
      const leaves = page.waitForRequest((request) => named(request, 'GenerateInvoice'));
      await page.getByRole('dialog').getByRole('button', { name: 'Comenzar' }).click();
      await leaves;
      await enter(page, two);
      release();
      await eventually(async () => (await invoices(one)).toSorted(), ['10.7', '5.35']);
      assert.deepEqual(await invoices(two), []);
      const kept = await page.evaluate(() => Object.keys(sessionStorage));
      assert.deepEqual(
        kept.filter((key) => key.includes(two.tenant.id)),
        [],
      );
    });
  });

  test('what is typed in another company stays when the form of the same name is done in the one before', async () => {
    await visit('/items', async (page) => {
      const sku = page.getByRole('textbox', { name: 'SKU', exact: true });
      const begin = async (code: string): Promise<void> => {
        await page.getByRole('button', { name: 'Nuevo artículo' }).click();
        await sku.fill(code);
      };
      await begin('PALA-01');
      await page.getByRole('dialog').getByLabel('Nombre').fill('Pala');
      await page.getByRole('dialog').getByLabel('Precio').fill('4.95');
      const release = await held(page, 'CreateItem');
      const leaves = page.waitForRequest((request) => named(request, 'CreateItem'));
      await page.getByRole('dialog').getByRole('button', { name: 'Crear artículo' }).click();
      await leaves;
      await enter(page, two);
      await begin('PALA-02');
      release();
      await page.waitForFunction(
        (beginning) => !Object.keys(sessionStorage).some((key) => key.startsWith(beginning)),
        `folio.draft.${one.tenant.id}.ana.item.`,
      );
      await page.reload();
      await page.getByRole('button', { name: 'Nuevo artículo' }).click();
      assert.equal(await sku.inputValue(), 'PALA-02');
    });
  });

  test('a note that is on its way as the tab enters another company leaves the form of the same name there, and is told in its own', async () => {
    await visit('/generic-credits', async (page) => {
      for (const shop of [one, two]) await newClient(shop, 'Obras Norte');
      const dialog = page.getByRole('dialog');
      const number = dialog.getByLabel('Número de la factura');
      const begin = async (typed: string): Promise<void> => {
        await page.getByRole('button', { name: 'Nota de crédito genérica' }).click();
        await dialog.getByRole('combobox').fill('Obras');
        await dialog.getByRole('option', { name: /^Obras Norte/ }).click();
        await number.fill(typed);
      };
      await begin('4711');
      await dialog.getByLabel('Fecha de la factura').fill('2025-12-29');
      await dialog.getByLabel('Concepto').fill('Flete');
      await dialog.getByLabel('Importe sin ITBMS').fill('10');
      await dialog.getByLabel('Motivo').fill('Factura de papel');
      const release = await held(page, 'CreateGenericCredit');
      const leaves = page.waitForRequest((request) => named(request, 'CreateGenericCredit'));
      await dialog.getByRole('button', { name: 'Emitir nota' }).click();
      await leaves;
      await enter(page, two);
      await begin('4712');
      release();
      await page.waitForFunction(
        (beginning) => !Object.keys(sessionStorage).some((key) => key.startsWith(beginning)),
        `folio.draft.${one.tenant.id}.ana.genericCredit.`,
      );
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
      assert.equal(await page.locator('.held-bar').count(), 0);
      await page.reload();
      await page.getByRole('button', { name: 'Nota de crédito genérica' }).click();
      assert.equal(await number.inputValue(), '4712');
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
      const isTold = page.locator('.held-bar.is-check', { hasText: 'Obras Norte' }).waitFor();
      await enter(page, one);
      await isTold;
      const { genericCredits } = await one.get('{ genericCredits { records { total } } }');
      assert.deepEqual(genericCredits.records, [{ total: '10.7' }]);
    });
  });

  test('a basket that two tabs have is sold once; what one of them adds is another sale', async () => {
    await visit('/counter', async (page, context) => {
      const other = await withSameBasket(page, context);
      // Nothing leaves, so that both wait here.
      await context.route('**/graphql', (route) =>
        named(route.request(), 'CreateOrder') ? route.abort() : route.continue(),
      );
      await page.bringToFront();
      await pay(page);
      await other.bringToFront();
      await lineCount(other, 1);
      await other.locator('main').getByText('TUERCA-01').first().waitFor();
      await pay(other);
      await other.getByTitle('2 ventas por enviar', { exact: true }).waitFor();
      await context.unroute('**/graphql');
      await eventually(async () => (await invoices(one)).toSorted(), ['3.21', '5.35']);
    });
  });

  test('a basket that two tabs pay before one hears of the other is sold once; what one of them adds is another sale', async () => {
    await visit('/counter', async (page, context) => {
      const other = await withSameBasket(page, context);
      const end = await busyDisk(page);
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await charge(tab);
        // Its sale is to be written, and waits for the disk.
        await tab.getByRole('dialog').locator('[aria-busy="true"]').waitFor();
      }
      await end();
      await page.locator('.counter-done').waitFor();
      await lineCount(other, 1);
      await other.locator('main').getByText('TUERCA-01').first().waitFor();
      await pay(other);
      await eventually(async () => (await invoices(one)).toSorted(), ['3.21', '5.35']);
    });
  });

  test('the location and the till that a device sells from are those of the company', async () => {
    await visit('/counter', async (page) => {
      const { createLocation } = await one.get('mutation { createLocation(name: "Patio", code: "P") { id } }');
      await page.reload();
      await ready(page);
      const place = page.getByRole('combobox', { name: 'Sale de' });
      await place.selectOption({ label: 'Patio' });
      await enter(page, two);
      await ready(page);
      await scan(page, 'CLAVO-01');
      await lineCount(page, 1);
      await pay(page);
      await eventually(() => invoices(two), ['5.35']);
      await enter(page, one);
      await ready(page);
      assert.equal(await place.inputValue(), createLocation.id);
    });
  });
});
