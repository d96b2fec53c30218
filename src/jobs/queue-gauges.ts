// How much waits in each queue, and for how long: counted along the index of what waits, never over what is done.
import type { SampledGauges } from '../platform/metrics.ts';

interface Waiting {
  queue: string;
  ready: number;
  delayed: number;
  active: number;
  oldest_seconds: number;
}

type ExecuteSql = (text: string) => Promise<{ rows: unknown[] }>;

export function queueGauges(executeSql: ExecuteSql): SampledGauges {
  return {
    about: 'queues',
    gauges: [
      {
        name: 'folio_queue_jobs',
        help: 'Jobs by queue: ready to be taken, delayed to a later time, or active.',
        labelNames: ['queue', 'state'],
      },
      {
        name: 'folio_queue_oldest_job_age_seconds',
        help: 'For how long the oldest job that is ready has been waiting to be taken.',
        labelNames: ['queue'],
      },
    ],
    async ask() {
      // Grouped, not asked queue by queue: for that the planner would think it worth its while to compile the question first.
      const { rows } = await executeSql(`
        with waiting as (
          select name, count(*) filter (where start_after <= now()) as ready, count(*) filter (where start_after > now()) as delayed,
            extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest_seconds
          from pgboss.job where state < 'active' and not blocked group by name
        ), active as (
          select name, count(*) as active from pgboss.job where state = 'active' and group_id is not null group by name
        )
        select q.name as queue, coalesce(ready, 0) as ready, coalesce(delayed, 0) as delayed, coalesce(active, 0) as active,
          coalesce(oldest_seconds, 0) as oldest_seconds
        from pgboss.queue q left join waiting using (name) left join active using (name)
        where q.name !~ '^__'`);
      return (rows as Waiting[]).flatMap(({ queue, oldest_seconds, ...counts }) => [
        ...(['ready', 'delayed', 'active'] as const).map((state) => ({
          gauge: 'folio_queue_jobs',
          labels: { queue, state },
          value: counts[state],
        })),
        { gauge: 'folio_queue_oldest_job_age_seconds', labels: { queue }, value: oldest_seconds },
      ]);
    },
  };
}
