// One of several, all in sight: ranges as segments, parts of a list as tabs.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface SegmentsProps<T extends string> {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChoose(value: T): void;
}

export const Segments = <T extends string>({ label, options, value, onChoose }: SegmentsProps<T>) => (
  <div className="segments" role="group" aria-label={label}>
    {options.map(([one, word]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChoose(one)}>
        {word}
      </button>
    ))}
  </div>
);

export interface TabsProps<T extends string> extends SegmentsProps<T> {
  id: string;
  children: ReactNode;
}

export function Tabs<T extends string>({ id, label, options, value, onChoose, children }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const at = options.findIndex(([one]) => one === value);
    const next = (at + by + options.length) % options.length;
    onChoose(options[next]![0]);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
        {options.map(([one, word]) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === value}
            aria-controls={`${id}-panel`}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onChoose(one)}
          >
            {word}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
