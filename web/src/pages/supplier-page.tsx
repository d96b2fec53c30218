// One supplier: what is on its way from it, what it charges, and how long it takes to come.
import { TableCard } from '../parts/table-card.tsx';
import { cell, mainCell } from '../parts/table.tsx';
import type { SupplierViewAnswer } from '../api/answers.ts';
import { SupplierView, UpdateSupplier } from '../api/people.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Archive, ArchivedChip } from '../parts/archive.tsx';
import { TableBones } from '../parts/bones.tsx';
import { ActForm } from '../parts/edit-form.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { costOf } from '../rules/purchase-lines.ts';
import { f, t } from '../texts/speech.ts';
import { BoughtCard, DaysCard, Metadata } from './client/party-cards.tsx';
import './people.css';

export function SupplierPage({ id }: { id: string }) {
  const answer = useAnswer(SupplierView, { id });
  return (
    <RecordPage title={t('supplier')} back={backTo('nav.suppliers')} bones={<TableBones />} answer={answer}>
      {({ supplier, account }) => (
        <Page
          title={supplier.name}
          about={supplier.ruc === null ? undefined : `RUC ${supplier.ruc}`}
          chips={<ArchivedChip at={supplier.archivedAt} />}
          tools={
            <>
              <Archive
                record={supplier}
                mutation={UpdateSupplier}
                variablesOf={(archived) => ({ supplierId: id, archived })}
                look={{ needs: 'operator' }}
              />
              <LinkButton to="/purchasing/new" icon="plus" text={t('purchases.new')} />
            </>
          }
        >
          <div className="columns">
            <div className="stack">
              <Orders orders={account.orders} />
              <BoughtCard
                title={t('supplier.bought')}
                bought={account.bought}
                amounts={[
                  [t('supplier.lastCost'), ({ lastCost }) => lastCost],
                  [t('supplier.spent'), ({ spent }) => spent],
                ]}
              />
            </div>
            <div className="stack">
              <LeadTime {...account.leadTime} />
              <Identity supplier={supplier} />
              <Metadata metadata={supplier.metadata} />
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}

type Account = SupplierViewAnswer['account'];

const Orders = ({ orders }: { orders: Account['orders'] }) => (
  <TableCard<Account['orders'][number]>
    title={t('nav.purchasing')}
    none={<p className="soft card-none">{t('supplier.noOrders')}</p>}
    rows={orders}
    name={t('purchase')}
    linkOf={(one) => `/purchasing/${one.id}`}
    nameOf={(one) => one.number}
    columns={[
      cell(t('date'), (one) => f.day(one.createdAt)),
      cell(t('status'), (one) => <PurchaseChip status={one.status} />),
      mainCell(t('total'), ({ lines }) => f.money(costOf(lines))),
    ]}
  />
);

const LeadTime = ({ days, fastest, slowest, orders }: Account['leadTime']) => (
  <DaysCard title={t('leadTime')} days={days} none={t('leadTime.none')}>
    <p className="soft small">{t('leadTime.about', { n: orders, fastest: fastest ?? 0, slowest: slowest ?? 0 })}</p>
  </DaysCard>
);

const Identity = ({ supplier }: { supplier: SupplierViewAnswer['supplier'] }) => (
  <Card title={t('supplier.identity')}>
    <ActForm
      draft={`supplier${supplier.id}`}
      needs="operator"
      record={supplier}
      fields={[
        { name: 'name', label: t('item.name'), isNeeded: true },
        { name: 'ruc', label: 'RUC' },
        { name: 'externalId', label: t('externalId'), note: t('externalId.note') },
      ]}
      mutation={UpdateSupplier}
      variables={(changed) => ({ supplierId: supplier.id, ...changed })}
    />
  </Card>
);
