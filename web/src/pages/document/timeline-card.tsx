// Timeline of a document, from the intent to the verdict.
import { Card } from '../../parts/page.tsx';
import { actorWords } from '../../rules/actor.ts';
import { eventWords, type TimelineEvent } from '../../rules/timeline-event.ts';
import { f, t } from '../../texts/speech.ts';

export function TimelineCard({ events, isWaiting }: { events: readonly TimelineEvent[]; isWaiting: boolean }) {
  if (events.length === 0) return null;
  return (
    <Card title={t('timeline')}>
      <ol className="timeline">
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
        {isWaiting && (
          <li className="tone-wait">
            <span className="timeline-mark is-open pulse" aria-hidden="true" />
            <div className="soft">{t('timeline.waiting')}</div>
          </li>
        )}
      </ol>
    </Card>
  );
}

export function Actor({ name }: { name: string }) {
  const words = actorWords(name);
  return 'word' in words ? t(words.word) : words.name;
}

function EventLine({ event }: { event: TimelineEvent }) {
  const { title, tone, detail } = eventWords(event);
  return (
    <li className={`tone-${tone}`}>
      <span className="timeline-mark" aria-hidden="true" />
      <div>
        <div className="strong">{title === undefined ? event.kind : t(title)}</div>
        {detail !== undefined && <div className="small break-anywhere">{detail}</div>}
        <div className="soft small">
          <time dateTime={event.at} title={f.time(event.at)}>
            {f.instant(event.at)}
          </time>
          {' · '}
          <Actor name={event.actor} />
        </div>
      </div>
    </li>
  );
}
