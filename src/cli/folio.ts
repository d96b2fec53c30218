// The operator's command line: finds the command, reads its options, prints its answer, and ends with 0, 1 (no) or 2 (wrong usage).
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { formatRefusal } from '../api/errors.ts';
import { ConfigError, readConfig } from '../wiring/config.ts';
import { DomainError } from '../platform/errors.ts';
import { actingAs } from '../tenancy/index.ts';
import { printable } from '../platform/printable.ts';
import { CommandError, UsageError, type Answer, type Command, type Input, type Terminal } from './command.ts';
import { afterRestoreCommand } from './after-restore.ts';
import { completionCommand } from './completion.ts';
import { helpOf, overview, syntaxOf, usageLine, wholeHelp, type Syntax } from './help.ts';
import { conformanceCommand } from './conformance.ts';
import { contingencyEndCommand, contingencyShowCommand, contingencyStartCommand } from './contingency.ts';
import {
  importClientsCommand,
  importItemsCommand,
  importSalesCommand,
  importStockCommand,
  importReceivablesCommand,
  importSuppliersCommand,
} from './import.ts';
import { doctorCommand } from './doctor.ts';
import { evidenceCommand, evidenceMonthCommand, evidenceVerifyCommand } from './evidence.ts';
import { listenCommand } from './listen.ts';
import { migrateDownCommand, migrateStatusCommand, migrateUpCommand } from './migrate.ts';
import { monthCommand } from './month.ts';
import {
  billingPointCreateCommand,
  billingPointListCommand,
  billingPointUpdateCommand,
  officeCreateCommand,
  officeListCommand,
  officeUpdateCommand,
} from './offices.ts';
import { personExportCommand } from './person-export.ts';
import { personForgetCommand } from './person-forget.ts';
import { cliActor } from './record-command.ts';
import { rebuildDocumentCommand } from './rebuild-document.ts';
import { rebuildCommand } from './rebuild.ts';
import { reconcileCommand } from './reconcile.ts';
import { signingSecretCommands } from './signing-secret.ts';
import { tenantCreateCommand } from './tenant-create.ts';
import { tenantExportCommand } from './tenant-export.ts';
import { tenantCloseCommand, tenantResumeCommand, tenantSuspendCommand } from './tenant-life.ts';
import { tenantMoveCommand } from './tenant-move.ts';
import { tenantListCommand, tenantShowCommand, tenantUpdateCommand } from './tenant-settings.ts';
import {
  webhookSecretRemoveCommand,
  webhookSecretRotateCommand,
  webhookSecretSetCommand,
} from './tenant-webhook-secret.ts';
import { tokenCreateCommand } from './token-create.ts';
import { tokenListCommand } from './token-list.ts';
import { tokenRevokeCommand } from './token-revoke.ts';
import { upgradeFolderCommand } from './upgrade-folder.ts';
import { verifyCommand } from './verify.ts';
import { webhookEnableCommand, webhookListCommand } from './webhooks.ts';

const COMMANDS: readonly Command[] = [
  migrateUpCommand,
  migrateDownCommand,
  migrateStatusCommand,
  tenantCreateCommand,
  tenantListCommand,
  tenantShowCommand,
  tenantUpdateCommand,
  tenantSuspendCommand,
  tenantResumeCommand,
  tenantExportCommand,
  tenantCloseCommand,
  tenantMoveCommand,
  webhookSecretSetCommand,
  webhookSecretRotateCommand,
  webhookSecretRemoveCommand,
  personExportCommand,
  personForgetCommand,
  contingencyStartCommand,
  contingencyEndCommand,
  contingencyShowCommand,
  officeListCommand,
  officeCreateCommand,
  officeUpdateCommand,
  billingPointListCommand,
  billingPointCreateCommand,
  billingPointUpdateCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  ...signingSecretCommands,
  importSalesCommand,
  importItemsCommand,
  importClientsCommand,
  importSuppliersCommand,
  importReceivablesCommand,
  importStockCommand,
  doctorCommand,
  verifyCommand,
  evidenceVerifyCommand,
  evidenceMonthCommand,
  evidenceCommand,
  monthCommand,
  rebuildCommand,
  reconcileCommand,
  afterRestoreCommand,
  rebuildDocumentCommand,
  conformanceCommand,
  webhookListCommand,
  webhookEnableCommand,
  listenCommand,
  upgradeFolderCommand,
  completionCommand,
];

const { version } = manifest;

const terminal: Terminal = {
  isInteractive: process.stderr.isTTY,
  write: (text) => process.stderr.write(text),
};

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const command = COMMANDS.find((one) => one.words.split(' ').every((word, at) => words[at] === word));
  if (!command) return noCommand(words);
  try {
    const answer = await execute(command, words.slice(command.words.split(' ').length));
    return answer?.hasFailed ? 1 : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (words.includes('--json')) {
      terminal.write(`${JSON.stringify({ error: asJson(error) })}\n`);
    } else if (isUsage) {
      terminal.write(
        `${error.message}\n\n${usageLine(helpOf(command.words))}\nSee: npm run folio -- ${command.words} --help\n`,
      );
    } else {
      terminal.write(`${describe(error)}\n`);
    }
    return isUsage ? 2 : 1;
  }
}

async function execute(command: Command, words: string[]): Promise<Answer | undefined> {
  const syntax = syntaxOf(helpOf(command.words));
  const { values, positionals } = parse(syntax, words);
  const { json, help, ...given } = values;
  const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  if (help === true) {
    process.stdout.write(wholeHelp(helpOf(command.words)));
    return undefined;
  }
  if (positionals.length !== syntax.positionals) {
    const given = positionals.length === 0 ? 'none' : positionals.map((one) => JSON.stringify(one)).join(', ');
    throw new UsageError(
      `It takes ${syntax.positionals || 'no'} argument${syntax.positionals === 1 ? '' : 's'}, not ${given}.`,
    );
  }
  const input: Input = {
    // Read where a command asks for it: one that finds out what is wrong with it must not stop at it.
    get config() {
      return readConfig();
    },
    options,
    positionals,
    terminal,
    isJson: json === true,
  };
  const by = { actor: cliActor(), operation: command.words };
  const answer = await actingAs(by, () => command.run(input));
  // What the PAC or a caller has written must not act on the operator's terminal.
  process.stdout.write(`${printable(json === true ? JSON.stringify(answer.json) : answer.text)}\n`);
  return answer;
}

function parse(syntax: Syntax, args: string[]) {
  const named = Object.fromEntries(syntax.values.map((name) => [name, { type: 'string' as const }]));
  const flags = Object.fromEntries(syntax.flags.map((name) => [name, { type: 'boolean' as const }]));
  const options = {
    ...named,
    ...flags,
    json: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's first sentence says what is wrong; the others are about its own conventions.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`);
    throw error;
  }
}

function noCommand(words: readonly string[]): number {
  const [first] = words;
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(overview());
    return 0;
  }
  if (first === '--version' || first === '-v') {
    process.stdout.write(words.includes('--json') ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return 0;
  }
  const near = COMMANDS.filter((command) => command.words.split(' ')[0] === first);
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const said = words.slice(0, firstOption < 0 ? 2 : firstOption).join(' ');
  const problem = said === '' ? 'Which command?' : `There is no command "${said}".`;
  if (words.includes('--json')) {
    terminal.write(`${JSON.stringify({ error: asJson(new UsageError(problem)) })}\n`);
  } else if (near.length > 0) {
    terminal.write(`${problem} Perhaps one of these:\n\n${near.map((one) => usageLine(helpOf(one.words))).join('')}`);
  } else {
    terminal.write(`${problem}\n\n${overview()}`);
  }
  return 2;
}

/** For a program that asked by --json: a refusal as the API tells it. */
function asJson(error: unknown): object {
  if (error instanceof DomainError) {
    const { message, extensions } = formatRefusal(error, 'en');
    return { message, ...extensions };
  }
  return { code: error instanceof UsageError ? 'USAGE' : 'FAILED', message: describe(error) };
}

/** An expected no is a sentence; a surprise is told whole. */
function describe(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DomainError ||
    error instanceof CommandError ||
    error instanceof UsageError
  ) {
    const { cause } = error;
    return cause instanceof Error ? `${error.message}\n  ${cause.message}` : error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
