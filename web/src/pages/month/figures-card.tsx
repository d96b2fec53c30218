// The documents of the month by type and by what became of them: base and ITBMS by rate, other taxes, and what it comes to.
import type { ReactNode } from 'react';
import { add, negate } from '../../format/decimal.ts';
import { Link } from '../../parts/link.tsx';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useWords } from '../../texts/use-words.tsx';
import { listOf, type Month } from './month-links.ts';

type Row = Month['documents'][number];

/** What is bought is not declared as sold. */
const counts = ({ state, documentType }: Row): boolean => state === 'COUNTED' && documentType !== '02';

export function FiguresCard({ month }: { month: Month }) {
  const { t } = useWords();
  const { documents, net } = month;
  if (documents.length === 0)
    return (
      <div className="card">
        <Message icon="invoices" title={t('month.none')} text={t('month.noneText')} />
      </div>
    );
  const rates = [...new Set(documents.flatMap((one) => one.rates.map(({ rate }) => rate)))].toSorted((a, b) => +a - +b);
  const more = (['isc', 'otherTaxes'] as const).filter((name) => documents.some((one) => one[name] !== '0'));
  const others = documents.filter((one) => !counts(one));
  const counted = documents.filter(counts);
  const row = (one: Row) => <FigureRow key={one.documentType + one.state} {...{ month, one, rates, more }} />;
  return (
    <Card title={t('month.documents')} isFlush>
      <table className="table month-figures">
        <thead>
          <tr>
            <th>{t('month.type')}</th>
            <th className="number">{t('month.count')}</th>
            {rates.map((rate) => (
              <th key={rate} className="number">
                {t(rate === '0' ? 'month.exempt' : 'month.at', { rate })}
                {rate !== '0' && <span className="month-below">{t('month.below')}</span>}
              </th>
            ))}
            <th className="number">{t('tax')}</th>
            {more.map((name) => (
              <th key={name} className="number">
                {t(name === 'isc' ? 'isc' : 'otherTax')}
              </th>
            ))}
            <th className="number">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(row)}
          <tr className="month-net">
            <td>{t('month.net')}</td>
            <Figure name={t('month.count')}>{counted.reduce((sum, { count }) => sum + count, 0)}</Figure>
            {rates.map((rate) => {
              const of = month.rates.find((one) => one.rate === rate);
              return <Taxed key={rate} rate={rate} base={of?.base ?? '0'} itbms={of?.itbms ?? '0'} />;
            })}
            <Money name={t('tax')} amount={net.itbms} />
            {more.map((name) => (
              <Money key={name} name={t(name === 'isc' ? 'isc' : 'otherTax')} amount={net[name]} />
            ))}
            <Money name={t('total')} amount={net.total} />
          </tr>
        </tbody>
        {others.length > 0 && (
          <tbody className="month-others">
            <tr>
              <th colSpan={4 + rates.length + more.length} scope="rowgroup">
                {t('month.notCounted')}
              </th>
            </tr>
            {others.map(row)}
          </tbody>
        )}
      </table>
    </Card>
  );
}

interface FigureRowProps {
  month: Month;
  one: Row;
  rates: readonly string[];
  more: readonly ('isc' | 'otherTaxes')[];
}

function FigureRow({ month, one, rates, more }: FigureRowProps) {
  const { t } = useWords();
  const to = listOf(month, one.kind, { monthState: one.state, documentType: one.documentType });
  const signed = (amount: string) => (one.kind === 'CREDIT_NOTE' && counts(one) ? negate(amount) : amount);
  const type = t(`month.type.${one.documentType}` as 'month.type.01', { n: one.count });
  const ofRate = (rate: string) => one.rates.find((each) => each.rate === rate);
  return (
    <tr>
      <td>
        <Link to={to} className="text-link">
          {counts(one) ? type : `${type}: ${t(one.state === 'COUNTED' ? 'month.bought' : `month.state.${one.state}`)}`}
        </Link>
      </td>
      <Figure name={t('month.count')} to={to}>
        {one.count}
      </Figure>
      {rates.map((rate) => (
        <Taxed
          key={rate}
          rate={rate}
          base={signed(ofRate(rate)?.base ?? '0')}
          itbms={signed(ofRate(rate)?.itbms ?? '0')}
          to={`${to}&taxRate=${rate}`}
        />
      ))}
      <Money name={t('tax')} amount={signed(one.itbms)} to={to} />
      {more.map((name) => (
        <Money key={name} name={t(name === 'isc' ? 'isc' : 'otherTax')} amount={signed(one[name])} to={to} />
      ))}
      <Money name={t('total')} amount={signed(one.total)} to={to} />
    </tr>
  );
}

/** The base, and below it the tax of it. */
function Taxed({ rate, base, itbms, to }: { rate: string; base: string; itbms: string; to?: string }) {
  const { t, f } = useWords();
  const name = t(rate === '0' ? 'month.exempt' : 'month.at', { rate });
  if (isNothing(base))
    return (
      <td className="number soft phone-nowhere" data-label={name}>
        —
      </td>
    );
  return (
    <Figure name={name} to={to}>
      {f.amount(base)}
      {rate !== '0' && <span className="soft small block">{f.amount(itbms)}</span>}
    </Figure>
  );
}

function Money({ name, amount, to }: { name: string; amount: string; to?: string }) {
  const { f } = useWords();
  return (
    <Figure name={name} to={to}>
      {f.amount(amount)}
    </Figure>
  );
}

const isNothing = (amount: string): boolean => add('0', amount) === '0';

function Figure({ name, to, children }: { name: string; to?: string | undefined; children: ReactNode }) {
  return (
    <td className="number" data-label={name}>
      {to === undefined ? (
        <span>{children}</span>
      ) : (
        <Link to={to} className="figure">
          {children}
        </Link>
      )}
    </td>
  );
}
