// UUIDs, as PostgreSQL and the contract write them.

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In lower case, of any version: the `validate` of the package asks for one that RFC 9562 lists. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
