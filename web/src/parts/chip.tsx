// A status in a word, with a sign beside the color.
import type { ReactNode } from 'react';
import type { Tone } from '../rules/tone.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ChipProps {
  tone: Tone;
  icon?: IconName | 'pulse' | undefined;
  text?: ReactNode;
  children?: ReactNode;
}

export const Chip = ({ tone, icon, text, children }: ChipProps) => (
  <span className={`chip tone-${tone}`}>
    {icon === 'pulse' ? <span className="pulse" aria-hidden="true" /> : icon && <Icon name={icon} size={14} />}
    {text}
    {children}
  </span>
);
