// How a person's file is read: separator, encoding and marks as they were guessed, and the heading that each column comes from.
import { useRef, useState } from 'react';
import { layoutOf, isMapped, type Layout, type What } from '../../api/import-file.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Note } from '../../parts/message.tsx';
import { t } from '../../texts/speech.ts';

/** Values that each may have. */
export const MARKS = {
  separator: ['comma', 'semicolon', 'tab'],
  encoding: ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'],
  decimal: ['point', 'comma'],
  days: ['dmy', 'mdy'],
} as const;
export type Mark = keyof typeof MARKS;

/** Marks that say something of this file. */
export const marksOf = ({ isText, columns }: Layout): Mark[] => [
  ...(isText ? (['separator', 'encoding'] as const) : []),
  'decimal',
  ...(columns.some(({ name }) => name === 'day') ? (['days'] as const) : []),
];

interface ImportDialogProps {
  what: What;
  file: File;
  layout: Layout;
  onRead(layout: Layout): void;
  onClose(): void;
}

export function ImportDialog({ what, file, layout: found, onRead, onClose }: ImportDialogProps) {
  const [layout, setLayout] = useState(found);
  const [isLost, setLost] = useState(false);
  const turn = useRef(0);
  const missing = layout.columns.filter(({ isRequired, from }) => isRequired && from === null);

  const setMark = (mark: Mark, value: string): void => {
    const next = { ...layout, [mark]: value };
    setLayout(next);
    if (mark === 'decimal' || mark === 'days') return;
    const own = ++turn.current;
    const show = (isGone: boolean, again: Layout = next): void => {
      // An answer to a mark that was changed again meanwhile is not shown.
      if (own !== turn.current) return;
      setLost(isGone);
      setLayout(again);
    };
    // Other cells and headings, as the file is divided now.
    layoutOf(what, file, { separator: next.separator, encoding: next.encoding }).then(
      (again) => show(false, again),
      () => show(true),
    );
  };
  return (
    <Dialog title={t('import.reading')} isWide onClose={onClose}>
      <Form onSubmit={() => isMapped(layout) && onRead(layout)}>
        <div className="form-row">
          {marksOf(layout).map((mark) => (
            <SelectField
              key={mark}
              label={t(`import.${mark}`)}
              value={layout[mark]}
              options={MARKS[mark].map((one) => [one, t(`import.${mark}.${one}` as 'import.separator.comma')])}
              onType={(value) => setMark(mark, value)}
            />
          ))}
        </div>
        {isLost && <Note tone="bad" icon="alert" isNews text={t('import.failed')} />}
        <p className="soft">{t('import.columnsAbout')}</p>
        <ColumnFields layout={layout} onChange={(columns) => setLayout({ ...layout, columns })} />
        <div className="form-actions">
          <Button
            type="submit"
            tone="primary"
            because={
              missing.length > 0
                ? t('import.missing', { names: missing.map(({ heading }) => heading).join(', ') })
                : undefined
            }
            text={t('import.read')}
          />
        </div>
      </Form>
    </Dialog>
  );
}

/** The heading that each column comes from, with an example of what stands below it. */
function ColumnFields({ layout, onChange }: { layout: Layout; onChange(columns: Layout['columns']): void }) {
  const { headings, rows, columns } = layout;
  const named = [...new Set(headings)].filter((one) => one !== '').map((one) => [one, one] as const);
  const exampleOf = (heading: string | null): string | undefined =>
    heading === null ? undefined : rows.map((row) => row[headings.indexOf(heading)]).find((one) => one?.trim());

  return (
    <div className="form-row">
      {columns.map(({ name, heading, isRequired, from }) => (
        <SelectField
          key={name}
          label={isRequired ? t('import.required', { name: heading }) : heading}
          note={exampleOf(from) === undefined ? undefined : t('import.example', { text: exampleOf(from)! })}
          value={from ?? ''}
          options={[['', t('import.none')], ...named]}
          onType={(value) =>
            onChange(columns.map((one) => (one.name === name ? { ...one, from: value || null } : one)))
          }
        />
      ))}
    </div>
  );
}
