// folio completion: a script that lets a shell complete the commands and their options, printed from the help.
import { join } from 'node:path';
import { command, UsageError } from './command.ts';
import { HELP, syntaxOf } from './help.ts';

const ROOT = join(import.meta.dirname, '../..');
const EVERYWHERE = ['--json', '--help'];

const SHELLS: Record<string, (next: ReadonlyMap<string, readonly string[]>) => string> = {
  bash,
  zsh: (next) => `autoload -U compinit bashcompinit\ncompinit\nbashcompinit\n${bash(next)}`,
  fish,
};

export const completionCommand = command('completion', async ({ positionals: [shell = ''] }) => {
  const print = SHELLS[shell];
  if (!print)
    throw new UsageError(`There is no completion for ${JSON.stringify(shell)}; there is for bash, zsh and fish.`);
  const script = print(nextWords()).trimEnd();
  return { json: { script }, text: script };
});

/** Words that may follow each beginning of a command; after a whole command its options. */
function nextWords(): Map<string, string[]> {
  const next = new Map<string, string[]>([['', []]]);
  const add = (typed: string, word: string): void => {
    const cached = next.get(typed) ?? [];
    if (!cached.includes(word)) next.set(typed, [...cached, word]);
  };
  for (const help of HELP) {
    const { words, usage } = help;
    const parts = words.split(' ');
    for (const [at, word] of parts.entries()) add(parts.slice(0, at).join(' '), word);
    const choices = /^[a-z]+(\|[a-z]+)+$/.test(usage) ? usage.split('|') : [];
    for (const word of [...choices, ...syntaxOf(help).values.map((name) => `--${name}`), ...EVERYWHERE])
      add(words, word);
  }
  return next;
}

/** With a blank before each word, as the scripts gather them. */
const gathered = (typed: string): string => (typed === '' ? '' : ` ${typed}`);

/** File names are offered where nothing else fits. */
function bash(next: ReadonlyMap<string, readonly string[]>): string {
  return `command -v folio >/dev/null || folio() { npm --silent --prefix '${ROOT}' run folio -- "$@"; }
_folio() {
  local typed='' word words='' before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$typed $word" in
      ${[...next.keys()].map((typed) => `"${gathered(typed)}"`).join('|')}) typed="$typed $word" ;;
      *) [ -n "$typed" ] || typed='?'; break ;;
    esac
  done
  case "$typed" in
${[...next].map(([typed, words]) => `    "${gathered(typed)}") words='${words.join(' ')}' ;;`).join('\n')}
  esac
  case "$before" in ${EVERYWHERE.join('|')}) ;; --*) words='' ;; esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _folio folio
`;
}

function fish(next: ReadonlyMap<string, readonly string[]>): string {
  // Only what follows a whole command may be a file.
  const lines = [...next].map(
    ([typed, words]) =>
      `complete -c folio -n '__folio_typed "${gathered(typed)}"' ${words.includes('--json') ? '' : '-f '}-a '${words.join(' ')}'`,
  );
  return `type -q folio; or function folio; npm --silent --prefix '${ROOT}' run folio -- $argv; end
function __folio_typed
  set -l typed ''
  for word in (commandline -opc)[2..]
    contains -- "$typed $word" ${[...next.keys()].map((typed) => `'${gathered(typed)}'`).join(' ')}; or break
    set typed "$typed $word"
  end
  test "$typed" = "$argv[1]"
end
complete -c folio -e
${lines.join('\n')}
`;
}
