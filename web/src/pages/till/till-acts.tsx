// Acts at a till: a person opens it, puts cash in or takes it out, counts it, and closes it by a Z.
import { useState } from 'react';
import { DENOMINATIONS, type Denomination } from '../../../../src/fiscal/denominations.ts';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import { newId } from '../../api/new-key.ts';
import { tillsOf } from '../../api/places.ts';
import { CloseTill, CountTill, MoveTillCash, OpenTill } from '../../api/tills.ts';
import type { MyTillAnswer } from '../../api/answers.ts';
import { useKeptSales } from '../../counter/kept-sales.ts';
import { add, compare, multiply, readDecimal } from '../../format/decimal.ts';
import type { Typed } from '../../parts/edit-form.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { useWords } from '../../texts/use-words.tsx';

const CASH = Object.keys(DENOMINATIONS) as Denomination[];
const OTHERS = PAYING_METHODS.filter((method) => method !== 'CASH');
/** Two columns. */
const pairs = <One,>(all: readonly One[]): One[][] =>
  all.flatMap((_, at) => (at % 2 === 0 ? [all.slice(at, at + 2)] : []));

const isPieces = (text = ''): boolean => /^\d{0,5}$/.test(text.trim());
const isAmount = (text = ''): boolean => {
  const read = text.trim() === '' ? '0' : readDecimal(text);
  return read !== undefined && compare(read, '0') >= 0;
};

/** Sum of the typed pieces. */
const sumOf = (typed: Typed): string =>
  add(
    '0',
    ...CASH.map((one) => (isPieces(typed[one]) ? multiply(DENOMINATIONS[one], typed[one]?.trim() || '0') : '0')),
  );

/** Buttons of the till, and the dialog that is open; each thing that is done has an id of its own, also when it is sent again. */
export function useTillActs(again: () => void) {
  const { t, f } = useWords();
  const [id, renew] = useState(newId);
  const unsent = (useKeptSales() ?? []).filter(({ state }) => state === 'waiting').length;
  const { button, dialog } = useAsk(() => {
    renew(newId());
    again();
  });
  const said = () => ({ saidAt: new Date().toISOString() });
  const touches = ['TillSession', 'TillSessionPage'];
  const amount = (name: string, label: string, typed: Typed) => ({
    ...{ name, label, kind: 'decimal' as const, isNeeded: true, input: { autoFocus: true } },
    wrong: !isAmount(typed[name]) && t('till.amountWrong'),
  });
  return {
    dialog,
    open: (offices: MyTillAnswer['offices']) => {
      const points = tillsOf(offices);
      return button(t('till.open'), {
        ...{
          look: { tone: 'primary' },
          about: t('till.openAbout'),
          record: { point: points[0]?.[0] ?? '', openingFloat: '' },
        },
        fields: (typed) => [
          points.length > 1 && { name: 'point', label: t('till.till'), options: points },
          amount('openingFloat', t('till.float'), typed),
        ],
        ...{ mutation: OpenTill, touches, done: t('till.opened') },
        variables: ({ point, openingFloat }) => ({
          ...{ id, billingPointId: point || null, openingFloat: readDecimal(openingFloat ?? '') ?? '', ...said() },
        }),
      });
    },
    move: (kind: 'IN' | 'OUT', sessionId: string) =>
      button(t(`till.move.${kind}`), {
        ...{ about: t(`till.moveAbout.${kind}`), record: { amount: '', reason: '' } },
        fields: (typed) => [
          amount('amount', t('till.amount'), typed),
          { name: 'reason', label: t('till.reason'), isNeeded: true },
        ],
        ...{ mutation: MoveTillCash, touches, done: t('till.moved') },
        variables: ({ amount: typed, reason }) => ({
          ...{ id, sessionId, kind, amount: readDecimal(typed ?? '') ?? '', reason: reason?.trim() ?? '', ...said() },
        }),
      }),
    count: (sessionId: string) =>
      button(t('till.countDo'), {
        ...{ about: t('till.countAbout'), record: {} },
        fields: (typed) => [
          ...pairs(CASH).map((pair) =>
            pair.map((name) => ({
              ...{ name, label: t(`till.piece.${name}`), input: { inputMode: 'numeric' as const } },
              wrong: !isPieces(typed[name]) && t('till.piecesWrong'),
            })),
          ),
          { own: <p className="strong">{t('till.cashSum', { sum: f.money(sumOf(typed)) })}</p> },
          ...pairs(OTHERS).map((pair) =>
            pair.map((name) => ({
              ...{ name, label: t(`method.${name}`), kind: 'decimal' as const },
              wrong: !isAmount(typed[name]) && t('till.amountWrong'),
            })),
          ),
        ],
        ...{ mutation: CountTill, touches, done: t('till.countedNow') },
        variables: (typed) => ({
          ...{ id, sessionId, ...said() },
          cash: CASH.filter((name) => typed[name]?.trim()).map((denomination) => ({
            denomination,
            pieces: Number(typed[denomination]),
          })),
          others: OTHERS.filter((name) => typed[name]?.trim()).map((method) => ({
            method,
            amount: readDecimal(typed[method]!)!,
          })),
        }),
      }),
    close: (sessionId: string, isEven: boolean) =>
      button(t('till.closeDo'), {
        // A sale that this till still sends would come after the Z.
        look: { tone: 'primary', because: unsent > 0 ? t('nav.unsent', { n: unsent }) : undefined },
        ...{ about: t('till.closeAbout'), record: { explanation: '' } },
        fields: [{ name: 'explanation', label: t('till.explanation'), kind: 'long', isNeeded: !isEven }],
        ...{ mutation: CloseTill, touches, done: t('till.closed') },
        variables: ({ explanation }) => ({ sessionId, explanation: explanation?.trim() || null, ...said() }),
      }),
  };
}
