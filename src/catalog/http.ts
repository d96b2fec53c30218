// GET /labels.pdf?items={id}*{copies},…: labels of items on a sheet or a roll, to who reads the catalog.
import type { FastifyInstance } from 'fastify';
import { admit, type FileRouteContext } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import { badInput, notFound, oneOf } from '../platform/errors.ts';
import { madeFile } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { LABEL_KINDS, LABEL_PRICES, printLabels, readLabels, SHEETS, type LabelsAsked } from './labels.ts';

/** As long as a proxy lets an address be. */
const MOST_ITEMS = 150;

type Query = Readonly<Record<string, unknown>>;

export function labelRoutes(server: FastifyInstance, context: FileRouteContext & { clock: Clock }): void {
  server.get<{ Querystring: Query }>('/labels.pdf', { exposeHeadRoute: false }, async (request, reply) => {
    const { tenant } = await admit(context, request, reply);
    const query = askedLabels(request.query);
    const labels = await inTenant(context, tenant, (db) => readLabels(db, query));
    const pdf = await printLabels(labels, query, { author: tenant.name, madeAt: context.clock.now() });
    return madeFile(reply, 'application/pdf', 'inline; filename="etiquetas.pdf"').send(pdf);
  });
}

function askedLabels(query: Query): LabelsAsked {
  const text = (name: string, usual = ''): string => {
    const parameter = query[name] ?? usual;
    if (typeof parameter === 'string') return parameter;
    throw badInput('{field} must stand in the address once', { field: name });
  };
  const codeOf = <Name extends string>(field: string, names: readonly Name[], usual: Name): Name =>
    oneOf(field, names, text(field, usual));
  const whole = (field: string, written: string): number => {
    if (/^\d{1,6}$/.test(written)) return Number(written);
    throw badInput('{field} must be a whole number', { field });
  };
  const named = text('items').split(',').filter(Boolean);
  if (named.length === 0 || named.length > MOST_ITEMS)
    throw badInput('{field} must name 1 to {most} items', { field: 'items', most: MOST_ITEMS });
  const items = named.map((one) => {
    const [id = '', copies = '1'] = one.toLowerCase().split('*');
    if (!isUuid(id)) throw notFound('Item', 'items');
    return { id, copies: whole('copies', copies) };
  });
  return {
    items,
    sheet: codeOf('sheet', Object.keys(SHEETS) as (keyof typeof SHEETS)[], 'letter-30'),
    kind: codeOf('kind', LABEL_KINDS, 'item'),
    price: codeOf('price', LABEL_PRICES, 'with-tax'),
    start: whole('start', text('start', '1')),
  };
}
