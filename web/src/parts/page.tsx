// The frame of one page: its name, the way back, its tools.
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { useAddress, wayBackTo } from '../router.ts';
import { t } from '../texts/speech.ts';
import type { WordKey } from '../texts/words.ts';
import { hasRole, useMay, useViewer } from '../viewer.tsx';
import { Icon } from './icon.tsx';
import { LinkButton } from './link-button.tsx';
import { Link } from './link.tsx';
import { Presence } from './presence.tsx';

type Back = Record<'to' | 'label', string>;

export const BackOfRecord = createContext<Back | undefined>(undefined);

/** To a list of the menu, whose word is called as its address. */
export const backTo = (list: Extract<WordKey, `nav.${string}`>): Back => ({
  to: list.replace('nav.', '/'),
  label: t(list),
});

export interface PageProps {
  title: string;
  /** Beside the title. */
  chips?: ReactNode;
  about?: ReactNode;
  /** Without one, that of the record around it. */
  back?: Back;
  tools?: ReactNode;
  /** As wide as the screen: for tables with many columns. */
  isWide?: boolean;
  children: ReactNode;
}

export function Page({ title, chips, about, back: own, tools, isWide = false, children }: PageProps) {
  const ofRecord = useContext(BackOfRecord);
  const back = own ?? ofRecord;
  const [section, id = ''] = useAddress().steps;
  const isRecord = /^[\da-f-]{36}$/.test(id);
  const roles = useViewer()?.roles ?? [];
  const hasLog = useMay('admin') && isRecord && section !== 'acts';
  useEffect(() => {
    document.title = `${title} · Folio`;
  }, [title]);
  return (
    <div className={isWide ? 'page wide' : 'page'}>
      <header className="page-head">
        <div className="page-head-text">
          {back && (
            <Link to={wayBackTo(back.to)} className="trail">
              <Icon name="back" size={15} />
              {back.label}
            </Link>
          )}
          <div className="row">
            <h1>{title}</h1>
            {chips}
            {isRecord && hasRole(roles, 'viewer') && <Presence entityId={id} />}
          </div>
          {about !== undefined && <p className="soft">{about}</p>}
        </div>
        {(tools !== undefined || hasLog) && (
          <div className="row page-tools">
            {tools}
            {hasLog && <LinkButton to={`/acts?entityId=${id}`} tone="quiet" icon="clock" text={t('nav.acts')} />}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

export interface CardProps {
  title?: string | undefined;
  tools?: ReactNode;
  /** For tables, which have their own measures. */
  isFlush?: boolean;
  children: ReactNode;
}

export const Card = ({ title, tools, isFlush = false, children }: CardProps) => (
  <section className={isFlush ? 'card flush' : 'card'} aria-label={title}>
    {(title !== undefined || tools !== undefined) && (
      <div className="card-head">
        {title !== undefined && <h2>{title}</h2>}
        {tools}
      </div>
    )}
    {children}
  </section>
);
