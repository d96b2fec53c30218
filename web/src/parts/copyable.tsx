// A text with a button that copies it.
import { t } from '../texts/speech.ts';
import { tell } from './toasts.tsx';
import { Tool } from './tool.tsx';

export function Copyable({ name, text }: { name: string; text: string }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    tell(t('copied', { name }));
  };
  return (
    <span className="copyable">
      <span className="code break-anywhere">{text}</span>
      {/* Browsers lend their clipboard to secure pages only. */}
      {window.isSecureContext && (
        <Tool
          icon="copy"
          size={16}
          label={t('copy', { name })}
          title={t('copy', { name })}
          onClick={() => void copy()}
        />
      )}
    </span>
  );
}
