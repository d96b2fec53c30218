// Public face of the tills.
export { findSession } from './sessions.ts';
