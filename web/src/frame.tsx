// Frame around every page.
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useConnection } from './api/connection.ts';
import { sendAllHeld } from './api/held.ts';
import { soldHere, useSoldHere } from './till.ts';
import { later } from './parts/later.tsx';
import { Icon } from './parts/icon.tsx';
import { Link } from './parts/link.tsx';
import { Mark } from './parts/mark.tsx';
import { AppearanceSwitch, LanguageSwitch } from './parts/switches.tsx';
import { Tool } from './parts/tool.tsx';
import { useAddress } from './router.ts';
import { HOME, MENU_GROUPS, ROUTES, sectionOf } from './routes.ts';
import { lookAgain, providerAddress, signOut, switchTo, useSession } from './session.ts';
import { openPalette } from './shortcuts.tsx';
import { f, t } from './texts/speech.ts';
import { useNow } from './use-now.ts';
import { useMay, useViewer } from './viewer.tsx';

const Leaving = later(() => import('./counter/leaving.tsx'), 'Leaving');
const Unsent = later(() => import('./counter/unsent.tsx'), 'Unsent');

export function Frame({ children }: { children: ReactNode }) {
  const isReached = useConnection();
  return (
    <div className="frame">
      <header className="side">
        <Link to="/" className="brand">
          <Mark /> Folio
        </Link>
        <Menu />
        <Who />
      </header>
      <main tabIndex={-1} style={{ outline: 'none' }}>
        {!isReached && (
          <div className="notice-bar" role="status">
            <Icon name="offline" />
            {t('offline')}
          </div>
        )}
        <SessionNotice />
        {children}
      </main>
    </div>
  );
}

const ENTRIES = Object.entries(ROUTES);

function Menu() {
  const section = sectionOf(useAddress().steps);
  const [isOpen, setOpen] = useState(false);
  const [isAdmin, isReader] = [useMay('admin'), useMay('viewer')];
  const isTill = [useSoldHere(), section === 'counter', section === 'till'].includes(true);
  const open = ENTRIES.filter(
    ([, { menu }]) => menu && (isAdmin || !menu.isForAdmin) && (isReader || menu.isForCashier),
  );
  return (
    <nav aria-label={t('nav.label')} className={isOpen ? 'open' : undefined} onClick={() => setOpen(false)}>
      {MENU_GROUPS.filter((group) => open.some(([, { menu }]) => menu?.group === group)).map((group) => (
        <Fragment key={group}>
          {group !== 'day' && <p id={`menu-${group}`}>{t(`nav.${group}`)}</p>}
          <ul aria-labelledby={group === 'day' ? undefined : `menu-${group}`}>
            {open.map(
              ([name, { menu }]) =>
                menu?.group === group && (
                  <li key={name} className={menu.onPhone || !isReader ? 'on-phone' : undefined}>
                    <Link to={name === HOME ? '/' : `/${name}`} aria-current={name === section ? 'page' : undefined}>
                      <Icon name={menu.icon} size={19} />
                      {t(menu.word)}
                      <Waiting section={name} />
                      {name === 'counter' && isTill && <Unsent />}
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </Fragment>
      ))}
      <button
        type="button"
        className="menu-more"
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        <Icon name={isOpen ? 'cross' : 'more'} size={19} />
        {t('nav.more')}
      </button>
    </nav>
  );
}

const SOON_MS = 600_000;

/** While a person works it is prolonged by itself, up to the end that nothing moves. */
function SessionNotice() {
  const { company, byProvider } = useSession();
  const now = useNow();
  const leftMs = Date.parse(company?.endsAt ?? '') - now;
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) void lookAgain();
  }, [isOver]);
  if (!(leftMs < SOON_MS)) return null;
  return (
    <div className="notice-bar" role="status">
      <Icon name="clock" />
      <span>{t('session.ends', { when: f.ago(company!.endsAt, now) })}</span>
      {byProvider && <a href={providerAddress()}>{t('session.renew')}</a>}
    </div>
  );
}

/** How much waits for a person there. */
function Waiting({ section }: { section: string }) {
  const waiting = useViewer()?.documentsNeedingPerson ?? 0;
  if (!['today', 'operations', 'invoices'].includes(section) || waiting === 0) return null;
  return (
    <span className="badge">
      {waiting} <span className="hidden-text">{t('nav.waiting')}</span>
    </span>
  );
}

/** Held writes are sent first: they need the session. */
const leaveAll = (): void => void sendAllHeld().finally(() => void signOut());

function Who() {
  const { company, companies = [] } = useSession();
  const section = useAddress().steps[0] ?? '';
  const [leaving, setLeaving] = useState<() => void>();
  // Only where there may be sales that wait.
  const leave = (act: () => void): void => (soldHere() ? setLeaving(() => act) : act());
  return (
    <div className="who">
      {leaving && (
        <Leaving
          onLeave={() => {
            setLeaving(undefined);
            leaving();
          }}
          onStay={() => setLeaving(undefined)}
        />
      )}
      <div>
        <div className="who-company">
          <span className="who-name" aria-hidden="true">
            {company?.tenantName} <Icon name="unfold" size={14} />
          </span>
          <select
            aria-label={t('session.company')}
            value={company?.tenantId}
            onChange={({ target }) => {
              const chosen = companies.find(({ tenantId }) => tenantId === target.value);
              if (chosen) leave(() => switchTo(chosen, `/${section}`));
              else window.location.hash = 'sign-in';
            }}
          >
            {companies.map(({ tenantId, tenantName }) => (
              <option key={tenantId} value={tenantId}>
                {tenantName}
              </option>
            ))}
            <option value="">{t('session.another')}</option>
          </select>
        </div>
        <div className="soft small">{company?.userName}</div>
      </div>
      <div className="who-tools">
        <Tool icon="search" label={t('find')} title={`${t('find')} (Ctrl K)`} onClick={openPalette} />
        <LanguageSwitch />
        <AppearanceSwitch />
        <Tool icon="leave" label={t('signOut')} title={t('signOut')} onClick={() => leave(leaveAll)} />
      </div>
    </div>
  );
}
