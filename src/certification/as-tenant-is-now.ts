// Documents that have not left yet are sent for the tenant's current company, environment and RUC. Pure.
import { buildCufe, cufeKey, parseCufe } from '../fiscal/cufe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import type { Tenant } from '../tenancy/index.ts';
import { issuerOf } from './issuer.ts';
import { environmentDigit } from './pac-environment.ts';
import type { FiscalDocumentRow } from './tables.ts';

/** Read in the statement that reads the request. */
export type TenantNow = Pick<Tenant, 'ruc' | 'dv' | 'pacCompanyId' | 'pacEnvironment' | 'pacMake' | 'hasPacKey'> &
  Pick<Tenant, 'secondPacCompanyId' | 'secondPacAfterSeconds'> & {
    isSuspended: boolean;
    /** To another installation: there it will be sent. */
    isLeaving: boolean;
  };

type Prepared = Pick<FiscalDocumentRow, 'pac_company_id' | 'environment' | 'expected_cufe' | 'cufe_key'>;

/** Columns to rewrite; null where the document agrees with the tenant. `companyId`: the account that it is sent for. */
export function asTenantIsNow(
  document: Prepared,
  now: TenantNow,
  usual: PacEnvironment,
  companyId: string | null = now.pacCompanyId ?? document.pac_company_id,
): Prepared | null {
  const environment = now.pacEnvironment ?? usual;
  const expected = expectedNow(document, now, environment);
  const isSame =
    companyId === document.pac_company_id &&
    (document.environment === null || environment === document.environment) &&
    expected === document.expected_cufe;
  if (isSame) return null;
  return {
    pac_company_id: companyId,
    environment,
    expected_cufe: expected,
    cufe_key: expected === null ? document.cufe_key : cufeKey(expected),
  };
}

/** Number, day, billing point and security code are those of the payload, which stays. */
function expectedNow(document: Prepared, now: TenantNow, environment: PacEnvironment): string | null {
  const parts = document.expected_cufe === null ? null : parseCufe(document.expected_cufe);
  const { ruc, rucType, dv } = issuerOf(now);
  if (parts === null || ruc === null) return document.expected_cufe;
  return buildCufe({
    ...parts,
    issuerRuc: ruc,
    issuerRucType: rucType,
    issuerDv: (dv ?? '0').padStart(2, '0'),
    environment: environmentDigit(environment),
  });
}
