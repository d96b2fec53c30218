// Words by key, in the language that was chosen; `{name}` takes a value, `one|many` is decided by `{n}`.
import type { Language } from '../format/formats.ts';
import { CATALOGS, type Area, type WordKey } from './catalogs.ts';

export type { Area, WordKey } from './catalogs.ts';
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const loaded: Record<Language, Record<string, string>> = { es: {}, en: {} };
const wanted = new Set<Area>();

export const languageOfPage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'es');

/** The words of these areas, and of all that were asked for before, can then be said in this language. */
export async function loadWords(language: Language, areas: readonly Area[] = []): Promise<void> {
  for (const area of areas) wanted.add(area);
  const { size } = wanted;
  const catalogs = await Promise.all([...wanted].map(async (area) => CATALOGS[area][language]()));
  Object.assign(loaded[language], ...catalogs.map(({ words }) => words));
  // A page that was opened meanwhile has the words of the language before.
  if (wanted.size > size) await loadWords(language);
}

export const isWord = (key: string): key is WordKey => key in loaded[languageOfPage()];

/** The ends of the keys that begin so, in the order of their words. */
export function endsOf(beginning: string): string[] {
  const words = loaded[languageOfPage()];
  const keys = Object.keys(words).filter((key) => key.startsWith(beginning));
  return keys
    .toSorted((one, other) => words[one]!.localeCompare(words[other]!))
    .map((key) => key.slice(beginning.length));
}

export function wordsIn(language: Language): Words {
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const text = loaded[language][key];
    if (text === undefined) throw new Error(`The words of “${key}” are not loaded`);
    const forms = text.split('|');
    const isOne = plural.select(Number(values['n'])) === 'one';
    const form = (isOne ? forms[0] : forms.at(-1)) ?? key;
    return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
