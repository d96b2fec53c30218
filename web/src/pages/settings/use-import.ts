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

interface Chosen {
  what: What;
  file: File;
  layout: Layout;
}

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

  async function during(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (error instanceof ImportProblem) setProblem(error.message || t('import.failed'));
      else setProblem(t('problem.unansweredAdvice'));
    }
    setBusy(false);
  }
  async function attempt({ what: kind, file: one, layout: read }: Chosen): Promise<void> {
    key.current = newKey();
    setReport(undefined);
    setLayout(read);
    setMapping(!isMapped(read));
    if (isMapped(read)) setReport(await tryFile(kind, one, read));
  }
  return {
    ...{ file, layout, report, problem, isBusy, isMapping, hasStock, setMapping },
    choose(chosen: File | undefined, kind = what): void {
      setFile(chosen);
      setLayout(undefined);
      setReport(undefined);
      setProblem(undefined);
      setStock(false);
      if (!chosen) return;
      void during(async () => {
        const read = withKept(kind, await layoutOf(kind, chosen));
        // A shop's list of prices often says what is on the shelf as well.
        if (kind === 'items') setStock(isMapped(await layoutOf('stock', chosen, read)));
        await attempt({ what: kind, file: chosen, layout: read });
      });
    },
    /** As a person has said that the file is to be read. */
    read(one: File, chosen: Layout): void {
      keepLayout(what, chosen);
      void during(() => attempt({ what, file: one, layout: chosen }));
    },
    bringIn(one: File, read: Layout): void {
      void during(async () => setReport(await bringIn(what, one, read, key.current)));
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
