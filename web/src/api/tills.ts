// Tills: sessions, what is put in and taken out, counts, and the Z.
import { act, query } from './act.ts';
import { list } from './listed.ts';

const SUMS = `
  documents { kind mode first last count ended subtotal tax total }
  taxes { kind mode rate base tax }
  methods { method received returned earlier expected counted difference }
  paidIn paidOut
`;
const SESSION = `
  id openedBy openedAt saidAt openingFloat closedAt closedBy explanation zNumber
  billingPoint { id code name office { code name } }
`;

export const OpenTillOf = query('OpenTillOf', 'openedBy: String')`
  tillSessions(openedBy: $openedBy, isOpen: true, limit: 1) { records { id openedAt } }
`;

export const MyTill = query('MyTill', 'openedBy: String')`
  tillSessions(openedBy: $openedBy, isOpen: true, limit: 1) {
    records { ${SESSION} entries { id kind amount reason createdAt } report { ${SUMS} } }
  }
  offices { name billingPoints { id code name } }
`;

export const TillSessions = list(
  'TillSessions',
  'billingPointId: UUID, openedBy: String, isOpen: Boolean, hasDifference: Boolean, from: Date, to: Date',
  'TillSessionOrderBy',
  `id zNumber openedBy openedAt closedAt expected counted difference
  billingPoint { code name office { name } }`,
);

export const TillSession = query('TillSession', 'id: UUID!')`
  tillSession(id: $id) {
    ${SESSION}
    entries { id kind amount reason createdBy createdAt counted { method amount } pieces { denomination pieces } }
    report { ${SUMS} }
    late { ${SUMS} }
  }
`;

export const TillSessionName = query('TillSessionName', 'id: UUID!')`
  tillSession(id: $id) { openedAt openedBy zNumber }
`;

export const OpenTill = act(
  'openTill',
  'id: UUID!, billingPointId: UUID, openingFloat: Decimal!, saidAt: DateTime, madeBy: String',
);
export const MoveTillCash = act(
  'moveTillCash',
  'id: UUID!, sessionId: UUID!, kind: TillCashMove!, amount: Decimal!, reason: String!, saidAt: DateTime, madeBy: String',
);
export const CountTill = act(
  'countTill',
  'id: UUID!, sessionId: UUID!, cash: [CashPiecesInput!]!, others: [CountedAmountInput!], saidAt: DateTime, madeBy: String',
);
export const CloseTill = act(
  'closeTill',
  'sessionId: UUID!, explanation: String, saidAt: DateTime, madeBy: String',
  'id zNumber explanation closedBy',
);
