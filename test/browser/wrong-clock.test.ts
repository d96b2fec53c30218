// A device whose clock is wrong: days, ages and times are those of the service, on the pages of the office and at a till, with network and without.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import { dashboard, openOrder, settled } from './support/dashboard.ts';
import { eventually } from '../support/eventually.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** Panama has one time all year. */
const PANAMA = -5 * HOUR;
const YEAR_2015 = Date.UTC(2015, 0, 1, 12);

const DEVICES: [name: string, clock: () => number][] = [
  ['a day ahead', () => Date.now() + DAY],
  ['a day behind', () => Date.now() - DAY],
  ['in 2015', () => YEAR_2015],
];

const dayOf = (time: number): string => new Date(time + PANAMA).toISOString().slice(0, 10);
const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** An answer says whole seconds, and half a minute is no difference. */
const DOUBT = 31 * SECOND;

interface SentLines {
  clock: string;
  lines: { id: string; countedAt: string }[];
}

interface Asked {
  operationName: string;
  variables: Record<string, string | null>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ready = (page: Page): Promise<void> => page.getByText(/Listo para vender|Sin red: puede/).waitFor();

async function sell(page: Page): Promise<void> {
  for (const keys of ['ARR-25', '', '50']) {
    await page.keyboard.type(keys);
    await page.keyboard.press('Enter');
    if (keys !== '50') await page.locator(keys === '' ? 'dialog[open]' : '.typed-lines li').waitFor();
  }
  await page.locator('.counter-done').waitFor();
}

interface KeptSale {
  orderId: string;
  soldAt: string;
  state: string;
}

const keptSales = (page: Page): Promise<KeptSale[]> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name!.startsWith('folio-sales '))!;
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = await answerOf(indexedDB.open(name!));
    const sales: KeptSale[] = await answerOf(database.transaction('sales').objectStore('sales').getAll());
    database.close();
    return sales;
  });

describe('a device whose clock is wrong', { skip: noBrowser }, () => {
  const it = dashboard();

  async function serviceTime(): Promise<number> {
    const answer = await fetch(`${it.service.url}/session`);
    await answer.body?.cancel();
    return Date.parse(answer.headers.get('date')!);
  }

  /** Acts on the day of the service; where it turned meanwhile, once more. */
  async function onOneDay(act: (day: string) => Promise<void>): Promise<void> {
    const day = dayOf(await serviceTime());
    try {
      await act(day);
    } catch (error) {
      if (dayOf(await serviceTime()) === day) throw error;
      await act(dayOf(await serviceTime()));
    }
  }

  /** Days with which a page asks first. */
  async function asked(page: Page, path: string, operation: string) {
    const isIt = (request: Request): boolean =>
      request.url().endsWith('/graphql') && (request.postDataJSON() as Asked).operationName === operation;
    const [request] = await Promise.all([page.waitForRequest(isIt), page.goto(it.service.url + path)]);
    await settled(page);
    const { from, to } = (request.postDataJSON() as Asked).variables;
    return { from, to };
  }

  const hotel = async (): Promise<string> =>
    (await it.service.call<{ records: { id: string }[] }>('clients { records { id } }', { search: 'Hotel' }))
      .records[0]!.id;

  for (const [name, clock] of DEVICES) {
    test(`${name}: lists, results, a statement, and the term of an invoice`, async () => {
      const clientId = await hotel();
      await onOneDay(async (day) => {
        const lastOfMonth = daysFrom(`${day.slice(0, 7)}-01`, 31).slice(0, 7);
        const order = async (dueDate: string): Promise<string> => {
          const id = await openOrder(it);
          await it.service.call('updateOrder', { orderId: id, input: { dueDate } });
          return id;
        };
        const [dueToday, wasDue] = [await order(day), await order(daysFrom(day, -1))];
        await it.look(
          '/',
          async ({ page }) => {
            assert.deepEqual(await asked(page, '/invoices?days=TODAY', 'Invoices'), { from: day, to: day });
            const yesterday = daysFrom(day, -1);
            assert.deepEqual(await asked(page, '/orders?days=YESTERDAY', 'Orders'), { from: yesterday, to: yesterday });
            const month = { from: `${day.slice(0, 7)}-01`, to: day };
            assert.deepEqual(await asked(page, '/payments?days=THIS_MONTH', 'Payments'), month);
            const whole = { from: month.from, to: daysFrom(`${lastOfMonth}-01`, -1) };
            assert.deepEqual(await asked(page, '/sales', 'SalesBy'), whole);
            assert.equal(await page.getByLabel('Día incluido').inputValue(), day);
            const statement = { from: daysFrom(day, -90), to: day };
            assert.deepEqual(await asked(page, `/clients/${clientId}?view=statement`, 'Statement'), statement);
            assert.equal(await page.getByLabel('Hasta', { exact: true }).inputValue(), day);
            for (const [id, term] of [
              [dueToday, ''],
              [wasDue, '30'],
            ] as const) {
              await page.goto(`${it.service.url}/orders/${id}`);
              await page.getByRole('button', { name: 'Facturar' }).click();
              assert.equal(await page.getByLabel('Plazo en días').inputValue(), term);
            }
          },
          { deviceTime: clock() },
        );
      });
    });

    test(`${name}: a till's sales say the service's time, with network and without, also after a reload`, async () => {
      await it.look(
        '/counter',
        async ({ page, errors }) => {
          const context = page.context();
          await ready(page);
          await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
          const before = await serviceTime();
          await sell(page);
          await eventually(async () => (await keptSales(page)).map(({ state }) => state), ['filed']);
          await context.setOffline(true);
          await page.reload();
          await ready(page);
          await sell(page);
          await context.setOffline(false);
          await eventually(async () => (await keptSales(page)).map(({ state }) => state), ['filed', 'filed']);
          const after = await serviceTime();
          for (const { orderId, soldAt } of await keptSales(page)) {
            const { metadata } = await it.service.call<{ metadata: { soldAt: string } }>('order { metadata }', {
              id: orderId,
            });
            assert.equal(metadata.soldAt, soldAt);
            const at = Date.parse(soldAt);
            assert.ok(
              at >= before - DOUBT && at <= after + DOUBT,
              `${soldAt} is not about ${new Date(after).toUTCString()}`,
            );
          }
          // Requests that found no network.
          errors.length = 0;
        },
        { deviceTime: clock() },
      );
    });
  }

  test('a clock that was a day ahead while lines of a count were kept without network: each is taken with its age', async () => {
    const { locations } = await it.service.ask<{ locations: { id: string }[] }>('{ locations { id } }');
    const countId = crypto.randomUUID();
    await it.service.call('openStockCount { id }', { id: countId, name: 'Pasillo 9', locationId: locations[0]!.id });
    const before = Date.now();
    await it.look(
      `/counts/${countId}`,
      async ({ page, errors }) => {
        const quantity = page.getByLabel('Cantidad', { exact: true });
        const waiting = page.getByText(/por enviar desde este equipo/);
        const count = async (place: string, found: string): Promise<void> => {
          await page.getByLabel('Estante').fill(place);
          await page.getByRole('combobox', { name: 'Código o artículo' }).fill('ARR-25');
          await page.keyboard.press('Enter');
          await quantity.fill(found);
          await quantity.press('Enter');
          await quantity.waitFor({ state: 'detached' });
        };
        // With network: by then the page has the items.
        const taken = page.waitForResponse((one) => one.request().postData()?.includes('CountStock') === true);
        await count('A1', '2');
        await taken;
        await waiting.waitFor({ state: 'detached' });
        await page.context().setOffline(true);
        // Forward by a day is believed to be sleep, until the service is heard.
        await page.clock.setSystemTime(Date.now() + DAY);
        await count('B2', '3');
        await count('C3', '4');
        await waiting.waitFor();
        const sent: SentLines[] = [];
        page.on('request', (one) => {
          if (one.postData()?.includes('CountStock') === true)
            sent.push((one.postDataJSON() as { variables: SentLines }).variables);
        });
        await page.context().setOffline(false);
        await waiting.waitFor({ state: 'detached' });
        // The answer to the first puts the clock right, before the second is sent.
        assert.equal(new Set(sent.map(({ lines }) => lines[0]!.id)).size, 2);
        for (const { clock, lines } of sent) {
          const age = Date.parse(clock) - Date.parse(lines[0]!.countedAt);
          assert.ok(age >= 0 && age <= Date.now() - before, `${age} ms`);
        }
        await button(page, 'Contados').click();
        // In the order of their ages as the service heard them, which the way of each makes longer.
        for (const line of [/A1: 2 /, /B2: 3 /, /C3: 4 /]) await page.getByText(line).waitFor();
        errors.length = 0;
      },
      { deviceTime: Date.now() },
    );
  });

  test('a device in Tokyo: the day turns on the open page at midnight in Panama, and a clock that is set changes nothing', async () => {
    const [clientId, day] = [await hotel(), dayOf(await serviceTime())];
    const next = daysFrom(day, 1);
    const midnight = Date.parse(next) - PANAMA;
    // Twenty minutes for the page to be there, by the time that the answers say.
    let says = midnight - 20 * MINUTE;
    await it.look(
      '/',
      async ({ page }) => {
        await page.route(/\/(graphql|session)$/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), date: new Date(says).toUTCString() } });
        });
        const until = page.getByLabel('Hasta', { exact: true });
        await page.goto(`${it.service.url}/clients/${clientId}?view=statement`);
        await eventually(() => until.inputValue(), day);
        const asked = page.waitForRequest(
          (request) => request.url().endsWith('/graphql') && (request.postDataJSON() as Asked).variables['to'] === next,
        );
        says = midnight + MINUTE;
        await page.clock.fastForward(21 * MINUTE);
        await asked;
        assert.equal(await until.inputValue(), next);
        await page.clock.setSystemTime(YEAR_2015);
        await page.getByRole('link', { name: 'Resultados', exact: true }).click();
        assert.equal(await page.getByLabel('Día incluido').inputValue(), next);
        // An answer that is under way may come after its page is closed.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
      { deviceTime: Date.now() + 3 * DAY, timezoneId: 'Asia/Tokyo' },
    );
  });
});
