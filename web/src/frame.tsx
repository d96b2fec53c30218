// What stands around every page.
import type { ReactNode } from 'react';
import { useConnection } from './api/connection.ts';
import { useAppearance } from './appearance.ts';
import { Icon, type IconName } from './parts/icon.tsx';
import { Link } from './parts/link.tsx';
import { useAddress } from './router.ts';
import { signOut } from './session.ts';
import { useWords } from './texts/use-words.tsx';
import type { WordKey } from './texts/words.ts';
import { useViewer } from './viewer.tsx';

const SECTIONS = [
  ['items', 'nav.items'],
  ['orders', 'nav.orders'],
  ['invoices', 'nav.invoices'],
  ['credits', 'nav.credits'],
  ['purchasing', 'nav.purchasing'],
  ['operations', 'nav.operations'],
] as const satisfies [IconName, WordKey][];

export function Frame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const isReached = useConnection();
  const waiting = useViewer()?.documentsNeedingPerson ?? 0;
  const section = useAddress().steps[0] ?? 'items';
  return (
    <div className="frame">
      <header className="side">
        <Link to="/" className="brand">
          <Mark /> Folio
        </Link>
        <nav aria-label={t('nav.label')}>
          <ul>
            {SECTIONS.map(([name, word]) => (
              <li key={name}>
                <Link to={`/${name}`} aria-current={name === section ? 'page' : undefined}>
                  <Icon name={name} size={19} />
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

export function LanguageSwitch() {
  const { t, language, speak } = useWords();
  const other = language === 'es' ? 'en' : 'es';
  return (
    <button type="button" className="tool" lang={other} title={t('speakOther')} onClick={() => speak(other)}>
      {other.toUpperCase()} <span className="hidden-text">{t('speakOther')}</span>
    </button>
  );
}

export function AppearanceSwitch() {
  const { t } = useWords();
  const [appearance, change] = useAppearance();
  const label = t(`appearance.${appearance}`);
  return (
    <button type="button" className="tool" aria-label={label} title={label} onClick={change}>
      <Icon name={appearance === 'auto' ? 'auto' : appearance === 'light' ? 'sun' : 'moon'} />
    </button>
  );
}

export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" fill="#115e4e" />
      <path d="M10 8h8l5 5v11h-13z" fill="#fff" />
      <path d="M18 8v5h5" fill="#9fd3c4" />
      <path d="M13 17h7M13 20.5h5" stroke="#115e4e" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
