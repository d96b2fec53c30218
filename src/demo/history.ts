// A hundred and twenty days of business, made up from one seed: day by day, store by store, then numbered as they happened.
import { fetchGoods, openShelves, orderGoods, receiveDeliveries } from './buy-goods.ts';
import { daysAfter } from './calendar.ts';
import { countShelves } from './count-shelves.ts';
import { sellGoods, takeReturns } from './sell-goods.ts';
import { newWorld, type World } from './world.ts';

type Series = 'FAC' | 'NC' | 'PED' | 'OC' | 'FP';

export interface History extends World {
  /** How many documents each series has. */
  numbers: Record<Series, number>;
}

/** `today` is the calendar day of `now` in Panama. Nothing happens after `now`. */
export function makeHistory(now: Date, today: string): History {
  const world = newWorld(now, today);
  for (const store of world.stores) openShelves(world, store);
  for (let day = daysAfter(world.firstDay, 1); day <= today; day = daysAfter(day, 1)) {
    for (const store of world.stores) {
      fetchGoods(world, store, day);
      receiveDeliveries(world, store, day);
      sellGoods(world, store, day);
      takeReturns(world, store, day);
      orderGoods(world, store, day);
      countShelves(world, store, day);
    }
  }
  world.facts.sort(byTime);
  const orders = [...world.sales, ...world.canceledOrders].flatMap(({ order }) => order ?? []);
  return {
    ...world,
    numbers: {
      FAC: number('FAC', world.sales),
      NC: number('NC', world.refunds),
      PED: number('PED', orders),
      OC: number(
        'OC',
        world.purchases.filter(({ fate }) => fate),
      ),
      FP: number(
        'FP',
        world.purchases.filter(({ fate }) => !fate),
      ),
    },
  };
}

/** Numbers the documents in the order of time; answers the last number. */
function number(series: Series, documents: { at: Date; number: string }[]): number {
  documents.sort(byTime);
  for (const [index, document] of documents.entries()) {
    document.number = `${series}-${String(index + 1).padStart(10, '0')}`;
  }
  return documents.length;
}

function byTime(one: { at: Date }, other: { at: Date }): number {
  return one.at.getTime() - other.at.getTime();
}
