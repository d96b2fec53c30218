// Labels of items, in English.
import type { words as spanish } from '../es/labels.ts';

export const words: Record<keyof typeof spanish, string> = {
  'labels.title': 'Print labels',
  'labels.sheet': 'Paper',
  'labels.sheet.letter-30': 'Letter, 30 labels of 2⅝ × 1 in',
  'labels.sheet.a4-24': 'A4, 24 labels of 70 × 37 mm',
  'labels.sheet.roll-50x25': 'Roll of 50 × 25 mm',
  'labels.sheet.roll-58x40': 'Roll of 58 × 40 mm',
  'labels.kind': 'For',
  'labels.kind.item': 'The goods',
  'labels.kind.shelf': 'The shelf, with a large price',
  'labels.price': 'Price',
  'labels.price.with-tax': 'With its taxes',
  'labels.price.net': 'Without taxes',
  'labels.price.none': 'No price',
  'labels.start': 'First label',
  'labels.startNote': 'Free place of the sheet, counted by rows from the top left: 1 to {most}.',
  'labels.startWrong': 'Write a number from 1 to {most}',
  'labels.copies': 'Copies',
  'labels.copiesOf': 'Copies of {name}',
  'labels.copiesNote': 'Zero leaves the item out.',
  'labels.download': 'Download {n} label|Download {n} labels',
  'labels.nothing': 'Write how many copies',
  'labels.tooMany': 'At most {most} items are printed at a time: choose fewer',
  'labels.actualSize': 'Print the PDF at its actual size (100 %), not fitted to the page.',
};
