// Whom a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, of which a single line has all addresses.

/** Blocks of RFC 4291 and 6052 that hold the IPv4 addresses, as a URL spells them. */
const IPV4_WITHIN = /^(?:::ffff:|64:ff9b::)([\da-f]+):([\da-f]+)$/;

export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  // A URL has one spelling of each address, in hexadecimal digits.
  const spelled = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  const [, ...within] = IPV4_WITHIN.exec(spelled) ?? [];
  if (within.length > 0) return within.flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
  const [head = '', tail] = spelled.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
