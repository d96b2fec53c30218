// Makes of PAC for the kit: the assumptions of each adapter, and the hosts where documents are real.
import type { ClientOptions } from '../../src/pac/make.ts';
import type { MakeName } from '../../src/pac/makes.ts';
import { alanubeAssumptions } from './alanube.ts';
import type { Assumption } from './assumption.ts';
import { ebiAssumptions, hkaAssumptions } from './hka.ts';

/** A make that is not here is tried by its face alone. */
export const OWN_ASSUMPTIONS: { readonly [Make in MakeName]?: (options: ClientOptions) => Assumption[] } = {
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

/** Assumptions that nothing is issued for, by their ends: of a PAC of production these alone are tried. */
const QUESTIONS = ['look-up.unknown', 'check-digit.known', 'check-digit-shape', 'token', 'unknown-number', 'folios'];

export const asksOnly = ({ id }: Pick<Assumption, 'id'>): boolean => QUESTIONS.some((name) => id.endsWith(name));

/** True for an address where documents are real. */
export function isProduction(baseUrl: string): boolean {
  return PRODUCTION.includes(new URL(baseUrl).hostname);
}
