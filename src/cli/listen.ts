// folio listen: forwards a tenant's events to an address of the developer, signed as webhooks are.
import { setTimeout as delay } from 'node:timers/promises';
import { eventJson, headPosition, placeEvents, readEvents, readTypes } from '../events/index.ts';
import { systemClock } from '../platform/clock.ts';
import { printableLine } from '../platform/printable.ts';
import { inTenant, type TenantDb } from '../tenancy/index.ts';
import { createSender, newEndpointSecret } from '../webhooks/index.ts';
import { command, CommandError, UsageError, type Call } from './command.ts';
import { readInput } from './secret-input.ts';
import { withTenant } from './with-tenant.ts';

const LOOK_EVERY_MS = 500;
const TIMEOUT_MS = 10_000;

export const listenCommand = command('listen', async (args) => {
  const { options, isJson } = args;
  const url = options['to']!;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`--to ${JSON.stringify(url)} is no address.`);
  const types = readTypes(options['types']?.split(',').map((type) => type.trim()));
  const secret = await secretOf(args);
  const say = (detail: object, text: string): void =>
    void process.stdout.write(`${isJson ? JSON.stringify(detail) : printableLine(text)}\n`);
  const counts = { delivered: 0, failed: 0 };
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
  // The address is the operator's own, so none is refused.
  const sender = createSender({
    hosts: { read: (address) => address, refuse: () => null },
    clock: systemClock,
    timeoutMs: TIMEOUT_MS,
  });
  await withTenant(args, async (database, tenant) => {
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
});

async function secretOf(args: Call): Promise<string> {
  const file = args.options['secret-file'];
  if (file === undefined) return newEndpointSecret();
  const secret = await readInput(args, file);
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
