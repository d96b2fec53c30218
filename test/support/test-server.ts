// The server of TEST_DATABASE_URL, which `npm test` starts for all its processes; a file that is run alone starts its own.
import { startTestServer } from './start-test-server.ts';

process.env['TEST_DATABASE_URL'] ??= (await startTestServer()).url;

/** May create databases and roles. */
export const TEST_SERVER = process.env['TEST_DATABASE_URL'];
