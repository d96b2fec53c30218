// Problems of a request, in words that a page can show.
import type { CombinedError } from 'urql';

export interface Problem {
  /** The contract's code, or OFFLINE when there was no answer. */
  code: string;
  /** As the service put it. */
  message: string;
  /** Problem of each field of the input, in the service's words. */
  fields?: Readonly<Record<string, string>>;
}

interface Refused {
  errors?: readonly { message: string; extensions: { code: string; field?: string } }[];
}

interface Wrong {
  field?: string | undefined;
  message: string;
}

/** Reason of a refusal outside of GraphQL, as the service has put it. */
export async function refusalOf(answer: Response): Promise<Problem> {
  const { errors: [refused] = [] } = (await answer.json().catch(() => ({}))) as Refused;
  const { code = 'INTERNAL_SERVER_ERROR', field } = refused?.extensions ?? {};
  const message = refused?.message ?? '';
  return { code, message, fields: field === undefined ? {} : { [field]: message } };
}

export function problemOf(error: CombinedError): Problem {
  const refusal = error.graphQLErrors[0];
  if (refusal) {
    const { code, field, problems } = refusal.extensions as { code?: string; field?: string; problems?: Wrong[] };
    const wrong = problems ?? [{ field, message: refusal.message }];
    return {
      code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
      message: refusal.message,
      fields: Object.fromEntries(wrong.flatMap((one) => (one.field === undefined ? [] : [[one.field, one.message]]))),
    };
  }
  // Something answered, and it was not the network that failed.
  const { status = 0 } = (error.response as Response | undefined) ?? {};
  if (status >= 500) return { code: status === 500 ? 'INTERNAL_SERVER_ERROR' : 'SERVICE_UNAVAILABLE', message: '' };
  return { code: 'OFFLINE', message: error.networkError?.message ?? error.message };
}
