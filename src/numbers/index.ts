// Public face of numbers: series, and kept counts.
export { keptNotices, rebuildCounts, verifyCounts } from './kept-counts.ts';
export {
  isNumber,
  lastNumber,
  lockSeries,
  mayBeInNumbers,
  mayBePartOfCode,
  numbersIn,
  OTHER_SERIES,
  POINT_OF_SERIES,
  seriesAt,
  skipNumbers,
  storedNumber,
  takeNumber,
  takeNumberAt,
  zSeries,
} from './document-numbers.ts';
export type { DocumentNumber, SkippedNumbers } from './document-numbers.ts';
