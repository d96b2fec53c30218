// The issuer as the CUFE names it. Pure.
import { parseRuc, rucHolder } from '../fiscal/ruc.ts';

export interface IssuerRuc {
  ruc: string | null;
  rucType: 1 | 2;
  dv: string | null;
}

export function issuerOf(tenant: { ruc: string | null; dv: string | null }): IssuerRuc {
  const ruc = tenant.ruc === null ? null : parseRuc(tenant.ruc);
  return {
    ruc: ruc?.normalized ?? null,
    rucType: ruc && rucHolder(ruc.normalized, tenant.dv, 'JURIDICO') === 'NATURAL' ? 1 : 2,
    dv: /^\d{1,2}$/.test(tenant.dv ?? '') ? tenant.dv : null,
  };
}
