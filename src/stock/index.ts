// Public face of stock.
export { costInOwnUnit } from './average-cost.ts';
export { lockLevels, moveGoods, type GoodsOptions } from './move-goods.ts';
export type { GoodsMovement } from './lots.ts';
export { recordHistory } from './record-history.ts';
export type { PastMovement } from './record-history.ts';
export type { Movement } from './movement.ts';
export { MOVEMENT_TYPES, SOURCE_TYPES } from './source-type.ts';
export type { SourceType } from './source-type.ts';
export {
  consumingReservations,
  newReservations,
  raiseReserved,
  raiseReservedAnew,
  releaseOrderReservations,
  reserve,
} from './reservations.ts';
export type { ReservationRequest } from './reservations.ts';
export { expiresWithin } from './list-expiring.ts';
export { takeWriteOffBack, writeOff } from './write-off.ts';
export { adjustStock } from './adjust-stock.ts';
export { itemRanges, verifyLedger } from './verify-ledger.ts';
export { problem, type ItemRange, type LedgerProblem } from './verify-ledger.ts';
export { rebuildLedger } from './rebuild-ledger.ts';
export { stockImport } from './import-stock.ts';
export { someStayed } from './stock-records.ts';
