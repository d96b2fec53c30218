// A sale of a till is never to be filed, and a person says why.
import { DiscardTillSale } from '../../api/counter.ts';
import { useAsk } from '../../parts/use-ask.tsx';
import { useWords } from '../../texts/use-words.tsx';

export function DiscardButton({ id, amount, onDone }: { id: string; amount: string; onDone(): void }) {
  const { t, f } = useWords();
  const { button, dialog } = useAsk(onDone);
  return (
    <>
      {button(
        `${t('discard.do')}…`,
        {
          ...{ title: t('discard.title', { amount: f.money(amount) }), about: t('discard.about') },
          ...{ action: t('discard.do'), tone: 'danger solid', mutation: DiscardTillSale },
          fields: [{ name: 'reason', label: t('discard.reason'), kind: 'long', isNeeded: true }],
          variables: ({ reason }) => ({ id, reason: reason! }),
        },
        { size: 'small', needs: 'operator' },
      )}
      {dialog}
    </>
  );
}
