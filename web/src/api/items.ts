// Items: listed, found by what somebody types, created.
import { gql } from 'urql';
import type {
  CreateItemAnswer,
  CreateItemVariables,
  FindItemsAnswer,
  FindItemsVariables,
  ItemsAnswer,
  ItemsVariables,
} from './answers.ts';

export const Items = gql<ItemsAnswer, ItemsVariables>`
  query Items($search: String, $limit: Int!, $offset: Int!) {
    items(search: $search, limit: $limit, offset: $offset) {
      totalCount
      records {
        id
        sku
        name
        unit
        unitPrice
        inventory {
          onHand
          available
          reorderLevel
          reorderQuantity
          leadTime
        }
      }
    }
  }
`;

export const FindItems = gql<FindItemsAnswer, FindItemsVariables>`
  query FindItems($search: String) {
    items(search: $search, limit: 8) {
      records {
        id
        sku
        name
        unit
        unitPrice
        taxRate
        averageCost
        trackingMode
        inventory {
          available
          reorderQuantity
        }
      }
    }
  }
`;

export const CreateItem = gql<CreateItemAnswer, CreateItemVariables>`
  mutation CreateItem($input: CreateItemInput!) {
    createItem(input: $input) {
      id
    }
  }
`;
