/** Prints a session of a till: its Z, or the X of an open one, on a roll of 80 mm or on letter paper; the same session gives the same bytes. */
import { PAYMENT_METHODS } from '../fiscal/payment-methods.ts';
import { compare, type Decimal } from '../platform/decimal.ts';
import { makePdf, twoDigits as money } from '../platform/pdf.ts';
import type { Tenant } from '../tenancy/index.ts';
import type { Report, Session } from './report.ts';

export const PAPERS = {
  roll: { width: 227, margin: 12, size: 8 },
  letter: { width: 612, margin: 54, size: 11 },
} as const;

/** A title, or a label with what stands at the right. */
type Row = readonly [label: string, value?: string];

const KINDS: Readonly<Record<string, string>> = {
  INVOICE: 'Facturas',
  CREDIT_NOTE: 'Notas de crédito',
  DEBIT_NOTE: 'Notas de débito',
};

const isNone = (amount: Decimal | null): boolean => amount === null || compare(amount, '0') === 0;

export function rowsOfPaper(tenant: Tenant, till: string, session: Session, report: Report): Row[] {
  const at = (instant: Date): string =>
    new Intl.DateTimeFormat('es-PA', { timeZone: tenant.timeZone, dateStyle: 'medium', timeStyle: 'short' })
      .format(instant)
      .replaceAll(/\s/g, ' ');
  const documents = report.documents.flatMap(({ kind, mode, first, last, ...sum }): Row[] => [
    [`${KINDS[kind] ?? kind}${mode === 'PROFORM' ? ' (proforma)' : ''}`, String(sum.count)],
    ['  De – a', first === last ? first : `${first} – ${last}`],
    ...(sum.ended > 0 ? [['  Anuladas o rechazadas', String(sum.ended)] as const] : []),
    ['  Subtotal', money(sum.subtotal)],
    ...(sum.taxes ?? []).map(({ rate, base, tax }): Row =>
      isNone(rate) ? ['  Exento', money(base)] : [`  ITBMS ${rate} % de ${money(base)}`, money(tax)],
    ),
    ['  ITBMS', money(sum.tax)],
    ['  Total', money(sum.total)],
  ]);
  const methods = report.methods.flatMap(
    ({ method, received, returned, earlier, expected, counted, difference }): Row[] => [
      [PAYMENT_METHODS[method].es],
      ...(method === 'CASH' ? [['  Fondo inicial', money(session.opening_float)] as const] : []),
      ['  Cobrado', money(received)],
      ...(isNone(returned) ? [] : [['  Devuelto', `-${money(returned)}`] as const]),
      ...(isNone(earlier) ? [] : [['  De una caja anterior', `-${money(earlier)}`] as const]),
      ...(method === 'CASH'
        ? ([
            ['  Entradas', money(report.paidIn)],
            ['  Salidas', isNone(report.paidOut) ? money('0') : `-${money(report.paidOut)}`],
          ] as const)
        : []),
      ['  Esperado', money(expected)],
      ...(counted === null ? [] : [['  Contado', money(counted)] as const]),
      ...(isNone(difference)
        ? []
        : [
            [compare(difference!, '0') > 0 ? '  Sobrante' : '  Faltante', money(difference!.replace('-', ''))] as const,
          ]),
    ],
  );
  return [
    [tenant.name],
    [tenant.ruc === null ? '' : `RUC ${tenant.ruc} DV ${tenant.dv ?? ''}`],
    [session.number === null ? 'CORTE X' : `CIERRE Z N.º ${session.number}`],
    ['Caja', till],
    ['Cajero', session.opened_by],
    ['Apertura', at(session.opened_at)],
    ...(session.closed_at
      ? ([
          ['Cierre', at(session.closed_at)],
          ['Cerró', session.closed_by ?? ''],
        ] as const)
      : []),
    [''],
    ['DOCUMENTOS'],
    ...documents,
    [''],
    ['COBROS'],
    ...methods,
    ...(session.explanation === null ? [] : ([[''], ['Explicación'], [session.explanation]] as const)),
  ];
}

export function printZ(rows: readonly Row[], paper: keyof typeof PAPERS, madeAt: Date): Promise<Buffer> {
  const { width, margin, size } = PAPERS[paper];
  const line = size * 1.5;
  // A roll is as long as what stands on it; letter paper goes on with the next page.
  const height = paper === 'roll' ? 2 * margin + (rows.length + 8) * line : 792;
  const [[title], [author]] = [rows[2]!, rows[0]!];
  return makePdf({ title, author, madeAt, lang: 'es-PA', size: [width, height], margin }, (pdf) => {
    pdf.fontSize(size);
    for (const [label, value] of rows) {
      pdf.font(value === undefined ? 'Helvetica-Bold' : 'Helvetica');
      if (value === undefined) pdf.text(label === '' ? ' ' : label, margin);
      else {
        const top = pdf.y;
        pdf.text(value, margin, top, { width: width - 2 * margin, align: 'right' });
        const below = pdf.y;
        pdf.text(label, margin, top, { width: (width - 2 * margin) * 0.6 });
        pdf.y = Math.max(below, pdf.y);
      }
    }
  });
}
