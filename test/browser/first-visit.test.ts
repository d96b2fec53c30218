// Coming in: the printed link, the pasted token, how light and how quick it is, in which language and in which light, and without a network.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { browserPath, callsDuring, noBrowser, openBrowser, visit } from './support/browser.ts';
import { chip, dashboard, heading, issuedInvoice } from './support/dashboard.ts';
import { assertEach } from '../support/assert-each.ts';

const FIRST_LOAD_BYTES = 150_000;
const FIRST_LIST_BYTES = 90_000;
/** Until the first list is there: a quarter more than the most that was measured. */
const FIRST_LIST_CALLS = 212_000;
const FIRST_LIST_LAYOUTS = 9;
const FIRST_LIST_REQUESTS = 33;

/** Cards of work for a person, or the word that there is none. */
const shown = (page: Page): Promise<void> => page.getByRole('region', { name: 'Requiere su atención' }).waitFor();

/** Requests that may have ended before the list is asked for: the page, and who is here, which no list waits for. */
const BEFORE_LIST = ['/items', '/session', 'Session'];

/** Requests that had ended before the list was asked for, files of the app aside. */
function before(list: Request, asked: readonly Request[]): string[] {
  const { startTime: begun } = list.timing();
  const hadEnded = ({ startTime, responseEnd }: ReturnType<Request['timing']>): boolean =>
    responseEnd >= 0 && startTime + responseEnd <= begun;
  return asked
    .filter((request) => hadEnded(request.timing()) && !request.url().includes('/assets/'))
    .map((request) => operationOf(request) ?? new URL(request.url()).pathname);
}

const operationOf = (request: Request): string | undefined =>
  request.url().endsWith('/graphql') ? (request.postDataJSON() as { operationName: string }).operationName : undefined;

describe('the first visit', { skip: noBrowser }, () => {
  const it = dashboard(async () => ({}), true);

  test('the link signs in, leaves the address, and shows the day at once', async () => {
    await it.look('/', async ({ page, operations }) => {
      await heading(page).getByText('Hoy').waitFor();
      await shown(page);
      assert.equal(page.url(), `${it.service.url}/`);
      await page.locator('.who-name', { hasText: 'Comercial Istmo, S.A.' }).waitFor();
      // An event of the demo may have either asked again.
      assert.deepEqual(
        // Until the DGI has authorized an invoice of the demo, a company is in its first hour.
        [...new Set(operations)].filter((name) => name !== 'FirstHour').toSorted(),
        ['Session', 'Today'],
        'one for the view, one for who is here',
      );
      await page.reload();
      await shown(page);
    });
  });

  test('it is an app that a browser installs, with icons of their size, and a shortcut to the counter', async (t) => {
    // Installing an app is a matter of the whole browser.
    const whole = await openBrowser([], browserPath);
    t.after(() => whole.close());
    const { page } = await visit(whole, it.service.url);
    const session = await page.context().newCDPSession(page);
    const { data, errors } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test's window forgets all when it is closed; nothing else is against it.
    assertEach(installabilityErrors, ({ errorId }) => errorId, ['in-incognito']);
    const { name, icons, shortcuts } = JSON.parse(data!) as {
      name: string;
      icons: { src: string; sizes: string }[];
      shortcuts: { url: string }[];
    };
    assert.equal(name, 'Folio');
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (url) => {
        const bitmap = await createImageBitmap(await (await fetch(url)).blob());
        return `${bitmap.width}x${bitmap.height}`;
      }, src);
      assert.equal(size, sizes, src);
    }
    assertEach(shortcuts, ({ url }) => url, ['/counter']);
  });

  test('a link asks first, works once, and replaces no session in silence', async (t) => {
    const { page, close } = await visit(it.browser, it.service.printedLink);
    t.after(() => close());
    await page.getByText('Comercial Istmo, S.A.').waitFor();
    assert.equal(page.url(), `${it.service.url}/`);
    const whoIsHere = async (): Promise<string> => {
      const answer = await page.evaluate(async () => (await fetch('/session')).json() as Promise<unknown>);
      return JSON.stringify(
        (answer as { companies: { userName: string }[] }).companies.map(({ userName }) => userName),
      );
    };
    assert.equal(await whoIsHere(), '[]');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await shown(page);
    const theirs = await it.service.token('viewer');
    for (const hash of [new URL(it.service.printedLink).hash, `#token=${theirs}`, '#token=aaa.bbb.ccc']) {
      await page.evaluate((to) => (window.location.hash = to), hash);
      await page.getByText(hash === `#token=${theirs}` ? 'viewer-user' : 'Este enlace ya se usó').waitFor();
      assert.equal(await whoIsHere(), '["demo"]');
      await page.getByRole('button', { name: 'No entrar' }).click();
      await shown(page);
    }
  });

  test('an address that leads nowhere is the missing page to a browser, and JSON to a program', async () => {
    await it.look('/items', async ({ page, errors }) => {
      const response = await page.goto(`${it.service.url}/zzz`);
      assert.equal(response?.status(), 404);
      await heading(page).getByText('Aquí no hay nada').waitFor();
      await page.goto(`${it.service.url}/invoices/00000000-0000-7000-8000-000000000000`);
      await page.getByRole('alert').getByRole('link', { name: 'Facturas' }).click();
      await page.getByRole('table').waitFor();
      errors.splice(0, Infinity, ...errors.filter((error) => !error.includes('404')));
    });
    const program = await fetch(`${it.service.url}/zzz`);
    assert.equal(program.status, 404);
    assert.match(
      await program.text(),
      /^\{"errors":\[\{"message":"Route not found","extensions":\{"code":"NOT_FOUND"\}\}\]/,
    );
  });

  test('a page that is not for cashiers says so to one, and leads to the counter', async () => {
    await it.look(
      '/invoices',
      async ({ page, errors }) => {
        await heading(page).getByText('Esta página no es para cajeros').waitFor();
        assert.equal(await page.getByRole('alert').count(), 0);
        await page.getByRole('main').getByRole('link', { name: 'Punto de venta' }).click();
        await page.getByText('Listo para vender').waitFor();
        // The page asked before it was known who is here.
        errors.splice(0, Infinity, ...errors.filter((error) => !error.includes('400')));
      },
      { token: await it.service.token('cashier') },
    );
  });

  test('on paper there is the page, whole and without the menu', async () => {
    await it.look(
      '/invoices',
      async ({ page }) => {
        await page.getByRole('table').waitFor();
        await page.emulateMedia({ media: 'print' });
        for (const what of ['.side', '.pager', '.button']) {
          assert.equal(await page.locator(what).first().isVisible(), false, what);
        }
        assert.equal(await page.getByRole('columnheader', { name: 'Saldo' }).isVisible(), true);
      },
      // As wide as a sheet of letter paper.
      { viewport: { width: 720, height: 960 } },
    );
  });

  test('what is loaded is small, compressed, cached for long, and may call no other host', async (t) => {
    const loaded = async (page: Page, most: number, last = ''): Promise<number> => {
      const all = await page.evaluate(() =>
        [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
          .map((entry) => entry as PerformanceResourceTiming)
          .filter(({ name }) => !name.endsWith('/graphql'))
          .map(({ name, transferSize, startTime }) => ({ name, transferSize, startTime })),
      );
      // The other pages follow three seconds after the first, on a slow machine before the chart is drawn.
      const begun = Math.min(
        ...all.filter(({ name }) => /\/items?-page-/.test(name)).map(({ startTime }) => startTime),
      );
      const isOfPage = (name: string): boolean => last !== '' && name.includes(last);
      const files = all.filter(({ name, startTime }) => startTime < begun + 2_900 || isOfPage(name));
      const bytes = files.reduce((sum, one) => sum + one.transferSize, 0);
      assert.ok(bytes > 20_000 && bytes < most, `${bytes} bytes: ${JSON.stringify(files)}`);
      return bytes;
    };
    await it.look('/items', async ({ page }) => {
      await page.getByRole('table').last().waitFor();
      const tools = await page.context().newCDPSession(page);
      await tools.send('Network.enable');
      await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await tools.send('Network.setBypassServiceWorker', { bypass: true });
      // Away from the rows, whose pages are fetched when they are pointed at.
      await page.mouse.move(0, 0);
      await page.reload();
      await page.getByRole('table').last().waitFor();
      t.diagnostic(`${await loaded(page, FIRST_LIST_BYTES)} bytes to the first list`);
    });
    // With the chart, which comes after everything else.
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByRole('slider', { name: /^Existencias/ }).waitFor();
      await loaded(page, FIRST_LOAD_BYTES, '/stock-chart-');
    });
    const html = await fetch(it.service.url);
    assert.match(html.headers.get('content-security-policy') ?? '', /default-src 'none'.*connect-src 'self'/);
    const script = /src="(\/assets\/index-[^"]+)"/.exec(await html.text())?.[1];
    const asset = await fetch(`${it.service.url}${script}`);
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
  });

  test('it is there, with its data, after little work', async (t) => {
    await it.look('/items', async ({ page }) => {
      await page.getByRole('table').last().waitFor();
      const tools = await page.context().newCDPSession(page);
      await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await tools.send('Performance.enable');
      // No timer that takes its time ends here: none stands between the page and its data.
      await page.addInitScript(() => {
        const atOnce = window.setTimeout;
        const setTimeout = (act: () => void, ms = 0): number => (ms > 0 ? 0 : atOnce(act));
        Object.assign(window, { setTimeout });
      });
      const asked: Request[] = [];
      const note = (request: Request): unknown => asked.push(request);
      page.on('request', note);
      const calls = await callsDuring(page, async () => {
        await page.reload();
        await page.locator('tbody tr').nth(24).waitFor();
      });
      page.off('request', note);
      // Since the page was opened.
      const { metrics } = await tools.send('Performance.getMetrics');
      const layouts = metrics.find(({ name }) => name === 'LayoutCount')!.value;
      const list = asked.find((request) => operationOf(request) === 'Items')!;
      await list.response();
      const told = `${calls} calls, ${layouts} layouts, ${asked.length} requests`;
      t.diagnostic(told);
      assert.ok(calls > 10_000 && calls < FIRST_LIST_CALLS, told);
      assert.ok(layouts < FIRST_LIST_LAYOUTS && asked.length < FIRST_LIST_REQUESTS, told);
      const needless = before(list, asked).filter((name) => !BEFORE_LIST.includes(name));
      assert.deepEqual(needless, [], 'the list waits for nothing that it does not need');
    });
  });

  test('a token that was pasted signs in; a wrong one is told so', async (t) => {
    const seen = await visit(it.browser, it.service.url);
    t.after(() => seen.close());
    const { page } = seen;
    await page.getByText('Entrar con un token').click();
    const token = page.getByLabel('Token de acceso');
    await token.fill('hola');
    await page.locator('details').getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Eso no parece un token').waitFor();
    await token.fill('aaa.bbb.ccc');
    await page.locator('details').getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('El servicio no aceptó ese token').waitFor();
    await token.fill(`Authorization: Bearer ${await it.service.token('viewer')}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page).getByText('Hoy').waitFor();
    await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
    await page.getByLabel('Contraseña', { exact: true }).waitFor();
  });

  test('the other language is a switch away, and stays', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByText('Cobertura').waitFor();
      await page.getByRole('button', { name: 'Probar con el último año' }).click();
      await page.getByLabel('Demanda', { exact: true }).fill('2');
      await page.getByRole('button', { name: 'Switch to English' }).click();
      await page.getByText('Coverage').waitFor();
      // The frame as well; and what was chosen on the page stays.
      await page.getByRole('navigation').getByRole('link', { name: 'Items', exact: true }).waitFor();
      assert.equal(await page.getByLabel('Demand', { exact: true }).inputValue(), '2');
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
      await page.reload();
      await page.getByText('Coverage').waitFor();
      await page.getByRole('button', { name: 'Cambiar a español' }).click();
      await page.getByText('Cobertura').waitFor();
    });
  });

  test('a page that is opened while the words of the other language are on their way is shown in it', async () => {
    await it.look('/items', async ({ page }) => {
      await page.getByRole('table').last().waitFor();
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const wanted = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        const response = await route.fetch();
        if ((await response.text()).includes('Cambiar a español')) {
          wanted.resolve();
          await promise;
        }
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Switch to English' }).click();
      await wanted.promise;
      await page.getByRole('link', { name: 'Clientes', exact: true }).click();
      await heading(page).getByText('Clientes').waitFor();
      release();
      await heading(page).getByText('Clients').waitFor();
    });
  });

  test('dark follows the system, and the switch outlasts a visit', async () => {
    const background = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await it.look(
      '/items',
      async ({ page }) => {
        await page.getByRole('table').last().waitFor();
        const dark = await background(page);
        await page.getByRole('button', { name: /^Apariencia/ }).click();
        assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
        assert.notEqual(await background(page), dark);
        await page.reload();
        assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
      },
      { colorScheme: 'dark' },
    );
  });

  test('an offline moment is told, keeps what was seen, and ends by itself', async (t) => {
    const id = await issuedInvoice(it, 'PROFORM');
    const seen = await visit(it.browser, it.service.link.replace('/#', `/invoices/${id}#`));
    t.after(() => seen.close());
    const { page } = seen;
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await heading(page).getByText(/^PRO-/).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
    await page.getByText('Sin conexión con Folio').waitFor();
    await page.getByText('No hay conexión con Folio').waitFor();
    await page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor();
    await page.goBack();
    await heading(page).getByText(/^PRO-/).waitFor();
    await page.goForward();
    await page.context().setOffline(false);
    await page.getByRole('table').last().waitFor();
    await page.getByText('Sin conexión con Folio').waitFor({ state: 'detached' });
  });

  test('what was done while offline is refused in words, stays typed, and goes through afterwards, once', async (t) => {
    const id = await issuedInvoice(it, 'PROFORM');
    const seen = await visit(it.browser, it.service.link.replace('/#', `/invoices/${id}#`));
    t.after(() => seen.close());
    const { page } = seen;
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('button', { name: 'Registrar pago' }).click();
    const dialog = page.getByRole('dialog');
    await page.context().setOffline(true);
    await dialog.getByLabel('Monto en B/.').fill('1.00');
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await dialog.getByRole('alert').getByText('No llegó respuesta de Folio').waitFor();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await dialog.waitFor({ state: 'detached' });
    await chip(page, 'Abonada').waitFor();
    const invoice = await it.service.call<{ paid: string }>('invoice { paid }', { id });
    assert.equal(invoice.paid, '1');
  });
});
