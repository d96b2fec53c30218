// The commands of a contingency: it is declared, shown and ended, and what was made in it has its duty to be sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoicedOrder } from '../../test/support/business.ts';
import { newShop, quietWorld, type Answer } from '../../test/support/world.ts';
import { readConfig } from '../wiring/config.ts';
import type { Command } from './command.ts';
import { contingencyEndCommand, contingencyShowCommand, contingencyStartCommand } from './contingency.ts';

test('a contingency is declared, shown and ended at the command line', async () => {
  const { here, shop } = await newShop(quietWorld());
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  const run = async (command: Command, options: Record<string, string> = {}): Promise<Answer> =>
    command.run({ config, options: { tenant: shop.tenant.id, ...options }, positionals: [], terminal });
  const reason = 'The PAC has not answered since eight';

  await assert.rejects(run(contingencyEndCommand), /No contingency is open/);
  await assert.rejects(run(contingencyStartCommand, { reason, since: 'yesterday' }), /--since/);
  await assert.rejects(run(contingencyStartCommand, { reason, since: '2026-01-01T00:00:00Z' }), /72 hours/);
  assert.match((await run(contingencyStartCommand, { reason })).text, /A contingency is open since/);
  const { invoice } = await invoicedOrder(shop);
  assert.equal(invoice.pacInput.information.issueType, '02');
  assert.match((await run(contingencyShowCommand)).text, /open +The PAC has not answered/);
  const ended = await run(contingencyEndCommand);
  assert.ok(ended.json.ended_at instanceof Date && ended.json.ended_by.startsWith('cli:'));
  const duties = await here.query<{ start_after: Date }>(
    `select start_after from pgboss.job where name = 'submit' and data->>'documentId' = $1 and start_after <= now()`,
    [invoice.id],
  );
  assert.equal(duties.length, 1);
});
