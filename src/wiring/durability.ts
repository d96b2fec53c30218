// Whether a commit that was answered survives a crash of the server.
import { sqlRow } from '../platform/sql.ts';
import { inSystem, type DatabaseContext } from '../tenancy/index.ts';

/** How durable our commits are, and how durable the server's own settings would make them. */
export async function durability(context: DatabaseContext): Promise<Durability> {
  return inSystem(context, async (db) => {
    return sqlRow<Durability>(db)`
      select current_setting('synchronous_commit') as "synchronousCommit",
        (select reset_val from pg_settings where name = 'synchronous_commit') as "serverSynchronousCommit",
        current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites"`;
  });
}

export interface Durability {
  synchronousCommit: string;
  serverSynchronousCommit: string;
  fsync: string;
  fullPageWrites: string;
}

/** Null when a commit that was answered survives a crash of the server. */
export function lossOnCrash({ synchronousCommit }: Durability): string | null {
  return ['on', 'remote_apply'].includes(synchronousCommit)
    ? null
    : `synchronous_commit is ${synchronousCommit} in our transactions, so a crash could take back what has been sent to the PAC`;
}

/** Warnings for the administrator of a server; the embedded one has its settings from us. */
export function durabilityWarnings({ serverSynchronousCommit, fsync, fullPageWrites }: Durability): string[] {
  const isOff = (value: string, what: string) =>
    value === 'off' ? [`the server has ${what}: a crash may lose or damage data`] : [];
  const isWeak = ['on', 'remote_apply'].includes(serverSynchronousCommit)
    ? []
    : [`synchronous_commit is ${serverSynchronousCommit} at the server; our transactions commit with on`];
  return [...isWeak, ...isOff(fsync, 'fsync off'), ...isOff(fullPageWrites, 'full_page_writes off')];
}
