// Prepared statements of different connections in one session: each connection's names become names that nobody else has.
import { MESSAGE, readText, replaceIn } from './frames.ts';

export interface StatementNames {
  /** The message as the session shall see it. The unnamed statement stays unnamed: it lives no longer than a turn. */
  rename(frame: Buffer): Buffer;
  /** The session's names of the statements that this connection has not closed. */
  open(): Iterable<string>;
}

export function nameStatements(connection: number): StatementNames {
  const names = new Map<string, string>();
  let made = 0;

  function aliasOf(name: string): string {
    let alias = names.get(name);
    if (alias === undefined) {
      // Short and counted, not composed of the name: the session cuts names at 63 bytes.
      alias = `c${connection}_${++made}`;
      names.set(name, alias);
    }
    return alias;
  }

  function renameAt(frame: Buffer, at: number): Buffer {
    const { text: name, end } = readText(frame, at);
    return name === '' ? frame : replaceIn(frame, at, end, aliasOf(name));
  }

  return {
    rename(frame) {
      switch (frame[0]) {
        case MESSAGE.parse:
          return renameAt(frame, 5);
        case MESSAGE.bind:
          return renameAt(frame, readText(frame, 5).end);
        case MESSAGE.describe:
          return isStatement(frame) ? renameAt(frame, 6) : frame;
        case MESSAGE.close: {
          if (!isStatement(frame)) return frame;
          const renamed = renameAt(frame, 6);
          names.delete(readText(frame, 6).text);
          return renamed;
        }
        default:
          return frame;
      }
    },
    open: () => names.values(),
  };
}

/** Describe and Close speak of a statement or of a portal. */
function isStatement(frame: Buffer): boolean {
  return frame[5] === 'S'.charCodeAt(0);
}
