// Writes what comes in order two at a time: the second half of each waits for all of the one before it.

/**
 * `write` is handed the promise of the one before, to be awaited before it touches what that one touches. The first failure ends it
 * all, when nothing runs any more.
 */
export async function inTurn<T>(
  all: Iterable<T>,
  write: (one: T, before: Promise<void>) => Promise<void>,
): Promise<void> {
  let before = Promise.resolve();
  for (const one of all) {
    const now = write(one, before);
    const ended = now.catch(() => undefined);
    try {
      await before;
    } catch (error) {
      // The caller may close the database next.
      await ended;
      throw error;
    }
    before = now;
  }
  await before;
}
