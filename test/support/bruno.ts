// Reads and runs requests as Bruno writes them down: blocks of text, variables in double braces, what to keep and what to expect.

export type Blocks = Record<string, string>;
export type Variables = Record<string, string>;

/** The blocks of a .bru file, each without its indentation. */
export function readBlocks(text: string): Blocks {
  const found = [...text.matchAll(/^(?<name>[\w:-]+) (?:\{\n(?<body>[\s\S]*?)^\}|\[\n(?<list>[\s\S]*?)^\])/gm)];
  return Object.fromEntries(
    found.map(({ groups }) => [
      groups!['name']!,
      (groups!['body'] ?? groups!['list'])!.replaceAll(/^ {2}/gm, '').trimEnd(),
    ]),
  );
}

/** `name: value` on each line. */
export function readPairs(block = ''): [name: string, value: string][] {
  return block
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line) => [line.slice(0, line.indexOf(': ')).trim(), line.slice(line.indexOf(': ') + 2).trim()]);
}

function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`nothing is known by the name ${name}`);
    return value;
  });
}

/** `res.body.data.x` and `res.headers['content-type']`. */
function at(path: string, response: object): unknown {
  return path
    .replaceAll(/\['([^']+)'\]/g, '.$1')
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], { res: response });
}

/** Sends the request; answers what it keeps, and which of its expectations were not met. */
export async function runRequest(blocks: Blocks, variables: Variables): Promise<{ kept: Variables; unmet: string[] }> {
  const method = 'get' in blocks ? 'get' : 'post';
  const { url } = Object.fromEntries(readPairs(blocks[method])) as { url: string };
  const headers: Record<string, string> = {};
  for (const [name, value] of readPairs(blocks['auth:bearer'])) {
    if (name === 'token') headers['authorization'] = `Bearer ${filled(value, variables)}`;
  }
  const query = blocks['body:graphql'];
  if (query !== undefined) headers['content-type'] = 'application/json';
  const given = JSON.parse(filled(blocks['body:graphql:vars'] ?? '{}', variables)) as object;
  const response = await fetch(filled(url, variables), {
    method,
    headers,
    ...(query === undefined ? {} : { body: JSON.stringify({ query, variables: given }) }),
  });
  const text = await response.text();
  const read = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
  };
  const kept = readPairs(blocks['vars:post-response']).map(([name, path]) => [name, String(at(path, read))] as const);
  const unmet = readPairs(blocks['assert']).filter(([path, expected]) => {
    const value = at(path, read);
    if (expected === 'isDefined') return value === undefined || value === null;
    return `eq ${String(value)}` !== filled(expected, variables);
  });
  return {
    kept: Object.fromEntries(kept),
    unmet: unmet.map(([path, expected]) => `${path} should ${expected}: ${text.slice(0, 500)}`),
  };
}
