// What invoicing needs from outside.
import type { CertificationContext } from '../certification/index.ts';

export type InvoicingContext = CertificationContext;
