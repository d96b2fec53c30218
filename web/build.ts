// Builds the dashboard into web/dist when its sources are newer than what was built last.
import { join } from 'node:path';
import { buildIfStale, runBuilder, type BuiltFolder } from './built-folder.ts';

const DASHBOARD: BuiltFolder = {
  name: 'The dashboard',
  program: import.meta.filename,
  sources: [
    'src/**/*.*',
    // Files of the service that web/src may import; a wall holds it to that.
    '../src/fiscal/*.ts',
    '../src/platform/{decimal,errors}.ts',
    'public/**/*.*',
    'index.html',
    'vite.config.ts',
    'shell.ts',
    'offline-shell.js',
  ],
  async build(outDir) {
    const { build } = await import('vite');
    await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn', build: { outDir } });
  },
};

export const buildDashboardIfStale = (): Promise<void> => buildIfStale(DASHBOARD);

await runBuilder(DASHBOARD);
