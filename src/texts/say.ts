// Says a sentence in the language of its reader: English as it stands in the code, Spanish by the catalog es.ts.
import { fillIn, type Sentence } from '../platform/errors.ts';
import { es } from './es.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export function say(language: Language, sentence: Sentence): string {
  return language === 'es' ? fillIn(sentence, (english) => es[english] ?? english) : fillIn(sentence);
}

/** Language by `Accept-Language`: ours with the highest weight, the first of equals; English when none is requested. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',', 20).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { language: range.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = ranges
    .filter(({ language, weight }) => LANGUAGES.some((ours) => ours === language) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0];
  return (best?.language as Language | undefined) ?? 'en';
}
