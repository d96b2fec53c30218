// A refusal as problem details (RFC 9457): beside the standard members those that errors of /graphql have.
import type { HttpRefusal } from '../verbs/index.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Members beside `title`, `status` and `detail`, in OpenAPI. */
export const PROBLEM = {
  type: 'object',
  description: 'A refusal, as problem details (RFC 9457). Branch on `code`; `detail` is for people, in their language.',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', description: 'Never renamed; new ones may come.' },
    field: { type: 'string', description: 'Path of the value at fault, such as `lines[2].quantity`.' },
    params: { type: 'object', description: 'The values in `detail`.' },
    problems: {
      type: 'array',
      description: 'Each problem of an input, where it has several.',
      items: {
        type: 'object',
        properties: { message: { type: 'string' }, field: { type: 'string' }, params: { type: 'object' } },
        required: ['message'],
      },
    },
    cure: { type: 'string', description: 'Command that ends the trouble, where one does.' },
    requestId: { type: 'string', description: 'Of a fault of the service, whose log has it.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
};

export function problemOf({ status, body }: HttpRefusal): Record<string, unknown> {
  const { message, extensions = {} } = body.errors[0];
  const code = String(extensions['code']);
  const words = code.toLowerCase().replaceAll('_', ' ');
  return {
    type: `/docs/errors.html#${code}`,
    title: words[0]!.toUpperCase() + words.slice(1),
    status,
    detail: message,
    ...extensions,
  };
}
