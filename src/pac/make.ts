// A make of PAC: how it is opened for a key, and what is true of it before anyone has a key.
import type { Rounding } from '../fiscal/money.ts';
import type { Resolve } from '../platform/guarded-agent.ts';
import type { Account } from './accounts.ts';
import type { PacClient, PacProfile } from './face.ts';

export interface Make {
  /** As people know it. */
  title: string;
  profile: PacProfile;
  /** Its credentials are a user and a password, and not one key. */
  hasUser?: true;
  /** How it counts the amounts of a document, and who says so. */
  rounding: { rule: Rounding; mark: 'seen' | 'documented' | 'assumed'; source: string };
  open(options: ClientOptions): PacClient;
}

export interface ClientOptions extends Pick<Account, 'apiKey' | 'secondaryKey'> {
  /** A trailing slash is ignored; a path before it is kept. */
  baseUrl: string;
  /** For one whole call: connecting, waiting and reading. */
  timeoutMs: number;
  /** "host" or "host:port". */
  fileHosts: readonly string[];
  maxPdfBytes?: number;
  /** How the names of file hosts become addresses; the system's resolver by default. */
  resolve?: Resolve;
}
