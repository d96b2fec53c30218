// GraphQL over HTTP, audited by the specification's own suite; each audit is a test. What it only may do may also be left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAudits } from 'graphql-http';
import { world } from '../support/world.ts';

/** GET runs nothing without a token, so that no link on another page can; the specification leaves that to us. */
const LEFT_OUT = new Set(['5A70', 'D6D5', '6A70']);

const audits = serverAudits({ url: async () => `${(await world()).url}/graphql`, fetchFn: fetch });

for (const { id, name, fn } of audits) {
  test(`audit ${id}: ${name}`, async () => {
    const result = await fn();
    if (LEFT_OUT.has(id))
      assert.equal(result.status, 'notice', 'it is done after all, and need not be listed as left out');
    else assert.equal(result.status, 'ok', 'reason' in result ? result.reason : '');
  });
}

test('the suite is not an empty one, and nothing that is left out is more than a may', () => {
  assert.ok(audits.length > 50, `${audits.length}`);
  for (const id of LEFT_OUT) assert.match(audits.find((audit) => audit.id === id)!.name, /^MAY /);
});
