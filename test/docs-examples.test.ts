// Every example of the documentation is run by a test; here those of the integrator's guide, of exports and of the simulator. And two languages say the same.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import { startSimulator } from '../simulator/server.ts';
import { anchorOf } from '../site/pages.ts';
import { newClient, newItem } from './support/business.ts';
import { newShop, world } from './support/world.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);

interface Block {
  language: string;
  text: string;
}

function blocksOf(page: string): Block[] {
  return [...read(page).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** Test of each page's examples; that test names the page. JSON and settings of other programs are shown and not run. */
const RUN_BY: Record<string, string> = {
  'AGENTS.md': 'test/agents.test.ts',
  'README.md': 'test/drills/first-look.test.ts',
  'docs/api.md': 'test/api.test.ts',
  'docs/clients.md': 'test/drills/newcomer.test.ts',
  'docs/events.md': 'test/stories/events.test.ts',
  'docs/fiscal-month.md': 'test/stories/month-files.test.ts',
  'docs/getting-started.md': 'test/drills/newcomer.test.ts',
  'docs/import-and-export.md': 'test/docs-examples.test.ts',
  'docs/integrate.md': 'test/docs-examples.test.ts',
  'docs/lists.md': 'test/stories/lists.test.ts',
  'docs/operations.md': 'test/drills/operations.test.ts',
  'docs/pac-adapter.md': 'test/docs-examples.test.ts',
  'docs/rest.md': 'test/stories/rest-page.test.ts',
  'docs/your-own-ids.md': 'test/stories/own-words.test.ts',
  'docs/scaling.md': 'test/faults/move-loop.ts',
  'docs/webhooks.md': 'test/stories/webhooks.test.ts',
  'simulator/README.md': 'test/docs-examples.test.ts',
};
const SPANISH = globSync(['README.es.md', 'docs/es/*.md'], { cwd: ROOT });
const englishOf = (page: string): string => page.replace(/^docs\/es\//, 'docs/').replace('README.es.md', 'README.md');
/** From this heading on a page in Spanish leads to the English one. */
const REST = { 'docs/es/operations.md': { from: '\n## A tenant', spanish: '\n## El resto del manual' } } as Record<
  string,
  { from: string; spanish: string }
>;
const ONLY_SHOWN = ['', 'json', 'ini', 'yaml', 'text'];

test('each page that shows something to run has a test that runs it', () => {
  const pages = globSync(['README*.md', 'AGENTS.md', 'docs/**/*.md', 'simulator/*.md'], { cwd: ROOT });
  for (const page of pages) {
    if (blocksOf(page).every(({ language }) => ONLY_SHOWN.includes(language))) continue;
    // A page in Spanish has the examples of its twin; a test below holds it to that.
    const by = RUN_BY[englishOf(page)];
    assert.ok(by !== undefined && existsSync(join(ROOT, by)), `no test runs the examples of ${page}`);
    if (!page.startsWith('README')) assert.ok(read(by).includes(posix.basename(page)), `${by} does not read ${page}`);
  }
});

for (const page of ['docs/integrate.md', 'docs/es/integrate.md']) {
  test(`the operations of ${page} connect a shop, one after the other`, async () => {
    const shop = await (await world()).tenant();
    const text = blocksOf(page)
      .filter(({ language }) => language === 'graphql')
      .map((block) => block.text)
      .join('\n');
    const variables: Record<string, unknown> = {
      itemId: await newItem(shop, { stock: '10' }),
      clientId: await newClient(shop),
    };
    const ask = async (operationName: string) => {
      const one = parse(text).definitions.find((node) => 'name' in node && node.name?.value === operationName)!;
      return shop.get(text.slice(one.loc!.start, one.loc!.end), variables, 'operator');
    };
    const { createClient } = await ask('Client');
    assert.equal((await ask('Find')).clientByExternalId.id, createClient.id);
    const { createOrder } = await ask('Order');
    variables['orderId'] = createOrder.id;
    const { generateInvoice } = await ask('Invoice');
    assert.equal(generateInvoice.legalStatus, 'PAC_AUTHORIZED');
    // As the page says: whatever breaks, the same again is done once.
    assert.equal((await ask('Order')).createOrder.id, createOrder.id);
    assert.equal((await ask('Invoice')).generateInvoice.id, generateInvoice.id);
    assert.equal((await ask('Result')).orderByExternalId.status, 'INVOICED');
    const { events } = await ask('Happened');
    const types = events.records.map(({ type }: { type: string }) => type);
    for (const type of ['client.created', 'order.created', 'invoice.issued']) assert.ok(types.includes(type), types);
    variables['cursor'] = events.pageInfo.endCursor;
    const seen = new Set(events.records.map(({ id }: { id: string }) => id));
    const { records: later } = (await ask('Happened')).events;
    assert.ok(later.every(({ id }: { id: string }) => !seen.has(id)));
  });
}

const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed here';

test('the commands of docs/import-and-export.md are answered', { skip: noCurl }, async (t) => {
  const { here, shop } = await newShop();
  const cwd = mkdtempSync(join(tmpdir(), 'folio-export-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  const env = { ...process.env, FOLIO: here.url, TOKEN: await shop.token('operator') };
  for (const { text } of blocksOf('docs/import-and-export.md').filter(({ language }) => /^(ba)?sh$/.test(language))) {
    await run('bash', ['-euc', text], { cwd, env });
  }
  assert.match(readFileSync(join(cwd, 'invoices.csv'), 'utf8'), /^\uFEFF?\w/);
});

test('the example of simulator/README.md runs, and so do its commands', { skip: noCurl }, async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'folio-simulated-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  const [program] = blocksOf('simulator/README.md').filter(({ language }) => language === 'ts');
  const commands = blocksOf('simulator/README.md').find(({ text }) => text.startsWith('curl -X POST'))!.text;
  const body = /<<'END'\n([^]*?)\nEND/.exec(commands)![1]!;
  const companyId = 'my-company';
  const issue = `await fetch(\`\${pac.url}/pan/v1/invoices?idCompany=${companyId}\`, { method: 'POST', body: ${JSON.stringify(body)},
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' } }).catch(() => undefined);`;
  const file = join(cwd, 'example.ts');
  const { text } = program!;
  assert.match(text, /^\/\/ … .*$/m);
  writeFileSync(
    file,
    `import assert from 'node:assert/strict';\nconst [folioUrl, companyId] = ['http://127.0.0.1:9', '${companyId}'];\n${text
      .replace(/'@folio\/simulator'|'\.\/simulator\/server\.ts'/, JSON.stringify(join(ROOT, 'simulator/server.ts')))
      .replace(/^\/\/ … .*$/m, issue)}`,
  );
  await run(process.execPath, [file]);

  const controlKey = 'the key of the test';
  const pac = await startSimulator({
    apiKey: 'simulator-key',
    webhookSecret: 'secret',
    controlKey,
    verdictDelayMs: null,
  });
  t.after(() => pac.close());
  const here = commands
    .replaceAll('http://127.0.0.1:4010', pac.url)
    .replace('the controlKey that was printed', controlKey);
  const { stdout } = await run('bash', ['-euc', here]);
  assert.match(stdout, /"acceptances": ?1/);
});

test('the command of docs/pac-adapter.md has options that the command knows', async () => {
  const [, words] = /npm run folio -- (conformance .*)/.exec(read('docs/pac-adapter.md'))!;
  const help = await run(process.execPath, ['src/cli/folio.ts', 'conformance', '--help'], { cwd: ROOT });
  for (const [option] of words!.matchAll(/--[a-z-]+/g)) assert.ok(help.stdout.includes(option), option);
});

for (const spanish of SPANISH) {
  const english = englishOf(spanish);
  const rest = REST[spanish];
  test(`${spanish} says what ${english} says`, () => {
    const shape = (page: string, upTo = '\0') => {
      const whole = read(page).split(upTo)[0]!;
      const text = whole.replaceAll(/^```[^]*?^```$/gm, '');
      const links = [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)]
        .map(([, target]) => englishOf(posix.join(posix.dirname(page), target!)))
        .filter((target) => target !== 'README.md' && target !== 'docs/integrate.md');
      return {
        headings: [...text.matchAll(/^#+(?= )/gm)].map(([level]) => level),
        items: text.match(/^- /gm)?.length,
        rows: text.match(/^\|.*\|$/gm)?.length,
        // Names and commands are not translated, and neither is what is run; comments are.
        code: [...text.matchAll(/`[^`]+`/g)].map(([code]) => code.replaceAll(/\s+/g, ' ')).toSorted(),
        examples: [...whole.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, , example]) =>
          example!.replaceAll(/ +#.*$/gm, ''),
        ),
        links: links.toSorted(),
      };
    };
    assert.deepEqual(shape(spanish, rest?.spanish), shape(english, rest?.from));
    const left = rest === undefined ? '' : `${rest.from}${read(english).split(rest.from).slice(1).join(rest.from)}`;
    const led = read(spanish).split(rest?.spanish ?? '\0')[1] ?? '';
    for (const [, heading] of left.matchAll(/^## (.*)$/gm)) {
      assert.ok(led.includes(`${posix.basename(english)}#${anchorOf(heading!)})`), `${spanish} leads to ${heading}`);
    }
  });
}

test('each page of the integrator, the errors and the operator’s beginning are in Spanish', () => {
  for (const page of [
    ...[
      'getting-started',
      'integrate',
      'events',
      'webhooks',
      'your-own-ids',
      'lists',
      'import-and-export',
      'clients',
      'rest',
    ],
    ...['errors', 'fiscal-month', 'operations', 'till'],
  ])
    assert.ok(SPANISH.includes(`docs/es/${page}.md`), page);
});
