// What commands may ask of the reports.
export { fiscalMonth } from './fiscal-month.ts';
export type { Amounts, FiscalMonth } from './fiscal-month.ts';
export { monthEvidence } from './month-evidence.ts';
