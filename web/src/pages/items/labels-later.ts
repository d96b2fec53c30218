// The dialog of labels with its words, when it is opened.
import { later } from '../../parts/later.tsx';
import { languageOfPage, loadWords } from '../../texts/words.ts';

export type { ItemToLabel } from './labels-dialog.tsx';

export const LabelsDialog = later(async () => {
  const [module] = await Promise.all([import('./labels-dialog.tsx'), loadWords(languageOfPage(), ['labels'])]);
  return module;
}, 'LabelsDialog');
