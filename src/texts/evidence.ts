// Reads what the service once wrote down as English text (why a document waits, why nothing was sent) back into a sentence, so that it
// can be said in another language. The rows keep their text: it is evidence, and those of earlier releases are read as well.
import { sentence, type Sentence } from '../platform/errors.ts';

/** As the code writes them; whatever else was written, such as the words of the PAC, stays as it is. */
export const WRITTEN = [
  'the PAC answered with another document: {because}',
  'the PAC shows another document: {because}',
  "the PAC's document {pacDocumentId} is another one: {because}",
  "the PAC's document {pacDocumentId} is {number}",
  'asked for the document {pacDocumentId}, the PAC showed {other}',
  'the CUFE {cufe} is that of {number}',
  "it names the PAC's document {pacDocumentId}, ours is {ours}",
  'it names the CUFE {cufe}, ours is {ours}',
  'its CUFE is {cufe}, which is no CUFE',
  'its CUFE is {cufe}, whose check digit is wrong',
  'its CUFE is {cufe}, ours {ours}',
  'it has the number {number}, ours is {ours}',
  'it is of the billing point {billingPoint}, ours of {ours}',
  'it is of the document type {documentType}, ours of {ours}',
  'it is of the company {companyId}, ours of {ours}',
  'its issuer is {issuer}, ours is {ours}',
  'it was issued at {at}, ours at {ours}',
  'the DGI has certified a total of {certified}, ours is {ours}',
  'the certified XML cannot be read: {cause}',
  'the certified XML has the CUFE {cufe}, ours is {ours}',
  'the certified XML has the number {number}, ours is {ours}',
  'the certified XML is of {day}, ours of {ours}',
  'the certified XML has the receiver {ruc}, ours is {ours}',
  'the DGI has certified a net of {certified}, ours is {ours}',
  'the DGI has certified an ITBMS of {certified}, ours is {ours}',
  'the DGI has certified an ISC of {certified}, ours is {ours}',
  'it has no legal status yet',
  'it has no CUFE to recognise it by',
  'the PAC says that number {number} exists already: {reasons}',
  'the PAC says that the number exists: {reasons}',
  'the PAC answered without all of id, CUFE and legal status',
  'the PAC asks for patience',
  'the process that was sending it ended before the answer was stored',
  'the answer to its void was lost, and the PAC still shows it as not void; ask for the void again',
  'the answer to its void was lost, and the PAC says that it has no such document; ask for the void again',
  'not asked, because the PAC does not answer: {cause}',
  'not asked, because the PAC has asked for patience',
  'the business is suspended',
  'a contingency is open',
  'it has no such document',
  'the PAC, which has authorized it, says that it has no such document',
  'the PAC, which has named it, says that it has no such document',
  'the PAC has no document of its number, and it is not sent again by itself; ask the PAC',
  'the PAC has no document of its number, and a restore may have lost that it went to the other account; ask both PACs',
  'nothing ({cause})',
  'a document without a legal status',
  'HTTP {httpStatus} is no verdict',
  'HTTP {httpStatus} without a document in it',
  'HTTP {httpStatus} without an error that we can read',
  'HTTP {httpStatus} with errors: {reasons}',
] as const;

const patterns = WRITTEN.map((template) => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const source = template
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.+?)');
  return { template, names, pattern: new RegExp(`^${source}$`, 's') };
});

/** A status such as PAC_AUTHORIZED is a word of ours as well. */
const CODE = /^[A-Z_]+$/;

/** The sentence that the text is, its parts read likewise; one that says just the text when it is none of ours. */
export function evidence(text: string): Sentence {
  for (const { template, names, pattern } of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    return { template, params: Object.fromEntries(names.map((name, index) => [name, evidence(found[index + 1]!)])) };
  }
  return CODE.test(text) ? { template: text, params: {} } : sentence('{value}', { value: text });
}
