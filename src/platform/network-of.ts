// Whom a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, of which a single line has all addresses.

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back) }, () => '0');
  const groups = [...front, ...zeros, ...(tail ?? '').split(':')].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
