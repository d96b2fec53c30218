// Goods by how fast they turn, as a list asks for it.
import { list } from './listed.ts';

export const StockTurnover = list(
  'StockTurnover',
  'windowDays: Int = 90, noSaleDays: Int',
  'StockTurnoverOrderBy',
  `id unitsSold soldCost onHand value turnover daysOfCoverage lastSoldOn daysWithoutSale windowFirstDay windowLastDay
  item { id sku name unit }`,
  'soldCost value',
);
