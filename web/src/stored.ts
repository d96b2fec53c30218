// The browser's storage, for what is only better with it: a browser that keeps nothing answers nothing.
export function stored<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
