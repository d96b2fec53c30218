// A sale of a till is never to be filed, and a person says why.
import { DiscardTillSale } from '../../api/counter.ts';
import { askButton } from '../../parts/ask.tsx';
import { f, t } from '../../texts/speech.ts';

type DiscardButtonProps = { id: string; amount: string; onDone?(): void };

export const DiscardButton = ({ id, amount, onDone }: DiscardButtonProps) =>
  askButton(`${t('discard.do')}…`, {
    ...{ title: t('discard.title', { amount: f.money(amount) }), about: t('discard.about') },
    ...{ action: t('discard.do'), tone: 'danger solid', look: { size: 'small', needs: 'operator' } },
    draft: `discard${id}`,
    fields: [{ name: 'reason', label: t('discard.reason'), kind: 'long', isNeeded: true }],
    ...{ mutation: DiscardTillSale, variables: ({ reason }) => ({ id, reason: reason! }), ...(onDone && { onDone }) },
  });
