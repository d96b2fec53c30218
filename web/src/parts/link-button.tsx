// A link that looks like a button, for what leads to another page.
import type { ButtonProps } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';

export interface LinkButtonProps extends Pick<ButtonProps, 'tone' | 'size' | 'text' | 'children'> {
  to: string;
  icon?: IconName | undefined;
  isFull?: boolean;
  label?: string;
}

export function LinkButton(props: LinkButtonProps) {
  const { to, icon, tone = 'primary', size, isFull = false, label, text, children } = props;
  const look = ['button', tone, size === 'small' && 'small', isFull && 'full'].filter(Boolean).join(' ');
  return (
    <Link to={to} className={look} aria-label={label}>
      {icon && <Icon name={icon} size={17} />}
      {text}
      {children}
    </Link>
  );
}
