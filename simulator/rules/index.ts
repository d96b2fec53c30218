/** All rules by which a document is refused, in the order in which they are asked. */
import { EXPORTATION, INFORMATION } from './information.ts';
import { LINES } from './lines.ts';
import { RECEIVER } from './receiver.ts';
import { KNOWN, OFFICE, REFERENCES } from './references.ts';
import type { Rule } from './rule.ts';
import { PAYMENT, SUMS } from './totals.ts';

/** Each stage is asked once those before it hold; the register is asked last. */
export const STAGES = {
  form: [...INFORMATION, ...OFFICE, ...RECEIVER, ...LINES, ...REFERENCES, ...EXPORTATION, ...PAYMENT],
  sums: SUMS,
  register: KNOWN,
} as const satisfies Record<string, readonly Rule[]>;

export const RULES: readonly Rule[] = Object.values(STAGES).flat();
