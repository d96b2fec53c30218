// Wrong changes of the code, each of which the campaign has to find by itself.
import { BOOKS } from './books.ts';
import { COUNTS } from './counts.ts';
import { FILING } from './filing.ts';
import { MONTHS } from './months.ts';
import { TWO } from './two.ts';
import type { Mutant } from './mutant.ts';

export const MUTANTS: readonly Mutant[] = [...FILING, ...BOOKS, ...MONTHS, ...TWO, ...COUNTS];
