// Tests of an account that is tried at a PAC which looks up no RUCs: by the cheapest question that it can be asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LookupOutcome, PacClient, QuotaOutcome } from './face.ts';
import { askAccount, askCheaply } from './try-account.ts';

const refused = { outcome: 'refusedCredentials', cause: 'no', raw: null, httpStatus: 401 } as const;
const missing = { outcome: 'notFound', raw: null } as const;
const away = { outcome: 'unavailable', cause: 'silence', retryAfterSeconds: null, raw: null } as const;

type Fake = Pick<PacClient, 'checkDigit' | 'fetchDocument' | 'findByNumber' | 'quota'>;
const clientOf = (more: Partial<Fake>): Fake => ({
  checkDigit: async () => ({ outcome: 'notOffered', cause: 'not asked' }),
  fetchDocument: async () => missing,
  ...more,
});
const tried = async (more: Partial<Fake>) =>
  (await askAccount(clientOf(more), { companyId: 'una', ruc: '155596713-2-2015' })).outcome;

test('what it cannot tell of a RUC, it tells of a key by another question', async () => {
  assert.equal(await tried({}), 'found');
  for (const said of [refused, away]) {
    assert.equal(await tried({ fetchDocument: async (): Promise<LookupOutcome> => said }), said.outcome);
    assert.equal(await tried({ findByNumber: async (): Promise<LookupOutcome> => said }), said.outcome);
    assert.equal(await tried({ quota: async (): Promise<QuotaOutcome> => said }), said.outcome);
  }
  assert.equal(await tried({ quota: async () => undefined, findByNumber: async () => refused }), 'refusedCredentials');
});

test('an id of another form is asked for last, since no call comes of it', async () => {
  const asked: string[] = [];
  const client = clientOf({
    quota: async () => undefined,
    findByNumber: async (_, companyId, { number }) => {
      asked.push(`${companyId} ${number}`);
      return missing;
    },
    fetchDocument: async () => {
      asked.push('id');
      return missing;
    },
  });
  assert.equal((await askCheaply(client, 'una')).outcome, 'notFound');
  assert.deepEqual(asked, ['una 9999999999']);
});
