// folio tenant webhook-secret set, rotate, remove: the secret with which the PAC signs one tenant's notices.
import { changeWebhookSecret, newWebhookSecret } from '../company/index.ts';
import { lifetimeMs } from '../access/index.ts';
import { command, CommandError, required, UsageError, type Call } from './command.ts';
import { readInput } from './secret-input.ts';
import { changeTenant } from './with-tenant.ts';

const SHORTEST = 16;
const LONGEST = 1000;

export const webhookSecretSetCommand = command('tenant webhook-secret set', async (args) => {
  const previousUntil = await change(args, await readSecret(args));
  return { json: { previousUntil }, text: `The secret is set. ${validity(previousUntil)}` };
});

export const webhookSecretRotateCommand = command('tenant webhook-secret rotate', async (args) => {
  const secret = newWebhookSecret();
  const previousUntil = await change(args, secret);
  return { json: { secret, previousUntil }, text: `${secret}\nGive it to the PAC. ${validity(previousUntil)}` };
});

export const webhookSecretRemoveCommand = command('tenant webhook-secret remove', async (args) => {
  const previousUntil = await change(args, null);
  return { json: { previousUntil }, text: `The common secret holds again. ${validity(previousUntil)}` };
});

/** Until when the one before is valid. */
async function change(args: Call, secret: string | null): Promise<Date | null> {
  const keep = args.options['keep-old'];
  const keepMs = keep === undefined ? 0 : lifetimeMs(keep);
  if (keepMs === undefined) throw new UsageError(`--keep-old ${JSON.stringify(keep)} is no time such as 12h or 2d.`);
  const { previousUntil } = await changeTenant(args, (db) => changeWebhookSecret(db, secret, keepMs));
  return previousUntil;
}

async function readSecret(args: Call): Promise<string> {
  const secret = await readInput(args, required(args.options, 'file'));
  if (secret.length < SHORTEST || secret.length > LONGEST || /[^\x21-\x7e]/.test(secret)) {
    throw new CommandError(
      `A webhook secret has ${SHORTEST} to ${LONGEST} letters, digits and signs, and no spaces; this one is not so.`,
    );
  }
  return secret;
}

function validity(previousUntil: Date | null): string {
  return previousUntil === null
    ? 'The one before is valid no more.'
    : `The one before is valid until ${previousUntil.toISOString()}.`;
}
