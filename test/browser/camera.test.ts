// A phone's camera in place of a scanner: it sees the bars of a label that the test draws by the standard's own tables.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, browserPath, noBrowser, openBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CODE = '7501031311309';

/** Bars of an EAN-13, 1 is black: GS1 General Specifications, 5.2.1. */
function barsOf(code: string): string {
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const flip = (bars: string): string => bars.replaceAll(/[01]/g, (bar) => (bar === '0' ? '1' : '0'));
  const parity = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
  const digits = Array.from(code, Number);
  const sides = parity[digits[0]!]!;
  const first = digits.slice(1, 7).map((digit, nth) => {
    const bars = left[digit]!;
    return sides[nth] === 'L' ? bars : Array.from(flip(bars)).toReversed().join('');
  });
  return ['101', ...first, '01010', ...digits.slice(7).map((digit) => flip(left[digit]!)), '101'].join('');
}

/** One picture as the film that Chromium shows in place of a camera: luminance, then two planes without colour. */
function filmOf(bars: string): Buffer {
  const [width, height, module] = [640, 480, 4];
  const light = Buffer.alloc(width * height, 235);
  const from = (width - bars.length * module) / 2;
  for (let y = 120; y < 360; y++)
    for (let x = 0; x < bars.length * module; x++)
      if (bars[Math.floor(x / module)] === '1') light[y * width + from + x] = 16;
  const head = `YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
}

describe('the camera', { skip: noBrowser }, () => {
  const it = dashboard();
  let folder: string;
  let withCamera: Browser;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folio-camera-'));
    const film = join(folder, 'code.y4m');
    await writeFile(film, filmOf(barsOf(CODE)));
    const updateItem = await it.service.call('updateItem', { itemId: it.itemId, input: { barcodes: [CODE] } });
    assert.equal(updateItem.id, it.itemId);
    const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
    withCamera = await openBrowser(camera, browserPath);
  });
  after(async () => {
    await withCamera?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const look = (path: string, permissions: string[], act: (page: Page) => Promise<void>): Promise<void> =>
    it.look(path, ({ page }) => act(page), { ...PHONE, permissions, browser: withCamera });

  test('an item is sold by its code in the camera, and the camera is let go', () =>
    look('/counter', ['camera'], async (page) => {
      await page.evaluate(() => {
        const devices = navigator.mediaDevices;
        const open = devices.getUserMedia.bind(devices);
        devices.getUserMedia = async (wanted) => {
          const stream = await open(wanted);
          Object.assign(globalThis, { stream });
          return stream;
        };
      });
      await page.getByRole('button', { name: 'Leer con la cámara' }).click();
      await page.locator('.typed-lines').getByText('ARR-25').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const isLive = () =>
        (globalThis as unknown as { stream: MediaStream }).stream.getTracks().map((track) => track.readyState);
      assert.deepEqual(await page.evaluate(isLive), ['ended']);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/camera-sold.png` });
    }));

  test('an item is counted by its code', async () => {
    const { locations } = await it.service.ask<{ locations: { id: string }[] }>('{ locations { id } }');
    const id = crypto.randomUUID();
    await it.service.call('openStockCount', { id, name: 'Con cámara', locationId: locations[0]!.id });
    await look(`/counts/${id}`, ['camera'], async (page) => {
      await page.getByRole('button', { name: 'Leer con la cámara' }).click();
      await page.locator('.counting-item').getByText('ARR-25').waitFor();
      assert.equal(await page.getByLabel('Cantidad', { exact: true }).inputValue(), '1');
    });
  });

  test('without the permission the page says what to do', () =>
    look('/counter', [], async (page) => {
      await page.getByRole('button', { name: 'Leer con la cámara' }).click();
      await page.getByText('El navegador no tiene permiso para usar la cámara.').waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/camera-refused.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Código, artículo o cantidad' }).waitFor();
    }));
});
