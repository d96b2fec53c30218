// Parts of this adapter for the registry and the conformance kit.
import type { Make } from '../make.ts';
import { alanubeProfile, createAlanubeClient } from './client.ts';

export { createAlanubeClient };

export const alanube: Make = {
  title: 'Alanube',
  profile: alanubeProfile,
  rounding: { rule: 'line', mark: 'assumed', source: 'answer 46; Alanube publishes no amounts of lines' },
  open: createAlanubeClient,
};
