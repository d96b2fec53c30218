// The two lives of a document side by side: what the PAC and the DGI say, and what is owed.
import { isRejected } from '../../../src/fiscal/legal-status.ts';
import type {
  CreditStatus,
  DebitStatus,
  InvoiceStatus,
  LegalStatus,
  OrderStatus,
  PurchaseOrderStatus,
  SubmissionState,
} from '../api/answers.ts';
import type { Tone } from '../rules/tone.ts';
import type { LegalLife } from '../rules/waiting.ts';
import type { WordKey } from '../texts/words.ts';
import { t } from '../texts/speech.ts';
import { Chip, type ChipProps } from './chip.tsx';

type Look = [Tone, WordKey, ChipProps['icon']?];

const LEGAL: Record<LegalStatus, Look> = {
  PAC_AUTHORIZED: ['info', 'legal.PAC_AUTHORIZED', 'pulse'],
  DGI_AUTHORIZED: ['good', 'legal.DGI_AUTHORIZED', 'check'],
  PAC_REJECTED: ['bad', 'legal.PAC_REJECTED', 'cross'],
  DGI_REJECTED: ['bad', 'legal.DGI_REJECTED', 'cross'],
};

const SUBMISSION: Record<SubmissionState, Look> = {
  NOT_REQUIRED: ['idle', 'legal.NOT_REQUIRED'],
  PENDING: ['wait', 'legal.PENDING', 'pulse'],
  UNKNOWN: ['wait', 'legal.UNKNOWN', 'question'],
  DONE: ['idle', 'legal.DONE'],
};

const INVOICE: Record<InvoiceStatus, Look> = {
  UNPAID: ['idle', 'invoiceStatus.UNPAID'],
  PARTIALLY_PAID: ['info', 'invoiceStatus.PARTIALLY_PAID'],
  PAST_DUE: ['bad', 'invoiceStatus.PAST_DUE', 'clock'],
  PAID: ['good', 'invoiceStatus.PAID', 'check'],
  OVERPAID: ['violet', 'invoiceStatus.OVERPAID'],
  PARTIALLY_CANCELED: ['violet', 'invoiceStatus.PARTIALLY_CANCELED'],
  CANCELED: ['idle', 'invoiceStatus.CANCELED', 'stop'],
  VOID: ['idle', 'invoiceStatus.VOID', 'stop'],
};

/** In the order in which they are offered. */
export const INVOICE_STATUSES = Object.keys(INVOICE) as InvoiceStatus[];

export function LegalChip({ document }: { document: LegalLife }) {
  const { mode, legalStatus, submissionState } = document;
  if (legalStatus !== null) return <Look look={LEGAL[legalStatus]} />;
  if (mode === 'PROFORM') return <Look look={['idle', 'mode.PROFORM', 'file']} />;
  if (mode === 'DGI_IMPORT') return <Look look={['idle', 'mode.DGI_IMPORT', 'download']} />;
  return <Look look={SUBMISSION[submissionState]} />;
}

/** A legal status as a notice has it, which may be unknown. */
export function LegalStatusChip({ status }: { status: string | null }) {
  if (status !== null && status in LEGAL) return <Look look={LEGAL[status as LegalStatus]} />;
  return <span className="soft">{status ?? '—'}</span>;
}

type InvoiceChipProps = { invoice: { invoiceStatus: InvoiceStatus; legalStatus?: LegalStatus | null } };

/** On what was rejected nothing is owed, whatever its status. */
export const InvoiceChip = ({ invoice: { invoiceStatus, legalStatus = null } }: InvoiceChipProps) => (
  <Look look={isRejected(legalStatus) ? ['idle', 'invoiceStatus.NONE', 'stop'] : INVOICE[invoiceStatus]} />
);
/** Chip of one status by its look. */
export function chipOf<Status extends string>(looks: Record<Status, Look>) {
  return ({ status }: { status: Status }) => <Look look={looks[status]} />;
}

export const CreditChip = chipOf<CreditStatus>({
  UNAPPLIED: ['wait', 'creditStatus.UNAPPLIED'],
  APPLIED: ['good', 'creditStatus.APPLIED', 'check'],
  CANCELED: ['idle', 'creditStatus.CANCELED', 'stop'],
  VOID: ['idle', 'creditStatus.VOID', 'stop'],
});
export const DebitChip = chipOf<DebitStatus>({
  ISSUED: ['info', 'debitStatus.ISSUED'],
  REJECTED: ['idle', 'debitStatus.REJECTED', 'cross'],
  CANCELED: ['idle', 'debitStatus.CANCELED', 'stop'],
  VOID: ['idle', 'debitStatus.VOID', 'stop'],
});
export const OrderChip = chipOf<OrderStatus>({
  OPEN: ['wait', 'orderStatus.OPEN'],
  INVOICED: ['good', 'orderStatus.INVOICED', 'check'],
  CANCELED: ['idle', 'orderStatus.CANCELED', 'stop'],
});
export const PurchaseChip = chipOf<PurchaseOrderStatus>({
  OPEN: ['info', 'purchaseStatus.OPEN'],
  PARTIALLY_RECEIVED: ['wait', 'purchaseStatus.PARTIALLY_RECEIVED'],
  RECEIVED: ['good', 'purchaseStatus.RECEIVED', 'check'],
  CLOSED: ['idle', 'purchaseStatus.CLOSED'],
  CANCELED: ['idle', 'purchaseStatus.CANCELED', 'stop'],
});

const Look = ({ look: [tone, word, icon] }: { look: Look }) => <Chip tone={tone} icon={icon} text={t(word)} />;
