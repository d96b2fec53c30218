// The dialog of labels with its words, when it is opened.
import { languageOfPage, loadWords } from '../../texts/words.ts';

export type { ItemToLabel } from './labels-dialog.tsx';

export async function labelsDialog() {
  const [module] = await Promise.all([import('./labels-dialog.tsx'), loadWords(languageOfPage(), ['labels'])]);
  return { default: module.LabelsDialog };
}
