// The documents of a run: as they are here, and what the simulator has of them.
import type { SimulatedDocument } from '../../../simulator/documents.ts';
import type { DocumentKind } from '../../../src/fiscal/document.ts';
import type { LegalStatus } from '../../../src/fiscal/legal-status.ts';
import type { Evidence } from './evidence.ts';
import { placeOf } from './place.ts';

export interface Row {
  id: string;
  kind: DocumentKind;
  mode: string;
  /** As `placeOf` has it; null where it has no fiscal number. */
  place: string | null;
  number: string;
  legal_status: LegalStatus | null;
  submission_state: string;
  void_state: string | null;
  is_parked: boolean;
  document_id: string | null;
  pac_company_id: string | null;
  cufe: string | null;
  order_id: string | null;
}

/** The documents of the run, oldest first. */
export function documentsOf(life: Pick<Evidence, 'look' | 'tenant'>): Promise<Row[]> {
  return life.look<Row>(
    `select d.id, d.kind, d.mode, d.number, d.legal_status, d.submission_state, d.void_state, d.document_id, d.pac_company_id, d.cufe,
       d.parked_reason is not null as is_parked,
       (select i.order_id from invoices i where i.tenant_id = d.tenant_id and i.id = d.id) as order_id,
       d.document_type || ' ' || p.code || ' ' || d.fiscal_number as place
     from fiscal_documents d
     left join billing_points p on p.tenant_id = d.tenant_id and p.id = d.billing_point_id
     where d.tenant_id = $1 order by d.kind desc, d.number`,
    [life.tenant.id],
  );
}

/** A document that was refused is kept by the simulator too, but it is no acceptance. */
export function isAccepted(life: { pac: Pick<Evidence['pac'], 'counts'> }, document: SimulatedDocument): boolean {
  const place = placeOf(document.submission);
  return (
    document.legalStatus !== 'PAC_REJECTED' &&
    life.pac
      .counts()
      .some((one) => one.companyId === document.companyId && placeOf(one) === place && one.acceptances > 0)
  );
}

export function standsAtPac({ voided, legalStatus }: SimulatedDocument): boolean {
  return voided === null && legalStatus !== 'DGI_REJECTED';
}
