// A count by two people while a thousand sales are made.
import { test } from 'node:test';
import { countWhileSelling } from '../support/count-while-selling.ts';
import { world } from '../support/world.ts';

test('two people count while a thousand sales are made, and nothing is lost', async () => {
  await countWhileSelling(await (await world()).tenant(), 1000);
});
