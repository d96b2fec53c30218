// The reorder level on the chart, taken by the pointer or moved by the keys; saved when it is let go, by Enter, or when the focus leaves.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { f, t } from '../../texts/speech.ts';
import type { Scale } from './chart-scale.ts';
import type { MovingLevel } from './use-level.ts';

/** How far a key moves it. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowUp: 1, ArrowRight: 1, PageUp: 10 },
  ...{ ArrowDown: -1, ArrowLeft: -1, PageDown: -10 },
};

export interface LevelHandleProps extends Pick<MovingLevel, 'level' | 'onLevel' | 'onSave' | 'onGiveUp'> {
  scale: Scale;
  unit: string;
}

export function LevelHandle({ scale, level, unit, onLevel, onSave, onGiveUp }: LevelHandleProps) {
  const isHeld = useRef(false);
  const { most, yOf, valueAt } = scale;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most) / 100)));
  const set = (value: number): void => onLevel(String(Math.max(step, Math.round(value / step) * step)));

  const onMove = (event: PointerEvent): void => {
    if (!isHeld.current) return;
    set(valueAt(event.clientY - event.currentTarget.parentElement!.getBoundingClientRect().top));
  };
  const onKey = (event: KeyboardEvent): void => {
    const steps = STEPS[event.key];
    if (steps !== undefined) set(Number(level) + steps * step);
    else if (event.key === 'Enter') onSave();
    else if (event.key === 'Escape') onGiveUp();
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="level-handle"
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('level.drag')}
      aria-valuemin={0}
      aria-valuemax={Math.max(Math.ceil(most), Number(level))}
      aria-valuenow={Number(level)}
      aria-valuetext={`${f.quantity(level)} ${unit}`}
      style={{ top: yOf(Number(level)) }}
      onKeyDown={onKey}
      onBlur={() => onSave()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.current = true;
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        isHeld.current = false;
        onSave();
      }}
      onPointerCancel={() => {
        isHeld.current = false;
        onGiveUp();
      }}
    >
      {f.quantity(level)}
    </div>
  );
}
