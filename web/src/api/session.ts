// Who is signed in, and for which business.
import { gql } from 'urql';
import type * as A from './answers.ts';

export const Session = gql<A.SessionAnswer, A.SessionVariables>`
  query Session {
    documentsNeedingPerson
    viewer { userName roles tenant { id name timeZone ruc dv pacCompanyId sellsWithoutStock } }
  }
`;
