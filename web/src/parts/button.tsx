// A button. One that cannot work stays readable and reachable, and says why.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  tone?: 'primary' | 'plain' | 'danger' | 'danger solid' | 'quiet';
  size?: 'usual' | 'small';
  icon?: IconName;
  isBusy?: boolean;
  /** Why it cannot be pressed now. */
  because?: string | undefined;
  children: ReactNode;
}

export function Button({
  tone = 'plain',
  size,
  icon,
  isBusy = false,
  because,
  onClick,
  children,
  ...rest
}: ButtonProps) {
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
      {children}
    </button>
  );
}
