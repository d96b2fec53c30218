// What the composition root and the conformance kit take of this adapter.
export { createAlanubeClient } from './client.ts';
