// Asked before this browser is left while sales wait in it or were refused: they are sent at once, and where all are it leaves by itself.
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { add } from '../format/decimal.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { currentCompany } from '../session.ts';
import { f, t } from '../texts/speech.ts';
import { actsOf, changeSale, salesOf, useKept, type KeptSale } from './kept-sales.ts';
import { reportSales } from './report-sales.ts';

export function Leaving({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  const [client, company, all] = [useClient(), currentCompany()!, useKept()];
  const sales = all && salesOf(all);
  const acts = actsOf(all).filter(({ state }) => state === 'waiting' || state === 'refused').length;
  const [isBusy, setBusy] = useState(false);
  const ofState = (state: KeptSale['state']) => (sales ?? []).filter((kept) => kept.state === state);
  const count = sales && ofState('waiting').length + ofState('refused').length + acts;
  useEffect(() => {
    if (count === 0) onLeave();
    for (const { id } of ofState('waiting')) void changeSale(company, id, () => ({ heldUntil: 0 }));
  }, [count]);
  if (!count) return null;
  const label = (word: 'nav.unsent' | 'nav.refused', some: readonly KeptSale[]): string =>
    some.length === 0 ? '' : `${t(word, { n: some.length })} · ${f.money(add('0', ...some.map(({ due }) => due)))}. `;
  const leave = async (): Promise<void> => {
    setBusy(true);
    await reportSales(client, company, true);
    window.onbeforeunload = null;
    onLeave();
  };
  return (
    <FormDialog
      title={t('leaving.title')}
      action={t('leaving.do')}
      tone="danger solid"
      doing={{ isBusy, refusal: undefined }}
      onSubmit={() => void leave()}
      onClose={onStay}
    >
      <p className="strong">
        {label('nav.unsent', ofState('waiting')) + label('nav.refused', ofState('refused'))}
        {acts > 0 && t('nav.unsentTill', { n: acts })}
      </p>
      <p>{t('leaving.about', { company: company.tenantName })}</p>
    </FormDialog>
  );
}
