// Items as a till finds them: by barcode or SKU at once, else by the words of their names. Pure.
import type { SoldItem } from './sale.ts';

export type ItemIndex = ReturnType<typeof indexItems>;

/** Without accents and case. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function indexItems(items: readonly SoldItem[]) {
  const codes = new Map<string, { item: SoldItem; unit?: string }>();
  for (const item of items) codes.set(folded(item.sku), { item });
  // A barcode is printed on the goods: it goes before an SKU that looks alike.
  for (const item of items)
    for (const { barcode, unit } of item.barcodes)
      codes.set(folded(barcode), unit === null ? { item } : { item, unit });
  const ids = new Map(items.map((item) => [item.id, item]));
  const names = items.map((item) => ({ item, text: folded(`${item.name} ${item.sku}`) }));
  return {
    /** By a whole barcode or SKU, in any case; a UPC-A also by its thirteen digits, which begin with 0, and the other way. */
    byCode(text: string) {
      const code = folded(text.trim());
      const other = /^0\d{12}$/.test(code) ? code.slice(1) : /^\d{12}$/.test(code) ? `0${code}` : code;
      return codes.get(code) ?? codes.get(other);
    },
    byId: (id: string) => ids.get(id),
    /** Every word that was typed begins or is in the name or the SKU; names that begin with the first come first. */
    byWords(typed: string, most: number): SoldItem[] {
      const words = folded(typed).split(/\s+/).filter(Boolean);
      if (words.length === 0) return [];
      const found = names.filter(({ text }) => words.every((word) => text.includes(word)));
      const rank = ({ text }: { text: string }): number => (text.startsWith(words[0]!) ? 0 : 1);
      return found
        .toSorted((one, other) => rank(one) - rank(other) || (one.text < other.text ? -1 : 1))
        .slice(0, most)
        .map(({ item }) => item);
    },
    count: items.length,
  };
}
