// Fetches a PDF or an XML from the short-lived address that the PAC gave, without trusting that address.
import { request, type Agent } from 'undici';
import { beforeTimeIsUp, causeOf, discard, readAtMost, within } from '../platform/bounded-exchange.ts';
import { fileHosts } from '../platform/file-hosts.ts';
import { guardedAgent, Refusal, type Resolve } from '../platform/guarded-agent.ts';

export type FileFormat = 'pdf' | 'xml';

export type DownloadOutcome<Format extends FileFormat = 'pdf'> =
  | { outcome: Format; bytes: Buffer }
  /** The address has expired; the PAC gives a new one. */
  | { outcome: 'expired'; httpStatus: number }
  /** The file must not be taken, and later tries will not change that. */
  | { outcome: 'refused'; cause: string }
  /** Not now; another try may succeed. */
  | { outcome: 'unavailable'; cause: string };

export interface DownloaderOptions {
  timeoutMs: number;
  /** Hosts, or hosts with their ports, that a file may come from. */
  fileHosts: readonly string[];
  /** The PAC's own address: one that is spoken to in plain text may serve its files so. */
  baseUrl: string;
  maxPdfBytes: number;
  /** How names become addresses; the system's resolver by default. */
  resolve?: Resolve;
}

export interface Downloader {
  download<Format extends FileFormat>(address: string, format: Format): Promise<DownloadOutcome<Format>>;
  close(): Promise<void>;
}

export function createDownloader(options: DownloaderOptions): Downloader {
  const hosts = fileHosts(options.fileHosts, { isLoose: new URL(options.baseUrl).protocol === 'http:' });
  const agent = guardedAgent({ ...options, refuse: hosts.refuseConnection });

  return {
    async download(address, format) {
      const judged = hosts.judge(address);
      if ('refused' in judged) return { outcome: 'refused', cause: judged.refused };
      return within(options.timeoutMs, async (signal) => {
        try {
          return await fetchFile(agent, judged.url, format, options.maxPdfBytes, signal);
        } catch (error) {
          const cause = causeOf(error, signal);
          return error instanceof Refusal ? { outcome: 'refused', cause } : { outcome: 'unavailable', cause };
        }
      });
    },
    close: () => agent.close(),
  };
}

async function fetchFile<Format extends FileFormat>(
  agent: Agent,
  url: URL,
  name: Format,
  maxBytes: number,
  signal: AbortSignal,
): Promise<DownloadOutcome<Format>> {
  const format = FORMATS[name];
  const response = request(url, {
    dispatcher: agent,
    signal,
    method: 'GET',
    // No Authorization: the key belongs to the PAC's API, and the address carries its own signature.
    headers: { accept: format.contentType, 'accept-encoding': 'identity' },
  });
  const { statusCode, headers, body } = await beforeTimeIsUp(signal, response);
  if (statusCode !== 200) {
    discard(body);
    if (statusCode === 403 || statusCode === 404 || statusCode === 410)
      return { outcome: 'expired', httpStatus: statusCode };
    if (statusCode >= 300 && statusCode < 400)
      return { outcome: 'refused', cause: `HTTP ${statusCode}: redirects are not followed` };
    return { outcome: 'unavailable', cause: `HTTP ${statusCode}` };
  }
  const announced = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  const tooLarge = `the file is larger than ${maxBytes} bytes`;
  if (announced !== null && announced > maxBytes) {
    discard(body);
    return { outcome: 'refused', cause: tooLarge };
  }
  let isRefused = false;
  let size = 0;
  const { bytes, broken } = await readAtMost(body, Infinity, signal, (chunks) => {
    size += chunks.at(-1)!.length;
    const problem = size > maxBytes ? tooLarge : notOf(format, chunks);
    isRefused = problem !== null;
    return problem;
  });
  if (broken !== null)
    return isRefused ? { outcome: 'refused', cause: broken } : { outcome: 'unavailable', cause: broken };
  if (announced !== null && announced !== bytes.length) {
    return { outcome: 'unavailable', cause: `${bytes.length} bytes of ${announced} arrived` };
  }
  if (bytes.length < format.least) return { outcome: 'refused', cause: format.isNone };
  // Without a length and without chunks a body ends where the connection does, whole or not; then the file's own end
  // mark has to tell.
  if (announced === null && headers['transfer-encoding'] === undefined && !format.hasEnd(bytes)) {
    return { outcome: 'unavailable', cause: 'the file ends before its end mark' };
  }
  return { outcome: name, bytes };
}

interface Format {
  contentType: string;
  least: number;
  isNone: string;
  /** Whether a file may begin so. */
  mayBegin(head: Buffer): boolean;
  hasEnd(bytes: Buffer): boolean;
}

const PDF_MAGIC = Buffer.from('%PDF-');

const FORMATS: Record<FileFormat, Format> = {
  pdf: {
    contentType: 'application/pdf',
    least: PDF_MAGIC.length,
    isNone: 'the file is no PDF',
    mayBegin: (head) => PDF_MAGIC.subarray(0, head.length).equals(head.subarray(0, PDF_MAGIC.length)),
    hasEnd: (bytes) => bytes.subarray(-1024).includes('%%EOF'),
  },
  xml: {
    contentType: 'application/xml',
    least: 4,
    isNone: 'the file is no XML',
    mayBegin: (head) => isXml(head.toString()),
    hasEnd: (bytes) => bytes.subarray(-1024).toString().trimEnd().endsWith('>'),
  },
};

/** A page of HTML is none, whatever it calls itself. */
export function isXml(text: string): boolean {
  return /^[\ufeff\ufffd]?\s*(<(?!\s*(!doctype\s+html|html\b))|$)/i.test(text);
}

/** Why these bytes are no whole file of the format; null where they are one. */
export function fileProblem(name: FileFormat, bytes: Buffer): string | null {
  const format = FORMATS[name];
  if (bytes.length < format.least) return format.isNone;
  return notOf(format, [bytes]) ?? (format.hasEnd(bytes) ? null : 'the file ends before its end mark');
}

// Judged as soon as the first bytes are here, so a stream that is of another format is not read to its end.
function notOf(format: Format, chunks: readonly Buffer[]): string | null {
  return format.mayBegin(Buffer.concat(chunks.slice(0, 5)).subarray(0, 64)) ? null : format.isNone;
}
