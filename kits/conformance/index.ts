// Parts of the kit for the command and for a test of an adapter.
export type { Assumption, Finding, Issuer, Received, Result, Trial } from './assumption.ts';
export { tried } from './assumption.ts';
export { ASSUMPTIONS, invoice } from './assumptions.ts';
export { FiledForProduction, judge } from './judge.ts';
export type { JudgeOptions } from './judge.ts';
export { listenForNotices } from './listen.ts';
