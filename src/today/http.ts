// GET /calendar.ics: the deadlines of a company, to who is signed in and to who has the address of a token.
import type { FastifyInstance } from 'fastify';
import { holderOfCalendar, type Authentication } from '../access/index.ts';
import { admit, type FileRouteContext } from '../files/index.ts';
import type { TermsOfMakes } from '../fiscal/deadlines.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { LANGUAGES, languageOf, say } from '../texts/say.ts';
import { calendarFile, type CalendarEntry } from './calendar.ts';
import { DEADLINE_KINDS, needs, type DeadlineKind } from './needs.ts';

interface CalendarContext extends DatabaseContext, Pick<FileRouteContext, 'authenticate' | 'limit'> {
  openTenant: Authentication['openTenant'];
  clock: Clock;
  pac: TermsOfMakes;
}

interface CalendarRequest {
  Querystring: { key?: unknown; lang?: unknown };
}

/** Deadlines of the next 45 days, so that a month is declared in time. */
const AHEAD_HOURS = 45 * 24;
const MOST_OF_A_KIND = 500;

export function calendarRoutes(server: FastifyInstance, context: CalendarContext): void {
  const { limit, clock, pac } = context;
  server.get<CalendarRequest>('/calendar.ics', { exposeHeadRoute: false }, async (request, reply) => {
    const { key, lang } = request.query;
    if (key !== undefined) limit.take(reply, request.ip);
    const tenant = key === undefined ? (await admit(context, request, reply)).tenant : await tenantOf(context, key);
    const query = { kinds: DEADLINE_KINDS, limit: MOST_OF_A_KIND, offset: 0 };
    const found = await inTenant(context, tenant, (db) =>
      needs(db, query, clock.now(), { pac, leadHours: AHEAD_HOURS }),
    );
    const entries = found.flatMap(({ kind, records }) =>
      records.map((record): CalendarEntry => ({ ...record, kind: kind as DeadlineKind })),
    );
    // Programs of calendars name no language.
    const language =
      LANGUAGES.find((one) => one === lang) ?? languageOf(`${request.headers['accept-language'] ?? ''},es;q=0.001`);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="folio.ics"')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie, authorization, accept-language')
      .send(calendarFile(tenant.name, entries, (sentence) => say(language, sentence)));
  });
}

async function tenantOf(context: CalendarContext, key: unknown): Promise<Tenant> {
  const [tenantId = '', tokenId = ''] = typeof key === 'string' ? key.split('.') : [];
  const tenant = isUuid(tenantId) && isUuid(tokenId) ? await context.openTenant(tenantId) : undefined;
  const holder =
    tenant && (await inTenant(context, tenant, (db) => holderOfCalendar(db, String(key), context.clock.now())));
  if (!tenant || !holder) throw new DomainError('UNAUTHENTICATED', 'This calendar has ended, or never was');
  return tenant;
}
