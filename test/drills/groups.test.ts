// Two groups of tenants, a router, and a tenant that moves there and back while it sells; its command and a service are killed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedPostgres } from '../faults/kill-loop/postgres-server.ts';
import { moveLoop } from '../faults/move-loop.ts';

const skip = installedPostgres() ? false : 'no PostgreSQL is installed here';

test(
  'a tenant moves while people sell: nothing is lost, doubled, filed twice or left behind',
  { skip, timeout: 3_000_000 },
  async () => {
    assert.equal(
      await moveLoop({
        moves: [
          ['Stopped', 'undo', 'Stopped'],
          ['Gone', 'service'],
        ],
        rows: 2_000,
      }),
      0,
    );
  },
);
