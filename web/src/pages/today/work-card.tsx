// Deeds of the system: the count of each and its cause, and notable documents.
import type { TodayAnswer } from '../../api/answers.ts';
import { TextLink } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { documentPath } from '../../rules/document-path.ts';
import { f, t } from '../../texts/speech.ts';
import { Actor } from '../document/timeline-card.tsx';

type Night = TodayAnswer['today']['night'];

export interface WorkCardProps {
  title: string;
  deeds: Night['deeds'];
  about?: string;
  notable?: Night['notable'];
}

export function WorkCard({ title, about, deeds, notable = [] }: WorkCardProps) {
  // Each document that was sent was answered; only what came of it is news.
  const reported = deeds.filter(({ deed }) => deed !== 'ANSWERED');
  return (
    <Card title={title} tools={about !== undefined && <span className="soft small">{about}</span>}>
      {reported.length === 0 && <p className="soft small">{t('work.none')}</p>}
      <ul className="today-work">
        {reported.map(({ deed, actor, count }) => (
          <li key={deed + actor}>
            <span className="strong number">{f.quantity(count)}</span>
            <span>
              {t(`deed.${deed}`, { n: count })}{' '}
              <span className="soft small">
                <Actor name={actor} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {notable.length > 0 && (
        <ul className="today-work today-notable">
          {notable.map(({ deed, documentId, kind, number, at }) => (
            <li key={deed + documentId}>
              <span className="soft small number">{f.clock(at)}</span>
              <span>
                <TextLink to={documentPath(kind, documentId)}>{number}</TextLink>{' '}
                <span className="soft small">{t(`deed.${deed}`, { n: 1 })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
