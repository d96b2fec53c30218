// The scalars of the schema: strict input, one output format each.
import { GraphQLError, Kind } from 'graphql';
import { MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS, parseDecimal, plain } from '../platform/decimal.ts';
import { badInput, type DomainError } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { builder } from './builder.ts';

function refuse(refusal: DomainError): never {
  throw new GraphQLError(refusal.message, { originalError: refusal, extensions: { code: 'BAD_USER_INPUT' } });
}

function readUuid(value: unknown): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return isUuid(text) ? text : refuse(badInput('UUID must be written like 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f'));
}

builder.scalarType('UUID', {
  description: 'RFC 9562 UUID, lower case.',
  serialize: (value) => value,
  parseValue: readUuid,
});

const decimalRule = badInput(
  'Decimal must be a string in plain notation such as "12.5", at most {integers} digits before and {decimals} after the point, or an Int',
  { integers: MAX_INTEGER_DIGITS, decimals: MAX_FRACTION_DIGITS },
);

function readDecimal(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const read = typeof text === 'string' ? parseDecimal(text) : undefined;
  return read ?? refuse(decimalRule);
}

builder.scalarType('Decimal', {
  description:
    'Exact decimal number as a string in plain notation, without exponent and without trailing zeros after the point: ' +
    '"12.5", "-3", "0". Input also accepts Int; a Float literal is refused.',
  serialize: (value) => plain(value),
  parseValue: readDecimal,
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return readDecimal(node.value);
    // As text: an Int literal may exceed the exact range of a JS number.
    if (node.kind === Kind.INT) return readDecimal(node.value);
    return refuse(decimalRule);
  },
});

const INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function readInstant(value: unknown): Date {
  const read =
    typeof value === 'string' && INSTANT.test(value) && isDay(value.slice(0, 10)) ? new Date(value) : undefined;
  // The offset may shift the instant out of the four-digit years.
  return read && read.getUTCFullYear() >= 1 && read.getUTCFullYear() <= 9999
    ? read
    : refuse(badInput('DateTime must be an ISO 8601 instant with an offset, such as 2026-03-01T17:04:05.123Z'));
}

builder.scalarType('DateTime', {
  description: 'Instant, ISO 8601 in UTC with milliseconds: 2026-03-01T17:04:05.123Z.',
  serialize: (value) => value.toISOString(),
  parseValue: readInstant,
});

function readDay(value: unknown): string {
  return typeof value === 'string' && isDay(value)
    ? value
    : refuse(badInput('Date must be a calendar day such as 2026-03-01'));
}

/** PostgreSQL dates begin with the year 1. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // Date normalises a day that does not exist to another day.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

builder.scalarType('Date', {
  description: "Calendar day in the tenant's time zone: 2026-03-01.",
  serialize: (value) => value,
  parseValue: readDay,
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
});
