// The words and formats of this moment, as an object.
import { f, language, speak, t } from './speech.ts';

export type { Said } from './speech.ts';

export const useWords = () => ({ t, f, language, speak });
