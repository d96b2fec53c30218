// The machine of PostgreSQL's leader is lost under load, with the files of deploy/patroni: no sale is lost, none is filed twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failover } from '../faults/failover.ts';
import { whatIsMissing } from '../faults/failover/cluster.ts';

test(
  'the machine of the leader may be lost: nothing acknowledged is lost, nothing is doubled or left to an operator',
  { skip: whatIsMissing(), timeout: 3_000_000 },
  async () => assert.equal(await failover(2, 'failover'), 0),
);
