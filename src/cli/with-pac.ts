// The application as a command uses it that asks the PAC.
import { buildApp } from '../wiring/app.ts';
import type { Config } from '../wiring/config.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandError, type Terminal } from './command.ts';
import { logTo } from './log-to.ts';

/** Jobs that follow are left to the workers. */
export async function withPac<T>(
  config: Config,
  database: OpenDatabase,
  terminal: Terminal,
  work: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<T>,
): Promise<T> {
  if (!config.pac) throw new CommandError('PAC_BASE_URL is not set, so the PAC cannot be asked.');
  const app = await buildApp({
    config: { ...config, ROLE: 'api' },
    database,
    pac: { ...config.pac, fileHosts: config.pacFileHosts, isProduction: config.PAC_ENVIRONMENT === 'production' },
    clock: systemClock,
    log: logTo(terminal, config.LOG_LEVEL),
  });
  try {
    return await work(app);
  } finally {
    await app.jobs.stop();
  }
}
