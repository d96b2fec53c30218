// The day's board: how a day was, what needs a person, and what was done without one.
import { query } from './act.ts';

/** Work of one kind that waits for a person. */
export const NEED = `
  kind count amount
  records { id name about documentKind orderId amount since deadline day reason quantity }
`;

export const Today = query('Today', 'day: Date, limit: Int!')`
  today(day: $day) {
    day isToday
    sales { base total count hours }
    before { day total hours totalSoFar }
    documents { verdict count }
    money { method amount }
    needs(limit: $limit) { ${NEED} }
    night { from to deeds { deed actor count } notable { deed documentId kind number at } }
    byItself { deeds { deed actor count } }
  }
  pacHealth {
    companyId breaker failuresInARow cause openSince retryAt credentialsRefusedAt waiting oldestWaitingSeconds
  }
  someItem: items(limit: 1) { records { id } }
  someClient: clients(limit: 1) { records { id } }
  someOrder: orders(limit: 1) { records { id } }
`;
