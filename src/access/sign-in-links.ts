// Links that sign in once: a code that a process made, good for some minutes, for a token that never stands in an address.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';

export interface WhoSignsIn {
  userName: string;
  tenantName: string;
}

export interface SignInLinks {
  /** The code for the link; kept in the memory of this process alone, which may answer others of the same port. */
  offer(token: string, who: WhoSignsIn): string;
  /** Whom it would sign in, so that people can be asked first; undefined where it is used, too old or no code. */
  look(code: string): WhoSignsIn | undefined | Promise<WhoSignsIn | undefined>;
  /** The token, once. */
  take(code: string): string | undefined | Promise<string | undefined>;
}

/** Long enough to find the terminal that printed it. */
const GOOD_FOR_MS = 30 * 60_000;

export function createSignInLinks({ clock }: { clock: Clock }): SignInLinks {
  const offers = new Map<string, { token: string; who: WhoSignsIn; until: number }>();

  function found(code: string) {
    const offer = offers.get(code);
    if (offer && offer.until > clock.now().getTime()) return offer;
    offers.delete(code);
    return undefined;
  }

  return {
    offer(token, who) {
      const code = randomBytes(24).toString('base64url');
      offers.set(code, { token, who, until: clock.now().getTime() + GOOD_FOR_MS });
      return code;
    },
    look: (code) => found(code)?.who,
    take(code) {
      const token = found(code)?.token;
      offers.delete(code);
      return token;
    },
  };
}
