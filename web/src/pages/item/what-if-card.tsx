// Another lead time, demand, price or ordering policy, replayed on the item's past year.
import { useEffect, useState } from 'react';
import type { ItemViewAnswer, WhatIfAnswer } from '../../api/answers.ts';
import { WhatIf } from '../../api/item.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { subtract } from '../../format/decimal.ts';
import { Answered } from '../../parts/answered.tsx';
import { Button } from '../../parts/button.tsx';
import { after } from '../../store.ts';
import { f, t } from '../../texts/speech.ts';
import type { WordKey } from '../../texts/words.ts';
import { ChartKey } from './chart-key.tsx';

type Replayed = NonNullable<WhatIfAnswer['whatIf']>;
type Outcome = Replayed['simulated'];
type Slider = 'leadTimeDays' | 'demandFactor' | 'price' | 'reorderLevel' | 'reorderQuantity';
type Values = Record<Slider, number>;

/** So long the sliders rest before it is asked. */
const REST_MS = 200;

export default function WhatIfBoard({ item, locationId }: { item: ItemViewAnswer['item']; locationId: string | null }) {
  const sliders = slidersOf(item);
  const own = Object.fromEntries(sliders.map(([name, , value]) => [name, value])) as Values;
  const [values, setValues] = useState(own);
  const settled = useRested(values);
  const answer = useAnswer(WhatIf, {
    id: item.id,
    locationId,
    leadTimeDays: settled.leadTimeDays,
    demandFactor: String(settled.demandFactor),
    price: String(settled.price),
    reorderLevel: String(settled.reorderLevel),
    reorderQuantity: String(settled.reorderQuantity),
  });
  const isOwn = sliders.every(([name, , value]) => values[name] === value);
  return (
    <div>
      <div className="sliders">
        {sliders.map(([name, label, , most, step, write]) => (
          <label key={name}>
            <span className="spread">
              {t(label)} <output className="strong">{write(values[name])}</output>
            </span>
            <input
              type="range"
              min={0}
              max={most}
              step={step}
              value={values[name]}
              aria-label={t(label)}
              aria-valuetext={write(values[name])}
              onChange={(event) => setValues({ ...values, [name]: Number(event.target.value) })}
            />
          </label>
        ))}
        <Button size="small" because={isOwn ? t('whatIf.isOwn') : undefined} onClick={() => setValues(own)}>
          {t('whatIf.reset')}
        </Button>
      </div>
      <Answered answer={answer} rows={6}>
        {({ whatIf }, className) =>
          whatIf && (
            <div className={className}>
              <Outcomes replayed={whatIf} />
              <Course days={whatIf.days} />
              <p className="soft small">
                {t('whatIf.rule', { n: whatIf.days.length, quantity: f.about(whatIf.wantedWhenOut) })}
              </p>
            </div>
          )
        }
      </Answered>
    </div>
  );
}

/** Each with its word, its own value, the most that is tried, a step, and how it is written. */
function slidersOf(item: ItemViewAnswer['item']) {
  const { leadTime, reorderLevel, reorderQuantity } = item.inventory;
  const price = Number(item.unitPrice);
  const roomy = Math.max(Number(reorderLevel), Number(reorderQuantity), 50) * 3;
  const units = (value: number): string => `${f.quantity(value)} ${item.unit}`;
  return [
    ['leadTimeDays', 'reorder.leadTime', leadTime, Math.max(30, leadTime * 3), 1, (n) => t('reorder.days', { n })],
    ['demandFactor', 'whatIf.demand', 1, 3, 0.1, (value) => `× ${f.about(value)}`],
    ['price', 'price', price, Math.ceil(price * 2), 0.01, (value) => f.money(String(value))],
    ['reorderLevel', 'reorder.level', Number(reorderLevel), roomy, 1, units],
    ['reorderQuantity', 'reorder.quantity', Number(reorderQuantity), roomy, 1, units],
  ] satisfies [Slider, WordKey, number, number, number, (value: number) => string][];
}

function Outcomes({ replayed: { actual, simulated } }: { replayed: Replayed }) {
  const money = (value: string | null): string => (value === null ? '—' : f.money(value));
  const rows = [
    ['daysShort', f.quantity, -1],
    ['unitsNotSold', f.about, -1],
    ['moneyNotSold', money, -1],
    ['averageStock', f.about, 0],
    ['averageMoneyBound', money, -1],
    ['ordersPlaced', f.quantity, 0],
    ['margin', money, 1],
  ] as const satisfies readonly [name: keyof Outcome, write: (value: string) => string, better: number][];
  return (
    <table className="what-if-table">
      <thead>
        <tr>
          <th>{t('whatIf.year')}</th>
          <th className="number">{t('whatIf.actual')}</th>
          <th className="number">{t('whatIf.simulated')}</th>
          <th className="number">{t('whatIf.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, write, better]) => {
          const [was, is] = [actual[name], simulated[name]];
          if (was === null || is === null) return null;
          const difference = subtract(String(is), String(was));
          const good = Math.sign(Number(difference)) * better;
          return (
            <tr key={name}>
              <td>{t(`whatIf.${name}`)}</td>
              <td className="number">{write(String(was))}</td>
              <td className="number strong">{write(String(is))}</td>
              <td className={good > 0 ? 'number good-text' : good < 0 ? 'number strong' : 'number soft'}>
                {difference === '0' ? '—' : (difference.startsWith('-') ? '' : '+') + write(difference)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const [WIDTH, HEIGHT] = [720, 110];

/** The stock as it was, and as it would have been. */
function Course({ days }: { days: Replayed['days'] }) {
  const most = Math.max(...days.flatMap(({ actual, simulated }) => [Number(actual), Number(simulated)]), 1);
  const steps = (read: (day: Replayed['days'][number]) => string): string =>
    days
      .map((day, at) => {
        const y = (HEIGHT - (Math.max(0, Number(read(day))) / most) * (HEIGHT - 4)).toFixed(1);
        return `${at === 0 ? `M0 ${y}` : `V${y}`}H${(((at + 1) / days.length) * WIDTH).toFixed(1)}`;
      })
      .join('');
  return (
    <figure className="what-if-course">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={steps(({ actual }) => actual)} className="was" />
        <path d={steps(({ simulated }) => simulated)} className="would-be" />
      </svg>
      <figcaption className="chart-legend">
        <ChartKey look="dash was" text={t('whatIf.actual')} />
        <ChartKey look="dash would-be" text={t('whatIf.simulated')} />
      </figcaption>
    </figure>
  );
}

/** The values once they have not moved for a moment. */
function useRested<T>(values: T): T {
  const [rested, setRested] = useState(values);
  useEffect(() => after(REST_MS, () => setRested(values)), [values]);
  return rested;
}
