// How far a long command is: a bar on a terminal, a line every few seconds elsewhere.
import type { Terminal } from './command.ts';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const LINE_MS = 3000;
const ERASE_LINE = '\r\u001B[K';

/** `elapsedMs` tells the time since some moment, always the same. */
export function progressOn(terminal: Terminal, elapsedMs: () => number = () => performance.now()) {
  let last: { what: string; at: number } | undefined;

  return {
    /** `what` names the part of the work, such as `reading`. */
    show(what: string, done: number, total: number) {
      const isNew = last?.what !== what;
      const now = elapsedMs();
      const pause = terminal.isInteractive ? REDRAW_MS : LINE_MS;
      const isDone = done >= total;
      if (!isNew && !isDone && now - last!.at < pause) return;
      last = { what, at: now };
      // Work that ends at once prints no beginning in a list of lines.
      if (isNew && !isDone && !terminal.isInteractive) return;
      terminal.write(
        terminal.isInteractive ? `${ERASE_LINE}${bar(what, done, total)}` : `${line(what, done, total)}\n`,
      );
    },
    /** Leaves the terminal as it was. */
    end() {
      if (terminal.isInteractive && last) terminal.write(ERASE_LINE);
      last = undefined;
    },
  };
}

function bar(what: string, done: number, total: number): string {
  const full = Math.round(BAR_WIDTH * shareOf(done, total));
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${line(what, done, total)}`;
}

function line(what: string, done: number, total: number): string {
  const percent = Math.floor(100 * shareOf(done, total));
  return `${what} ${percent} % (${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')})`;
}

function shareOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}
