// Words by key, in the language that was chosen; `{name}` takes a value, `one|many` is decided by `{n}`.
import { en } from './en.ts';
import { es } from './es.ts';
import type { Language } from '../format/formats.ts';

export type WordKey = keyof typeof es;
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

export const CATALOGS: Record<Language, Record<WordKey, string>> = { es, en };

export function wordsIn(language: Language): Words {
  const catalog = CATALOGS[language];
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const forms = catalog[key].split('|');
    const isOne = plural.select(Number(values['n'])) === 'one';
    const form = (isOne ? forms[0] : forms.at(-1)) ?? key;
    return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
