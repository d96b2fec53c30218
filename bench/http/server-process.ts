// A server to be measured, as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMicrosOf } from '../processor-time.ts';

export interface ServerProcess {
  origin: string;
  /** Microseconds of processor time that it and its children have used so far; undefined where the system does not tell. */
  cpuMicros(): number | undefined;
  stop(): Promise<void>;
}

/** A busy machine makes it slow, and not wrong. */
const READY_WITHIN_MS = 300_000;

/** Resolves when something answers on the port, be it a refusal. */
export async function startServerProcess(
  script: string,
  port: number,
  env: Record<string, string>,
  cwd?: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  // The child must end when this process does.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${port}`;
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    if (performance.now() > giveUpAt) throw new Error(`${script} does not answer`);
    await delay(50);
  }
  return {
    origin,
    cpuMicros: () => cpuMicrosOf(child.pid!),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/readyz`)).text();
    return true;
  } catch {
    // Not listening yet.
    return false;
  }
}
