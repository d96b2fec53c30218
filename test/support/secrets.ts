// Text that looks like a secret: the shapes that keys have, and values with a secret's name that are long enough to be one.

export interface Finding {
  what: string;
  text: string;
}

const SHAPES: [what: string, shape: RegExp][] = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\s+[\w+/=]{16}/g],
  ['a key of AWS', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{36,}|github_pat_\w{22,})\b/g],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/g],
  ['a token of Slack', /\bxox[abposr]-[\w-]{10,}/g],
  ['a token of npm', /\bnpm_\w{36}\b/g],
  ['a key of Stripe', /\b[rs]k_live_\w{16,}/g],
  ['a key of Google', /\bAIza[\w-]{35}\b/g],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g],
  [
    'an address with a password',
    /\b(?:postgres(?:ql)?|https?|s3|redis|amqp):\/\/[^\s:@/'"`$]+:(?<value>[^\s@/'"`$]{6,})@/g,
  ],
  [
    'something that is called a secret',
    /\b(?:\w*(?:api|access|auth|private|client|webhook|jwt|signing)[_-]?(?:key|secret|token)|\w*password|\w*passwd|authorization|bearer)\b['"]?\s*[:= ]\s*['"`]?(?:bearer\s+)?(?<value>[\w+/.~-]{20,}={0,2})/gi,
  ],
];

/** Letters and digits with high entropy: what a machine made up, and no name or sentence. */
function isMadeUp(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return (
    kinds === 3 || (kinds === 2 && /\d/.test(value) && new Set(value).size > 9 && !/[a-z]{8}|[A-Z]{8}/.test(value))
  );
}

export function secretsIn(text: string): Finding[] {
  return SHAPES.flatMap(([what, shape]) =>
    [...text.matchAll(shape)]
      .filter(({ groups }) => groups?.['value'] === undefined || isMadeUp(groups['value']))
      .map((found) => ({ what, text: found[0] })),
  );
}
