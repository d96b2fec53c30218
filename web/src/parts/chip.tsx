// A status in a word, with a sign beside the color.
import type { ReactNode } from 'react';
import type { Tone } from '../rules/tone.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ChipProps {
  tone: Tone;
  icon?: IconName | 'pulse' | undefined;
  title?: string | undefined;
  text?: ReactNode;
  children?: ReactNode;
}

export const Chip = ({ tone, icon, title, text, children }: ChipProps) => (
  <span className={`chip tone-${tone}`} title={title}>
    {icon === 'pulse' ? <span className="pulse" aria-hidden="true" /> : icon && <Icon name={icon} size={14} />}
    {text}
    {children}
  </span>
);
