// The account of a client between two days, to be looked at, printed on letter paper, or taken along as a file.
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Statement } from '../../api/people.ts';
import type { StatementAnswer } from '../../api/answers.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { isPositive } from '../../format/decimal.ts';
import { TableBones } from '../../parts/bones.tsx';
import { TextField } from '../../parts/field.tsx';
import { ReportFiles } from '../../parts/file-link.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Card, Page } from '../../parts/page.tsx';
import { Receiver } from '../../parts/receiver.tsx';
import { RecordPage } from '../../parts/record-page.tsx';
import { useToday } from '../../parts/use-today.ts';
import { useChoice } from '../../router.ts';
import { daysAfter } from '../../rules/period.ts';
import { f, t } from '../../texts/speech.ts';
import { PaymentActs } from '../payment/payment-acts.tsx';

type Entry = StatementAnswer['statement']['entries'][number];

const LAST_DAYS = 90;

export function StatementPage({ id }: { id: string }) {
  const today = useToday();
  const [from, setFrom] = useChoice('from', daysAfter(today, -LAST_DAYS));
  const [to, setTo] = useChoice('to', today);
  const answer = useAnswer(Statement, { id, from, to });
  const back = { to: `/clients/${id}`, label: t('client') };
  return (
    <RecordPage title={t('statement')} back={back} bones={<TableBones />} answer={answer}>
      {({ tenant, client, statement }) => (
        <Page
          title={t('statement.of', { name: client.name })}
          about={<Receiver client={client} />}
          tools={
            <>
              <DayField label={t('from')} value={from} max={to} onType={setFrom} />
              <DayField label={t('to')} value={to} min={from} onType={setTo} />
              <ReportFiles fileOf={(format) => `/export/statement.${format}?clientId=${id}&from=${from}&to=${to}`} />
            </>
          }
        >
          <p className="on-paper">
            {tenant?.name} · RUC {tenant?.ruc} DV {tenant?.dv} · {f.day(from)} – {f.day(to)}
          </p>
          <Card isFlush>
            <table className="table statement">
              <thead>
                <tr>
                  <th>{t('date')}</th>
                  <th>{t('statement.what')}</th>
                  <th className="number">{t('statement.charge')}</th>
                  <th className="number">{t('statement.paid')}</th>
                  <th className="number">{t('balance')}</th>
                </tr>
              </thead>
              <tbody>
                <Sum label={t('statement.opening')} amount={f.money(statement.opening)} />
                {statement.entries.map((entry, at) => (
                  <Row key={`${entry.documentId} ${entry.kind} ${at}`} entry={entry}>
                    {entry.kind === 'PAYMENT' && entry.payment && (
                      <PaymentActs payment={{ ...entry.payment, invoice: { ...entry.payment.invoice, client } }} />
                    )}
                  </Row>
                ))}
                <Sum label={t('statement.closing')} amount={f.money(statement.closing)} />
              </tbody>
            </table>
          </Card>
        </Page>
      )}
    </RecordPage>
  );
}

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <tr className="strong">
    <td colSpan={4}>{label}</td>
    <td className="number phone-beside">{amount}</td>
  </tr>
);

function Row({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { day, kind, number, documentId, amount, balance } = entry;
  const of = { CREDIT_NOTE: 'credits', DEBIT_NOTE: 'debit-notes' }[kind as string] ?? 'invoices';
  const charge = isPositive(amount);
  return (
    <tr>
      <td>{f.day(day)}</td>
      <td className="phone-below">
        {t(`entry.${kind}`)} {kind === 'VOID' ? number : <TextLink to={`/${of}/${documentId}`}>{number}</TextLink>}
        {children}
      </td>
      <td className="number" data-label={t('statement.charge')}>
        {charge && f.money(amount)}
      </td>
      <td className="number" data-label={t('statement.paid')}>
        {!charge && f.money(amount.replace('-', ''))}
      </td>
      <td className="number phone-beside">{f.money(balance)}</td>
    </tr>
  );
}

/** A day that is typed is none on the way: the statement stays on the last whole one. */
function DayField({ value, onType, ...field }: ComponentProps<typeof TextField>) {
  const [isOnTheWay, setOnTheWay] = useState(false);
  const take = (day: string): void => {
    setOnTheWay(day === '');
    if (day !== '') onType?.(day);
  };
  return <TextField {...field} type="date" value={isOnTheWay ? '' : value} onType={take} />;
}
