// A sale of a till is never to be filed, and a person says why.
import { DiscardTillSale } from '../../api/counter.ts';
import { Button } from '../../parts/button.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { useWords } from '../../texts/use-words.tsx';
import { useMay } from '../../viewer.tsx';

export function DiscardButton({ id, amount, onDone }: { id: string; amount: string; onDone(): void }) {
  const { t, f } = useWords();
  const { ask, dialog } = useAsk(onDone);
  const discard = (): void =>
    ask({
      ...{ title: t('discard.title', { amount: f.money(amount) }), about: t('discard.about'), action: t('discard.do') },
      tone: 'danger solid',
      fields: [{ name: 'reason', label: t('discard.reason'), kind: 'long', isNeeded: true }],
      mutation: DiscardTillSale,
      variables: ({ reason }) => ({ id, reason: reason! }),
    });
  return (
    <>
      <Button size="small" because={useMay('operator') ? undefined : t('needs.operator')} onClick={discard}>
        {t('discard.do')}…
      </Button>
      {dialog}
    </>
  );
}
