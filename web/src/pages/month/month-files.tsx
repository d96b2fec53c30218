// The files of the month: the one that it is filed from, and all its evidence, whose size is told while it comes.
import { useEffect, useRef, useState } from 'react';
import { headersFor } from '../../api/client.ts';
import { saveFile } from '../../api/fetch-file.ts';
import { Button } from '../../parts/button.tsx';
import { ReportFiles } from '../../parts/file-link.tsx';
import { f, t } from '../../texts/speech.ts';

export function MonthFiles({ named }: { named: string }) {
  const [year, month] = named.split('-');
  const { bytes, hasFailed, fetchAll, cancel } = useArchive(
    `/months/${named}/evidence.zip`,
    `folio-${named}-evidence.zip`,
  );
  return (
    <div className="row month-files">
      <ReportFiles fileOf={(format) => `/export/month.${format}?year=${year}&month=${month}`}>
        {bytes === undefined ? (
          <Button icon="file" onClick={() => void fetchAll()} text={t('month.evidence')} />
        ) : (
          <Button icon="cross" onClick={cancel} text={t('cancel')} />
        )}
      </ReportFiles>
      <span className="small month-progress" role="status">
        {bytes !== undefined && t('month.progress', { size: f.about((bytes / 1e6).toFixed(1)) })}
        {hasFailed && <span className="bad-text">{t('month.evidenceFailed')}</span>}
      </span>
    </div>
  );
}

const SHOWN_EVERY_BYTES = 200_000;

/** Handed over to the browser in parts, so that the page itself never holds all of it. */
function useArchive(path: string, filename: string) {
  const [bytes, setBytes] = useState<number>();
  const [hasFailed, setHasFailed] = useState(false);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  async function fetchAll(): Promise<void> {
    const asking = new AbortController();
    underWay.current = asking;
    setHasFailed(false);
    setBytes(0);
    try {
      const answer = await fetch(path, { headers: headersFor(), signal: asking.signal });
      const reader = answer.ok ? answer.body?.getReader() : undefined;
      if (!reader) throw new Error(`HTTP ${answer.status}`);
      const parts: Blob[] = [];
      let [size, shownSize] = [0, 0];
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(new Blob([part.value]));
        size += part.value.length;
        if (size - shownSize > SHOWN_EVERY_BYTES) setBytes((shownSize = size));
      }
      saveFile(new Blob(parts, { type: 'application/zip' }), filename);
    } catch {
      setHasFailed(!asking.signal.aborted);
    }
    setBytes(undefined);
  }
  return { bytes, hasFailed, fetchAll, cancel: () => underWay.current?.abort() };
}
