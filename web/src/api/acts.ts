// News for open views: each is to ask for its answer once more.
import { signal } from '../store.ts';

export const { tell: askAgain, listen: onAskAgain } = signal();
