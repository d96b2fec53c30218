// The Factory HKA for the registry.
import type { Make } from '../make.ts';
import { hkaProfile } from './client.ts';
import { createHkaClient } from './rest.ts';

export const hka: Make = {
  title: 'The Factory HKA',
  profile: hkaProfile,
  hasUser: true,
  rounding: {
    rule: 'document',
    mark: 'documented',
    source: 'felwiki.thefactoryhka.com.pa, sample of Enviar: ITBMS 86.3884 on a line, totals of two decimals',
  },
  open: createHkaClient,
};
