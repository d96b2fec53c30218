// One act: who did it, and by record what was before and after it.
import { ActView } from '../api/acts-log.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TableBones } from '../parts/bones.tsx';
import { TextLink } from '../parts/link.tsx';
import { Page, backTo } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { changedRecords, operationWords, type ChangedRecord } from '../rules/act.ts';
import { f, t } from '../texts/speech.ts';
import { isWord } from '../texts/words.ts';
import { Actor } from './document/timeline-card.tsx';

/** An import has thousands. */
const MOST = 100;

export function ActPage({ id }: { id: string }) {
  const answer = useAnswer(ActView, { id });
  return (
    <RecordPage title={t('acts.what')} back={backTo('nav.acts')} bones={<TableBones />} answer={answer}>
      {({ act: { number, at, actor, credential, operation, before, after } }) => {
        const records = changedRecords(before, after);
        return (
          <Page
            title={operationWords(operation, t)}
            about={
              <>
                {f.instant(at)} · <Actor name={actor} /> · {t('acts.number')} {number}
                {credential !== null && ` · ${t('acts.credential')} ${credential.replace(/^.*:/, '')}`}
              </>
            }
          >
            <div className="stack">
              {records.length === 0 && <p className="soft">{t('acts.noChanges')}</p>}
              {records.slice(0, MOST).map((record, at) => (
                <Changes key={record.key} record={record} before={records.slice(0, at)} />
              ))}
              {records.length > MOST && <p className="soft">{t('acts.more', { first: MOST, n: records.length })}</p>}
            </div>
          </Page>
        );
      }}
    </RecordPage>
  );
}

/** Page of a table's records; a column with its id has the name of one of these. */
const SECTIONS: Record<string, string> = {
  ...{ clients: 'clients', items: 'items', orders: 'orders', invoices: 'invoices', credits: 'credits' },
  ...{ purchase_orders: 'purchasing', suppliers: 'suppliers' },
};

/** Records of one table and change after the first have their number, so that each region has a name of its own. */
function Changes({ record, before }: { record: ChangedRecord; before: readonly ChangedRecord[] }) {
  const { key, table, became, fields } = record;
  const earlier = before.filter((one) => one.table === table && one.became === became).length;
  const row = `row.${table}`;
  const what = isWord(row) ? t(row) : table;
  const column = (side: 'before' | 'after') => ({
    name: t(`acts.${side}`),
    show: (field: (typeof fields)[number]) => <Value column={field.column} value={field[side]} />,
  });
  return (
    <TableCard
      title={`${became ? t(became, { what }) : what}${earlier > 0 ? ` (${earlier + 1})` : ''}`}
      tools={SECTIONS[table] && <RecordLink section={SECTIONS[table]} id={key.split('/')[1]!} />}
      rows={fields}
      keyOf={(field) => field.column}
      name={t('acts.column')}
      nameOf={(field) => {
        const word = `column.${field.column}`;
        return isWord(word) ? t(word) : field.column;
      }}
      columns={[
        ...(became === 'acts.made' ? [] : [column('before')]),
        ...(became === 'acts.removed' ? [] : [column('after')]),
      ]}
    />
  );
}

const RecordLink = ({ section, id }: { section: string; id: string }) => (
  <TextLink to={`/${section}/${id}`}>{t('acts.open')}</TextLink>
);

/** As it is kept: a number as it is, a day and an instant as they are read here, what is secret or long by its mark. */
function Value({ column, value }: { column: string; value: unknown }) {
  if (value == null) return <span className="soft">—</span>;
  if (typeof value === 'boolean') return t(`list.flag.${value}`);
  if (typeof value === 'number') return f.quantity(value);
  if (typeof value !== 'string') return <span className="code break-anywhere">{JSON.stringify(value)}</span>;
  const section = SECTIONS[column.replace(/_id$/, 's')];
  if (section) return <RecordLink section={section} id={value} />;
  if (column === 'actor' || column.endsWith('_by')) return <Actor name={value} />;
  if (value === '***') return t('acts.secret');
  if (/^[\da-f]{64}$/.test(value)) return t('acts.digest', { digest: value.slice(0, 12) });
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return f.instant(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return f.day(value);
  const word = [`value.${value}`, `method.${value}`, `event.${value}`].find(isWord);
  return <span className="break-anywhere">{word ? t(word) : value}</span>;
}
