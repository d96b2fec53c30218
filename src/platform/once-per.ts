// Reads something of an object once, however many ask for it; what was read is kept for as long as the object is.

export function oncePer<Of extends object, Args extends unknown[], Read>(
  read: (of: Of, ...args: Args) => Read,
): (of: Of, ...args: Args) => Read {
  const kept = new WeakMap<Of, Read>();
  return (of, ...args) => kept.getOrInsertComputed(of, () => read(of, ...args));
}
