// Sums of a session: its documents by kind, and its money by method, expected against counted.
import type { TillSessionAnswer, TillSessionsAnswer } from '../../api/answers.ts';
import { compare } from '../../format/decimal.ts';
import { numberCell } from '../../parts/table.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { f, t } from '../../texts/speech.ts';

export type Report = NonNullable<NonNullable<TillSessionAnswer['tillSession']>['report']>;

type Documents = Report['documents'][number];
type TillRow = NonNullable<TillSessionsAnswer['tillSessions']['records']>[number];

export const tillName = ({ billingPoint: { code, name, office } }: Pick<TillRow, 'billingPoint'>): string =>
  `${office.name} · ${name ?? code}`;

export function MethodsCard({ report, title }: { report: Pick<Report, 'methods'>; title: string }) {
  const isCounted = report.methods.some(({ counted }) => counted !== null);
  const amount = (name: 'received' | 'returned' | 'earlier' | 'expected' | 'counted') =>
    numberCell<Report['methods'][number]>(t(`till.${name}`), (one) => one[name] !== null && f.amount(one[name]));
  const earlier = report.methods.some((one) => compare(one.earlier, '0') !== 0) ? [amount('earlier')] : [];
  const counted = [
    amount('counted'),
    numberCell<Report['methods'][number]>(t('till.difference'), ({ difference }) => <Difference amount={difference} />),
  ];
  return (
    <TableCard
      title={title}
      rows={report.methods}
      keyOf={({ method }) => method}
      name={t('pay.method')}
      nameOf={({ method }) => t(`method.${method}`)}
      columns={[
        ...[amount('received'), amount('returned'), ...earlier, amount('expected')],
        ...(isCounted ? counted : []),
      ]}
    />
  );
}

function Difference({ amount }: { amount: string | null }) {
  if (amount === null) return null;
  const side = compare(amount, '0');
  if (side === 0) return <span className="soft">{t('till.even')}</span>;
  return (
    <strong className={side < 0 ? 'is-bad' : undefined}>
      {t(side > 0 ? 'till.over' : 'till.short', { amount: f.money(amount.replace('-', '')) })}
    </strong>
  );
}

export function DocumentsCard({ report }: { report: Pick<Report, 'documents' | 'taxes'> }) {
  const taxesOf = (kind: string, mode: string) => report.taxes.filter((one) => one.kind === kind && one.mode === mode);
  const amount = (name: 'subtotal' | 'tax' | 'total') => numberCell<Documents>(t(name), (one) => f.amount(one[name]));
  return (
    <TableCard
      title={t('till.documents')}
      rows={report.documents}
      keyOf={({ kind, mode }) => kind + mode}
      name={t('till.kind')}
      nameOf={({ kind, mode }: Documents) =>
        `${t(`till.kind.${kind}`)}${mode === 'PROFORM' ? ` (${t('till.proforma')})` : ''}`
      }
      aboutOf={({ kind, mode, first, last }: Documents) => (
        <>
          {first === last ? first : `${first} – ${last}`}
          {taxesOf(kind, mode).map(({ rate, base, tax }) => (
            <span key={rate} className="block">
              {t('till.rate', { rate, base: f.amount(base), tax: f.amount(tax) })}
            </span>
          ))}
        </>
      )}
      none={<p className="soft card-none">{t('till.noDocuments')}</p>}
      columns={[
        numberCell<Documents>(t('till.count'), ({ count }) => String(count)),
        numberCell<Documents>(t('till.ended'), ({ ended }) => String(ended)),
        ...[amount('subtotal'), amount('tax'), amount('total')],
      ]}
    />
  );
}
