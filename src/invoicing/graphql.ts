// Invoices, payments and credits in the contract.
import { attachPdf, environmentOf, pdfAmong } from '../certification/index.ts';
import { filesOf } from '../files/index.ts';
import { KEY, mutation } from '../graphql/mutation.ts';
import {
  FiscalDocumentTypeEnum,
  LegalStatusEnum,
  SubmissionStateEnum,
  VoidStateEnum,
} from '../certification/graphql.ts';
import { inTenant } from '../tenancy/index.ts';
import { applyCredit } from './apply-credit.ts';
import { cancelCredit, cancelInvoice } from './cancel-document.ts';
import { convertCreditToDgi } from './convert-credit.ts';
import { convertInvoiceToDgi } from './convert-invoice.ts';
import { generateInvoice } from './generate-invoice.ts';
import { createCredit, previewCredit, type CreditPreview } from './issue-credit.ts';
  assertDocument,
import { registerPayment } from './register-payment.ts';
import { voidCredit, voidInvoice } from './void-document.ts';
const GenerationModeEnum = builder.enumType('GenerationMode', {
const PaymentMethodEnum = builder.enumType('PaymentMethod', {
const InvoiceType = builder.objectRef<InvoiceRecord>('Invoice');
const CreditType = builder.objectRef<CreditRecord>('Credit');
      },
    }),
  }),
});

builder.objectField(OrderType, 'invoice', (t) =>
  t.field({
    type: InvoiceType,
    nullable: true,
    resolve: (order, _, { load }) => load(invoiceOfOrder, order.id),
  }),
);

InvoiceLineType.implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    item: t.field({ type: ItemType, resolve: (line, _, { load }) => load(itemById, line.item_id) }),
    locationId: t.expose('location_id', { type: 'UUID' }),
    description: t.exposeString('description'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    quantityCredited: t.expose('quantity_credited', { type: 'Decimal' }),
    unitPrice: t.expose('unit_price', { type: 'Decimal' }),
    taxRate: t.expose('tax_rate', { type: 'Decimal' }),
    total: t.field({
      type: 'Decimal',
      description: 'With tax; the lines add up to the total of the document.',
      resolve: (line) => add(line.net, line.tax),
    }),
  }),
});

PaymentType.implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    amount: t.expose('amount', { type: 'Decimal' }),
    method: t.expose('method', { type: PaymentMethodEnum }),
    reference: t.exposeString('reference', { nullable: true }),
    paidAt: t.expose('paid_at', { type: 'DateTime' }),
    createdBy: t.exposeString('created_by'),
  }),
});

CreditType.implement({
  description: 'number carries the prefix NC-, or PNC- while it is not filed.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    number: t.exposeString('number'),
    proformaNumber: t.exposeString('proforma_number', {
      nullable: true,
      description: 'The number that it had before it was filed.',
    }),
    mode: t.expose('mode', { type: GenerationModeEnum }),
    legalStatus: t.expose('legal_status', { type: LegalStatusEnum, nullable: true }),
    creditStatus: t.expose('credit_status', { type: CreditStatusEnum }),
    submissionState: t.expose('submission_state', { type: SubmissionStateEnum }),
    environment: t.field({ type: PacEnvironmentEnum, resolve: environmentFor }),
    documentId: t.exposeString('document_id', { nullable: true }),
    cufe: t.exposeString('cufe', { nullable: true, description: 'As the PAC has told it; null until it has.' }),
    expectedCufe: t.exposeString('expected_cufe', {
      nullable: true,
      description: 'Computed before the document is sent; what it can be looked for by while the PAC has told none.',
    }),
    pacInput: t.field({ type: 'JSON', nullable: true, resolve: pacInputOf }),
    pacResponse: t.field({ type: 'JSON', nullable: true, resolve: pacResponseOf }),
    rejectionReasons: t.exposeStringList('rejection_reasons'),
    parkedReason: t.string({
      nullable: true,
      resolve: ({ parked_reason }, _, { say }) => parked_reason && say(evidence(parked_reason)),
    }),
    invoice: t.field({ type: InvoiceType, resolve: (credit, _, { load }) => load(invoiceById, credit.invoice_id) }),
    lines: t.field({ type: [CreditLineType], resolve: (credit, _, { load }) => load(linesOfCredit, credit.id) }),
    reason: t.exposeString('reason'),
    subtotal: t.expose('subtotal', { type: 'Decimal' }),
    tax: t.expose('tax', { type: 'Decimal' }),
    total: t.expose('total', { type: 'Decimal' }),
    pdf: t.field({
      type: FileType,
      nullable: true,
      resolve: async (credit, _, { load }) => pdfAmong(await load(filesOfSource, credit.id)) ?? null,
    }),
    files: t.field({ type: [FileType], resolve: (credit, _, { load }) => load(filesOfSource, credit.id) }),
    issuedAt: t.expose('issued_at', { type: 'DateTime' }),
    voidState: t.expose('void_state', { type: VoidStateEnum, nullable: true }),
    voidedAt: t.expose('voided_at', { type: 'DateTime', nullable: true }),
    voidReason: t.exposeString('void_reason', { nullable: true }),
    actions: t.field({
      type: [DocumentActionType],
      resolve: async (credit, _, { app: { clock }, viewer, load }) => {
        const [invoice, files] = await Promise.all([
          load(invoiceById, credit.invoice_id),
          load(filesOfSource, credit.id),
        ]);
        return creditActions({ credit, invoice }, { viewer: viewer(), clock, hasPdf: pdfAmong(files) !== undefined });
      },
    }),
  }),
});

CreditLineType.implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    invoiceLineId: t.expose('invoice_line_id', { type: 'UUID' }),
    item: t.field({ type: ItemType, resolve: (line, _, { load }) => load(itemById, line.item_id) }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    total: t.field({ type: 'Decimal', resolve: (line) => add(line.net, line.tax) }),
  }),
});

const InvoicePage = builder.objectRef<Page<InvoiceRecord>>('InvoicePage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [InvoiceType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

const CreditPage = builder.objectRef<Page<CreditRecord>>('CreditPage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [CreditType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

const CreditLineInput = builder.inputType('CreditLineInput', {

const CreateCreditInput = builder.inputType('CreateCreditInput', {
  description: 'lines left out: the whole invoice. restock false: money back, goods do not come back.',
  fields: (t) => ({
    invoiceId: t.field({ type: 'UUID', required: true }),
    mode: t.field({ type: GenerationModeEnum, required: true, defaultValue: 'DGI' }),
    reason: t.string({ required: true }),
    lines: t.field({ type: [CreditLineInput] }),
    restock: t.boolean({ required: true, defaultValue: true }),
    idempotencyKey: t.string(KEY),
  }),
});
const PaymentTermsInput = builder.inputType('PaymentTermsInput', {
function termsAsked(
  invoice: t.field({
    type: InvoiceType,
    nullable: true,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { inTenant }) => inTenant((db) => readInvoice(db, id)),
  }),
  invoices: t.field({
    type: InvoicePage,
    args: {
      search: t.arg.string(),
      legalStatus: t.arg({ type: LegalStatusEnum }),
      invoiceStatus: t.arg({ type: InvoiceStatusEnum }),
      submissionState: t.arg({ type: SubmissionStateEnum }),
      needsPerson: t.arg.boolean({
        description: 'True: those that only a person can move on: rejected and not dealt with, UNKNOWN or parked.',
      }),
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listInvoices(db, withinBounds(args))),
  }),
  credit: t.field({
    type: CreditType,
    nullable: true,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { inTenant }) => inTenant((db) => readCredit(db, id)),
  }),
  credits: t.field({
    type: CreditPage,
    args: {
      search: t.arg.string(),
      legalStatus: t.arg({ type: LegalStatusEnum }),
      creditStatus: t.arg({ type: CreditStatusEnum }),
      submissionState: t.arg({ type: SubmissionStateEnum }),
      needsPerson: t.arg.boolean({
        description: 'True: those that only a person can move on: rejected and not dealt with, UNKNOWN or parked.',
      }),
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listCredits(db, withinBounds(args))),
  }),

// The specification's own spelling of a mutation stands beside the contract's, with the same arguments.
const ALIAS = 'Use the camelCase name.';

builder.mutationFields((t) => {
  const generate = (deprecationReason?: string) =>
    mutation(t, {
      type: InvoiceType,
      role: 'operator',
      description:
        'Turns an order into an invoice. Mode DGI submits it to the PAC and returns it with what the PAC said. An order yields one invoice: asking again returns that invoice, and asking for the other mode is CONFLICT: convertInvoiceToDgi files a proforma.',
      deprecationReason,
      args: {
        orderId: t.arg({ type: 'UUID', required: true }),
        mode: t.arg({ type: GenerationModeEnum, required: true, defaultValue: 'DGI' }),
        payment: t.arg({ type: PaymentTermsInput }),
      },
      run: ({ payment, ...request }, { app, tenant, userName, effect }) =>
        generateInvoice(app, tenant, { ...request, payment: termsAsked(payment) }, userName, effect),
      answer: readInvoice,
    });
  const pay = (deprecationReason?: string) =>
    mutation(t, {
      type: InvoiceType,
      role: 'operator',
      deprecationReason,
      args: {
        invoiceId: t.arg({ type: 'UUID', required: true }),
        amount: t.arg({ type: 'Decimal', required: true }),
        method: t.arg({ type: PaymentMethodEnum, required: true, defaultValue: 'CASH' }),
        reference: t.arg.string(),
        paidAt: t.arg({ type: 'DateTime' }),
      },
      write: (db, payment, { app, userName }) => registerPayment(db, app.clock, payment, userName),
      answer: readInvoice,
    });
  const attach = (deprecationReason?: string) =>
    mutation(t, {
      type: FileType,
      role: 'operator',
      description: 'Null when the PAC has no PDF yet.',
      deprecationReason,
      args: {
        sourceId: t.arg({ type: 'UUID', required: true }),
        sourceType: t.arg({ type: FiscalDocumentTypeEnum, required: true }),
      },
      run: async ({ sourceId, sourceType }, { app, tenant, userName, effect }) => {
        await inTenant(app, tenant, (db) => assertDocument(db, sourceId, sourceType));
        const file = await attachPdf(app, tenant, sourceId, userName);
        // The file is attached once, whoever asks; a key that was answered with none is free to ask again.
        if (file) await effect(async () => sourceId);
        return file;
      },
      answer: async (db, id) => pdfAmong(await filesOf(db, [id]))!,
    });
  const voidIt = (deprecationReason?: string) =>
    mutation(t, {
      type: InvoiceType,
      role: 'admin',
      deprecationReason,
      args: {
        invoiceId: t.arg({ type: 'UUID', required: true }),
        reason: t.arg.string({ required: true }),
      },
      run: ({ invoiceId, reason }, { app, tenant, userName, effect }) =>
        voidInvoice(app, tenant, invoiceId, reason, userName, effect),
      answer: readInvoice,
    });
  const voidItsCredit = (deprecationReason?: string) =>
    mutation(t, {
      type: CreditType,
      role: 'admin',
      deprecationReason,
      args: {
        creditId: t.arg({ type: 'UUID', required: true }),
        reason: t.arg.string({ required: true }),
      },
      run: ({ creditId, reason }, { app, tenant, userName, effect }) =>
        voidCredit(app, tenant, creditId, reason, userName, effect),
      answer: readCredit,
    });
  return {
    voidInvoice: voidIt(),
    void_invoice: voidIt(ALIAS),
    voidCredit: voidItsCredit(),
    void_credit: voidItsCredit(ALIAS),
    generateInvoice: generate(),
    generate_invoice: generate(ALIAS),
    registerPayment: pay(),
    register_payment: pay(ALIAS),
    attachPacPdf: attach(),
    attach_pac_pdf: attach(ALIAS),
    createCredit: mutation(t, {
      type: CreditType,
      role: 'operator',
      args: { input: t.arg({ type: CreateCreditInput, required: true }) },
      run: ({ input }, { app, tenant, userName, hasKey, effect }) =>
        createCredit(app, tenant, { ...input, hasKey }, userName, effect),
      answer: readCredit,
    }),
    convertInvoiceToDgi: mutation(t, {
      type: InvoiceType,
      role: 'operator',
      description:
        'Files a proforma: it gets a fiscal number and is submitted to the PAC. Goods, sales and payments stay as they are. Filing twice is filing once.',
      args: {
        invoiceId: t.arg({ type: 'UUID', required: true }),
        payment: t.arg({ type: PaymentTermsInput }),
      },
      run: ({ invoiceId, payment }, { app, tenant, userName, effect }) =>
        convertInvoiceToDgi(app, tenant, { invoiceId, payment: termsAsked(payment) }, userName, effect),
      answer: readInvoice,
    }),
    convertCreditToDgi: mutation(t, {
      type: CreditType,
      role: 'operator',
      args: { creditId: t.arg({ type: 'UUID', required: true }) },
      run: ({ creditId }, { app, tenant, userName, effect }) =>
        convertCreditToDgi(app, tenant, creditId, userName, effect),
      answer: readCredit,
    }),
    applyCredit: mutation(t, {
      type: CreditType,
      role: 'operator',
      description: "Applies the credit to its invoice's balance.",
      args: { creditId: t.arg({ type: 'UUID', required: true }) },
      write: (db, { creditId }) => applyCredit(db, creditId),
      answer: readCredit,
    }),
    cancelCredit: mutation(t, {
      type: CreditType,
      role: 'operator',
      description: 'Internal cancel, no PAC call; refused for a document the PAC accepted.',
      args: { creditId: t.arg({ type: 'UUID', required: true }) },
      write: (db, { creditId }, { app, userName }) => cancelCredit(db, app.clock, creditId, userName),
      answer: readCredit,
    }),
    cancelInvoice: mutation(t, {
      type: InvoiceType,
      role: 'operator',
      args: { invoiceId: t.arg({ type: 'UUID', required: true }) },
      write: (db, { invoiceId }, { app, userName }) => cancelInvoice(db, app.clock, invoiceId, userName),
      answer: readInvoice,
    }),
  };
});
