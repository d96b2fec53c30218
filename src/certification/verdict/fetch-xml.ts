// The XML that the PAC shows of a document: in its answer, as it is or in Base64, or at an address.
import { isXml, type PacDocument } from '../../pac/index.ts';
import type { CertificationContext } from '../context.ts';

/** `cause`: there is one, and it cannot be had now. Null where the PAC shows none. */
export async function fetchXml(
  context: CertificationContext,
  { xml }: PacDocument,
): Promise<{ bytes: Buffer } | { cause: string } | null> {
  if (xml === undefined) return null;
  if (!/^https?:\/\//i.test(xml.trim())) {
    const text = isXml(xml) ? xml : Buffer.from(xml, 'base64').toString();
    return text.trim() !== '' && isXml(text) ? { bytes: Buffer.from(text) } : { cause: 'the file is no XML' };
  }
  const download = await context.pac.downloadXml(xml.trim());
  switch (download.outcome) {
    case 'xml':
      return { bytes: download.bytes };
    case 'expired':
      return { cause: 'the address of the XML had expired already' };
    case 'refused':
    case 'unavailable':
      return { cause: download.cause };
    default:
      return download satisfies never;
  }
}
