// Refusals: expected answers of "no", each with a code that callers can branch on; everything else is a surprise and is masked.

/** The one table of codes: what the GraphQL error carries, and the HTTP status where a plain route answers with it. */
export const ERROR_CODES = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  INSUFFICIENT_STOCK: 409,
  PAC_COMPANY_NOT_CONFIGURED: 409,
  TENANT_SUSPENDED: 409,
  PAC_UNAVAILABLE: 503,
  VOID_WINDOW_EXPIRED: 409,
  QUERY_TOO_COMPLEX: 400,
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Command that ends the trouble, where one does. */
export const CURES: Partial<Record<ErrorCode, string>> = {
  PAC_COMPANY_NOT_CONFIGURED:
    'npm run folio -- tenant update --tenant ID --pac-company-id COMPANY, or the mutation updateTenant',
  TENANT_SUSPENDED: 'npm run folio -- tenant resume --tenant ID',
};

/** An English template with the values of its `{placeholders}`; src/texts says it in another language. */
export interface Sentence {
  template: string;
  params: Params;
}

/** A sentence may be part of another one; several are joined by semicolons. */
export type Param = string | number | null | Sentence | readonly Sentence[];
export type Params = Readonly<Record<string, Param>>;

export type PlaceholdersOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;
/** Each placeholder has a value; `field` names the argument at fault also where the sentence does not. */
type ParamsOf<T extends string> = string extends T
  ? [params?: Params]
  : [PlaceholdersOf<T>] extends [never]
    ? [params?: { field?: string }]
    : [params: Readonly<Record<PlaceholdersOf<T>, Param>> & { field?: string }];

export function sentence<T extends string>(template: T, ...[params = {}]: ParamsOf<T>): Sentence {
  return { template, params };
}

/** Words of ours among the values; what callers and the PAC wrote is never translated. */
const WORDS = /^(field|mode|role)$|status$|state$/i;

/** `translate` answers a template, or a word of ours, in another language. */
export function fillIn({ template, params }: Sentence, translate = (english: string): string => english): string {
  return translate(template).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    if (typeof value === 'string' && WORDS.test(name)) return translate(value);
    if (value === null || typeof value !== 'object') return String(value);
    return 'template' in value ? fillIn(value, translate) : value.map((one) => fillIn(one, translate)).join('; ');
  });
}

export class DomainError<T extends string = string> extends Error {
  readonly code: ErrorCode;
  readonly sentence: Sentence;
  /** HTTP status of a route where it differs from the code's. */
  statusCode?: number;
  /** Each on its own, where an input has several. */
  readonly problems: readonly DomainError[] = [];

  constructor(code: ErrorCode, template: T, ...params: ParamsOf<T>) {
    const message = sentence(template, ...params);
    super(fillIn(message));
    this.name = 'DomainError';
    this.code = code;
    this.sentence = message;
  }
}

export function badInput<T extends string>(template: T, ...params: ParamsOf<T>): DomainError {
  return new DomainError('BAD_USER_INPUT', template, ...params);
}

export function conflict<T extends string>(template: T, ...params: ParamsOf<T>): DomainError {
  return new DomainError('CONFLICT', template, ...params);
}

export function forbidden<T extends string>(template: T, ...params: ParamsOf<T>): DomainError {
  return new DomainError('FORBIDDEN', template, ...params);
}

export function rateLimited(seconds: number): DomainError {
  return new DomainError('RATE_LIMITED', 'Too many requests; try again in {seconds} s', { seconds });
}

/** Returns a refusal as a value; other errors are thrown. */
export function orRefusal<T>(read: () => T): T | DomainError {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Answers the value; refuses one out of bounds. */
export function between<T extends number | string>(field: string, value: T, least: T, most: T): T {
  if (value >= least && value <= most) return value;
  throw badInput('{field} must be between {least} and {most}, not {value}', { field, least, most, value });
}

/** Answers the text; refuses one of another length, and one that cannot be stored. */
export function ofLength(field: string, text: string, { least, most }: { least: number; most: number }): string {
  const { length } = text;
  if (length >= least && length <= most && !text.includes('\0')) return text;
  throw badInput('{field} must have between {least} and {most} characters, not {length}', {
    ...{ field, least, most, length },
  });
}

/** Answers the code among those of a list; `written` is how the caller spelled it. */
export function oneOf<T extends string>(field: string, codes: readonly T[], code: string, written = code): T {
  const found = codes.find((one) => one === code);
  if (found !== undefined) return found;
  throw badInput('{field} must be one of {codes}, not {code}', { field, codes: codes.join(', '), code: written });
}

/** The same words for what does not exist and for what belongs to another tenant. */
export function notFound(what: string, field?: string): DomainError {
  return new DomainError<string>('NOT_FOUND', `${what} not found`, field === undefined ? {} : { field });
}

/**
 * Reads every field of an input before it refuses: one problem is thrown as it is, several as one BAD_USER_INPUT that lists them in
 * `problems`, each with its field. `within` is the path of what is read, such as `lines[2]`.
 */
export function readAll<T extends object>(fields: { [K in keyof T]: () => T[K] }, within?: string): T {
  const problems: DomainError[] = [];
  const values: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[]) {
    try {
      values[name] = fields[name]();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error;
      problems.push(...(error.problems.length > 0 ? error.problems : [error]).map((one) => inside(one, within)));
    }
  }
  if (problems.length > 0) throw together(problems);
  return values as T;
}

/** The same for the fields of a part of an input. */
export function readWithin<T extends object>(part: string, fields: { [K in keyof T]: () => T[K] }): T {
  return readAll(fields, part);
}

/** The same for each of a list; `name` is the field that holds it. */
export function readEach<T, R>(name: string, list: readonly T[], read: (one: T, index: number) => R): R[] {
  const fields = Object.fromEntries(
    list.map((one, index) => [index, () => readAll({ one: () => read(one, index) }, `${name}[${index}]`).one]),
  );
  return Object.values(readAll<Record<string, R>>(fields));
}

/** One refusal, with the code of the first, that lists all of them. */
export function together(problems: readonly DomainError[]): DomainError {
  const [first] = problems;
  if (problems.length === 1) return first!;
  const message = problems.map((problem) => problem.sentence);
  return Object.assign(new DomainError(first!.code, '{problems}', { problems: message }), { problems });
}

function inside(problem: DomainError, path: string | undefined): DomainError {
  const { template, params } = problem.sentence;
  if (path === undefined) return problem;
  const field = typeof params['field'] === 'string' ? `${path}.${params['field']}` : path;
  return new DomainError<string>('BAD_USER_INPUT', template, { ...params, field });
}
