import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorOf, isUserName, nameOf } from './actor.ts';

test('an actor of rows of every release', () => {
  const rows: [name: string, actor: string, plain: string][] = [
    ['ana', 'user:ana', 'ana'],
    ['auth0|507f1f77', 'user:auth0|507f1f77', 'auth0|507f1f77'],
    ['pac-webhook', 'service:pac-webhook', 'pac-webhook'],
    ['pac-poll', 'service:pac-poll', 'pac-poll'],
    ['system', 'service:system', 'system'],
    ['import', 'service:import', 'import'],
    ['after-restore', 'cli:after-restore', 'cli:after-restore'],
    ['user:ana', 'user:ana', 'ana'],
    ['service:system', 'service:system', 'system'],
    ['cli:root', 'cli:root', 'cli:root'],
  ];
  for (const [name, actor, plain] of rows) assert.deepEqual([actorOf(name), nameOf(actor)], [actor, plain]);
});

test('a user name', () => {
  const names = [
    'ana',
    'Ana María',
    'ana@example.com',
    'auth0|507f1f77',
    'Сергей',
    '李雷',
    'systems',
    'important',
    'pac',
    'cli',
    'José 2',
  ];
  for (const name of [...names, 'google-oauth2|1', 'x'.repeat(200)]) assert.ok(isUserName(name), name);
});

const REFUSED: Record<string, string[]> = {
  'a name of the service': ['pac-webhook', 'pac-poll', 'system', 'import', 'after-restore', 'folio token revoke'],
  'one that looks like it': [
    ...[
      'System',
      'SYSTEM',
      ' system',
      'system ',
      'system.',
      'ｓｙｓｔｅｍ',
      'ſystem',
      'ѕуѕтем',
      'sуstem',
      'sýstem',
      's y s t e m',
      '5ystem',
    ],
    ...[
      'pac_webhook',
      'PAC Webhook',
      'pac–webhook',
      'pac‐poll',
      'pacpoll',
      'pac-p0ll',
      'pаc-webhook',
      'ımport',
      'Іmport',
      '𝐬𝐲𝐬𝐭𝐞𝐦',
      'ⓢⓨⓢⓣⓔⓜ',
    ],
  ],
  'a namespace': [
    ...[
      'user:ana',
      'token:1',
      'service:pac-webhook',
      'cli:root',
      'Service:x',
      'CLI:root',
      'service :x',
      ' service:x',
      'ｓｅｒｖｉｃｅ：x',
    ],
    ...['service\u2236x', 'service\ua789x', 'sеrvice:x', 'c l i:x'],
  ],
  'what cannot be seen': [
    ...[
      '',
      ' ',
      '\u00a0',
      'a\u0000',
      'a\nb',
      'a\u001b[2J',
      'a\u007f',
      'a\u0085',
      'a\u202eb',
      'a\u2066b',
      'a\u200bb',
      'a\u200db',
      '\ufeffa',
    ],
    ...[
      'a\u00ad',
      'a\u3164',
      'a\u115f',
      'a\ufe0f',
      'a\u034f',
      'a\u061c',
      'a\u2028b',
      'a\u{e0041}',
      'a\ud800',
      'a\u2800',
      'a\ue000',
      'sys\u200btem',
    ],
  ],
  'what is too long': ['x'.repeat(201)],
};

for (const [what, names] of Object.entries(REFUSED)) {
  test(`no user name: ${what}`, () => {
    for (const name of names) assert.ok(!isUserName(name), JSON.stringify(name));
  });
}
