// Acts at a till: a person opens it, puts cash in or takes it out, counts it, and closes it by a Z. Each is kept here before it is filed.
import { useState } from 'react';
import { DENOMINATIONS, type Denomination } from '../../../../src/fiscal/denominations.ts';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import type { MyTillAnswer } from '../../api/answers.ts';
import { newId } from '../../api/new-key.ts';
import { tillsOf } from '../../api/places.ts';
import { keepAct } from '../../counter/kept-sales.ts';
import { forgetDraft } from '../../draft.ts';
import { compare, readDecimal } from '../../format/decimal.ts';
import { Button, type ButtonProps } from '../../parts/button.tsx';
import { EditDialog, type EditDialogProps, type Typed } from '../../parts/edit-form.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { sumOfPieces, type TillAct } from '../../rules/till-day.ts';
import { currentCompany } from '../../session.ts';
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
const amountOf = (text = ''): string => readDecimal(text) ?? '0';

const piecesOf = (typed: Typed) =>
  CASH.filter((name) => typed[name]?.trim() && isPieces(typed[name])).map((denomination) => ({
    denomination,
    pieces: Number(typed[denomination]),
  }));

type Asked = Pick<EditDialogProps, 'about' | 'fields' | 'record'> & {
  look?: Pick<ButtonProps, 'tone'>;
  done: string;
  act(typed: Typed): TillAct;
};

/** Buttons of the till, and the dialog that is open. */
export function useTillActs(sessionId?: string) {
  const { t, f } = useWords();
  const tell = useTell();
  const [asked, setAsked] = useState<Asked & { title: string }>();
  const [isBusy, setBusy] = useState(false);
  const close = (): void => setAsked(undefined);
  const keep = async ({ title, act, done }: Asked & { title: string }, typed: Typed): Promise<void> => {
    setBusy(true);
    await keepAct(currentCompany()!, sessionId ?? newId(), act(typed)).finally(() => setBusy(false));
    forgetDraft(`ask ${title}`);
    tell(done);
    close();
  };
  const button = (title: string, wanted: Asked) => (
    <Button {...wanted.look} onClick={() => setAsked({ title, ...wanted })} text={title} />
  );
  const amount = (name: string, label: string, typed: Typed) => ({
    ...{ name, label, kind: 'decimal' as const, isNeeded: true, input: { autoFocus: true } },
    wrong: !isAmount(typed[name]) && t('till.amountWrong'),
  });
  const { look: _, done: __, act: ___, ...dialog } = asked ?? ({} as Asked & { title: string });
  return {
    dialog: asked && (
      <EditDialog
        {...dialog}
        key={asked.title}
        action={asked.title}
        draft={`ask ${asked.title}`}
        doing={{ isBusy, refusal: undefined }}
        onSubmit={(typed) => keep(asked, typed)}
        onClose={close}
      />
    ),
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
        done: t('till.opened'),
        act: ({ point, openingFloat }) => ({ does: 'open', pointId: point || null, float: amountOf(openingFloat) }),
      });
    },
    move: (kind: 'IN' | 'OUT') =>
      button(t(`till.move.${kind}`), {
        ...{ about: t(`till.moveAbout.${kind}`), record: { amount: '', reason: '' } },
        fields: (typed) => [
          amount('amount', t('till.amount'), typed),
          { name: 'reason', label: t('till.reason'), isNeeded: true },
        ],
        done: t('till.moved'),
        act: ({ amount: typed, reason = '' }) => ({
          ...{ does: 'move', kind, amount: amountOf(typed), reason: reason.trim() },
        }),
      }),
    count: () =>
      button(t('till.countDo'), {
        ...{ about: t('till.countAbout'), record: {} },
        fields: (typed) => [
          ...pairs(CASH).map((pair) =>
            pair.map((name) => ({
              ...{ name, label: t(`till.piece.${name}`), input: { inputMode: 'numeric' as const } },
              wrong: !isPieces(typed[name]) && t('till.piecesWrong'),
            })),
          ),
          { own: <p className="strong">{t('till.cashSum', { sum: f.money(sumOfPieces(piecesOf(typed))) })}</p> },
          ...pairs(OTHERS).map((pair) =>
            pair.map((name) => ({
              ...{ name, label: t(`method.${name}`), kind: 'decimal' as const },
              wrong: !isAmount(typed[name]) && t('till.amountWrong'),
            })),
          ),
        ],
        done: t('till.countedNow'),
        act: (typed) => ({
          ...{ does: 'count', cash: piecesOf(typed) },
          others: OTHERS.filter((name) => typed[name]?.trim()).map((method) => ({
            ...{ method, amount: amountOf(typed[method]) },
          })),
        }),
      }),
    close: (isEven: boolean) =>
      button(t('till.closeDo'), {
        ...{ look: { tone: 'primary' }, about: t('till.closeAbout'), record: { explanation: '' } },
        fields: [{ name: 'explanation', label: t('till.explanation'), kind: 'long', isNeeded: !isEven }],
        done: t('till.closed'),
        act: ({ explanation }) => ({ does: 'close', explanation: explanation?.trim() || null }),
      }),
  };
}
