import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engineOf, type Engine } from './engine.ts';
import { keepHouse } from './housekeeping.ts';
import { openMemory } from './open-memory.ts';
import { takeTurns } from './turns.ts';

describe('the housekeeping', () => {
  let engine: Engine;
  const turns = takeTurns();

  before(async () => {
    engine = engineOf(await openMemory(), (reason) => {
      throw reason;
    });
  });

  after(() => engine.close());

  /** Asks in turn with the housekeeping, until the answer is yes. */
  async function untilTrue(sql: string): Promise<void> {
    const deadline = performance.now() + 5000;
    for (;;) {
      const endTurn = await turns.take();
      const [row] = await engine.ask<{ yes: boolean }>(`select (${sql}) as yes`);
      endTurn();
      if (row?.yes) return;
      assert.ok(performance.now() < deadline, `not within five seconds: ${sql}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('looks after the tables that have changed and the log that has grown', async () => {
    await engine.ask('create table busy (n int)');
    await engine.ask('create table idle (n int)');
    await engine.ask('insert into busy select g from generate_series(1, 5000) g');
    await engine.ask('delete from busy where n % 2 = 0');
    // Otherwise the counts would be told a second later.
    await engine.ask('select pg_stat_force_next_flush()');
    const [log] = await engine.ask<{ redo: string }>('select redo_lsn as redo from pg_control_checkpoint()');
    const failures: unknown[] = [];
    const pace = { lookEveryMs: 5, checkpointBytes: 1_000_000 };
    const housekeeping = keepHouse(engine, turns, (error) => failures.push(error), pace);
    await untilTrue(`select n_dead_tup = 0 and last_vacuum is not null and last_analyze is not null
      from pg_stat_user_tables where relname = 'busy'`);
    await untilTrue("select reltuples = 2500 from pg_class where relname = 'busy'");

    // By now it has noted where the log stood.
    await engine.ask('insert into idle select 1 from generate_series(1, 30)');
    await engine.ask(
      'create table large as select g, repeat(md5(g::text), 10) as text from generate_series(1, 5000) g',
    );
    await engine.ask('update large set g = g + 1');
    await untilTrue(`select redo_lsn > '${log?.redo}' from pg_control_checkpoint()`);
    housekeeping.stop();
    await untilTrue(
      "select last_vacuum is null and last_analyze is null from pg_stat_user_tables where relname = 'idle'",
    );
    assert.deepEqual(failures, []);
  });

  test('tells what it cannot do, and goes on', async () => {
    const failures: unknown[] = [];
    const broken = { ...engine, ask: () => Promise.reject(new Error('no space left')) };
    const housekeeping = keepHouse(broken, turns, (error) => failures.push(error), {
      lookEveryMs: 1,
      checkpointBytes: 1,
    });
    const deadline = performance.now() + 5000;
    while (failures.length < 2) {
      assert.ok(performance.now() < deadline, 'it did not go on');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    housekeeping.stop();
    assert.equal(turns.taken(), false);
  });
});
