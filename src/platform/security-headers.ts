// The security headers of every answer, and what each page of ours may load.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

type Directives = Record<string, string[]>;

/** They are the same in every answer, so helmet is asked for them once. */
function headersWith(directives?: Directives): Record<string, string> {
  const set = helmet({
    contentSecurityPolicy: directives ? { useDefaults: false, directives } : false,
    xFrameOptions: { action: 'deny' },
    // TLS ends before the service: the proxy says for how long it is required.
    strictTransportSecurity: false,
  });
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  set({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

const NOTHING = ["'none'"];
const SELF = ["'self'"];

const PAGE: Directives = {
  'default-src': NOTHING,
  'img-src': [...SELF, 'data:'],
  'connect-src': SELF,
  'base-uri': NOTHING,
  'form-action': NOTHING,
  'frame-ancestors': NOTHING,
};

const HEADERS = {
  data: headersWith(),
  /** A PDF is shown from memory, hence `blob:`. */
  dashboard: headersWith({
    ...PAGE,
    // The reader of barcodes is a WebAssembly program of ours; no text becomes a script by that.
    'script-src': [...SELF, "'wasm-unsafe-eval'"],
    'style-src': SELF,
    'frame-src': ['blob:'],
    'manifest-src': SELF,
  }),
  /** The page brings its scripts and styles inside itself. */
  graphiQL: headersWith({
    ...PAGE,
    'script-src': ["'unsafe-inline'", "'unsafe-eval'", 'blob:'],
    'worker-src': ['blob:'],
    'style-src': ["'unsafe-inline'"],
    'font-src': ['data:'],
  }),
  /** A page to everybody, without a script; its style is inside it. */
  shared: headersWith({ ...PAGE, 'connect-src': NOTHING, 'style-src': ["'unsafe-inline'"] }),
  file: headersWith({ 'default-src': NOTHING, sandbox: [] }),
};

/** The reply is Fastify's. */
export function setSecurityHeaders(
  reply: { headers(values: Record<string, string>): unknown },
  content: keyof typeof HEADERS = 'data',
): void {
  reply.headers(HEADERS[content]);
}

/** Headers of a file that is made for its reader, and is kept nowhere. */
export function madeFile<R extends { headers(values: Record<string, string>): unknown }>(
  reply: R,
  type: string,
  disposition: string,
): R {
  setSecurityHeaders(reply, 'file');
  reply.headers({ 'content-type': type, 'content-disposition': disposition, 'cache-control': 'private, no-store' });
  return reply;
}
