// Links to files of the service, for the company of this tab.
import type { ReactNode } from 'react';
import { forTenant } from '../session.ts';
import { t } from '../texts/speech.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export const FileLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="button plain" href={forTenant(to)} download>
    <Icon name="download" size={17} />
    {children}
  </a>
);

interface ReportFilesProps {
  fileOf(format: 'xlsx' | 'csv'): string;
  /** Between the files and the paper. */
  children?: ReactNode;
}

/** Report of a page as a spreadsheet, as text and on paper. */
export const ReportFiles = ({ fileOf, children }: ReportFilesProps) => (
  <>
    <FileLink to={fileOf('xlsx')}>Excel</FileLink>
    <FileLink to={fileOf('csv')}>CSV</FileLink>
    {children}
    <Button onClick={() => window.print()} text={t('print')} />
  </>
);
