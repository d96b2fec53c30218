// What was sold, and what it comes to.
import { Fragment } from 'react';
import { isPositive } from '../../format/decimal.ts';
import { Link } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import type { Invoice } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';

export function InvoiceLinesCard({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  return (
    <Card title={t('lines')} isFlush>
      <table className="table">
        <thead>
          <tr>
            <th>{t('item')}</th>
            <th className="number">{t('quantity')}</th>
            <th className="number">{t('price')}</th>
            <th className="number">{t('tax')}</th>
            <th className="number">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <Link to={`/items/${line.item.id}`} className="strong">
                  {line.description}
                </Link>
                <div className="soft small">{line.item.sku}</div>
              </td>
              <td className="number" data-label={t('quantity')}>
                <span>
                  {f.quantity(line.quantity)} <span className="soft">{line.item.unit}</span>
                  {isPositive(line.quantityCredited) && (
                    <span className="soft small block">
                      {t('lines.credited', { quantity: f.quantity(line.quantityCredited) })}
                    </span>
                  )}
                </span>
              </td>
              <td className="number" data-label={t('price')}>
                {f.money(line.unitPrice)}
              </td>
              <td className="number soft" data-label={t('tax')}>
                {f.percent(line.taxRate)}
              </td>
              <td className="number" data-label={t('total')}>
                {f.money(line.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalLines
        rows={[
          [t('subtotal'), f.money(invoice.subtotal)],
          [t('tax'), f.money(invoice.tax)],
        ]}
        total={[t('total'), f.money(invoice.total)]}
      />
    </Card>
  );
}

export interface TotalLinesProps {
  rows: readonly [string, string][];
  total: readonly [string, string];
}

export function TotalLines({ rows, total }: TotalLinesProps) {
  return (
    <dl className="totals">
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      <dt className="strong">{total[0]}</dt>
      <dd className="strong">{total[1]}</dd>
    </dl>
  );
}
