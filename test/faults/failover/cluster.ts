// Three machines as deploy/patroni sets them up, each an address of this one: PostgreSQL under Patroni, etcd, and a HAProxy in front.
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { installedPostgres } from '../kill-loop/postgres-server.ts';
import { freePort } from '../../support/free-port.ts';

const DEPLOYED = join(import.meta.dirname, '../../../deploy/patroni');
const PROGRAMS = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
/** As the files name them; on a machine of tests others may have them. */
const PORTS = ['5432', '8008', '2379', '2380', '5000'];
const PASSWORD = 'only-for-drills';
const WITHIN_MS = 240_000;

export interface Machine {
  name: string;
  address: string;
}

export interface Cluster {
  /** Through HAProxy. */
  proxyUrl: string;
  /** The three hosts in one address. */
  hostsUrl: string;
  leader(): Promise<Machine>;
  /** Answers when. PostgreSQL and Patroni end as in a power cut, its etcd too where that is asked for. `FROZEN`: they stand still, and close no connection. */
  lose(machine: Machine, how: 'KILLED' | 'FROZEN', withEtcd: boolean): Promise<number>;
  /** The machine is there again; resolves when one leads, one is its synchronous standby and one more follows. */
  rejoin(machine: Machine): Promise<void>;
  stop(): Promise<void>;
}

export function whatIsMissing(): string | false {
  const missing = Object.entries(PROGRAMS).filter(([, path]) => !existsSync(path));
  if (!installedPostgres()) return 'no PostgreSQL is installed here';
  return missing.length === 0 ? false : `not installed here: ${missing.map(([name]) => name).join(', ')}`;
}

export async function startCluster(): Promise<Cluster> {
  const programs = installedPostgres()!;
  const folder = programs.folder();
  const ports = new Map<string, string>();
  for (const port of PORTS) ports.set(port, String(await freePort()));
  const portOf = (port: string): string => ports.get(port)!;
  const machines = [1, 2, 3].map((nth) => ({ name: `node${nth}`, address: `127.0.56.${nth}` }));
  const running = new Map<string, ChildProcess>();

  /** The file as it is deployed, filled in. */
  function fill(file: string, filled: Record<string, string>): string {
    const text = readFileSync(join(DEPLOYED, file), 'utf8').replaceAll(/@([A-Z_\d]+)@/g, (_, name: string) => {
      const value = filled[name];
      if (value === undefined) throw new Error(`${file}: nothing fills @${name}@`);
      return value;
    });
    return text.replaceAll(new RegExp(`\\b(${PORTS.join('|')})\\b`, 'g'), portOf);
  }

  function start(name: string, command: string): void {
    const child = programs.start('/bin/sh', ['-c', `exec ${command} >>'${folder}/${name}.log' 2>&1`], folder);
    running.set(name, child);
  }

  const dataOf = ({ name }: Machine): string => `${folder}/data-${name}`;
  const startEtcd = ({ name }: Machine): void =>
    start(`etcd-${name}`, `/usr/bin/env $(grep -v '^#' '${folder}/etcd-${name}.env') ${PROGRAMS.etcd}`);
  const startPatroni = ({ name }: Machine): void =>
    start(`patroni-${name}`, `${PROGRAMS.patroni} ${folder}/${name}.yml`);

  const common = Object.fromEntries(
    machines.flatMap(({ name, address }, index) => [
      [`NAME${index + 1}`, name],
      [`NODE${index + 1}`, address],
    ]),
  );
  for (const machine of machines) {
    const { name, address } = machine;
    const filled = {
      ...common,
      NAME: name,
      ADDRESS: address,
      BIN: programs.bin,
      DATA: dataOf(machine),
      ETCD_DATA: `${folder}/etcd-${name}`,
      SOCKETS: `${folder}/sockets-${name}`,
      POSTGRES_PASSWORD: PASSWORD,
      REPLICATOR_PASSWORD: PASSWORD,
      REWINDER_PASSWORD: PASSWORD,
    };
    programs.run('/bin/mkdir', [filled.SOCKETS]);
    writeFileSync(`${folder}/etcd-${name}.env`, fill('etcd.env', filled));
    writeFileSync(`${folder}/${name}.yml`, fill('patroni.yml', filled));
    startEtcd(machine);
  }
  writeFileSync(`${folder}/haproxy.cfg`, fill('haproxy.cfg', common));
  for (const machine of machines) startPatroni(machine);
  start('haproxy', `${PROGRAMS.haproxy} -db -f ${folder}/haproxy.cfg`);

  async function asked<T>({ address }: Machine, path: string): Promise<T | undefined> {
    try {
      const signal = AbortSignal.timeout(2_000);
      const response = await fetch(`http://${address}:${portOf('8008')}${path}`, { signal });
      return response.ok ? ((await response.json()) as T) : undefined;
    } catch {
      // Not there, or not now.
      return undefined;
    }
  }

  /** As systemd does: Patroni 3.0.2 ends where etcd does not answer it at its start. */
  function startPatroniAgain(): void {
    for (const machine of machines) if (!isThere(running.get(`patroni-${machine.name}`)!)) startPatroni(machine);
  }

  async function leader(): Promise<Machine> {
    const giveUpAt = performance.now() + WITHIN_MS;
    while (performance.now() < giveUpAt) {
      for (const machine of machines) if (await asked(machine, '/primary')) return machine;
      startPatroniAgain();
      await delay(200);
    }
    throw new Error(`no machine leads:\n${lastWords(folder, machines)}`);
  }

  async function whole(): Promise<void> {
    const giveUpAt = performance.now() + WITHIN_MS;
    while (performance.now() < giveUpAt) {
      const cluster = await asked<{ members: { role: string; state: string; lag?: unknown }[] }>(
        await leader(),
        '/cluster',
      );
      const members = cluster?.members.filter(({ state }) => state === 'running' || state === 'streaming') ?? [];
      const roles = members.map(({ role }) => role).toSorted();
      if (roles.join() === 'leader,replica,sync_standby') return;
      startPatroniAgain();
      await delay(500);
    }
    throw new Error(`the cluster does not become whole:\n${lastWords(folder, machines)}`);
  }

  const proxy = `127.0.0.1:${portOf('5000')}`;
  const hosts = machines.map(({ address }) => `${address}:${portOf('5432')}`).join(',');
  const login = `postgres://postgres:${PASSWORD}@`;

  async function stop(): Promise<void> {
    for (const machine of machines) signal(await pidsOf(machine), 'KILL');
    for (const child of running.values()) {
      if (!isThere(child)) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }

  /** Process ids of PostgreSQL and Patroni. */
  async function pidsOf(machine: Machine): Promise<number[]> {
    const patroni = running.get(`patroni-${machine.name}`)!;
    return [...(isThere(patroni) ? [patroni.pid!] : []), ...(await postgresOf(dataOf(machine)))];
  }

  try {
    await whole();
    const client = new pg.Client(`${login}${proxy}/postgres`);
    await client.connect();
    await client.query('create database folio');
    await client.end();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    proxyUrl: `${login}${proxy}/folio`,
    hostsUrl: `${login}${hosts}/folio?target_session_attrs=read-write`,
    leader,
    async lose(machine, how, withEtcd) {
      const etcd = withEtcd ? [running.get(`etcd-${machine.name}`)!.pid!] : [];
      const pids = await pidsOf(machine);
      const lostAt = performance.now();
      // Patroni first: it would start what it sees ending.
      signal([...pids, ...etcd], how === 'KILLED' ? 'KILL' : 'STOP');
      return lostAt;
    },
    async rejoin(machine) {
      const { name } = machine;
      const children = [`etcd-${name}`, `patroni-${name}`].map((program) => running.get(program)!);
      // A frozen process is not resumed: its watchdog has restarted the machine long ago.
      const ends = children.filter(isThere).map((child) => once(child, 'exit'));
      signal([...(await pidsOf(machine)), ...children.filter(isThere).map(({ pid }) => pid!)], 'KILL');
      await Promise.all(ends);
      startEtcd(machine);
      startPatroni(machine);
      await whole();
    },
    stop,
  };
}

const isThere = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** The postmaster and its children; none where what its file names is no PostgreSQL of ours. */
async function postgresOf(data: string): Promise<number[]> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = readFileSync(file, 'utf8').split('\n')[0]!;
  // Not waited for by the whole process, which is the PAC as well.
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const all = stdout.split('\n');
  const found = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line)?.slice(1) ?? []);
  if (!found.some(([pid, , args]) => pid === postmaster && args!.includes(data))) return [];
  return found.filter(([pid, parent]) => pid === postmaster || parent === postmaster).map(([pid]) => Number(pid));
}

function signal(pids: readonly number[], name: 'KILL' | 'STOP'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, `SIG${name}`);
    } catch (error) {
      // It ended by itself in between.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function lastWords(folder: string, machines: readonly Machine[]): string {
  return machines
    .map(({ name }) => `${folder}/patroni-${name}.log`)
    .map((log) => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-8).join('\n') : log))
    .join('\n');
}
