// Gauges of waiting documents by what they wait for, over all tenants; read from partial indexes.
import { sql } from 'kysely';
import type { SampledGauges } from '../../platform/metrics.ts';
import { inWatch, type DatabaseContext } from '../../tenancy/index.ts';

const STATES = ['PENDING', 'UNKNOWN', 'AWAITING_VERDICT', 'VOIDING', 'PARKED'] as const;

export function documentGauges(context: DatabaseContext): SampledGauges {
  return {
    about: 'documents',
    gauges: [
      {
        name: 'folio_documents',
        help: 'Documents that wait: for their submission, for its lost answer, for the verdict, for a void, or for an operator.',
        labelNames: ['state'],
      },
      {
        name: 'folio_documents_oldest_age_seconds',
        help: 'The age of the oldest document that waits so; 0 when there is none.',
        labelNames: ['state'],
      },
      {
        name: 'folio_contingency_oldest_age_seconds',
        help: 'How long the oldest contingency that is open has lasted; beyond 72 hours the law wants an explanation. 0: none.',
      },
      { name: 'folio_tenants_credentials_refused', help: 'Tenants whose credentials the PAC refuses.' },
    ],
    ask: () =>
      inWatch(context, async (db) => {
        // The conditions are those of the partial index, word for word.
        const { rows } = await sql<{ state: (typeof STATES)[number]; documents: number; oldest_seconds: number }>`
          select case
              when parked_reason is not null then 'PARKED'
              when submission_state in ('PENDING', 'UNKNOWN') then submission_state
              when void_state in ('ASKED', 'UNKNOWN') then 'VOIDING'
              else 'AWAITING_VERDICT' end as state,
            count(*) as documents, extract(epoch from now() - min(created_at))::float8 as oldest_seconds
          from fiscal_documents
          where (submission_state in ('PENDING', 'UNKNOWN') or legal_status = 'PAC_AUTHORIZED')
            or (parked_reason is not null or void_state in ('ASKED', 'UNKNOWN'))
          group by 1`.execute(db);
        const refused = await sql<{ count: number }>`
          select count(*) as count from tenants where pac_credentials_refused_at is not null`.execute(db);
        const contingency = await sql<{ seconds: number | null }>`
          select extract(epoch from now() - min(started_at))::float8 as seconds from contingencies
          where ended_at is null`.execute(db);
        return [
          { gauge: 'folio_contingency_oldest_age_seconds', value: contingency.rows[0]!.seconds ?? 0 },
          ...STATES.flatMap((state) => {
            const { documents = 0, oldest_seconds = 0 } = rows.find((row) => row.state === state) ?? {};
            return [
              { gauge: 'folio_documents', labels: { state }, value: documents },
              { gauge: 'folio_documents_oldest_age_seconds', labels: { state }, value: oldest_seconds },
            ];
          }),
          { gauge: 'folio_tenants_credentials_refused', value: refused.rows[0]!.count },
        ];
      }),
  };
}
