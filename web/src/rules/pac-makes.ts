// Makes of PAC by the names that people know.
import type { PacMake } from '../api/answers.ts';

export const MAKE_NAMES = { ALANUBE: 'Alanube', HKA: 'The Factory HKA', EBI: 'EBI' } satisfies Record<PacMake, string>;
