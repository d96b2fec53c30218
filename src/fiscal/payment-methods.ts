// How one pays: the DGI's code of each method, its name, and the key that chooses it where an amount is typed. In the order in which they are offered.
interface Method {
  /** 99 is told with the name of the method. */
  code: string;
  key: string;
  es: string;
  en: string;
  /** Only cash gives change. A term says when a sale is paid, and pays nothing. */
  kind?: 'cash' | 'term';
}

const OTHER = '99';

export const PAYMENT_METHODS = {
  CASH: { code: '02', key: 'E', es: 'Efectivo', en: 'Cash', kind: 'cash' },
  DEBIT_CARD: { code: '04', key: 'D', es: 'Tarjeta de débito', en: 'Debit card' },
  CREDIT_CARD: { code: '03', key: 'T', es: 'Tarjeta de crédito', en: 'Credit card' },
  YAPPY: { code: OTHER, key: 'Y', es: 'Yappy', en: 'Yappy' },
  ACH: { code: '08', key: 'A', es: 'ACH', en: 'ACH' },
  BANK_TRANSFER: { code: '08', key: 'B', es: 'Transferencia', en: 'Bank transfer' },
  CHEQUE: { code: OTHER, key: 'C', es: 'Cheque', en: 'Check' },
  POINT_OF_SALE: { code: OTHER, key: 'U', es: 'Punto de pago', en: 'Payment point' },
  CREDIT: { code: '01', key: 'P', es: 'Crédito', en: 'On credit', kind: 'term' },
  GIFT_VOUCHER: { code: '07', key: 'V', es: 'Bono de regalo', en: 'Gift voucher' },
  RETURN_VOUCHER: { code: '06', key: 'N', es: 'Vale de devolución', en: 'Return voucher' },
  LOYALTY_CARD: { code: '05', key: 'L', es: 'Tarjeta de fidelidad', en: 'Loyalty card' },
  OTHER: { code: OTHER, key: 'O', es: 'Otro', en: 'Other' },
} as const satisfies Record<string, Method>;

export type PaymentMethod = keyof typeof PAYMENT_METHODS;

export const METHODS = Object.keys(PAYMENT_METHODS) as PaymentMethod[];

const methodOf = (method: PaymentMethod): Method => PAYMENT_METHODS[method];

export const isCash = (method: PaymentMethod): boolean => methodOf(method).kind === 'cash';
export const isTerm = (method: PaymentMethod): boolean => methodOf(method).kind === 'term';

/** In one document; the DGI's form has room for ten. */
export const MOST_PARTS = 10;

/** Methods that settle a debt. */
export const PAYING_METHODS = METHODS.filter((method) => !isTerm(method));

/** As the PAC is told it. */
export function paymentType(method: PaymentMethod): { type: string; description?: string } {
  const { code, es } = methodOf(method);
  return { type: code, ...(code === OTHER && { description: es }) };
}

/** A word for each, under `method.CASH` and so on. */
export function methodWords(language: 'es' | 'en'): Record<`method.${PaymentMethod}`, string> {
  const words = METHODS.map((method) => [`method.${method}`, PAYMENT_METHODS[method][language]]);
  return Object.fromEntries(words) as Record<`method.${PaymentMethod}`, string>;
}
