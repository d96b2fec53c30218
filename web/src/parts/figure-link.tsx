// An amount or a count that opens the records it is made of.
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export const FigureLink = ({ to, text }: { to: string; text: ReactNode }) => (
  <Link to={to} className="figure">
    {text}
  </Link>
);
