// Commands by file; each file is loaded when a command of it is run.
import type { Command } from './command.ts';

/** By the words that its commands begin with, the more before the fewer; commands without a row are operations of the API. */
const FILES: Readonly<Record<string, () => Promise<object>>> = {
  migrate: () => import('./migrate.ts'),
  invite: () => import('./invite.ts'),
  'tenant create': () => import('./tenant-create.ts'),
  'tenant suspend': () => import('./tenant-life.ts'),
  'tenant resume': () => import('./tenant-life.ts'),
  'tenant close': () => import('./tenant-life.ts'),
  'tenant export': () => import('./tenant-export.ts'),
  'tenant move': () => import('../../kits/groups/tenant-move.ts'),
  'tenant webhook-secret': () => import('./tenant-webhook-secret.ts'),
  tenant: () => import('./tenant-settings.ts'),
  'person export': () => import('./person-export.ts'),
  'person forget': () => import('./person-forget.ts'),
  token: () => import('./tokens.ts'),
  'signing-secret': () => import('./signing-secret.ts'),
  import: () => import('./import.ts'),
  doctor: () => import('./doctor.ts'),
  verify: () => import('./verify.ts'),
  evidence: () => import('./evidence.ts'),
  month: () => import('./month.ts'),
  'read-files': () => import('./read-files.ts'),
  rebuild: () => import('./rebuild.ts'),
  reconcile: () => import('./reconcile.ts'),
  'after-restore': () => import('./after-restore.ts'),
  'rebuild-document': () => import('./rebuild-document.ts'),
  conformance: () => import('../../kits/conformance/command.ts'),
  mcp: () => import('./mcp.ts'),
  listen: () => import('./listen.ts'),
  'upgrade-folder': () => import('./upgrade-folder.ts'),
  completion: () => import('./completion.ts'),
};

/** The export that bears the words, or the one of a list. */
export async function loadCommand(words: string): Promise<Command> {
  const [, load] = Object.entries(FILES).find(([first]) => `${words} `.startsWith(`${first} `)) ?? [];
  const file: object = await (load ? load() : import('./operations.ts'));
  const exported = Object.values(file).flat();
  const found = exported.find((one: Partial<Command> | null) => one?.words === words);
  if (!found) throw new Error(`No file has the command ${words}.`);
  return found as Command;
}
