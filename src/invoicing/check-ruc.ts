// A RUC checked by rule, and on wish by the PAC: its check digits, and which kind of receiver the PAC knows it as.
import { requiredText } from '../catalog/index.ts';
import type { Finding } from '../fiscal/finding.ts';
import { readRucOf } from '../fiscal/receiver-rules.ts';
import { RECEIVER_TYPES, type ReceiverType } from '../fiscal/receiver.ts';
import { parseRuc, rucCheckDigits, type Ruc } from '../fiscal/ruc.ts';
import { sentence, type Sentence } from '../platform/errors.ts';
import type { Tenant } from '../tenancy/index.ts';
import { pacCompanyOf } from './certify.ts';
import type { InvoicingContext } from './context.ts';

export interface RucCheck {
  /** In its one spelling, where its form is known. */
  ruc: string;
  /** Null for what is no RUC of a form that we know. */
  holder: Ruc['kind'] | null;
  dv: string | null;
  /** Whether the rule that gives the check digits of this form is certain. */
  isCertain: boolean;
  /** The PAC's answer, where it was asked and knows the RUC. */
  pac: { dv: string; receiverType: ReceiverType | null } | null;
  advice: Sentence[];
}

/** As long as the number of a foreigner may be. */
const MOST_CHARACTERS = 50;

export async function checkRuc(
  context: InvoicingContext,
  tenant: Tenant,
  request: { ruc: string; receiverType: ReceiverType; asksPac: boolean },
): Promise<RucCheck> {
  const { receiverType, asksPac } = request;
  const ruc = requiredText('ruc', request.ruc, MOST_CHARACTERS);
  const read = parseRuc(ruc);
  const { ruc: spelt, holder } = readRucOf({ ruc, dv: null, receiverType });
  const dv = rucCheckDigits(spelt, holder);
  const companyId = asksPac ? pacCompanyOf(tenant) : null;
  const answer = companyId === null ? null : await askPac(context, companyId, { ruc: spelt, dv, receiverType });
  return {
    ruc: spelt,
    holder: read && holder,
    dv,
    isCertain: read?.certain ?? false,
    pac: answer?.pac ?? null,
    advice: [
      ...(read
        ? []
        : [sentence('{ruc} is not of a form that a RUC has, such as 155596713-2-2015 or 8-442-445', { ruc: spelt })]),
      ...(answer?.advice ?? []),
    ],
  };
}

export interface PacOnRuc {
  pac: RucCheck['pac'];
  advice: Sentence[];
  /** Findings against the RUC. */
  findings: Finding<Sentence>[];
}

interface RucAsked {
  ruc: string;
  dv: string | null;
  receiverType: ReceiverType;
}

export async function askPac(context: InvoicingContext, companyId: string, query: RucAsked): Promise<PacOnRuc> {
  const { ruc, dv, receiverType } = query;
  const { ruc: spelt, holder } = readRucOf(query);
  const answer = await context.pac.checkDigit(companyId, spelt, holder);
  switch (answer.outcome) {
    case 'found': {
      const { checkDigit } = answer;
      const isSame = dv === null || Number(dv) === Number(checkDigit);
      const digits = isSame
        ? sentence('The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}', { ruc, checkDigit })
        : sentence('The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}, the client has {dv}', {
            ruc,
            checkDigit,
            dv,
          });
      const pacType = RECEIVER_TYPES.find((type) => type === answer.receiver) ?? null;
      // A legal RUC is never sent as a final consumer.
      const sentAs = receiverType === 'CONSUMIDOR_FINAL' && holder === 'JURIDICO' ? 'CONTRIBUYENTE' : receiverType;
      const kinds =
        pacType === null || pacType === sentAs
          ? []
          : [
              sentence('The PAC knows the RUC {ruc} as {known}, the client is {receiverType}', {
                ruc,
                known: pacType,
                receiverType,
              }),
            ];
      return {
        pac: { dv: checkDigit, receiverType: pacType },
        advice: [digits, ...kinds],
        findings: [
          ...(isSame ? [] : [warned('client.ruc', digits)]),
          ...kinds.map((problem) => warned('client.receiverType', problem)),
        ],
      };
    }
    case 'notFound':
      return bad(
        'client.ruc',
        sentence('The PAC does not know the RUC {ruc}: {reasons}', { ruc, reasons: answer.reasons.join('; ') }),
      );
    case 'refusedCredentials':
    case 'unavailable':
    case 'notOffered':
      return bad(
        null,
        sentence('The PAC could not be asked about the RUC {ruc}: {cause}', { ruc, cause: answer.cause }),
      );
    default:
      return answer satisfies never;
  }
}

const warned = (field: string | null, problem: Sentence): Finding<Sentence> => ({ severity: 'WARNED', field, problem });

function bad(field: string | null, problem: Sentence): PacOnRuc {
  return { pac: null, advice: [problem], findings: [warned(field, problem)] };
}
