// Rules of every page: one request, no finding of axe, usable by keyboard, and wide enough for a phone.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, noBrowser, visit } from './support/browser.ts';
import { dashboard, everyPage, heading, issuedInvoice, openOrder, settled } from './support/dashboard.ts';

const PHONE = { width: 360, height: 740 };

const LAPTOP = { width: 1280, height: 800 };

/** A Letter page without its margins. */
const PAPER = { width: 710, height: 950 };

/** A page of 1280 pixels at four times its size, one of 1920 at twice, and paper. */
const NARROW = [
  { media: 'screen', width: 320, height: 640 },
  { media: 'screen', width: 960, height: 540 },
  { media: 'print', ...PAPER },
] as const;

/** A card that turns its pages by itself, beside the list of the page. */
const BESIDE: Record<string, string> = { '/items': 'UrgentItems', '/till': 'MyTill' };

describe('every page of the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  /** One visit after the other on the same page, which is quicker than a new one each. */
  async function everywhere(
    check: (page: Page, path: string, operations: string[]) => Promise<void>,
    context: Parameters<typeof visit>[2] & { language?: 'en'; more?: string[] } = {},
  ): Promise<void> {
    const { language, more = [], ...options } = context;
    const [first, ...others] = [...(await everyPage(it)), ...more];
    await it.look(
      first!,
      async ({ page, operations }) => {
        if (language) await page.evaluate(() => localStorage.setItem('folio.language', 'en'));
        for (const path of [first!, ...others]) {
          // The page before may be asking at this moment, since an event has come.
          await page.goto('about:blank');
          operations.length = 0;
          await page.goto(it.service.url + path);
          await settled(page);
          await check(page, path, operations);
        }
      },
      options,
    );
  }

  /** Words that are cut in two, which are no numbers and no names of ids, and parts of a page that move sideways. */
  const unreadable = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const main = document.querySelector('main')!;
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of text.textContent!.matchAll(/(?<![\w.@])\p{L}{2,15}(?![\w.@])/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      }
      const moving = [...main.querySelectorAll('*')].filter(
        (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX),
      );
      return [...found, ...moving.map((one) => `${one.className} moves`)];
    });

  test('on a laptop and on paper its words are whole, and on a laptop nothing moves sideways', async () => {
    await everywhere(
      async (page, path) => {
        assert.deepEqual(await unreadable(page), [], path);
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize(PAPER);
        assert.deepEqual(
          (await unreadable(page)).filter((one) => !one.endsWith(' moves')),
          [],
          `${path} on paper`,
        );
        await page.emulateMedia({ media: 'screen' });
        await page.setViewportSize(LAPTOP);
      },
      { viewport: LAPTOP, more: ['/counter'] },
    );
  });

  test('on the screen of a till what is to be paid is in view', async () => {
    await it.look(
      '/counter',
      async ({ page }) => {
        const pay = await page.getByRole('button', { name: 'Cobrar' }).boundingBox();
        assert.ok(pay!.y + pay!.height <= 768);
      },
      { viewport: { width: 1024, height: 768 } },
    );
  });

  test('each is one request, beside the one for who is here; its title says what it is', async () => {
    const titles = new Set<string>();
    await everywhere(async (page, path, operations) => {
      await page.getByText('Comercial Istmo, S.A.').first().waitFor({ state: 'attached' });
      const own = operations.filter((name) => name !== 'Session' && name !== BESIDE[path]);
      // A document that waits is asked about again.
      assert.ok(new Set(own).size <= 1, `${path}: ${operations.join(', ')}`);
      titles.add(await page.title());
    });
    assert.equal(titles.size, 43, [...titles].join(', '));
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any page (${colorScheme})`, async () => {
      await everywhere(async (page, path) => assert.deepEqual(await accessibilityProblems(page), [], path), {
        colorScheme,
      });
      const signIn = await visit(it.browser, it.service.url, { colorScheme });
      await signIn.page.getByLabel('Contraseña', { exact: true }).waitFor();
      assert.deepEqual(await accessibilityProblems(signIn.page), [], 'sign-in');
      await signIn.close();
    });
  }

  test('on a phone nothing is wider than the screen, and axe finds nothing there either; in English', async () => {
    await everywhere(
      async (page, path) => {
        const { wide, screen } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          screen: window.innerWidth,
        }));
        assert.ok(wide <= screen, `${path} is ${wide} wide on a screen of ${screen}`);
        assert.deepEqual(await accessibilityProblems(page), [], path);
        const said = await page.locator('main').innerText();
        assert.doesNotMatch(said, /Estado|Cargando|Factura\b|Pedido|Todos\b|Disponible/, path);
      },
      { viewport: PHONE, language: 'en' },
    );
  });

  /** Pages of the longest names, in one word, and of sums of ten digits and more. */
  async function longest(): Promise<string[]> {
    const { service } = it;
    const name = 'W'.repeat(200);
    const item = { sku: 'W'.repeat(60), name, unit: 'und', unitPrice: '9999999999.99' };
    const { id: itemId } = await service.call('createItem', { ...item, kind: 'SERVICE', taxRate: '7' });
    const { id: goodsId } = await service.call('createItem', { ...item, sku: 'M'.repeat(60) });
    const { id: clientId } = await service.call('createClient', { name, email: `${'x'.repeat(60)}@example.com` });
    const { id: supplierId } = await service.call('createSupplier', { name });
    await service.call('createLocation', { code: 'LARGO', name });
    await service.call('createPriceList', { name });
    const order = async () => (await service.call('createOrder', { clientId, lines: [{ itemId, quantity: '1' }] })).id;
    const { id: invoiceId } = await service.call('generateInvoice', { orderId: await order(), mode: 'PROFORM' });
    const payment = { amount: '1234567890.12', method: 'CASH', reference: 'X'.repeat(100) };
    await service.call('registerPayment', { invoiceId, ...payment });
    const lines = [{ itemId: goodsId, quantity: '999999', unitCost: '9999.99' }];
    const { id: purchaseId } = await service.call('createPurchaseOrder', { supplierId, lines });
    return [
      `/items/${goodsId}`,
      `/orders/${await order()}`,
      `/invoices/${invoiceId}`,
      `/purchasing/${purchaseId}`,
      `/clients/${clientId}`,
      `/suppliers/${supplierId}`,
      '/counter',
      '/counts',
    ];
  }

  /** Parts that go beyond the edge of the page, or of a card that does not move. */
  const lost = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const looks = (one: Element) => getComputedStyle(one);
      const isStill = (one: Element) =>
        /^(clip|hidden)$/.test(looks(one).overflowX) && looks(one).textOverflow === 'clip';
      const boxes = [...document.querySelectorAll('main :not(input, select, textarea)')].filter(
        (one) => one.clientWidth > 1 && isStill(one),
      );
      return [document.documentElement, ...boxes]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} in ${one.clientWidth}`);
    });

  test('enlarged two and four times, and on paper, nothing is lost, however long a name and however large a sum', async () => {
    const more = await longest();
    await everywhere(
      async (page, path) => {
        for (const { media, ...size } of NARROW) {
          await page.emulateMedia({ media });
          await page.setViewportSize(size);
          assert.deepEqual(await lost(page), [], `${path} at ${size.width}`);
        }
        await page.emulateMedia({ media: 'screen' });
      },
      { more },
    );
    const client = more.find((path) => path.startsWith('/clients/'))!;
    const order = more.find((path) => path.startsWith('/orders/'))!;
    for (const [path, button] of [
      [client, 'Registrar cobro'],
      [order, 'Facturar'],
    ] as const) {
      await it.look(
        path,
        async ({ page }) => {
          await page.getByRole('button', { name: button }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByText('W'.repeat(200)).first().waitFor();
          assert.ok(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), button);
        },
        { viewport: NARROW[0] },
      );
    }
  });

  /** Each dialog, by the page and the button that open it. */
  async function dialogs(): Promise<[path: string, ...buttons: (string | RegExp)[]][]> {
    const paid = await issuedInvoice(it, 'PROFORM');
    await it.service.call('registerPayment', { invoiceId: paid, amount: '1.25', method: 'CASH' });
    const { clients, purchaseOrders } = await it.service.ask<
      Record<'clients' | 'purchaseOrders', { records: { id: string }[] }>
    >(
      '{ clients(limit: 1) { records { id } } purchaseOrders(limit: 1, status: PARTIALLY_RECEIVED) { records { id } } }',
    );
    return [
      [`/invoices/${paid}`, /^Devolver dinero: /, /^Corregir pago: /, /^Pasar a otra factura: /],
      [`/purchasing/${purchaseOrders.records[0]!.id}`, 'Revertir recepción'],
      [`/clients/${clients.records[0]!.id}`, 'Nota de crédito genérica', 'Nota de débito genérica'],
      [
        `/invoices/${await issuedInvoice(it, 'PROFORM')}`,
        'Registrar pago',
        'Emitir como fiscal',
        'Nota de crédito',
        'Cancelar internamente',
      ],
      [`/items/${it.itemId}`, 'Ajustar', 'Trasladar', 'Editar', 'Editar artículo'],
      ['/items', 'Nuevo artículo'],
      [`/invoices/${await issuedInvoice(it)}`, 'Anular'],
      [`/orders/${await openOrder(it)}`, 'Facturar', 'Cancelar pedido', 'Editar'],
    ];
  }

  /** The focus comes back once the page without the dialog is drawn; where it never does, the runner ends the test. */
  async function isFocused(opener: Locator): Promise<void> {
    while (!(await opener.evaluate((element) => element === document.activeElement))) await delay(20);
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in the dialogs (${colorScheme}); Escape closes, and the focus returns`, async () => {
      for (const [path, ...buttons] of await dialogs()) {
        await it.look(
          path,
          async ({ page }) => {
            await settled(page);
            for (const name of buttons) {
              // The order has a button of this name as well, which leads to its form.
              const opener = page.getByRole('button', { name, exact: true }).last();
              await opener.focus();
              await page.keyboard.press('Enter');
              const dialog = page.getByRole('dialog');
              await dialog.waitFor();
              await page.waitForFunction(() => document.querySelector('dialog')?.contains(document.activeElement));
              assert.deepEqual(await accessibilityProblems(page), [], String(name));
              // Nothing behind a dialog is reached, however far one goes.
              for (let step = 0; step < 12; step += 1) {
                await page.keyboard.press('Tab');
                const where = await page.evaluate(() => {
                  const { activeElement, body } = document;
                  return activeElement === body || document.querySelector('dialog')!.contains(activeElement);
                });
                assert.ok(where, `${name}: the focus left the dialog`);
              }
              await page.keyboard.press('Escape');
              await dialog.waitFor({ state: 'detached' });
              await isFocused(opener);
              await opener.click();
              await dialog.getByRole('button', { name: /^(Cancelar|No, dejarla así)$/ }).click();
              await dialog.waitFor({ state: 'detached' });
              await isFocused(opener);
            }
          },
          { colorScheme },
        );
      }
    });
  }

  test('an order is invoiced and looked at without a pointer', async () => {
    const id = await openOrder(it);
    await it.look('/orders', async ({ page }) => {
      await settled(page);
      await page.locator(`a[href="/orders/${id}"]`).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/orders\/./);
      await page.getByRole('button', { name: 'Facturar' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByRole('button', { name: 'Emitir factura' }).focus();
      await page.keyboard.press('Enter');
      await heading(page).getByText(/^FAC-/).waitFor();
    });
  });
});
