// The language and the appearance of the page, changed with one press.
import { useAppearance } from '../appearance.ts';
import { language, speak, t } from '../texts/speech.ts';
import { Tool } from './tool.tsx';

export function LanguageSwitch() {
  const other = language === 'es' ? 'en' : 'es';
  return (
    <button type="button" className="tool" lang={other} title={t('speakOther')} onClick={() => void speak(other)}>
      {other.toUpperCase()} <span className="hidden-text">{t('speakOther')}</span>
    </button>
  );
}

export function AppearanceSwitch() {
  const [appearance, change] = useAppearance();
  const label = t(`appearance.${appearance}`);
  return (
    <Tool
      icon={appearance === 'auto' ? 'auto' : appearance === 'light' ? 'sun' : 'moon'}
      label={label}
      title={label}
      onClick={change}
    />
  );
}
