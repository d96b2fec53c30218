// Reads the project's files as data: which there are, what each imports, what it says apart from its comments.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Source {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
  bytes: number;
}

export interface Import {
  from: string;
  /** A path of the project, or a package with its subpath. */
  to: string;
  /** Imported names; `*` stands for all of it, `default` for the default export. */
  names: string[];
  /** A type leaves no trace at run time; a file is what a worker or a child process is started with. */
  kind: 'value' | 'type' | 'file';
}

const READ_AT_MOST = 2_000_000;

// Folders made here by installing, running and building; `.gitignore` says the same.
const MADE_HERE = new Set(['.git', 'node_modules', '.folio', 'dist', 'coverage']);

/** Files in the repository or about to be: those that git ignores are left out. */
export function projectFiles(root: string): string[] {
  const listed = listedByGit(root) ?? walk(root, '');
  return [...new Set(listed)].filter((path) => existsSync(join(root, path))).toSorted();
}

/** Undefined without git, or where the files did not come as a repository. */
function listedByGit(root: string): string[] | undefined {
  // The tests may run as another user than the one who cloned, which git mistrusts.
  const ls = ['-c', `safe.directory=${root}`, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout } = spawnSync('git', ls, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 && existsSync(join(root, '.git')) ? stdout.split('\0').filter((path) => path !== '') : undefined;
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE_HERE.has(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? walk(root, path) : [path];
    });
}

export function readSources(root: string, paths: readonly string[]): Source[] {
  return paths.map((path) => {
    const bytes = statSync(join(root, path)).size;
    return { path, bytes, text: bytes <= READ_AT_MOST ? readFileSync(join(root, path), 'utf8') : '' };
  });
}

const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/.source;
const REGEX = /(?<=[=(,:[!&|?{};>]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/.source;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/.source;
const COMMENT_OR_TEXT = new RegExp(`(?<kept>${STRING}|${REGEX})|${COMMENT}`, 'g');

/** The text with its comments blanked out; strings stay, because SQL lives in them. */
export function withoutComments(text: string): string {
  return text.replace(
    COMMENT_OR_TEXT,
    (found: string, kept: string | undefined) => kept ?? found.replaceAll(/[^\n]/g, ' '),
  );
}

const STATEMENT =
  /(?<=^|[;\n])\s*(?:import|export)\s+(?<type>type\s+)?(?<clause>[\w*\s{},$]*?)\s*from\s*['"](?<to>[^'"]+)['"]/g;
const SIDE_EFFECT = /(?<=^|[;\n])\s*import\s*['"](?<to>[^'"]+)['"]/g;
const DYNAMIC = /\bimport\(\s*['"](?<to>[^'"]+)['"]\s*\)/g;
const FILE = /\bnew URL\(\s*['"](?<to>[^'":]+)['"]\s*,\s*import\.meta\.url\s*\)/g;

export function importsOf(source: Source): Import[] {
  const code = withoutComments(source.text);
  const resolved = (to: string): string => posix.normalize(posix.join(posix.dirname(source.path), to));
  const found = (pattern: RegExp, kind: Import['kind']): Import[] =>
    [...code.matchAll(pattern)].map(({ groups }) => ({
      from: source.path,
      to: kind === 'file' || groups!['to']!.startsWith('.') ? resolved(groups!['to']!) : groups!['to']!,
      names: namesOf(groups!['clause'] ?? '*'),
      kind: groups!['type'] === undefined ? kind : 'type',
    }));
  return [
    ...found(STATEMENT, 'value'),
    ...found(SIDE_EFFECT, 'value'),
    ...found(DYNAMIC, 'value'),
    ...found(FILE, 'file'),
  ];
}

function namesOf(clause: string): string[] {
  const [outside = '', inside = ''] = clause.replace('}', '').split('{');
  const named = inside.split(',').map((name) =>
    name
      .trim()
      .replace(/^type\s+/, '')
      .replace(/\s+as\s+\w+$/, ''),
  );
  const others = outside.split(',').map((name) => (name.includes('*') ? '*' : name.trim() === '' ? '' : 'default'));
  return [...others, ...named].filter((name) => name !== '');
}

/** The files that really define what is imported: an index.ts only passes names on. */
export function definingFiles(taken: Import, sources: ReadonlyMap<string, Source>): string[] {
  const target = sources.get(taken.to);
  if (!target || posix.basename(target.path) !== 'index.ts') return [taken.to];
  const passedOn = importsOf(target).filter(({ names }) =>
    names.some((name) => taken.names.includes(name) || taken.names.includes('*')),
  );
  return passedOn.flatMap((next) => definingFiles(next, sources));
}

/** The arguments of each call of `.name(…)`, parentheses matched. */
export function argumentsOf(code: string, method: string): string[] {
  return [...code.matchAll(new RegExp(`\\.${method}\\(`, 'g'))].map((call) => {
    const start = call.index + call[0].length;
    let depth = 1;
    let end = start;
    for (; end < code.length && depth > 0; end++) {
      if (code[end] === '(') depth += 1;
      if (code[end] === ')') depth -= 1;
    }
    return code.slice(start, end - 1);
  });
}
