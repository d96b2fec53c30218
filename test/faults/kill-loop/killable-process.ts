// The real service as a process that can be killed and started again, over the same data.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Service {
  url: string;
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** As kill -9 does; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; answers the code with which it ended. */
  stop(): Promise<number | null>;
  isRunning(): boolean;
  /** The process ids of the programs of Folio that it has started itself. */
  children(): number[];
}

const ROOT = join(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 300_000;
/** Another program may have the port, and need not answer. */
const ANSWERS_WITHIN_MS = 10_000;
const SAID_LENGTH = 2_000;

/** Environment that a program in this folder is given: the way to other programs, and to its compiled code, which halves its start. */
export function surroundings(root: string): Record<string, string | undefined> {
  const compiled = root === ROOT ? process.env['NODE_COMPILE_CACHE'] : join(root, 'compiled');
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled };
}

/** `root` is the folder of its program; that of this one unless said otherwise. */
export function serviceAt(port: number, env: Record<string, string>, root = ROOT): Service {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ended = child;
    ended?.kill(signal);
    await exited;
    child = undefined;
    return ended?.exitCode ?? null;
  }

  return {
    url,
    async start() {
      const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
        cwd: root,
        // A broken connection to the database is what is tried here, and no news.
        env: { ...surroundings(root), NODE_NO_WARNINGS: '1', PORT: String(port), ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      exited = once(started, 'exit');
      const closed = once(started, 'close');
      let said = '';
      started.stderr.on('data', (chunk: Buffer) => {
        process.stderr.write(chunk);
        said = `${said}${chunk.toString()}`.slice(-SAID_LENGTH);
      });
      const giveUpAt = performance.now() + READY_WITHIN_MS;
      for (let answer = await readiness(url); answer !== 'ready'; answer = await readiness(url)) {
        if (started.exitCode !== null) {
          await closed;
          throw new Error(`the service ended with ${started.exitCode}: ${said}`);
        }
        if (performance.now() > giveUpAt) throw new Error(`the service does not become ready: ${answer}`);
        await delay(50);
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    children() {
      const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
      const found = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line)?.slice(1) ?? []);
      return found
        .filter(([, parent, args]) => Number(parent) === child?.pid && args!.includes('main.ts'))
        .map(([pid]) => Number(pid));
    },
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
  };
}

async function readiness(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return answer.ok ? 'ready' : `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return `not listening (${(error as Error).message})`;
  }
}
