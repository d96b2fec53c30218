// A record in a short list: its name, what is known of it below that, and what stands at its end.
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export interface RecordRowProps {
  name: ReactNode;
  /** Its page. */
  to?: string | undefined;
  about: ReactNode;
  children: ReactNode;
}

export function RecordRow({ name, to, about, children }: RecordRowProps) {
  return (
    <li>
      <span>
        {to === undefined ? (
          <span className="strong">{name}</span>
        ) : (
          <Link to={to} className="text-link">
            {name}
          </Link>
        )}
        <span className="soft small block">{about}</span>
      </span>
      {children}
    </li>
  );
}
