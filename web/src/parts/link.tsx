// A link inside the dashboard: a real one, so that it can be opened in another tab.
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { go } from '../router.ts';

export function Link({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}

/** In a text, or in a row that leads elsewhere. */
export const TextLink = (props: Parameters<typeof Link>[0]) => <Link className="text-link" {...props} />;

/** An amount or a count that opens the records it is made of. */
export const FigureLink = ({ to, text }: { to: string; text: ReactNode }) => (
  <Link to={to} className="figure">
    {text}
  </Link>
);
