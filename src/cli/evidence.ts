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
import { CommandError, required, UsageError, type Command } from './command.ts';
import { monthOf } from './month.ts';
import { recordBeginning } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const evidenceVerifyCommand: Command = {
  words: 'evidence verify',
  summary: 'checks an evidence bundle: hashes, CUFE, totals, days, timeline, notices, head of the acts',
  usage: 'FILE',
  details: [
    'Needs neither a database nor a network. Ends with exit code 1 when something does not agree.',
    'A bundle that was made anew as a whole agrees with itself: keep the SHA-256 that `folio evidence` prints,',
    'and compare publicKey in acts-head.json with the key that you keep.',
  ].join('\n'),
  options: [],
  positionals: 1,
  async run({ positionals }) {
    const archive = await readFile(positionals[0]!);
    const problems = problemsOf(archive);
    const digest = sha256(archive);
    const summary = problems.length === 0 ? 'everything agrees' : `${problems.length} things do not agree`;
    return {
      json: { sha256: digest, problems },
      text: [...problems, `SHA-256 ${digest}: ${summary}`].join('\n'),
      hasFailed: problems.length > 0,
    };
  },
};

function problemsOf(archive: Buffer): string[] {
  try {
    return checkBundle(unzip(archive));
  } catch (error) {
    if (error instanceof ZipError) return [error.message];
    throw error;
  }
}

export const evidenceCommand: Command = {
  words: 'evidence',
  summary: 'writes the evidence bundle of a document: what was sent, answered, told and printed',
  usage: 'DOCUMENT --tenant ID --out FILE',
  details: [
    '  DOCUMENT     the id of an invoice, a credit note or a debit note',
    '  --out FILE   a new file',
    '',
    'It is checked by: npm run folio -- evidence verify FILE',
  ].join('\n'),
  options: ['tenant', 'out'],
  positionals: 1,
  async run({ config, options, positionals }) {
    const id = tenantId(options);
    const out = required(options, 'out');
    const documentId = positionals[0]!.toLowerCase();
    if (!isUuid(documentId)) throw new UsageError(`${JSON.stringify(positionals[0])} is no document id.`);
    const archive = await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      await recordBeginning(database, tenant, evidenceCommand.words);
      const context = await headsContext(config, database);
      return (await evidenceBundle(context, tenant, documentId)).archive;
    });
    await writeFile(out, archive, { flag: 'wx', mode: 0o600 }).catch(whyNot(out));
    const digest = sha256(archive);
    return { json: { file: out, sha256: digest, byteSize: archive.length }, text: `${out}, SHA-256 ${digest}` };
  },
};

export const evidenceMonthCommand: Command = {
  words: 'evidence month',
  summary: 'writes the evidence of all documents of a month, with its file and the SHA-256 of each',
  usage: 'YYYY-MM --tenant ID --out FILE',
  details: 'It is checked by: unzip FILE && sha256sum --check SHA256SUMS',
  options: ['tenant', 'out'],
  positionals: 1,
  async run({ config, options, positionals }) {
    const id = tenantId(options);
    const out = required(options, 'out');
    const asked = monthOf(positionals[0]!);
    await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      await recordBeginning(database, tenant, evidenceMonthCommand.words);
      const archive = await monthEvidence(await headsContext(config, database), tenant, asked);
      await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 })).catch(whyNot(out));
    });
    return { json: { file: out }, text: out };
  },
};

function whyNot(out: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === 'EEXIST' ? new CommandError(`${out} exists already.`) : error;
  };
}
