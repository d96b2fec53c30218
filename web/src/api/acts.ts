// News for open views: a mutation was done here, and each view is to ask for its answer once more.
import { signal } from '../store.ts';

const acted = signal();
const refetching = signal();

export const { tell: noteActed, listen: onActed } = acted;
export const { tell: askAgain, listen: onAskAgain } = refetching;
