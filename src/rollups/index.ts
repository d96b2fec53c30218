// Public face of the roll-ups.
export { recordSales, takeBackSales } from './record-sales.ts';
export { CLIENT_SALES, eachSum, ITEM_SALES } from './rollup.ts';
export { rebuildSales } from './rebuild-sales.ts';
export { livingCredit, livingInvoice, notRejected } from './sold-lines.ts';
export { verifyUnits } from './verify-units.ts';
