// How webhooks stand, over all tenants: what waits longest, and endpoints that were given up.
import { sql } from 'kysely';
import type { SampledGauges } from '../platform/metrics.ts';
import { inWatch, type DatabaseContext } from '../tenancy/index.ts';

export function webhookGauges(context: DatabaseContext): SampledGauges {
  return {
    about: 'webhooks',
    gauges: [
      {
        name: 'folio_webhook_oldest_due_seconds',
        help: 'For how long the delivery that is overdue longest has been waiting, of endpoints that do not fail.',
      },
      {
        name: 'folio_webhook_endpoints',
        help: 'Endpoints of webhooks by state: working, failing, or disabled by Folio because they failed for days or are gone.',
        labelNames: ['state'],
      },
    ],
    async ask() {
      const { rows } = await inWatch(context, (db) =>
        sql<{ oldest: number; working: number; failing: number; disabled: number }>`
          select count(*) filter (where is_enabled and failing_since is null)::int as working,
            count(*) filter (where is_enabled and failing_since is not null)::int as failing,
            count(*) filter (where disabled_reason <> 'ASKED')::int as disabled,
            coalesce((
              select extract(epoch from now() - min(greatest(one.next_at, one.leased_until)))::float8 from webhook_deliveries one
              join webhook_endpoints endpoint on endpoint.tenant_id = one.tenant_id and endpoint.id = one.endpoint_id
              where endpoint.is_enabled and endpoint.failing_since is null and greatest(one.next_at, one.leased_until) <= now()), 0) as oldest
          from webhook_endpoints`.execute(db),
      );
      const { oldest, ...states } = rows[0]!;
      return [
        { gauge: 'folio_webhook_oldest_due_seconds', value: oldest },
        ...Object.entries(states).map(([state, value]) => ({
          gauge: 'folio_webhook_endpoints',
          labels: { state },
          value,
        })),
      ];
    },
  };
}
