// Allowed targets of a webhook: https to the internet, and otherwise only hosts that the operator has listed. Pure.
import { isIP } from 'node:net';
import { badInput, sentence, type Sentence } from '../platform/errors.ts';
import { fileHosts, isInnerName, isPrivateAddress } from '../platform/file-hosts.ts';

export interface WebhookHosts {
  /** The address as it will be called; refused with BAD_USER_INPUT. */
  read(address: string): string;
  /** Why a connection to this IP address, found under this host name, is refused; null when it is fine. */
  refuse(hostname: string, ip: string): string | null;
}

const LONGEST = 2_000;

/** A host that is listed with its port may be spoken to in plain text. What names resolve to is judged at each connection. */
export function webhookHosts(listed: readonly string[]): WebhookHosts {
  const hosts = fileHosts(listed, { isLoose: false, list: 'WEBHOOK_HOSTS' });

  function refusalOf(url: URL): Sentence | null {
    if ('url' in hosts.judge(url.href)) return null;
    if (url.protocol !== 'https:') return sentence('it does not begin with https:');
    if (url.username !== '' || url.password !== '') return sentence('it carries credentials');
    const literal = url.hostname.replaceAll(/[[\]]/g, '');
    const isPrivate = isIP(literal) === 0 ? isInnerName(url.hostname) : isPrivateAddress(literal);
    return isPrivate ? sentence('{host} is private and not in WEBHOOK_HOSTS', { host: url.host }) : null;
  }

  return {
    read(address) {
      const url = URL.canParse(address) && address.length <= LONGEST ? new URL(address) : null;
      const because = url ? refusalOf(url) : sentence('it is no URL');
      if (because !== null)
        throw badInput('A webhook cannot be sent to this {field}: {because}', { field: 'url', because });
      url!.hash = '';
      return url!.href;
    },
    refuse: hosts.refuseConnection,
  };
}
