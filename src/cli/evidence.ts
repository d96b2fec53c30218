// folio evidence: writes the evidence bundle of a document into a file, and checks one without a database or a network.
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { checkBundle, evidenceBundle } from '../invoicing/index.ts';
import { unzip, ZipError } from '../platform/zip.ts';
import { isUuid } from '../platform/uuid.ts';
import { monthEvidence } from '../reports/index.ts';
import { sha256 } from '../files/index.ts';
import { headsContext } from '../wiring/app.ts';
import { command, CommandError, UsageError } from './command.ts';
import { monthOf } from './month.ts';
import { ofTenant } from '../tenancy/index.ts';
import { beginInTenant } from './with-tenant.ts';

export const evidenceVerifyCommand = command('evidence verify', async ({ positionals: [file] }) => {
  const archive = await readFile(file!);
  const problems = problemsOf(archive);
  const digest = sha256(archive);
  const summary = problems.length === 0 ? 'everything agrees' : `${problems.length} things do not agree`;
  return {
    json: { sha256: digest, problems },
    text: [...problems, `SHA-256 ${digest}: ${summary}`].join('\n'),
    hasFailed: problems.length > 0,
  };
});

function problemsOf(archive: Buffer): string[] {
  try {
    return checkBundle(unzip(archive));
  } catch (error) {
    if (error instanceof ZipError) return [error.message];
    throw error;
  }
}

export const evidenceCommand = command('evidence', async (args) => {
  const out = args.options['out']!;
  const [value = ''] = args.positionals;
  const documentId = value.toLowerCase();
  if (!isUuid(documentId)) throw new UsageError(`${JSON.stringify(value)} is no document id.`);
  const { archive } = await beginInTenant(args, async (database, tenant) =>
    evidenceBundle(ofTenant(await headsContext(args.config, database), tenant), documentId),
  );
  await writeFile(out, archive, { flag: 'wx', mode: 0o600 }).catch(whyNot(out));
  const digest = sha256(archive);
  return { json: { file: out, sha256: digest, byteSize: archive.length }, text: `${out}, SHA-256 ${digest}` };
});

export const evidenceMonthCommand = command('evidence month', async (args) => {
  const out = args.options['out']!;
  const month = monthOf(args.positionals[0]!);
  await beginInTenant(args, async (database, tenant) => {
    const archive = await monthEvidence(ofTenant(await headsContext(args.config, database), tenant), month);
    await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 })).catch(whyNot(out));
  });
  return { json: { file: out }, text: out };
});

function whyNot(out: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === 'EEXIST' ? new CommandError(`${out} exists already.`) : error;
  };
}
