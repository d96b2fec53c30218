// The documents of the month by type and by what became of them: base and ITBMS by rate, other taxes, and what it comes to.
import type { ReactNode } from 'react';
import { isPositive, negate } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { FigureLink } from '../../parts/figure-link.tsx';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { f, t } from '../../texts/speech.ts';
import { listOf, type Month } from './month-links.ts';

type Row = Month['documents'][number];
type Rate = Row['rates'][number];

/** Purchases are not declared as sales. */
const counts = ({ state, documentType }: Row): boolean => state === 'COUNTED' && documentType !== '02';

export function FiguresCards({ month }: { month: Month }) {
  const counted = month.documents.filter(counts);
  const others = month.documents.filter((one) => !counts(one));
  if (month.documents.length === 0)
    return <Message isCard icon="invoices" title={t('month.none')} text={t('month.noneText')} />;
  return (
    <>
      {counted.length > 0 && (
        <Card title={t('month.documents')} tools={<span className="soft small">{t('month.below')}</span>} isFlush>
          <Figures month={month} rows={counted} isNet />
        </Card>
      )}
      {others.length > 0 && (
        <Card title={t('month.notCounted')} isFlush>
          <Figures month={month} rows={others} />
        </Card>
      )}
    </>
  );
}

const TAX_WORDS = { itbms: 'tax', isc: 'isc', otherTaxes: 'otherTax' } as const;

/** Each figure leads to the list of its documents. `isNet`: below them stands what the month comes to. */
function Figures({ month, rows, isNet = false }: { month: Month; rows: readonly Row[]; isNet?: boolean }) {
  const { net, documents } = month;
  const typeOf = (one: Row) => t(`month.type.${one.documentType as '01'}`);
  const to = (one: Row) => listOf(month, one.kind, { monthState: one.state, documentType: one.documentType });
  const signed = (one: Row, amount: string) => f.amount(isNet && one.kind === 'CREDIT_NOTE' ? negate(amount) : amount);
  const column = (name: string, foot: ReactNode, show: Column<Row>['show'], more = ''): Column<Row> => ({
    name,
    isNumber: true,
    foot: isNet ? foot : undefined,
    show(one) {
      const words = show(one);
      return words === undefined ? <span className="soft">—</span> : <FigureLink to={to(one) + more} text={words} />;
    },
  });
  const taxed = (of: Rate | undefined, say: (amount: string) => string) =>
    of && (
      <>
        {say(of.base)}
        {of.rate !== '0' && <About>{say(of.itbms)}</About>}
      </>
    );
  const rates = [...new Set(documents.flatMap((one) => one.rates.map(({ rate }) => rate)))].toSorted((a, b) => +a - +b);
  const taxes = (Object.keys(TAX_WORDS) as (keyof typeof TAX_WORDS)[]).filter(
    (name) => name === 'itbms' || documents.some((one) => isPositive(one[name])),
  );
  return (
    <Table
      rows={rows}
      keyOf={(one) => one.documentType + one.state}
      name={t('month.type')}
      nameOf={(one) => (isNet ? typeOf(one) : `${typeOf(one)}: ${t(`month.state.${one.state}`)}`)}
      linkOf={to}
      nameFoot={isNet ? t('month.net') : undefined}
      columns={[
        column(
          t('month.count'),
          rows.reduce((sum, { count }) => sum + count, 0),
          ({ count }) => count,
        ),
        ...rates.map((rate) => {
          const ofRate = ({ rates: all }: Pick<Row, 'rates'>) => all.find((one) => one.rate === rate);
          return column(
            t(rate === '0' ? 'month.exempt' : 'month.at', { rate }),
            taxed(ofRate(month), f.amount),
            (one) => taxed(ofRate(one), (amount) => signed(one, amount)),
            `&taxRate=${rate}`,
          );
        }),
        ...taxes.map((name) => column(t(TAX_WORDS[name]), f.amount(net[name]), (one) => signed(one, one[name]))),
        column(t('total'), f.amount(net.total), (one) => signed(one, one.total)),
      ]}
    />
  );
}
