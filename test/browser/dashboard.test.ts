// The dashboard in a real browser, on the demo: look, understand, act.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, noBrowser, openBrowser, visit, type Visit } from './support/browser.ts';
import { startService, type Service } from './support/start-demo.ts';

const FIRST_LOAD_BYTES = 150_000;

let service: Service;
let browser: Browser;
let itemId: string;

/** Signed in as admin; whatever else happens, no other host is asked and no script fails. */
async function look(
  path: string,
  act: (visit: Visit) => Promise<void>,
  more: Parameters<typeof visit>[2] & { token?: string } = {},
) {
  const { token, ...context } = more;
  const link = token === undefined ? service.link : `${service.url}/#token=${token}`;
  const seen = await visit(browser, link.replace('/#', `${path}#`), context);
  try {
    await act(seen);
    assert.deepEqual(seen.strangers, [], 'requests to other hosts');
    assert.deepEqual(seen.errors, [], 'errors in the console');
  } finally {
    await seen.close();
  }
}

interface Records<T> {
  records: T[];
}

async function bestSeller(): Promise<string> {
  const { items } = await service.ask<{ items: Records<{ id: string }> }>(
    '{ items(search: "ARR-25") { records { id } } }',
  );
  return items.records[0]!.id;
}

async function openOrder(): Promise<string> {
  const { clients, items } = await service.ask<{
    clients: Records<{ id: string }>;
    items: Records<{ id: string; inventory: { available: string } }>;
  }>('{ clients(search: "Hotel") { records { id } } items(limit: 100) { records { id inventory { available } } } }');
  const item = items.records.find((one) => Number(one.inventory.available) > 20)!;
  const { createOrder } = await service.ask<{ createOrder: { id: string } }>(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
    { input: { clientId: clients.records[0]!.id, lines: [{ itemId: item.id, quantity: '2' }] } },
  );
  return createOrder.id;
}

async function issuedInvoice(mode = 'DGI'): Promise<string> {
  const { generateInvoice } = await service.ask<{ generateInvoice: { id: string } }>(
    'mutation ($orderId: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $orderId, mode: $mode) { id } }',
    { orderId: await openOrder(), mode },
  );
  return generateInvoice.id;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const chip = (page: Page, text: string) => page.locator('.page-head .chip', { hasText: text });

describe('the dashboard in a browser', { skip: noBrowser }, () => {
  before(async () => {
    [service, browser] = await Promise.all([startService(), openBrowser()]);
    itemId = await bestSeller();
  });

  after(async () => {
    await browser.close();
    await service.stop();
  });

  test('the first visit: the link signs in, leaves the address, and shows the items at once', async () => {
    await look('/', async ({ page, operations }) => {
      await heading(page).getByText('Artículos').waitFor();
      await page.getByRole('table').last().waitFor();
      assert.equal(page.url(), `${service.url}/`);
      await page.getByText('Comercial Istmo, S.A.').waitFor();
      assert.deepEqual(operations.toSorted(), ['Items', 'Session'], 'one request for the view, one for who is here');
      await page.reload();
      await page.getByRole('table').last().waitFor();
    });
  });

  test('the first load is small, compressed, kept for long, and may ask nobody else', async () => {
    await look('/', async ({ page }) => {
      await page.getByRole('table').last().waitFor();
      const loaded = await page.evaluate(() =>
        [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
          .map((entry) => entry as PerformanceResourceTiming)
          .filter(({ name }) => !name.endsWith('/graphql'))
          .map(({ name, transferSize }) => ({ name, transferSize })),
      );
      const bytes = loaded.reduce((sum, one) => sum + one.transferSize, 0);
      assert.ok(bytes > 20_000 && bytes < FIRST_LOAD_BYTES, `${bytes} bytes: ${JSON.stringify(loaded)}`);
    });
    const html = await fetch(service.url);
    assert.match(html.headers.get('content-security-policy') ?? '', /default-src 'none'.*connect-src 'self'/);
    const script = /src="(\/assets\/index-[^"]+)"/.exec(await html.text())?.[1];
    const asset = await fetch(`${service.url}${script}`);
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
  });

  test('a token that was pasted signs in; a wrong one is told so', async () => {
    const seen = await visit(browser, service.url);
    try {
      const { page } = seen;
      await page.getByLabel('Token de acceso').fill('hola');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByText('Eso no parece un token').waitFor();
      await page.getByLabel('Token de acceso').fill('aaa.bbb.ccc');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByText('El servicio no aceptó ese token').waitFor();
      await page.getByLabel('Token de acceso').fill(`Authorization: Bearer ${await service.token('viewer')}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await heading(page).getByText('Artículos').waitFor();
      await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
      await page.getByLabel('Token de acceso').waitFor();
    } finally {
      await seen.close();
    }
  });

  test('what runs out first is on top, and can be ordered from there', async () => {
    await look('/', async ({ page }) => {
      const urgent = page.getByRole('region', { name: /^Se acaban? primero/ });
      await urgent.waitFor();
      const days = await urgent.locator('.coverage .strong').allTextContents();
      assert.ok(days.length > 1, 'the demo has items to order');
      const name = await urgent.getByRole('row').nth(1).locator('.row-link').textContent();
      await urgent.getByRole('link', { name: `Pedir ${name}` }).click();
      await page.locator('.typed-lines', { hasText: name! }).waitFor();
    });
  });

  test('items are found by what is typed, and the address keeps it', async () => {
    await look('/items', async ({ page }) => {
      await page.getByRole('searchbox').fill('arroz');
      await page.waitForURL(/q=arroz/);
      await page.getByText('Aceite vegetal').waitFor({ state: 'detached' });
      await page.getByRole('region', { name: /^Se acaban? primero/ }).waitFor({ state: 'detached' });
      await page.getByText('Arroz de primera, saco de 25 lb').waitFor();
      await page.getByRole('searchbox').fill('no hay tal cosa');
      await page.getByText('Ningún artículo lleva eso').waitFor();
    });
  });

  test('an item: one request for all of it; each range, tab, page and location asks for its part', async () => {
    await look(`/items/${itemId}`, async ({ page, operations }) => {
      await page.getByRole('slider').waitFor();
      assert.deepEqual(operations.toSorted(), ['ItemView', 'Session']);
      for (const name of ['Vendidas', 'Velocidad de venta', 'Disponible', 'Cobertura', 'Por llegar']) {
        await page.locator('.metric', { hasText: name }).waitFor();
      }
      for (const [label, days] of [
        ['7 d', '7'],
        ['30 d', '30'],
        ['90 d', '90'],
        ['2 años', '730'],
        ['60 d', '60'],
      ] as const) {
        await page.getByRole('button', { name: label, exact: true }).click();
        await page.getByRole('slider', { name: `últimos ${days} días` }).waitFor();
      }
      const rows = page.locator('.ledger tbody tr');
      assert.equal(await rows.count(), 8);
      for (const [tab, kind] of [
        ['Ventas', 'Venta'],
        ['Compras', 'Compra'],
        ['Ajustes', 'Ajuste'],
        ['Devoluciones', 'Devolución'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click();
        await page.locator('.ledger tbody tr', { hasText: kind }).first().waitFor();
        const kinds = await page.locator('.ledger tbody tr td:first-child .chip').allTextContents();
        assert.deepEqual([...new Set(kinds)], [kind]);
      }
      await page.getByRole('tab', { name: 'Todos' }).click();
      await page.getByText(/^1–8 de \d+/).waitFor();
      await page.getByRole('button', { name: 'Página siguiente' }).click();
      await page.getByText(/^9–16 de \d+/).waitFor();
      assert.match(page.url(), /from=8/);
      assert.ok(!operations.slice(2).includes('ItemView'), 'parts are asked for by themselves');

      const everywhere = await page.locator('.metric', { hasText: 'Vendidas' }).textContent();
      await page.getByLabel('Ubicación').selectOption({ label: 'David' });
      await page.locator('.metric', { hasText: 'en esta ubicación' }).waitFor();
      await page.getByText(/^1–8 de \d+/).waitFor();
      assert.notEqual(await page.locator('.metric', { hasText: 'Vendidas' }).textContent(), everywhere);
      const places = await page.locator('.ledger-about').allTextContents();
      assert.ok(
        places.every((text) => text.includes('David')),
        places.join(', '),
      );

      // A link to exactly this brings exactly this.
      const address = page.url();
      await page.goto(`${service.url}/items`);
      await page.goto(address);
      await page.locator('.metric', { hasText: 'en esta ubicación' }).waitFor();
    });
  });

  test('the chart tells what happened, to the pointer and to the keyboard', async () => {
    await look(`/items/${itemId}`, async ({ page }) => {
      const plot = page.locator('.u-over');
      await plot.waitFor();
      const box = (await plot.boundingBox())!;
      await page.mouse.move(box.x + box.width - 3, box.y + 60);
      await page.locator('.chart-tip').waitFor();
      await page.mouse.move(5, 5);
      await page.locator('.chart-tip').waitFor({ state: 'detached' });
      await page.getByRole('slider').focus();
      await page.keyboard.press('End');
      await page.locator('.chart-tip').waitFor();
      const last = await page.getByRole('slider').getAttribute('aria-valuetext');
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        (before) => document.querySelector('[role=slider]')?.getAttribute('aria-valuetext') !== before,
        last,
      );
    });
  });

  test('an order is made, shows what it reserves, is looked at as an invoice, and becomes a certified one', async () => {
    await look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Hotel');
      await page.getByRole('option').first().click();
      await page.getByRole('combobox', { name: 'Agregar artículo' }).fill('ron');
      await page.getByRole('option', { name: /Ron añejo/ }).click();
      await page.getByLabel(/^Cantidad/).fill('2');
      await page.getByText(/und disponibles; quedarán/).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.getByText('Estas cantidades están reservadas').waitFor();
      await chip(page, 'Abierto').waitFor();

      await page.getByRole('button', { name: 'Facturar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Así quedará la factura' });
      await dialog.locator('.preview').getByText('Ron añejo, 750 ml').waitFor();
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();

      await page.waitForURL(/\/invoices\//);
      await heading(page).getByText(/^FAC-/).waitFor();
      await chip(page, 'Por cobrar').waitFor();
      // Nobody reloads: the page notices the webhook by itself, and the PDF after it.
      await chip(page, 'Autorizada DGI').waitFor();
      await page.getByTitle(/^PDF FE/).waitFor();
      await page.getByText('Autorizada por la DGI').waitFor();
      await page.getByText('Se adjuntó el PDF').waitFor();
    });
  });

  test('the legal status appears within a second or two of the verdict', async () => {
    const id = await issuedInvoice();
    await look(`/invoices/${id}`, async ({ page }) => {
      await heading(page).getByText(/^FAC-/).waitFor();
      const status = async (): Promise<string | null> =>
        (
          await service.ask<{ invoice: { legalStatus: string | null } }>(
            'query ($id: UUID!) { invoice(id: $id) { legalStatus } }',
            { id },
          )
        ).invoice.legalStatus;
      while ((await status()) !== 'DGI_AUTHORIZED') await page.waitForTimeout(20);
      const known = performance.now();
      await chip(page, 'Autorizada DGI').waitFor();
      const seconds = (performance.now() - known) / 1000;
      assert.ok(seconds < 2, `${seconds} s`);
    });
  });

  test('a payment makes it paid', async () => {
    const id = await issuedInvoice('PROFORM');
    await look(`/invoices/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Registrar pago' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Monto en B/.').fill('1.005');
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await dialog.getByText('Dos decimales como máximo').waitFor();
      await dialog.getByLabel('Monto en B/.').fill('1.00');
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await chip(page, 'Abonada').waitFor();
      await page.getByRole('button', { name: 'Registrar pago' }).click();
      await dialog.getByText('Con esto queda pagada').waitFor();
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await chip(page, 'Pagada').waitFor();
      await page.locator('.balance-value', { hasText: 'B/. 0.00' }).waitFor();
    });
  });

  test('a void counts the letters of its reason, and ends as void', async () => {
    const id = await issuedInvoice();
    await look(`/invoices/${id}`, async ({ page }) => {
      await page.getByText(/Quedan 18\d horas para anularla/).waitFor();
      await page.getByRole('button', { name: 'Anular' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Motivo de la anulación').fill('Se repitió');
      await dialog.getByText('Faltan 5 caracteres').waitFor();
      assert.equal(
        await dialog.getByRole('button', { name: 'Anular definitivamente' }).getAttribute('aria-disabled'),
        'true',
      );
      await dialog.getByLabel('Motivo de la anulación').fill('Se repitió la factura por error');
      await dialog.getByRole('button', { name: 'Anular definitivamente' }).click();
      await chip(page, 'Anulada').waitFor();
      await page.getByText('Ya está anulada').first().waitFor();
    });
  });

  test('a credit note is made from its invoice and applied', async () => {
    const id = await issuedInvoice('PROFORM');
    await look(`/invoices/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Cantidad/).fill('1');
      await dialog.getByLabel('Motivo').fill('Llegó dañado');
      await dialog.getByRole('button', { name: 'Emitir nota de crédito' }).click();
      await page.waitForURL(/\/credits\//);
      await chip(page, 'Sin aplicar').waitFor();
      await page.getByRole('button', { name: 'Aplicar a la factura' }).click();
      await chip(page, 'Aplicado').waitFor();
      await page.goto(`${service.url}/invoices/${id}`);
      await chip(page, 'Con crédito').waitFor();
    });
  });

  test('goods are ordered from an item’s page and received', async () => {
    await look(`/items/${itemId}`, async ({ page }) => {
      await page.getByRole('link', { name: 'Crear orden de compra' }).click();
      await page.getByLabel(/^Cantidad/).waitFor();
      await page.getByRole('combobox', { name: 'Proveedor' }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Crear orden de compra' }).click();
      await chip(page, 'Pedida').waitFor();
      await page.getByRole('button', { name: 'Recibir mercancía' }).click();
      await page
        .getByRole('dialog')
        .getByLabel(/^Cantidad/)
        .fill('10');
      await page.getByRole('dialog').getByRole('button', { name: 'Recibir mercancía' }).click();
      await chip(page, 'Recibida en parte').waitFor();
    });
  });

  test('what is refused says why: to who may only look, and where there is not enough', async () => {
    const id = await issuedInvoice('PROFORM');
    const token = await service.token('viewer');
    await look(
      `/invoices/${id}`,
      async ({ page }) => {
        const pay = page.getByRole('button', { name: 'Registrar pago' });
        await page.getByText('Su usuario solo puede mirar').first().waitFor();
        assert.equal(await pay.getAttribute('aria-disabled'), 'true');
        await pay.click({ force: true });
        assert.equal(await page.getByRole('dialog').count(), 0);
      },
      { token },
    );
    await look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Hotel');
      await page.getByRole('option').first().click();
      await page.getByRole('combobox', { name: 'Agregar artículo' }).fill('ron');
      await page.getByRole('option', { name: /Ron añejo/ }).click();
      await page.getByLabel(/^Cantidad/).fill('99999');
      await page.getByText(/faltan/).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.getByRole('alert').getByText('No hay suficientes existencias').waitFor();
    });
  });

  test('an offline moment is told, keeps what was seen, and ends by itself', async () => {
    const id = await issuedInvoice('PROFORM');
    const seen = await visit(browser, service.link.replace('/#', `/invoices/${id}#`));
    try {
      const { page } = seen;
      await heading(page).getByText(/^FAC-/).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
      await page.getByText('Sin conexión con Folio').waitFor();
      await page.getByText('No hay conexión con Folio').waitFor();
      await page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('table').last().waitFor();
      await page.getByText('Sin conexión con Folio').waitFor({ state: 'detached' });
    } finally {
      await seen.close();
    }
  });

  test('the other language is a switch away, and stays', async () => {
    await look(`/items/${itemId}`, async ({ page }) => {
      await page.getByText('Cobertura').waitFor();
      await page.getByRole('button', { name: 'Switch to English' }).click();
      await page.getByText('Coverage').waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
      await page.reload();
      await page.getByText('Coverage').waitFor();
      await page.getByRole('button', { name: 'Cambiar a español' }).click();
      await page.getByText('Cobertura').waitFor();
    });
  });

  test('dark follows the system, and the switch outlasts a visit', async () => {
    const background = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await look(
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

  async function everyPage(): Promise<string[]> {
    const { orders, purchaseOrders, credits } = await service.ask<Record<string, Records<{ id: string }>>>(
      '{ orders(limit: 1, status: OPEN) { records { id } } purchaseOrders(limit: 1, status: OPEN) { records { id } } credits(limit: 1) { records { id } } }',
    );
    return [
      '/items',
      `/items/${itemId}`,
      '/orders',
      '/orders/new',
      `/orders/${orders!.records[0]!.id}`,
      '/invoices',
      `/invoices/${await issuedInvoice()}`,
      '/credits',
      `/credits/${credits!.records[0]!.id}`,
      '/purchasing',
      `/purchasing/new?item=${itemId}`,
      `/purchasing/${purchaseOrders!.records[0]!.id}`,
      '/purchasing/one/step/too/far',
      '/operations',
    ];
  }

  /** Its skeletons are gone. */
  async function settled(page: Page): Promise<void> {
    await heading(page).waitFor();
    await page.waitForFunction(() => document.querySelector('.bone') === null);
  }

  /** One visit after the other on the same page, which is quicker than a new one each. */
  async function everywhere(
    check: (page: Page, path: string) => Promise<void>,
    context: Parameters<typeof visit>[2],
  ): Promise<void> {
    const [first, ...others] = await everyPage();
    await look(
      first!,
      async ({ page }) => {
        await settled(page);
        await check(page, first!);
        for (const path of others) {
          await page.goto(service.url + path);
          await settled(page);
          await check(page, path);
        }
      },
      { reducedMotion: 'reduce', ...context },
    );
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any page (${colorScheme})`, async () => {
      await everywhere(async (page, path) => assert.deepEqual(await accessibilityProblems(page), [], path), {
        colorScheme,
      });
      const door = await visit(browser, service.url, { colorScheme });
      await door.page.getByLabel('Token de acceso').waitFor();
      assert.deepEqual(await accessibilityProblems(door.page), [], 'the door');
      await door.close();
    });
  }

  test('axe finds nothing in the dialogs', async () => {
    const id = await issuedInvoice('PROFORM');
    await look(
      `/invoices/${id}`,
      async ({ page }) => {
        for (const name of ['Registrar pago', 'Nota de crédito', 'Cancelar internamente']) {
          await page.getByRole('button', { name }).click();
          await page.getByRole('dialog').waitFor();
          assert.deepEqual(await accessibilityProblems(page), [], name);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      },
      { reducedMotion: 'reduce' },
    );
  });

  test('on a phone nothing is wider than the screen', async () => {
    await everywhere(
      async (page, path) => {
        const { wide, screen } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          screen: window.innerWidth,
        }));
        assert.ok(wide <= screen, `${path} is ${wide} wide on a screen of ${screen}`);
      },
      { viewport: { width: 360, height: 740 } },
    );
  });
});
