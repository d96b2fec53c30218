/** Makes PDFs: the same content gives the same bytes. */
// oxlint-disable-next-line import/no-named-as-default -- the package's types know the default export only
import PDFDocument from 'pdfkit';
import { roundMoney, type Decimal } from './decimal.ts';

export type Pdf = PDFKit.PDFDocument;

export interface PdfPages {
  title: string;
  author: string;
  madeAt: Date;
  lang: 'es-PA' | 'en';
  /** In points, as all lengths of a PDF. */
  size: readonly [width: number, height: number];
  margin: number;
  /** Left out: the first page is there when `draw` begins. */
  isWithoutPage?: boolean;
  /** So that what stands on all pages can be drawn at the end. */
  keepsPages?: boolean;
}

export function makePdf(pages: PdfPages, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const { title, author, madeAt, lang, margin } = pages;
  const pdf = new PDFDocument({
    ...{ size: [...pages.size], lang, margins: { top: margin, bottom: margin, left: margin, right: margin } },
    ...{ autoFirstPage: pages.isWithoutPage !== true, bufferPages: pages.keepsPages === true },
    info: { Title: title, Author: author, Producer: 'Folio', Creator: 'Folio', CreationDate: madeAt },
  });
  const made = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  draw(pdf);
  pdf.end();
  return made;
}

/** With two digits behind the point. */
export function twoDigits(amount: Decimal): string {
  const [whole, digits = ''] = roundMoney(amount).split('.');
  return `${whole!}.${digits.padEnd(2, '0')}`;
}
