// The language of the page and all that writes in it: `t` for words, `f` for numbers and days. They are live bindings: an import has
// those of the present language and time zone, and a change draws the page anew from its root.
import { askAgain } from '../api/acts.ts';
import { formatsFor, type Language } from '../format/formats.ts';
import { store } from '../store.ts';
import { stored } from '../stored.ts';
import { languageOfPage, loadWords, wordsIn } from './words.ts';

const KEPT_AS = 'folio.language';
const USUAL_TIME_ZONE = 'America/Panama';

export let language = languageOfPage();
/** Time zone of the business, once that is known. */
export let timeZone = USUAL_TIME_ZONE;
export let t = wordsIn(language);
export let f = formatsFor(language, timeZone);
const changes = store(0);

/** Hook of the root: all below it is drawn anew. */
export const useSpeech = changes.use;

function change(): void {
  t = wordsIn(language);
  f = formatsFor(language, timeZone);
  changes.set(changes.get() + 1);
}

export function setTimeZone(next = USUAL_TIME_ZONE): void {
  if (next === timeZone) return;
  timeZone = next;
  change();
}

export async function speak(next: Language): Promise<void> {
  await loadWords(next);
  language = next;
  // The document's language is that of the service's texts.
  document.documentElement.lang = next;
  change();
  askAgain();
  stored(() => localStorage.setItem(KEPT_AS, next));
}
