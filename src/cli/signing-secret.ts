// folio signing-secret add, use, drop: changes the secret in DATA_DIR that signs our own tokens, in three steps that end no session.
import { changeSecrets, newSecret, type Secrets } from '../platform/secrets.ts';
import { command, CommandError, type Command } from './command.ts';

function step(word: string, next: string, change: (secrets: Secrets) => Secrets): Command {
  return command(`signing-secret ${word}`, async ({ config }) => {
    if (config.AUTH_JWT_SECRET !== undefined || config.AUTH_JWKS_URL !== undefined) {
      throw new CommandError('Tokens are verified by what the environment says, not by the secret in DATA_DIR.');
    }
    await changeSecrets(config.DATA_DIR, change);
    return { json: { next }, text: `Done. Restart one process after the other; then ${next}.` };
  });
}

function other({ jwtSecretSecondary }: Secrets): string {
  if (jwtSecretSecondary === undefined) throw new CommandError('There is no other secret: folio signing-secret add.');
  return jwtSecretSecondary;
}

export const addCommand = step('add', 'folio signing-secret use', (secrets) => {
  if (secrets.jwtSecretSecondary !== undefined) {
    throw new CommandError('There are two secrets already: folio signing-secret drop takes the second one away.');
  }
  return { ...secrets, jwtSecretSecondary: newSecret() };
});

export const useCommand = step('use', 'folio signing-secret drop, when no token needs it', (secrets) => ({
  ...secrets,
  jwtSecret: other(secrets),
  jwtSecretSecondary: secrets.jwtSecret,
}));

export const dropCommand = step('drop', 'no step is left', (secrets) => {
  other(secrets);
  return { ...secrets, jwtSecretSecondary: undefined };
});
