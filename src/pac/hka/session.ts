// Session with The Factory HKA: a token is got by user and password, kept until it ends, and got anew where it is refused.
import type { Call, Caller } from '../call.ts';
import { isRefused, type Answer, unanswered, unavailable } from '../answer.ts';
import { textOf } from '../fields.ts';
import { hasExpired, readAnswer, refusedKey } from './outcomes.ts';

/** A token that does not say when it ends is thought to last so long: as public clients of the PAC do. */
const USUAL_MS = 3_600_000;
const MARGIN_MS = 60_000;

type NoToken = ReturnType<typeof refusedKey> | ReturnType<typeof unanswered> | ReturnType<typeof unavailable>;
interface Token {
  text: string;
  /** By the clock of the process, which is never set. */
  until: number;
}

/** Answer to a call, or why there is no token to make it with: then nothing of it has left. */
export type Reply = Answer | { kind: 'noToken'; because: NoToken };

export interface Session {
  /** Within the limit of one call, all of it: a token, the call, and both again where the token was refused. */
  call(send: (part: Pick<Call, 'token' | 'timeoutMs'>) => Promise<Answer>): Promise<Reply>;
}

/** `keys`: each "user:password"; the second is tried where the first is refused. */
export function openSession(caller: Caller, keys: readonly string[], timeoutMs: number): Session {
  let kept: Token | undefined;
  let asking: Promise<Token | NoToken> | undefined;

  async function logIn(limitMs: number): Promise<Token | NoToken> {
    const [first, ...others] = keys;
    let got = await logInBy(first!, limitMs);
    for (const key of others)
      if ('outcome' in got && got.outcome === 'refusedCredentials') got = await logInBy(key, limitMs);
    kept = 'text' in got ? got : undefined;
    return got;
  }

  async function logInBy(key: string, limitMs: number): Promise<Token | NoToken> {
    const { user, password } = userOf(key);
    const body = { usuario: user, clave: password };
    const startedAt = performance.now();
    const answer = await caller.ask({ method: 'POST', path: '/Autenticacion', body, token: '', timeoutMs: limitMs });
    if (answer.kind === 'failed') return unanswered(answer);
    const { fields, meaning, code } = readAnswer(answer);
    const text = textOf(fields, 'token', 8000);
    if (text !== null && (meaning === 'done' || code === null))
      return { text, until: startedAt + lifetime(answer, fields) };
    const isNo = isRefused(answer) || meaning === 'expired' || meaning === 'refused' || meaning === 'notFound';
    return isNo ? refusedKey(answer) : unavailable(answer);
  }

  async function token(limitMs: number): Promise<Token | NoToken> {
    if (kept && performance.now() < kept.until) return kept;
    asking ??= logIn(limitMs).finally(() => (asking = undefined));
    return asking;
  }

  return {
    async call(send) {
      const end = performance.now() + timeoutMs;
      const left = () => Math.max(1, Math.ceil(end - performance.now()));
      const first = await token(left());
      if ('outcome' in first) return { kind: 'noToken', because: first };
      const answer = await send({ token: first.text, timeoutMs: left() });
      if (!hasExpired(answer)) return answer;
      // Refused for its token alone, it was not done; so it may be asked for once more.
      if (kept === first) kept = undefined;
      const second = await token(left());
      if ('outcome' in second) return { kind: 'noToken', because: second };
      return send({ token: second.text, timeoutMs: left() });
    },
  };
}

/** Parts of a key "user:password". */
export function userOf(key: string): { user: string; password: string } {
  const colon = key.indexOf(':');
  return { user: key.slice(0, Math.max(colon, 0)), password: key.slice(colon + 1) };
}

/** Measured against the answer's own `Date`, so that our clock has no say. */
function lifetime({ headers }: { headers: { date?: string | undefined } }, fields: Record<string, unknown>): number {
  const ms = Date.parse(textOf(fields, 'expiracion', 50) ?? '') - Date.parse(headers.date ?? '');
  return Number.isNaN(ms) ? USUAL_MS : Math.max(0, ms - MARGIN_MS);
}
