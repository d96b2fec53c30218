// Questions about what was sold, by what, and how it compares.
import { query } from './act.ts';

const FIGURES = 'sales invoiced credited debited net costed cost profit';

export const SalesBy = query(
  'SalesBy',
  'from: Date!, to: Date!, by: SalesDimension!, inTime: SalesDimension!, orderBy: SalesOrder, limit: Int!, offset: Int!',
)`
  inTime: salesBy(from: $from, to: $to, by: $inTime) {
    until total { ${FIGURES} }
    previous { from to total { net profit } }
    lastYear { from to total { net profit } }
    rows { key net previous }
  }
  salesBy(from: $from, to: $to, by: $by, orderBy: $orderBy, limit: $limit, offset: $offset) {
    rowCount rows { key code name units previous lastYear ${FIGURES} }
  }
`;

/** The row of a figure. */
export const SoldOfKey = query('SoldOfKey', 'from: Date!, to: Date!, by: SalesDimension!, key: String!')`
  salesBy(from: $from, to: $to, by: $by, key: $key, limit: 1) { rows { key code name invoiced credited } }
`;
