// What the composition root and the commands take of this adapter.
export { createAlanubeClient } from './client.ts';
