// The signed-in user and business.
import { query } from './act.ts';

const TENANT =
  '{ id name timeZone ruc dv pacCompanyId sellsWithoutStock roundsOnce requiresOpenTill cashierDiscount invoiceTypes { type exportData movesGoods } }';

/** The tenant of the viewer may be some seconds old; `tenant` is as it is now, for a person with a role. */
export const Session = query('Session')`
  documentsNeedingPerson
  viewer { userName roles tenant ${TENANT} }
  tenant ${TENANT}
`;
