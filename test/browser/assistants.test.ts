// An assistant asks for what is above its limit; a person reads on Hoy what it would come to, and approves or refuses it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

interface Records<T> {
  records: T[];
}

describe('plans of an assistant', { skip: noBrowser }, () => {
  const it = dashboard();

  /** Calls a tool as an assistant of another user, who may sell for B/.1 by itself. */
  async function assistant(): Promise<(tool: string, input: object) => Promise<Record<string, never>>> {
    const { createApiToken } = await it.service.ask<{ createApiToken: { token: string } }>(
      'mutation { createApiToken(userName: "ana", roles: [operator], limits: { agent: "Claude", acts: [SELL], approvalAbove: "1" }) { token } }',
    );
    return async (name, input) => {
      const answer = await fetch(`${it.service.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${createApiToken.token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
      });
      const text = (await answer.text()).replace(/^event:[^]*?data: /, '');
      return JSON.parse(JSON.parse(text).result.content[0].text);
    };
  }

  async function planned(call: Awaited<ReturnType<typeof assistant>>) {
    const { items, clients } = await it.service.ask<{
      items: Records<{ id: string; name: string }>;
      clients: Records<{ id: string; name: string }>;
    }>('{ items(first: 1) { records { id name } } clients(first: 1) { records { id name } } }');
    const [[item], [client]] = [items.records, clients.records];
    const lines = [{ itemId: item!.id, quantity: '3' }];
    const { planId } = await call('plan', {
      act: 'createOrder',
      arguments: { input: { clientId: client!.id, lines } },
    });
    assert.equal((await call('confirm', { planId })).extensions?.['code'], 'FORBIDDEN');
    return { planId: String(planId), item: item!.name, client: client!.name };
  }

  for (const [button, isDone] of [
    ['Aprobar', true],
    ['Rechazar', false],
  ] as const)
    test(`${button}: the plan says whom and what, and ${isDone ? 'is done once' : 'is never done'}`, async () => {
      const call = await assistant();
      const { planId, item, client } = await planned(call);
      await it.look('/', async ({ page }) => {
        const need = page.locator('.need-group', { hasText: 'Claude → ana' });
        await need.getByRole('button', { name: button }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(client).waitFor();
        await dialog.getByText(`3 × ${item}`).waitFor();
        await dialog.getByRole('button', { name: button }).click();
        await need.waitFor({ state: 'detached' });
      });
      const answers = [await call('confirm', { planId }), await call('confirm', { planId })];
      const outcomes = answers.map((one) => one['isRepeated'] ?? one['extensions']?.['code']);
      assert.deepEqual(outcomes, isDone ? [false, true] : ['FORBIDDEN', 'FORBIDDEN']);
    });
});
