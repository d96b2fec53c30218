// Tools of a whole list: a saved view, its columns, the density of its rows, a file of it, paper.
import { useState } from 'react';
import { forTenant } from '../../session.ts';
import { language, t } from '../../texts/speech.ts';
import { useMay, useViewer } from '../../viewer.tsx';
import { Button } from '../button.tsx';
import { Form } from '../form.tsx';
import { Link } from '../link.tsx';
import { tell } from '../toasts.tsx';
import { Tool } from '../tool.tsx';
import { filePath, KEYS } from './list-address.ts';
import { Menu } from './menu.tsx';
import { addressOf, orderIn, useKept, type ShownList } from './use-list.ts';

interface OfList<Row extends { id: string }, Data> {
  list: ShownList<Row, Data>;
}

export function ListTools<Row extends { id: string }, Data>({ list }: OfList<Row, Data>) {
  const viewer = useViewer();
  const mayRead = useMay('viewer');
  const who = viewer && `${viewer.tenant.id}.${viewer.userName}`;
  const { kind, state, args, visible, choose, isDense, keepDensity } = list;
  const toggle = (id: string): void => {
    const ids = kind.columns.map((column) => column.id);
    const next = ids.filter((one) => (one === id) !== visible.some((column) => column.id === one));
    const isUsual = kind.columns.every((column) => next.includes(column.id) === !column.isHidden);
    choose({ [KEYS.columns]: isUsual ? undefined : next.join(',') || '-', [KEYS.page]: pageKept });
  };
  const pageKept = state.page === 1 ? undefined : String(state.page);
  const inFile = [kind.name, ...visible].flatMap((column) => column.inFile ?? [column.id]);
  return (
    <div className="row list-tools">
      {/* A menu that is open before one knows whose views it has would close. */}
      {who !== undefined && <Views key={who} who={who} list={list} />}
      <Menu label={t('list.columns')} icon="columns">
        {kind.columns.map((column) => (
          <label key={column.id} className="check">
            <input type="checkbox" checked={visible.includes(column)} onChange={() => toggle(column.id)} />
            {t(column.name)}
          </label>
        ))}
        <label className="check is-apart">
          <input
            type="checkbox"
            checked={isDense}
            onChange={({ target }) => {
              keepDensity(target.checked ? 'dense' : 'roomy');
              choose({ [KEYS.rows]: target.checked ? 'dense' : undefined, [KEYS.page]: pageKept });
            }}
          />
          {t('list.dense')}
        </label>
      </Menu>
      <Menu label={t('list.export')} icon="download">
        {kind.file !== undefined &&
          mayRead &&
          (['xlsx', 'csv'] as const).map((format) => (
            <a
              key={format}
              className="menu-item"
              download
              href={forTenant(filePath(`${kind.file!}.${format}`, { ...args, language }, orderIn(kind, state), inFile))}
            >
              {t(`list.export.${format}`)}
            </a>
          ))}
        <button type="button" className="menu-item" onClick={() => window.print()}>
          {t('list.print')}
        </button>
      </Menu>
    </div>
  );
}

interface View {
  name: string;
  query: string;
}

/** Kept in this browser for each user and company; another person is given its address. */
function Views<Row extends { id: string }, Data>({
  who,
  list: { kind, choices },
}: OfList<Row, Data> & { who: string }) {
  const [kept, keep] = useKept<string>(`views.${who}.${kind.path}`, '[]');
  const [name, setName] = useState('');
  const views = JSON.parse(kept) as View[];
  const here = new URLSearchParams(choices);
  here.delete(KEYS.page);
  const query = here.toString();
  const write = (next: readonly View[]): void => keep(JSON.stringify(next));
  return (
    <Menu label={views.find((view) => view.query === query)?.name ?? t('list.views')} icon="views">
      <Link to={kind.path} className="menu-item">
        {t('list.wholeView')}
      </Link>
      {views.map((view) => (
        <div key={view.name} className="spread">
          <Link
            to={addressOf(kind.path, new URLSearchParams(view.query))}
            className="menu-item"
            aria-current={view.query === query}
          >
            {view.name}
          </Link>
          <Tool
            icon="cross"
            size={14}
            label={t('list.forgetView', { name: view.name })}
            onClick={() => write(views.filter((one) => one !== view))}
          />
        </div>
      ))}
      <Form
        className="menu-form"
        onSubmit={() => {
          if (name.trim() === '') return;
          write([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), query }]);
          setName('');
        }}
      >
        <input
          className="input"
          aria-label={t('list.viewName')}
          placeholder={t('list.viewName')}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="small" because={name.trim() === '' ? t('list.viewNeedsName') : undefined}>
          {t('save')}
        </Button>
      </Form>
      <button
        type="button"
        className="menu-item"
        onClick={() => void navigator.clipboard.writeText(window.location.href).then(() => tell(t('list.linkCopied')))}
      >
        {t('list.copyLink')}
      </button>
    </Menu>
  );
}
