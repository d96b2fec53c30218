// A day at one till, by keys: it is opened, something is sold, cash goes in and out, it is counted without what is expected, and closed by a Z.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser, type Visit } from './support/browser.ts';
import { dashboard, settled } from './support/dashboard.ts';

/** Presses the button by its key. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

const hasFocus = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction((text) => document.activeElement?.textContent === text, name);

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Fills the fields of the open dialog and sends it. */
async function send(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const dialog = dialogOf(page);
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.locator('.form-actions button').last().press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** Amounts of a text as whole cents. */
const inCents = (text: string): number[] =>
  [...text.matchAll(/([\d,]+)\.(\d\d)/g)].map(([, whole, cents]) => Number(whole!.replaceAll(',', '') + cents!));

const written = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Cells of the row that begins with the name, in cents. */
async function rowOf(page: Page, name: string): Promise<number[]> {
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  return inCents((await row.locator('td').allInnerTexts()).join(' '));
}

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true }) : undefined;

describe('the till', { skip: noBrowser }, () => {
  const it = dashboard();

  /** Sells one item by the method of this key, and answers what it came to in cents. */
  async function sell(page: Page, code: string, method: string): Promise<number> {
    const field = page.getByLabel('Código, artículo o cantidad');
    await field.waitFor();
    await page.getByText(/Listo para vender|Sin red: puede/).waitFor();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.typed-lines li').length === 1);
    const [due] = inCents(await page.locator('.counter-total output').innerText());
    await page.keyboard.press('F9');
    await dialogOf(page).waitFor();
    await page.keyboard.press(method);
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.locator('.counter-done').waitFor();
    return due!;
  }
  /** With what stands beside its name in the menu. */
  const linkOf = (page: Page, name: string) =>
    page.getByRole('link', { name: new RegExp(`^${name}( \\d| *$)`) }).first();
  const goTo = async (page: Page, name: string): Promise<void> => {
    await linkOf(page, name).focus();
    await page.keyboard.press('Enter');
  };

  test('a whole day of a cashier at one till, by keys', async () => {
    const token = await it.service.token('cashier');
    const act = async ({ page }: Visit): Promise<void> => {
      await page.getByText('No tiene caja abierta').waitFor();
      await shot(page, 'till-none');
      await press(page, 'Abrir caja');
      await shot(page, 'till-opening');
      await send(page, { 'Fondo inicial': '50' });
      await page.getByText('B/. 50.00').first().waitFor();
      await hasFocus(page, 'Entrada');
      assert.deepEqual(await accessibilityProblems(page), []);

      // The counter says that the till is open.
      await goTo(page, 'Punto de venta');
      await page.getByText(/^Caja abierta desde las? \d+:\d\d\s[ap]\.\sm\.$/).waitFor();
      const cash = await sell(page, 'AZU-05', 'e');
      const card = await sell(page, 'ARR-25', 'd');
      await page.locator('.counter-done', { hasText: 'Autorizada DGI' }).waitFor();
      await shot(page, 'till-counter');
      await page.waitForFunction(() => document.querySelector('[title$="por enviar"]') === null);

      await goTo(page, 'Caja');
      await press(page, 'Salida');
      await send(page, { Monto: '12.50', Motivo: 'Hielo' });
      await page.getByText(/12\.50 Hielo/).waitFor();
      await press(page, 'Entrada');
      await send(page, { Monto: '20', Motivo: 'Sencillo del banco' });
      await page.getByText(/20\.00 Sencillo del banco/).waitFor();
      assert.equal(
        await page.getByText('Esperado', { exact: true }).count(),
        0,
        'what is expected is not told before the count',
      );
      await shot(page, 'till-open');

      // In cents: the float, the sale in cash, what came in and went out, and five more than that.
      const expected = 5000 + cash + 2000 - 1250;
      const counted = expected + 5;
      await press(page, 'Arqueo');
      await dialogOf(page).getByLabel('Billetes de 20').fill('3');
      await shot(page, 'till-count');
      await page.setViewportSize({ width: 390, height: 844 });
      await shot(page, 'till-count-390');
      await page.setViewportSize({ width: 1280, height: 800 });
      const pieces = counted - 6000;
      assert.ok(pieces > 0);
      await send(page, {
        'Monedas de 0.05': String(Math.floor(pieces / 5)),
        'Monedas de 0.01': String(pieces % 5),
        'Tarjeta de débito': written(card),
      });
      await page.getByText('Sobrante B/. 0.05').waitFor();
      await shot(page, 'till-counted');
      await press(page, 'Cierre Z');
      await dialogOf(page).waitFor();
      await dialogOf(page).getByRole('button', { name: 'Cierre Z' }).press('Enter');
      await dialogOf(page).getByText('Campo obligatorio').waitFor();
      await dialogOf(page).getByLabel('Explicación del sobrante o faltante').fill('Un cliente dejó el vuelto');
      await shot(page, 'till-closing');
      await dialogOf(page).getByRole('button', { name: 'Cierre Z' }).press('Enter');
      await dialogOf(page).waitFor({ state: 'detached' });
      await page.getByText('No tiene caja abierta').waitFor();
      await hasFocus(page, 'Abrir caja');
      await goTo(page, 'Z 1');
      await page.getByRole('heading', { level: 1, name: 'Z 1' }).waitFor();
      await page.getByText('Un cliente dejó el vuelto').waitFor();
      await shot(page, 'till-z');
      // Received, returned, expected, counted, difference.
      assert.deepEqual(await rowOf(page, 'Efectivo'), [cash, 0, expected, counted, 5]);
      assert.deepEqual((await rowOf(page, 'Tarjeta de débito')).slice(0, 4), [card, 0, card, card]);
      assert.equal((await rowOf(page, 'Facturas')).at(-1), cash + card);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      await shot(page, 'till-z-390');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `nothing is wider than a phone: ${over}`);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await it.look('/till', act, { token });
  });

  /** Requests that found no network. */
  const forgetOffline = ({ errors }: Visit): unknown =>
    errors.splice(0, errors.length, ...errors.filter((one) => !/net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(one)));
  const unsentIsGone = (page: Page): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('[title$="por enviar"]') === null);

  test('a till that is closed while a sale is on its way has that sale in its Z', async () => {
    await it.look('/till', async ({ page }) => {
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '1' });
      await goTo(page, 'Punto de venta');
      await page.getByText(/^Caja abierta desde las? /).waitFor();
      const isOrder = (text: string | null): boolean => text?.includes('CreateOrder') ?? false;
      const held = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (isOrder(route.request().postData())) await held.promise;
        return route.continue();
      });
      const due = await sell(page, 'AZU-05', 'e');
      await goTo(page, 'Caja');
      await press(page, 'Arqueo');
      await send(page, { 'Billetes de 1': '1', 'Monedas de 0.01': String(due) });
      // By what this device knows, which the service does not yet.
      await page.getByText('Resultado del arqueo según este equipo').waitFor();
      await page
        .getByRole('row', { name: /^Efectivo/ })
        .getByText('Cuadra')
        .waitFor();
      await press(page, 'Cierre Z');
      await send(page, {});
      await page.getByText('No tiene caja abierta').waitFor();
      await page.getByTitle('1 venta por enviar · 2 de caja por enviar').waitFor();
      held.resolve();
      await unsentIsGone(page);
      await goTo(page, 'Z 2');
      await page.getByRole('heading', { level: 1, name: 'Z 2' }).waitFor();
      assert.deepEqual(await rowOf(page, 'Efectivo'), [due, 0, 100 + due, 100 + due]);
    });
  });

  test('a whole day without network is filed once and in its order when the network is back', async () => {
    await it.look('/counter', async (visit) => {
      const { page } = visit;
      await page.getByText('Listo para vender').waitFor();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
      await goTo(page, 'Caja');
      await page.getByText('No tiene caja abierta').waitFor();
      const context = page.context();
      await context.setOffline(true);
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '20' });
      await page.getByText('B/. 20.00').first().waitFor();
      await goTo(page, 'Punto de venta');
      await page.getByText(/^Caja abierta desde las? /).waitFor();
      const cash = await sell(page, 'AZU-05', 'e');
      await goTo(page, 'Caja');
      await press(page, 'Salida');
      await send(page, { Monto: '4.75', Motivo: 'Bolsas' });
      await page.getByText(/4\.75 Bolsas/).waitFor();
      assert.equal(await page.getByText('Esperado', { exact: true }).count(), 0, 'blind');
      await press(page, 'Entrada');
      await dialogOf(page).getByLabel('Monto').fill('3');
      await page.keyboard.press('Escape');
      // A page that is opened anew knows the same, and what was typed.
      await page.reload();
      await page.getByText(/4\.75 Bolsas/).waitFor();
      await press(page, 'Entrada');
      assert.equal(await dialogOf(page).getByLabel('Monto').inputValue(), '3');
      await page.keyboard.press('Escape');
      await press(page, 'Arqueo');
      await send(page, { 'Monedas de 0.01': String(2000 + cash - 475 - 5) });
      await page.getByText('Faltante B/. 0.05').waitFor();
      await shot(page, 'till-offline');
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      await shot(page, 'till-offline-390');
      await page.setViewportSize({ width: 1280, height: 800 });
      await press(page, 'Cierre Z');
      await send(page, { 'Explicación del sobrante o faltante': 'Se perdió una moneda' });
      await page.getByText('No tiene caja abierta').waitFor();
      await page.getByTitle('1 venta por enviar · 4 de caja por enviar').waitFor();

      // The answers of the opening and of the closing are lost once, and a second tab sends as well.
      const lost = new Set(['OpenTill', 'CloseTill']);
      await context.route('**/graphql', async (route) => {
        const name = [...lost].find((one) => route.request().postData()?.includes(`mutation ${one}`));
        if (name === undefined) return route.continue();
        lost.delete(name);
        await route.fetch();
        return route.abort();
      });
      await context.setOffline(false);
      const other = await context.newPage();
      await other.goto(page.url());
      await unsentIsGone(page);
      assert.equal(lost.size, 0);
      await other.close();
      await goTo(page, 'Z 3');
      await page.getByRole('heading', { level: 1, name: 'Z 3' }).waitFor();
      const expected = 2000 + cash - 475;
      assert.deepEqual(await rowOf(page, 'Efectivo'), [cash, 0, expected, expected - 5, 5]);
      const tillSession = await it.service.call<{ entries: { kind: string }[]; late: { methods: object[] } }>(
        'tillSession { entries { kind } late { methods { method } } }',
        { id: page.url().split('/').at(-1)! },
      );
      assert.deepEqual(
        tillSession,
        { entries: [{ kind: 'OUT' }, { kind: 'COUNT' }], late: { methods: [] } },
        'once each',
      );
      forgetOffline(visit);
    });
  });

  test('what a till did after it was closed elsewhere is told, and stays until a person discards it', async () => {
    await it.look('/till', async (visit) => {
      const { page } = visit;
      await press(page, 'Abrir caja');
      const answer = page.waitForResponse((one) => one.request().postData()?.includes('OpenTill') === true);
      await send(page, { 'Fondo inicial': '3' });
      await answer;
      await unsentIsGone(page);
      await page.context().setOffline(true);
      await press(page, 'Salida');
      await send(page, { Monto: '1', Motivo: 'Hielo' });
      const { tillSessions } = await it.service.ask<{ tillSessions: { records: { id: string }[] } }>(
        '{ tillSessions(isOpen: true) { records { id } } }',
      );
      const { id } = tillSessions.records[0]!;
      await it.service.ask(
        `mutation { countTill(id: "${crypto.randomUUID()}", sessionId: "${id}", cash: [{ denomination: COIN_1, pieces: 3 }]) { id } closeTill(sessionId: "${id}") { zNumber } }`,
      );
      await page.context().setOffline(false);
      await page.getByText('Rechazada', { exact: true }).waitFor();
      await page.getByText('No tiene caja abierta').waitFor();
      await shot(page, 'till-refused');
      assert.deepEqual(await accessibilityProblems(page), []);
      await press(page, 'Intentar de nuevo');
      await page.getByText('Rechazada', { exact: true }).waitFor();
      await press(page, 'Descartar');
      await send(page, {});
      await page.getByText('Rechazada', { exact: true }).waitFor({ state: 'detached' });
      forgetOffline(visit);
    });
  });

  const isRefused = (page: Page): Promise<void> => page.getByText('Rechazada', { exact: true }).waitFor();

  /** The service refuses the operation once, when it is released. */
  async function refusedOnce(page: Page, operation: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let times = 0;
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName !== operation || times++ > 0) return route.fallback();
      await promise;
      const errors = [{ message: 'The point is archived', extensions: { code: 'CONFLICT' } }];
      return route.fulfill({ json: { data: null, errors } });
    });
    return resolve;
  }
  const isOpen = async (): Promise<string[]> => {
    const { records } = await it.service.call<{ records: { id: string }[] }>('tillSessions { records { id } }', {
      isOpen: true,
    });
    return records.map(({ id }) => id);
  };
  async function closeElsewhere(pieces: number): Promise<void> {
    const [sessionId] = await isOpen();
    const cash = [{ denomination: 'COIN_1C', pieces }];
    await it.service.call('countTill', { id: crypto.randomUUID(), sessionId, cash });
    await it.service.call('closeTill', { sessionId });
  }
  /** Session that the next order of this till names. */
  const sessionOfOrder = async (page: Page): Promise<unknown> => {
    const request = await page.waitForRequest((one) => one.postData()?.includes('CreateOrder') === true);
    const { variables } = request.postDataJSON() as { variables: { input: { metadata: { tillSession?: string } } } };
    return variables.input.metadata.tillSession;
  };

  test('a sale that was refused is corrected after the Z, and stays one of its session', async () => {
    await it.look('/till', async ({ page }) => {
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '1' });
      await unsentIsGone(page);
      const [sessionId] = await isOpen();
      (await refusedOnce(page, 'CreateOrder'))();
      await goTo(page, 'Punto de venta');
      await page.getByText(/^Caja abierta desde las? /).waitFor();
      await sell(page, 'AZU-05', 'e');
      await page.getByTitle('1 venta rechazada').waitFor();
      await closeElsewhere(100);
      await page.getByText(/^Caja abierta desde las? /).waitFor({ state: 'detached' });
      await page.keyboard.press('F8');
      await dialogOf(page).getByRole('button', { name: 'Abrir' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.typed-lines li').length === 1);
      const told = sessionOfOrder(page);
      await page.keyboard.press('F9');
      await dialogOf(page).waitFor();
      await page.keyboard.press('e');
      await page.keyboard.press('Enter');
      assert.equal(await told, sessionId);
      await unsentIsGone(page);
    });
  });

  test('an opening that was refused and is done anew has the sales that were made with it', async () => {
    await it.look('/till', async ({ page }) => {
      const refuse = await refusedOnce(page, 'OpenTill');
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '1' });
      await goTo(page, 'Punto de venta');
      await page.getByText(/^Caja abierta desde las? /).waitFor();
      const due = await sell(page, 'AZU-05', 'e');
      await goTo(page, 'Caja');
      refuse();
      await isRefused(page);
      const told = sessionOfOrder(page);
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '2' });
      await page.getByText('Rechazada', { exact: true }).waitFor({ state: 'detached' });
      await unsentIsGone(page);
      assert.deepEqual([await told], await isOpen());
      await closeElsewhere(200 + due);
    });
  });

  test('an act that was begun in a session ends with it, also in the palette', async () => {
    await it.look('/till', async ({ page }) => {
      const drafts = async (): Promise<string[]> => {
        await page.keyboard.press('Control+k');
        const options = dialogOf(page).getByRole('option');
        await options.first().waitFor();
        const names = await options.filter({ hasText: 'Borrador' }).allInnerTexts();
        await page.keyboard.press('Escape');
        await dialogOf(page).waitFor({ state: 'detached' });
        return names;
      };
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '1' });
      await unsentIsGone(page);
      await press(page, 'Salida');
      await dialogOf(page).getByLabel('Monto').fill('7');
      await page.keyboard.press('Escape');
      await press(page, 'EN Switch to English');
      await press(page, 'Cash out');
      assert.equal(await dialogOf(page).getByLabel('Amount').inputValue(), '7', 'also in the other language');
      await page.keyboard.press('Escape');
      await press(page, 'ES Cambiar a español');
      // The palette names a draft in the language in which it was opened.
      await page.getByRole('button', { name: 'EN Switch to English' }).waitFor();
      assert.equal((await drafts()).length, 1);
      await press(page, 'Entrada');
      await dialogOf(page).getByLabel('Monto').fill('8');
      await closeElsewhere(100);
      await page.getByText('No tiene caja abierta').waitFor();
      await dialogOf(page).waitFor({ state: 'detached' });
      assert.deepEqual(await drafts(), []);
    });
  });

  test('a card that gave back more than it took is counted below 0, on any keypad', async () => {
    await it.look('/till', async ({ page }) => {
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '1' });
      await unsentIsGone(page);
      await press(page, 'Arqueo');
      const card = dialogOf(page).getByLabel('Tarjeta de débito');
      // The keypad of an iPhone for decimals has no minus.
      assert.equal(await card.getAttribute('inputmode'), 'text');
      await card.focus();
      await page.keyboard.type('-5');
      await send(page, { 'Billetes de 1': '1' });
      const row = page.getByRole('row', { name: /^Tarjeta de débito/ });
      await row.getByText('Faltante B/. 5.00').waitFor();
      await unsentIsGone(page);
      await closeElsewhere(100);
    });
  });

  test('the owner follows a Z to its payments, and filters them by till', async () => {
    await it.look('/till', async ({ page }) => {
      await goTo(page, 'Z 1');
      await goTo(page, 'Ver cobros');
      await page.getByText('Sesión de caja: Z 1 · cashier-user').waitFor();
      await settled(page);
      await shot(page, 'till-payments');
      await page.getByRole('button', { name: 'Más filtros' }).click();
      await page.getByLabel('Caja', { exact: true }).selectOption({ label: 'Principal · 001' });
      await page.getByText('Caja: Principal · 001').waitFor();
      await shot(page, 'till-payments-filters');
    });
  });
});
