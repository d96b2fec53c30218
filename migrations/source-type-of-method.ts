// The source type that the older text of a log row stands for: the specification's five words, however they are spelled.

/** The specification's word for an adjustment; the others' long forms are their only ones. */
const MANUAL = 'manual';

const CODES = {
  invoice: 1,
  purchaseorder: 2,
  credit: 3,
  supplierinvoice: 4,
  [MANUAL]: 5,
  manualadjustment: 5,
};

/** An SQL expression: the text as one word. Case and what parts the words do not matter. */
function wordOf(method: string): string {
  return `lower(regexp_replace(${method}, '[[:space:]_-]+', '', 'g'))`;
}

/** An SQL expression: the code, or null for a text that is none of the five. */
export function sourceTypeOf(method: string): string {
  const cases = Object.entries(CODES).map(([word, code]) => `when '${word}' then ${code}`);
  return `case ${wordOf(method)} ${cases.join(' ')} end`;
}

/** An SQL condition: the text is the one that release 1.8.0 did not know. */
export function isManual(method: string): string {
  return `${wordOf(method)} = '${MANUAL}'`;
}
