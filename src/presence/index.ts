// What other modules may ask of presence.
export { forgetLooks } from './look-at.ts';
