// One supplier: what is on its way from it, what it charges, and how long it takes to come.
import type { SupplierViewAnswer } from '../api/answers.ts';
import { SupplierView, UpdateSupplier } from '../api/people.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { add, multiply } from '../format/decimal.ts';
import { TableBones } from '../parts/bones.tsx';
import { EditForm } from '../parts/edit-form.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Card, Page } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { Quantity, Table } from '../parts/table.tsx';
import { useTell } from '../parts/toasts.tsx';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { Metadata } from './client/metadata.tsx';
import './people.css';

export function SupplierPage({ id }: { id: string }) {
  const { t } = useWords();
  const answer = useAnswer(SupplierView, { id });
  const back = { to: '/suppliers', label: t('nav.suppliers') };
  return (
    <RecordPage title={t('supplier')} back={back} bones={<TableBones />} answer={answer}>
      {({ supplier, account }) => (
        <Page
          title={supplier.name}
          back={back}
          about={supplier.ruc === null ? undefined : `RUC ${supplier.ruc}`}
          tools={
            <LinkButton to="/purchasing/new" icon="plus">
              {t('purchases.new')}
            </LinkButton>
          }
        >
          <div className="columns">
            <div className="stack">
              <Orders orders={account.orders} />
              <Bought bought={account.bought} />
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

function Orders({ orders }: { orders: Account['orders'] }) {
  const { t, f } = useWords();
  return (
    <Card title={t('nav.purchasing')} isFlush>
      {orders.length === 0 ? (
        <p className="soft card-none">{t('supplier.noOrders')}</p>
      ) : (
        <Table
          rows={orders}
          keyOf={(one) => one.id}
          name={t('purchase')}
          linkOf={(one) => `/purchasing/${one.id}`}
          nameOf={(one) => one.number}
          columns={[
            { name: t('date'), onPhone: 'below', show: (one) => f.day(one.createdAt) },
            { name: t('status'), onPhone: 'below', show: (one) => <PurchaseChip status={one.status} /> },
            {
              name: t('total'),
              isNumber: true,
              onPhone: 'beside',
              show: ({ lines }) =>
                f.money(add('0', ...lines.map(({ quantity, unitCost }) => multiply(quantity, unitCost)))),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Bought({ bought }: { bought: Account['bought'] }) {
  const { t, f } = useWords();
  if (bought.length === 0) return null;
  return (
    <Card title={t('supplier.bought')} isFlush tools={<span className="soft small">{t('lastYear')}</span>}>
      <Table
        rows={bought}
        keyOf={({ item }) => item.id}
        name={t('item')}
        linkOf={({ item }) => `/items/${item.id}`}
        nameOf={({ item }) => item.name}
        columns={[
          { name: t('client.last'), onPhone: 'below', show: (one) => f.day(one.lastDay) },
          { name: t('supplier.lastCost'), isNumber: true, onPhone: 'beside', show: (one) => f.money(one.lastCost) },
          {
            name: t('quantity'),
            isNumber: true,
            show: (one) => <Quantity value={f.quantity(one.units)} unit={one.item.unit} />,
          },
          { name: t('supplier.spent'), isNumber: true, show: (one) => f.money(one.spent) },
        ]}
      />
    </Card>
  );
}

function LeadTime({ days, fastest, slowest, orders }: Account['leadTime']) {
  const { t, f } = useWords();
  return (
    <Card title={t('leadTime')}>
      {days === null ? (
        <p className="soft">{t('leadTime.none')}</p>
      ) : (
        <>
          <p className="metric-value">
            {f.about(days)} <span className="metric-unit">{t('people.days', { n: f.about(days) })}</span>
          </p>
          <p className="soft small">
            {t('leadTime.about', { n: orders, fastest: fastest ?? 0, slowest: slowest ?? 0 })}
          </p>
        </>
      )}
    </Card>
  );
}

function Identity({ supplier }: { supplier: SupplierViewAnswer['supplier'] }) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `supplier${supplier.id}`;
  const doing = useAct(UpdateSupplier, [], { draft });
  return (
    <Card title={t('supplier.identity')}>
      <EditForm
        draft={draft}
        doing={doing}
        because={useMay('operator') ? undefined : t('needs.operator')}
        record={{ name: supplier.name, ruc: supplier.ruc ?? '', externalId: supplier.externalId ?? '' }}
        fields={[
          { name: 'name', label: t('item.name'), isNeeded: true },
          { name: 'ruc', label: 'RUC' },
          { name: 'externalId', label: t('externalId'), note: t('externalId.note') },
        ]}
        onSave={async (changed) => {
          const done = await doing.act({ supplierId: supplier.id, ...changed });
          if (done) tell(t('saved'));
          return done !== undefined;
        }}
      />
    </Card>
  );
}
