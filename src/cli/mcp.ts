// folio mcp: the tools of assistants over stdio, for programs that start them as a command: each line goes to POST /mcp of a service.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { postTo } from './ask-route.ts';
import { command, CommandError } from './command.ts';

export const mcpCommand = command('mcp', async ({ options, config, stdin = process.stdin }) => {
  const file = options['token-file']!;
  const token = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read; it has the token that folio token create has made.`);
  });
  const url = new URL('/mcp', options['url'] ?? `http://127.0.0.1:${config.PORT}`);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token.trim()}`,
    'accept-language': options['language'] ?? 'es',
  };
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input: stdin })) {
    if (line.trim() === '') continue;
    const sent = send(url, headers, line).finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  await Promise.all(underWay);
  return { json: {}, text: '' };
});

/** A request that finds no service is answered as one that failed, so that the assistant does not wait for it. */
async function send(url: URL, headers: Record<string, string>, line: string): Promise<void> {
  const { status = 0, body = '', problem } = await postTo(url, headers, line);
  const text = status >= 200 && status < 300 ? body : failure(line, problem ?? `${status} ${body.slice(0, 300)}`);
  const messages = text.includes('\ndata: ') ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data) : [text];
  for (const one of messages) if (one?.trim()) process.stdout.write(`${one.trim()}\n`);
}

function failure(line: string, message: string): string {
  const id = /"id"\s*:\s*("[^"]*"|-?\d+)/.exec(line)?.[1];
  // A notification has no answer.
  return id === undefined
    ? ''
    : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":${JSON.stringify(message)}}}`;
}
