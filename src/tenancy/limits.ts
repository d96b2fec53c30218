// Limits of a token for an assistant, and the kinds of acts that they name. Pure.
import { forbidden } from '../platform/errors.ts';
import type { Decimal } from '../platform/decimal.ts';

/** By kind, the mutations. What is in none of them no assistant does: settings, tokens, webhooks, evidence of the PAC. */
export const ACT_KINDS = {
  SELL: [
    ...(['createOrder', 'updateOrder', 'cancelOrder', 'reserveStock', 'releaseReservation'] as const),
    ...(['generateInvoice', 'convertInvoiceToDgi', 'sendDocument'] as const),
  ],
  COLLECT: ['registerPayment', 'movePayment', 'correctPayment', 'refundPayment'],
  CORRECT: [
    ...(['createCredit', 'applyCredit', 'createGenericCredit', 'convertCreditToDgi', 'createDebitNote'] as const),
    ...(['createGenericDebitNote', 'voidInvoice', 'voidCredit', 'voidGenericCredit', 'voidDebitNote'] as const),
    ...(['cancelInvoice', 'cancelCredit', 'cancelGenericCredit', 'cancelDebitNote'] as const),
  ],
  BUY: [
    ...(['createPurchaseOrder', 'receivePurchaseOrder', 'reversePurchaseReceipt', 'closePurchaseOrder'] as const),
    ...(['cancelPurchaseOrder', 'recordSupplierInvoice'] as const),
  ],
  STOCK: ['adjustInventory', 'transferStock'],
  PEOPLE: ['createClient', 'updateClient', 'createSupplier', 'updateSupplier'],
  ITEMS: ['createItem', 'updateItem', 'updateItemInventory', 'createPriceList', 'updatePriceList', 'setPrices'],
} as const;

export type ActKind = keyof typeof ACT_KINDS;

export const ACTS_OF_ASSISTANTS: readonly string[] = Object.values(ACT_KINDS).flat();

export interface Limits {
  /** Name of the assistant. */
  agent: string;
  /** None: it reads. */
  acts: readonly ActKind[];
  amountPerAct?: Decimal | null | undefined;
  amountPerDay?: Decimal | null | undefined;
  /** Above it a second person approves a plan. */
  approvalAbove?: Decimal | null | undefined;
  officeIds?: readonly string[] | null | undefined;
}

/** As the evidence names an assistant. */
export const agentOf = (agent: string, userName: string): string => `agent:${agent} for user:${userName}`;

export function kindOf(operation: string): ActKind | undefined {
  return (Object.keys(ACT_KINDS) as ActKind[]).find((kind) =>
    (ACT_KINDS[kind] as readonly string[]).includes(operation),
  );
}

export function assertKind({ acts }: Limits, operation: string): void {
  const kind = kindOf(operation);
  if (kind && acts.includes(kind)) return;
  throw forbidden('The token of this assistant may not do {operation}; it may: {acts}', {
    operation,
    acts: acts.join(', ') || '-',
  });
}
