// Whether the PAC answers, refuses us, or is given time to recover.
import type { OperationsAnswer } from '../../api/answers.ts';
import { Chip } from '../../parts/chip.tsx';
import { Card } from '../../parts/page.tsx';
import { useWords } from '../../texts/use-words.tsx';

type Health = OperationsAnswer['pacHealth'];

export function PacHealthCard({ health }: { health: Health }) {
  const { t, f } = useWords();
  const { companyId, waiting, oldestWaitingSeconds } = health;
  return (
    <Card title={t('pacHealth')} tools={<HealthChip health={health} />}>
      <dl className="health">
        <Fact name={t('pacHealth.company')} value={companyId ?? '—'} />
        <Fact name={t('pacHealth.waiting')} value={f.quantity(String(waiting))} />
        <Fact name={t('pacHealth.oldest')} value={oldestWaitingSeconds === null ? '—' : f.span(oldestWaitingSeconds)} />
        {health.breaker === 'OPEN' && health.retryAt !== null && (
          <Fact name={t('pacHealth.retry')} value={f.time(health.retryAt)} />
        )}
        {health.cause !== null && <Fact name={t('pacHealth.cause')} value={health.cause} />}
      </dl>
    </Card>
  );
}

export function HealthChip({ health }: { health: Health }) {
  const { t, f } = useWords();
  if (health.companyId === null) {
    return (
      <Chip tone="bad" icon="cross">
        {t('pacHealth.noCompany')}
      </Chip>
    );
  }
  if (health.credentialsRefusedAt !== null) {
    return (
      <Chip tone="bad" icon="cross">
        {t('pacHealth.refused', { since: f.instant(health.credentialsRefusedAt) })}
      </Chip>
    );
  }
  if (health.breaker === 'OPEN') {
    return (
      <Chip tone="bad" icon="alert">
        {t('pacHealth.down', { since: health.openSince === null ? '' : f.time(health.openSince) })}
      </Chip>
    );
  }
  if (health.failuresInARow > 0) {
    return (
      <Chip tone="wait" icon="alert">
        {t('pacHealth.shaky', { n: health.failuresInARow })}
      </Chip>
    );
  }
  return (
    <Chip tone="good" icon="check">
      {t('pacHealth.fine')}
    </Chip>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd className="break-anywhere">{value}</dd>
    </div>
  );
}
