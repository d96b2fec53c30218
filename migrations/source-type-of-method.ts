// The source type that the older text of a log row stands for: the specification's five words, however they are spelled.

const CODES = { invoice: 1, purchaseorder: 2, credit: 3, supplierinvoice: 4, manualadjustment: 5 };

/** An SQL expression: the code, or null for a text that is none of the five. Case and what parts the words do not matter. */
export function sourceTypeOf(method: string): string {
  const cases = Object.entries(CODES).map(([word, code]) => `when '${word}' then ${code}`);
  return `case lower(regexp_replace(${method}, '[[:space:]_-]+', '', 'g')) ${cases.join(' ')} end`;
}
