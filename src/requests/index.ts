// What other modules may ask of requests, which are done once under an idempotency key.
export { readKey } from './key.ts';
export type { KeyedRequest } from './key.ts';
export type { Earlier } from './once.ts';
export { claim, claimNew, earlierRequest, giveUpKey, keepResult } from './once.ts';
