// How a part of the payload says what the PAC would refuse of it.
import type { Sentence } from '../../platform/errors.ts';

export type Refuse = (problem: Sentence) => void;
