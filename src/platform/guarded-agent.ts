// An HTTP agent that connects to no address that is refused, however the name was resolved.
import { lookup as resolve } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  timeoutMs: number;
  /** To one host. */
  connections?: number;
  /** Why a connection to this IP address, found under this host name, is refused; null when it is fine. */
  refuse(hostname: string, ip: string): string | null;
  /** How names become addresses; the system's resolver by default. */
  resolve?: Resolve;
}

/** An answer or address that is refused, as opposed to one that failed. */
export class Refusal extends Error {}

export function guardedAgent(options: GuardOptions): Agent {
  const find = options.resolve ?? resolve;

  // The check sits where the connection is made: the addresses judged here are the very ones that are connected to, so
  // a name that answers differently the second time gains nothing.
  const guardedLookup: LookupFunction = (hostname, wanted, done) => {
    find(hostname, { all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      for (const { address } of found) {
        const refused = options.refuse(hostname, address);
        if (refused !== null) return done(new Refusal(refused), '', 0);
      }
      const usable = found.filter(({ family }) => !wanted.family || wanted.family === family);
      const first = usable[0];
      if (!first) return done(new Error(`${hostname} has no address`), '', 0);
      if (wanted.all) return done(null, usable);
      done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout: options.timeoutMs, allowH2: false, lookup: guardedLookup });
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connections: options.connections ?? 8,
    connect: (target, done) => {
      // Nothing is looked up for a literal address, so it is judged here.
      const literal = target.hostname.replace(/^\[|\]$/g, '');
      const refused = isIP(literal) === 0 ? null : options.refuse(target.hostname, literal);
      if (refused !== null) return done(new Refusal(refused), null);
      connect(target, done);
    },
  });
}
