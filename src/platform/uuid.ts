// UUIDs, as PostgreSQL and the contract write them.
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In lower case, of any version: the `validate` of the package asks for one that RFC 9562 lists. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** In the order in which an index likes to take them; chance is drawn once for all, which is most of what one alone costs. */
export function newUuids(count: number): string[] {
  const random = randomBytes(count * 16);
  return Array.from({ length: count }, (_, seq) => v7({ random: random.subarray(seq * 16, seq * 16 + 16), seq }));
}
