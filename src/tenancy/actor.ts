// The actor as the evidence names it: `user:ana`, `service:pac-webhook`, `cli:root`. No user name can be read as another kind. Pure.

/** Names of work that no user does; in `createdBy` they stand as they are (answer 18). */
const SERVICES = ['system', 'pac-webhook', 'pac-poll', 'import'] as const;

/** Names under which commands of earlier releases wrote. */
const FORMER_COMMANDS = ['after-restore', 'folio token revoke'] as const;

const NAMESPACES = ['user', 'token', 'service', 'cli', 'agent'] as const;
const NAMESPACE = new RegExp(`^(${NAMESPACES.join('|')}):`);

/** A name as rows of earlier releases and `createdBy` have it, or an actor already: the actor. */
export function actorOf(name: string): string {
  if (NAMESPACE.test(name)) return name;
  if ((SERVICES as readonly string[]).includes(name)) return `service:${name}`;
  return (FORMER_COMMANDS as readonly string[]).includes(name) ? `cli:${name}` : `user:${name}`;
}

/** Value of `createdBy` for an actor: the plain name of a user or a service; only a command keeps its namespace. */
export function nameOf(actor: string): string {
  return actor.replace(/^(user|service):/, '');
}

const LONGEST_USER_NAME = 200;

/** The name is written into rows, logs and terminals. */
export const USER_NAME_RULE =
  `at most ${LONGEST_USER_NAME} characters, none of them a control, formatting or invisible character, ` +
  `and it must not be taken for the service (${SERVICES.join(', ')}) or for another kind of actor (${NAMESPACES.map((name) => `${name}:`).join(', ')})`;

// Cc controls, Cf bidi and zero-width characters, Cs half characters, Co and Cn what has no meaning, Zl and Zp line ends.
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isUserName(text: string): boolean {
  if (text.trim() === '' || text.length > LONGEST_USER_NAME || UNSHOWN.test(text)) return false;
  const looks = skeleton(text);
  return !RESERVED.has(looks.replace(/[^a-z]/g, '')) && !NAMESPACE.test(looks.replace(/\s/g, ''));
}

// By the letter or colon, those of other scripts that look like it in the reserved names (Unicode TS 39, for these letters alone).
const ALIKE = {
  ...{ a: 'аɑα', b: 'ЬᏏ', c: 'сϲ', e: 'еҽε', h: 'һ', i: 'іιı', k: 'кκ' },
  ...{ l: '1ӏߊ|', m: 'м', n: 'ո', o: '0оοօσ', p: 'рρ', r: 'г' },
  ...{ s: '5ѕꜱ', t: 'тτ', u: 'υս', v: 'νѵ', w: 'ԝѡω', y: 'уγү', ':': 'ː˸։׃∶꞉︓︰' },
};
const LOOKALIKES = new Map(
  Object.entries(ALIKE).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Visual form of a name: without case, accents, widths and the script of its letters. */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(plain, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

const RESERVED = new Set([...SERVICES, ...FORMER_COMMANDS].map((name) => skeleton(name).replace(/[^a-z]/g, '')));
