import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PacEnvironment } from '../fiscal/document.ts';
import { clientOfAccounts, guardedPlaces, placeOf } from './account-clients.ts';
import { createAccounts, type Account } from './accounts.ts';
import type { PacClient, PacProfile } from './face.ts';
import { guardedPacClient } from './guarded-client.ts';
import { noClient } from './no-client.ts';

type Own = { make: string | null; environment: PacEnvironment | null; key: string | null };

const USUAL: Account = { make: 'alanube', environment: 'PRODUCTION', apiKey: 'service' };
const NONE: Own = { make: null, environment: null, key: null };

function setUp(own: Record<string, Own>) {
  const clock = { at: 0, now: () => new Date(clock.at) };
  const asked: string[] = [];
  const accounts = createAccounts({
    clock,
    usual: USUAL,
    async find(companyId) {
      asked.push(companyId);
      return own[companyId] ?? NONE;
    },
  });
  return { clock, asked, accounts };
}

describe('the account of a company', () => {
  test('is asked for once in five seconds', async () => {
    const own: Record<string, Own> = { one: { make: null, environment: 'TEST', key: 'mine' } };
    const { accounts, asked, clock } = setUp(own);
    assert.deepEqual(accounts.lastOf('one'), USUAL);
    assert.deepEqual(await accounts.of('one'), { make: 'alanube', environment: 'TEST', apiKey: 'mine' });
    own['one'] = NONE;
    clock.at = 4_999;
    assert.deepEqual(await accounts.of('one'), { make: 'alanube', environment: 'TEST', apiKey: 'mine' });
    clock.at = 5_000;
    assert.deepEqual(await accounts.of('one'), USUAL);
    assert.deepEqual(asked, ['one', 'one']);
  });

  test('is not asked for where a statement has read that there is none', async () => {
    const { accounts, asked } = setUp({});
    accounts.noted('one', { make: null, environment: null, hasKey: false });
    assert.deepEqual([await accounts.of('one'), asked], [USUAL, []]);
  });

  for (const [what, noted] of [
    ['another environment', { make: null, environment: 'PRODUCTION', hasKey: true }],
    ['another make', { make: 'other', environment: 'TEST', hasKey: true }],
    ['no key', { make: null, environment: 'TEST', hasKey: false }],
  ] as const) {
    test(`is asked for anew where a statement has read ${what}`, async () => {
      const { accounts, asked } = setUp({ one: { make: null, environment: 'TEST', key: 'mine' } });
      await accounts.of('one');
      accounts.noted('one', noted);
      await accounts.of('one');
      assert.deepEqual(asked, ['one', 'one']);
    });
  }
});

describe('the client of a company', () => {
  /** Answers with the account that it was opened for, and notes that it was closed. */
  function clientOf({ environment, apiKey }: Account, closed: string[] = []): PacClient {
    const cause = `${environment} ${apiKey}`;
    return { ...noClient(cause), close: async () => void closed.push(cause) } as PacClient;
  }
  const causeOf = async (client: PacClient, companyId: string) => {
    const outcome = await client.fetchDocument('INVOICE', companyId, 'id');
    return outcome.outcome === 'unavailable' ? outcome.cause : outcome.outcome;
  };

  test('has its key and its environment, and is opened once', async () => {
    const { accounts } = setUp({
      one: { make: null, environment: null, key: 'mine' },
      two: { make: null, environment: 'TEST', key: 'mine' },
    });
    const opened: Account[] = [];
    const closed: string[] = [];
    const client = clientOfAccounts({ account: USUAL, client: clientOf(USUAL, closed) }, accounts, (account) => {
      opened.push(account);
      return clientOf(account, closed);
    });
    const causes = [await causeOf(client, 'one'), await causeOf(client, 'two'), await causeOf(client, 'none')];
    assert.deepEqual(causes, ['PRODUCTION mine', 'TEST mine', 'PRODUCTION service']);
    await causeOf(client, 'one');
    assert.equal(opened.length, 2);
    await client.close();
    assert.deepEqual(closed.toSorted(), ['PRODUCTION mine', 'PRODUCTION service', 'TEST mine']);
  });

  test('whose account cannot be read sends nothing, and says so', async () => {
    const { clock } = setUp({});
    const find = () => Promise.reject(new Error('the database is away'));
    const accounts = createAccounts({ clock, usual: USUAL, find });
    const client = clientOfAccounts({ account: USUAL, client: clientOf(USUAL) }, accounts, (account) =>
      clientOf(account),
    );
    const outcome = { outcome: 'notSent', cause: 'the credentials cannot be read: the database is away' };
    assert.deepEqual(await client.submit('INVOICE', 'one', {} as never), outcome);
    assert.deepEqual(await client.voidDocument('INVOICE', 'one', 'id', 'why'), outcome);
    await assert.rejects(client.fetchDocument('INVOICE', 'one', 'id'), /the database is away/);
  });

  test('keys that are used no more are closed once there are many', async () => {
    const own = Object.fromEntries(
      Array.from({ length: 501 }, (_, nth) => [`c${nth}`, { make: null, environment: null, key: `k${nth}` }]),
    );
    const { accounts } = setUp(own);
    const closed: string[] = [];
    const client = clientOfAccounts({ account: USUAL, client: clientOf(USUAL) }, accounts, (account) =>
      clientOf(account, closed),
    );
    for (const companyId of Object.keys(own)) await causeOf(client, companyId);
    assert.deepEqual(closed, ['PRODUCTION k0']);
  });

  test('is told by the profile of its own PAC, once that has been read', async () => {
    const { accounts, clock } = setUp({ one: { make: 'hka', environment: null, key: 'a' } });
    const guardOf = (certainty: PacProfile['certainty']) =>
      guardedPacClient(clientOf(USUAL), { clock, timeoutMs: 1000, profile: { certainty } as PacProfile });
    const places = new Map([
      [placeOf(USUAL), guardOf('ID_AND_NOTICE')],
      [placeOf({ ...USUAL, make: 'hka' }), guardOf('NUMBER')],
    ]);
    const both = guardedPlaces(USUAL, places, accounts);
    await accounts.of('one');
    assert.deepEqual([both.profile('one').certainty, both.profile('two').certainty], ['NUMBER', 'ID_AND_NOTICE']);
  });

  test('silence in one environment holds back nothing in the other', async () => {
    const { accounts, clock } = setUp({
      one: { make: null, environment: 'TEST', key: 'a' },
      two: { make: null, environment: 'TEST', key: 'b' },
    });
    const silent = guardedPacClient(clientOf({ make: 'alanube', environment: 'TEST', apiKey: 'a' }), {
      clock,
      timeoutMs: 1000,
    });
    const found = { ...noClient(''), fetchDocument: async () => ({ outcome: 'notFound', raw: null }) as const };
    const live = guardedPacClient(found as unknown as PacClient, { clock, timeoutMs: 1000 });
    const both = guardedPlaces(
      USUAL,
      new Map([
        [placeOf({ make: 'alanube', environment: 'TEST' }), silent],
        [placeOf(USUAL), live],
      ]),
      accounts,
    );
    for (let times = 0; times < 10; times += 1) {
      for (const companyId of ['one', 'two']) await both.fetchDocument('INVOICE', companyId, 'id');
    }
    assert.ok(both.heldFor('one'));
    assert.equal(both.heldFor('three'), null);
    assert.equal((await both.fetchDocument('INVOICE', 'three', 'id')).outcome, 'notFound');
    assert.ok(both.openBreakers().includes(' alanube TEST'));
    assert.ok(!both.openBreakers().includes(''), 'the PAC of the service answers');
    assert.equal(both.tally().fetch.answered, 1);
    assert.ok(both.tally().fetch.failed >= 10);
  });
});
