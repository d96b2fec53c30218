// Two processes that serve and two that work, on one PostgreSQL through a pgbouncer, killed at random while people sell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killLoop } from '../faults/kill-loop.ts';
import { hasPgbouncer } from '../faults/kill-loop/pgbouncer.ts';
import { installedPostgres } from '../faults/kill-loop/postgres-server.ts';

const skip = installedPostgres() && hasPgbouncer() ? false : 'no PostgreSQL with a pgbouncer is installed here';

test(
  'any of many instances may be killed: nothing is doubled or lost, and a program that follows has the same books',
  { skip, timeout: 3_000_000 },
  async () => {
    const instances = { apis: 2, workers: 2, poolSize: 5 };
    assert.equal(await killLoop({ kills: 5, restarts: 1, seed: 'many instances', instances, hasErp: true }), 0);
  },
);
