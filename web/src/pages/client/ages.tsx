// Debt by the days since it was due.
import { isPositive } from '../../format/decimal.ts';
import { Card } from '../../parts/page.tsx';
import { AGES } from '../../rules/ages.ts';
import { f, t } from '../../texts/speech.ts';

export const Ages = ({ ages }: { ages: Record<(typeof AGES)[number], string> & { inHand: string } }) => (
  <Card title={t('ages')}>
    <dl className="ages">
      {AGES.map((age) => (
        <div key={age}>
          <dt className="soft small">{t(`ages.${age}`)}</dt>
          <dd className={!isPositive(ages[age]) ? 'soft' : age === 'over90' ? 'strong bad-text' : 'strong'}>
            {f.money(ages[age])}
          </dd>
        </div>
      ))}
    </dl>
    {isPositive(ages.inHand) && <p className="soft small">{t('ages.inHand', { amount: f.money(ages.inHand) })}</p>}
  </Card>
);
