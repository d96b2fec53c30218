// Below the chart, in sentences: why the stock is where it is, when it ends, and what the reorder level means.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { add, isPositive, negate } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Opens, Sum } from '../../parts/opens.tsx';
import { daysToNothing, FEWEST_DAYS_WITH_SALES, type ForecastDay } from '../../rules/forecast.ts';
import { levelEffect, suggestedLevel, type LevelFacts } from '../../rules/level-effect.ts';
import { daysAfter } from '../../rules/period.ts';
import { f, t } from '../../texts/speech.ts';
import { totalsByType, type StockHistory } from './chart-days.ts';
import type { MovingLevel } from './use-level.ts';

/** With more movements than these the history tells only the newest. */
const MOST_EVENTS = 2000;

/** Movements by reason within the shown days, the largest first. */
export function Reasons({ history }: { history: StockHistory }) {
  if (history.events.length === 0 || history.events.length >= MOST_EVENTS) return null;
  const size = (change: string): number => Math.abs(Number(change));
  const totals = totalsByType(history.events).toSorted((one, other) => size(other.change) - size(one.change));
  const change = add(...totals.map((one) => one.change));
  const way = change === '0' ? 'same' : isPositive(change) ? 'up' : 'down';
  return (
    <p>
      <strong>
        {t(`reasons.${way}`, {
          n: history.points.length,
          quantity: f.quantity(isPositive(change) ? change : negate(change)),
        })}
      </strong>{' '}
      {totals
        .map(({ type, change: of, count }) =>
          t('reasons.type', { type: t(`movements.${type}`), change: f.change(of), count }),
        )
        .join(', ')}
      .
    </p>
  );
}

export function Outlook({ view, course }: { view: ItemViewAnswer; course: readonly ForecastDay[] }) {
  const { item, metrics } = view;
  const days = daysToNothing(course);
  const hasBand = course[0]?.low !== undefined;
  if (course.length === 0) return null;
  return (
    <p>
      {t('outlook.if')}{' '}
      <Opens
        name={t('outlook')}
        why={() => (
          <>
            <Sum
              rows={[
                [t('outlook.today'), `${f.quantity(metrics.availableQuantity)} ${item.unit}`],
                [t('outlook.perDay'), `− ${f.quantity(metrics.dailyVelocity)}`],
                hasBand && [t('outlook.deviation'), `± ${f.about(metrics.dailyDeviation)}`],
              ]}
            />
            <p>{t(hasBand ? 'outlook.band' : 'outlook.noBand', { n: FEWEST_DAYS_WITH_SALES })}</p>
            <p className="soft">{t('outlook.rule')}</p>
          </>
        )}
      >
        {days === undefined
          ? t('outlook.lasts', { n: course.length - 1 })
          : t('outlook.ends', { day: f.shortDay(daysAfter(metrics.windowLastDay, days)) })}
      </Opens>
      .
    </p>
  );
}

export interface LevelOutlookProps {
  view: ItemViewAnswer;
  moving: MovingLevel;
  facts: LevelFacts;
}

export function LevelOutlook({ view, moving, facts }: LevelOutlookProps) {
  const { unit } = view.item;
  const today = view.metrics.windowLastDay;
  const { level, undo, refusal } = moving;
  const { daysToOrder, reserveDays, moneyBound } = levelEffect(level, facts);
  const suggested = suggestedLevel(facts);
  const reported = [
    daysToOrder !== undefined &&
      (daysToOrder === 0 ? t('level.now') : t('level.order', { day: f.shortDay(daysAfter(today, daysToOrder)) })),
    reserveDays !== undefined &&
      (reserveDays.startsWith('-')
        ? t('level.short', { n: f.about(negate(reserveDays)) })
        : t('level.reserve', { n: f.about(reserveDays) })),
    moneyBound !== undefined && t('level.bound', { money: f.money(moneyBound) }),
  ].filter((part) => part !== false);
  return (
    <div className="row level-outlook">
      {isPositive(level) && (
        <p role="status">
          <Opens
            name={t('reorder.level')}
            why={() => (
              <>
                <Sum
                  rows={[
                    [t('reorder.level'), `${f.quantity(level)} ${unit}`],
                    [t('level.inLeadTime', { n: facts.leadTime }), `− ${facts.leadTime} × ${f.quantity(facts.perDay)}`],
                    [t('why.perDay'), `÷ ${f.quantity(facts.perDay)}`],
                    reserveDays !== undefined && [
                      t('level.reserveName'),
                      `${f.about(reserveDays)} ${t('days', { n: f.about(reserveDays) })}`,
                      true,
                    ],
                  ]}
                />
                <p className="soft">{t('level.boundRule')}</p>
                {suggested !== undefined && (
                  <p>
                    {t('level.suggestedRule', {
                      quantity: f.quantity(suggested),
                      deviation: f.about(facts.deviation),
                      n: facts.leadTime,
                      perDay: f.quantity(facts.perDay),
                    })}
                  </p>
                )}
              </>
            )}
          >
            {t('level.with', { quantity: f.quantity(level), unit })}
          </Opens>
          {reported.length > 0 && `: ${reported.join('; ')}.`}
        </p>
      )}
      {undo ? (
        <Button size="small" onClick={undo} text={t('level.undo')} />
      ) : (
        suggested !== undefined &&
        !isPositive(level) && (
          <Button size="small" needs="operator" onClick={() => moving.onSave(suggested)}>
            {t('level.use', { quantity: f.quantity(suggested), unit })}
          </Button>
        )
      )}
      <Refusal problem={refusal} />
    </div>
  );
}
