// A link to a file of the service, for the company of this tab.
import type { ReactNode } from 'react';
import { forTenant } from '../session.ts';
import { Icon } from './icon.tsx';

export const FileLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="button plain" href={forTenant(to)} download>
    <Icon name="download" size={17} />
    {children}
  </a>
);
