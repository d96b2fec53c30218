// Import of the chosen file: how it is read is found out, it is tried at once, and brought in on request.
import { useRef, useState } from 'react';
import { saveFile } from '../../api/fetch-file.ts';
import {
  bringIn,
  ImportProblem,
  isMapped,
  keepLayout,
  layoutOf,
  refusedFile,
  tryFile,
  withKept,
  type Layout,
  type Report,
  type What,
} from '../../api/import-file.ts';
import { newKey } from '../../api/new-key.ts';
import { t } from '../../texts/speech.ts';

export function useImport(what: What) {
  const [file, setFile] = useState<File>();
  const [layout, setLayout] = useState<Layout>();
  const [report, setReport] = useState<Report>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isMapping, setMapping] = useState(false);
  const [hasStock, setStock] = useState(false);
  // Key of this file as it is read: a lost answer brings nothing in twice.
  const key = useRef('');
  // The turn counts what was begun: an answer to what something else has followed is not shown.
  const turn = useRef(0);

  async function during(work: (isLate: () => boolean) => Promise<void>): Promise<void> {
    const own = ++turn.current;
    const isLate = (): boolean => own !== turn.current;
    setBusy(true);
    setProblem(undefined);
    try {
      await work(isLate);
    } catch (error) {
      if (isLate()) return;
      if (error instanceof ImportProblem) setProblem(error.message || t('import.failed'));
      else setProblem(t('problem.unansweredAdvice'));
    }
    if (!isLate()) setBusy(false);
  }
  async function attempt(kind: What, one: File, read: Layout, isLate: () => boolean): Promise<void> {
    key.current = newKey();
    setReport(undefined);
    setLayout(read);
    setMapping(!isMapped(read));
    if (!isMapped(read)) return;
    const trial = await tryFile(kind, one, read);
    if (!isLate()) setReport(trial);
  }
  return {
    ...{ file, layout, report, problem, isBusy, isMapping, hasStock, setMapping },
    choose(chosen: File | undefined, kind = what): void {
      setFile(chosen);
      setLayout(undefined);
      setReport(undefined);
      setProblem(undefined);
      setStock(false);
      setBusy(false);
      turn.current += 1;
      if (!chosen) return;
      void during(async (isLate) => {
        const read = withKept(kind, await layoutOf(kind, chosen));
        if (isLate()) return;
        // A shop's list of prices often says what is on the shelf as well.
        const stock = kind === 'items' ? await layoutOf('stock', chosen, read) : undefined;
        if (isLate()) return;
        setStock(stock !== undefined && isMapped(stock));
        await attempt(kind, chosen, read, isLate);
      });
    },
    /** As a person has said that the file is to be read. */
    read(one: File, chosen: Layout): void {
      keepLayout(what, chosen);
      void during((isLate) => attempt(what, one, chosen, isLate));
    },
    bringIn(one: File, read: Layout): void {
      void during(async (isLate) => {
        const done = await bringIn(what, one, read, key.current);
        if (!isLate()) setReport(done);
      });
    },
    /** Saved by the browser; what has come in by now is not in it. */
    saveRefused(one: File, read: Layout): void {
      void during(async () => {
        const refused = refusedFile(await tryFile(what, one, read), read, t('import.problem'));
        saveFile(refused, `${one.name.replace(/\.\w+$/, '')} - ${t('import.refusedFile')}.csv`);
      });
    },
  };
}
