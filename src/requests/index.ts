// Public face of requests, which are done once under an idempotency key.
export { readKey, type KeyedRequest, readPrintable } from './key.ts';
export type { Earlier } from './once.ts';
export { claim, claimNew, earlierRequest, giveUpKey, idsIn, isUsed, keepFirst, keepResult } from './once.ts';
export { countOutcomes, importLines, skippedLines } from './import-lines.ts';
export type { ImportedLine, ImportOptions, LineImport, LineOutcome, Written } from './import-lines.ts';
export { outcomeOf, type Judge, type Outcome } from './outcome.ts';
export { askForApproval, assertOpen, decidePlan, findPlan, judgeOf, keepPlan, type Plan } from './plans.ts';
export { together } from './together.ts';
export type { Join, Joined, JoiningRequest, Planned } from './together.ts';
