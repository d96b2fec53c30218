// A link inside the dashboard: a real one, so that it can be opened in another tab.
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
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
