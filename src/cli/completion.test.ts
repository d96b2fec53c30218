// The completion of the commands, in the shells that it is for: each is asked what it would offer.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runFolio } from './test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-completion-'));
after(() => rmSync(folder, { recursive: true }));

const isHere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

async function printed(shell: string): Promise<string> {
  return (await runFolio(['completion', shell], { env: { PORT: 'not a number' } })).stdout;
}

/** Typed words, the last one unfinished, and all suggestions. */
const OFFERED: [typed: string, offered: string[]][] = [
  ['folio mig', ['migrate']],
  ['folio migrate ', ['down', 'status', 'up']],
  ['folio tenant webhook-secret ro', ['rotate']],
  ['folio token create --r', ['--role']],
  ['folio token create --role admin --expires-in 30d --te', ['--tenant']],
  ['folio evidence --', ['--help', '--json', '--out', '--tenant']],
  ['folio completion z', ['zsh']],
  ['folio nothing ', []],
];

/** As programmable completion does it: the words and the cursor, as the shell sets them. zsh runs it as sh does. */
const script = (shell: string, file: string, typed: string): string => {
  const words = typed.split(' ');
  const load = `source ${file}${shell === 'zsh' ? ' 2>/dev/null; emulate sh; setopt kshglob' : '; complete -p folio >/dev/null'}`;
  return `${load} || exit
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_folio; printf '%s\\n' "\${COMPREPLY[@]}"`;
};

for (const [shell, quiet] of [
  ['bash', '--norc'],
  ['zsh', '-f'],
] as const) {
  test(
    `${shell} completes commands and options`,
    { skip: !isHere(shell) && `${shell} is not installed here` },
    async () => {
      const file = join(folder, `folio.${shell}`);
      writeFileSync(file, await printed(shell));
      for (const [typed, offered] of OFFERED) {
        const env = { PATH: process.env['PATH'], HOME: folder };
        const said = execFileSync(shell, [quiet, '-c', script(shell, file, typed)], { encoding: 'utf8', env });
        // In zsh what fits is chosen later, by zsh itself.
        const fits = said.split('\n').filter((word) => word !== '' && word.startsWith(typed.split(' ').at(-1)!));
        assert.deepEqual(fits.toSorted(), offered, typed);
      }
    },
  );
}

test('fish completes commands and options', { skip: !isHere('fish') && 'fish is not installed here' }, async () => {
  const file = join(folder, 'folio.fish');
  writeFileSync(file, await printed('fish'));
  for (const [typed, offered] of OFFERED.filter(([, words]) => words.length > 0)) {
    const said = execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${typed}'`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    const words = said.split('\n').map((line) => line.split('\t')[0]!);
    assert.deepEqual(words.filter(Boolean).toSorted(), offered, typed);
  }
});

test('another shell is a wrong usage', async () => {
  const { code, stderr } = await runFolio(['completion', 'tcsh'], { env: {} });
  assert.equal(code, 2);
  assert.match(stderr, /There is no completion for "tcsh"/);
});
