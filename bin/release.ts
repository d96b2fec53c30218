// npm run release -- build|sign|verify: a release as an archive that is built again byte for byte, its bill of materials, sums and signature.
//
// The files are those of the commit, not of the folder, and git writes the archive: so neither time zone, umask, user nor place is in it. What
// a browser is shown is built beforehand, so an installation needs no development package. The same Node gives the same compressed bytes.
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const SUMS = 'SHA256SUMS';
/** Files that an installation runs and its operator reads; the rest is for developers. */
const SHIPPED =
  /^(bin|deploy|docs|kits|migrations|ops|simulator|src)\/|^[^/]+\.md$|^(package(-lock)?\.json|\.npmrc|LICENSE|schema\.graphql)$/;
const FOR_TESTS = /\.test\.tsx?$|\/test-support\.ts$/;
const BUILT = ['web/dist', 'site/dist'];
/** The one who builds it leaves nothing in the archive. */
const MAKER = { GIT_AUTHOR_NAME: 'folio', GIT_AUTHOR_EMAIL: '', GIT_COMMITTER_NAME: 'folio', GIT_COMMITTER_EMAIL: '' };
const ED25519_BYTES = 64;

class Refused extends Error {}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'release' }, key: { type: 'string' } },
});
const out = resolve(values.out);

try {
  process.stdout.write(`${run(positionals[0])}\n`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function run(command: string | undefined): string {
  if (command === 'build') return build();
  if (command === 'sign') return signSums(createPrivateKey(readKey()));
  if (command === 'verify') return verifyAll(createPublicKey(readKey()));
  throw new Refused('npm run release -- build [--out FOLDER] | sign --key PRIVATE.pem | verify --key PUBLIC.pem');
}

function build(): string {
  if (git(['status', '--porcelain']) !== '')
    throw new Refused('The folder differs from its commit: commit or stash first.');
  const { name, version } = JSON.parse(git(['show', 'HEAD:package.json'])) as { name: string; version: string };
  for (const program of ['web/build.ts', 'site/build.ts']) {
    execFileSync(process.execPath, [program], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const title = `${name}-${version}`;
  const files = {
    [`${title}.tar.gz`]: gzipSync(archive(title), { level: 9 }),
    [`${title}.cdx.json`]: billOfMaterials(name, version),
  };
  const sums = Object.entries(files).map(([file, bytes]) => `${digest(bytes)}  ${file}\n`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const [file, bytes] of Object.entries({ ...files, [SUMS]: sums.join('') }))
    writeFileSync(join(out, file), bytes);
  return `${sums.join('')}in ${out}, of ${git(['rev-parse', 'HEAD'])} by Node ${process.versions.node}`;
}

/** Archives a commit that contains the built files; the commit exists in a folder of its own, not in the project. */
function archive(title: string): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'folio-release-'));
  try {
    const objects = resolve(ROOT, git(['rev-parse', '--git-path', 'objects']));
    const date = git(['show', '--no-patch', '--format=%ct +0000', 'HEAD']);
    const env = {
      ...MAKER,
      GIT_INDEX_FILE: join(scratch, 'index'),
      GIT_OBJECT_DIRECTORY: scratch,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    const asIs = ['-c', 'core.autocrlf=false', '-c', 'core.fileMode=false', '-c', 'tar.umask=0022'];
    git(['read-tree', 'HEAD'], env);
    const others = git(['ls-files'], env)
      .split('\n')
      .filter((file) => !SHIPPED.test(file) || FOR_TESTS.test(file));
    git(['update-index', '--force-remove', '--stdin'], env, others.join('\n'));
    git([...asIs, 'add', '--force', ...BUILT], env);
    const commit = git(
      ['commit-tree', git(['write-tree'], env), '-m', `${title} of ${git(['rev-parse', 'HEAD'])}`],
      env,
    );
    const tar = ['archive', '--format=tar', `--prefix=${title}/`, commit];
    return execFileSync('git', [...asIs, ...tar], { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 1e9 });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

interface Bill {
  metadata: { component: object };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * CycloneDX of the packages that run, from the lock file alone; without the time, the number and the folder that npm puts in. What runs is
 * taken from the lock file: `npm sbom --omit dev` leaves out also what another package develops with.
 */
function billOfMaterials(name: string, version: string): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })) as Bill;
  const { packages } = JSON.parse(git(['show', 'HEAD:package-lock.json'])) as {
    packages: Record<string, { name?: string; version: string; dev?: boolean }>;
  };
  const running = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, one]) => `${one.name ?? path.replace(/^.*node_modules\//, '')}@${one.version}`),
  );
  const components = bill.components.filter((one) => running.has(`${one.name}@${one.version}`));
  const refs = new Set([...components.map((one) => one['bom-ref']), `${name}@${version}`]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }));
  const metadata = { component: { ...bill.metadata.component, name, version } };
  const runningBill = { ...bill, serialNumber: undefined, metadata, components, dependencies };
  return `${JSON.stringify(runningBill, null, 2)}\n`;
}

function signSums(key: KeyObject): string {
  if (key.asymmetricKeyType !== 'ed25519') throw new Refused('The key is not an Ed25519 key.');
  writeFileSync(join(out, `${SUMS}.sig`), sign(null, readFileSync(join(out, SUMS)), key));
  return `signed: ${join(out, `${SUMS}.sig`)}`;
}

function verifyAll(key: KeyObject): string {
  const sums = readFileSync(join(out, SUMS));
  const signature = readFileSync(join(out, `${SUMS}.sig`));
  if (
    key.asymmetricKeyType !== 'ed25519' ||
    signature.length !== ED25519_BYTES ||
    !verify(null, sums, key, signature)
  ) {
    throw new Refused(`The signature of ${SUMS} is not of this key.`);
  }
  const sumByFile = new Map(
    sums
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const file of readdirSync(out)) {
    if (!file.startsWith(SUMS) && !sumByFile.has(file)) throw new Refused(`${file} is not in ${SUMS}.`);
  }
  for (const [file, sum] of sumByFile) {
    if (digest(readFileSync(join(out, file))) !== sum) throw new Refused(`${file} is not the file that was signed.`);
  }
  return `verified: ${[...sumByFile.keys()].join(', ')}`;
}

function readKey(): Buffer {
  if (values.key === undefined)
    throw new Refused('--key FILE is missing: a key in PEM, as openssl genpkey -algorithm ed25519 makes one.');
  const isInside = !relative(ROOT, resolve(values.key)).startsWith('..');
  if (isInside && positionals[0] === 'sign')
    throw new Refused('The private key lies in the project: keep it elsewhere.');
  return readFileSync(values.key);
}

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function git(args: string[], env: Record<string, string> = {}, input = ''): string {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env }, input, maxBuffer: 1e8 } as const;
  return execFileSync('git', args, options).trim();
}
