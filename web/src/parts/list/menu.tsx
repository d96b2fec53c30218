// A button that opens a few choices below it; Escape and a step away close it.
import { useId, useRef, useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';

export interface MenuProps {
  label: string;
  icon: IconName;
  /** How many of them are in force. */
  count?: number;
  children: ReactNode;
}

export function Menu({ label, icon, count = 0, children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        // A step to nowhere is one to another window, or a press on what takes no focus.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button plain small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} size={16} />
        {label}
        {count > 0 && <span className="menu-count">{count}</span>}
      </button>
      {isOpen && <div className="menu-veil" onMouseDown={() => setOpen(false)} />}
      {isOpen && (
        <div className="menu-panel" id={id} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
}
