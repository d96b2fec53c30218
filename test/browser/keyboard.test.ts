// The dashboard by keyboard, with colleagues in other tabs, and with time to think again before something is sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, issuedInvoice, openOrder, settled } from './support/dashboard.ts';
import { eventually } from '../support/eventually.ts';

const it = dashboard();

/** However slow the machine is, what is to be sent waits for the test. */
const holdFor = (page: Page, seconds = 3600) =>
  page.evaluate((text) => localStorage.setItem('folio.undo', text), String(seconds));

describe('what happens elsewhere', { skip: noBrowser }, () => {
  test('is seen without asking: a payment, once it is told of', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page, live, operations }) => {
      await heading(page)
        .filter({ hasText: /PRO|FAC/ })
        .waitFor();
      await settled(page);
      await live;
      const before = operations.length;
      await it.service.call('registerPayment', { invoiceId: id, amount: '1', method: 'CASH' });
      await chip(page, 'Abonada').waitFor();
      assert.ok(operations.length - before <= 3, operations.join(', '));
    });
  });
});

describe('five seconds before anything leaves for the PAC', { skip: noBrowser }, () => {
  const invoices = async (): Promise<number> => {
    const { invoices } = await it.service.ask<{ invoices: { totalCount: number } }>('{ invoices { totalCount } }');
    return invoices.totalCount;
  };
  async function emit(page: Page, seconds?: number): Promise<void> {
    await holdFor(page, seconds);
    await page.getByRole('button', { name: 'Facturar' }).click();
    await page.getByRole('button', { name: 'Emitir factura' }).click();
  }
  const isHeld = (page: Page) => page.getByText('se enviará al PAC en').first().waitFor();

  test('it is undone by Ctrl Z: nothing was sent, and the form is there again', async () => {
    const id = await openOrder(it);
    const before = await invoices();
    await it.look(`/orders/${id}`, async ({ page, operations }) => {
      await emit(page);
      await isHeld(page);
      await page.keyboard.press('Control+z');
      await page.getByRole('dialog').getByRole('button', { name: 'Emitir factura' }).waitFor();
      assert.equal(await page.getByText('se enviará al PAC en').count(), 0);
      // From another page it leads back to it.
      await page.getByRole('button', { name: 'Emitir factura' }).click();
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Emitir factura' }).waitFor();
      assert.ok(!operations.includes('GenerateInvoice'));
      assert.equal(await invoices(), before);
    });
  });

  test('the form that is there again has the terms of payment that were typed', async () => {
    await it.look(`/orders/${await openOrder(it)}`, async ({ page }) => {
      await holdFor(page);
      await page.getByRole('button', { name: 'Facturar' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Crédito', exact: true }).click();
      await dialog.getByLabel('Plazo en días').fill('45');
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();
      await isHeld(page);
      await page.keyboard.press('Control+z');
      await dialog.getByRole('button', { name: 'Emitir factura' }).waitFor();
      assert.equal(await dialog.getByLabel('Plazo en días').inputValue(), '45');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Facturar' }).click();
      const credit = dialog.getByRole('button', { name: 'Crédito', exact: true });
      assert.equal(await credit.getAttribute('aria-pressed'), 'false', 'and no more once it was given up');
    });
  });

  test('it is sent at once when told so, and by itself after that', async () => {
    for (const isHurried of [true, false]) {
      const id = await openOrder(it);
      await it.look(`/orders/${id}`, async ({ page, operations }) => {
        const [begun, seconds] = [Date.now(), isHurried ? undefined : 5];
        const leaves = page.waitForRequest((request) => request.postData()?.includes('GenerateInvoice') === true);
        await emit(page, seconds);
        if (isHurried) {
          await isHeld(page);
          assert.ok(!operations.includes('GenerateInvoice'));
          await page.getByRole('button', { name: 'Enviar ya' }).click();
        }
        await leaves;
        assert.ok(isHurried || Date.now() - begun >= 5000, 'it leaves within the five seconds');
        await page.waitForURL('**/invoices/*');
        await heading(page).filter({ hasText: 'FAC' }).waitFor();
        assert.equal(operations.filter((name) => name === 'GenerateInvoice').length, 1);
      });
    }
  });

  test('a page that is reloaded meanwhile sends it once', async () => {
    const id = await openOrder(it);
    const before = await invoices();
    await it.look(`/orders/${id}`, async ({ page }) => {
      await emit(page);
      await isHeld(page);
      await page.reload();
      await page
        .getByRole('link', { name: /^Ver FAC|^Ver la factura|FAC-/ })
        .first()
        .waitFor();
      assert.equal(await invoices(), before + 1);
      await eventually(
        () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.held.'))),
        ({ length }) => length === 0,
      );
    });
  });

  test('who signs out meanwhile sends it before the session ends', async () => {
    const id = await openOrder(it);
    const before = await invoices();
    await it.look(`/orders/${id}`, async ({ page, errors }) => {
      await emit(page);
      await isHeld(page);
      const sent: string[] = [];
      const isEnd = (request: Request): boolean => request.method() === 'DELETE' && request.url().endsWith('/session');
      page.on('request', (request) => {
        if (isEnd(request)) sent.push('the end of the session');
        if (request.postData()?.includes('GenerateInvoice') === true) sent.push('the invoice');
      });
      const ended = page.waitForResponse((answer) => isEnd(answer.request()));
      await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
      await ended;
      assert.deepEqual(sent, ['the invoice', 'the end of the session']);
      await eventually(invoices, before + 1);
      // Questions of the page that shows the invoice may come after the end of the session.
      errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('401')));
    });
  });
});

describe('by keyboard alone', { skip: noBrowser }, () => {
  const isOn = (page: Page, name: string) =>
    page.waitForFunction((wanted) => {
      const { activeElement: on } = document;
      return (on?.getAttribute('aria-label') ?? on?.textContent ?? '').includes(wanted);
    }, name);
  /** In the dialog of this title, and no longer in that of the palette. */
  const isAsked = (page: Page, title: string) =>
    page.waitForFunction(
      (words) => document.activeElement?.closest('dialog')?.querySelector('h2')?.textContent.includes(words) === true,
      title,
    );
  async function tabTo(page: Page, name: string): Promise<void> {
    await page.getByText(name, { exact: true }).first().waitFor();
    // A button that waits for an answer is passed over.
    await page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('button')].every((one) => one.textContent.trim() !== text || !one.disabled),
      name,
    );
    for (let presses = 0; presses < 40; presses++) {
      const on = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (on.trim() === name) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${name} is not reached`);
  }
  async function choose(page: Page, words: string, choice: string): Promise<void> {
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await page.keyboard.type(words);
    await page.getByRole('option').filter({ hasText: choice }).first().waitFor();
    await page.keyboard.press('Enter');
  }

  test('a sale, its invoice and its payment', async () => {
    await it.look('/items', async ({ page }) => {
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.keyboard.press('Control+k');
      await choose(page, 'nueva venta', 'Nueva venta');
      await page.getByRole('combobox', { name: 'Cliente' }).waitFor();
      await page.getByRole('combobox', { name: 'Cliente' }).focus();
      await choose(page, 'hotel', 'Hotel');
      // The field of the client gives way, and the focus goes to that of the items.
      await page.getByRole('combobox', { name: 'Cliente' }).waitFor({ state: 'detached' });
      await choose(page, 'ron añejo', 'Ron añejo');
      await page.locator('.typed-line-name').filter({ hasText: 'Ron añejo' }).waitFor();
      await tabTo(page, 'Crear pedido');
      await page.keyboard.press('Enter');
      await heading(page).filter({ hasText: 'PED-' }).waitFor();
      await settled(page);
      await holdFor(page);
      // Actions of the page are in the palette.
      await page.keyboard.press('Control+k');
      await choose(page, 'facturar', 'Facturar');
      await isAsked(page, 'Vista previa de la factura');
      await tabTo(page, 'Crédito');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Emitir factura');
      await page.keyboard.press('Enter');
      await page.getByText('se enviará al PAC en').first().waitFor();
      await tabTo(page, 'Enviar ya');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/invoices/*');
      await chip(page, 'Autorizada DGI').waitFor();
      await page.keyboard.press('Control+k');
      await choose(page, 'registrar pago', 'Registrar pago');
      await isAsked(page, 'Pago de');
      await page.getByLabel('Monto en B/.').waitFor();
      await page.keyboard.press('Enter');
      await chip(page, 'Pagada').waitFor();
    });
  });

  test('a note about an invoice on paper, and money that goes back', async () => {
    const isIn = async (page: Page, label: string): Promise<void> => {
      for (let presses = 0; presses < 20; presses++) {
        const on = await page.evaluate(
          () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '',
        );
        if (on.includes(label)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`${label} is not reached`);
    };
    const type = async (page: Page, label: string, text: string): Promise<void> => {
      await isIn(page, label);
      await page.keyboard.type(text);
    };
    const id = await issuedInvoice(it, 'PROFORM');
    await it.service.call('registerPayment', { invoiceId: id, amount: '1.25', method: 'CASH' });
    await it.look('/items', async ({ page }) => {
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await holdFor(page);
      await page.keyboard.press('Control+k');
      await choose(page, 'credito generica', 'Nota de crédito genérica');
      await heading(page).filter({ hasText: 'Notas de crédito genéricas' }).waitFor();
      await choose(page, 'hotel', 'Hotel');
      await page.getByLabel('Número de la factura').waitFor();
      await type(page, 'Número de la factura', '0001-25');
      await type(page, 'Fecha de la factura', '12292025');
      await type(page, 'Concepto', 'Flete');
      await type(page, 'Importe sin ITBMS', '3');
      await type(page, 'Motivo', 'Factura de papel');
      await tabTo(page, 'Emitir nota');
      await page.keyboard.press('Enter');
      await page.getByText('se enviará al PAC en').first().waitFor();
      await tabTo(page, 'Enviar ya');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/generic-credits/*');
      await heading(page).filter({ hasText: 'NCG-' }).waitFor();
      await page.goto(`${it.service.url}/invoices/${id}`);
      await chip(page, 'Abonada').waitFor();
      await page.locator('main a').first().focus();
      await tabTo(page, 'Devolver dinero');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await type(page, 'Motivo', 'Mercancía devuelta');
      await page.keyboard.press('Enter');
      await page.getByText(/^Se devolvió .*Mercancía devuelta/).waitFor();
      // The button that was pressed has gone with what was left of the payment.
      assert.equal(await page.getByRole('button', { name: /^Devolver dinero: / }).count(), 0);
    });
  });

  test('keys lead to pages, rows and the search; a letter that is typed is a letter', async () => {
    await it.look('/items', async ({ page }) => {
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('f');
      await page.waitForURL('**/invoices');
      await page.getByRole('table').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      const first = page.locator('main .row-link').first();
      await isOn(page, (await first.textContent())!);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/invoices/*');
      await page.goBack();
      await page.getByRole('table').waitFor();
      // The page takes the focus once it is drawn.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await page.keyboard.press('/');
      await page.keyboard.type('n?');
      assert.equal(await page.getByRole('searchbox').inputValue(), 'n?');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByRole('searchbox').blur();
      // Until then the rows that were asked for before are pale.
      await page.getByText('No se encontró nada').waitFor();

      await page.keyboard.press('?');
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.getByLabel('Atajos de una sola tecla').press('Space');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Buscar o hacer algo' }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 1);
      assert.deepEqual(await accessibilityProblems(page), []);
    });
  });

  test('the palette finds an invoice by its number, and a draft that waits', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const invoice = await it.service.call<{ number: string }>('invoice { number }', { id });
    await it.look('/items', async ({ page, operations }) => {
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
      // At once: between letters of a slow keyboard it would ask again.
      await page.keyboard.insertText(invoice.number);
      await page.getByRole('option').filter({ hasText: invoice.number }).first().waitFor();
      await page.keyboard.press('Enter');
      await heading(page).filter({ hasText: invoice.number }).waitFor();
      assert.equal(operations.filter((name) => name === 'Find').length, 1);
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      await page.getByRole('dialog').getByLabel('Motivo').fill('Llegó dañado');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
      await heading(page).filter({ hasText: 'Pedidos' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').filter({ hasText: 'Borrador' }).click();
      await page.waitForFunction(() => document.querySelector('dialog[open] textarea') !== null);
      assert.equal(await page.getByRole('dialog').getByLabel('Motivo').inputValue(), 'Llegó dañado');
    });
  });

  test('a cashier finds in the palette what a cashier may do, and is not left waiting', async () => {
    await it.look(
      '/counter',
      async ({ page }) => {
        await page.getByText('Listo para vender').waitFor();
        await page.keyboard.press('Control+k');
        const options = page.getByRole('dialog').getByRole('option');
        await options.filter({ hasText: 'Caja' }).first().waitFor();
        const names = await options.allInnerTexts();
        assert.deepEqual(
          names.filter((name) => /^(Nueva venta|Nota de|Nueva compra)/.test(name)),
          [],
        );
        await page.keyboard.type('arroz');
        await page.getByText('No se encontró nada').waitFor();
      },
      { token: await it.service.token('cashier') },
    );
  });

  test('each choice of the palette has a name, and can be done', async () => {
    await it.look('/', async ({ page }) => {
      await page.getByRole('button', { name: 'Día siguiente' }).waitFor();
      await page.keyboard.press('Control+k');
      const options = page.getByRole('dialog').getByRole('option');
      await options.filter({ hasText: 'Día anterior' }).waitFor();
      const names = (await options.locator('span:first-child').allInnerTexts()).map((name) => name.trim());
      assert.deepEqual(
        names.filter((name) => name === '' || name === 'Día siguiente'),
        [],
      );
    });
  });

  test('what is typed after a dialog was left by Escape goes into the field that had the focus', async () => {
    await it.look('/counter', async ({ page }) => {
      const field = page.getByLabel('Código, artículo o cantidad');
      await page.getByText('Listo para vender').waitFor();
      await page.keyboard.type('ARR-25');
      await page.keyboard.press('Enter');
      await page.locator('.typed-lines li').waitFor();
      // It was so with most of the closings.
      for (let time = 1; time <= 8; time += 1) {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('option').first().waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.keyboard.type('-');
        assert.equal(await field.inputValue(), '-', `closed for the ${time}. time`);
        await page.keyboard.press('Backspace');
      }
    });
  });

  test('a sale and an order from which all was taken again are no drafts', async () => {
    await it.look('/counter', async ({ page }) => {
      const drafts = async (): Promise<string[]> => {
        await page.keyboard.press('Control+k');
        const options = page.getByRole('dialog').getByRole('option');
        await options.first().waitFor();
        const names = await options.filter({ hasText: 'Borrador' }).allInnerTexts();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        return names;
      };
      const lines = page.locator('.typed-lines li');
      await page.getByText('Listo para vender').waitFor();
      await page.keyboard.type('ARR-25');
      await page.keyboard.press('Enter');
      await lines.waitFor();
      assert.equal((await drafts()).length, 1);
      await page.getByLabel('Código, artículo o cantidad').focus();
      await page.keyboard.type('-');
      await page.keyboard.press('Enter');
      await lines.waitFor({ state: 'detached' });
      assert.deepEqual(await drafts(), []);
      await page.goto(`${it.service.url}/orders/new`);
      await page.getByRole('combobox', { name: 'Agregar artículo' }).focus();
      await choose(page, 'ron añejo', 'Ron añejo');
      await lines.waitFor();
      assert.equal((await drafts()).length, 1);
      await page.getByRole('button', { name: /^Quitar Ron añejo/ }).click();
      await lines.waitFor({ state: 'detached' });
      assert.deepEqual(await drafts(), []);
      const discount = page.getByLabel(/^Descuento del pedido/);
      await discount.fill('5');
      assert.equal((await drafts()).length, 1);
      await discount.fill('');
      assert.deepEqual(await drafts(), []);
    });
  });

  test('an order from which a discount was taken again is changed as it is now, not as it was then', async () => {
    const id = await openOrder(it);
    const path = `/orders/new?edit=${id}`;
    await it.look(path, async ({ page }) => {
      const discount = page.getByLabel(/^Descuento del pedido/);
      await discount.fill('5');
      await discount.fill('');
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await it.service.call('updateOrder', { orderId: id, input: { externalId: `colleague ${id}` } });
      await page.goto(it.service.url + path);
      await page.getByLabel(/^Fecha de vencimiento/).fill('2031-03-31');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.waitForURL(({ pathname }) => pathname === `/orders/${id}`);
    });
  });

  test('the palette leads back to the order that was being changed', async () => {
    const id = await openOrder(it);
    await it.look(`/orders/new?edit=${id}`, async ({ page }) => {
      await page.getByLabel(/^Fecha de vencimiento/).fill('2031-03-31');
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').filter({ hasText: 'Borrador' }).click();
      await page.waitForURL(({ pathname, search }) => pathname + search === `/orders/new?edit=${id}`);
      await page.getByRole('button', { name: 'Guardar' }).waitFor();
      assert.equal(await page.getByLabel(/^Fecha de vencimiento/).inputValue(), '2031-03-31');
    });
  });
});

describe('a colleague on the same record', { skip: noBrowser }, () => {
  /** The page looks again every twenty seconds of its own clock, which the test gives it. */
  async function looksUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
    for (let looks = 0; !(await isSo()); looks += 1) {
      assert.ok(looks < 12, 'what a colleague does is not seen within four minutes');
      const looked = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.clock.fastForward(20_000);
      await looked;
    }
  }

  test('is seen by name, at work and when gone, by viewers too, and by no other company', async () => {
    const id = await openOrder(it);
    const path = `/orders/${id}`;
    await it.look('/orders', async ({ page: mine }) => {
      await mine.getByRole('table').waitFor();
      await mine.clock.install();
      await mine.locator(`main a[href$="${path}"]`).first().click();
      await heading(mine).filter({ hasText: 'PED-' }).waitFor();
      const theirs = it.look(
        path,
        async ({ page }) => {
          await page.getByText('demo también está aquí').waitFor();
          await page.locator('.actions').getByRole('button').first().waitFor();
        },
        { token: await it.service.token('viewer') },
      );
      await theirs;
      await it.look(
        path,
        async ({ page }) => {
          await page.getByText('demo también está aquí').waitFor();
          await page.getByRole('button', { name: 'Cancelar pedido' }).click();
          await looksUntil(mine, () => mine.getByText('operator-user lo está editando').isVisible());
          await page.keyboard.press('Escape');
          const away = page.waitForResponse((response) => response.request().method() === 'DELETE');
          await page.getByRole('link', { name: 'Artículos', exact: true }).click();
          await away;
        },
        { token: await it.service.token('operator') },
      );
      await looksUntil(mine, async () => (await mine.getByText('operator-user').count()) === 0);
    });
  });

  test('who leaves before a look is answered leaves after it', async () => {
    const path = `/orders/${await openOrder(it)}`;
    await it.look('/orders', async ({ page }) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const sent: string[] = [];
      await page.route('**/presence/*', async (route) => {
        sent.push(route.request().method());
        await released;
        await route.fallback();
      });
      await page.locator(`main a[href$="${path}"]`).first().click();
      await heading(page).filter({ hasText: 'PED-' }).waitFor();
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      assert.deepEqual(sent, ['PUT']);
      const left = page.waitForResponse((response) => response.request().method() === 'DELETE');
      release();
      await left;
      assert.deepEqual(sent, ['PUT', 'DELETE']);
    });
  });

  test('who closes the page before a look is answered leaves at once', async () => {
    const path = `/orders/${await openOrder(it)}`;
    await it.look('/orders', async ({ page }) => {
      // No route sees what a page sends as it ends.
      await page.evaluate(() => {
        const { fetch } = window;
        window.fetch = (address, options) => {
          if (typeof address !== 'string' || !address.startsWith('/presence/')) return fetch(address, options);
          sessionStorage.setItem('sent', `${sessionStorage.getItem('sent') ?? ''} ${options!.method!}`);
          return new Promise(() => undefined);
        };
      });
      await page.locator(`main a[href$="${path}"]`).first().click();
      await page.waitForFunction(() => sessionStorage.getItem('sent') === ' PUT');
      await page.reload();
      assert.match((await page.evaluate(() => sessionStorage.getItem('sent'))) ?? '', /^ PUT DELETE/);
    });
  });
});
