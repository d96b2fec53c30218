// The cashier's day at the counter: by keyboard and scanner, with network and without, and each sale filed once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, noBrowser, quickKeys, visit, type Visit } from './support/browser.ts';
import { busyDisk, dashboard, held, sentToPac } from './support/dashboard.ts';
import { centsOf, count, nextKeys, paymentOf, press, shown, tillOf } from './support/pay-keys.ts';
import { assertEach } from '../support/assert-each.ts';
import { eventually } from '../support/eventually.ts';

const ITEMS = ['ARR-25', 'RON-75', 'AZU-05'] as const;

/** In the page: what the payment dialog shows, told when the next key comes. */
function watchDialog(): void {
  const seen: string[] = [];
  Object.assign(globalThis, { seen });
  const look = (): void => {
    const focused = document.activeElement;
    const parts = [...document.querySelectorAll('.payment-parts > .stack')];
    const place = parts.flatMap((part, at) => {
      const stop = [...part.querySelectorAll('input, .tool')].indexOf(focused!);
      return stop < 0 ? [] : [`${at}.${stop}`];
    });
    const buttons = [...document.querySelectorAll('dialog .form-actions button')];
    const texts = [...document.querySelectorAll('.payment-parts .change span')].map((one) => one.textContent);
    seen.push(
      [
        ...parts.map((part) => {
          const method = part.querySelector('[aria-pressed="true"]')?.getAttribute('aria-keyshortcuts');
          return `${method}(${[...part.querySelectorAll('input')].map(({ value }) => value).join(',')})`;
        }),
        place[0] ?? ['cancel', 'submit'][buttons.indexOf(focused!)] ?? focused?.tagName,
        ...texts.filter(Boolean),
        buttons.at(-1)?.textContent,
        ...['crédito necesita un cliente', '10 formas de pago como máximo'].filter((said) =>
          document.querySelector('dialog')?.textContent.includes(said),
        ),
      ].join(' '),
    );
  };
  window.addEventListener('keydown', look, true);
}

interface KeptPayment {
  parts: { method: string; amount: string; reference: string | null }[];
  change: string;
}

/** In the page: what was seen since it was asked before. */
const seenKeys = (): string[] => (globalThis as unknown as { seen: string[] }).seen.splice(0);

/** Amounts of a text as whole cents. */
const inCents = (text: string): string =>
  text.replaceAll(/B\/\.\s*([\d,]+)\.(\d\d)/g, (_all, whole: string, cents: string) =>
    String(Number(whole.replaceAll(',', '') + cents)),
  );

/** In the page: how the sale that the till has kept last is paid, once the dialog is gone; where that never happens, the runner ends the test. */
async function lastKept(isPaid: boolean): Promise<KeptPayment | undefined> {
  // Also a dialog that the browser has closed and the page has not yet.
  while (document.querySelector('dialog')) await new Promise(requestAnimationFrame);
  if (!isPaid) return undefined;
  while (!document.querySelector('.counter-done')) await new Promise(requestAnimationFrame);
  const { name } = (await indexedDB.databases()).find((one) => one.name!.startsWith('folio-sales '))!;
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const database = await answerOf(indexedDB.open(name!));
  const sales = await answerOf(database.transaction('sales').objectStore('sales').getAll());
  database.close();
  const { sale, change } = sales.reduce((one, other) => (one.soldAt > other.soldAt ? one : other));
  return { parts: sale.parts, change };
}

/** In the page: the badge is gone, and the till keeps no sale that waits. */
async function hasNothingToSend(): Promise<boolean> {
  if (document.querySelector('[title$="por enviar"]')) return false;
  const one = (await indexedDB.databases()).find(({ name }) => name!.startsWith('folio-sales '));
  if (!one) return true;
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const database = await answerOf(indexedDB.open(one.name!));
  const sales: { state: string }[] = await answerOf(database.transaction('sales').objectStore('sales').getAll());
  database.close();
  return sales.every(({ state }) => state !== 'waiting');
}

describe('the counter', { skip: noBrowser }, () => {
  const it = dashboard();

  /** A scanner, as the page sees it: quick keys and Enter. */
  async function scan(page: Page, ...codes: string[]): Promise<void> {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  }
  const ready = (page: Page): Promise<void> => page.getByText(/Listo para vender|Sin red: puede/).waitFor();
  const total = (page: Page): Promise<string> => page.locator('.counter-total output').innerText();
  const change = (page: Page): Promise<string> => page.locator('.counter-done output').innerText();
  const lineCount = (page: Page, count: number): Promise<void> =>
    page.waitForFunction((n) => document.querySelectorAll('.typed-lines li').length === n, count).then(() => undefined);
  const filed = async (page: Page): Promise<string> => {
    const number = page.locator('.counter-done a', { hasText: 'FAC-' });
    await number.waitFor();
    return number.innerText();
  };
  async function sell(page: Page, amount: string, ...codes: string[]): Promise<void> {
    await scan(page, ...codes);
    await lineCount(page, codes.length);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await scan(page, amount);
    await page.locator('.counter-done').waitFor();
  }
  async function counts(): Promise<{ orders: number; invoices: number }> {
    const { orders, invoices } = await it.service.ask<Record<'orders' | 'invoices', { totalCount: number }>>(
      '{ orders { totalCount } invoices { totalCount } }',
    );
    return { orders: orders.totalCount, invoices: invoices.totalCount };
  }
  interface Sold {
    documentId: string;
    total: string;
    balance: string;
    change: string;
    dueDate: string | null;
    payments: { method: string; amount: string }[];
  }
  const soldAs = async (number: string): Promise<Sold> =>
    await it.service.call<Sold>(
      'invoiceByNumber { documentId total balance change dueDate payments { method amount } }',
      { number },
    );
  /** How often the simulator was sent each number. */
  async function seen(): Promise<Map<string, number>> {
    const journal = await readFile(join(it.service.dataDir, 'simulator.jsonl'), 'utf8');
    const events = journal
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; number: object });
    const numbers = events.filter(({ event }) => event === 'attempted').map(({ number }) => JSON.stringify(number));
    return new Map([...Map.groupBy(numbers, (number) => number)].map(([number, all]) => [number, all.length]));
  }
  /** A cashier's browser: what is kept in it outlasts its pages. */
  async function till(): Promise<{ context: BrowserContext; page: Page; open(): Promise<Page> }> {
    const { page } = await visit(it.browser, it.service.link.replace('/#', '/counter#'));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await ready(page);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    const context = page.context();
    const open = async (): Promise<Page> => {
      const next = await context.newPage();
      await next.goto(`${it.service.url}/counter`);
      await ready(next);
      return next;
    };
    return { context, page, open };
  }
  const unsent = (page: Page, n: number): Promise<void> =>
    page.getByTitle(n === 1 ? '1 venta por enviar' : `${n} ventas por enviar`, { exact: true }).waitFor();
  /** By the page and by what the till keeps, since a page that has just been opened shows nothing yet. */
  const allSent = (page: Page): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('[title$="por enviar"]') === null);
  /** A page that has just been opened shows no badge yet. */
  const allSentBy = (page: Page): Promise<unknown> => eventually(() => page.evaluate(hasNothingToSend), true);

  test('three scanned items, paid in cash, take four keys beside the scans', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, ...ITEMS);
      await lineCount(page, 3);
      let keys = 0;
      const press = async (key: string): Promise<void> => {
        keys += 1;
        await page.keyboard.press(key);
      };
      await press('Enter');
      await page.getByRole('dialog').waitFor();
      // A note of 50: what no note explains is asked about, which is another key.
      for (const key of ['5', '0', 'Enter']) await press(key);
      await page.locator('.counter-done').waitFor();
      assert.match(await change(page), /^B\/\.\s\d+\.\d\d$/);
      // The next sale begins with its first code, whatever has become of the last.
      await scan(page, ITEMS[0]);
      await lineCount(page, 1);
      assert.equal(keys, 4);

      // Paid by touch: the next code is sold, and what is scanned while a button has the focus as well.
      await page.getByRole('button', { name: /^Cobrar/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cobrar', exact: true }).click();
      await page.locator('.counter-done').waitFor();
      await page.waitForFunction(() => document.activeElement?.matches('main input'));
      await page.getByRole('button', { name: /^En espera/ }).focus();
      await scan(page, ITEMS[1]);
      await lineCount(page, 1);
      await allSent(page);
    });
  });

  test('quantities, discounts and prices are typed into the same field', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, '3*ARR-25', '4', '+2', '-', '=10', '10%');
      await lineCount(page, 1);
      const field = (name: string): Promise<string> => page.getByLabel(name).inputValue();
      assert.deepEqual(
        [await field('Cantidad (und)'), await field('Precio'), await field('Descuento c/u')],
        ['5', '10', '1'],
      );
      assert.match(await total(page), /45\.00/);
      await page.keyboard.press('F4');
      await page.keyboard.type('5');
      assert.match(await total(page), /40\.00/);
      await page.keyboard.press('Enter');
      await scan(page, 'nada de esto 99');
      await page.getByText('No se encontró «nada de esto 99»').waitFor();
      await page.keyboard.press('F8');
      await page.getByText('En espera', { exact: true }).last().waitFor();
      await lineCount(page, 0);
      await page.keyboard.press('F8');
      await page.getByRole('dialog').getByRole('button', { name: 'Abrir' }).click();
      await lineCount(page, 1);
      assert.match(await total(page), /40\.00/, 'what was parked comes back whole');
      await scan(page, '-5');
      await lineCount(page, 0);
    });
  });

  test('a scan is a whole code, a short number is how many, and a name is taken when its list was seen', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      const keys = await quickKeys(page);
      for (const wrong of ['ARR-2', 'LEC', '2242']) {
        await keys([...wrong.split(''), 'Enter']);
        await page.getByText(`No se encontró «${wrong}»`).waitFor();
        await lineCount(page, 0);
      }
      await scan(page, '5');
      await page.keyboard.type('arr-25');
      await page.keyboard.press('Enter');
      await lineCount(page, 1);
      assert.equal(await page.getByLabel('Cantidad (und)').inputValue(), '5');
      await scan(page, '25');
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.typed-lines input')?.value === '25');
      await lineCount(page, 1);
    });
  });

  test('a code that is scanned while the catalog is read is sold once it is there', async () => {
    await it.look('/items', async ({ page }) => {
      const release = await held(page, 'CounterItems');
      await page.getByRole('link', { name: 'Punto de venta' }).click();
      await page.getByText('Guardando el catálogo en este equipo').waitFor();
      await scan(page, ITEMS[0]);
      release();
      await lineCount(page, 1);
    });
  });

  test('a code that is being typed stays when one that was scanned before it is found', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      const code = 'TARDE-1';
      await it.service.call('createItem', {
        sku: code,
        name: 'Llega tarde',
        unit: 'und',
        unitPrice: '1',
        taxRate: '7',
      });
      const release = await held(page, 'CounterItems');
      const question = page.waitForRequest((one) => one.postData()?.includes('CounterItems') === true);
      await scan(page, code);
      await question;
      await page.keyboard.type('7501');
      release();
      await lineCount(page, 1);
      assert.equal(await page.getByRole('combobox', { name: 'Código' }).inputValue(), '7501');
    });
  });

  test('a price of a list that changes reaches the till with the items that have changed', async () => {
    const item = await it.service.call('createItem', {
      sku: 'LISTA-1',
      name: 'Con lista',
      unitPrice: '10',
      taxRate: '0',
    });
    const other = await it.service.call('createItem', {
      sku: 'LISTA-2',
      name: 'Con lista',
      unitPrice: '10',
      taxRate: '0',
    });
    const priceList = await it.service.call('createPriceList', { name: 'Hoteles de playa' });
    const set = (itemId: string, price: string | null): Promise<unknown> =>
      it.service.call('setPrices', { priceListId: priceList.id, prices: [{ itemId, price }] });
    await set(item.id, '8');
    await set(other.id, '7');
    await it.service.call('createClient', { name: 'Hotel Las Lajas', priceListId: priceList.id });
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await page.keyboard.press('F2');
      await page.getByRole('combobox').last().fill('Hotel Las Lajas');
      await page.getByRole('option', { name: /Hotel Las Lajas/ }).click();
      await scan(page, 'LISTA-1', 'LISTA-2');
      await lineCount(page, 2);
      assert.equal(inCents(await total(page)), '1500');
      const comesTo = (cents: string): Promise<unknown> =>
        eventually(async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('online')));
          return inCents(await total(page));
        }, cents);
      await set(item.id, '8.75');
      await comesTo('1575');
      await set(other.id, null);
      await comesTo('1875');
      const question = page.waitForRequest((one) => one.postData()?.includes('CounterPrices') === true);
      await set(item.id, '8.5');
      await comesTo('1850');
      const { variables } = (await question).postDataJSON() as { variables: { itemIds: string[] | null } };
      assert.ok(variables.itemIds?.includes(item.id), 'of the changed items alone');
    });
  });

  test('a code that is found after its sale has ended is not on the next one', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, ITEMS[0]);
      await lineCount(page, 1);
      const sku = 'TARDE-3';
      await it.service.call('createItem', { sku, name: 'Llega tarde', unit: 'und', unitPrice: '1', taxRate: '7' });
      const release = await held(page, 'CounterItems');
      const question = page.waitForRequest((one) => one.postData()?.includes('CounterItems') === true);
      await scan(page, sku);
      await question;
      await page.keyboard.press('F9');
      await page.getByRole('dialog').waitFor();
      await scan(page, '20');
      await page.locator('.counter-done').waitFor();
      await scan(page, ITEMS[1]);
      await lineCount(page, 1);
      release();
      await page.getByRole('alert').getByText(sku).waitFor();
      await lineCount(page, 1);
    });
  });

  test('what is scanned while a sale is being parked is on the next one', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, ITEMS[0], ITEMS[0], ITEMS[1]);
      await lineCount(page, 2);
      const end = await busyDisk(page);
      await page.keyboard.press('F8');
      await scan(page, ITEMS[0], ITEMS[2]);
      await lineCount(page, 3);
      await end();
      await page.getByText('En espera', { exact: true }).last().waitFor();
      await lineCount(page, 2);
      const shown = await page
        .locator('main')
        .getByLabel(/^Cantidad \(/)
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
      assert.deepEqual(shown, ['1', '1']);
    });
  });

  const toCounter = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Punto de venta' }).click();
    await page.getByText('Guardando el catálogo en este equipo').waitFor();
  };
  /** The catalog is there ten seconds, by the clock of the page that the test gives it, after the first look was answered. */
  async function readySoon(page: Page, answer: () => void): Promise<void> {
    const isLooking = (): Promise<boolean> =>
      page.evaluate(async () =>
        (await navigator.locks.query()).held!.some(({ name }) => name!.startsWith('folio-catalog ')),
      );
    // Its first look has begun, and does not end before it is answered.
    await eventually(isLooking, true);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    answer();
    await eventually(isLooking, false);
    for (let second = 0; second < 10; second += 1) await page.clock.runFor(1_000);
    await ready(page);
  }

  test('a first look at the catalog that the service refuses is repeated soon', async () => {
    await it.look('/items', async ({ page }) => {
      await page.clock.install();
      const answer = Promise.withResolvers<void>();
      let looks = 0;
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'CounterItems' || looks++ > 0) return route.fallback();
        await answer.promise;
        const extensions = { code: 'SERVICE_UNAVAILABLE' };
        await route.fulfill({ json: { errors: [{ message: 'The database does not answer', extensions }] } });
      });
      await toCounter(page);
      await readySoon(page, answer.resolve);
      assert.equal(looks, 2);
    });
  });

  test('who leaves the counter during the first look, and comes back, has what it read', async () => {
    await it.look('/items', async ({ page }) => {
      await page.clock.install();
      const answer = await held(page, 'CounterItems');
      await toCounter(page);
      await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
      await page.getByRole('table').waitFor();
      await toCounter(page);
      await readySoon(page, answer);
    });
  });

  test('a report of sales that failed is repeated, although nothing waits to be filed', async () => {
    await it.look('/items', async ({ page }) => {
      await page.clock.install();
      // As if sales had waited here that were filed since.
      await page.evaluate(() => {
        const { tenantId } = JSON.parse(sessionStorage.getItem('folio.company')!) as { tenantId: string };
        localStorage.setItem(`folio.told ${tenantId}`, '[{}]');
      });
      const failed = Promise.withResolvers<void>();
      let reports = 0;
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'ReportTillSales') return route.fallback();
        reports += 1;
        const extensions = { code: 'SERVICE_UNAVAILABLE' };
        await route.fulfill({ json: { errors: [{ message: 'The database does not answer', extensions }] } });
        failed.resolve();
      });
      await page.getByRole('link', { name: 'Punto de venta' }).click();
      await ready(page);
      await failed.promise;
      const before = reports;
      await page.clock.runFor(60_000);
      await eventually(async () => reports > before, true);
    });
  });

  test('what one tab of a till has read is found in another', async () => {
    await it.look('/counter', async ({ page }) => {
      const context = page.context();
      await ready(page);
      const other = await context.newPage();
      await other.goto(page.url());
      await ready(other);
      const code = 'TAB-2';
      const name = 'Artículo de dos pestañas';
      await it.service.call('createItem', { sku: code, name, unit: 'und', unitPrice: '1', taxRate: '7' });
      // As if minutes had passed: what is read then is not among what has changed in the last one.
      await context.route('**/session', async (route) => {
        const response = await route.fetch();
        const date = new Date(Date.now() + 600_000).toUTCString();
        await route.fulfill({ response, headers: { ...response.headers(), date } });
      });
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await scan(tab, code);
        await tab.locator('.typed-lines').getByText(code).waitFor();
      }
    });
  });

  test('a new client, two methods and change; the receipt is the certified document', async () => {
    const word = { sku: 'LARGO-1', name: 'W'.repeat(200), unit: 'und', unitPrice: '0.50', taxRate: '7' };
    await it.service.call('createItem', { ...word, kind: 'SERVICE' });
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      for (const [at, code] of [ITEMS[0], word.sku].entries()) {
        await scan(page, code);
        await lineCount(page, at + 1);
      }
      await page.keyboard.press('F2');
      await page.getByRole('combobox').last().fill('Fonda La Nueva');
      await page.getByRole('option', { name: /Crear cliente/ }).waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Tipo de receptor').selectOption({ label: 'Contribuyente' });
      await dialog.getByLabel('RUC').fill('155596713-2-2015');
      await dialog.getByText('DV 59').waitFor();
      await dialog.getByRole('button', { name: 'Crear cliente' }).click();
      await page.getByText('RUC 155596713-2-2015').waitFor();
      await page.keyboard.press('F9');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('d');
      await scan(page, '5');
      await page.waitForFunction(() => document.querySelectorAll('.payment-parts .stack').length === 2);
      await page.keyboard.press('e');
      await scan(page, '20');
      await page.locator('.counter-done').waitFor();
      const number = await filed(page);
      await page.waitForFunction(() => document.querySelector('.receipt .cufe') !== null);
      await page.emulateMedia({ media: 'print' });
      const receipt = page.locator('.receipt');
      const { width } = (await receipt.boundingBox())!;
      assert.equal(Math.round((width / 96) * 25.4), 80);
      // A name in one word moves no amount off the paper.
      assert.ok(await receipt.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
      // The paper is the roll, cut where the receipt ends, whatever paper the printer has otherwise.
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const sheets = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)].map(([, points]) => points);
      assert.deepEqual(
        sheets.map((points) => Math.round((Number(points) / 72) * 25.4)),
        [80],
      );
      for (const text of [number, 'Fonda La Nueva', 'DV 59', 'Tarjeta de débito', 'Vuelto', /CUFE FE/])
        await receipt.getByText(text).first().waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), false, 'nothing else is printed');
      await page.emulateMedia({ media: 'screen' });
      const invoiceByNumber = await soldAs(number);
      // Typed: 5.00 by card, then 20.00 in cash. In cents: the cash pays the rest, and what is above it comes back.
      const due = Math.round(Number(invoiceByNumber.total) * 100);
      const [rest, back] = [due - 500, 2000 - (due - 500)].map((cents) => (cents / 100).toFixed(2));
      const paid = invoiceByNumber.payments.map(({ method, amount }) => `${method} ${Number(amount).toFixed(2)}`);
      assert.deepEqual(paid.toSorted(), [`CASH ${rest}`, 'DEBIT_CARD 5.00']);
      assert.equal(Number(invoiceByNumber.change).toFixed(2), back);
      assert.ok((await change(page)).includes(back!));
      // The PAC has what was handed over, by the codes of the DGI, and counts the change itself.
      assert.deepEqual((await sentToPac(it, invoiceByNumber.documentId)).totals, {
        paymentTime: 1,
        paymentMethods: [
          { type: '04', amount: 5 },
          { type: '02', amount: 20 },
        ],
      });
    });
  });

  test('a client who was made slowly is not that of the next sale', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, ITEMS[0]);
      await lineCount(page, 1);
      await page.keyboard.press('F2');
      await page.getByRole('combobox').last().fill('Cliente lento');
      await page.getByRole('option', { name: /Crear cliente/ }).waitFor();
      await page.keyboard.press('Enter');
      const answer = await held(page, 'CreateClient');
      const made = page.waitForResponse((response) => response.request().postData()?.includes('CreateClient') === true);
      await page.getByRole('dialog').getByRole('button', { name: 'Crear cliente' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('F9');
      await page.getByRole('dialog').waitFor();
      await scan(page, '20');
      await page.locator('.counter-done').waitFor();
      await scan(page, ITEMS[1]);
      await lineCount(page, 1);
      answer();
      await (await made).finished();
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
      });
      assert.equal(await page.locator('main').getByText('Cliente lento').count(), 0);
      await lineCount(page, 1);
    });
  });

  test('a sale on credit is owed until the day that the PAC was told', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await scan(page, ITEMS[0]);
      await lineCount(page, 1);
      await page.keyboard.press('F2');
      await page.getByRole('combobox').last().fill('hotel');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('F9');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('p');
      await page.getByLabel('Plazo en días').fill('20');
      await page.keyboard.press('Enter');
      await page.locator('.counter-done').waitFor();
      const { total, balance, dueDate, payments, documentId } = await soldAs(await filed(page));
      const { information, totals } = await sentToPac(it, documentId);
      const day = new Date(Date.parse(information.issueDate.slice(0, 10)) + 20 * 86_400_000).toISOString().slice(0, 10);
      assert.deepEqual([balance, dueDate, payments], [total, day, []]);
      assert.equal(totals.paymentTime, 2);
      assert.deepEqual(totals.paymentMethods, [{ type: '01', amount: Number(total) }]);
      assert.deepEqual(totals.installmentPayment, [
        { sequence: 1, dueDate: `${day}T23:59:59-05:00`, amount: Number(total) },
      ]);
    });
  });

  const keptOf = (page: Page): Promise<string[]> =>
    page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.startsWith('folio-catalog')),
      ...Object.keys(localStorage).filter((name) => name === 'folio.till'),
    ]);
  const forgotten = (page: Page): Promise<unknown> =>
    page.waitForFunction(
      async () =>
        localStorage.getItem('folio.till') === null &&
        (await indexedDB.databases()).every(({ name }) => !name!.startsWith('folio-catalog')),
    );

  test('a till whose session an admin has ended forgets its catalog, and does not open without network', async () => {
    const { context, page } = await till();
    assert.equal((await keptOf(page)).length, 2);
    const { sessions } = await it.service.ask<{ sessions: { id: string }[] }>('{ sessions { id } }');
    for (const { id } of sessions) {
      await it.service.ask('mutation ($id: UUID!) { endSession(sessionId: $id) { id } }', { id });
    }
    // The page asks every half minute.
    await page.getByText('Su sesión terminó.').waitFor();
    await forgotten(page);
    await context.setOffline(true);
    await page.reload();
    await page.waitForLoadState();
    assert.equal(await page.locator('.counter').count(), 0);
    await context.close();
  });

  test('a till without network is signed out at once, and at the service when it is back', async () => {
    const { context, page } = await till();
    const open = async () => (await it.service.ask<{ sessions: object[] }>('{ sessions { id } }')).sessions.length;
    const before = await open();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
    await page.getByRole('heading', { name: 'Bienvenido a Folio' }).waitFor();
    await forgotten(page);
    assert.equal(await open(), before);
    await context.setOffline(false);
    while ((await open()) !== before - 1) await page.waitForTimeout(100);
    await context.close();
  });

  test('a till without network forgets its catalog when its session would have ended', async () => {
    const { context, page } = await till();
    const endsAt = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('folio.till')!) as { endsAt: string }).endsAt,
    );
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    assert.equal((await keptOf(page)).length, 2);
    await context.clock.setFixedTime(Date.parse(endsAt) + 1000);
    await page.reload();
    await page.getByText('Su sesión terminó.').waitFor();
    await forgotten(page);
    await context.close();
  });

  test('a company without a PAC is told so on the counter and the order, and its slip promises nothing', async () => {
    await it.service.call('updateTenant', { pacCompanyId: '' });
    // The tenant of a request may be some seconds old.
    const known = '{ viewer { tenant { pacCompanyId } } }';
    type Known = { viewer: { tenant: { pacCompanyId: string | null } } };
    while ((await it.service.ask<Known>(known)).viewer.tenant.pacCompanyId !== null)
      await new Promise((resolve) => setTimeout(resolve, 200));
    const { context, page, open } = await till();
    const bar = (on: Page) => on.locator('.note', { hasText: 'Esta empresa todavía no factura ante la DGI' });
    const toSettings = (on: Page) => bar(on).getByRole('link', { name: 'Ajustes' });
    try {
      await toSettings(page).waitFor();
      await sell(page, '20', ITEMS[0]);
      const number = page.locator('.counter-done a', { hasText: 'PRO-' });
      await number.waitFor();
      const slip = page.locator('.receipt');
      await slip.getByText(await number.innerText()).waitFor({ state: 'attached' });
      await page.emulateMedia({ media: 'print' });
      const paper = await slip.innerText();
      for (const said of [
        'Comercial Istmo, S.A.',
        'RUC 155596713-2-2015 DV 59',
        'Principal',
        'Proforma',
        'no es factura',
      ])
        assert.ok(paper.includes(said), `${said} is missing: ${paper}`);
      assert.doesNotMatch(paper, /electr[óo]nica|DGI|CUFE|PAC\b|autoriza|fiscal(?!\.)|provisional|\bMain\b/i);
      await page.emulateMedia({ media: 'screen' });
      await context.setOffline(true);
      await page.reload();
      await bar(page).waitFor();
      await context.setOffline(false);
      const { orders } = await it.service.ask<{ orders: { records: { id: string }[] } }>(
        '{ orders(limit: 1, status: OPEN) { records { id } } }',
      );
      await page.goto(`${it.service.url}/orders/${orders.records[0]!.id}`);
      await toSettings(page).waitFor();
      await toSettings(page).click();
      await page.getByLabel('Id de la empresa en el PAC').first().waitFor();
    } finally {
      await it.service.folio('tenant', 'update', '--pac-company-id', 'demo');
    }
    // No item has changed since: the setting alone is news.
    const next = await open();
    await bar(next).waitFor({ state: 'detached' });
    await sell(next, '20', ITEMS[0]);
    await filed(next);
    await context.close();
  });

  test('500 times random keys where the money is taken: what is shown, and what leaves, is what they come to', async () => {
    const { context, page } = await till();
    // Nothing leaves: what would is read where the till keeps it.
    await context.setOffline(true);
    await page.evaluate(watchDialog);
    const keyboard = await quickKeys(page);
    const dialog = page.locator('dialog');
    let [paid, due, isNamed] = [0, 0, false];
    for (let seed = 1; seed <= 500; seed += 1) {
      let step = seed * 7919;
      const chance = (most: number): number => (step = (step * 48_271) % 2_147_483_647) % most;
      if (due === 0) {
        const price = chance(4) > 0 ? `=${chance(50)}.${10 + chance(90)}` : '+';
        await keyboard([...ITEMS[0].split(''), 'Enter', ...price.split(''), 'Enter']);
        isNamed = chance(4) === 0;
        if (isNamed) {
          await keyboard(['F2', ...'hotel'.split('')]);
          await dialog.getByRole('option').first().waitFor();
          await keyboard(['Enter']);
          await dialog.waitFor({ state: 'detached' });
        }
        due = centsOf((await page.locator('.counter-total output').innerText()).slice(3).trim())!;
      }
      const till = tillOf(due, isNamed);
      const keys: string[] = [];
      const expected: string[] = [];
      const type = (key: string): void => {
        press(till, key);
        keys.push(key);
        expected.push(shown(till));
      };
      // Some pay by as many parts as there may be, and want one more.
      const most = seed % 100 === 0 ? 50 : 30;
      if (most > 30) for (const key of Array.from({ length: 12 }, () => ['.', '0', '1', 'Enter']).flat()) type(key);
      while (!till.end)
        for (const key of keys.length > most ? ['Escape'] : nextKeys(till, chance)) if (!till.end) type(key);
      await page.evaluate(seenKeys);
      await keyboard(['F9', ...keys]);
      // Before F9 and before the first key nothing was typed; the last one closes the dialog.
      const told = (await page.evaluate(seenKeys)).slice(2).map(inCents);
      const why = `seed ${seed}, ${till.due} cents are due, typed: ${keys.join(' ')}`;
      for (let at = 0; at + 1 < keys.length; at += 1)
        assert.equal(told[at], expected[at], `${why}\nafter key ${at + 1}`);
      const kept = await page.evaluate(lastKept, till.end === 'paid');
      if (!kept) continue;
      [paid, due] = [paid + 1, 0];
      const left = kept.parts.map(({ amount, ...part }) => ({ ...part, cents: centsOf(amount) }));
      assert.deepEqual(left, paymentOf(till), why);
      assert.equal(Math.round(Number(kept.change) * 100), count(till)!.over, why);
    }
    assert.ok(paid > 50, `${paid} were paid`);
    await context.close();
  });

  test('a cashier is told before the client pays that the prices are those of the catalog', async () => {
    await it.look(
      '/counter',
      async ({ page }) => {
        const pay = page.getByRole('button', { name: 'Cobrar' });
        const isOff = async (reason: string): Promise<void> => {
          await page.getByRole('alert').getByText(reason).waitFor();
          assert.equal(await pay.getAttribute('aria-disabled'), 'true');
        };
        await ready(page);
        await scan(page, ITEMS[0], '=1.25');
        await isOff('Cobre a los precios del catálogo');
        await page.keyboard.press('F9');
        assert.equal(await page.getByRole('dialog').count(), 0);
        await scan(page, '-', ITEMS[0], '5%');
        await isOff('Su descuento máximo es de 0 %');
        await scan(page, '0%');
        await page.getByRole('alert').getByText('Su descuento').waitFor({ state: 'detached' });
        assert.notEqual(await pay.getAttribute('aria-disabled'), 'true');
        // The page of its invoice is not for cashiers.
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor();
        for (const key of ['5', '0', 'Enter']) await page.keyboard.press(key);
        await page
          .locator('.counter-done')
          .getByText(/^FAC-\d+$/)
          .waitFor();
        assert.equal(await page.locator('.counter-done').getByRole('link').count(), 0);
      },
      { token: await it.service.token('cashier') },
    );
  });

  test('a sale can be taken back before it leaves, and the next one is not held up', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      const before = await counts();
      // Its five seconds last as long as the test needs.
      await page.clock.setFixedTime(await page.evaluate(() => Date.now()));
      await page.evaluate(() => {
        const at = performance.now();
        performance.now = () => at;
      });
      await sell(page, '20', ITEMS[0]);
      await page.keyboard.press('F6');
      await lineCount(page, 1);
      await scan(page, '-');
      await lineCount(page, 0);
      await page.clock.setFixedTime(await page.evaluate(() => Date.now() + 60_000));
      await page.waitForFunction(hasNothingToSend);
      assert.deepEqual(await counts(), before);
    });
  });

  test('a sale that cannot be kept on the device is told as that, and is sold once when it is paid again', async () => {
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      const before = await counts();
      await scan(page, ITEMS[0]);
      await lineCount(page, 1);
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function () {
          IDBObjectStore.prototype.put = put;
          throw new DOMException('The disk is full', 'QuotaExceededError');
        };
      });
      await page.keyboard.press('F9');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Monto').fill('20');
      await page.keyboard.press('Enter');
      await dialog.getByText('La venta no se guardó en este equipo').waitFor();
      assert.equal(await dialog.getByLabel('Monto').inputValue(), '20');
      await page.keyboard.press('Enter');
      await filed(page);
      assert.deepEqual(await counts(), { orders: before.orders + 1, invoices: before.invoices + 1 });
    });
  });

  test('without network: reloaded, sold, killed; each sale is filed once when it is back', async () => {
    const { context, page, open } = await till();
    const before = { ...(await counts()), seen: await seen() };
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Sin red: puede').waitFor();
    await sell(page, '20', ITEMS[0]);
    await page.locator('.receipt').getByText('NO ES DOCUMENTO FISCAL').waitFor({ state: 'attached' });
    await sell(page, '50', ...ITEMS);
    await sell(page, '20', ITEMS[1]);
    await unsent(page, 3);
    await page.close();
    const [one, other] = [await open(), await open()];
    await unsent(one, 3);
    await context.setOffline(false);
    await Promise.all([allSent(one), allSent(other)]);
    const after = await counts();
    assert.deepEqual(
      [after.orders - before.orders, after.invoices - before.invoices],
      [3, 3],
      'as many documents as sales, by two tabs',
    );
    const sent = [...(await seen())].filter(([number]) => !before.seen.has(number));
    assert.equal(sent.length, 3);
    assert.ok(
      sent.every(([, times]) => times === sent[0]![1]),
      JSON.stringify(sent),
    );
    await context.close();
  });

  for (const operation of ['CreateOrder', 'GenerateInvoice']) {
    test(`the answer to ${operation} is lost, and the browser is killed: it is resumed where it stopped`, async () => {
      const { context, page, open } = await till();
      const before = await counts();
      let lost = 0;
      const cut = Promise.withResolvers<void>();
      await context.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== operation || lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
        cut.resolve();
      });
      await sell(page, '20', ITEMS[0]);
      await cut.promise;
      await page.close();
      await allSentBy(await open());
      const after = await counts();
      assert.deepEqual([lost, after.orders - before.orders, after.invoices - before.invoices], [1, 1, 1]);
      await context.close();
    });
  }

  test('however often the network is cut, before or after the service has acted, n sales are n invoices', async () => {
    const { context, page, open } = await till();
    const before = await counts();
    // The same cuts in each run: a request in six is lost on its way, and an answer in six on its way back.
    let step = 7;
    const chance = (): number => (step = (step * 16_807) % 2_147_483_647) % 6;
    let cuts = 0;
    await context.route('**/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      const luck = query.startsWith('mutation') ? chance() : 2;
      if (luck > 1) return route.continue();
      cuts += 1;
      if (luck === 1) await route.fetch();
      return route.abort();
    });
    for (const code of [...ITEMS, ITEMS[0], ITEMS[1]]) await sell(page, '20', code);
    await page.close();
    await Promise.all([open(), open()].map(async (tab) => allSentBy(await tab)));
    const after = await counts();
    assert.deepEqual([after.orders - before.orders, after.invoices - before.invoices], [5, 5]);
    assert.ok(cuts > 1, `${cuts} cuts`);
    await context.close();
  });

  test('an order is changed with discounts, repeated, and invoiced with several payments', async () => {
    const { orders } = await it.service.ask<{ orders: { records: { id: string }[] } }>(
      '{ orders(limit: 1, status: OPEN) { records { id } } }',
    );
    const { id } = orders.records[0]!;
    const read = async (one: string) =>
      await it.service.call<{ discount: string; subtotal: string; total: string; lines: object[] }>(
        'order { discount subtotal total lines { id } }',
        { id: one },
      );
    const before = await read(id);
    await it.look(`/orders/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Editar' }).first().click();
      await page.getByLabel('Descuento c/u').first().fill('0.50');
      await page.getByLabel('Descuento del pedido').fill('10%');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByRole('button', { name: 'Facturar' }).waitFor();
      const after = await read(id);
      assert.ok(Number(after.discount) > 0 && Number(after.subtotal) < Number(before.subtotal) * 0.95);
      await page.getByRole('link', { name: 'Repetir' }).click();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.waitForURL((url) => /\/orders\/[\w-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
      const again = await read(page.url().split('/').at(-1)!);
      assert.deepEqual([again.total, again.lines.length], [after.total, after.lines.length]);
      await page.getByRole('button', { name: 'Facturar' }).click();
      await page.getByRole('button', { name: 'Proforma' }).click();
      // It has a due day.
      await page.getByRole('button', { name: 'Contado' }).click();
      await page.getByLabel('Monto en B/.').fill('1');
      await page.getByRole('button', { name: 'Pagar el resto de otra forma' }).click();
      await page.getByRole('button', { name: 'Crear proforma' }).click();
      await page.waitForURL(/\/invoices\//);
      const invoice = await it.service.call<{ payments: { amount: string }[] }>('invoice { payments { amount } }', {
        id: new URL(page.url()).pathname.split('/').at(-1),
      });
      assert.equal(invoice.payments.length, 2);
    });
  });

  /** On hand where the demo sells from and at another location; answers its id. */
  async function stocked(sku: string, here: string, elsewhere?: string): Promise<string> {
    const locations = await it.service.call<{ id: string; name: string }[]>('locations { id name }');
    const createItem = await it.service.call('createItem', {
      sku,
      name: `Nevera ${sku}`,
      unitPrice: '10',
      taxRate: '7',
    });
    await counted(createItem.id, here);
    const david = locations.find(({ name }) => name === 'David')!.id;
    if (elsewhere !== undefined) await counted(createItem.id, elsewhere, david);
    return createItem.id;
  }
  const counted = (itemId: string, quantityChange: string, locationId?: string): Promise<unknown> =>
    it.service.call('adjustInventory', { itemId, quantityChange, locationId, description: 'Contado en la tienda' });
  const short = (page: Page, said: string): Promise<void> =>
    page.locator('.typed-lines').getByRole('alert').filter({ hasText: said }).waitFor();
  const pay = (page: Page) => page.locator('.counter').getByRole('button', { name: 'Cobrar' });
  const isOff = async (button: ReturnType<typeof pay>): Promise<boolean> =>
    (await button.getAttribute('aria-disabled')) === 'true';

  test('what is not there is refused at the line, before the money; a company that allows it sells it, and counts', async (t) => {
    const itemId = await stocked('NEV-01', '2', '5');
    await it.look('/counter', async ({ page, live }) => {
      await ready(page);
      await live;
      await scan(page, '2*NEV-01');
      await page.getByText('2 und disponibles; quedarán 0').waitFor();
      assert.equal(await isOff(pay(page)), false);
      await scan(page, '+1');
      await short(page, 'Hay 2 und en Casa matriz; faltan 1. Hay 5 en David.');
      await page.keyboard.press('F9');
      assert.equal(await isOff(pay(page)), true);
      assert.equal(await page.getByRole('dialog').count(), 0);
      // A parked sale returns to the same answer.
      await page.keyboard.press('F8');
      await lineCount(page, 0);
      await page.keyboard.press('F8');
      await page.getByRole('dialog').getByRole('button', { name: 'Abrir' }).click();
      await short(page, 'faltan 1.');
      await scan(page, '-1');
      await page.getByText('2 und disponibles; quedarán 0').waitFor();
      // Sold elsewhere while the client looks for money.
      await page.keyboard.press('F9');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await counted(itemId, '-1');
      await dialog.getByText('Un artículo no alcanza').waitFor();
      assert.equal(await isOff(dialog.getByRole('button', { name: 'Cobrar' })), true);
      await page.keyboard.press('Escape');
      await short(page, 'Hay 1 und en Casa matriz; faltan 1.');
    });
    const allow = async (on: boolean): Promise<void> => {
      await it.service.call('updateTenant', { sellsWithoutStock: on });
      // A process knows of it within seconds.
      const asked = '{ viewer { tenant { sellsWithoutStock } } }';
      type Told = Record<'viewer', Record<'tenant', { sellsWithoutStock: boolean }>>;
      const knows = async (): Promise<boolean> =>
        (await it.service.ask<Told>(asked)).viewer.tenant.sellsWithoutStock === on;
      while (!(await knows()));
    };
    await allow(true);
    t.after(() => allow(false));
    await it.look('/counter', async ({ page }) => {
      await ready(page);
      await sell(page, '50', '3*NEV-01');
      await filed(page);
      // One was there, three are sold.
      const ledger = await it.service.call<{ records: { quantityChange: string; balanceAfter: string }[] }>(
        'itemMovements { records { quantityChange balanceAfter } }',
        { itemId, limit: 1, types: ['VENTA'] },
      );
      assert.deepEqual(ledger.records, [{ quantityChange: '-3', balanceAfter: '-2' }]);
      await page.goto(`${it.service.url}/operations?kind=BELOW_ZERO`);
      const toCount = page.getByRole('region', { name: 'Vendidos sin existencia: por contar' });
      const row = toCount.getByRole('listitem').filter({ hasText: 'NEV-01' });
      await row.getByText(/Casa matriz/).waitFor();
      await row.getByRole('link', { name: 'Contar: NEV-01' }).waitFor();
    });
  });

  test('without network what the till knows is the measure, less what it has sold itself', async () => {
    await stocked('NEV-02', '3');
    const { context, page } = await till();
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Sin red: puede').waitFor();
    await scan(page, '4*NEV-02');
    await short(page, 'Hay 3 und en Casa matriz; faltan 1.');
    await scan(page, '-2');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await scan(page, '50');
    await page.locator('.counter-done').waitFor();
    await scan(page, '2*NEV-02');
    await short(page, 'Hay 1 und en Casa matriz; faltan 1.');
    assert.equal(await isOff(pay(page)), true);
    await context.setOffline(false);
    await allSent(page);
    await context.close();
  });

  const refusedOnes = (page: Page, n: number): Promise<void> =>
    page.getByTitle(n === 1 ? '1 venta rechazada' : `${n} ventas rechazadas`, { exact: true }).waitFor();
  /** Waits until *Hoy* shows the owner these needs. */
  async function needed(page: Page, expected: { count: number; names: string[] } | undefined): Promise<void> {
    for (;;) {
      const { today } = await it.service.ask<{ today: { needs: { count: number; records: { name: string }[] }[] } }>(
        '{ today { needs(kinds: [TILL_SALES]) { count records { name } } } }',
      );
      const [need] = today.needs;
      const found = need && { count: need.count, names: need.records.map(({ name }) => name) };
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  test('a refused sale is kept for a person, with all that was sold; the owner sees it, and the till says how it is corrected', async () => {
    const itemId = await stocked('NEV-03', '5');
    const { context, page } = await till();
    const before = await counts();
    await context.setOffline(true);
    await sell(page, '50', '3*NEV-03');
    await sell(page, '20', ITEMS[1]);
    await unsent(page, 2);
    await counted(itemId, '-4');
    await context.setOffline(false);
    await refusedOnes(page, 1);
    await allSent(page);
    await needed(page, { count: 1, names: ['demo'] });
    await page.keyboard.press('F8');
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Rechazada' });
    await row.getByText('No hay suficientes existencias').waitFor();
    await row.getByRole('button', { name: 'Abrir' }).click();
    assert.equal(await page.getByLabel('Cantidad (und)').inputValue(), '3');
    await short(page, 'Hay 1 und en Casa matriz; faltan 2.');
    await needed(page, undefined);
    await allSent(page);
    assert.equal((await counts()).invoices - before.invoices, 1, 'the sale after it was filed');
    await scan(page, '1');
    const done = page.locator('.counter-done');
    /** The one that is there goes elsewhere before the sale is sent. */
    const refusedOnceMore = async (): Promise<void> => {
      await page.getByText('1 und disponibles; quedarán 0').waitFor();
      await context.setOffline(true);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await scan(page, '20');
      await done.waitFor();
      await counted(itemId, '-1');
      await context.setOffline(false);
      await done.getByRole('alert').getByText('No hay suficientes existencias').waitFor();
      assert.equal(await done.getByText('Facturando…').count(), 0);
      await needed(page, { count: 1, names: ['demo'] });
    };
    await refusedOnceMore();
    await done.getByRole('button', { name: 'Abrir' }).click();
    assert.equal(await page.getByLabel('Cantidad (und)').inputValue(), '1');
    await short(page, 'Hay 0 und en Casa matriz; faltan 1.');
    await allSent(page);
    // It comes back, goes again, and the sale is discarded with a reason.
    await counted(itemId, '1');
    await refusedOnceMore();
    await page.keyboard.press('F8');
    await row.getByRole('button', { name: 'Descartar…' }).click();
    await page.getByLabel('Motivo').fill('Se devolvió el dinero');
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await needed(page, undefined);
    assert.equal(await page.locator('[title$="rechazada"]').count(), 0);
    await context.close();
  });

  test('a sale waits for the company: its maker leaves, and the next one who signs in sends it in that name', async () => {
    const { context, page } = await till();
    await context.setOffline(true);
    await sell(page, '20', ITEMS[0]);
    await context.clearCookies();
    await context.setOffline(false);
    await page.getByLabel('Contraseña', { exact: true }).waitFor();
    const before = { ...(await counts()), seen: await seen() };
    await page.goto(it.service.link.replace('/#', '/counter#'));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await ready(page);
    await allSent(page);
    assert.equal((await counts()).invoices - before.invoices, 1);

    // The service takes no order: it waits, and the one who made it signs out.
    await context.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CreateOrder') === true ? route.abort() : route.continue(),
    );
    await sell(page, '20', ITEMS[1]);
    await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
    const asked = page.getByRole('dialog', { name: 'Hay ventas sin facturar en este equipo' });
    await asked.getByText(/1 venta por enviar · B\/\./).waitFor();
    await asked.getByRole('button', { name: 'Cancelar' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cerrar la sesión' }).click();
    await asked.getByRole('button', { name: 'Salir y dejarlas aquí' }).click();
    await page.getByLabel('Contraseña', { exact: true }).waitFor();
    await needed(page, { count: 1, names: ['demo'] });
    const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name!.split(' ')[0]));
    assert.deepEqual(
      new Set(kept),
      new Set(['folio-counts', 'folio-sales']),
      'what is still to be sent, and nothing that was read',
    );
    await context.unroute('**/graphql');
    const { createApiToken } = await it.service.ask<{ createApiToken: { token: string } }>(
      'mutation { createApiToken(userName: "luis", roles: [operator]) { token } }',
    );
    await page.goto(`${it.service.url}/orders#token=${createApiToken.token}`);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('luis', { exact: true }).waitFor();
    await needed(page, undefined);
    await allSent(page);
    const { invoices } = await it.service.ask<{
      invoices: { totalCount: number; records: { payments: { createdBy: string }[] }[] };
    }>('{ invoices(limit: 1) { totalCount records { payments { createdBy } } } }');
    assert.equal(invoices.totalCount - before.invoices, 2);
    assert.deepEqual(invoices.records[0]!.payments, [{ createdBy: 'demo' }]);
    const sent = [...(await seen())].filter(([number]) => !before.seen.has(number));
    assertEach(sent, ([, times]) => times, [1, 1], 'each was sent to the PAC once');
    await context.close();
  });

  test('a sale that is refused after its order was made is discarded with its order, and the goods are free', async () => {
    const itemId = await stocked('NEV-04', '3');
    const { context, page } = await till();
    await context.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName !== 'GenerateInvoice') return route.continue();
      const errors = [{ message: 'The month is closed', extensions: { code: 'CONFLICT' } }];
      return route.fulfill({ json: { data: { generateInvoice: null }, errors } });
    });
    const left = async (): Promise<string> =>
      (
        await it.service.call<{ inventory: { available: string } }>('getItemById { inventory { available } }', {
          id: itemId,
        })
      ).inventory.available;
    await sell(page, '50', '2*NEV-04');
    await refusedOnes(page, 1);
    assert.equal(await left(), '1', 'its order holds two');
    await page.keyboard.press('F8');
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Rechazada' });
    const order = (await row.getByRole('link', { name: 'Pedido' }).getAttribute('href'))!.split('/').at(-1);
    await row.getByRole('button', { name: 'Descartar…' }).click();
    await page.getByText('el pedido que quedó de ella se cancela').waitFor();
    await page.getByLabel('Motivo').fill('Se devolvió el dinero');
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    const made = await it.service.call<{ status: string }>('order { status }', { id: order });
    assert.deepEqual([made.status, await left()], ['CANCELED', '3']);
    await context.close();
  });

  test('the browser is asked once to keep the sales; where it does not promise it, their list says so', async () => {
    const { context, page } = await till();
    await context.addInitScript(() => {
      const kept = (name: string): number => Number(localStorage.getItem(name));
      navigator.storage.persisted = async () => kept('test.given') === 1;
      navigator.storage.persist = async () => {
        localStorage.setItem('test.asked', `${kept('test.asked') + 1}`);
        return false;
      };
    });
    await page.evaluate(() => localStorage.removeItem('folio.persist'));
    const told = page.getByText('El navegador no garantiza estas ventas');
    for (const isGiven of [false, false, true]) {
      await page.evaluate((given) => localStorage.setItem('test.given', given ? '1' : '0'), isGiven);
      await page.reload();
      await ready(page);
      await page.keyboard.press('F8');
      await page.getByRole('dialog').waitFor();
      if (isGiven) {
        // It was read as well, and it is so by now.
        await page.evaluate(() => navigator.storage.persisted());
        assert.equal(await told.count(), 0);
      } else await told.waitFor();
    }
    assert.equal(await page.evaluate(() => localStorage.getItem('test.asked')), '1');
    await context.close();
  });

  test('a page is not closed without a question while a sale waits, and is once it was sent', async () => {
    const { context, page } = await till();
    await context.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CreateOrder') === true ? route.abort() : route.continue(),
    );
    await sell(page, '20', ITEMS[0]);
    await unsent(page, 1);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await page.locator('.counter-done').waitFor();
    assert.equal(page.isClosed(), false);
    await context.unroute('**/graphql');
    await allSent(page);
    const questions: string[] = [];
    page.on('dialog', (one) => {
      questions.push(one.type());
      void one.accept();
    });
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    assert.deepEqual(questions, []);
    await context.close();
  });

  test('what a release before kept for a user is taken over, and filed once though its first answer was lost', async () => {
    const { context, page, open } = await till();
    const before = await counts();
    let lost = 0;
    await context.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON() as { operationName: string; variables: { input?: object } };
      if (body.operationName !== 'CreateOrder') return route.continue();
      // As that release has sent it: without a maker.
      const input = { ...body.variables.input, madeBy: undefined };
      if ((lost += 1) === 1) await route.fetch({ postData: JSON.stringify({ ...body, variables: { input } }) });
      return route.abort();
    });
    await sell(page, '20', ITEMS[0]);
    await page.waitForFunction(() => document.querySelector('.notice-bar') !== null);
    await page.goto(`${it.service.url}/healthz`);
    await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error!));
        });
      const { name } = (await indexedDB.databases()).find((one) => one.name!.startsWith('folio-sales'))!;
      const now = await done(indexedDB.open(name!));
      const [kept] = (await done(now.transaction('sales').objectStore('sales').getAll())) as { sale: object }[];
      now.close();
      await done(indexedDB.deleteDatabase(name!));
      const opening = indexedDB.open(`${name} demo`, 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sales', { keyPath: 'id' }));
      const former = await done(opening);
      const sale = { ...kept!.sale, madeBy: undefined };
      await done(
        former
          .transaction('sales', 'readwrite')
          .objectStore('sales')
          .put({ ...kept, sale }),
      );
      former.close();
    });
    await context.unroute('**/graphql');
    const filing = context.waitForEvent(
      'response',
      (response) => response.request().postData()?.includes('mutation GenerateInvoice') === true,
    );
    const next = await open();
    await filing;
    await next.waitForFunction(async () =>
      (await indexedDB.databases()).every(({ name }) => !name!.endsWith(' demo') || name!.startsWith('folio-catalog')),
    );
    await allSent(next);
    await next.waitForFunction(() => document.querySelector('[title$="rechazada"]') === null);
    const after = await counts();
    assert.deepEqual([lost > 0, after.orders - before.orders, after.invoices - before.invoices], [true, 1, 1]);
    await context.close();
  });

  for (const options of [
    { colorScheme: 'light' as const },
    { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  ]) {
    test(`axe finds nothing at the counter (${options.colorScheme})`, async () => {
      const check = async ({ page }: Visit): Promise<void> => {
        await ready(page);
        await scan(page, ...ITEMS);
        await lineCount(page, 3);
        assert.deepEqual(await accessibilityProblems(page), []);
        const isWide = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth > clientWidth;
        });
        assert.equal(isWide, false, 'nothing is wider than the screen');
        await page.keyboard.press('F9');
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await accessibilityProblems(page), []);
        await page.keyboard.press('Enter');
        await filed(page);
        assert.deepEqual(await accessibilityProblems(page), []);
      };
      await it.look('/counter', check, options);
    });
  }
});
