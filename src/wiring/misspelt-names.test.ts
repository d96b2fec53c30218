import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

/** Names that nothing here reads, and what is said of each: that it stops the start, that it is warned of, or nothing. */
const NAMES: readonly (readonly [name: string, found: 'refused' | 'warned' | 'nothing', meant?: string])[] = [
  ['DATABSE_URL', 'refused', 'DATABASE_URL'],
  ['DATABASE_ULR', 'refused', 'DATABASE_URL'],
  ['DATABASE_URI', 'refused', 'DATABASE_URL'],
  ['DATABASEURL', 'refused', 'DATABASE_URL'],
  ['database_url', 'refused', 'DATABASE_URL'],
  ['PAC_BASEURL', 'refused', 'PAC_BASE_URL'],
  ['PAC_WEBHOK_SECRET', 'refused', 'PAC_WEBHOOK_SECRET'],
  ['AUTH_JWT_SECERT', 'refused', 'AUTH_JWT_SECRET'],
  ['DATADIR', 'refused', 'DATA_DIR'],
  ['PAC_URL', 'warned'],
  ['AUTH_SECRET', 'warned'],
  ['DATABASE_PASSWORD', 'warned'],
  ['PROT', 'warned', 'PORT'],
  ['LOGLEVEL', 'warned', 'LOG_LEVEL'],
  ['AWS_REGIN', 'warned', 'AWS_REGION'],
  ['PATH', 'nothing'],
  ['HOME', 'nothing'],
  ['HOSTNAME', 'nothing'],
  ['AWS_PROFILE', 'nothing'],
  ['DATABASE_PORT', 'nothing'],
  ['DATABASE_PORT_5432_TCP_ADDR', 'nothing'],
  ['PAC_SERVICE_HOST', 'nothing'],
  ['AWS_ENDPOINT_URL_S3', 'nothing'],
  ['TEST_DATABASE_URL', 'nothing'],
  ['npm_config_user_agent', 'nothing'],
];

for (const [name, found, meant] of NAMES) {
  test(`${name}: ${found}`, () => {
    const said = meant === undefined ? name : `${name} is not known; did you mean ${meant}?`;
    if (found === 'refused') {
      assert.throws(
        () => readConfig({ [name]: 'x' }),
        (error) => error instanceof ConfigError && error.message.includes(said),
      );
      return;
    }
    const { unknownNames } = readConfig({ [name]: 'x' });
    if (found === 'nothing') assert.deepEqual(unknownNames, []);
    else assert.ok(unknownNames[0]?.startsWith(said), String(unknownNames));
  });
}

test('beside the right name, a misspelt one is only warned of, and an empty one is not there', () => {
  const both = readConfig({ DATABASE_URL: 'postgres://db.example/folio', DATABASE_URLS: 'x' });
  assert.equal(both.unknownNames.length, 1);
  assert.deepEqual(readConfig({ DATABSE_URL: '' }).unknownNames, []);
});
