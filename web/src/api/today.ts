// The day's board: how a day was, what needs a person, and what was done without one.
import { act, query } from './act.ts';

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
    week { from to total { sales net costed profit } previous { from to total { net profit } } rows { key name net } }
    needs(limit: $limit) { ${NEED} }
    night { from to deeds { deed actor count } notable { deed documentId kind number at } }
    byItself { deeds { deed actor count } }
  }
  pacHealth {
    companyId breaker failuresInARow cause openSince retryAt credentialsRefusedAt waiting oldestWaitingSeconds
  }
  authorized: invoices(limit: 1, legalStatus: DGI_AUTHORIZED) { records { id } }
`;

/** How far a company has come that has no authorized invoice yet. */
export const FirstHour = query('FirstHour')`
  tenant { id name ruc dv pacCompanyId pacCredentialsRefusedAt }
  items(limit: 1) { records { id } }
  goods: items(limit: 1, kind: GOODS) { records { id } }
  movements(limit: 1) { records { id } }
  newest: invoices(limit: 1) { records { id mode } }
`;

/** The plan of an assistant, which a second person decides. */
export const PlanView = query('PlanView', 'id: UUID!')`
  plan(id: $id) { id told amount expiresAt }
`;
export const DecidePlan = act('decidePlan', 'planId: UUID!, isApproved: Boolean!', 'id isApproved');
