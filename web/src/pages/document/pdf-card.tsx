// The certified PDF, shown in the page; it comes through memory, for what the service sends may not be framed.
import { useEffect, useState } from 'react';
import { Bone } from '../../parts/bones.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import type { FiscalDocument } from '../../rules/document-rules.ts';
import { forTenant } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';

type Preview = { state: 'loading' } | { state: 'here'; address: string } | { state: 'failed' };

export function PdfCard({ file }: { file: NonNullable<FiscalDocument['pdf']> }) {
  const [attempt, setAttempt] = useState(0);
  const preview = useBytes(file.url, attempt);
  return (
    <Card
      title={t('pdf')}
      tools={
        preview.state === 'here' && (
          <span className="row">
            <a className="button plain small" href={preview.address} target="_blank" rel="noopener">
              <Icon name="open" size={16} />
              {t('pdf.open')}
            </a>
            <a className="button plain small" href={preview.address} download={file.filename}>
              <Icon name="download" size={16} />
              {t('pdf.download', { size: f.about(Math.ceil(file.byteSize / 1024)) })}
            </a>
          </span>
        )
      }
    >
      {preview.state === 'loading' && <Bone height={560} />}
      {preview.state === 'here' && (
        <iframe
          className="pdf"
          title={t('pdf.title', { name: file.filename })}
          src={`${preview.address}#toolbar=0&navpanes=0&view=FitH`}
        />
      )}
      {preview.state === 'failed' && (
        <Message icon="alert" title={t('pdf.failed')}>
          <Button onClick={() => setAttempt((count) => count + 1)} text={t('again')} />
        </Message>
      )}
    </Card>
  );
}

function useBytes(url: string, attempt: number): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    let address: string | undefined;
    const load = async (): Promise<void> => {
      const response = await fetch(forTenant(url), { signal: stop.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      address = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'application/pdf' }));
      setPreview({ state: 'here', address });
    };
    setPreview({ state: 'loading' });
    load().catch(() => {
      if (!stop.signal.aborted) setPreview({ state: 'failed' });
    });
    return () => {
      stop.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [url, attempt]);
  return preview;
}
