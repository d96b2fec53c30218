// Who is signed in, and for which business.
import { gql } from 'urql';
import type { SessionAnswer, SessionVariables } from './answers.ts';

export const Session = gql<SessionAnswer, SessionVariables>`
  query Session {
    documentsNeedingPerson
    viewer {
      userName
      roles
      tenant {
        id
        name
        timeZone
        ruc
        dv
        pacCompanyId
        sellsWithoutStock
      }
    }
  }
`;
