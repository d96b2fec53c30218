// A browser, and pages in it that notice what must not happen: a request to another host, an error in the console.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const browserPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Without a camera, apps to install, and the window around each page, which costs three quarters of a visit. */
const SHELL = '/usr/bin/chromium-headless-shell';
export const shellPath = existsSync(SHELL) && process.env['CHROMIUM'] === undefined ? SHELL : browserPath;

/** Why the browser tests are left out, or false where they can run. */
export const noBrowser: string | false =
  browserPath === undefined ? 'no Chromium was found; install one, or set CHROMIUM to its path' : false;

/** A slow machine makes a test slow, never red: no test waits less long. */
const LONGEST_WAIT_MS = 240_000;

/** Without what moves by itself, which no test looks at and each frame of which is drawn. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  return context;
}

export function openBrowser(more: string[] = [], executablePath = shellPath!): Promise<Browser> {
  return chromium.launch({
    executablePath,
    timeout: LONGEST_WAIT_MS,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', ...more],
  });
}

export interface Visit {
  page: Page;
  /** Operations that the page has asked for, in order. */
  operations: string[];
  /** The first stream of events is there. */
  live: Promise<unknown>;
  /** Requests to other hosts; must stay empty. */
  strangers: string[];
  /** Errors of scripts and of the console; must stay empty. */
  errors: string[];
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** The clock of the device at its first page, from which it goes on; left out: that of this machine. */
  deviceTime?: number;
}

export async function visit(browser: Browser, address: string, options: VisitOptions = {}): Promise<Visit> {
  const { deviceTime, ...more } = options;
  const context = await newContext(browser, more);
  if (deviceTime !== undefined) await context.clock.install({ time: deviceTime });
  const page = await context.newPage();
  const { host } = new URL(address);
  const operations: string[] = [];
  const strangers: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    // The browser's own PDF viewer loads its parts from itself, under `chrome:`.
    if (/^(http|ws)s?:$/.test(url.protocol) && url.host !== host) strangers.push(request.url());
    if (url.pathname === '/graphql') {
      operations.push((request.postDataJSON() as { operationName: string }).operationName);
    }
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const isStream = (response: { url(): string }) => response.url().includes('/events/stream');
  // A page that is closed before, or never signed in, opens no stream.
  const live = page.waitForEvent('response', { predicate: isStream, timeout: 0 }).catch(() => undefined);
  await page.goto(address);
  return { page, live, operations, strangers, errors, close: () => context.close() };
}

let axe: string | undefined;

/** Findings of axe against WCAG 2.2 AA, as sentences. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Found> } };
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // The inside of a PDF is the browser's own viewer.
      iframes: false,
      // No rule of these reads style sheets; one that could not be loaded would be put into the page, against its policy.
      preload: { assets: ['media'] },
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')} — ${node.failureSummary}`),
    );
  });
}

/** Calls of the page's functions during `act`: its work, however busy the machine is. */
export async function callsDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Profiler.enable');
  await tools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await tools.send('Profiler.takePreciseCoverage');
  await tools.detach();
  // A test's own functions are of no file.
  const own = result.filter(({ url }) => url.includes('/assets/')).flatMap(({ functions }) => functions);
  return own.reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
}

const NAMED_KEYS: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  '+': 187,
  '=': 187,
  ',': 188,
  '-': 189,
  '.': 190,
};

/** Types keys one right behind the other, without a way to the browser and back for each. No page listens for a key that is let go. */
export async function quickKeys(page: Page): Promise<(keys: readonly string[]) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  return (keys) =>
    Promise.all(
      keys.map((key) => {
        const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
        const number = /^F(\d+)$/.exec(key)?.[1];
        const code = NAMED_KEYS[key] ?? (number ? 111 + Number(number) : key.toUpperCase().charCodeAt(0));
        return session.send('Input.dispatchKeyEvent', {
          ...{ type: text ? 'keyDown' : 'rawKeyDown', key, windowsVirtualKeyCode: code },
          ...(text && { text }),
        });
      }),
    );
}
