// Whom a document is for, as the PAC is told.
import type { Client } from '../../catalog/index.ts';
import { UNKNOWN_COUNTRY } from '../../fiscal/countries.ts';
import type { DocumentType } from '../../fiscal/document-types.ts';
import type { Finding } from '../../fiscal/finding.ts';
import type { PacNeeds } from '../../fiscal/pac-needs.ts';
import {
  countrySent,
  emailsOf,
  judgeReceiver,
  receiverTypeSent,
  rucSent,
  telephoneSent,
  type Receiver,
} from '../../fiscal/receiver-rules.ts';
import { RECEIVER_CODES } from '../../fiscal/receiver.ts';
import { cut } from '../../platform/printable.ts';

export interface PayloadReceiver extends Receiver {
  province?: string | null | undefined;
  district?: string | null | undefined;
  corregimiento?: string | null | undefined;
}

export function receiverOf(client: Client): PayloadReceiver {
  const { name, ruc, dv, country, province, district, corregimiento, telephone, email } = client;
  return {
    ...{ name, ruc, dv, country, province, district, corregimiento, telephone, email },
    receiverType: client.receiver_type,
    addressLine: client.address_line,
    corregimientoCode: client.corregimiento_code,
    furtherEmails: client.further_emails,
  };
}

export function payloadReceiver(
  client: PayloadReceiver,
  { documentType, needs }: { documentType: DocumentType; needs?: PacNeeds | undefined },
  find: (finding: Finding) => void,
) {
  for (const finding of judgeReceiver(client, documentType, needs)) find(finding);
  const ruc = rucSent(client);
  const { addressLine, corregimientoCode, telephone } = client;
  const emails = emailsOf(client);
  return {
    type: RECEIVER_CODES[receiverTypeSent(client)],
    ...(ruc === null ? {} : { ruc }),
    name: cut(client.name, 100),
    ...(addressLine ? { address: addressLine } : {}),
    ...(corregimientoCode ? { location: locationOf(corregimientoCode, client) } : {}),
    country: countrySent(client, documentType),
    ...(telephone ? { telephones: [telephoneSent(telephone)] } : {}),
    ...(emails.length === 0 ? {} : { emails }),
    ...(client.receiverType === 'EXTRANJERO'
      ? { foreign: { number: client.ruc ?? '0', country: client.country ?? UNKNOWN_COUNTRY } }
      : {}),
  };
}

function locationOf(code: string, { province, district, corregimiento }: PayloadReceiver) {
  return {
    code,
    ...(province ? { province } : {}),
    ...(district ? { district } : {}),
    ...(corregimiento ? { corregimiento } : {}),
  };
}
