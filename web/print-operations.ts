// Prints the manifest of what the dashboard asks, for GRAPHQL_OPERATIONS_FILE: node bin/start.mjs web/print-operations.ts > operations.json
import { createHash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { formatDocument, stringifyDocument } from 'urql';
import { allQueries } from './print-answers.ts';

/** The SHA-256 and the text of each operation, as it is sent. */
export async function operationManifest(): Promise<Record<string, string>> {
  const texts = (await allQueries()).map(({ document }) => stringifyDocument(formatDocument(document) as DocumentNode));
  return Object.fromEntries(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]));
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await operationManifest(), null, 2)}\n`);
}
