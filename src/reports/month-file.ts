// The month as a file that it is filed from: the boxes of the return, each document, what does not count, and every number.
import { sql } from 'kysely';
import type { DocumentType } from '../fiscal/document-types.ts';
import { issuerAsFiled } from '../fiscal/cufe.ts';
import { ITBMS_PERCENTS } from '../fiscal/itbms.ts';
import type { LegalStatus } from '../fiscal/legal-status.ts';
import type { AuditedNumber, MonthState } from '../invoicing/index.ts';
import { addDays } from '../platform/days.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { sqlRow } from '../platform/sql.ts';
import { columnsOf, csvFile, xlsxFile, type Cells, type Sheet, type TableFormat } from '../platform/table-file.ts';
import type { OfTenant, TenantDb } from '../tenancy/index.ts';
import {
  declared,
  documentsWhere,
  fiscalMonth,
  issuedIn,
  linesOfDocuments,
  type Amounts,
  type DocumentsOfType,
  type FiscalMonth,
  type Month,
} from './fiscal-month.ts';

interface MonthDocument extends Amounts {
  id: string;
  number: string;
  documentType: DocumentType;
  kind: string;
  day: string;
  cufe: string | null;
  client: string;
  ruc: string | null;
  dv: string | null;
  /** Base by rate of the ITBMS. */
  bases: Record<string, Decimal>;
  state: MonthState;
  isSale: boolean;
  legalStatus: LegalStatus | null;
  refersTo: string | null;
}

/** Streamed: a day of documents is read at a time, and no transaction stays open while a client reads. */
export async function monthFile(
  context: OfTenant,
  format: TableFormat,
  period: Month,
): Promise<AsyncGenerator<Buffer>> {
  const { of, filed } = await context.inTenant(async (db) => {
    const of = await fiscalMonth(db, period);
    return { of, filed: await filedIn(db, of) };
  });
  const documents = (name: string, counts: boolean): Sheet => ({
    name,
    columns: DOCUMENT_COLUMNS,
    pages: documentPages(context, of, (one) => isCounted(one) === counts),
  });
  if (format === 'csv') return csvFile(documents('', true));
  return xlsxFile([
    { name: 'Resumen', columns: SUMMARY_COLUMNS, pages: [summary(of, context.tenant.name, filed)] },
    documents('Documentos', true),
    documents('No cuentan', false),
    { name: 'Anulados', columns: VOID_COLUMNS, pages: [voidRows(of)] },
    { name: 'Numeración', columns: NUMBER_COLUMNS, pages: [numberRows(of)] },
  ]);
}

const SUMMARY_COLUMNS = [
  ...columnsOf('text', 'Formulario 430', 'Detalle'),
  ...columnsOf('number', 'Documentos'),
  ...columnsOf('money', 'Base', 'ITBMS', 'ISC', 'Otros impuestos', 'Total'),
];
const DOCUMENT_COLUMNS = [
  ...columnsOf('text', 'Número', 'Tipo'),
  ...columnsOf('day', 'Fecha'),
  ...columnsOf('text', 'CUFE', 'Cliente', 'RUC', 'DV'),
  ...columnsOf('money', ...ITBMS_PERCENTS.map((rate) => `Base ${rate} %`)),
  ...columnsOf('money', 'ITBMS', 'ISC', 'Otros impuestos', 'Retención', 'Total'),
  ...columnsOf('text', 'Estado', 'Documento referido'),
];
const VOID_COLUMNS = [
  ...columnsOf('text', 'Número', 'Tipo'),
  ...columnsOf('day', 'Fecha', 'Anulado el'),
  ...columnsOf('money', 'Total'),
];
const NUMBER_COLUMNS = [
  ...columnsOf('text', 'Serie', 'Primero del mes', 'Último del mes'),
  ...columnsOf('number', 'Documentos'),
  ...columnsOf('text', 'Número', 'Estado', 'Motivo'),
];

const TYPES: Record<DocumentType, string> = {
  '01': 'Factura',
  '02': 'Factura de importación',
  '03': 'Factura de exportación',
  '04': 'Nota de crédito',
  '05': 'Nota de débito',
  '06': 'Nota de crédito genérica',
  '07': 'Nota de débito genérica',
  '08': 'Factura de zona franca',
  '09': 'Reembolso',
  '10': 'Factura de operación extranjera',
};

/** Fate of a document or of its number, in words. */
const FATES: Record<MonthState | LegalStatus | AuditedNumber['class'], string> = {
  COUNTED: 'Certificado en otro sistema',
  OPEN: 'Sin veredicto',
  VOIDED: 'Anulado',
  CANCELED: 'Cancelado antes de emitirse',
  REJECTED: 'Rechazado',
  PAC_AUTHORIZED: 'Autorizado por el PAC',
  DGI_AUTHORIZED: 'Autorizado por la DGI',
  PAC_REJECTED: 'Rechazado por el PAC',
  DGI_REJECTED: 'Rechazado por la DGI',
  ISSUED: 'Emitido',
  UNKNOWN: 'Enviado sin respuesta',
  PENDING: 'En curso',
  INTERNAL: 'Uso interno',
  CONVERTED: 'Convertido',
  UNUSED: 'Sin documento: hay que aclararlo',
};

const isCounted = ({ state, isSale }: { state: MonthState; isSale: boolean }): boolean => state === 'COUNTED' && isSale;

/** By the boxes of Formulario 430: what was sold by rate, what is given back, and the tax that is due of it. */
function summary(of: FiscalMonth, name: string, { issuers, charged }: Filed): Cells[] {
  const counted = declared(of.documents);
  const isCredit = ({ kind }: { kind: string }): boolean => kind === 'CREDIT_NOTE';
  const isExport = ({ documentType }: DocumentsOfType): boolean => documentType === '03';
  const box = (name: string, rate: string, isOf: (one: DocumentsOfType) => boolean, more = '0'): Cells => {
    const sum = (amount: 'base' | 'itbms') =>
      counted.flatMap(([one, signed]) =>
        isOf(one) ? one.rates.flatMap((each) => (each.rate === rate ? signed(each[amount]) : [])) : [],
      );
    return [name, null, null, add(more, ...sum('base')), add('0', ...sum('itbms')), null, null, null];
  };
  const row = (name: string, detail: string): Cells => [name, detail];
  const amounts = ({ base, itbms, isc, otherTaxes, total }: Amounts): Cells => [base, itbms, isc, otherTaxes, total];
  const count = String(counted.reduce((sum, [{ count }]) => sum + count, 0));
  const [zero, ...taxed] = ITBMS_PERCENTS as [string, ...string[]];
  return [
    row('Contribuyente', [name, ...issuers.map(({ ruc, dv }) => `RUC ${ruc} DV ${dv}`)].join(' · ')),
    row('Período', `${of.from} – ${of.to}`),
    ...taxed.map((rate) => box(`Operaciones gravadas al ${rate} %`, rate, (one) => !isCredit(one))),
    box('Exportaciones', zero, isExport, charged),
    box('Operaciones exentas y no gravadas', zero, (one) => !isCredit(one) && !isExport(one), negate(charged)),
    ...ITBMS_PERCENTS.map((rate) => box(`Notas de crédito al ${rate} %`, rate, isCredit)),
    ['Neto del mes y débito fiscal', null, count, ...amounts(of.net)],
    ['Mes anterior', null, null, ...amounts(of.before)],
    ...of.retentions.map(({ code, amount }) => [
      `ITBMS retenido por clientes (código ${code})`,
      null,
      null,
      null,
      amount,
    ]),
    row('Crédito fiscal de compras', 'Folio no lo registra: complételo con sus facturas de compra'),
    ...of.documents
      .filter((one) => !isCounted(one))
      .map((one) => {
        const fate = one.state === 'COUNTED' ? 'compra, no venta' : FATES[one.state];
        return ['No cuentan', `${TYPES[one.documentType]}: ${fate}`, String(one.count), ...amounts(one)];
      }),
  ];
}

function voidRows({ voids }: FiscalMonth): Cells[] {
  return voids.map((one) => [one.number, TYPES[one.documentType], one.issueDay, one.voidedDay, one.total]);
}

function numberRows({ series }: FiscalMonth): Cells[] {
  return series.flatMap(({ series: name, first, last, count, exceptions }) => [
    [name, first, last, String(count)],
    ...exceptions.map((one) => [name, null, null, null, one.number, FATES[one.class], one.reason]),
  ]);
}

type Filed = Awaited<ReturnType<typeof filedIn>>;

/** Under which RUC the month was filed, more than one where it was changed within it; and what its debit notes charge on exports without tax. */
async function filedIn(db: TenantDb, { from, to }: FiscalMonth) {
  const { cufes, charged } = await sqlRow<{ cufes: (string | null)[]; charged: Decimal }>(db)`
    with ${documentsWhere(db, issuedIn(db, { from, next: addDays(to, 1) }))}, ${linesOfDocuments(db)}, filed as (
      select min(filed.cufe) as cufe, min(document.fiscal_day) as since from document
      join fiscal_documents filed on filed.tenant_id = ${db.tenant.id} and filed.id = document.id
      where filed.cufe is not null group by substring(filed.cufe from 6 for 23)
    )
    select coalesce((select json_agg(cufe order by since) from filed), '[null]') as cufes, coalesce(sum(line.net), 0)::text as charged
    from line join document using (id) join fiscal_documents sold on sold.tenant_id = ${db.tenant.id} and sold.id = document.original
    where line.kind = 'DEBIT_NOTE' and line.state = 'COUNTED' and line.tax_rate = 0 and sold.document_type = '03'`;
  return { issuers: cufes.map((cufe) => issuerAsFiled(cufe, db.tenant)), charged };
}

async function* documentPages(
  context: OfTenant,
  { from, to }: FiscalMonth,
  isWanted: (one: MonthDocument) => boolean,
): AsyncGenerator<Cells[]> {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const documents = await context.inTenant((db) => documentsOn(db, day));
    yield documents.filter(isWanted).map((one) => documentRow(one));
  }
}

/** Amounts of credit notes are below 0, so that each column adds up to the month. */
function documentRow(one: MonthDocument): Cells {
  const signed = (amount: Decimal) => (one.kind === 'CREDIT_NOTE' ? negate(amount) : amount);
  return [
    ...[one.number, TYPES[one.documentType], one.day, one.cufe, one.client, one.ruc, one.dv],
    ...ITBMS_PERCENTS.map((rate) => signed(one.bases[rate] ?? '0')),
    ...[one.itbms, one.isc, one.otherTaxes, one.retention, one.total].map(signed),
    FATES[one.state === 'COUNTED' ? (one.legalStatus ?? 'COUNTED') : one.state],
    one.refersTo,
  ];
}

/** All that were issued on a day, whatever became of them. */
export async function documentsOn(db: TenantDb, day: string): Promise<MonthDocument[]> {
  const { rows } = await sql<MonthDocument>`
    with ${documentsWhere(db, issuedIn(db, { from: day, next: addDays(day, 1) }))}, ${linesOfDocuments(db)}, base as materialized (
      select id, json_object_agg(rate, net) as bases
      from (select id, trim_scale(tax_rate)::text as rate, sum(net)::text as net from line group by 1, 2) of_rate group by id
    )
    select document.id, document.number, document.document_type as "documentType", document.kind, document.is_sale as "isSale", document.fiscal_day::text as day,
      filed.cufe, client.name as client, client.ruc, client.dv, coalesce(base.bases, '{}') as bases, document.state,
      document.legal_status as "legalStatus", document.subtotal as base, document.tax as itbms, document.isc,
      document.other_tax as "otherTaxes", document.total, document.retention,
      coalesce(original.number, note.reference ->> 'number') as "refersTo"
    from document
    join fiscal_documents filed on filed.tenant_id = ${db.tenant.id} and filed.id = document.id
    left join base on base.id = document.id
    left join credits credit on credit.tenant_id = filed.tenant_id and credit.id = document.id
    left join debit_notes note on note.tenant_id = filed.tenant_id and note.id = document.id
    left join invoices sold on sold.tenant_id = filed.tenant_id and sold.id = coalesce(credit.invoice_id, document.id)
    left join fiscal_documents original
      on original.tenant_id = filed.tenant_id and original.id = coalesce(credit.invoice_id, note.invoice_id)
    join clients client on client.tenant_id = filed.tenant_id and client.id = coalesce(note.client_id, sold.client_id)
    order by document.number, document.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    bases: Object.fromEntries(Object.entries(row.bases).map(([rate, net]) => [rate, add(net)])),
    ...{ base: add(row.base), itbms: add(row.itbms), isc: add(row.isc), otherTaxes: add(row.otherTaxes) },
    ...{ total: add(row.total), retention: add(row.retention) },
  }));
}
