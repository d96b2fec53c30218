// Every make of PAC that Folio speaks to: a folder, and a line here.
import { alanube } from './alanube/index.ts';
import { ebi } from './ebi/index.ts';
import { hka } from './hka/index.ts';
import type { Make } from './make.ts';

export const MAKES = { alanube, hka, ebi } as const satisfies Record<string, Make>;

export type MakeName = keyof typeof MAKES;

export const USUAL_MAKE: MakeName = 'alanube';
