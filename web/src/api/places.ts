// Where goods are: the locations to choose from, and what is available at each of them.
import { gql } from 'urql';
import type { LevelsOfAnswer, LevelsOfVariables, PlacesAnswer, PlacesVariables } from './answers.ts';

export const Places = gql<PlacesAnswer, PlacesVariables>`
  query Places {
    locations {
      id
      name
      isDefault
    }
  }
`;

export const LevelsOf = gql<LevelsOfAnswer, LevelsOfVariables>`
  query LevelsOf($id: UUID!) {
    item: getItemById(id: $id) {
      id
      kind
      trackingMode
      allowNegativeStock
      inventory {
        levels {
          locationId
          available
        }
      }
    }
  }
`;
