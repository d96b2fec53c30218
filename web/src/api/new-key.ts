// A key under which a request counts once, however often it is sent; works on plain http too, where randomUUID does not exist.
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** As a UUID. */
export const idOfKey = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

export const newId = (): string => idOfKey(newKey());
