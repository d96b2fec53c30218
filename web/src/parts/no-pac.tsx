// Told where something is sold: without a company at the PAC nothing of it is an invoice before the DGI.
import { t } from '../texts/speech.ts';
import { TextLink } from './link.tsx';
import { Note } from './message.tsx';

/** Nothing while the company is unknown. */
export function NoPac({ tenant }: { tenant: { pacCompanyId: string | null; ruc: string | null } | undefined }) {
  if (tenant?.pacCompanyId !== null) return null;
  return (
    <Note tone="wait" icon="alert">
      {t('noPac')} {tenant.ruc === null && t('noPac.ruc')}{' '}
      <TextLink to="/settings/company">{t('noPac.settings')}</TextLink>
    </Note>
  );
}
