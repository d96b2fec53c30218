// The queue and the application, as a command uses them; jobs that follow are left to the workers.
import { buildApp, openJobs } from '../wiring/app.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandError, type Input } from './command.ts';
import { logTo } from './log-to.ts';

type About = Pick<Input, 'config' | 'terminal'>;

function worldOf({ config, terminal }: About, database: OpenDatabase) {
  return { config: { ...config, ROLE: 'api' as const }, database, log: logTo(terminal, config.LOG_LEVEL) };
}

export async function withJobs<T>(
  input: About,
  database: OpenDatabase,
  work: (jobs: Awaited<ReturnType<typeof openJobs>>) => Promise<T>,
): Promise<T> {
  const jobs = await openJobs(worldOf(input, database));
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}

type Work<T> = (app: Awaited<ReturnType<typeof buildApp>>) => Promise<T>;

export async function withPac<T>(input: About, database: OpenDatabase, work: Work<T>): Promise<T> {
  if (!input.config.pac) throw new CommandError('PAC_BASE_URL is not set, so the PAC cannot be asked.');
  return withApp(input, database, work);
}

/** Without a PAC in the environment, what is to be sent waits for the service. */
export async function withApp<T>(input: About, database: OpenDatabase, work: Work<T>): Promise<T> {
  const { pac, pacFileHosts: fileHosts, PAC_ENVIRONMENT } = input.config;
  const app = await buildApp({
    ...worldOf(input, database),
    pac: {
      ...(pac ?? { baseUrl: undefined, apiKey: '', webhookSecret: '' }),
      ...{ fileHosts, isProduction: PAC_ENVIRONMENT === 'production' },
    },
    clock: systemClock,
  });
  try {
    return await work(app);
  } finally {
    await app.jobs.stop();
  }
}
