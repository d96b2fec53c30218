// Acts of a till that are kept here: those on their way, and those that were refused, with the ways on.
import { changeSale, keptSales } from '../../counter/kept-sales.ts';
import { openDialog } from '../../parts/ask.tsx';
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { problemWords } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import type { KeptAct } from '../../rules/till-day.ts';
import { currentCompany, type Company } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';

/** Sales of a session that is never opened belong to the one that their person has open. */
async function discard(company: Company, { id, sessionId, act }: KeptAct): Promise<void> {
  for (const one of act.does === 'open' ? await keptSales(company) : [])
    if (one.state !== 'filed' && one.sale.tillSession === sessionId)
      await changeSale(company, one.id, ({ sale }) => ({ sale: { ...sale, tillSession: undefined } }));
  await changeSale(company, id, () => null);
}

export function KeptActs({ acts }: { acts: readonly KeptAct[] }) {
  const company = currentCompany()!;
  const left = acts.filter(({ state }) => state === 'waiting' || state === 'refused');
  if (left.length === 0) return null;
  const nameOf = ({ act }: KeptAct): string => t(`till.kept.${act.does === 'move' ? act.kind : act.does}`);
  const askDiscard = (one: KeptAct): void =>
    openDialog((onClose) => (
      <FormDialog
        title={`${t('till.keptDiscard')}: ${nameOf(one)}`}
        action={t('till.keptDiscard')}
        tone="danger solid"
        doing={{ isBusy: false, refusal: undefined }}
        onSubmit={() => void discard(company, one).then(onClose)}
        onClose={onClose}
      >
        <p>{t(one.act.does === 'open' ? 'till.keptDiscardOpen' : 'till.keptDiscardAbout')}</p>
      </FormDialog>
    ));
  const again = (id: string): void =>
    void changeSale<KeptAct>(company, id, () => ({ state: 'waiting', problem: undefined }));
  return (
    <Card title={t('till.keptTitle')}>
      <ul className="records">
        {left.map((one) => (
          <li key={one.id}>
            <span>
              <span className="strong">{nameOf(one)}</span>{' '}
              <span className="soft small">
                {f.instant(one.soldAt)}
                {one.madeBy !== company.userName && ` · ${one.madeBy}`}
              </span>
              {one.problem && (
                <span className="bad-text small block">
                  {t(problemWords(one.problem))} · {one.problem.message}
                </span>
              )}
            </span>
            <span className="row">
              <Chip
                tone={one.state === 'refused' ? 'bad' : 'wait'}
                text={t(one.state === 'refused' ? 'till.keptRefused' : 'till.keptWaiting')}
              />
              {one.state === 'refused' && (
                <>
                  <Button size="small" onClick={() => again(one.id)} text={t('again')} />
                  <Button size="small" onClick={() => askDiscard(one)} text={t('till.keptDiscard')} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
