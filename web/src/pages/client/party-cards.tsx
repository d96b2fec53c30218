// Cards that the pages of a client and of a supplier share.
import type { ReactNode } from 'react';
import type { ClientViewAnswer } from '../../api/answers.ts';
import { Card } from '../../parts/page.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { Quantity, numberCell } from '../../parts/table.tsx';
import { f, t } from '../../texts/speech.ts';

/** Metadata of an integrator, as it is. */
export function Metadata({ metadata }: { metadata: unknown }) {
  if (metadata === null || metadata === undefined) return null;
  return (
    <Card title={t('metadata')}>
      <pre className="code metadata">{JSON.stringify(metadata, null, 2)}</pre>
    </Card>
  );
}

type Bought = Pick<ClientViewAnswer['account']['bought'][number], 'item' | 'units' | 'lastDay'>;

interface BoughtCardProps<Row extends Bought> {
  title: string;
  bought: readonly Row[];
  amounts: readonly (readonly [name: string, of: (row: Row) => string])[];
}

/** Trade of a year, by item; the first amount stands beside its name on a phone. */
export function BoughtCard<Row extends Bought>({ title, bought, amounts }: BoughtCardProps<Row>) {
  if (bought.length === 0) return null;
  const [main, ...others] = amounts.map(([name, of]) => numberCell(name, (row: Row) => f.money(of(row))));
  const quantity = numberCell<Row>(t('quantity'), ({ units, item }) => (
    <Quantity value={f.quantity(units)} unit={item.unit} />
  ));
  const beside = { ...main!, onPhone: 'beside' } as const;
  return (
    <TableCard
      title={title}
      tools={<span className="soft small">{t('lastYear')}</span>}
      rows={bought}
      keyOf={({ item }) => item.id}
      name={t('item')}
      linkOf={({ item }) => `/items/${item.id}`}
      nameOf={({ item }) => item.name}
      columns={[
        { name: t('client.last'), onPhone: 'below', show: ({ lastDay }) => f.day(lastDay) },
        ...(others.length === 0 ? [quantity, beside] : [beside, quantity, ...others]),
      ]}
    />
  );
}

interface DaysCardProps {
  title: string;
  days: string | number | null;
  /** Said where there are none yet. */
  none: string;
  children: ReactNode;
}

export const DaysCard = ({ title, days, none, children }: DaysCardProps) => (
  <Card title={title}>
    {days === null ? (
      <p className="soft">{none}</p>
    ) : (
      <>
        <p className="metric-value">
          {f.about(days)} <span className="metric-unit">{t('people.days', { n: f.about(days) })}</span>
        </p>
        {children}
      </>
    )}
  </Card>
);
