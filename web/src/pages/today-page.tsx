// A day at a glance: what needs a person, how the day is going, and what was done without anyone.
import { serviceNow } from '../clock.ts';
import type { TodayAnswer } from '../api/answers.ts';
import { Today } from '../api/today.ts';
import { useAnswer } from '../api/use-answer.ts';
import { later } from '../parts/later.tsx';
import { Answered } from '../parts/answered.tsx';
import { Button } from '../parts/button.tsx';
import { FileLink } from '../parts/file-link.tsx';
import { Page } from '../parts/page.tsx';
import { Tool } from '../parts/tool.tsx';
import { daysAfter } from '../rules/period.ts';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import { Figures } from './today/figures.tsx';
import { NeedsCard } from './today/need-group.tsx';
import { WorkCard } from './today/work-card.tsx';
import './today.css';

const FirstHourCard = later(() => import('./today/first-hour.tsx'), 'FirstHourCard');

/** Loaded on a Monday. */
const WeekCard = later(() => import('./today/week-card.tsx'), 'WeekCard');

const SHOWN = 5;
/** Beside what events tell: the clock compares and ends windows by itself. */
const EVERY_MS = 60_000;

export function TodayPage() {
  const [day, setDay] = useChoice('day', '');
  const answer = useAnswer(Today, { day: day || null, limit: SHOWN }, { everyMs: () => EVERY_MS, isTimed: true });
  const board = answer.data?.today;
  const title = board === undefined || board.isToday ? t('nav.today') : f.weekday(board.day);
  return (
    <Page
      title={title}
      about={board && <span className="today-day">{board.isToday ? f.weekday(board.day) : f.day(board.day)}</span>}
      tools={board && <DayTools day={board.day} isToday={board.isToday} onChoose={setDay} />}
    >
      <Answered answer={answer} rows={6}>
        {(data) => <Board data={data} />}
      </Answered>
    </Page>
  );
}

function Board({ data }: { data: TodayAnswer }) {
  const { today: board, pacHealth } = data;
  const { night, byItself } = board;
  const isOver = Date.parse(night.to) < serviceNow();
  const isNew = board.isToday && data.authorized.records.length === 0;
  return (
    <div className="today">
      <Figures board={board} health={board.isToday ? pacHealth : undefined} />
      <div className="stack">
        {isNew && <FirstHourCard />}
        {board.isToday && !(isNew && board.needs.length === 0) && <NeedsCard board={board} />}
        {board.week && (board.week.rows.length > 0 || board.week.previous.total.net !== '0') && (
          <WeekCard board={board} week={board.week} />
        )}
        {board.isToday && !isNew && <FileLink to="/calendar.ics">{t('need.calendar')}</FileLink>}
        {!board.isToday && <WorkCard title={t('work.day')} deeds={byItself.deeds} />}
        <WorkCard
          title={t('work.night')}
          about={`${f.shortDay(night.from)}, ${f.clock(night.from)} – ${isOver ? f.clock(night.to) : t('work.now')}`}
          deeds={night.deeds}
          notable={night.notable}
        />
      </div>
    </div>
  );
}

function DayTools({ day, isToday, onChoose }: { day: string; isToday: boolean; onChoose(day: string): void }) {
  const turn = (by: number) => () => onChoose(daysAfter(day, by));
  return (
    <div className="row">
      <Tool icon="back" label={t('today.back')} onClick={turn(-1)} />
      <input
        type="date"
        className="input select-small"
        aria-label={t('today.day')}
        value={day}
        onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      />
      <Tool icon="next" label={t('today.next')} disabled={isToday} onClick={turn(1)} />
      {!isToday && <Button size="small" onClick={() => onChoose('')} text={t('nav.today')} />}
    </div>
  );
}
