// Message in place of content: nothing there yet, or an error.
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import type { Tone } from '../rules/tone.ts';
import { isWord, type WordKey } from '../texts/words.ts';
import { t } from '../texts/speech.ts';
import { Button } from './button.tsx';
import { LinkButton } from './link-button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MessageProps {
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** Use outside of a card. */
  isCard?: boolean;
  children?: ReactNode;
}

export function Message({ icon, title, text, isCard = false, children }: MessageProps) {
  const message = (
    <div className="message">
      <span className="message-icon">
        <Icon name={icon} size={23} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
  return isCard ? <div className="card">{message}</div> : message;
}

export interface NoteProps {
  tone: Tone;
  icon: IconName;
  /** Announced when it appears by itself. */
  isNews?: boolean;
  text?: ReactNode;
  children?: ReactNode;
}

/** A sentence that should not be missed, in the color of what it means. */
export const Note = ({ tone, icon, isNews = false, text, children }: NoteProps) => (
  <div className={`note tone-${tone}`} role={isNews ? 'status' : undefined}>
    <Icon name={icon} size={17} />
    <div>
      {text}
      {children}
    </div>
  </div>
);

/** In the reader's words where we have some; what the service said stands below. */
export function problemWords(problem: Problem): WordKey {
  const key = `problem.${problem.code}`;
  return isWord(key) ? key : 'problem.INTERNAL_SERVER_ERROR';
}

export interface FailureProps {
  problem: Problem;
  again: () => void;
  /** Link to leave by, when asking again is useless. */
  back?: { to: string; label: string };
}

export function Failure({ problem, again, back }: FailureProps) {
  const isOffline = problem.code === 'OFFLINE';
  return (
    <div className="card" role="alert">
      <Message
        icon={isOffline ? 'offline' : 'alert'}
        title={t(problemWords(problem))}
        text={isOffline ? t('problem.offlineAdvice') : problem.message}
      >
        {problem.code === 'NOT_FOUND' && back ? (
          <LinkButton to={back.to} text={back.label} />
        ) : (
          <Button tone="primary" onClick={again} text={t('again')} />
        )}
      </Message>
    </div>
  );
}

/** Why something was not done, beside the button that asked for it. */
export function Refusal({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <div className="refusal" role="alert">
      <Icon name="alert" size={17} />
      <div>
        <div className="strong">{t(problemWords(problem))}</div>
        {problem.code !== 'OFFLINE' && (
          <div className="refusal-detail">
            {problem.code === 'UNANSWERED' ? t('problem.unansweredAdvice') : problem.message}
          </div>
        )}
      </div>
    </div>
  );
}
