/** Prints a purchase order for its supplier, on letter paper: what is ordered at which cost, and where it is to be delivered. */
import { sql } from 'kysely';
import { findSupplier } from '../catalog/index.ts';
import { add, fractionDigits, multiply, roundMoney, type Decimal } from '../platform/decimal.ts';
import { makePdf, twoDigits, type Pdf, type PdfPages } from '../platform/pdf.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { findPurchaseOrder, type PurchaseOrder } from './purchase-orders.ts';

const WORDS = {
  es: {
    ...{ title: 'ORDEN DE COMPRA', date: 'Fecha', supplier: 'Proveedor', place: 'Lugar de entrega', by: 'Hecha por' },
    ...{ sku: 'Código', name: 'Descripción', quantity: 'Cantidad', unit: 'Unidad', cost: 'Costo', amount: 'Importe' },
    ...{ total: 'Total sin impuestos', page: 'Página', phone: 'Tel.' },
    ...{ CANCELED: 'CANCELADA: no la despache', CLOSED: 'CERRADA: no despache lo que falta' },
  },
  en: {
    ...{ title: 'PURCHASE ORDER', date: 'Date', supplier: 'Supplier', place: 'Deliver to', by: 'Ordered by' },
    ...{ sku: 'Code', name: 'Description', quantity: 'Quantity', unit: 'Unit', cost: 'Cost', amount: 'Amount' },
    ...{ total: 'Total without taxes', page: 'Page', phone: 'Phone' },
    ...{ CANCELED: 'CANCELED: do not deliver', CLOSED: 'CLOSED: do not deliver what is missing' },
  },
} as const;

export type PaperLanguage = keyof typeof WORDS;

interface LineOfPaper {
  sku: string;
  name: string;
  quantity: Decimal;
  unit: string;
  unit_cost: Decimal;
  location_id: string;
}

interface Place {
  id: string;
  name: string;
  address: string | null;
  telephone: string | null;
}

export interface PurchasePaper {
  order: Pick<PurchaseOrder, 'number' | 'status' | 'created_by' | 'created_at'>;
  supplier: { name: string; ruc: string | null };
  company: { name: string; ruc: string | null; dv: string | null };
  day: string;
  lines: readonly LineOfPaper[];
  places: readonly Place[];
}

export async function readPaper(db: TenantDb, id: string): Promise<PurchasePaper> {
  const order = await findPurchaseOrder(db, id);
  const { rows: lines } = await sql<LineOfPaper>`
    select item.sku, item.name, line.quantity, coalesce(line.unit, item.unit) as unit, line.unit_cost, line.location_id
    from purchase_order_lines line
    join items item on item.tenant_id = line.tenant_id and item.id = line.item_id
    where line.tenant_id = ${db.tenant.id} and line.purchase_order_id = ${id}
    order by line.line_number`.execute(db);
  const { rows: places } = await sql<Place>`
    select location.id, location.name, office.address, office.telephone
    from locations location
    left join offices office on office.tenant_id = location.tenant_id and office.id = location.office_id
    where location.tenant_id = ${db.tenant.id} and location.id = any (${[...new Set(lines.map((line) => line.location_id))]}::uuid[])
    order by location.name, location.id`.execute(db);
  const { name, ruc } = await findSupplier(db, order.supplier_id);
  return {
    order,
    supplier: { name, ruc },
    company: db.tenant,
    day: localDay(db.tenant.timeZone, order.created_at),
    lines,
    places,
  };
}

const LEFT = 54;
const RIGHT = 558;
const BOTTOM = 720;
/** Columns of the table: left edge, width, and at which side their text stands. */
const COLUMNS = [
  ['sku', LEFT, 90, 'left'],
  ['name', LEFT + 96, 186, 'left'],
  ['quantity', LEFT + 286, 54, 'right'],
  ['unit', LEFT + 346, 50, 'left'],
  ['cost', LEFT + 390, 52, 'right'],
  ['amount', LEFT + 444, 60, 'right'],
] as const;

type Cells = Readonly<Record<(typeof COLUMNS)[number][0], string>>;

export function printPurchaseOrder(paper: PurchasePaper, language: PaperLanguage): Promise<Buffer> {
  const { order, supplier, company, lines, places } = paper;
  const words = WORDS[language];
  const pages: PdfPages = {
    ...{
      title: `${words.title} ${order.number}`,
      author: company.name,
      madeAt: order.created_at,
      lang: language === 'es' ? 'es-PA' : 'en',
    },
    ...{ size: [612, 792], margin: LEFT, keepsPages: true },
  };
  return makePdf(pages, (pdf) => {
    head(pdf, paper, language);
    pdf.moveDown(0.8);
    tableHead(pdf, words);
    let section: string | undefined;
    for (const line of lines) {
      const place = places.find(({ id }) => id === line.location_id);
      const cells = {
        ...{ sku: line.sku, name: line.name, quantity: grouped(line.quantity), unit: line.unit },
        ...{ cost: costOf(line.unit_cost), amount: grouped(twoDigits(multiply(line.quantity, line.unit_cost))) },
      };
      const isNext = places.length > 1 && section !== line.location_id;
      if (pdf.y + heightOf(pdf, cells) + (isNext ? 20 : 0) > BOTTOM) {
        pdf.addPage();
        tableHead(pdf, words);
      }
      if (isNext) {
        section = line.location_id;
        pdf
          .font('Helvetica-Bold')
          .text(`${words.place}: ${place?.name ?? ''}`, LEFT, pdf.y + 4)
          .font('Helvetica');
        pdf.y += 2;
      }
      row(pdf, cells);
    }
    if (pdf.y + 40 > BOTTOM) pdf.addPage();
    rule(pdf);
    const amounts = lines.map((line) => roundMoney(multiply(line.quantity, line.unit_cost)));
    const total = grouped(twoDigits(add('0', ...amounts)));
    pdf
      .font('Helvetica-Bold')
      .text(`${words.total}   B/. ${total}`, LEFT, pdf.y + 4, { width: RIGHT - LEFT, align: 'right' });
    const { count } = pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      pdf.switchToPage(page);
      const foot = `${order.number} · ${supplier.name} · ${words.page} ${page + 1}/${count}`;
      // Below the margin, where a line would else begin another page.
      pdf.page.margins.bottom = 0;
      pdf
        .font('Helvetica')
        .fontSize(8)
        .text(foot, LEFT, 750, { width: RIGHT - LEFT, align: 'center', lineBreak: false });
    }
  });
}

function head(pdf: Pdf, { order, supplier, company, day, places }: PurchasePaper, language: PaperLanguage): void {
  const words = WORDS[language];
  const taxNumber = (ruc: string | null, dv?: string | null) => (ruc ? [`RUC ${ruc}${dv ? ` DV ${dv}` : ''}`] : []);
  pdf.font('Helvetica-Bold').fontSize(14).text(company.name);
  pdf.font('Helvetica').fontSize(10);
  for (const text of taxNumber(company.ruc, company.dv)) pdf.text(text);
  pdf.moveDown().font('Helvetica-Bold').fontSize(13).text(`${words.title} ${order.number}`);
  if (order.status === 'CANCELED' || order.status === 'CLOSED') pdf.fontSize(12).text(words[order.status]);
  pdf.font('Helvetica').fontSize(10).moveDown(0.4);
  pdf.text(`${words.date}: ${day}`).text(`${words.by}: ${order.created_by}`);
  pdf.moveDown(0.6).font('Helvetica-Bold').text(words.supplier).font('Helvetica').text(supplier.name);
  for (const text of taxNumber(supplier.ruc)) pdf.text(text);
  pdf.moveDown(0.6).font('Helvetica-Bold').text(words.place).font('Helvetica');
  for (const { name, address, telephone } of places)
    pdf.text([name, address, telephone && `${words.phone} ${telephone}`].filter(Boolean).join(' · '));
}

function tableHead(pdf: Pdf, words: Cells): void {
  pdf.font('Helvetica-Bold').fontSize(9);
  row(pdf, words);
  rule(pdf);
  pdf.font('Helvetica');
}

/** A unit cost keeps the digits that it has: a tenth of a cent is money in a thousand pieces. */
const costOf = (cost: Decimal): string => grouped(fractionDigits(cost) > 2 ? cost : twoDigits(cost));

/** With commas between thousands. */
const grouped = (amount: string): string => amount.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const heightOf = (pdf: Pdf, cells: Cells): number =>
  Math.max(...COLUMNS.map(([name, , width]) => pdf.heightOfString(cells[name] || ' ', { width }))) + 4;

function row(pdf: Pdf, cells: Cells): void {
  const top = pdf.y + 2;
  const height = heightOf(pdf, cells);
  for (const [name, left, width, align] of COLUMNS) pdf.text(cells[name], left, top, { width, align });
  pdf.y = top - 2 + height;
  pdf.x = LEFT;
}

function rule(pdf: Pdf): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).stroke();
}
