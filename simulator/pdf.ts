/** Prints a document as the CAFE: one page with issuer, receiver, lines, totals, CUFE and QR code; the same document gives the same bytes. */
// oxlint-disable-next-line import/no-named-as-default -- the package's types know the default export only
import PDFDocument from 'pdfkit';
import { Big } from 'big.js';
import { encode } from 'uqr';
import { qrAddress } from './answers.ts';
import type { SimulatedDocument } from './documents.ts';
import { percentOf } from './totals.ts';

const MARGIN = 40;
const WIDTH = 612;
const RIGHT = WIDTH - MARGIN;
const LINE_HEIGHT = 13;
// Lines that fit between the receiver and the totals; the rest of a long document is counted, not printed.
const PRINTED_LINES = 24;

// The standard fonts know no more; anything else would come out as other letters.
const UNPRINTABLE = /[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€]/gu;

const TITLES = {
  INVOICE: 'COMPROBANTE AUXILIAR DE FACTURA ELECTRÓNICA',
  CREDIT_NOTE: 'COMPROBANTE AUXILIAR DE NOTA DE CRÉDITO ELECTRÓNICA',
  DEBIT_NOTE: 'COMPROBANTE AUXILIAR DE NOTA DE DÉBITO ELECTRÓNICA',
};

const PAYMENT_METHODS: Record<string, string> = {
  '01': 'Crédito',
  '02': 'Efectivo',
  '03': 'Tarjeta de crédito',
  '04': 'Tarjeta de débito',
  '05': 'Tarjeta de fidelización',
  '06': 'Vale de devolución',
  '07': 'Tarjeta de regalo',
  '08': 'Transferencia o depósito',
  '99': 'Otra',
};

const RECEIVER_TYPES: Record<string, string> = {
  '01': 'Contribuyente',
  '02': 'Consumidor final',
  '03': 'Gobierno',
  '04': 'Extranjero',
};

const COLUMNS = [
  { title: 'No.', x: MARGIN, width: 28, align: 'left' },
  { title: 'Código', x: 70, width: 66, align: 'left' },
  { title: 'Descripción', x: 138, width: 152, align: 'left' },
  { title: 'Cant.', x: 292, width: 44, align: 'right' },
  { title: 'P. unitario', x: 338, width: 52, align: 'right' },
  { title: 'Desc.', x: 392, width: 46, align: 'right' },
  { title: 'ITBMS', x: 440, width: 56, align: 'right' },
  { title: 'Total', x: 498, width: RIGHT - 498, align: 'right' },
] as const;

export function printDocument(document: SimulatedDocument, { showsStatus = false } = {}): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [WIDTH, 792],
    margin: 0,
    lang: 'es-PA',
    info: {
      Title: `CAFE ${document.numeration}`,
      Subject: document.cufe,
      Author: document.issuer.name,
      Producer: 'Simulador de PAC',
      Creator: 'Simulador de PAC',
      // The clock stays out of it: a page that is printed twice is the same file.
      CreationDate: new Date(document.issueDate),
    },
  });
  const printed = collect(pdf);
  const write = writerOn(pdf);
  drawHead(pdf, write, document);
  const belowLines = drawLines(pdf, write, document);
  drawTotals(write, document, belowLines + 10);
  drawFoot(pdf, write, document);
  if (showsStatus) write(`Estado: ${document.legalStatus}`, MARGIN, 740, 300, { size: 9 });
  pdf.end();
  return printed;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

interface Style {
  size?: number;
  isBold?: boolean;
  align?: 'left' | 'right' | 'center';
}
type Write = (text: string, x: number, y: number, width: number, style?: Style) => void;

// Every text is one line at a fixed place, cut where its column ends: nothing can push the page into a second one.
function writerOn(pdf: PDFKit.PDFDocument): Write {
  return (text, x, y, width, { size = 8, isBold = false, align = 'left' } = {}) => {
    pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    const line = text.replaceAll(/\s+/g, ' ').trim().replaceAll(UNPRINTABLE, '?');
    let shown = line;
    while (shown !== '' && pdf.widthOfString(shown) > width) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`;
    const free = width - pdf.widthOfString(shown);
    const indent = align === 'right' ? free : align === 'center' ? free / 2 : 0;
    if (shown !== '') pdf.text(shown, x + indent, y, { lineBreak: false });
  };
}

function drawHead(pdf: PDFKit.PDFDocument, write: Write, document: SimulatedDocument): void {
  const { issuer, submission } = document;
  const { receiver } = submission;
  write(issuer.name, MARGIN, 36, 330, { size: 14, isBold: true });
  write(`RUC: ${issuer.ruc}  DV: ${issuer.dv}`, MARGIN, 56, 330);
  write(`Sucursal: ${issuer.branchCode}  Punto de facturación: ${document.billingPoint}`, MARGIN, 68, 330);
  write(`Número: ${document.numeration}`, 380, 38, RIGHT - 380, { size: 11, isBold: true, align: 'right' });
  write(`Fecha de emisión: ${inPanama(document.issueDate)}`, 380, 56, RIGHT - 380, { align: 'right' });
  write('Ambiente de pruebas', 380, 68, RIGHT - 380, { align: 'right' });
  rule(pdf, 86);
  write(TITLES[document.kind], MARGIN, 93, RIGHT - MARGIN, { size: 11, isBold: true, align: 'center' });
  rule(pdf, 110);
  const kind = RECEIVER_TYPES[receiver.type] ?? receiver.type;
  write('Receptor', MARGIN, 118, 60, { isBold: true });
  write(receiver.name || kind, 104, 118, RIGHT - 104);
  write('RUC', MARGIN, 131, 60, { isBold: true });
  write(receiver.ruc ? `${receiver.ruc}  DV: ${receiver.checkDigit ?? ''}` : '—', 104, 131, 220);
  write('Tipo', 330, 131, 30, { isBold: true });
  write(kind, 362, 131, RIGHT - 362);
  write('Dirección', MARGIN, 144, 60, { isBold: true });
  write(receiver.address || '—', 104, 144, RIGHT - 104);
  const [original] = submission.references;
  if (original) {
    write('Referencia', MARGIN, 157, 60, { isBold: true });
    write(`${original.cufe} del ${inPanama(original.issueDate)}`, 104, 157, RIGHT - 104, { size: 7 });
  }
}

function drawLines(pdf: PDFKit.PDFDocument, write: Write, { submission }: SimulatedDocument): number {
  const { lines, totals } = submission;
  let y = 176;
  rule(pdf, y - 4);
  for (const { title, x, width, align } of COLUMNS) write(title, x, y, width, { isBold: true, align });
  y += LINE_HEIGHT;
  rule(pdf, y - 2);
  for (const [index, line] of lines.slice(0, PRINTED_LINES).entries()) {
    const { tax, total } = totals.lines[index]!;
    const cells = [
      line.number,
      line.code,
      line.description,
      line.quantity,
      money(line.price),
      money(line.discount),
      `${tax} (${percentOf(line.rate) ?? 0}%)`,
      total,
    ];
    for (const [column, { x, width, align }] of COLUMNS.entries()) write(cells[column]!, x, y + 1, width, { align });
    y += LINE_HEIGHT;
  }
  const unprinted = lines.length - PRINTED_LINES;
  if (unprinted > 0) {
    write(`… y ${unprinted} ${unprinted === 1 ? 'línea' : 'líneas'} más`, MARGIN, y + 1, RIGHT - MARGIN);
    y += LINE_HEIGHT;
  }
  rule(pdf, y + 2);
  return y;
}

function drawTotals(write: Write, { submission }: SimulatedDocument, top: number): void {
  const { totals, paymentMethods, retention } = submission;
  const paid = paymentMethods.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const sums = [
    { label: 'Total neto', amount: totals.net, isShown: true },
    { label: 'ISC', amount: totals.isc },
    { label: 'Otros impuestos', amount: totals.otherTax },
    { label: 'ITBMS', amount: totals.tax, isShown: true },
    { label: 'TOTAL B/.', amount: totals.total, isShown: true, isBold: true },
    { label: 'Vuelto', amount: paid.minus(totals.total).toFixed(2) },
    { label: 'ITBMS retenido', amount: retention },
  ].filter(({ amount, isShown = false }) => isShown || new Big(amount).gt(0));
  for (const [index, { label, amount, isBold = false }] of sums.entries()) {
    const style = { size: isBold ? 10 : 8, isBold, align: 'right' } as const;
    write(label, 380, top + index * LINE_HEIGHT, 100, style);
    write(amount, 482, top + index * LINE_HEIGHT, RIGHT - 482, style);
  }
  write('Forma de pago', MARGIN, top, 200, { isBold: true });
  for (const [index, { type, amount, description }] of paymentMethods.slice(0, 4).entries()) {
    const label = description || (PAYMENT_METHODS[type] ?? type);
    write(`${label}: ${money(amount)}`, MARGIN, top + (index + 1) * LINE_HEIGHT, 300);
  }
}

function drawFoot(pdf: PDFKit.PDFDocument, write: Write, document: SimulatedDocument): void {
  const top = 600;
  rule(pdf, top - 8);
  drawQr(pdf, qrAddress(document.cufe), MARGIN, top, 120);
  write('CUFE', 176, top + 8, 300, { isBold: true });
  write(document.cufe, 176, top + 21, RIGHT - 176, { size: 9 });
  write('Consulte este documento por su código QR o por su CUFE en', 176, top + 44, RIGHT - 176);
  write('https://dgi-fep.mef.gob.pa/Consultas/FacturasPorCUFE', 176, top + 56, RIGHT - 176);
  write('Emitido por el simulador de PAC. SIN VALOR FISCAL.', 176, top + 80, RIGHT - 176, { isBold: true });
  write('Los documentos electrónicos se conservan por 5 años.', 176, top + 93, RIGHT - 176);
}

// Dark squares in one row are drawn as one rectangle, and all of them in one fill, so that no viewer shows seams.
function drawQr(pdf: PDFKit.PDFDocument, text: string, left: number, top: number, edge: number): void {
  // Each of the eight masks can be read; to look for the best one takes a fifth of the page's time.
  const { size, data } = encode(text, { ecc: 'M', border: 0, maskPattern: 0 });
  const unit = edge / size;
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      let run = 1;
      while (row[x + run]) run++;
      pdf.rect(left + x * unit, top + y * unit, run * unit, unit);
      x += run - 1;
    }
  }
  pdf.fill('black');
}

function rule(pdf: PDFKit.PDFDocument, y: number): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke('#888888');
  pdf.fillColor('black');
}

// Two decimals, or as many as were given: a unit price may have more.
function money(amount: string): string {
  const [, decimals = ''] = amount.split('.');
  return new Big(amount).toFixed(Math.max(2, decimals.length));
}

function inPanama(instant: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(instant) ?? [];
  return day ? `${day}/${month}/${year} ${time}` : instant;
}
