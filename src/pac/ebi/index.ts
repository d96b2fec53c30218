// EBI for the registry.
import type { Make } from '../make.ts';
import { hka } from '../hka/index.ts';
import { createEbiClient } from './client.ts';

export const ebi: Make = {
  ...hka,
  title: 'EBI',
  rounding: {
    rule: 'document',
    mark: 'assumed',
    source: 'EBI takes the documents of The Factory HKA; nothing public says how it rounds',
  },
  open: createEbiClient,
};
