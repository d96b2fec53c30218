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

const ICONS = { held: 'clock', sending: 'clock', done: 'check', left: 'alert', refused: 'alert' } as const;

function HeldBar({ held }: { held: Held }) {
  const { about, state, outcome, problem, until } = held;
  const says: Record<Held['state'], ReactNode> = {
    held: <Countdown until={until} />,
    sending: t('held.sending'),
    done: '',
    left: t('held.left'),
    refused: problem ? t(problemWords(problem)) : '',
  };
  const mayLeave = state === 'done' || (state === 'refused' && !held.request.isInDoubt);
  const button = (word: 'held.now' | 'held.send' | 'held.drop' | 'held.look', onClick: () => void): ReactNode => (
    <Button size="small" onClick={onClick} text={t(word)} />
  );
  return (
    <div className={`held-bar is-${ICONS[state]}`}>
      <Icon name={ICONS[state]} size={17} />
      <span className="held-text">
        <span className="strong">{(state === 'done' && outcome?.text) || about}</span> {says[state]}
      </span>
      <span className="row">
        {state === 'held' && (
          <Button size="small" tone="primary" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => backToForm(held)}>
            {t('held.undo')}
          </Button>
        )}
        {state === 'held' && button('held.now', () => void sendNow(held))}
        {state === 'done' && outcome?.to !== undefined && <Link to={outcome.to}>{t('held.look')}</Link>}
        {state === 'left' && button('held.send', () => void sendNow(held))}
        {state === 'left' && button('held.drop', () => forget(held))}
        {state === 'refused' && button('held.look', () => backToForm(held))}
        {mayLeave && <Tool icon="cross" size={15} label={t('close')} onClick={() => forget(held)} />}
      </span>
    </div>
  );
}

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
