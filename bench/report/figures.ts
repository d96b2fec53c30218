// Everything that one run measured.
import type { Machine } from '../database.ts';
import type { Facts } from '../facts/measure.ts';
import type { HttpFigures } from '../http/measure.ts';
import type { ImportFigures } from '../import/measure.ts';
import type { InvoiceFigures } from '../invoices/measure.ts';
import type { QuestionFigures } from '../questions/measure.ts';
import type { Line } from './lines.ts';
import type { Soaked } from '../soak/measure.ts';
import type { Writes } from '../writes/measure.ts';

export interface Figures {
  machine: Machine;
  /** As it was typed. */
  command: string;
  /** YYYY-MM-DD. */
  date: string;
  questions?: QuestionFigures[];
  writes?: Writes;
  invoices?: InvoiceFigures;
  http?: HttpFigures;
  traffic?: Line[];
  facts?: Facts;
  import?: ImportFigures;
  soak?: Soaked;
}
