// What stands around every page.
import type { ReactNode } from 'react';
import { useConnection } from './api/connection.ts';
import { Icon } from './parts/icon.tsx';
import { Link } from './parts/link.tsx';
import { Mark } from './parts/mark.tsx';
import { AppearanceSwitch, LanguageSwitch } from './parts/switches.tsx';
import { useAddress } from './router.ts';
import { ROUTES, sectionOf } from './routes.ts';
import { signOut } from './session.ts';
import { useWords } from './texts/use-words.tsx';
import { useViewer } from './viewer.tsx';

const MENU = Object.entries(ROUTES).flatMap(([name, { menu }]) => (menu ? [[name, menu] as const] : []));

export function Frame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const isReached = useConnection();
  const waiting = useViewer()?.documentsNeedingPerson ?? 0;
  const section = sectionOf(useAddress().steps);
  return (
    <div className="frame">
      <header className="side">
        <Link to="/" className="brand">
          <Mark /> Folio
        </Link>
        <nav aria-label={t('nav.label')}>
          <ul>
            {MENU.map(([name, { icon, word }]) => (
              <li key={name}>
                <Link to={`/${name}`} aria-current={name === section ? 'page' : undefined}>
                  <Icon name={icon} size={19} />
                  {t(word)}
                  {name === 'invoices' && waiting > 0 && (
                    <span className="badge">
                      {waiting} <span className="hidden-text">{t('nav.waiting')}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Who />
      </header>
      <main tabIndex={-1} style={{ outline: 'none' }}>
        {!isReached && (
          <div className="notice-bar" role="status">
            <Icon name="offline" />
            {t('offline')}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}

function Who() {
  const { t } = useWords();
  const viewer = useViewer();
  return (
    <div className="who">
      <div>
        <div className="who-name">{viewer?.tenant.name ?? ' '}</div>
        <div className="soft small">{viewer?.userName ?? ' '}</div>
      </div>
      <div className="who-tools">
        <LanguageSwitch />
        <AppearanceSwitch />
        <button type="button" className="tool" aria-label={t('signOut')} title={t('signOut')} onClick={() => signOut()}>
          <Icon name="leave" />
        </button>
      </div>
    </div>
  );
}
