// All evidence of a month in one archive: the bundle of each document, the file of the month, and SHA256SUMS of all of them.
import { createHash } from 'node:crypto';
import { handOutHead, type HeadsContext } from '../acts/index.ts';
import { evidenceBundle } from '../invoicing/index.ts';
import { addDays } from '../platform/days.ts';
import { badInput } from '../platform/errors.ts';
import { zipStream, type Chunks } from '../platform/zip.ts';
import type { OfTenant } from '../tenancy/index.ts';
import { fiscalMonth, type Month } from './fiscal-month.ts';
import { documentsOn, monthFile } from './month-file.ts';

/** An archive of this kind has no more entries. */
const MOST_DOCUMENTS = 65_000;

/** Streamed: one bundle is in memory at a time. `sha256sum --check SHA256SUMS` checks what was unpacked. */
export async function monthEvidence(context: OfTenant<HeadsContext>, period: Month): Promise<AsyncGenerator<Buffer>> {
  const { from, to, documents } = await context.inTenant((db) => fiscalMonth(db, period));
  const count = documents.reduce((sum, one) => sum + one.count, 0);
  if (count > MOST_DOCUMENTS)
    throw badInput('The month has {count} documents; an archive has at most {most}', { count, most: MOST_DOCUMENTS });
  const sums: string[] = [];
  const listed = (name: string, chunks: Chunks) => ({ name, chunks: summed(name, chunks, sums) });

  async function* entries() {
    for (let day = from; day <= to; day = addDays(day, 1)) {
      for (const { id } of await context.inTenant((db) => documentsOn(db, day))) {
        const { filename, archive } = await evidenceBundle(context, id);
        yield listed(`${day}/${filename.replace('.zip', '')}-${id.slice(-6)}.zip`, [archive]);
      }
    }
    yield listed(`${from.slice(0, 7)}.xlsx`, await monthFile(context, 'xlsx', period));
    const head = `${JSON.stringify(await handOutHead(context, context.tenant), null, 2)}\n`;
    yield listed('acts-head.json', [Buffer.from(head)]);
    yield { name: 'SHA256SUMS', chunks: [Buffer.from(sums.join(''))] };
  }
  return zipStream(entries());
}

async function* summed(name: string, chunks: Chunks, sums: string[]): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
  sums.push(`${digest.digest('hex')}  ${name}\n`);
}
