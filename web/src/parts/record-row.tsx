// A record in a short list: its name, what is known of it below that, and what stands at its end.
import type { ReactNode } from 'react';
import { About } from './about.tsx';
import { TextLink } from './link.tsx';

export interface RecordRowProps {
  name: ReactNode;
  /** Its page. */
  to?: string | undefined;
  about: ReactNode;
  children: ReactNode;
}

export const RecordRow = ({ name, to, about, children }: RecordRowProps) => (
  <li>
    <span>
      {to === undefined ? <span className="strong">{name}</span> : <TextLink to={to}>{name}</TextLink>}
      <About>{about}</About>
    </span>
    {children}
  </li>
);
