// What other modules may ask of series of numbers and of counts that are kept.
export { keptCount, keptCounts, rebuildCounts, verifyCounts } from './kept-counts.ts';
export {
  isNumber,
  numbersIn,
  seriesAt,
  skipNumbers,
  storedNumber,
  takeNumber,
  takeNumberAt,
} from './document-numbers.ts';
export type { DocumentNumber, SkippedNumbers } from './document-numbers.ts';
