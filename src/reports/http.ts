// GET /export/month.{csv|xlsx}, /export/receivables.{csv|xlsx}, /export/sales.{csv|xlsx} and /months/{month}/evidence.zip: the accountant's files, written while they are read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HeadsContext } from '../acts/index.ts';
import type { Clock } from '../platform/clock.ts';
import { admit, type FileRouteContext } from '../files/index.ts';
import { withinBounds } from '../graphql/limits.ts';
import { SALES_DIMENSIONS } from '../invoicing/index.ts';
import { oneOf, rateLimited } from '../platform/errors.ts';
import { limitPerKey } from '../platform/limit-per-key.ts';
import { sendStream } from '../platform/send-stream.ts';
import { FILE_TYPES } from '../platform/table-file.ts';
import { ofTenant, type OfTenant } from '../tenancy/index.ts';
import type { Month } from './fiscal-month.ts';
import { monthEvidence } from './month-evidence.ts';
import { monthFile } from './month-file.ts';
import { withinRange } from './graphql-sales.ts';
import { dayAsked, receivablesFile } from './receivables-file.ts';
import { salesFile } from './sales-file.ts';

/** Reports of one tenant at a time in one process. */
const MOST_AT_ONCE = 2;
const PAUSE_SECONDS = 30;

type Query = Record<string, string | undefined>;
interface Route {
  Querystring: Query;
  Params: { month?: string };
}
interface Made {
  type: string;
  filename: string;
  chunks: AsyncIterable<Buffer>;
}

type ReportContext = FileRouteContext & HeadsContext & { clock: Clock };

export function reportRoutes(server: FastifyInstance, context: ReportContext): void {
  const underWay = limitPerKey(MOST_AT_ONCE);
  const file = (
    address: string,
    make: (request: FastifyRequest<Route>, own: OfTenant<ReportContext>) => Promise<Made>,
  ) =>
    // A HEAD would read all of it to say how long it is.
    server.get<Route>(address, { exposeHeadRoute: false }, async (request, reply) => {
      const { tenant } = await admit(context, request, reply);
      if (underWay.length(tenant.id) >= MOST_AT_ONCE) throw rateLimited(PAUSE_SECONDS);
      const began = context.clock.now();
      await underWay.run(tenant.id, async () => {
        const { chunks, ...made } = await make(request, ofTenant(context, tenant));
        await sendStream(reply, { ...made, chunks: whileAllowed(chunks, () => context.authenticate(request, began)) });
      });
      return reply;
    });

  for (const format of ['csv', 'xlsx'] as const) {
    const type = FILE_TYPES[format];
    file(`/export/month.${format}`, async ({ query }, own) => {
      const period = monthIn(query['year'], query['month']);
      const chunks = await monthFile(own, format, period);
      return { type, filename: `folio-${nameOf(period)}.${format}`, chunks };
    });
    file(`/export/receivables.${format}`, async ({ query }, own) => ({
      type,
      ...(await receivablesFile(own, format, query['asOf'])),
    }));
    file(`/export/sales.${format}`, async ({ query: { from = '', to = '', by = '' } }, own) => {
      const dimension = oneOf('by', SALES_DIMENSIONS, by);
      const range = withinRange({ from: dayAsked('from', from), to: dayAsked('to', to) });
      return { type, ...(await salesFile(own, format, { ...range, by: dimension })) };
    });
  }
  file('/months/:month/evidence.zip', async ({ params }, own) => {
    const [year, month, ...more] = (params.month ?? '').split('-');
    const period = monthIn(year, more.length > 0 ? undefined : month);
    const chunks = await monthEvidence(own, period);
    return { type: 'application/zip', filename: `folio-${nameOf(period)}-evidence.zip`, chunks };
  });
}

/** Caller asked about at each chunk: who may not ask any more reads no further, but a token that only expires lets the file end. */
async function* whileAllowed<T>(chunks: AsyncIterable<T>, mayGoOn: () => Promise<unknown>): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    await mayGoOn();
    yield chunk;
  }
}

function monthIn(year = '', month = ''): Month {
  const read = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0);
  return withinBounds({ year: read(year), month: read(month) });
}

const nameOf = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`;
