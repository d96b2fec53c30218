// A button. One that cannot work stays readable and reachable, and says why.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  tone?: 'primary' | 'plain' | 'danger' | 'danger solid' | 'quiet';
  size?: 'usual' | 'small';
  icon?: IconName;
  isBusy?: boolean;
  /** Why it cannot be pressed now. */
  because?: string | undefined;
  /** The role that it takes: for others it says so. */
  needs?: Needed | undefined;
  text?: ReactNode;
  children?: ReactNode;
}

export type Needed = 'cashier' | 'operator' | 'admin';

/** Why something cannot be done by this person, or as it is. */
export function useNeeds(role: Needed | undefined, because?: string): string | undefined {
  const may = useMay(role ?? 'viewer');
  return role === undefined || may ? because : t(`needs.${role}`);
}

export function Button({ because: reason, needs, ...look }: ButtonProps) {
  const { tone = 'plain', size, icon, isBusy = false, onClick, text, children, ...rest } = look;
  const because = useNeeds(needs, reason);
  const isOff = because !== undefined || isBusy;
  return (
    <button
      type="button"
      {...rest}
      className={`button ${tone}${size === 'small' ? ' small' : ''}`}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      title={because}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} size={17} />}
      {text}
      {children}
    </button>
  );
}
