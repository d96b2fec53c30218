// The keys of the dashboard, in one table, and the two dialogs that they open. A key without Control does nothing while something is typed.
import { useEffect, useState, type ReactNode } from 'react';
import { go } from './router.ts';
import { HOME, KEYBOARD_HELP, PALETTE, ROUTES } from './routes.ts';
import { listen } from './store.ts';
import { stored } from './stored.ts';

/** After `g` the letter of a section leads there. */
const WAYS = Object.entries(ROUTES).flatMap(([name, { menu }]) =>
  menu?.letter ? [{ keys: `g ${menu.letter}`, word: menu.word, to: name === HOME ? '/' : `/${name}` }] : [],
);

type Do = (open: (what: 'palette' | 'help') => void) => void;

const inMain = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];

function moveBy(step: number): void {
  const rows = inMain('.row-link');
  // Beside the record that is open, the next one opens.
  const open = rows.findIndex((row) => row.matches('.beside-list [aria-current]'));
  const at = open < 0 ? rows.indexOf(document.activeElement as HTMLElement) : open;
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.focus();
  if (open >= 0) next?.click();
}

const KEYS = [
  { keys: 'Ctrl k', word: 'find', run: (open) => open('palette') },
  {
    keys: '/',
    word: 'keys.search',
    run(open) {
      const [search] = inMain('input[type=search]');
      if (search) search.focus();
      else open('palette');
    },
  },
  { keys: 'n', word: 'keys.new', run: () => inMain('.page-tools :is(a[href*="/new"], .primary)')[0]?.click() },
  { keys: 'j', word: 'keys.next', run: () => moveBy(1) },
  { keys: 'k', word: 'keys.before', run: () => moveBy(-1) },
  { keys: '?', word: 'keys.help', run: (open) => open('help') },
] as const satisfies readonly { keys: string; word: string; run: Do }[];

const ROWS = [...KEYS, { keys: 'Ctrl z', word: 'keys.undo' } as const, ...WAYS];

const OFF_KEPT_AS = 'folio.keys.off';

/** WCAG 2.1.4: keys without Control can be switched off. */
const areOff = (): boolean => stored(() => localStorage.getItem(OFF_KEPT_AS)) === 'true';
const switchOff = (isOff: boolean): void => stored(() => localStorage.setItem(OFF_KEPT_AS, String(isOff)));

const OPEN_PALETTE = 'folio:palette';

export const openPalette = (): void => void window.dispatchEvent(new Event(OPEN_PALETTE));

export function Shortcuts() {
  const [dialog, setDialog] = useState<ReactNode>();
  useEffect(() => {
    // Keys typed meanwhile are meant for it.
    let isOpening = false;
    const close = (): void => setDialog(undefined);
    const load = async (what: 'palette' | 'help'): Promise<void> => {
      const Palette = what === 'palette' && (await PALETTE.load());
      const Help = what === 'help' && (await KEYBOARD_HELP.load());
      setDialog(
        Palette ? (
          <Palette onHelp={() => open('help')} onClose={close} />
        ) : (
          Help && <Help rows={ROWS} areOff={areOff()} onSwitchOff={switchOff} onClose={close} />
        ),
      );
    };
    // Without network it does not open, and the frame says why.
    const open = (what: 'palette' | 'help'): void => {
      isOpening = true;
      void load(what)
        .catch(() => undefined)
        .finally(() => (isOpening = false));
    };

    let before = '';
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
      const hasMod = ctrlKey || metaKey;
      if (event.defaultPrevented || altKey || document.querySelector('dialog[open]')) return;
      if (!hasMod && (isTyping || isOpening || areOff())) return;
      const keys = hasMod ? `Ctrl ${key.toLowerCase()}` : before === 'g' ? `g ${key}` : key;
      before = keys;
      const way = WAYS.find((one) => one.keys === keys);
      const shortcut: { run: Do } | undefined = way ? { run: () => go(way.to) } : KEYS.find((one) => one.keys === keys);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run(open);
    };
    return listen(window, { keydown: press, [OPEN_PALETTE]: () => open('palette') });
  }, []);
  return dialog;
}
