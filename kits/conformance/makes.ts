// Makes of PAC for the kit: the assumptions of each adapter, and the hosts where documents are real.
import type { ClientOptions } from '../../src/pac/make.ts';
import type { MakeName } from '../../src/pac/makes.ts';
import { alanubeAssumptions } from './alanube.ts';
import type { Assumption } from './assumption.ts';
import { ebiAssumptions, hkaAssumptions } from './hka.ts';

export const OWN_ASSUMPTIONS: Record<MakeName, (options: ClientOptions) => Assumption[]> = {
  alanube: alanubeAssumptions,
  hka: hkaAssumptions,
  ebi: ebiAssumptions,
};

const PRODUCTION = [
  'api.alanube.co',
  'integracion.thefactoryhka.com.pa',
  'emision.thefactoryhka.com.pa',
  'emision.ebi-pac.com',
];

/** True for an address where documents are real; no trial runs there. */
export function isProduction(baseUrl: string): boolean {
  return PRODUCTION.includes(new URL(baseUrl).hostname);
}
