// Stands between the service and its database and counts: statements, transactions, and round trips, those of the queue apart.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Talk {
  transactions: number;
  statements: number;
  /** How often the service wrote something and waited for the answer. */
  trips: number;
}

export interface CountingProxy {
  /** URL of the same database through the proxy. */
  url: string;
  /** So far: of what the service does, and of transactions that concern nothing but the queue's own tables. */
  counted(): { own: Talk; queue: Talk };
  stop(): Promise<void>;
}

const CONTROL = /^(begin|commit|rollback|set |savepoint|release|select set_config)/i;
const QUEUE = /\bpgboss\b/;

export async function startCountingProxy(url: string): Promise<CountingProxy> {
  const target = new URL(url);
  const own: Talk = { transactions: 0, statements: 0, trips: 0 };
  const queue: Talk = { transactions: 0, statements: 0, trips: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    const read = statementReader();
    let hasAnswered = true;
    let trips = 0;
    let statements: string[] = [];
    let isOpen = false;

    function note(statement: string): void {
      statements.push(statement);
      if (/^begin/i.test(statement)) isOpen = true;
      if (/^(commit|rollback(?! to))/i.test(statement)) isOpen = false;
      if (isOpen) return;
      const work = statements.filter((one) => !CONTROL.test(one));
      const talk = work.length > 0 && work.every((one) => QUEUE.test(one)) ? queue : own;
      talk.transactions += 1;
      talk.statements += statements.length;
      talk.trips += trips;
      [statements, trips] = [[], 0];
    }

    client.on('data', (chunk: Buffer) => {
      if (hasAnswered) trips += 1;
      hasAnswered = false;
      for (const statement of read(chunk)) note(statement);
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      hasAnswered = true;
      client.write(chunk);
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    counted: () => ({ own: { ...own }, queue: { ...queue } }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers the statements whose execution a piece of the client's stream asks for. */
function statementReader(): (chunk: Buffer) => string[] {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  const prepared = new Map<string, string>();
  let bound = '';
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      // The first message has no letter before its length.
      const letters = hasStarted ? 1 : 0;
      if (rest.length < letters + 4) return statements;
      const end = letters + rest.readInt32BE(letters);
      if (rest.length < end) return statements;
      const kind = hasStarted ? String.fromCharCode(rest[0]!) : 'startup';
      const [first = '', second = ''] = rest.toString('utf8', letters + 4, end).split('\0');
      if (kind === 'Q')
        statements.push(
          ...first
            .split(';')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
        );
      if (kind === 'P') prepared.set(first, second.trim());
      if (kind === 'B') bound = prepared.get(second) ?? '';
      if (kind === 'E') statements.push(bound);
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
