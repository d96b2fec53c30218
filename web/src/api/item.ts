// One item: everything its page shows in one request, and the parts that are asked for again by themselves.
import { gql } from 'urql';
import type {
  AdjustInventoryAnswer,
  AdjustInventoryVariables,
  ItemHistoryAnswer,
  ItemHistoryVariables,
  ItemMovementsAnswer,
  ItemMovementsVariables,
  ItemViewAnswer,
  ItemViewVariables,
  SetReorderAnswer,
  SetReorderVariables,
  TransferStockAnswer,
  TransferStockVariables,
  UpdateItemAnswer,
  UpdateItemVariables,
} from './answers.ts';

const HISTORY = `history: itemStockHistory(itemId: $id, rangeDays: $rangeDays, withEvents: true, locationId: $locationId) {
  points {
    value
    date
  }
  events {
    date
    movementType
    quantityChange
    balanceAfter
  }
}`;

const MOVEMENTS = `movements: itemMovements(itemId: $id, locationId: $locationId, types: $types, limit: $limit, offset: $offset) {
  totalCount
  records {
    id
    movementType
    referenceNumber
    sourceType
    sourceId
    counterpartyName
    quantityChange
    balanceAfter
    unitValue
    totalValue
    createdBy
    occurredAt
    description
    locationId
  }
}`;

export const ItemView = gql<ItemViewAnswer, ItemViewVariables>`
  query ItemView(
    $id: UUID!
    $locationId: UUID
    $rangeDays: Int!
    $types: [MovementType!]
    $limit: Int!
    $offset: Int!
  ) {
    item: getItemById(id: $id) {
      id
      sku
      name
      unit
      unitPrice
      taxRate
      cpbs
      averageCost
      trackingMode
      inventory {
        onHand
        available
        reorderLevel
        reorderQuantity
        leadTime
      }
      coverage(windowDays: 30) {
        daysOfCoverage
      }
    }
    locations {
      id
      name
      code
      isDefault
    }
    metrics: itemStockMetrics(itemId: $id, windowDays: 30, locationId: $locationId) {
      windowDays
      unitsSoldInWindow
      dailyVelocity
      availableQuantity
      daysOfCoverage
      projectedStockoutDate
    }
    incoming: itemIncomingQuantity(itemId: $id)
    lots: getInventoryLotsByItemId(itemId: $id, locationId: $locationId) {
      id
      lotNumber
      locationId
      quantityRemaining
      expirationDate
    }
    topClients: itemTopClients(itemId: $id, windowDays: 90, limit: 4) {
      clientId
      clientName
      unitsSold
    }
    ${HISTORY}
    ${MOVEMENTS}
  }
`;

export const ItemHistory = gql<ItemHistoryAnswer, ItemHistoryVariables>`
  query ItemHistory($id: UUID!, $rangeDays: Int!, $locationId: UUID) {
    ${HISTORY}
  }
`;

export const ItemMovements = gql<ItemMovementsAnswer, ItemMovementsVariables>`
  query ItemMovements($id: UUID!, $locationId: UUID, $types: [MovementType!], $limit: Int!, $offset: Int!) {
    ${MOVEMENTS}
  }
`;

export const AdjustInventory = gql<AdjustInventoryAnswer, AdjustInventoryVariables>`
  mutation AdjustInventory($input: AdjustInventoryInput!) {
    adjustInventory(input: $input) {
      id
      newQuantity
    }
  }
`;

export const SetReorder = gql<SetReorderAnswer, SetReorderVariables>`
  mutation SetReorder($itemId: UUID!, $input: ItemInventoryInput!) {
    updateItemInventory(itemId: $itemId, input: $input) {
      id
      inventory {
        reorderLevel
        reorderQuantity
        leadTime
      }
    }
  }
`;

export const UpdateItem = gql<UpdateItemAnswer, UpdateItemVariables>`
  mutation UpdateItem($itemId: UUID!, $input: UpdateItemInput!) {
    updateItem(itemId: $itemId, input: $input) {
      id
      name
      unitPrice
      taxRate
      cpbs
    }
  }
`;

export const TransferStock = gql<TransferStockAnswer, TransferStockVariables>`
  mutation TransferStock($input: TransferStockInput!) {
    transferStock(input: $input) {
      id
    }
  }
`;
