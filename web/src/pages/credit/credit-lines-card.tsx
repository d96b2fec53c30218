// What is given back, and why.
import { Link } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import type { Credit } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';
import { TotalLines } from '../invoice/invoice-lines-card.tsx';

export function CreditLinesCard({ credit }: { credit: Credit }) {
  const { t, f } = useWords();
  return (
    <Card title={t('lines')} isFlush>
      <p className="soft lines-about">{t('credit.because', { reason: credit.reason })}</p>
      <table className="table">
        <thead>
          <tr>
            <th>{t('item')}</th>
            <th className="number">{t('quantity')}</th>
            <th className="number">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {credit.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <Link to={`/items/${line.item.id}`} className="strong">
                  {line.item.name}
                </Link>
                <div className="soft small">{line.item.sku}</div>
              </td>
              <td className="number" data-label={t('quantity')}>
                <span>
                  {f.quantity(line.quantity)} <span className="soft">{line.item.unit}</span>
                </span>
              </td>
              <td className="number" data-label={t('total')}>
                {f.money(line.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalLines rows={[]} total={[t('total'), f.money(credit.total)]} />
    </Card>
  );
}
