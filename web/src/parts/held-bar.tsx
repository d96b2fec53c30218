// Requests that are about to be sent, with the seconds in which they can still be taken back.
import { useEffect, type ReactNode } from 'react';
import { backToForm, forget, isTold, sendNow, useHeld, useLeftBehind, type Held } from '../api/held.ts';
import { listen } from '../store.ts';
import { t } from '../texts/speech.ts';
import { useNow } from '../use-now.ts';
import { Button } from './button.tsx';
import './held-bar.css';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { problemWords } from './message.tsx';
import { Tool } from './tool.tsx';

export function HeldBars() {
  useLeftBehind();
  const all = useHeld();
  const undoable = all.findLast(({ state }) => state === 'held');
  useEffect(() => {
    if (!undoable) return undefined;
    const undo = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, [contenteditable]');
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return;
      event.preventDefault();
      backToForm(undoable);
    };
    return listen(window, { keydown: undo });
  }, [undoable]);
  return (
    <div className="held-bars" role="status">
      {all
        .filter((held) => !isTold(held))
        .map((held) => (
          <HeldBar key={held.name} held={held} />
        ))}
    </div>
  );
}

function HeldBar({ held }: { held: Held }) {
  const { about, state, problem, until } = held;
  const send = (word: 'held.now' | 'held.send'): ReactNode => (
    <Button size="small" onClick={() => void sendNow(held)} text={t(word)} />
  );
  const leave = <Tool icon="cross" size={15} label={t('close')} onClick={() => forget(held)} />;
  switch (state) {
    case 'held':
      return (
        <Bar icon="clock" about={about} says={<Countdown until={until} />}>
          <Button size="small" tone="primary" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => backToForm(held)}>
            {t('held.undo')}
          </Button>
          {send('held.now')}
        </Bar>
      );
    case 'sending':
      return <Bar icon="clock" about={about} says={t('held.sending')} />;
    case 'done':
      return (
        <Bar icon="check" about={held.outcome?.said ?? about} says="">
          {held.outcome?.to !== undefined && <Link to={held.outcome.to}>{t('held.look')}</Link>}
          {leave}
        </Bar>
      );
    case 'left':
      return (
        <Bar icon="alert" about={about} says={t('held.left')}>
          {send('held.send')}
          <Button size="small" onClick={() => forget(held)} text={t('held.drop')} />
        </Bar>
      );
    case 'refused':
      return (
        <Bar icon="alert" about={about} says={problem ? t(problemWords(problem)) : ''}>
          <Button size="small" onClick={() => backToForm(held)} text={t('held.look')} />
          {!held.request.isInDoubt && leave}
        </Bar>
      );
    default:
      throw new Error(state satisfies never);
  }
}

interface BarProps {
  icon: 'clock' | 'check' | 'alert';
  about: string;
  says: ReactNode;
  children?: ReactNode;
}

const Bar = ({ icon, about, says, children }: BarProps) => (
  <div className={`held-bar is-${icon}`}>
    <Icon name={icon} size={17} />
    <span className="held-text">
      <span className="strong">{about}</span> {says}
    </span>
    <span className="row">{children}</span>
  </div>
);

/** A screen reader is told once, not each second. */
function Countdown({ until }: { until: number }) {
  const n = Math.max(1, Math.ceil((until - useNow(250)) / 1000));
  return (
    <>
      <span aria-hidden="true">{t('held.in', { n })}</span>
      <span className="hidden-text">{t('held.soon')}</span>
    </>
  );
}
