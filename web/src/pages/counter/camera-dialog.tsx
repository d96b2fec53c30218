// Picture of the phone's camera, until there is a code in it.
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/message.tsx';
import { t } from '../../texts/speech.ts';
import '../counter.css';

/** The camera of a phone that looks away from its person, sharp enough for the bars of a can. */
const CAMERA: MediaStreamConstraints = {
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

export function CameraDialog({ onCode, onClose }: { onCode(code: string): void; onClose(): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<'counter.cameraRefused' | 'counter.cameraFailed'>();
  useEffect(() => {
    const end = new AbortController();
    const look = async (): Promise<void> => {
      const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
      const leave = (): void => stream.getTracks().forEach((track) => track.stop());
      if (end.signal.aborted) return leave();
      end.signal.addEventListener('abort', leave);
      video.current!.srcObject = stream;
      await video.current!.play();
      const { firstCode } = await import('../../counter/read-code.ts');
      const code = await firstCode(video.current!, end.signal);
      if (code === undefined) return;
      navigator.vibrate?.(80);
      onClose();
      onCode(code);
    };
    look().catch((error: unknown) => {
      if (end.signal.aborted) return;
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      setProblem(isRefused ? 'counter.cameraRefused' : 'counter.cameraFailed');
    });
    return () => end.abort();
  }, []);
  return (
    <Dialog title={t('counter.camera')} onClose={onClose}>
      {problem ? (
        <Note tone="bad" icon="alert" text={t(problem)} />
      ) : (
        <>
          <video ref={video} className="camera" muted playsInline aria-label={t('counter.camera')} />
          <p className="soft small">{t('counter.cameraHint')}</p>
        </>
      )}
    </Dialog>
  );
}
