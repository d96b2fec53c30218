// Light, dark, or as the system has it; assets/appearance.js applies the choice before the first paint of a visit.
import { useState } from 'react';
import { stored } from './stored.ts';

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
    // Else the next visit shows the system's choice.
    stored(() => localStorage.setItem(KEPT_AS, next));
    setAppearance(next);
  };
  return [appearance, change];
}
