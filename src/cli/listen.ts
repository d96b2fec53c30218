// folio listen: forwards a tenant's events to an address of the developer, signed as webhooks are.
import { setTimeout as delay } from 'node:timers/promises';
import { eventJson, headPosition, placeEvents, readEvents, readTypes } from '../events/index.ts';
import { systemClock } from '../platform/clock.ts';
import { printableLine } from '../platform/printable.ts';
import { inTenant, newEndpointSecret, type TenantDb } from '../tenancy/index.ts';
import { createSender } from '../webhooks/index.ts';
import { CommandError, required, UsageError, type Command, type Input } from './command.ts';
import { readInput } from './secret-input.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const LOOK_EVERY_MS = 500;
const TIMEOUT_MS = 10_000;

export const listenCommand: Command = {
  words: 'listen',
  summary: "forwards a tenant's events to your own address while you develop, signed as webhooks are",
  usage: '--tenant ID --to URL [--types TYPES] [--secret-file FILE|-]',
  details: [
    '  --to URL            such as http://127.0.0.1:3000/hook; each event is sent once, whatever is answered',
    '  --types TYPES       such as invoice.*,payment.recorded; default: all',
    '  --secret-file FILE  where the secret to sign with stands, such as that of the last time; default: a new one',
    '',
    'What happens from its start on is sent, until Ctrl-C. With --json each event is a line of JSON, after a first line with the secret.',
  ].join('\n'),
  options: ['tenant', 'to', 'types', 'secret-file'],
  positionals: 0,
  async run({ config, options, isJson }) {
    const id = tenantId(options);
    const url = required(options, 'to');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError(`--to ${JSON.stringify(url)} is no address.`);
    const types = readTypes(options['types']?.split(',').map((type) => type.trim()));
    const secret = await secretOf(options);
    const say = (told: object, text: string): void =>
      void process.stdout.write(`${isJson ? JSON.stringify(told) : printableLine(text)}\n`);
    const counts = { delivered: 0, failed: 0 };
    const ending = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
    // The address is the operator's own, so none is refused.
    const sender = createSender({
      hosts: { read: (address) => address, refuse: () => null },
      clock: systemClock,
      timeoutMs: TIMEOUT_MS,
    });
    await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      let after = await inTenant(database, tenant, lastPosition);
      say({ secret }, `Signed with ${secret}; waiting for events.`);
      while (!ending.signal.aborted) {
        const read = await inTenant(database, tenant, async (db) => {
          await placeEvents(db);
          return readEvents(db, { after, first: 100, types });
        });
        for (const event of read.events) {
          if (ending.signal.aborted) break;
          const sent = await sender.send({ url, secrets: [secret], id: event.id, body: eventJson(event) });
          counts[sent.isDelivered ? 'delivered' : 'failed'] += 1;
          const { httpStatus, answer } = sent;
          say(
            { id: event.id, type: event.type, httpStatus, answer },
            `${event.type} ${event.id} -> ${httpStatus ?? answer}`,
          );
        }
        after = read.position;
        if (!read.hasMore) await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    });
    await sender.close();
    return { json: counts, text: `${counts.delivered} events were delivered, ${counts.failed} were not.` };
  },
};

async function secretOf(options: Input['options']): Promise<string> {
  const file = options['secret-file'];
  if (file === undefined) return newEndpointSecret();
  const secret = await readInput(file);
  if (!/^whsec_[\w+/]{32,}=*$/.test(secret)) throw new CommandError('The secret does not look like whsec_ and base64.');
  return secret;
}

/** Events that no reader has seen so far are no news. */
async function lastPosition(db: TenantDb): Promise<number> {
  let [before, position] = [-1, 0];
  while (position !== before) {
    before = position;
    await placeEvents(db);
    position = await headPosition(db);
  }
  return position;
}
