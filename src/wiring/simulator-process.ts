// Starts the PAC simulator as a program of its own, for a service that was given no PAC.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConfigError } from './config.ts';
import { isPooled } from '../platform/pooler.ts';
import { openPool } from '../platform/postgres.ts';

export interface SimulatorProcess {
  url: string;
  /** Key that calls of its control must carry. */
  controlKey: string;
  stop(): Promise<void>;
}

export interface SimulatorSettings {
  port: number;
  apiKey: string;
  webhookSecret: string;
  /** Drawn at each start where it is not given. */
  controlKey: string | undefined;
  scheme: string;
  webhookBase: string;
  verdictDelayMs: number;
  journalFile: string;
  /** Companies that issue under names of their own; all others issue under a fictitious one. */
  companies: readonly { companyId: string; ruc: string; dv: string; name: string }[];
}

/** Throws a ConfigError where the simulator was left out, as in a container. */
export async function startSimulatorProcess(settings: SimulatorSettings): Promise<SimulatorProcess> {
  const script = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
  if (!existsSync(script)) {
    throw new ConfigError('PAC_BASE_URL is required: there is no simulator here that could stand in for a PAC');
  }
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      script,
      '--exit-with-parent',
      ...['--port', String(settings.port)],
      ...['--scheme', settings.scheme],
      ...['--webhook-base', settings.webhookBase],
      ...['--verdict-delay-ms', String(settings.verdictDelayMs)],
      ...['--xml', 'text'],
      ...['--journal', settings.journalFile],
      ...settings.companies.flatMap((company) => ['--company', JSON.stringify(company)]),
    ],
    {
      // Its standard input stays open as long as this process lives; so it ends with it, whatever ends it.
      stdio: ['pipe', 'pipe', 'inherit'],
      // Secrets do not belong on a command line, which every user of the machine can read.
      env: {
        PATH: '',
        PAC_API_KEY: settings.apiKey,
        PAC_WEBHOOK_SECRET: settings.webhookSecret,
        SIMULATOR_CONTROL_KEY: settings.controlKey ?? '',
      },
    },
  );
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  if (!first) throw new Error('the PAC simulator ended before it was ready');
  const { url, controlKey } = JSON.parse(String(first[0])) as { url: string; controlKey: string };
  return {
    url,
    controlKey,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Key of a PostgreSQL advisory lock; the migrations use another. */
const SIMULATOR_LOCK = 7_205_759_403_792_794;

/**
 * Lets one process at a time have a simulator over a PostgreSQL: what one has sent, the simulator of another does not know. Through
 * a pooler the age of a lock is not known; there it is not checked.
 */
export async function claimSimulator(url: string): Promise<{ close(): Promise<void> }> {
  const pool = openPool({ url }, { max: 1 });
  const client = await pool.connect();
  const close = async (): Promise<void> => {
    client.release(true);
    await pool.end();
  };
  if (await isPooled(client)) return { close };
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    SIMULATOR_LOCK,
  ]);
  if (rows[0]!.isOurs) return { close };
  await close();
  throw new ConfigError(
    'Another process on this database has a simulator of its own, which knows nothing of what would be sent to ours: give PAC_BASE_URL the address of one, the same in all processes',
  );
}
