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

// Letters and colons of other scripts that look like those of the reserved names (Unicode TS 39, for these letters alone).
const LOOKALIKES: Record<string, string> = {
  ...{
    а: 'a',
    ɑ: 'a',
    α: 'a',
    Ь: 'b',
    Ꮟ: 'b',
    с: 'c',
    ϲ: 'c',
    е: 'e',
    ҽ: 'e',
    ε: 'e',
    һ: 'h',
    і: 'i',
    ι: 'i',
    ı: 'i',
    ӏ: 'l',
    ߊ: 'l',
  },
  ...{
    к: 'k',
    κ: 'k',
    м: 'm',
    ո: 'n',
    о: 'o',
    ο: 'o',
    օ: 'o',
    σ: 'o',
    р: 'p',
    ρ: 'p',
    г: 'r',
    ѕ: 's',
    ꜱ: 's',
    т: 't',
    τ: 't',
    υ: 'u',
    ս: 'u',
  },
  ...{ ν: 'v', ѵ: 'v', ԝ: 'w', ѡ: 'w', ω: 'w', у: 'y', γ: 'y', ү: 'y', '0': 'o', '1': 'l', '|': 'l', '5': 's' },
  ...{ ː: ':', '˸': ':', '։': ':', '׃': ':', '∶': ':', '꞉': ':', '︓': ':', '︰': ':' },
};

/** Visual form of a name: without case, accents, widths and the script of its letters. */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(plain, (letter) => LOOKALIKES[letter] ?? letter).join('');
}

const RESERVED = new Set([...SERVICES, ...FORMER_COMMANDS].map((name) => skeleton(name).replace(/[^a-z]/g, '')));
