// The first page: the operator at night finds and settles all that waits, and the owner sees on a phone how the day was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard, heading, issuedInvoice, settled } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];

describe('the day at a glance', { skip: noBrowser }, () => {
  // The PAC, asked, settles a contradiction: not before the operator does.
  const it = dashboard(async () => ({ PAC_POLL_INTERVAL_MS: '600000' }));

  interface Board {
    sales: { total: string };
    money: { amount: string }[];
  }
  const board = async (day?: string): Promise<Board> => {
    return await it.service.call<Board>('today { sales { total } money { amount } }', { day });
  };
  const shown = (amount: string): string =>
    Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

  /** Its client's name says what goes wrong at the PAC. Answers the number of the invoice. */
  async function sold(client: string): Promise<string> {
    const createClient = await it.service.call('createClient', { name: client });
    const id = await issuedInvoice(it, 'DGI', createClient.id);
    return (await it.service.call<{ number: string }>('invoice { number }', { id })).number;
  }

  const group = (page: Page, name: RegExp) => page.getByRole('region', { name });

  // A click to correct; one to ask, and three in the dialog; one to resolve, and one in the dialog.
  test('the operator at night finds a rejected, a lost and a parked document on it, and settles them there', async () => {
    const rejected = await sold('PAC_REJECT');
    const lost = await sold('PAC_TIMEOUT');
    const parked = await sold('PAC_WEBHOOK_CONTRADICTORY');
    await it.look('/', async ({ page }) => {
      await heading(page).getByText('Hoy').waitFor();
      await group(page, /^Sin respuesta/)
        .getByRole('button', { name: `Preguntar al PAC: ${lost}` })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`¿Qué pasó con ${lost}?`).waitFor();
      await dialog.getByRole('button', { name: 'El PAC no lo tiene' }).click();
      await dialog.getByLabel('Por qué es seguro que no llegó').fill('El portal del PAC no lo tiene');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await group(page, /^Sin respuesta/)
        .getByRole('link', { name: lost, exact: true })
        .waitFor({ state: 'detached' });

      await group(page, /^En revisión/)
        .getByRole('button', { name: `Resolver…: ${parked}` })
        .click();
      await dialog.getByLabel('Qué se encontró y qué se hizo').fill('Se revisó en el portal');
      await dialog.getByRole('button', { name: 'Marcar como resuelto' }).click();
      await group(page, /^En revisión/)
        .getByRole('link', { name: parked, exact: true })
        .waitFor({ state: 'detached' });

      await group(page, /^Rechazados/)
        .getByRole('link', { name: `Corregir: ${rejected}` })
        .click();
      await page.waitForURL(/\/orders\//);
      await heading(page).getByText('PED-').waitFor();
    });
  });

  test('the page of what waits shows one kind in full, with the way back', async () => {
    await it.look('/operations', async ({ page }) => {
      await settled(page);
      await group(page, /^Vencido desde antes/)
        .getByRole('link', { name: /^Ver los/ })
        .click();
      await page.waitForURL(/kind=OVERDUE_BEFORE/);
      await heading(page).getByText('Vencido desde antes').waitFor();
      await page.getByRole('navigation', { name: /Vencido desde antes/ }).waitFor();
      await page.getByRole('link', { name: 'Requiere su atención' }).click();
      await page.getByRole('region', { name: 'Avisos del PAC' }).waitFor();
    });
  });

  // No click; one to yesterday.
  test('the owner sees in the first screen of a phone how the day is, and yesterday by an arrow', async () => {
    await it.look(
      '/',
      async ({ page }) => {
        const today = await board();
        const total = page.locator('.today-total', { hasText: shown(today.sales.total) });
        await total.waitFor();
        const money = page.getByRole('region', { name: 'Cobrado' });
        const cents = today.money.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
        await money
          .getByText(shown(String(cents / 100)))
          .first()
          .waitFor();
        for (const part of [total, money.getByRole('heading')]) {
          const box = (await part.boundingBox())!;
          assert.ok(box.y + box.height < 844 - 64, 'above the bar of the menu, without scrolling');
        }
        await page.getByRole('button', { name: 'Día anterior' }).click();
        await page.waitForURL(/day=/);
        const yesterday = await board(new URL(page.url()).searchParams.get('day')!);
        await page.locator('.today-total', { hasText: shown(yesterday.sales.total) }).waitFor();
        await page.goBack();
        await total.waitFor();
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('what is sold elsewhere is on it without asking', async () => {
    await it.look('/', async ({ page, live }) => {
      await settled(page);
      await live;
      await sold('Ferretería El Sol');
      const { sales } = await board();
      await page.locator('.today-total', { hasText: shown(sales.total) }).waitFor();
    });
  });

  test('on a Monday the week that is over is beside the one before, and its figures open their rows', async () => {
    const { today } = await it.service.ask<{ today: { day: string } }>('{ today { day } }', {});
    const day = new Date(Date.parse(today.day) - ((new Date(today.day).getUTCDay() + 6) % 7) * 86_400_000);
    const monday = day.toISOString().slice(0, 10);
    const asked = 'query ($day: Date) { today(day: $day) { week { from total { net } } } }';
    const { week } = (
      await it.service.ask<{ today: { week: { from: string; total: { net: string } } } }>(asked, { day: monday })
    ).today;
    await it.look(`/?day=${monday}`, async ({ page }) => {
      // As it is on the day itself, with what is overdue and what waits.
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('"isToday":false', '"isToday":true'),
        });
      });
      await page.reload();
      const card = page.getByRole('region', { name: /^La semana pasada/ });
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await card.getByText('Vencido por cobrar').waitFor();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/week-${width}.png`, fullPage: true });
        assert.deepEqual(await accessibilityProblems(page), []);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      }
      await card
        .getByRole('link', { name: shown(week.total.net) })
        .first()
        .click();
      await page.waitForURL(new RegExp(`/sales\\?.*day=${week.from}`));
      await page.locator('.metric-value', { hasText: shown(week.total.net) }).waitFor();
    });
  });
});
