// For a command: the PostgreSQL server of TEST_DATABASE_URL, or else a temporary one.
import { startTestServer } from './start-test-server.ts';

export async function onServer(work: (server: string) => Promise<number>): Promise<number> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return work(given);
  const server = await startTestServer();
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}
