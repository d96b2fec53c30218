// The dialog of labels with its words, when it is opened.
import { lazy } from 'react';
import { languageOfPage, loadWords } from '../../texts/words.ts';

export type { ItemToLabel } from './labels-dialog.tsx';

export const LabelsDialog = lazy(async () => {
  const [module] = await Promise.all([import('./labels-dialog.tsx'), loadWords(languageOfPage(), ['labels'])]);
  return { default: module.LabelsDialog };
});
