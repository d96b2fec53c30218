// Public face of presence.
export { forgetLooks } from './look-at.ts';
