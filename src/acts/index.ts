// Public face of acts.
export { handOutHead, readHeadKey, readHeads } from './head.ts';
export type { HeadsContext } from './head.ts';
export { headShape, isSigned } from './signed-head.ts';
export type { SignedHead } from './signed-head.ts';
export { verifyActs } from './verify-acts.ts';
