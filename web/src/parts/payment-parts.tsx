// How a sale is paid: one method or several, what is given back of the cash, and what is left on credit.
import { useLayoutEffect, useRef } from 'react';
import { isCash, isTerm, METHODS, PAYMENT_METHODS, PAYING_METHODS } from '../../../src/fiscal/payment-methods.ts';
import type { PaymentMethod, PaymentPartInput } from '../api/answers.ts';
import { isPositive, readDecimal, roundMoney } from '../format/decimal.ts';
import { paidBy } from '../rules/sale.ts';
import { f, t } from '../texts/speech.ts';
import { NumberField, TextField } from './field.tsx';
import './payment-parts.css';
import { Tool } from './tool.tsx';

export interface TypedPart {
  method: PaymentMethod;
  amount: string;
  /** Days of credit; empty: until the due day of the order. */
  days: string;
  reference: string;
}

/** A typed reference is sent only where it is visible. */
const hasReference = (method: PaymentMethod): boolean => !isTerm(method) && !isCash(method);

/** The method of a payment that is made at once. */
export const methodField = () => ({
  ...{ name: 'method', label: t('pay.method') },
  options: PAYING_METHODS.map((one) => [one, t(`method.${one}`)] as const),
});

export const typedPart = (amount: string): TypedPart => ({ method: 'CASH', amount, days: '30', reference: '' });

/** Undefined where an amount or the days of a credit will not do. */
export function readParts(parts: readonly TypedPart[], dueDate: string | null = null): PaymentPartInput[] | undefined {
  const read = parts.flatMap(({ method, amount, days, reference }) => {
    const value = readDecimal(amount);
    const isCredit = isTerm(method);
    if (value === undefined || !isPositive(value) || roundMoney(value) !== value) return [];
    const isDueDay = days === '' && dueDate !== null;
    if (isCredit && !isDueDay && !/^\d{1,4}$/.test(days)) return [];
    return [
      {
        method,
        amount: value,
        ...(isCredit && !isDueDay && { days: Number(days) }),
        reference: (hasReference(method) && reference.trim()) || null,
      },
    ];
  });
  return read.length === parts.length ? read : undefined;
}

export interface PaymentPartsProps {
  due: string;
  parts: readonly TypedPart[];
  /** The due day of the order. */
  dueDate?: string | null;
  /** True where the parts are only one section of the dialog. */
  leavesFocus?: boolean;
  onChange(parts: TypedPart[]): void;
}

export function PaymentParts({ due, parts, dueDate = null, leavesFocus = false, onChange }: PaymentPartsProps) {
  // An open dialog gives a field that comes later no focus by itself, and what is typed next would go into the part before: also what
  // is typed before the browser has painted.
  const last = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (leavesFocus && parts.length === 1) return;
    const amount = last.current?.querySelector<HTMLInputElement>('.form-row input');
    amount?.focus();
    amount?.select();
  }, [parts.length, leavesFocus]);
  const read = readParts(parts, dueDate);
  const { rest, change: back, isTooMuch } = paidBy(read ?? [], due);
  return (
    <div className="payment-parts">
      {parts.map((part, index) => (
        <div key={index} className="stack" ref={index === parts.length - 1 ? last : null}>
          <PaymentPart
            {...{ part, dueDate }}
            onChange={(next) => onChange(parts.map((one, at) => (at === index ? { ...one, ...next } : one)))}
            onRemove={parts.length > 1 ? () => onChange(parts.filter((_one, at) => at !== index)) : undefined}
          />
        </div>
      ))}
      <div className="spread change" role="status">
        <span>
          {t(!read ? 'pay.unreadable' : isTooMuch ? 'pay.onlyCash' : isPositive(rest) ? 'pay.missing' : 'pay.change')}
        </span>
        {read && (
          <span className={isTooMuch || isPositive(rest) ? undefined : 'good-text'}>
            {f.money(isTooMuch || isPositive(rest) ? rest.replace('-', '') : back)}
          </span>
        )}
      </div>
    </div>
  );
}

interface PaymentPartProps {
  part: TypedPart;
  dueDate: string | null;
  onChange(part: Partial<TypedPart>): void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}

const PaymentPart = ({ part, dueDate, onChange, onRemove }: PaymentPartProps) => (
  <>
    <div className="methods" role="group" aria-label={t('pay.method')}>
      {METHODS.map((method) => (
        <button
          key={method}
          type="button"
          tabIndex={-1}
          aria-pressed={part.method === method}
          aria-keyshortcuts={PAYMENT_METHODS[method].key}
          onClick={() => onChange({ method })}
        >
          <kbd>{PAYMENT_METHODS[method].key}</kbd> {t(`method.${method}`)}
        </button>
      ))}
    </div>
    <div className="form-row">
      <NumberField
        label={t('pay.amount')}
        value={part.amount}
        onFocus={({ target }) => target.select()}
        onKeyDown={(event) => {
          const method = METHODS.find((one) => PAYMENT_METHODS[one].key === event.key.toUpperCase());
          if (!method || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          onChange({ method });
        }}
        onType={(amount) => onChange({ amount })}
      />
      {isTerm(part.method) && (
        <NumberField
          label={t('pay.days')}
          value={part.days}
          note={part.days === '' && dueDate !== null ? t('pay.dueDay', { day: f.day(dueDate) }) : undefined}
          onType={(days) => onChange({ days })}
        />
      )}
      {hasReference(part.method) && (
        <TextField
          label={t('pay.reference')}
          maxLength={200}
          value={part.reference}
          onType={(reference) => onChange({ reference })}
        />
      )}
      {onRemove && <Tool icon="cross" label={t('remove', { name: t(`method.${part.method}`) })} onClick={onRemove} />}
    </div>
  </>
);
