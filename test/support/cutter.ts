// A proxy of bytes before the service: it ends a connection, on both sides, after so many bytes or milliseconds.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Bytes of the request, those of the answer, or milliseconds since the connection was made. */
export type Cut = { asked: number } | { answered: number } | { ms: number };

/** Answers an address that ends each connection as `cutOf` says of it, counted from 0. */
export async function startCutter(t: TestContext, target: string, cutOf: (at: number) => Cut): Promise<string> {
  const { hostname, port } = new URL(target);
  let at = 0;
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const cut = cutOf(at++);
    const service = connect(Number(port), hostname);
    const end = () => {
      caller.destroy();
      service.destroy();
      open.delete(caller);
    };
    for (const socket of [caller, service]) socket.on('error', end).on('close', end);
    open.add(caller);
    const pass = (from: Socket, to: Socket, most: number) => {
      let left = most;
      from.on('data', (bytes: Buffer) => {
        const some = bytes.subarray(0, left);
        left -= some.length;
        // Received bytes are passed on before the end.
        to.write(some, () => left === 0 && end());
      });
      if (left === 0) from.once('data', end);
    };
    pass(caller, service, 'asked' in cut ? cut.asked : Infinity);
    pass(service, caller, 'answered' in cut ? cut.answered : Infinity);
    if ('ms' in cut) setTimeout(end, cut.ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** 0 to 50 of each. */
export const CUTS: readonly Cut[] = Array.from({ length: 51 }, (_, k): Cut[] => [
  { asked: 400 + k },
  { answered: k },
  { ms: k },
]).flat();
