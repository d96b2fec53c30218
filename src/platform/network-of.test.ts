import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['::ffff:1.2.0.0', '1.2.0.0'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['2001:0DB8:0000:0001::5', '2001:db8:0:1'],
  ['2001:db8::1:5', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
] as const)
  test(`${address} is of ${network}`, () => assert.equal(networkOf(address), network));
