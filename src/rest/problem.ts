// A refusal as problem details (RFC 9457): beside the standard members those that errors of /graphql have.
import type { HttpRefusal } from '../verbs/index.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

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
