// The service as `npm start` runs it, on a folder of its own with its demo, for tests that look at it through a browser.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Role } from '../../../src/tenancy/index.ts';
import { issueToken } from '../../../src/access/index.ts';
import { freePort } from '../../support/free-port.ts';
import { operationNamed } from '../../support/operation-named.ts';
import { buildDashboardIfStale } from '../../../web/build.ts';

const ROOT = join(import.meta.dirname, '../../..');
const JWT_SECRET = 'a secret for browser tests only';
/** Far more than a first start takes, since a busy machine makes this slow and not wrong. */
const START_MS = 240_000;

export interface Service {
  url: string;
  /** Signs in as the demo's admin, once it is agreed to; as often as it is followed. */
  link: string;
  /** As it was printed: it works once. */
  printedLink: string;
  /** All that was printed until it was ready. */
  said: string;
  dataDir: string;
  /** A token of the demo tenant with another role. */
  token(role: Role): Promise<string>;
  /** The data of an answer to the demo's admin, without errors. */
  ask<T>(query: string, variables?: object): Promise<T>;
  /** The answer to one question or act: `createOrder { id total }`; see `operationNamed`. */
  call<T = { id: string }>(asked: string, given?: object): Promise<T>;
  /** One of the operator's commands, for the demo. */
  folio(...words: string[]): Promise<unknown>;
  /** Invites a company, which has nothing, and answers the token of the link. */
  emptyCompany(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Folder of a demo that was certified, had all its notices and was stopped, for services that begin with a copy of it; who makes it removes it. */
export async function makeDemo(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-demo-'));
  try {
    const { said, end } = await startIn(dataDir, {});
    const [, simulator, key] = /Simulator\s+(\S+)[^\n]*\n\s+(\w+)/.exec(said)!;
    const headers = { authorization: `Bearer ${key}` };
    const settled = await fetch(`${simulator}/__simulator/settled`, { method: 'POST', headers });
    await end();
    // On a database that was witnessed a restart waits some seconds before it sends: another process could know more.
    await rm(join(dataDir, 'files/witness'), { recursive: true });
    if (!settled.ok) throw new Error(`the demo did not settle: ${await settled.text()}`);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return dataDir;
}

/**
 * On a settled demo, unless the first start is what is looked at: a copy of the folder that `TEST_DEMO` names, or one of its own. Until the
 * DGI has authorized an invoice of it, its company is in its first hour, and its pages are asked for more.
 */
export async function startService(env: Record<string, string> = {}, isFirst = false): Promise<Service> {
  await buildDashboardIfStale();
  const demo = process.env['TEST_DEMO'];
  const dataDir = demo === undefined && !isFirst ? await makeDemo() : await mkdtemp(join(tmpdir(), 'folio-browser-'));
  if (demo !== undefined && !isFirst) await cp(demo, dataDir, { recursive: true });
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { end, ...service } = await startIn(dataDir, env);
    return { ...service, stop: () => end().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startIn(
  dataDir: string,
  env: Record<string, string>,
): Promise<Omit<Service, 'stop'> & { end(): Promise<void> }> {
  const service = spawn(process.execPath, [join(ROOT, 'bin/start.mjs'), join(ROOT, 'src/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      AUTH_JWT_SECRET: JWT_SECRET,
      SIMULATOR_VERDICT_DELAY_MS: '1200',
      LOG_LEVEL: 'error',
      NODE_TEST_CONTEXT: undefined,
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  const end = (): Promise<void> => {
    service.kill('SIGTERM');
    return ended;
  };
  const said = await printed(service.stdout, service.stderr, ended).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const url = /Dashboard\s+(http:\/\/[^\s/]+)/.exec(said)![1]!.replace('localhost', '127.0.0.1');
  const token = /(?:Token\s+|#token=)([\w.-]+)/.exec(said)![1]!;
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
    if (errors !== undefined) throw new Error(`${JSON.stringify(errors)} for ${query}`);
    return data;
  };
  const command = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/start.mjs'), join(ROOT, 'src/cli/folio.ts'), ...words], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, AUTH_JWT_SECRET: JWT_SECRET, NODE_TEST_CONTEXT: undefined },
    });
  const tokenOf = (tenantId: string, role: Role) =>
    issueToken(JWT_SECRET, { userName: `${role}-user`, tenantId, roles: [role], expiresIn: '1h', now: new Date() });
  const { viewer } = await ask<{ viewer: { tenant: { id: string } } }>('{ viewer { tenant { id } } }');
  return {
    url,
    link: `${url}/#token=${token}`,
    printedLink: /Dashboard\s+(\S+)/.exec(said)![1]!.replace('localhost', '127.0.0.1'),
    said,
    dataDir,
    ask,
    async call<T>(asked: string, given?: object) {
      const { name, text, variables } = operationNamed(asked, given);
      return (await ask<Record<string, T>>(text, variables))[name]!;
    },
    folio: (...words) => command(...words, '--tenant', viewer.tenant.id),
    async emptyCompany(name) {
      const words = ['invite', '--company', name, '--user', 'admin-user', '--at', url, '--json'];
      const { tenantId } = JSON.parse((await command(...words)).stdout) as { tenantId: string };
      return tokenOf(tenantId, 'admin');
    },
    token: (role) => tokenOf(viewer.tenant.id, role),
    end,
  };
}

/** Everything up to its end; refuses with what was said when the service ends before, or never gets there. */
function printed(out: NodeJS.ReadableStream, err: NodeJS.ReadableStream, ended: Promise<void>): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error(`the service did not start:\n${said}`)), START_MS);
    const note = (chunk: unknown): void => {
      said += String(chunk);
      if (!/Variables .*\n/.test(said)) return;
      clearTimeout(giveUp);
      resolve(said);
    };
    out.on('data', note);
    err.on('data', note);
    const failed = (): void => {
      clearTimeout(giveUp);
      reject(new Error(`the service ended:\n${said}`));
    };
    void ended.then(failed);
  });
}
