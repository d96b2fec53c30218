// Much at once, by the processor time of the service: a list exported as a whole, and notices as fast as a PAC sends them.
import { sql } from 'kysely';
import type { Tenant } from '../../src/tenancy/index.ts';
import type { BenchDatabase } from '../database.ts';
import { atLeast, atMost } from '../goals.ts';
import type { WholeService } from '../http/with-simulator.ts';
import { startLoader } from '../http/loader.ts';
import { noticesOfKnown } from '../http/requests.ts';
import { cpuOf } from '../processor-time.ts';
import type { Line } from '../report/lines.ts';

interface Bench {
  service: WholeService;
  database: BenchDatabase;
  tenant: Tenant;
}

const EXPORTED = 100_000;
const NOTICES = 20_000;
/** A PAC that has much to tell does not wait for the answer to one notice before it sends the next. */
const SENDERS = 32;
const FOR_MS = 8000;

export async function exportOfItems({ service, database, tenant }: Bench): Promise<Line[]> {
  await sql`
    insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
    select ${tenant.id}, gen_random_uuid(), 'X-' || to_char(n, 'FM000000'), 'Exported item ' || n, 'und', 5, 7, 'NONE', true
    from generate_series(1, ${EXPORTED}::int) n`.execute(database.db);
  await sql`analyze items`.execute(database.db);
  const { result: lines, cpu } = await cpuOf(database, service.cpuMicros, async () => {
    const answer = await fetch(`${service.origin}/export/items.csv`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    let count = 0;
    for await (const chunk of answer.body!) for (const byte of chunk) count += Number(byte === 10);
    return count;
  });
  if (lines <= EXPORTED) throw new Error(`the export has ${lines} lines`);
  const seconds = (micros: number | undefined) => (micros === undefined ? undefined : micros / 1e6);
  return [
    { what: 'export of 100,000 items: Node', value: seconds(cpu.node), unit: ' s', goal: atMost(6) },
    { what: '… PostgreSQL', value: seconds(cpu.postgres), unit: ' s' },
  ];
}

export async function noticesStored({ service, database, tenant }: Bench): Promise<Line[]> {
  const requests = await noticesOfKnown(database, tenant, service.webhookSecret, NOTICES);
  const loader = startLoader();
  try {
    const { result, cpu } = await cpuOf(database, service.cpuMicros, () =>
      loader.load({ origin: service.origin, requests, connections: SENDERS, forMs: FOR_MS, once: true }),
    );
    const each = (micros: number | undefined) => (micros === undefined ? undefined : micros / result.answered);
    return [
      {
        what: `notices of known documents, ${SENDERS} senders: stored per second`,
        value: result.perSecond,
        goal: atLeast(5000),
      },
      { what: '… Node, each, with what is applied meanwhile', value: each(cpu.node), unit: ' µs', goal: atMost(120) },
      { what: '… PostgreSQL', value: each(cpu.postgres), unit: ' µs' },
    ];
  } finally {
    await loader.stop();
  }
}
