// Recounts each signed XML, and what is recorded of it beside the books: by code that shares nothing with src/fiscal/money.ts.
import { isDeepStrictEqual } from 'node:util';
import { certifiedOf, newestXmls, ownFacts, rowOf } from '../certification/index.ts';
import { FileNotWhole, wholeFile, type FileStore, type StoredFile } from '../files/index.ts';
import { compare } from '../platform/decimal.ts';
import { recount } from '../pac/index.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import { rowsOf, type TenantDb } from '../tenancy/index.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** A difference that is recorded is known, and calls a person elsewhere; here it is one that is not. */
export async function verifyFiles(db: TenantDb, files: FileStore): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (let after = NO_ID; ;) {
    const page = await newestXmls(db, after);
    if (page.length === 0) return problems;
    for (const file of page) {
      for (const detail of await problemsOf(db, files, file))
        problems.push(problem('certified_file', `${file.filename} ${detail}`));
    }
    after = page.at(-1)!.source_id;
  }
}

async function problemsOf(db: TenantDb, files: FileStore, file: StoredFile): Promise<string[]> {
  const bytes = await wholeFile(files, file).catch((error: unknown) => {
    if (error instanceof FileNotWhole) return null;
    throw error;
  });
  if (bytes === null) return ['is not in the store as it was put there'];
  const document = await rowsOf(db, 'fiscal_documents').where('id', '=', file.source_id).executeTakeFirst();
  if (!document) return ['is of no document'];
  const [row] = await certifiedOf(db, [document.id]);
  if (row?.file_id !== file.id) return ['has not been read: folio read-files'];
  const read = rowOf(bytes, await ownFacts(db, document));
  const isRecorded =
    isDeepStrictEqual(row.facts, JSON.parse(JSON.stringify(read.facts))) &&
    (Object.entries(read.sums) as [keyof typeof read.sums, string | null][]).every(([name, sum]) =>
      sum === null ? row[name] === null : row[name] !== null && compare(row[name], sum) === 0,
    );
  const differing = read.differences.filter(({ field }) => !row.differs_by.includes(field));
  const over = row.differs_by.filter((field) => !read.differences.some((one) => one.field === field));
  return [
    ...(typeof read.file === 'string' ? [] : recount(read.file).map((one) => `does not add up: ${one}`)),
    ...(isRecorded ? [] : ['says something else than is recorded of it']),
    ...differing.map(({ field, certified, ours }) => `says ${certified} (${field}), and ${document.number} ${ours}`),
    ...over.map((field) => `is recorded to differ by ${field}, and does not`),
  ];
}
