// Reports for commands and the day's board.
export { fiscalMonth, forgetMonths, keepSomeMonth } from './fiscal-month.ts';
export type { Amounts, FiscalMonth, Month } from './fiscal-month.ts';
export { monthEvidence } from './month-evidence.ts';
export { openBalances } from './receivables.ts';
export { salesBy, type SalesBy } from './sales-by.ts';
export { forgetSales, keepSomeDays } from './keep-sales.ts';
export { verifyKeptSales } from './verify-kept-sales.ts';
export { verifySumsOfMonths } from './verify-months.ts';
