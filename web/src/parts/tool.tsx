// A small button that is a picture alone.
import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  size?: number;
  /** Label for screen readers. */
  label: string;
}

export const Tool = ({ icon, size, label, ...rest }: ToolProps) => (
  <button type="button" className="tool" aria-label={label} {...rest}>
    <Icon name={icon} size={size} />
  </button>
);
