// The keys of a list: j and k go through its rows, beside a record through the records.
import { useEffect, useRef } from 'react';

export function useRowKeys(isBeside: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const step = ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): void => {
      const by = { j: 1, k: -1 }[key];
      if (by === undefined || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]')) return;
      const links = [...(place.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
      const at = links.findIndex((link) =>
        isBeside ? link.matches('[aria-current]') : link === document.activeElement,
      );
      const next = links[at === -1 ? 0 : at + by];
      if (isBeside) next?.click();
      next?.focus();
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [isBeside]);
  return place;
}
