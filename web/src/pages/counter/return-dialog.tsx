// A sale that came back: found by its slip, taken back whole or in part, or exchanged for the sale on the screen; and any slip printed again.
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import type { PaymentMethod, ReturnSaleInput, ReturnTotalsAnswer, SaleToReturnAnswer } from '../../api/answers.ts';
import { ReturnSale, ReturnTotals, SaleToReturn } from '../../api/counter.ts';
import { useAct } from '../../api/use-act.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { aboveZero, compare, isPositive, readDecimal, subtract } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField, NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import { PaymentParts, readParts, typedPart } from '../../parts/payment-parts.tsx';
import { Segments } from '../../parts/segments.tsx';
import { LegalChip } from '../../parts/status.tsx';
import { withCents } from '../../rules/sale.ts';
import { slipOfNote, slipOfSale, type Slip, type SoldInvoice } from '../../rules/slip.ts';
import type { Company } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';
import { CreditLine } from '../invoice/credit-line.tsx';
import { useCredited } from '../invoice/use-credited.ts';
import { Receipt, type Paper } from './receipt.tsx';

/** The sale on the screen, for which another one may be exchanged. */
export interface Basket {
  due: string;
  order: Pick<NonNullable<ReturnSaleInput['exchange']>, 'lines' | 'discount'>;
}

export interface ReturnDialogProps {
  /** Scanned already. */
  code: string;
  basket: Basket | undefined;
  company: Company;
  paper: Paper;
  /** The basket has become an invoice. */
  onExchanged(): void;
  onClose(): void;
}

export function ReturnDialog(props: ReturnDialogProps) {
  const [code, setCode] = useState(props.code);
  const [typed, setTyped] = useState('');
  // Another code is another question, which knows nothing of the answer before.
  return <Search key={code} {...props} {...{ code, typed, setTyped }} onAsk={() => setCode(typed.trim())} />;
}

function Search(props: ReturnDialogProps & { typed: string; setTyped(typed: string): void; onAsk(): void }) {
  const { code, typed, setTyped, onAsk, onClose } = props;
  const answer = useSlips(code);
  if (code !== '' && answer.state === 'here')
    return <Found key={answer.data.saleToReturn.invoice.id} {...props} found={answer.data} />;
  return (
    <FormDialog
      title={t('return.title')}
      action={t('return.find')}
      doing={{ isBusy: code !== '' && !answer.problem, refusal: answer.problem }}
      onSubmit={() => {
        if (typed.trim() === code) answer.again();
        else onAsk();
      }}
      onClose={onClose}
    >
      <TextField
        label={t('return.code')}
        note={t('return.codeNote')}
        autoFocus
        value={typed}
        onType={setTyped}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  );
}

/** Asked again while a document of it is on its way to the PAC. */
const useSlips = (code: string) =>
  useAnswer(
    SaleToReturn,
    { code },
    {
      pause: code === '',
      everyMs: ({ saleToReturn: { invoice } }) =>
        [invoice, ...invoice.credits].some(({ submissionState }) => submissionState === 'PENDING') ? 1500 : null,
    },
  );

type FoundProps = ReturnDialogProps & { found: SaleToReturnAnswer };

function Found(props: FoundProps) {
  const { found, company, paper, onClose } = props;
  const { invoice, problem } = found.saleToReturn;
  const [slip, setSlip] = useState<Slip>();
  const [done, setDone] = useState<{ noteId: string; exchange: string | undefined }>();
  const noteId = done?.noteId;
  useEffect(() => {
    if (slip) window.print();
  }, [slip]);
  const note = invoice.credits.find(({ id }) => id === noteId);
  const slips = <Slips found={found} onPrint={setSlip} />;
  const printed = slip && <Receipt {...slip} company={{ ...company, ...found.tenant }} paper={paper} />;
  return (
    <>
      {problem === null && noteId === undefined ? (
        <ReturnForm {...props} onDone={(noteId, exchange) => setDone({ noteId, exchange })}>
          {slips}
        </ReturnForm>
      ) : (
        <Dialog title={t('return.ofSale', { number: invoice.number })} isWide onClose={onClose}>
          <div className="form">
            {noteId === undefined && problem !== null && <Note tone="wait" icon="alert" isNews text={problem} />}
            {note && <Done {...{ note, found }} />}
            {slips}
            {done?.exchange !== undefined && <ExchangeSlips number={done.exchange} onPrint={setSlip} />}
            <div className="form-actions">
              <Button tone="primary" onClick={onClose} text={t('close')} />
            </div>
          </div>
        </Dialog>
      )}
      {printed}
    </>
  );
}

/** Money that the cashier hands over now. */
function Done({ note, found }: { note: SoldInvoice['credits'][number]; found: SaleToReturnAnswer }) {
  const { parts } = slipOfNote(found, note).kept.sale;
  return (
    <div className="counter-done" role="status">
      <span className="soft">{t('return.done', { number: note.number })}</span>
      {parts.map(({ method, amount }, at) => (
        <div key={at}>
          <span className="soft">{t('return.give', { method: t(`method.${method}`) })}</span>
          <output>{f.money(amount)}</output>
        </div>
      ))}
      {parts.length === 0 && <span>{t('return.giveNothing')}</span>}
    </div>
  );
}

/** The sale for which it was exchanged, and its change. */
function ExchangeSlips({ number, onPrint }: { number: string; onPrint(slip: Slip): void }) {
  const { data } = useSlips(number);
  if (!data) return null;
  const { change } = data.saleToReturn.invoice;
  return (
    <>
      {isPositive(change) && (
        <p className="strong">
          {t('pay.change')} {f.money(change)}
        </p>
      )}
      <Slips found={data} onPrint={onPrint} />
    </>
  );
}

/** The sale and its notes: each may be printed again. */
function Slips({ found, onPrint }: { found: SaleToReturnAnswer; onPrint(slip: Slip): void }) {
  const { invoice } = found.saleToReturn;
  const slips = [
    { ...invoice, slip: () => slipOfSale(found) },
    ...invoice.credits.map((note) => ({ ...note, slip: () => slipOfNote(found, note) })),
  ];
  return (
    <ul className="records">
      {slips.map(({ slip, ...document }) => (
        <li key={document.id}>
          <span>
            <span className="strong">{document.number}</span>{' '}
            <span className="soft small">
              {f.instant(document.issuedAt)} · {f.money(document.total)}
            </span>
          </span>
          <span className="row">
            <LegalChip {...{ document }} />
            <Button
              size="small"
              icon="file"
              aria-label={t('return.print', { number: document.number })}
              onClick={() => onPrint(slip())}
              text={t('counter.print')}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

type Way = 'money' | 'credit' | 'exchange';

/** How much of each line comes back, and whether it can be sold again. */
function useReturned({ lines }: SoldInvoice) {
  const [damaged, setDamaged] = useState<Record<string, boolean>>({});
  return {
    ...useCredited(lines),
    isDamaged: (id: string): boolean => damaged[id] === true,
    check: (id: string, isDamaged: boolean): void => setDamaged({ ...damaged, [id]: isDamaged }),
  };
}

interface ReturnFormProps extends FoundProps {
  onDone(noteId: string, exchange: string | undefined): void;
  children: ReactNode;
}

/** The lines that come back, what is given for them, and how. */
function useReturn({ code, found, basket, onDone, onExchanged }: ReturnFormProps) {
  const { invoice } = found.saleToReturn;
  const returned = useReturned(invoice);
  const { chosen } = returned;
  const [reason, setReason] = useState(() => t('return.usualReason'));
  const [way, setWay] = useState<Way>(basket ? 'exchange' : 'money');
  const [amounts, setAmounts] = useState<Partial<Record<PaymentMethod, string>>>({});
  const [parts, setParts] = useState<ReturnType<typeof typedPart>[]>();
  const act = useAct(ReturnSale, ['Invoice', 'SaleToReturn', 'ItemInventory'], { draft: `return${invoice.id}` });
  const inputs = useDeferredValue(chosen);
  const answer = useAnswer(ReturnTotals, { code, lines: inputs }, { pause: inputs.length === 0 });
  const totals = inputs.length > 0 && answer.state === 'here' ? answer.data.saleToReturn : undefined;
  const isChanging = answer.state === 'here' && answer.isChanging;
  const back = totals?.back ?? '0';
  const rest = basket ? subtract(basket.due, back) : '0';
  const due = aboveZero(rest);
  const split = parts ?? [typedPart(due)];
  const paid = isPositive(due) ? readParts(split) : [];
  const refunds = (totals?.methods ?? [])
    .map(({ method, amount }) => ({ method, amount: readDecimal(amounts[method] ?? amount) ?? '' }))
    .filter(({ amount }) => amount !== '0');
  const enter = async (): Promise<void> => {
    const input: ReturnSaleInput = {
      ...{ invoiceId: invoice.id, reason: reason.trim() },
      lines: chosen.map((one) => ({ ...one, isDamaged: returned.isDamaged(one.invoiceLineId) })),
      ...(way === 'money' && { refunds }),
      ...(way === 'credit' && { refunds: [] }),
      ...(way === 'exchange' && basket && { exchange: { ...basket.order, payments: paid ?? [] } }),
    };
    const done = await act.act({ input });
    if (!done) return;
    if (way === 'exchange') onExchanged();
    onDone(done.returnSale.credit.id, done.returnSale.exchange?.number);
  };
  const because = (): string | undefined => {
    if (chosen.length === 0) return t('return.nothing');
    if (reason.trim() === '') return t('isNeeded');
    // The money of other lines, or none, would go back with these.
    if (!totals || isChanging) return t('loading');
    return way === 'exchange' && !paid ? t('pay.aboveZero') : undefined;
  };
  return {
    ...{ ...returned, totals, back, rest, due, split, setParts, reason, setReason, way, setWay, amounts, setAmounts },
    ...{ act, enter, isChanging, because: because(), problem: inputs.length > 0 ? answer.problem : undefined },
  };
}

function ReturnForm(props: ReturnFormProps) {
  const { found, basket, onClose, children } = props;
  const { invoice } = found.saleToReturn;
  const form = useReturn(props);
  const ways: [Way, string][] = [
    ['money', t('return.money')],
    ['credit', t('return.credit')],
  ];
  if (basket) ways.push(['exchange', t('return.exchange', { due: f.money(basket.due) })]);
  return (
    <FormDialog
      {...{ onClose, because: form.because, doing: form.act }}
      title={t('return.ofSale', { number: invoice.number })}
      isWide
      action={t(form.way === 'exchange' ? 'return.doExchange' : 'return.do')}
      onSubmit={() => void form.enter()}
    >
      <p className="soft">
        {invoice.client.name} · {f.instant(invoice.issuedAt)} · {f.money(invoice.total)}
      </p>
      <ul className="credit-lines return-lines">
        {form.lines.map(({ line, left, typed, wrong }) => (
          <CreditLine
            key={line.id}
            {...{ line, left, value: typed, wrong }}
            onFocus={({ target }) => target.select()}
            onType={(text) => form.type(line.id, text)}
          >
            <CheckField
              label={t('return.damaged')}
              checked={form.isDamaged(line.id)}
              onCheck={(isChecked) => form.check(line.id, isChecked)}
            />
          </CreditLine>
        ))}
      </ul>
      <div className="spread">
        <Button size="small" onClick={form.typeAll} text={t('credit.everything')} />
        <span aria-live="polite" className={form.isChanging ? 'changing' : undefined}>
          {t('return.note')} <span className="strong">{f.money(form.totals?.total ?? '0')}</span>
        </span>
      </div>
      <TextField label={t('credit.reason')} maxLength={1000} value={form.reason} onType={form.setReason} />
      <Segments<Way> label={t('return.way')} value={form.way} onChoose={form.setWay} options={ways} />
      <div aria-live="polite" className="stack">
        {form.totals && <WayBack {...form} totals={form.totals} client={invoice.client.name} />}
      </div>
      <Refusal problem={form.problem} />
      {children}
    </FormDialog>
  );
}

type Totals = ReturnTotalsAnswer['saleToReturn'];

/** For what comes back: money by its methods, a credit that stays, or what is still to be paid of the exchange. */
function WayBack({ totals, client, ...form }: ReturnType<typeof useReturn> & { totals: Totals; client: string }) {
  const { back, way, rest } = form;
  return (
    <>
      {compare(back, totals.total) < 0 && (
        <p className="soft">{t('return.debt', { amount: f.money(subtract(totals.total, back)) })}</p>
      )}
      {way === 'money' &&
        totals.methods.map(({ method, most, amount }) => (
          <NumberField
            key={method}
            label={t('return.by', { method: t(`method.${method}`), most: f.money(most) })}
            value={form.amounts[method] ?? withCents(amount)}
            onType={(text) => form.setAmounts({ ...form.amounts, [method]: text })}
          />
        ))}
      {way === 'credit' && <p>{t('return.stays', { amount: f.money(back), client })}</p>}
      {way === 'exchange' && (
        <p className="strong">
          {isPositive(rest)
            ? t('return.pays', { amount: f.money(rest) })
            : t('return.getsBack', { amount: f.money(rest.replace('-', '')) })}
        </p>
      )}
      {way === 'exchange' && isPositive(form.due) && (
        <PaymentParts due={form.due} parts={form.split} leavesFocus onChange={form.setParts} />
      )}
    </>
  );
}
