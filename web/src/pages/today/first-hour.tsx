// The first hour of a company: what is left to do until its first authorized invoice, why, and where one gets it.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { FirstHourAnswer } from '../../api/answers.ts';
import { FirstHour } from '../../api/today.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { serviceNow } from '../../clock.ts';
import { About } from '../../parts/about.tsx';
import { Answered } from '../../parts/answered.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { fitRoll, QrCode } from '../../parts/roll.tsx';
import { stored } from '../../stored.ts';
import { f, t } from '../../texts/speech.ts';

const PRINTED_AS = 'folio.printer';

type Tenant = NonNullable<FirstHourAnswer['tenant']>;

export const FirstHourCard = () => (
  <Answered answer={useAnswer(FirstHour, {})} rows={6}>
    {({ tenant, ...data }) => tenant && <Steps tenant={tenant} data={data} />}
  </Answered>
);

function Steps({ tenant, data }: { tenant: Tenant; data: Omit<FirstHourAnswer, 'tenant'> }) {
  // Kept by this machine, as a printer is.
  const [isPrinted, setPrinted] = useState(() => stored(() => localStorage.getItem(PRINTED_AS)) === 'true');
  const [isPrinting, setPrinting] = useState(false);
  const has = (list: { records: readonly object[] }): boolean => list.records.length > 0;
  const hasPac = tenant.pacCompanyId !== null && tenant.pacCredentialsRefusedAt === null;
  // Services have no stock.
  const hasStock = has(data.movements) || (has(data.items) && !has(data.goods));
  // An imported past was sold elsewhere.
  const hasSold = data.newest.records.some(({ mode }) => mode !== 'DGI_IMPORT');
  const steps = [
    { name: 'company', to: '/settings/company', isDone: tenant.ruc !== null },
    { name: 'pac', to: '/settings/company', isDone: hasPac },
    { name: 'items', to: '/settings/import?what=items', isDone: has(data.items) },
    { name: 'stock', to: '/settings/import?what=stock', isDone: hasStock },
    { name: 'printer', isDone: isPrinted },
    { name: 'sale', to: '/counter', isDone: hasSold },
  ] as const;
  return (
    <Card
      title={t('first.title')}
      tools={
        <span className="soft small">
          {t('first.progress', { done: steps.filter(({ isDone }) => isDone).length, count: steps.length })}
        </span>
      }
    >
      <p className="soft">{t('first.about')}</p>
      <ol className="today-work first-hour">
        {steps.map((step) => (
          <li key={step.name} className={step.isDone ? 'is-done' : undefined}>
            <Icon name={step.isDone ? 'check' : 'next'} />
            <div>
              {'to' in step ? (
                <TextLink to={step.to}>{t(`first.${step.name}`)}</TextLink>
              ) : (
                <span className="strong">{t('first.printer')}</span>
              )}
              {step.isDone ? (
                <About>{t(step.name === 'printer' ? 'first.printed' : 'first.done')}</About>
              ) : (
                <>
                  <About>{t(`first.${step.name}Text`)}</About>
                  {step.name === 'items' && <TextLink to="/items">{t('first.itemsTyped')}</TextLink>}
                  {step.name === 'printer' && (
                    <Button size="small" onClick={() => setPrinting(true)} text={t('first.print')} />
                  )}
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      {isPrinting && (
        <TestSlip
          tenant={tenant}
          onPrinted={() => {
            stored(() => localStorage.setItem(PRINTED_AS, 'true'));
            setPrinted(true);
            setPrinting(false);
          }}
        />
      )}
    </Card>
  );
}

/** Letters that a printer of the wrong code page spoils, a line as wide as the paper, and a code. */
function TestSlip({ tenant: { name, ruc, dv }, onPrinted }: { tenant: Tenant; onPrinted: () => void }): ReactNode {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => fitRoll(page.current!));
  useEffect(() => {
    window.print();
    onPrinted();
  }, []);
  return (
    <article ref={page} className="receipt roll" aria-label={t('first.slip')}>
      <header>
        <strong>{name}</strong>
        {ruc !== null && `RUC ${ruc} DV ${dv ?? ''}`}
      </header>
      <h2>{t('first.slip')}</h2>
      <p className="box">ÁÉÍÓÚ áéíóú Ññ Üü ¿? ¡! B/. 1,234.50</p>
      <p>
        {f.instant(new Date(serviceNow()).toISOString())}
        <br />
        {t('first.slipText')}
      </p>
      <footer>
        <QrCode text="https://dgi-fep.mef.gob.pa" />
      </footer>
    </article>
  );
}
