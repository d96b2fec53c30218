// Allowed addresses of a PDF: a list of hosts, and no way from it into our own network.
import { BlockList, isIP } from 'node:net';

// Ports where a listed host serves anything but files.
const DATA_PORTS = new Set([2375, 3306, 5432, 6379, 9200, 11211, 27017]);

/**
 * Reads the list: each entry a host, or a host with its port. What is listed with its port is meant, by whatever scheme; else a
 * file comes by https on its own port. `isLoose` is for a PAC that is itself spoken to in plain text, a simulator: it serves its
 * files as it serves the rest.
 */
export function fileHosts(
  entries: readonly string[],
  { isLoose, list = 'the list of file hosts' }: { isLoose: boolean; list?: string },
) {
  const listed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const hosts = new Set(listed.map(hostOf));
  const hostnames = new Set(listed.map(hostnameOf));

  return {
    /** The address to fetch, or why it is refused. */
    judge(address: string) {
      // The one parser that also connects: what it makes of 2130706433, of look-alike letters or of user@host is
      // compared with the list, so no second reading can differ from the first.
      const url = URL.canParse(address) ? new URL(address) : null;
      if (!url) return { refused: 'the address is no URL' };
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return { refused: `scheme ${url.protocol} is not fetched` };
      if (url.username !== '' || url.password !== '') return { refused: 'the address carries credentials' };
      if (hosts.has(withPort(url))) return { url };
      if (!hosts.has(url.hostname)) return { refused: `host ${url.host} is not in the list of file hosts` };
      const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
      if (!isLoose && url.protocol !== 'https:')
        return {
          refused: `${url.host} is not in the list of file hosts with a port, so only https is fetched from it`,
        };
      const isForFiles = port === 443 || (isLoose && (port === 80 || (port >= 1024 && !DATA_PORTS.has(port))));
      return isForFiles ? { url } : { refused: `port ${port} of ${url.hostname} is not in the list of file hosts` };
    },

    /** Why a connection to this IP address, found under this host name, is refused; null when it is fine. */
    refuseConnection(hostname: string, ip: string) {
      if (!isPrivateAddress(ip)) return null;
      const literal = bracketed(ip);
      if (hosts.has(literal) || (hostname === literal && hostnames.has(literal))) return null;
      if (hostnames.has(hostname) && isInnerName(hostname) && !isNeverServed(ip)) return null;
      return `${hostname} is at the private address ${ip}, which is not in ${list}`;
    },
  };
}

// Names that can only mean a machine of ours (localhost, a container's name, *.internal) are private by being listed.
// A public name is not: the owner of its DNS could choose which of our machines we call. To reach such a name on a
// private address, its address is listed beside it.
export function isInnerName(hostname: string): boolean {
  return (
    isIP(hostname) === 0 &&
    (!hostname.includes('.') || /\.(localhost|internal|local|lan|test|home\.arpa)$/.test(hostname))
  );
}

// Link-local holds the cloud's metadata service, and no name makes that a file host.
const isNeverServed = addressRanges([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['fe80::', 10],
  ['ff00::', 8],
]);

const PRIVATE = addressRanges([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Only 2000::/3 of IPv6 is public, without the ranges that tunnel or embed IPv4.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Whether an IP address lies outside the public internet, in any of its spellings. */
export function isPrivateAddress(ip: string): boolean {
  return isIP(ip) === 0 || PRIVATE(ip);
}

// One list per family: in a common one, the IPv6 range ::/3 would hold every IPv4 address as its mapped form.
function addressRanges(ranges: readonly (readonly [string, number])[]): (ip: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [address, prefix] of ranges) lists[familyOf(address)].addSubnet(address, prefix, familyOf(address));
  return (ip) => lists[familyOf(ip)].check(ip, familyOf(ip));
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4';
}

function bracketed(ip: string): string {
  return isIP(ip) === 6 ? new URL(`http://[${ip}]`).hostname : ip;
}

// An entry's port is kept even where it is the scheme's own, so "host:443" does not also open port 80.
function hostOf(entry: string): string {
  const { hostname } = entryUrl(entry);
  const port = /:(\d+)$/.exec(entry.replace(/^\[[^\]]*\]/, ''))?.[1];
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
}

function hostnameOf(entry: string): string {
  return entryUrl(entry).hostname;
}

function entryUrl(entry: string): URL {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : null;
  if (!url || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(`"${entry}" is no host: a file host is written "name" or "name:port".`);
  }
  return url;
}

function withPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}
