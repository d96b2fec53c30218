// Goods by how fast they turn, as a list asks for it.
import { query } from './act.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';

export const StockTurnover = query(
  'StockTurnover',
  `windowDays: Int = 90, noSaleDays: Int, orderBy: StockTurnoverOrderBy, ${PAGE}`,
)`
  stockTurnover(windowDays: $windowDays, noSaleDays: $noSaleDays, ${TURNED}) {
    ${COUNTED}
    sums @include(if: $foot) { soldCost value }
    records @include(if: $rows) {
      id unitsSold soldCost onHand value turnover daysOfCoverage lastSoldOn daysWithoutSale windowFirstDay windowLastDay
      item { id sku name unit }
    }
  }
`;
