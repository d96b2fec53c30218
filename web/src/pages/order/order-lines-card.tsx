// What an order promises, and what it holds back for it.
import type { OrderViewAnswer } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { lineNet } from '../../rules/line-totals.ts';
import { useWords } from '../../texts/use-words.tsx';
import { TotalLines } from '../invoice/invoice-lines-card.tsx';

export function OrderLinesCard({ order, locations }: OrderViewAnswer) {
  const { t, f } = useWords();
  const isOpen = order.status === 'OPEN';
  return (
    <Card title={t('lines')} isFlush>
      {isOpen && (
        <div className="note tone-info lines-note">
          <Icon name="check" size={17} />
          <span>{t('order.reserves')}</span>
        </div>
      )}
      <table className="table">
        <thead>
          <tr>
            <th>{t('item')}</th>
            <th className="number">{t('quantity')}</th>
            <th className="number">{t('price')}</th>
            <th className="number">{t('tax')}</th>
            <th className="number">{t('subtotal')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <Link to={`/items/${line.item.id}`} className="strong">
                  {line.item.name}
                </Link>
                <div className="soft small">
                  {[
                    line.item.sku,
                    locations.length > 1 ? locations.find((one) => one.id === line.locationId)?.name : undefined,
                    line.lotNumber === null ? undefined : t('lines.lot', { lot: line.lotNumber }),
                    isOpen
                      ? t('order.stillAvailable', { quantity: f.quantity(line.item.inventory.available) })
                      : undefined,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </td>
              <td className="number" data-label={t('quantity')}>
                <span>
                  {f.quantity(line.quantity)} <span className="soft">{line.item.unit}</span>
                </span>
              </td>
              <td className="number" data-label={t('price')}>
                {f.money(line.unitPrice)}
              </td>
              <td className="number soft" data-label={t('tax')}>
                {f.percent(line.taxRate)}
              </td>
              <td className="number" data-label={t('subtotal')}>
                {f.money(lineNet({ ...line, price: line.unitPrice }))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalLines
        rows={[
          [t('subtotal'), f.money(order.subtotal)],
          [t('tax'), f.money(order.tax)],
        ]}
        total={[t('total'), f.money(order.total)]}
      />
    </Card>
  );
}
