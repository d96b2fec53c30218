// What invoicing needs from outside.
import type { CertificationContext } from '../certification/index.ts';

export interface InvoicingContext extends CertificationContext {
  invoicing: {
    /** Three digits, the point of billing in every fiscal number. */
    billingPoint: string;
  };
}
