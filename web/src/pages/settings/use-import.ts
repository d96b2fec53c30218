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
  const latest = useRef<AbortController>(undefined);

  /** An answer to a file that another one has followed is not shown, and a file that is only looked at is sent no further. */
  function begin(): AbortSignal {
    latest.current?.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  }
  async function during(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = begin();
    setBusy(true);
    setProblem(undefined);
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ImportProblem) setProblem(error.message || t('import.failed'));
      else setProblem(t('problem.unansweredAdvice'));
    }
    if (!signal.aborted) setBusy(false);
  }
  async function attempt(kind: What, one: File, read: Layout, signal: AbortSignal): Promise<void> {
    key.current = newKey();
    setReport(undefined);
    setLayout(read);
    setMapping(!isMapped(read));
    if (!isMapped(read)) return;
    setReport(await tryFile(kind, one, read, signal));
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
      begin();
      if (!chosen) return;
      void during(async (signal) => {
        const read = withKept(kind, await layoutOf(kind, chosen, {}, signal));
        // A shop's list of prices often says what is on the shelf as well.
        const stock = kind === 'items' ? await layoutOf('stock', chosen, read, signal) : undefined;
        setStock(stock !== undefined && isMapped(stock));
        await attempt(kind, chosen, read, signal);
      });
    },
    /** As a person has said that the file is to be read. */
    read(one: File, chosen: Layout): void {
      keepLayout(what, chosen);
      void during((signal) => attempt(what, one, chosen, signal));
    },
    bringIn(one: File, read: Layout): void {
      void during(async (signal) => {
        const done = await bringIn(what, one, read, key.current);
        if (!signal.aborted) setReport(done);
      });
    },
    /** Saved by the browser; what has come in by now is not in it. */
    saveRefused(one: File, read: Layout): void {
      void during(async (signal) => {
        const refused = refusedFile(await tryFile(what, one, read, signal), read, t('import.problem'));
        saveFile(refused, `${one.name.replace(/\.\w+$/, '')} - ${t('import.refusedFile')}.csv`);
      });
    },
  };
}
