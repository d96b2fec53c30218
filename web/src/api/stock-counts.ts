// Counts of the shelf: sheets, lines, what differs, and the acts on them.
import { act, query } from './act.ts';

const COUNT = 'id name status category notCountedDays isBlind openedBy openedAt lineCount location { id name }';

export const StockCounts = query('StockCounts', 'limit: Int!, offset: Int!')`
  stockCounts(limit: $limit, offset: $offset) { totalCount records { ${COUNT} } }
`;

/** No more than a cashier may read. */
export const StockCountOf = query('StockCountOf', 'id: UUID!')`
  stockCount(id: $id) { ${COUNT} }
`;

export const StockCountSumsOf = query('StockCountSumsOf', 'id: UUID!')`
  stockCount(id: $id) { id reason statusBy statusAt isForCashiers sums { toCount counted different surplus missing waitingSales } }
`;

const TAKES = 'id: UUID!, state: CountedState!, limit: Int!, offset: Int!';
const items = (more: string): string => `
  stockCountItems(countId: $id, state: $state, limit: $limit, offset: $offset) {
    totalCount
    records {
      counted expected difference movedBetween ${more}
      item { id sku name unit }
      lines { id place quantity countedBy }
    }
  }
`;

/** No more than a cashier may read. */
export const StockCountItems = query('StockCountItems', TAKES)`${items('')}`;
export const StockCountValues = query('StockCountValues', TAKES)`${items('value')}`;

export const OpenStockCount = act(
  'openStockCount',
  'id: UUID!, name: String!, locationId: UUID!, category: String, notCountedDays: Int, isBlind: Boolean, isForCashiers: Boolean',
);
export const CountStock = act(
  'countStock',
  'countId: UUID!, lines: [StockCountLineInput!]!, clock: DateTime, madeBy: String',
  'id lineCount',
);
export const EndStockCount = act('endStockCount', 'id: UUID!', 'id status');
export const PostStockCount = act('postStockCount', 'id: UUID!, lineCount: Int!', 'id status');
export const DiscardStockCount = act('discardStockCount', 'id: UUID!, reason: String!', 'id status');
