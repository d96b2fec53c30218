// The XML of a document at the PAC: in its answer, as it is or in Base64, at an address that it shows, or by the CUFE.
import { isXml, type DownloadOutcome, type PacDocument } from '../../pac/index.ts';
import type { CertificationContext } from '../context.ts';
import type { FiscalDocument } from '../fiscal-document.ts';

/** `cause`: there is one, and it cannot be had now. Null where the PAC shows none. */
export async function fetchXml(
  context: CertificationContext,
  { pac_company_id: companyId, cufe }: Pick<FiscalDocument, 'pac_company_id' | 'cufe'>,
  { xml, cufe: pacCufe }: PacDocument,
): Promise<{ bytes: Buffer } | { cause: string } | null> {
  if (xml === undefined) {
    const named = pacCufe ?? cufe;
    return bytesOf(named === null ? undefined : await context.pac.fileByCufe?.(companyId!, named, 'xml'));
  }
  if (!/^https?:\/\//i.test(xml.trim())) {
    const text = isXml(xml) ? xml : Buffer.from(xml, 'base64').toString();
    return text.trim() !== '' && isXml(text) ? { bytes: Buffer.from(text) } : { cause: 'the file is no XML' };
  }
  return bytesOf(await context.pac.downloadXml(xml.trim()));
}

function bytesOf(download: DownloadOutcome<'xml'> | undefined): { bytes: Buffer } | { cause: string } | null {
  switch (download?.outcome) {
    case undefined:
      return null;
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
