// Sends one event to one address, signed as Standard Webhooks says, and tells what was answered.
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { beforeTimeIsUp, causeOf, readAtMost, within } from '../platform/bounded-exchange.ts';
import type { Clock } from '../platform/clock.ts';
import { guardedAgent, Refusal, type Resolve } from '../platform/guarded-agent.ts';
import { printable } from '../platform/printable.ts';
import type { WebhookHosts } from './address.ts';

export interface Sent {
  isDelivered: boolean;
  /** Null: there was no answer. */
  httpStatus: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string;
}

export interface Message {
  url: string;
  secrets: readonly string[];
  id: string;
  body: string;
}

export interface Sender {
  /** Never throws: what fails is an answer too. */
  send(message: Message): Promise<Sent>;
  close(): Promise<void>;
}

export interface SenderOptions {
  hosts: WebhookHosts;
  clock: Clock;
  /** For connecting, waiting and reading together. */
  timeoutMs: number;
  resolve?: Resolve;
}

const MOST_CONNECTIONS = 1_000;
const MOST_ANSWER_BYTES = 4_096;
const MOST_KEPT_LENGTH = 500;

export function createSender({ hosts, clock, timeoutMs, resolve }: SenderOptions): Sender {
  // Many tenants may have their endpoints at one host: one that hangs must leave connections to the others.
  const agent = guardedAgent({
    timeoutMs,
    connections: MOST_CONNECTIONS,
    refuse: hosts.refuse,
    ...(resolve ? { resolve } : {}),
  });

  async function exchange({ url, secrets, id, body }: Message, signal: AbortSignal): Promise<Sent> {
    const at = clock.now();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'folio-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    };
    // Redirects are not followed: the address that was judged is the one that is told.
    const response = request(hosts.read(url), { dispatcher: agent, signal, method: 'POST', headers, body });
    const { statusCode, body: answer } = await beforeTimeIsUp(signal, response);
    let size = 0;
    const { bytes } = await readAtMost(answer, Infinity, signal, (chunks) => {
      size += chunks.at(-1)!.length;
      return size < MOST_ANSWER_BYTES ? null : 'enough';
    });
    const text = printable(bytes.toString().slice(0, MOST_KEPT_LENGTH).toWellFormed());
    return { isDelivered: statusCode >= 200 && statusCode < 300, httpStatus: statusCode, answer: text };
  }

  return {
    send: (message) =>
      within(timeoutMs, async (signal) => {
        try {
          return await exchange(message, signal);
        } catch (error) {
          // A tenant may not read the address that a name resolves to.
          const answer = error instanceof Refusal ? 'the host is at a private address' : causeOf(error, signal);
          return { isDelivered: false, httpStatus: null, answer };
        }
      }),
    close: () => agent.destroy(),
  };
}
