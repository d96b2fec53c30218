// Remembers what a function answered: half a million lines repeat a few thousand texts, and each is kept and computed once. Pure.

export function remembering<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = answer(text);
    known.set(text, value);
    return value;
  };
}
