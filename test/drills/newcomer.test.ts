// First steps of a newcomer: docs/getting-started.md and docs/clients.md as they stand, and the collection by the real Bruno, on the demo of `npm start`.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import { startService, type Service } from '../browser/support/start-demo.ts';
import { freePort } from '../support/free-port.ts';
import { eventually, type Answer } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const PAGE = await readFile(join(ROOT, 'docs/getting-started.md'), 'utf8');

/** The fenced block of this language that follows the heading. */
function blockAfter(heading: string, language: string): string {
  return new RegExp(`## ${heading}[^]*?\\n\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE)![1]!;
}

/** With the other tools, which .ci/run installs; or one of the machine. */
function bruno(): string | undefined {
  const ours = join(ROOT, 'test/tools/node_modules/.bin/bru');
  const command = existsSync(ours) ? ours : 'bru';
  return spawnSync(command, ['--version']).status === 0 ? command : undefined;
}

describe('a newcomer', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService({}, true);
    folder = await mkdtemp(join(tmpdir(), 'folio-newcomer-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  test('pastes the operations of the page with the variables that are printed', async () => {
    const text = blockAfter('An order becomes a certified invoice', 'graphql');
    const variables = JSON.parse(/Variables +(\{.*\})/.exec(service.said)![1]!) as Record<string, string>;
    const ask = async (operationName: string): Promise<Answer> => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await service.token('operator')}` },
        body: JSON.stringify({ query: text, operationName, variables }),
      });
      const { data, errors }: Answer = await response.json();
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data;
    };
    const names = parse(text).definitions.map((one) => ('name' in one ? one.name?.value : undefined));
    assert.deepEqual(names, ['Shelf', 'Order', 'Invoice', 'Result']);
    assert.ok(Number((await ask('Shelf')).getItemById.inventory.available) >= 5);
    variables['orderId'] = (await ask('Order')).createOrder.id;
    const { generateInvoice } = await ask('Invoice');
    assert.match(generateInvoice.legalStatus, /_AUTHORIZED$/);
    variables['invoiceId'] = generateInvoice.id;
    const { invoice } = await eventually(
      () => ask('Result'),
      (answer) => answer.invoice.legalStatus === 'DGI_AUTHORIZED' && answer.invoice.pdf !== null,
    );
    assert.ok(invoice.pdf.url);
  });

  test('imports a history of sales from the example file', async () => {
    const commands = blockAfter('Your own history', 'sh').trim().split('\n');
    assert.equal(commands.length, 4);
    const env = { ...process.env, DATA_DIR: service.dataDir, NODE_TEST_CONTEXT: undefined };
    let id = 'ID';
    for (const command of commands) {
      const { stdout } = await run('sh', ['-c', command.replace(/\bID\b/, id)], { cwd: ROOT, env });
      if (id === 'ID') id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout)![0];
      if (command.includes(' import sales ')) assert.match(stdout, /30 invoices[^]*0 lines? skipped|30 invoices/);
      if (command.includes(' verify ')) assert.match(stdout, /nothing differs/);
    }
  });

  test('sells by each of the examples, as their page says', async () => {
    const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
    const commands = [...page.matchAll(/\n```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
    assert.equal(commands.length, 5);
    const env = { ...process.env, FOLIO_URL: service.url, FOLIO_TOKEN: await service.token('operator') };
    for (const command of commands) {
      // Not every machine has Python.
      if (command.startsWith('python3') && spawnSync('python3', ['--version']).status !== 0) continue;
      const { stdout } = await run('sh', ['-c', command.replace('book.json', join(folder, 'book.json'))], {
        cwd: ROOT,
        env,
      });
      if (command.includes('orders.json')) assert.match(stdout, /^web-1002: FAC-\d+ AUTHORIZED, paid \d/m);
      if (command.includes('AGU-GL')) assert.match(stdout, /^PAID: /m);
    }
    for (const made of globSync(['folio-client-*.tgz', 'examples/shop/node_modules', 'FE*.pdf'], { cwd: ROOT }))
      await rm(join(ROOT, made), { recursive: true });
  });

  const noPython = spawnSync('python3', ['--version']).status !== 0 && 'python3 is not installed here';
  test(
    'an ERP written for nothing but Python sells, however often it is refused, and once',
    { skip: noPython },
    async (t) => {
      const port = String(await freePort());
      // Twelve of the first minute's requests are left for it, so it must wait; and an address of this machine is none that webhooks reach unless
      // it is named.
      const narrow = await startService({ WEBHOOK_HOSTS: `127.0.0.1:${port}`, RATE_LIMIT_PER_MINUTE: '30' }, true);
      t.after(() => narrow.stop());
      const look = () => narrow.ask('{ viewer { userName } }');
      for (let n = 0; n < 18; n += 1) await look();
      const env = {
        ...{ ...process.env, ERP_PORT: port },
        ...{ FOLIO_URL: narrow.url, FOLIO_TOKEN: /Token +(\S+)/.exec(narrow.said)![1] },
      };
      let refused = '';
      for (const time of ['first', 'again']) {
        // However slow the machine is, the second time begins with none.
        if (time === 'again')
          await eventually(
            () => look().catch(String),
            (answer) => String(answer).includes('RATE_LIMITED'),
          );
        const { stdout, stderr } = await run('python3', [join(ROOT, 'examples/erp.py'), 'erp.json'], {
          cwd: folder,
          env,
        });
        assert.match(stdout, /: 0(\.0+)? is owed; the feed told /, time);
        if (time === 'first')
          assert.match(stdout, /told by webhook: invoice\.[^]*kept FE\S+\.pdf, \d{4,} bytes\nkept \S+\.xml/);
        refused += stderr;
      }
      assert.match(refused, /again in [1-9]\d* s: .*RATE_LIMITED/);
      const { invoices } = (
        await (
          await fetch(`${narrow.url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${await narrow.token('viewer')}` },
            body: JSON.stringify({
              query: '{ invoices(first: 5, search: "La Espiga") { totalCount records { paid total } } }',
            }),
          })
        ).json()
      ).data;
      assert.equal(invoices.totalCount, 1);
      assert.equal(invoices.records[0].paid, invoices.records[0].total);
      for (const file of globSync('*.pdf', { cwd: folder })) {
        assert.equal((await readFile(join(folder, file))).subarray(0, 5).toString(), '%PDF-');
      }
    },
  );

  const command = bruno();
  test(
    'runs the collection by Bruno, twice',
    { skip: command === undefined && 'bru is not installed; npm ci --prefix test/tools does it' },
    async () => {
      const cwd = join(ROOT, 'docs/collection');
      const token = await service.token('operator');
      for (let time = 1; time <= 2; time += 1) {
        const variables = ['--env-var', `token=${token}`, '--env-var', `url=${service.url}`];
        const { stdout } = await run(command!, ['run', '--env', 'local', ...variables], { cwd });
        assert.match(stdout, /PASS/);
      }
    },
  );
});
