// A text with a button that copies it.
import { useWords } from '../texts/use-words.tsx';
import { Icon } from './icon.tsx';
import { useTell } from './toasts.tsx';

export function Copyable({ name, text }: { name: string; text: string }) {
  const { t } = useWords();
  const tell = useTell();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    tell(t('copied', { name }));
  };
  return (
    <span className="copyable">
      <span className="code break-anywhere">{text}</span>
      {/* Browsers lend their clipboard to secure pages only. */}
      {window.isSecureContext && (
        <button
          type="button"
          className="tool"
          aria-label={t('copy', { name })}
          title={t('copy', { name })}
          onClick={() => void copy()}
        >
          <Icon name="copy" size={16} />
        </button>
      )}
    </span>
  );
}
