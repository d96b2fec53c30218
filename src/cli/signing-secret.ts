// folio signing-secret add, use, drop: changes the secret in DATA_DIR that signs our own tokens, in three steps that end no session.
import { changeSecrets, newSecret, type Secrets } from '../platform/secrets.ts';
import { CommandError, type Command } from './command.ts';

type Step = (secrets: Secrets) => Secrets;

function step(word: string, summary: string, next: string, change: Step): Command {
  return {
    words: `signing-secret ${word}`,
    summary,
    usage: '',
    details: `Of secrets.json in DATA_DIR, where AUTH_JWT_SECRET is not set: docs/operations.md#rotate-secrets
  add    makes another one, which is accepted beside the first one
  use    signs with the other one from then on; both are accepted
  drop   accepts the first one alone`,
    options: [],
    positionals: 0,
    async run({ config }) {
      if (config.AUTH_JWT_SECRET !== undefined || config.AUTH_JWKS_URL !== undefined) {
        throw new CommandError('Tokens are verified by what the environment says, not by the secret in DATA_DIR.');
      }
      await changeSecrets(config.DATA_DIR, change);
      return { json: { next }, text: `Done. Restart one process after the other; then ${next}.` };
    },
  };
}

function other({ jwtSecretSecondary }: Secrets): string {
  if (jwtSecretSecondary === undefined) throw new CommandError('There is no other secret: folio signing-secret add.');
  return jwtSecretSecondary;
}

export const signingSecretCommands: readonly Command[] = [
  step('add', 'makes a second secret for our own tokens', 'folio signing-secret use', (secrets) => {
    if (secrets.jwtSecretSecondary !== undefined) {
      throw new CommandError('There are two secrets already: folio signing-secret drop takes the second one away.');
    }
    return { ...secrets, jwtSecretSecondary: newSecret() };
  }),
  step(
    'use',
    'signs our own tokens with the second secret',
    'folio signing-secret drop, when no token needs it',
    (secrets) => ({
      ...secrets,
      jwtSecret: other(secrets),
      jwtSecretSecondary: secrets.jwtSecret,
    }),
  ),
  step('drop', 'takes the second secret away, and what was made under it', 'no step is left', (secrets) => {
    other(secrets);
    return { ...secrets, jwtSecretSecondary: undefined };
  }),
];
