// Files that are brought in: first it is told how the file is read and what would become of each line, then it is done.
import type { Layout, Report, What } from '../../api/import-file.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useChoice } from '../../router.ts';
import { forTenant } from '../../session.ts';
import { language, t } from '../../texts/speech.ts';
import { ImportDialog, marksOf } from './import-dialog.tsx';
import { useImport } from './use-import.ts';

const KINDS = ['items', 'clients', 'suppliers', 'receivables', 'stock'] as const satisfies readonly What[];
const MOST_SHOWN = 200;

export function ImportSettings() {
  const [what, setWhat] = useChoice<What>('what', 'items');
  const importing = useImport(what);
  const { file, layout, report, problem, isMapping, choose, setMapping } = importing;
  const problems = report?.lines.filter(({ error }) => error) ?? [];
  return (
    <Card>
      <div
        className="form import"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer?.files[0]);
        }}
      >
        <div className="form-row">
          <SelectField
            label={t('import.what')}
            value={what}
            note={
              <a className="text-link" download href={forTenant(`/import/${what}/template.xlsx?language=${language}`)}>
                {t('import.template')}
              </a>
            }
            onChange={(event) => {
              choose(undefined);
              setWhat(event.target.value as What);
            }}
            options={KINDS.map((one) => [one, t(`import.${one}`)])}
          />
          <TextField
            key={what}
            label={t('import.file')}
            note={file === undefined ? t('import.fileNote') : file.name}
            type="file"
            accept=".csv,.txt,.xlsx"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </div>
        {layout && <ReadAs layout={layout} onChange={() => setMapping(true)} />}
        {problem !== undefined && <Note tone="bad" icon="alert" isNews text={problem} />}
        {report && (
          <Note tone={report.dryRun ? 'info' : 'good'} icon={report.dryRun ? 'question' : 'check'} isNews>
            {t(report.dryRun ? 'import.would' : 'import.did', countsOf(report))}
          </Note>
        )}
        <Problems problems={problems} layout={layout} />
        {file && <ImportActs {...{ importing, file, problems }} onStock={() => setWhat('stock')} />}
        {file && layout && isMapping && (
          <ImportDialog
            {...{ what, file, layout }}
            onRead={(chosen) => importing.read(file, chosen)}
            onClose={() => setMapping(false)}
          />
        )}
      </div>
    </Card>
  );
}

interface ImportActsProps {
  importing: ReturnType<typeof useImport>;
  file: File;
  problems: Report['lines'];
  /** The stock of the same file comes next. */
  onStock(): void;
}

function ImportActs({ importing, file, problems, onStock }: ImportActsProps) {
  const { layout, report, problem, isBusy, hasStock, choose } = importing;
  const coming = report ? report.created + report.updated : 0;
  return (
    <div className="form-actions">
      {layout && problems.length > 0 && (
        <Button
          icon="download"
          isBusy={isBusy}
          onClick={() => importing.saveRefused(file, layout)}
          text={t('import.saveRefused')}
        />
      )}
      {layout && report?.dryRun && (
        <Button
          tone="primary"
          isBusy={isBusy}
          because={coming === 0 ? t('import.nothing') : undefined}
          onClick={() => importing.bringIn(file, layout)}
          text={t('import.do', { n: coming })}
        />
      )}
      {problem !== undefined && !report && (
        <Button tone="primary" isBusy={isBusy} onClick={() => choose(file)} text={t('import.check')} />
      )}
      {hasStock && report?.dryRun === false && (
        <Button
          tone="primary"
          onClick={() => {
            onStock();
            choose(file, 'stock');
          }}
          text={t('import.stockToo')}
        />
      )}
    </div>
  );
}

const countsOf = ({ created, updated, unchanged, refused }: Report) => ({ created, updated, unchanged, refused });

/** As the file is read, in a sentence, with the way to change it. */
function ReadAs({ layout, onChange }: { layout: Layout; onChange: () => void }) {
  const marks = marksOf(layout).map(
    (mark) => `${t(`import.${mark}`)}: ${t(`import.${mark}.${layout[mark]}` as 'import.separator.comma')}`,
  );
  const from = layout.columns.flatMap(({ heading, from: label }) => (label === null ? [] : `${heading} ← ${label}`));
  return (
    <div className="spread">
      <p className="soft small">{[...marks, from.join(', ')].filter(Boolean).join(' · ')}</p>
      <Button size="small" onClick={onChange} text={t('import.change')} />
    </div>
  );
}

function Problems({ problems, layout }: { problems: Report['lines']; layout: Layout | undefined }) {
  const nameOf = (field = ''): string => layout?.columns.find(({ name }) => name === field)?.heading ?? field;
  if (problems.length === 0) return null;
  return (
    <>
      <Table
        rows={problems.slice(0, MOST_SHOWN)}
        keyOf={({ line }) => String(line)}
        name={t('import.line')}
        nameOf={({ line }) => t('import.lineOf', { n: line })}
        columns={[
          { name: t('import.column'), onPhone: 'below', show: ({ error }) => nameOf(error?.field) },
          { name: t('import.problem'), onPhone: 'below', show: ({ error }) => error?.message },
        ]}
      />
      {problems.length > MOST_SHOWN && (
        <p className="soft small">{t('import.more', { n: problems.length - MOST_SHOWN })}</p>
      )}
    </>
  );
}
