// Secondary text of a record, small and in a line of its own below its name.
import type { ReactNode } from 'react';

export const About = ({ children }: { children: ReactNode }) => <span className="soft small block">{children}</span>;
