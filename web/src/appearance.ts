// Light, dark, or as the system has it; assets/appearance.js applies the choice before the first paint of a visit.
import { useState } from 'react';

export type Appearance = 'auto' | 'light' | 'dark';

const KEPT_AS = 'folio.theme';
const NEXT: Record<Appearance, Appearance> = { auto: 'light', light: 'dark', dark: 'auto' };

export function useAppearance(): [Appearance, () => void] {
  const [appearance, setAppearance] = useState<Appearance>(
    () => (document.documentElement.dataset['theme'] as Appearance | undefined) ?? 'auto',
  );
  const change = (): void => {
    const next = NEXT[appearance];
    if (next === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    keep(next);
    setAppearance(next);
    // What is drawn on a canvas does not follow style sheets by itself.
    window.dispatchEvent(new Event('folio:appearance'));
  };
  return [appearance, change];
}

function keep(appearance: Appearance): void {
  try {
    localStorage.setItem(KEPT_AS, appearance);
  } catch {
    // A browser that keeps nothing shows the system's choice at the next visit.
  }
}
