// A make of PAC: how it is opened for a key, and what is true of it before anyone has a key.
import type { Rounding } from '../fiscal/money.ts';
import type { Resolve } from '../platform/guarded-agent.ts';
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

export interface ClientOptions {
  /** A trailing slash is ignored; a path before it is kept. */
  baseUrl: string;
  /** One secret text; of a PAC that has a user and a password, "user:password". */
  apiKey: string;
  /** Tried where the other is refused. */
  secondaryKey?: string | undefined;
  /** For one whole call: connecting, waiting and reading. */
  timeoutMs: number;
  /** "host" or "host:port". */
  fileHosts: readonly string[];
  maxPdfBytes?: number;
  /** How the names of file hosts become addresses; the system's resolver by default. */
  resolve?: Resolve;
}
