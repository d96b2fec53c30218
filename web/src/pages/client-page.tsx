// One client: who it is, what it owes and since when, how it pays and what it buys.
import { useState } from 'react';
import { RETENTIONS } from '../../../src/fiscal/retention.ts';
import type { ClientViewAnswer } from '../api/answers.ts';
import { UpdateClient } from '../api/parties.ts';
import { ClientView } from '../api/people.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { About } from '../parts/about.tsx';
import { Archive, ArchivedChip } from '../parts/archive.tsx';
import { TableBones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { ActForm } from '../parts/edit-form.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Link } from '../parts/link.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { EditClientDialog } from '../parts/party-dialogs.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { RecordRow } from '../parts/record-row.tsx';
import { InvoiceChip, LegalChip } from '../parts/status.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { actCell } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import { GenericNote } from './document/generic-note.tsx';
import { Ages } from './client/ages.tsx';
import { PaymentActs } from './payment/payment-acts.tsx';
import { PayManyDialog } from './client/pay-many-dialog.tsx';
import { StatementPage } from './client/statement-page.tsx';
import { BoughtCard, DaysCard, Metadata } from './client/party-cards.tsx';
import './people.css';

export function ClientPage({ id }: { id: string }) {
  const [view] = useChoice('view', '');
  return view === 'statement' ? <StatementPage id={id} /> : <Account id={id} />;
}

function Account({ id }: { id: string }) {
  const answer = useAnswer(ClientView, { id });
  const [open, setOpen] = useState<'pay' | 'edit'>();
  return (
    <RecordPage title={t('client')} back={backTo('nav.clients')} bones={<TableBones />} answer={answer}>
      {(data) => (
        <Page
          title={data.client.name}
          about={<Receiver client={data.client} />}
          chips={<ArchivedChip at={data.client.archivedAt} />}
          tools={
            <>
              <LinkButton to={`/clients/${id}?view=statement`} icon="file" tone="plain" text={t('statement')} />
              <Archive
                record={data.client}
                mutation={UpdateClient}
                variablesOf={(archived) => ({ clientId: id, input: { archived } })}
                look={{ needs: 'operator' }}
              />
              <Button icon="edit" needs="operator" onClick={() => setOpen('edit')} text={t('edit')} />
              <GenericNote isCredit client={data.client} />
              <GenericNote isCredit={false} client={data.client} />
              <Button
                tone="primary"
                needs="operator"
                because={isPositive(data.account.aging.owed) ? undefined : t('client.owesNothing')}
                onClick={() => setOpen('pay')}
                text={t('payMany')}
              />
            </>
          }
        >
          <div className="columns">
            <div className="stack">
              <Ages ages={data.account.aging} />
              <Invoices id={id} invoices={data.invoices} />
              <BoughtCard
                title={t('client.bought')}
                bought={data.account.bought}
                amounts={[[t('client.net'), ({ net }) => net]]}
              />
              <Payments payments={data.payments} />
            </div>
            <div className="stack">
              <DaysToPay pays={data.account.daysToPay} />
              <Credits credits={data.credits.records} />
              <Contact client={data.client} />
              <Terms {...data} />
              <Metadata metadata={data.client.metadata} />
            </div>
          </div>
          {open === 'pay' && <PayManyDialog client={data.client} onClose={() => setOpen(undefined)} />}
          {open === 'edit' && <EditClientDialog client={data.client} onClose={() => setOpen(undefined)} />}
        </Page>
      )}
    </RecordPage>
  );
}

type Account = ClientViewAnswer['account'];

function Invoices({ id, invoices }: { id: string; invoices: ClientViewAnswer['invoices'] }) {
  const more = invoices.totalCount > invoices.records.length && (
    <Link className="text-link small" to={`/invoices?clientId=${id}`}>
      {t('client.seeAll', { n: invoices.totalCount })}
    </Link>
  );
  return (
    <TableCard
      title={t('nav.invoices')}
      tools={more}
      none={<p className="soft card-none">{t('client.noInvoices')}</p>}
      rows={invoices.records}
      name={t('invoice')}
      linkOf={(one) => `/invoices/${one.id}`}
      nameOf={(one) => one.number}
      columns={[
        { name: t('date'), onPhone: 'below', show: (one) => f.day(one.issuedAt) },
        { name: t('legal'), onPhone: 'below', show: (one) => <LegalChip document={one} /> },
        { name: t('business'), onPhone: 'below', show: (one) => <InvoiceChip invoice={one} /> },
        { name: t('total'), isNumber: true, onPhone: 'beside', show: (one) => f.money(one.total) },
        { name: t('balance'), isNumber: true, show: (one) => f.money(one.balance) },
      ]}
    />
  );
}

function Payments({ payments: { records } }: { payments: ClientViewAnswer['payments'] }) {
  if (records.length === 0) return null;
  return (
    <TableCard<(typeof records)[number]>
      title={t('payments')}
      rows={records}
      name={t('invoice')}
      linkOf={(one) => `/invoices/${one.invoice.id}`}
      nameOf={(one) => one.invoice.number}
      columns={[
        { name: t('date'), onPhone: 'below', show: (one) => f.day(one.paidAt) },
        { name: t('pay.method'), onPhone: 'below', show: (one) => t(`method.${one.method}`) },
        { name: t('pay.reference'), onPhone: 'below', show: (one) => one.reference ?? '' },
        { name: t('total'), isNumber: true, onPhone: 'beside', show: (one) => f.money(one.amount) },
        actCell(t('payments.acts'), (one) => <PaymentActs payment={one} />, { onPhone: 'below' }),
      ]}
    />
  );
}

const DaysToPay = ({ pays }: { pays: Account['daysToPay'] }) => (
  <DaysCard title={t('daysToPay')} days={pays.average} none={t('daysToPay.none')}>
    <details className="counted">
      <summary>{t('howCounted')}</summary>
      <p className="soft small">
        {t('daysToPay.about', {
          ...{ n: pays.payments, paid: f.money(pays.paid) },
          ...{ from: f.day(pays.from), to: f.day(pays.to) },
        })}
      </p>
      <ul className="records">
        {pays.slowest.map((one) => (
          <RecordRow
            key={`${one.invoiceId} ${one.paidDay} ${one.amount}`}
            to={`/invoices/${one.invoiceId}`}
            name={one.number}
            about={`${f.day(one.issuedDay)} → ${f.day(one.paidDay)}`}
          >
            <span className="number">
              {one.days} {t('people.days', { n: one.days })}
              <About>{f.money(one.amount)}</About>
            </span>
          </RecordRow>
        ))}
      </ul>
    </details>
  </DaysCard>
);

function Credits({ credits }: { credits: ClientViewAnswer['credits']['records'] }) {
  if (credits.length === 0) return null;
  return (
    <Card title={t('client.unapplied')}>
      <ul className="records">
        {credits.map((one) => (
          <RecordRow
            key={one.id}
            to={`/credits/${one.id}`}
            name={one.number}
            about={`${one.invoice.number} · ${f.day(one.issuedAt)}`}
          >
            <span className="strong">{f.money(one.total)}</span>
          </RecordRow>
        ))}
      </ul>
    </Card>
  );
}

function Contact({ client }: { client: ClientViewAnswer['client'] }) {
  const { line, corregimiento, district, province, corregimientoCode } = client.address ?? {};
  const places = [corregimiento, district, province].filter(Boolean).join(', ');
  const facts: Fact[] = [
    [t('contact.address'), line],
    [t('contact.place'), corregimientoCode ? `${places} · ${corregimientoCode}` : places],
    [t('contact.telephone'), client.telephone],
    [t('newClient.email'), client.emails.join(', ')],
    [t('contact.country'), client.country],
  ];
  const filled = facts.filter(([, fact]) => Boolean(fact));
  if (filled.length === 0) return null;
  return (
    <Card title={t('client.contact')}>
      <Facts facts={filled} />
    </Card>
  );
}

const Terms = ({ client, priceLists }: ClientViewAnswer) => (
  <Card title={t('client.terms')}>
    <ActForm
      draft={`terms${client.id}`}
      mutation={UpdateClient}
      touches={['PriceList']}
      variables={(input) => ({ clientId: client.id, input })}
      done={t('editClient.saved', { name: client.name })}
      needs="operator"
      record={{ ...client, priceListId: client.priceList?.id }}
      fields={[
        {
          name: 'priceListId',
          label: t('client.priceList'),
          options: [['', t('client.usualPrices')], ...priceLists.map(({ id, name }) => [id, name] as const)],
        },
        {
          name: 'retentionCode',
          label: t('client.retention'),
          options: [
            ['', t('client.noRetention')],
            ...RETENTIONS.filter(({ percent }) => percent !== undefined).map(
              ({ code, percent = '' }) => [code, t('client.retains', { code, percent })] as const,
            ),
          ],
        },
        { name: 'externalId', label: t('externalId'), note: t('externalId.note') },
      ]}
    />
  </Card>
);
