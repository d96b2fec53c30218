// Numbers, money and dates as Panama writes them, in the time zone of the business.
import { isPositive } from './decimal.ts';

export type Language = 'es' | 'en';

export interface Formats {
  /** B/. 1,234.50 */
  money(value: string): string;
  /** 1,234.50, for columns whose heading says that it is money. */
  amount(value: string): string;
  /** +B/. 12.00, −B/. 3.00 */
  moneyChange(value: string): string;
  /** 1,234.5 */
  quantity(value: string): string;
  /** +12, −3: how much came or went. */
  change(value: string): string;
  /** With at most one digit after the point, for what is an estimate anyway. */
  about(value: string | number): string;
  /** 21 nov 2026 */
  day(instantOrDate: string): string;
  /** 21 de noviembre */
  longDay(instantOrDate: string): string;
  /** 21 nov */
  shortDay(instantOrDate: string): string;
  /** lunes, 21 nov */
  weekday(instantOrDate: string): string;
  /** nov 2026 */
  month(instant: string): string;
  /** octubre de 2026 */
  longMonth(day: string): string;
  /** 21 nov 2026, 3:04 p. m. */
  instant(value: string): string;
  /** 3:04:05 p. m. */
  time(value: string): string;
  /** 3:04 p. m. */
  clock(value: string): string;
  /** hace 3 horas */
  ago(value: string, now: number): string;
  /** 2 h 5 min */
  span(seconds: number): string;
  percent(value: string): string;
}

const LOCALE = { es: 'es-PA', en: 'en' } as const;
const MINUS = '−';

/** A calendar day has no time zone; an instant falls on a day of the tenant's. */
const isCalendarDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

export function formatsFor(language: Language, timeZone: string): Formats {
  const locale = LOCALE[language];
  // The balboa is written alike in both languages.
  const money = new Intl.NumberFormat('es-PA', { style: 'currency', currency: 'PAB' });
  const amount = new Intl.NumberFormat('es-PA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const quantity = new Intl.NumberFormat('es-PA', { maximumFractionDigits: 6 });
  const about = new Intl.NumberFormat('es-PA', { maximumFractionDigits: 1 });
  const onDay = (options: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    const calendar = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (value: string) => (isCalendarDay(value) ? calendar : local).format(new Date(value));
  };
  const instant = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hour12: true, timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  const exact = (format: Intl.NumberFormat, value: string): string =>
    format.format(value as Intl.StringNumericLiteral).replace('-', MINUS);
  return {
    money: (value) => exact(money, value),
    amount: (value) => exact(amount, value),
    moneyChange: (value) => (isPositive(value) ? '+' : '') + exact(money, value),
    quantity: (value) => exact(quantity, value),
    change: (value) => (isPositive(value) ? '+' : '') + exact(quantity, value),
    about: (value) => exact(about, String(value)),
    day: onDay({ day: 'numeric', month: 'short', year: 'numeric' }),
    longDay: onDay({ day: 'numeric', month: 'long' }),
    shortDay: onDay({ day: 'numeric', month: 'short' }),
    weekday: onDay({ weekday: 'long', day: 'numeric', month: 'short' }),
    month: onDay({ month: 'short', year: 'numeric' }),
    longMonth: onDay({ month: 'long', year: 'numeric' }),
    instant: (value) => instant.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    clock: onDay({ hour: 'numeric', minute: '2-digit', hour12: true }),
    ago: (value, now) => {
      const [amount, unit] = inUnits((Date.parse(value) - now) / 1000);
      return relative.format(amount, unit);
    },
    span,
    percent: (value) => `${exact(about, value)} %`,
  };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function inUnits(seconds: number): [number, 'day' | 'hour' | 'minute' | 'second'] {
  for (const [unit, length] of UNITS) if (Math.abs(seconds) >= length) return [Math.trunc(seconds / length), unit];
  return [Math.trunc(seconds), 'second'];
}

function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  if (minutes > 0) return `${minutes} min`;
  return `${whole} s`;
}
