// Settings, in parts; each is loaded when it is opened, and all but one's own access are for administrators.
import type { ComponentType } from 'react';
import { later } from '../parts/later.tsx';
import { ListBones } from '../parts/bones.tsx';
import { Link } from '../parts/link.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { MissingPage } from './missing-page.tsx';
import './settings.css';

const WAITING = <ListBones rows={4} />;

const PARTS = {
  company: later(() => import('./settings/company.tsx'), 'CompanySettings', WAITING),
  access: later(() => import('./settings/access.tsx'), 'AccessSettings', WAITING),
  users: later(() => import('./settings/users.tsx'), 'UserSettings', WAITING),
  offices: later(() => import('./settings/offices.tsx'), 'OfficeSettings', WAITING),
  prices: later(() => import('./settings/prices.tsx'), 'PriceSettings', WAITING),
  webhooks: later(() => import('./settings/webhooks.tsx'), 'WebhookSettings', WAITING),
  import: later(() => import('./settings/import.tsx'), 'ImportSettings', WAITING),
} satisfies Record<string, ComponentType>;

type Part = keyof typeof PARTS;

export function SettingsPage({ id = '' }: { id?: string }) {
  const isAdmin = useMay('admin');
  const name = id !== '' ? id : isAdmin ? 'company' : 'access';
  if (!Object.hasOwn(PARTS, name)) return <MissingPage />;
  const part = name as Part;
  const View = PARTS[part];
  return (
    <Page title={t(`settings.${part}`)} about={t(`settings.${part}.about`)}>
      <div className="settings">
        <nav aria-label={t('nav.settings')}>
          {(Object.keys(PARTS) as Part[]).map((one) => (
            <Link key={one} to={`/settings/${one}`} aria-current={one === part ? 'page' : undefined}>
              {t(`settings.${one}`)}
            </Link>
          ))}
        </nav>
        {isAdmin || part === 'access' ? (
          <div className="stack">
            <View />
          </div>
        ) : (
          <Message isCard icon="stop" title={t('settings.forbidden')} text={t('settings.forbiddenText')} />
        )}
      </div>
    </Page>
  );
}
