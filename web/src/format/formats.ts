// Numbers, money and dates as Panama writes them, in the time zone of the business.
import { isPositive } from './decimal.ts';

export type Language = 'es' | 'en';

const LOCALE = { es: 'es-PA', en: 'en' } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const MINUS = '−';

/** A calendar day has no time zone; an instant falls on a day of the tenant's. */
const isCalendarDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

export function formatsFor(language: Language, timeZone: string) {
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
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  const exact = (format: Intl.NumberFormat, value: string): string =>
    format.format(value as Intl.StringNumericLiteral).replace('-', MINUS);
  return {
    /** B/. 1,234.50 */
    money: (value: string) => exact(money, value),
    /** 1,234.50, for columns whose heading says that it is money. */
    amount: (value: string) => exact(amount, value),
    /** +B/. 12.00, −B/. 3.00 */
    moneyChange: (value: string) => (isPositive(value) ? '+' : '') + exact(money, value),
    /** 1,234.5 */
    quantity: (value: string | number) => exact(quantity, String(value)),
    /** +12, −3: how much came or went. */
    change: (value: string) => (isPositive(value) ? '+' : '') + exact(quantity, value),
    /** With at most one digit after the point, for what is an estimate anyway. */
    about: (value: string | number) => exact(about, String(value)),
    /** 21 nov 2026 */
    day: onDay(DAY),
    /** 21 de noviembre */
    longDay: onDay({ day: 'numeric', month: 'long' }),
    /** 21 nov */
    shortDay: onDay({ day: 'numeric', month: 'short' }),
    /** lunes, 21 nov */
    weekday: onDay({ weekday: 'long', day: 'numeric', month: 'short' }),
    /** nov 2026 */
    month: onDay({ month: 'short', year: 'numeric' }),
    /** octubre de 2026 */
    longMonth: onDay({ month: 'long', year: 'numeric' }),
    /** 21 nov 2026, 3:04 p. m. */
    instant: onDay({ ...DAY, ...CLOCK }),
    /** 3:04:05 p. m. */
    time: onDay({ timeStyle: 'medium', hour12: true }),
    /** 3:04 p. m. */
    clock: onDay(CLOCK),
    /** hace 3 horas */
    ago: (value: string, now: number) => {
      const [amount, unit] = inUnits((Date.parse(value) - now) / 1000);
      return relative.format(amount, unit);
    },
    /** 2 h 5 min */
    span,
    percent: (value: string) => `${exact(about, value)} %`,
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
