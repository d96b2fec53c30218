// What the composition root and the conformance command take of this adapter.
export { alanubeAssumptions, isAlanubeProduction } from './assumptions.ts';
export { createAlanubeClient } from './client.ts';
