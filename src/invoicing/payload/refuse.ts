// How a part of the payload says what the PAC would refuse of it.
import type { Sentence } from '../../platform/errors.ts';

/** `field` is where it is put right, in the words of the contract. */
export type Refuse = (problem: Sentence, field?: string | null) => void;
