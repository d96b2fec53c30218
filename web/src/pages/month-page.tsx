// A month as it is declared: what counts and what does not, each figure with the documents behind it, every number, and the files.
import { FiscalMonth } from '../api/month.ts';
import { useAnswer } from '../api/use-answer.ts';
import { subtract } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link, TextLink } from '../parts/link.tsx';
import { Note } from '../parts/message.tsx';
import { Metric } from '../parts/metric.tsx';
import { Page } from '../parts/page.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { mainCell, numberCell } from '../parts/table.tsx';
import { useToday } from '../parts/use-today.ts';
import { certifiedFields } from '../rules/certified.ts';
import { MAKE_NAMES } from '../rules/pac-makes.ts';
import { monthAfter, monthAsked } from '../rules/month.ts';
import { f, t } from '../texts/speech.ts';
import { MissingPage } from './missing-page.tsx';
import { FiguresCards } from './month/figures-card.tsx';
import { MonthFiles } from './month/month-files.tsx';
import { documentPathOf, type Month } from './month/month-links.ts';
import { NumbersCard } from './month/numbers-card.tsx';
import './month.css';

export const CurrentMonthPage = () => <MonthPage id="" />;

export function MonthPage({ id }: { id: string }) {
  const today = useToday();
  const month = monthAsked(id, today);
  return month ? <OneMonth {...month} today={today} /> : <MissingPage />;
}

function OneMonth({ year, month, today }: { year: number; month: number; today: string }) {
  const answer = useAnswer(FiscalMonth, { year, month });
  // The figures of another month are not shown below the name of this one.
  const isOther = answer.state === 'here' && answer.isChanging;
  const named = monthAfter(`${year}-${month}`, 0);
  const name = f.longMonth(`${named}-01`);
  const turn = (months: number, word: 'month.previous' | 'month.next', icon: 'back' | 'next') => (
    <Link to={`/month/${monthAfter(named, months)}`} className="tool" aria-label={t(word)} title={t(word)}>
      <Icon name={icon} />
    </Link>
  );
  return (
    <Page
      title={`${t('nav.month')}: ${name}`}
      chips={
        <span className="row month-turn">
          {turn(-1, 'month.previous', 'back')}
          {turn(1, 'month.next', 'next')}
        </span>
      }
      about={answer.state === 'here' && t('month.due', { day: f.day(answer.data.fiscalMonth.dueDay) })}
      tools={<MonthFiles key={named} named={named} />}
    >
      <Answered answer={isOther ? { state: 'loading', again: answer.again } : answer} rows={7} card={{}}>
        {({ fiscalMonth }) => (
          <div className="stack month">
            <Headline month={fiscalMonth} isOver={fiscalMonth.to < today} />
            <FiguresCards month={fiscalMonth} />
            <NumbersCard month={fiscalMonth} />
            <PacsCard pacs={fiscalMonth.pacs} />
            <CertifiedCard month={fiscalMonth} />
            <ChangesCard month={fiscalMonth} />
            <p className="soft small">{t('month.purchases')}</p>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Headline({ month, isOver }: { month: Month; isOver: boolean }) {
  const { net, beforeToSameDay: before, comparedTo, documents, retentions } = month;
  const waiting = documents.filter(({ state }) => state === 'OPEN').reduce((sum, { count }) => sum + count, 0);
  const figures = [
    [t('month.sales'), net.base, before.base],
    [t('month.tax'), net.itbms, before.itbms],
    [t('month.invoiced'), net.total, before.total],
  ] as const;
  return (
    <>
      <dl className="metrics month-metrics">
        {figures.map(([name, value, then]) => (
          <Metric
            key={name}
            {...{ name, value: f.money(value) }}
            notes={[
              t('month.before', {
                ...{ then: f.money(then), day: f.longDay(comparedTo), change: f.moneyChange(subtract(value, then)) },
              }),
            ]}
          />
        ))}
      </dl>
      {waiting > 0 && (
        <Note tone={isOver ? 'bad' : 'wait'} icon="alert">
          {t('month.waiting', { n: waiting })} <TextLink to="/operations">{t('month.settle')}</TextLink>
        </Note>
      )}
      {retentions.map(({ code, amount }) => (
        <p key={code} className="small">
          {t('month.withheld', { code, amount: f.money(amount) })}
        </p>
      ))}
    </>
  );
}

/** Documents and amounts that each PAC has certified. */
const PacsCard = ({ pacs }: Pick<Month, 'pacs'>) => (
  <TableCard<Month['pacs'][number]>
    title={t('month.pacs')}
    none={null}
    rows={pacs}
    keyOf={({ companyId }) => companyId ?? ''}
    name="PAC"
    nameOf={({ make }) => (make === null ? t('month.otherPac') : MAKE_NAMES[make])}
    aboutOf={({ companyId }) => companyId}
    columns={[
      numberCell(t('month.count'), ({ count }) => f.quantity(count)),
      mainCell(t('total'), ({ total }) => f.money(total)),
    ]}
  />
);

/** Documents whose signed XML says something else than the books. */
function CertifiedCard({ month: { difference, files } }: { month: Month }) {
  if (files.differing.length === 0) return null;
  const { itbms, total } = difference;
  const isSame = [difference.base, itbms, difference.isc, total].every((one) => one === '0');
  const amounts = { itbms: f.moneyChange(itbms), total: f.moneyChange(total) };
  return (
    <TableCard<(typeof files.differing)[number]>
      title={t('month.certified')}
      above={
        <p className="soft small month-about">
          {isSame ? t('month.certifiedSame') : t('month.certifiedAbout', amounts)}
        </p>
      }
      rows={files.differing}
      keyOf={(one) => one.documentId}
      name={t('month.document')}
      nameOf={({ number }) => number}
      linkOf={(one) => documentPathOf(one.kind, one.number, one.documentId)}
      columns={[
        { name: t('month.differsBy'), onPhone: 'below', show: ({ differsBy }) => certifiedFields(differsBy, t) },
        mainCell(t('month.difference'), (one) => one.difference !== null && f.moneyChange(one.difference)),
      ]}
    />
  );
}

/** Voids of earlier months in this one, and changes of this month after it was to be declared. */
function ChangesCard({ month }: { month: Month }) {
  const earlier = month.voids.filter(({ issueDay }) => issueDay < month.from);
  const rows = [
    ...month.lateChanges.map((one) => ({ ...one, at: f.day(one.at), says: t(`month.change.${one.what}`) })),
    ...earlier.map((one) => ({
      ...one,
      kind: undefined,
      at: f.day(one.voidedDay),
      says: t('month.earlier', { day: f.day(one.issueDay) }),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <TableCard
      title={t('month.changes')}
      above={<p className="soft small month-about">{t('month.changesAbout', { day: f.day(month.dueDay) })}</p>}
      rows={rows}
      keyOf={(one) => `${one.documentId} ${one.says}`}
      name={t('month.document')}
      nameOf={({ number }) => number}
      linkOf={(one) => documentPathOf(one.kind, one.number, one.documentId)}
      columns={[
        { name: t('month.happened'), onPhone: 'below', show: ({ says }) => says },
        { name: t('date'), onPhone: 'below', show: ({ at }) => at },
        { name: t('total'), isNumber: true, onPhone: 'beside', show: ({ total }) => f.money(total) },
      ]}
    />
  );
}
