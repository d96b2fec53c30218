// Acts at a till: a person opens it, puts cash in or takes it out, counts it, and closes it by a Z. Each is kept here before it is filed.
import { useLayoutEffect, useState } from 'react';
import { DENOMINATIONS, type Denomination } from '../../../../src/fiscal/denominations.ts';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import type { MyTillAnswer } from '../../api/answers.ts';
import { tillsOf } from '../../api/places.ts';
import { keepAct } from '../../counter/kept-sales.ts';
import { draftsWaiting, forgetDraft } from '../../draft.ts';
import { compare, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { EditDialog, type EditDialogProps, type FieldSpec, type Typed } from '../../parts/edit-form.tsx';
import { tell } from '../../parts/toasts.tsx';
import { sumOfPieces, type TillAct } from '../../rules/till-day.ts';
import { currentCompany } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';

const CASH = Object.keys(DENOMINATIONS) as Denomination[];
const OTHERS = PAYING_METHODS.filter((method) => method !== 'CASH');
/** Two columns. */
const pairs = <One,>(all: readonly One[]): One[][] =>
  all.flatMap((_, at) => (at % 2 === 0 ? [all.slice(at, at + 2)] : []));

const isPieces = (text = ''): boolean => /^\d{0,5}$/.test(text.trim());
const read = (text = ''): string | undefined => (text.trim() === '' ? '0' : readDecimal(text));
const isAmount = (text?: string): boolean => compare(read(text) ?? '-1', '0') >= 0;
const amountOf = (text = ''): string => readDecimal(text) ?? '0';

const piecesOf = (typed: Typed) =>
  CASH.filter((name) => typed[name]?.trim() && isPieces(typed[name])).map((denomination) => ({
    denomination,
    pieces: Number(typed[denomination]),
  }));

type TillForm = Pick<EditDialogProps, 'about' | 'fields' | 'record' | 'title' | 'tone'> & {
  /** In no language, which may change while what was typed is kept. */
  name: string;
  done: string;
  act(typed: Typed): TillAct;
};

/** Beginning of the names of its forms. */
const TILL = 'till';

/** Buttons of the till, and the dialog that is open. */
export function useTillActs(sessionId?: string) {
  const [form, setForm] = useState<TillForm>();
  const [isBusy, setBusy] = useState(false);
  const close = (): void => setForm(undefined);
  const ofSession = `${TILL}${sessionId ?? ''} `;
  const draftOf = (name: string): string => ofSession + name;
  // An act of another session, which is over, is not begun any more: also by a palette that is opened at once.
  useLayoutEffect(() => {
    for (const { form } of draftsWaiting()) if (form.startsWith(TILL) && !form.startsWith(ofSession)) forgetDraft(form);
  }, [ofSession]);
  const keep = async ({ name, act, done }: TillForm, typed: Typed): Promise<void> => {
    setBusy(true);
    await keepAct(currentCompany()!, sessionId, act(typed)).finally(() => setBusy(false));
    forgetDraft(draftOf(name));
    tell(done);
    close();
  };
  const button = (wanted: TillForm) => (
    <Button needs="cashier" tone={wanted.tone ?? 'plain'} onClick={() => setForm(wanted)} text={wanted.title} />
  );
  const { done: _, act: __, name, ...dialog } = form ?? ({} as TillForm);
  return {
    dialog: form && (
      <EditDialog
        {...dialog}
        key={name}
        action={form.title}
        draft={draftOf(name)}
        doing={{ isBusy, refusal: undefined }}
        onSubmit={(typed) => keep(form, typed)}
        onClose={close}
      />
    ),
    open: (offices: MyTillAnswer['offices']) => button(opening(tillsOf(offices))),
    move: (kind: 'IN' | 'OUT') => button(moving(kind)),
    count: () => button(counting()),
    close: (isEven: boolean) => button(closing(isEven)),
  };
}

const amountField = (name: string, label: string, typed: Typed): FieldSpec => ({
  ...{ name, label, kind: 'decimal', isNeeded: true, input: { autoFocus: true } },
  wrong: !isAmount(typed[name]) && t('till.amountWrong'),
});

const opening = (points: ReturnType<typeof tillsOf>): TillForm => ({
  ...{ title: t('till.open'), tone: 'primary', about: t('till.openAbout'), done: t('till.opened') },
  ...{ name: 'open', record: { point: points[0]?.[0] ?? '', openingFloat: '' } },
  fields: (typed) => [
    points.length > 1 && { name: 'point', label: t('till.till'), options: points },
    amountField('openingFloat', t('till.float'), typed),
  ],
  act: ({ point, openingFloat }) => ({ does: 'open', pointId: point || null, float: amountOf(openingFloat) }),
});

const moving = (kind: 'IN' | 'OUT'): TillForm => ({
  ...{ name: kind, title: t(`till.move.${kind}`), about: t(`till.moveAbout.${kind}`), done: t('till.moved') },
  record: { amount: '', reason: '' },
  fields: (typed) => [
    amountField('amount', t('till.amount'), typed),
    { name: 'reason', label: t('till.reason'), isNeeded: true },
  ],
  act: ({ amount, reason = '' }) => ({ does: 'move', kind, amount: amountOf(amount), reason: reason.trim() }),
});

const counting = (): TillForm => ({
  ...{ name: 'count', title: t('till.countDo'), about: t('till.countAbout'), record: {}, done: t('till.countedNow') },
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
        ...{ name, label: t(`method.${name}`), input: { inputMode: 'text' as const } },
        wrong: read(typed[name]) === undefined && t('till.countWrong'),
      })),
    ),
  ],
  act: (typed) => ({
    ...{ does: 'count', cash: piecesOf(typed) },
    others: OTHERS.filter((name) => typed[name]?.trim()).map((method) => ({ method, amount: amountOf(typed[method]) })),
  }),
});

const closing = (isEven: boolean): TillForm => ({
  ...{ title: t('till.closeDo'), tone: 'primary', about: t('till.closeAbout'), done: t('till.closed') },
  ...{ name: 'close', record: { explanation: '' } },
  fields: [{ name: 'explanation', label: t('till.explanation'), kind: 'long', isNeeded: !isEven }],
  act: ({ explanation }) => ({ does: 'close', explanation: explanation?.trim() || null }),
});
