// Dependencies of invoicing.
import type { CertificationContext } from '../certification/index.ts';

export type InvoicingContext = CertificationContext;
