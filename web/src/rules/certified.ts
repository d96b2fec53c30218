// Words of the fields by which a signed XML differs from its document.
import type { InvoiceViewAnswer } from '../api/answers.ts';
import type { WordKey } from '../texts/words.ts';

type Field = NonNullable<InvoiceViewAnswer['invoice']['certified']>['differsBy'][number];

export const certifiedFields = (fields: readonly Field[], t: (word: WordKey) => string): string =>
  fields.map((field) => t(`certified.${field}`)).join(', ');
