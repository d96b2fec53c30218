// Findings of the issuer: the company, its office, and an importer that is not the receiver.
import { rulesOf, type DocumentType } from '../../fiscal/document-types.ts';
import { severityOf, type Finding } from '../../fiscal/finding.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../../fiscal/ruc.ts';
import { sentence, type Sentence } from '../../platform/errors.ts';
import type { Tenant } from '../../tenancy/index.ts';

interface IssuedBy {
  type: DocumentType;
  officeId: string | null;
  /** The PAC knows an office by its code, and has no ids of offices. */
  isOfficeByCode: boolean;
  /** The receiver's RUC. */
  named: string | null;
}

export function issuerFindings(
  tenant: Tenant,
  { type, officeId, isOfficeByCode, named }: IssuedBy,
): Finding<Sentence>[] {
  return [...issuerWarnings(tenant, officeId !== null || isOfficeByCode), ...importerWarning(tenant, type, named)];
}

/** An import has no other receiver than who files it. */
function importerWarning({ ruc }: Tenant, type: DocumentType, named: string | null): Finding<Sentence>[] {
  const { is, mark } = rulesOf(type).receivers;
  if (is !== 'ISSUER' || named === ruc) return [];
  const problem = sentence('A document of type {type} names the importer itself', { type });
  return [{ severity: severityOf(mark), field: 'client', problem, mark }];
}

/** Warnings about the issuer; the PAC knows it as well as we do, or better. */
function issuerWarnings({ ruc, dv }: Tenant, isOfficeKnown: boolean): Finding<Sentence>[] {
  const warned = (field: string, problem: Sentence): Finding<Sentence> => ({ severity: 'WARNED', field, problem });
  const right = ruc !== null && parseRuc(ruc)?.certain ? rucCheckDigits(ruc, rucHolder(ruc, dv, 'JURIDICO')) : null;
  return [
    ...(ruc === null
      ? [warned('tenant.ruc', sentence('The company has no RUC here, so the CUFE is not expected'))]
      : []),
    ...(right !== null && dv !== null && Number(right) !== Number(dv)
      ? [
          warned(
            'tenant.dv',
            sentence('The check digit (DV) of the RUC {ruc} is {right}, not {dv}', { ruc, right, dv }),
          ),
        ]
      : []),
    ...(!isOfficeKnown
      ? [
          warned(
            'office.pacOfficeId',
            sentence("The office has no id of the PAC's; the PAC takes the company's main one"),
          ),
        ]
      : []),
  ];
}
