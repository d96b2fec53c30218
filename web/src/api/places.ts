// Where goods are: the locations to choose from, and what is available at one of them.
import { gql } from 'urql';
import type { AvailableAtAnswer, AvailableAtVariables, PlacesAnswer, PlacesVariables } from './answers.ts';

export const Places = gql<PlacesAnswer, PlacesVariables>`
  query Places {
    locations {
      id
      name
      isDefault
    }
  }
`;

export const AvailableAt = gql<AvailableAtAnswer, AvailableAtVariables>`
  query AvailableAt($itemId: UUID!, $locationId: UUID) {
    available: availableQuantity(itemId: $itemId, locationId: $locationId)
  }
`;
