/** The download of a printed document at its short-lived address, and what can go wrong with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { html, HTTP_FAULT_ANSWERS, notFound, somePage, xmlOf } from './answers.ts';
import type { Outcome, Reply } from './answers.ts';
import type { SimulatedDocument } from './documents.ts';
import type { Fault, FaultIn } from './faults.ts';
import { faultsOfHeader } from './calls.ts';
import type { Answered } from './calls.ts';
import { ALANUBE } from './pac-calls.ts';
import { printDocument } from './pdf.ts';
import { readPdfAddress } from './pdf-address.ts';
import type { World } from './world.ts';

// Error of the object store behind such addresses.
const storeError = (code: string, message: string): Reply => ({
  ...html(
    403,
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
  headers: { 'content-type': 'application/xml' },
});

export interface AnsweredDownload extends Answered {
  document: SimulatedDocument | null;
}

export async function answerPdfDownload(
  world: World,
  url: URL,
  faultHeader: string | undefined,
): Promise<AnsweredDownload> {
  const address = readPdfAddress(url, world.apiKey);
  if (!address) {
    const outcome = storeError('SignatureDoesNotMatch', 'The request signature does not match.');
    return { outcome, struck: [], document: null };
  }
  const document = world.register.document(address.documentId) ?? null;
  if (address.expires <= Date.now()) {
    return { outcome: storeError('AccessDenied', 'Request has expired'), struck: [], document };
  }
  if (!document) return { outcome: notFound(), struck: [], document };
  if (url.pathname.endsWith('.xml')) {
    const headers = { 'content-type': 'application/xml' };
    return { outcome: { status: 200, headers, body: Buffer.from(xmlOf(document)) }, struck: [], document };
  }
  const faults = world.desk.forCall({
    operation: 'pdf',
    companyId: document.companyId,
    documentId: document.id,
    subject: document.id,
    own: [...faultsOfHeader(ALANUBE, faultHeader), ...document.faults],
  });
  const delay = faults.one('delay');
  if (delay) await sleep(delay.ms ?? 20_000, undefined, { signal: world.closing });
  const refusal = faults.one('refusal');
  const outcome =
    refusal && refusal.name in HTTP_FAULT_ANSWERS
      ? HTTP_FAULT_ANSWERS[refusal.name as keyof typeof HTTP_FAULT_ANSWERS](refusal)
      : await download(world, document, faults.one('download'));
  return { outcome, struck: faults.struck(), document };
}

const DOWNLOADS: Record<FaultIn<'download'>, (reply: Reply, fault: Fault) => Outcome> = {
  pdfCut: (reply) => ({ half: reply }),
  pdfHtml: () => ({ ...somePage(), headers: { 'content-type': 'application/pdf' } }),
  pdfHuge: (_, { bytes = 100_000_000 }) => ({ flood: bytes }),
  pdfDrip: (reply, { ms = 100 }) => ({ drip: reply, everyMs: ms }),
  pdfRedirect: (_, { url = 'http://169.254.169.254/latest/meta-data/' }) => html(302, '', { location: url }),
};

const asFile = (body: Buffer): Reply => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body });

/** `answer`: how the PAC hands a page over. */
export async function download(
  { knobs, newId }: World,
  document: SimulatedDocument,
  fault: Fault<FaultIn<'download'>> | null,
  answer = asFile,
): Promise<Outcome> {
  const page = await printDocument(document, { showsStatus: knobs.reprintsAfterVerdict });
  // Viewers ignore bytes after the end of a PDF.
  const reply = answer(knobs.reprintsEachTime ? Buffer.concat([page, Buffer.from(`% ${newId()}\n`)]) : page);
  return fault ? DOWNLOADS[fault.name](reply, fault) : reply;
}
