// folio tenant webhook-secret set, rotate, remove: the secret with which the PAC signs one tenant's notices.
import { changeWebhookSecret, lifetimeMs, newWebhookSecret } from '../tenancy/index.ts';
import { CommandError, required, UsageError, type Command, type Input } from './command.ts';
import { recordBeginning } from './record-command.ts';
import { readInput } from './secret-input.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const SHORTEST = 16;
const LONGEST = 1000;

const KEEP =
  '  --keep-old TIME   for so long the secret before is valid too: a number and s, m, h or d; default: not at all';

export const webhookSecretSetCommand: Command = {
  words: 'tenant webhook-secret set',
  summary: "sets a tenant's own webhook secret, which replaces the common one",
  usage: '--tenant ID --file FILE|- [--keep-old 24h]',
  details: [
    '  --file FILE       where the secret stands; - is standard input. Never an argument: those are seen by others',
    KEEP,
  ].join('\n'),
  options: ['tenant', 'file', 'keep-old'],
  positionals: 0,
  async run(input) {
    const secret = await readSecret(required(input.options, 'file'));
    const { previousUntil } = await change(webhookSecretSetCommand.words, input, secret);
    return { json: { previousUntil }, text: `The secret is set. ${told(previousUntil)}` };
  },
};

export const webhookSecretRotateCommand: Command = {
  words: 'tenant webhook-secret rotate',
  summary: 'makes a new webhook secret for a tenant and shows it once',
  usage: '--tenant ID [--keep-old 24h]',
  details: KEEP,
  options: ['tenant', 'keep-old'],
  positionals: 0,
  async run(input) {
    const secret = newWebhookSecret();
    const { previousUntil } = await change(webhookSecretRotateCommand.words, input, secret);
    return { json: { secret, previousUntil }, text: `${secret}\nGive it to the PAC. ${told(previousUntil)}` };
  },
};

export const webhookSecretRemoveCommand: Command = {
  words: 'tenant webhook-secret remove',
  summary: "takes a tenant's own webhook secret away, so that the common one holds again",
  usage: '--tenant ID [--keep-old 24h]',
  details: KEEP,
  options: ['tenant', 'keep-old'],
  positionals: 0,
  async run(input) {
    const { previousUntil } = await change(webhookSecretRemoveCommand.words, input, null);
    return { json: { previousUntil }, text: `The common secret holds again. ${told(previousUntil)}` };
  },
};

async function change(
  words: string,
  { config, options }: Input,
  secret: string | null,
): Promise<{ previousUntil: Date | null }> {
  const id = tenantId(options);
  const keep = options['keep-old'];
  const keepMs = keep === undefined ? 0 : lifetimeMs(keep);
  if (keepMs === undefined) throw new UsageError(`--keep-old ${JSON.stringify(keep)} is no time such as 12h or 2d.`);
  return withDatabase(config, async (database) => {
    const tenant = await tenantWith(database, id);
    await recordBeginning(database, tenant, words);
    return changeWebhookSecret(database, tenant, secret, keepMs);
  });
}

async function readSecret(file: string): Promise<string> {
  const secret = await readInput(file);
  if (secret.length < SHORTEST || secret.length > LONGEST || /[^\x21-\x7e]/.test(secret)) {
    throw new CommandError(
      `A webhook secret has ${SHORTEST} to ${LONGEST} letters, digits and signs, and no spaces; this one is not so.`,
    );
  }
  return secret;
}

function told(previousUntil: Date | null): string {
  return previousUntil === null
    ? 'The one before is valid no more.'
    : `The one before is valid until ${previousUntil.toISOString()}.`;
}
