// Whether the PAC answers, refuses us, or is given time to recover.
import type { OperationsAnswer } from '../../api/answers.ts';
import { Chip } from '../../parts/chip.tsx';
import { Facts } from '../../parts/facts.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { Card } from '../../parts/page.tsx';
import type { Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';

type Health = OperationsAnswer['pacHealth'];

export function PacHealthCard({ health }: { health: Health }) {
  const { companyId, waiting, oldestWaitingSeconds } = health;
  return (
    <Card title={t('pacHealth')} tools={<HealthChip health={health} />}>
      <Facts
        look="health"
        facts={[
          [t('pacHealth.company'), companyId ?? '—'],
          [t('pacHealth.waiting'), f.quantity(waiting)],
          [t('pacHealth.oldest'), oldestWaitingSeconds === null ? '—' : f.span(oldestWaitingSeconds)],
          health.breaker === 'OPEN' && health.retryAt !== null && [t('pacHealth.retry'), f.time(health.retryAt)],
          health.cause !== null && [t('pacHealth.cause'), health.cause],
        ]}
      />
    </Card>
  );
}

export function HealthChip({ health }: { health: Health }) {
  const { companyId, credentialsRefusedAt, breaker, openSince, failuresInARow } = health;
  const label = (): [Tone, IconName, string] => {
    if (companyId === null) return ['bad', 'cross', t('pacHealth.noCompany')];
    if (credentialsRefusedAt !== null)
      return ['bad', 'cross', t('pacHealth.refused', { since: f.instant(credentialsRefusedAt) })];
    const since = openSince === null ? '' : f.clock(openSince);
    if (breaker === 'OPEN') return ['bad', 'alert', t('pacHealth.down', { since, n: Number.parseInt(since, 10) })];
    if (failuresInARow > 0) return ['wait', 'alert', t('pacHealth.shaky', { n: failuresInARow })];
    return ['good', 'check', t('pacHealth.fine')];
  };
  const [tone, icon, words] = label();
  return <Chip tone={tone} icon={icon} text={words} />;
}
