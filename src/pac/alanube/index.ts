// Parts of this adapter for the composition root and the conformance kit.
export { createAlanubeClient } from './client.ts';
