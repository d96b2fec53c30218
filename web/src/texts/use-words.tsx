// The language of the page and everything that follows from it, for every part that writes something.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { askAgain } from '../api/acts.ts';
import { formatsFor, type Formats, type Language } from '../format/formats.ts';
import { languageOfPage, loadWords, wordsIn, type Words } from './words.ts';

interface Speech {
  t: Words;
  f: Formats;
  language: Language;
  speak(language: Language): Promise<void>;
}

/** The part of it that writes: for functions that are no components. */
export type Said = Pick<Speech, 't' | 'f'>;

const SpeechContext = createContext<Speech | undefined>(undefined);
const KEPT_AS = 'folio.language';

export function SpeechProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(languageOfPage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo<Speech>(
    () => ({
      t: wordsIn(language),
      f: formatsFor(language, timeZone),
      language,
      async speak(next) {
        await loadWords(next);
        setLanguage(next);
        // The document's language is that of the service's texts.
        document.documentElement.lang = next;
        askAgain();
        try {
          localStorage.setItem(KEPT_AS, next);
        } catch {
          // A browser that keeps nothing speaks the usual language at the next visit.
        }
      },
    }),
    [language, timeZone],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useWords(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useWords needs a SpeechProvider around it');
  return speech;
}
