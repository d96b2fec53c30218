// Files that are brought in: first it is told what would become of each line, then it is done.
import { useRef, useState } from 'react';
import { newKey } from '../../api/new-key.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { forTenant } from '../../session.ts';
import { useWords } from '../../texts/use-words.tsx';

/** The columns of each kind of file, those that may be left out after the others, as `POST /import/{what}` reads them. */
const COLUMNS = {
  items:
    'sku,name,unitPrice,taxRate,kind,unit,cpbs,category,trackingMode,reorderLevel,reorderQuantity,leadTime,barcode',
  clients: 'code,name,receiverType,ruc,email,telephone,country,line,corregimientoCode,province,district,corregimiento',
  suppliers: 'code,name,ruc',
  receivables: 'number,client,day,total,dueDay,balance',
  stock: 'sku,quantity,location,unitCost,lotNumber',
} as const;
type What = keyof typeof COLUMNS;

interface Report {
  dryRun: boolean;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  lines: { line: number; outcome: string; error?: { message: string; field?: string } }[];
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MOST_SHOWN = 200;

/** Import of the chosen file: it is tried at once, and brought in on request. */
function useImport() {
  const { t } = useWords();
  const [what, setWhat] = useState<What>('items');
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<Report>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // Key of this file: a lost answer brings nothing in twice.
  const key = useRef('');

  const forget = (): void => {
    setReport(undefined);
    setProblem(undefined);
    key.current = newKey();
  };
  const send = async (chosen: File, isDryRun: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await fetch(forTenant(`/import/${what}?dryRun=${isDryRun}`), {
        method: 'POST',
        headers: {
          'content-type': chosen.name.endsWith('.xlsx') ? XLSX : 'text/csv',
          'accept-language': document.documentElement.lang,
          ...(!isDryRun && { 'idempotency-key': key.current }),
        },
        body: chosen,
      });
      const report = (await answer.json()) as Report & { errors?: { message: string }[] };
      if (answer.ok) setReport(report);
      else setProblem(report.errors?.[0]?.message ?? t('import.failed'));
    } catch {
      setProblem(t('problem.unansweredAdvice'));
    }
    setBusy(false);
  };
  const choose = (chosen: File | undefined): void => {
    forget();
    setFile(chosen);
    if (chosen) void send(chosen, true);
  };
  return {
    ...{ what, file, report, problem, isBusy, choose },
    chooseWhat(next: What): void {
      choose(undefined);
      setWhat(next);
    },
    send: (chosen: File): void => void send(chosen, report === undefined),
  };
}

export function ImportSettings() {
  const { t } = useWords();
  const { what, file, report, problem, isBusy, choose, chooseWhat, send } = useImport();
  const problems = report?.lines.filter(({ error }) => error) ?? [];
  const coming = report ? report.created + report.updated : 0;
  return (
    <Card>
      <div className="form">
        <div className="form-row">
          <SelectField
            label={t('import.what')}
            value={what}
            note={
              <a
                className="text-link"
                download={`${what}.csv`}
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${COLUMNS[what]}\r\n`)}`}
              >
                {t('import.template')}
              </a>
            }
            onChange={(event) => chooseWhat(event.target.value as What)}
            options={(Object.keys(COLUMNS) as What[]).map((one) => [one, t(`import.${one}`)])}
          />
          <TextField
            key={what}
            label={t('import.file')}
            note={t('import.fileNote')}
            type="file"
            accept=".csv,.xlsx"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </div>
        {problem !== undefined && <Note tone="bad" icon="alert" isNews text={problem} />}
        {report && (
          <Note tone={report.dryRun ? 'info' : 'good'} icon={report.dryRun ? 'question' : 'check'} isNews>
            {t(report.dryRun ? 'import.would' : 'import.did', countsOf(report))}
          </Note>
        )}
        <Problems problems={problems} />
        {file && (isBusy || problem !== undefined || report?.dryRun) && (
          <div className="form-actions">
            <Button
              tone="primary"
              isBusy={isBusy}
              because={report?.dryRun && coming === 0 ? t('import.nothing') : undefined}
              onClick={() => send(file)}
              text={report ? t('import.do', { n: coming }) : t('import.check')}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

const countsOf = ({ created, updated, unchanged, refused }: Report) => ({ created, updated, unchanged, refused });

function Problems({ problems }: { problems: Report['lines'] }) {
  const { t } = useWords();
  if (problems.length === 0) return null;
  return (
    <>
      <Table
        rows={problems.slice(0, MOST_SHOWN)}
        keyOf={({ line }) => String(line)}
        name={t('import.line')}
        nameOf={({ line }) => t('import.lineOf', { n: line })}
        columns={[
          { name: t('import.column'), onPhone: 'below', show: ({ error }) => error?.field },
          { name: t('import.problem'), onPhone: 'below', show: ({ error }) => error?.message },
        ]}
      />
      {problems.length > MOST_SHOWN && (
        <p className="soft small">{t('import.more', { n: problems.length - MOST_SHOWN })}</p>
      )}
    </>
  );
}
