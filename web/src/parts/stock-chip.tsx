// How an item stands, as a chip.
import type { StockHealth } from '../rules/stock-health.ts';
import { chipOf } from './status.tsx';

export const StockChip = chipOf<StockHealth>({
  OUT: ['bad', 'stock.OUT', 'cross'],
  REORDER: ['wait', 'stock.REORDER', 'alert'],
  COMING: ['info', 'stock.COMING', 'purchasing'],
  SOON: ['bad', 'stock.SOON', 'clock'],
  IDLE: ['idle', 'stock.IDLE'],
  FINE: ['good', 'stock.FINE', 'check'],
});
