// Settings, in parts; each is loaded when it is opened, and all but one's own access are for administrators.
import { lazy, Suspense, type ComponentType } from 'react';
import { TableBones, Waiting } from '../parts/bones.tsx';
import { Link } from '../parts/link.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { MissingPage } from './missing-page.tsx';
import './settings.css';

const PARTS = {
  company: lazy(async () => ({ default: (await import('./settings/company.tsx')).CompanySettings })),
  access: lazy(async () => ({ default: (await import('./settings/access.tsx')).AccessSettings })),
  users: lazy(async () => ({ default: (await import('./settings/users.tsx')).UserSettings })),
  offices: lazy(async () => ({ default: (await import('./settings/offices.tsx')).OfficeSettings })),
  prices: lazy(async () => ({ default: (await import('./settings/prices.tsx')).PriceSettings })),
  webhooks: lazy(async () => ({ default: (await import('./settings/webhooks.tsx')).WebhookSettings })),
  import: lazy(async () => ({ default: (await import('./settings/import.tsx')).ImportSettings })),
} satisfies Record<string, ComponentType>;

type Part = keyof typeof PARTS;

export function SettingsPage({ id = '' }: { id?: string }) {
  const { t } = useWords();
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
          <Suspense
            fallback={
              <Waiting>
                <TableBones rows={4} />
              </Waiting>
            }
          >
            <div className="stack">
              <View />
            </div>
          </Suspense>
        ) : (
          <Message isCard icon="stop" title={t('settings.forbidden')} text={t('settings.forbiddenText')} />
        )}
      </div>
    </Page>
  );
}
