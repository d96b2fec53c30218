// A client of the API in one file: fetch, a token, and answers that have the types of the schema.

/** The text of an operation; what it takes and what it is answered with are in its type alone. */
export interface Operation<Answer, Variables> {
  text: string;
  types?: (variables: Variables) => Answer;
}

export interface Folio {
  /** Answers the data, or throws a FolioError. */
  ask<Answer, Variables>(operation: Operation<Answer, Variables>, variables: Variables): Promise<Answer>;
  /** The bytes of a file, by the `url` that the API tells. */
  download(path: string): Promise<Uint8Array>;
}

export class FolioError extends Error {
  /** Such as CONFLICT or INSUFFICIENT_STOCK: what a program branches on; the message is for people. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const PATIENCE_MS = 30_000;
const MOST_TRIES = 5;

export function folioClient(address: string, token: string): Folio {
  const headers = { authorization: `Bearer ${token}` };

  /** Again only after too many requests, which is when nothing has happened; what else to repeat is the program's to know. */
  async function send(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(new URL(path, address), { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (response.status !== 429 || attempt === MOST_TRIES) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  return {
    async ask<Answer, Variables>(operation: Operation<Answer, Variables>, variables: Variables): Promise<Answer> {
      const response = await send('/graphql', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: operation.text, variables }),
      });
      const { data, errors } = (await response.json()) as {
        data?: Answer | null;
        errors?: { message: string; extensions: { code: string } }[];
      };
      if (errors?.[0]) throw new FolioError(errors[0].extensions.code, errors[0].message);
      if (data == null) throw new FolioError('NO_ANSWER', `HTTP ${response.status}`);
      return data;
    },

    async download(path) {
      const response = await send(path, { headers });
      if (!response.ok) throw new FolioError('NO_FILE', `HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
