// A number that tells what it stands on, or a word that has acts behind it: a button with what it opens; on a phone that is a sheet.
import { useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { t } from '../texts/speech.ts';
import './opens.css';
import { Tool } from './tool.tsx';

export interface OpensProps {
  /** Name of the number. */
  name: string;
  /** Its act, for screen readers. */
  about?: string;
  /** Made only when it is opened. */
  why(): ReactNode;
  children: ReactNode;
}

/** As wide as `.opened` is. */
const WIDTH = 348;

export function Opens({ name, about, why, children }: OpensProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<CSSProperties>();
  // The browser closes it by Escape or a click beside it, and gives the focus back.
  return (
    <>
      <button ref={button} type="button" className="opens" popoverTarget={id}>
        {children}
        <span className="hidden-text"> {about ?? t('opens.about')}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        className="opened"
        style={place}
        onBeforeToggle={({ newState }) => setPlace(newState === 'open' ? placeAt(button.current!) : undefined)}
      >
        {place && (
          <>
            <div className="spread">
              <h2>{name}</h2>
              <Tool icon="cross" label={t('close')} popoverTarget={id} popoverTargetAction="hide" />
            </div>
            {why()}
          </>
        )}
      </div>
    </>
  );
}

/** Below the number, or above it where there is more room; it scrolls with the page. */
function placeAt(button: HTMLElement): CSSProperties {
  const { left, top, bottom } = button.getBoundingClientRect();
  const [across, down] = [window.innerWidth, window.innerHeight];
  const isAbove = bottom > down * 0.62;
  return {
    left: Math.max(8, Math.min(left, across - WIDTH - 16)) + window.scrollX,
    ...(isAbove ? { bottom: down - top + 6 - window.scrollY } : { top: bottom + 6 + window.scrollY }),
  };
}

/** `isResult`: what the rows above it come to. */
export type SumRow = readonly [label: ReactNode, value: ReactNode, isResult?: boolean];

/** A computation, row by row. */
export const Sum = ({ rows, look = 'sum' }: { rows: readonly (SumRow | false)[]; look?: string }) => (
  <dl className={look}>
    {rows.map(
      (row, at) =>
        row && (
          <div key={at} className={row[2] ? 'spread is-result' : 'spread'}>
            <dt>{row[0]}</dt>
            <dd className="number">{row[1]}</dd>
          </div>
        ),
    )}
  </dl>
);
