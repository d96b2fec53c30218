// The thread that makes the files of a new database and ends.
import { workerData } from 'node:worker_threads';
import { startPostgres } from './start-postgres.ts';

const database = await startPostgres(workerData);
await database.close();
