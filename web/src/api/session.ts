// The signed-in user and business.
import { query } from './act.ts';

export const Session = query('Session')`
  documentsNeedingPerson
  viewer { userName roles tenant { id name timeZone ruc dv pacCompanyId sellsWithoutStock roundsOnce requiresOpenTill invoiceTypes { type exportData movesGoods } } }
`;
