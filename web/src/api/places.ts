// Where goods are: the locations to choose from, and what is available at each of them.
import { gql } from 'urql';
import type * as A from './answers.ts';

export const Places = gql<A.PlacesAnswer, A.PlacesVariables>`
  query Places { locations { id name isDefault } }
`;

export const LevelsOf = gql<A.LevelsOfAnswer, A.LevelsOfVariables>`
  query LevelsOf($id: UUID!) {
    item: getItemById(id: $id) {
      id kind trackingMode allowNegativeStock
      inventory { levels { locationId available } }
    }
  }
`;
