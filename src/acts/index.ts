// What other modules may ask of acts.
export { handOutHead, readHeadKey, readHeads } from './head.ts';
export type { HeadsContext, SignedHead } from './head.ts';
export { verifyActs } from './verify-acts.ts';
