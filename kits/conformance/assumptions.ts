// Assumptions of our client about any PAC: by its face alone, so that an adapter of another PAC is judged by the same list.
import { createHash } from 'node:crypto';
import { rulesOf, type DocumentType } from '../../src/fiscal/document-types.ts';
import type { DocumentKind } from '../../src/fiscal/document.ts';
import { ITBMS_RATES } from '../../src/fiscal/itbms.ts';
import { compare, subtract } from '../../src/platform/decimal.ts';
import { readOrCause } from '../../src/pac/certified-file.ts';
import type { FileFormat } from '../../src/pac/download-pdf.ts';
import type { PacDocument, SubmissionOutcome } from '../../src/pac/face.ts';
import type { PacPayload } from '../../src/pac/payload.ts';
import { NotTried, tried, type Assumption, type Received, type Result, type Trial } from './assumption.ts';
import {
  CONSUMER,
  expectedCufe,
  FOREIGNER,
  inPanama,
  sample,
  TAXPAYER,
  totalOf,
  type SampleLine,
  type SampleOptions,
} from './sample.ts';

const SHEET = 'DGI, technical sheet';
const ALANUBE = 'Alanube, reference and integrations';
const HKA = 'The Factory HKA, method Enviar';
const REFUSALS = 'refusals, as integrators tell of them';
const OURS = 'no source';
const ROUNDED_ONCE =
  'none; the sample of The Factory HKA contradicts it: valorITBMS 86.3884 on a line, totals rounded once';

const kindOf = (body: PacPayload): DocumentKind => rulesOf(body.information.documentType).kind;

const send = (trial: Trial, body: PacPayload): Promise<SubmissionOutcome> =>
  trial.client.submit(kindOf(body), trial.issuer.companyId, body);

function said(outcome: { outcome: string; reasons?: string[]; cause?: string }): string {
  const why = outcome.reasons?.join('; ') ?? outcome.cause ?? '';
  return why === '' ? outcome.outcome : `${outcome.outcome}: ${why}`;
}

async function accepts(trial: Trial, options: SampleOptions): Promise<Result> {
  const outcome = await send(trial, sample(trial, options));
  return { holds: outcome.outcome === 'accepted' || outcome.outcome === 'incomplete', because: said(outcome) };
}

async function refusesWith(trial: Trial, body: PacPayload): Promise<Result> {
  const outcome = await send(trial, body);
  return { holds: outcome.outcome === 'rejected' && outcome.reasons.length > 0, because: said(outcome) };
}

const refuses = (trial: Trial, options: SampleOptions) => refusesWith(trial, sample(trial, options));

export interface Sent {
  body: PacPayload;
  documentId: string;
  outcome: SubmissionOutcome & { document: PacDocument };
}

async function sent(trial: Trial, options: SampleOptions = {}): Promise<Sent> {
  const body = sample(trial, options);
  const outcome = await send(trial, body);
  if ((outcome.outcome !== 'accepted' && outcome.outcome !== 'incomplete') || outcome.document.documentId === null) {
    throw new NotTried(`no document to try it with: ${said(outcome)}`);
  }
  return { body, documentId: outcome.document.documentId, outcome };
}

/** One invoice of the trial that was accepted, made once. */
export const invoice = (trial: Trial): Promise<Sent> => trial.once('invoice', () => sent(trial));

/** The same, once the DGI has spoken. */
const authorized = (trial: Trial) =>
  trial.once('authorized', async () => {
    const { body, documentId, outcome } = await invoice(trial);
    const document = await verdictOn(trial, 'INVOICE', documentId);
    if (document?.legalStatus !== 'DGI_AUTHORIZED') throw new NotTried('the DGI has not authorized the invoice');
    return { body, documentId, document, outcome };
  });

async function verdictOn(trial: Trial, kind: DocumentKind, documentId: string): Promise<PacDocument | null> {
  for (;;) {
    const found = await lookUp(trial, kind, documentId);
    if (found?.legalStatus?.startsWith('DGI_')) return found;
    if (!(await trial.wait())) return found;
  }
}

async function lookUp(trial: Trial, kind: DocumentKind, documentId: string): Promise<PacDocument | null> {
  const outcome = await trial.client.fetchDocument(kind, trial.issuer.companyId, documentId);
  return outcome.outcome === 'found' ? outcome.document : null;
}

/** But for the security code and the check digit, where the PAC chooses them. */
function hasCufe({ cufe, hasOwnSecurityCode }: PacDocument, expected: string): Result {
  const compared = (text: string | null) => (hasOwnSecurityCode ? text?.slice(0, -10) : text);
  return { holds: compared(cufe) === compared(expected), because: `expected ${expected}, got ${cufe}` };
}

/** By its address, or by its CUFE from a PAC that gives no addresses. */
async function fileOf(trial: Trial, document: PacDocument | null, format: FileFormat): Promise<Buffer | string> {
  const { client, issuer } = trial;
  const { cufe = null, pdfUrl = null, xml } = document ?? {};
  if (format === 'xml' && xml !== undefined && !/^https?:/.test(xml)) return Buffer.from(xml);
  const url = format === 'pdf' ? pdfUrl : (xml ?? null);
  const byAddress = format === 'pdf' ? client.downloadPdf : client.downloadXml;
  const download =
    url !== null ? await byAddress(url) : cufe && (await client.fileByCufe?.(issuer.companyId, cufe, format));
  if (!download) return `no ${format.toUpperCase()}`;
  return 'bytes' in download ? download.bytes : said(download);
}

async function original(trial: Trial) {
  const { body, document } = await authorized(trial);
  return [{ cufe: document.cufe ?? expectedCufe(body, trial.issuer), issueDate: body.information.issueDate }];
}

const submission: readonly Assumption[] = [
  tried(
    'submit.accepted',
    'an invoice is answered with its id, its CUFE and PAC_AUTHORIZED or more',
    'documented',
    ALANUBE,
    async (trial) => {
      try {
        const { outcome } = await invoice(trial);
        const { legalStatus, cufe } = outcome.document;
        return {
          holds: outcome.outcome === 'accepted' && cufe !== null,
          because: `${outcome.outcome}, ${legalStatus}`,
        };
      } catch (error) {
        if (error instanceof NotTried) return { holds: false, because: error.message };
        throw error;
      }
    },
  ),
  tried('submit.cufe', 'the CUFE is the one that we have computed before', 'seen', SHEET, async (trial) => {
    const { body, outcome } = await invoice(trial);
    return hasCufe(outcome.document, expectedCufe(body, trial.issuer));
  }),
  tried(
    'number.refused-twice',
    'the same document sent again is refused as a number that is taken, and recognised as that',
    'documented',
    ALANUBE,
    async (trial) => {
      const { body } = await invoice(trial);
      const outcome = await send(trial, body);
      return { holds: outcome.outcome === 'duplicate', because: said(outcome) };
    },
  ),
  tried(
    'number.of-another-document',
    'another document with the same number is refused as well',
    'documented',
    HKA,
    async (trial) => {
      const { body } = await invoice(trial);
      const { numeration } = body.information;
      const outcome = await send(trial, sample(trial, { information: { numeration } }));
      return { holds: outcome.outcome === 'duplicate', because: said(outcome) };
    },
  ),
  tried('number.gap', 'a number may be left out', 'assumed', OURS, async (trial) => {
    await invoice(trial);
    trial.number();
    return accepts(trial, {});
  }),
  tried('number.per-type', 'each type of document has numbers of its own', 'assumed', HKA, async (trial) => {
    const { numeration } = (await invoice(trial)).body.information;
    return accepts(trial, { type: '08', information: { numeration } });
  }),
  tried('error.reasons', 'a body with an error is refused with a reason that we read', 'documented', ALANUBE, (trial) =>
    refuses(trial, { receiver: { ...TAXPAYER, name: '' } }),
  ),
];

const offices: readonly Assumption[] = [
  tried(
    'office.unknown',
    'an office that the company does not have is refused',
    'documented',
    ALANUBE,
    async (trial) => {
      if (trial.issuer.officeId === null) throw new NotTried('no office was given');
      if (trial.client.namesOfficesByCode) throw new NotTried('an office is a code, which needs no registration');
      return refuses(trial, { rest: { idOffice: '0'.repeat(26) } });
    },
  ),
  accepted('office.missing', 'a document that names no office is one of the main office', 'assumed', OURS, {
    rest: { idOffice: undefined },
  }),
  accepted('office.new-billing-point', 'a billing point needs no registration at the PAC', 'assumed', OURS, {
    information: { billingPoint: '999' },
  }),
];

const documents: readonly Assumption[] = [
  tried('look-up.by-id', 'a document is found by its id, with the same CUFE', 'documented', ALANUBE, async (trial) => {
    const { documentId, outcome } = await invoice(trial);
    const found = await lookUp(trial, 'INVOICE', documentId);
    const { cufe } = outcome.document;
    return { holds: found?.documentId === documentId && found.cufe === cufe, because: `found ${found?.cufe ?? null}` };
  }),
  tried(
    'look-up.unknown',
    'an id that nothing has is not found, which is no failure',
    'assumed',
    OURS,
    async (trial) => {
      const { outcome } = await trial.client.fetchDocument('INVOICE', trial.issuer.companyId, '0'.repeat(26));
      return { holds: outcome === 'notFound', because: outcome };
    },
  ),
  tried('look-up.other-company', 'another company is shown nothing of ours', 'assumed', OURS, async (trial) => {
    if (trial.client.certainty === 'NUMBER') throw new NotTried('a document is named within the company of the key');
    const { documentId } = await invoice(trial);
    const { companyId } = trial.issuer;
    const other = `${companyId.slice(0, -1)}${companyId.endsWith('0') ? '1' : '0'}`;
    const { outcome } = await trial.client.fetchDocument('INVOICE', other, documentId);
    return { holds: outcome === 'notFound' || outcome === 'refusedCredentials', because: outcome };
  }),
  tried(
    'verdict.comes',
    'a look-up tells the verdict of the DGI within minutes',
    'documented',
    ALANUBE,
    async (trial) => {
      const { documentId } = await invoice(trial);
      const document = await trial.once('verdict', () => verdictOn(trial, 'INVOICE', documentId));
      return { holds: document?.legalStatus === 'DGI_AUTHORIZED', because: `${document?.legalStatus ?? null}` };
    },
  ),
  tried(
    'pdf.address',
    'an authorized document has a PDF, which is fetched by an address without a key, or by its CUFE',
    'documented',
    ALANUBE,
    async (trial) => {
      const { documentId } = await authorized(trial);
      const file = await fileOf(trial, await lookUp(trial, 'INVOICE', documentId), 'pdf');
      return { holds: typeof file !== 'string', because: typeof file === 'string' ? file : 'pdf' };
    },
  ),
  tried('xml.names-its-cufe', 'the XML of an invoice is one, and names its CUFE', 'assumed', OURS, async (trial) =>
    xmlNames(trial, (await authorized(trial)).document),
  ),
  tried(
    'answer.qr',
    'an authorized document shows what its QR code leads to, and its protocol',
    'documented',
    ALANUBE,
    async (trial) => {
      const { document, outcome } = await authorized(trial);
      // In the answer of a submission, where that has the verdict in it.
      const answered = outcome.document.legalStatus === 'DGI_AUTHORIZED' ? outcome.document : {};
      const { qrUrl, authorization } = { ...answered, ...document };
      return {
        holds: qrUrl !== undefined && authorization !== undefined,
        because: `QR ${qrUrl === undefined ? 'missing' : 'there'}, protocol ${authorization?.protocol ?? 'missing'}`,
      };
    },
  ),
  tried('void.short-reason', 'a reason of less than 15 characters is refused', 'documented', ALANUBE, async (trial) => {
    const { documentId } = await authorized(trial);
    const outcome = await trial.client.voidDocument('INVOICE', trial.issuer.companyId, documentId, 'error');
    return { holds: outcome.outcome === 'refused', because: said(outcome) };
  }),
  tried('void.works', 'an authorized invoice is voided', 'documented', ALANUBE, async (trial) => {
    const { outcome } = await voided(trial);
    return { holds: outcome.outcome === 'voided', because: said(outcome) };
  }),
  tried(
    'void.status-stays',
    'a voided document says so and keeps its legal status',
    'assumed',
    ALANUBE,
    async (trial) => {
      const { documentId } = await voided(trial);
      const found = await lookUp(trial, 'INVOICE', documentId);
      return {
        holds: found?.isVoided === true && found.legalStatus === 'DGI_AUTHORIZED',
        because: `${found?.legalStatus ?? null}, ${found?.isVoided ? '' : 'not '}voided`,
      };
    },
  ),
  tried(
    'void.twice',
    'what has been voided is not voided again, and the refusal says that it was',
    'assumed',
    OURS,
    async (trial) => {
      const { documentId } = await voided(trial);
      const outcome = await trial.client.voidDocument('INVOICE', trial.issuer.companyId, documentId, VOID_REASON);
      return { holds: outcome.outcome === 'refused' && outcome.alreadyVoided, because: said(outcome) };
    },
  ),
  tried(
    'check-digit.known',
    'the check digit of a RUC is told: 155596713-2-2015 has 59',
    'documented',
    ALANUBE,
    async (trial) => {
      const { ruc } = TAXPAYER;
      const outcome = await trial.client.checkDigit(trial.issuer.companyId, ruc.ruc, 'JURIDICO');
      const digits = outcome.outcome === 'found' ? outcome.checkDigit : null;
      return { holds: digits === ruc.verificationDigit, because: digits ?? said(outcome) };
    },
  ),
  tried('email.sent', 'a document is sent to an address by e-mail', 'documented', ALANUBE, async (trial) => {
    const { documentId } = await authorized(trial);
    const mail = { address: trial.email, documentType: '01', message: 'Prueba' };
    const outcome = await trial.client.sendByEmail(trial.issuer.companyId, documentId, mail);
    return { holds: outcome.outcome === 'sent', because: said(outcome) };
  }),
];

const VOID_REASON = 'Documento de prueba, sin efecto';

const voided = (trial: Trial) =>
  trial.once('voided', async () => {
    const { documentId } = await sent(trial);
    if ((await verdictOn(trial, 'INVOICE', documentId))?.legalStatus !== 'DGI_AUTHORIZED') {
      throw new NotTried('the DGI has not authorized the invoice that was to be voided');
    }
    const outcome = await trial.client.voidDocument('INVOICE', trial.issuer.companyId, documentId, VOID_REASON);
    return { documentId, outcome };
  });

const { address: _address, ...withoutAddress } = TAXPAYER;
const { location: _location, ...withoutLocation } = TAXPAYER;

const receivers: readonly Assumption[] = [
  accepted('receiver.consumer', 'a final consumer needs neither RUC nor address', 'documented', HKA, {
    receiver: CONSUMER,
  }),
  accepted('receiver.no-address', 'a taxpayer of whom we have no address is taken', 'assumed', OURS, {
    receiver: withoutAddress,
  }),
  accepted('receiver.no-location', 'a taxpayer of whom we have no corregimiento is taken', 'assumed', OURS, {
    receiver: withoutLocation,
  }),
  accepted('receiver.telephone', 'a telephone of the form 6000-1234 is taken', 'documented', HKA, {
    receiver: { ...TAXPAYER, telephones: ['6000-1234'] },
  }),
  accepted('receiver.telephone-abroad', 'a telephone of another form is taken', 'assumed', OURS, {
    receiver: { ...TAXPAYER, telephones: ['+1 305 555 0100'] },
  }),
  accepted(
    'receiver.foreign-at-home',
    'a foreigner who buys here is PA, with another country beside the number',
    'assumed',
    OURS,
    { receiver: { ...FOREIGNER, country: 'PA' } },
  ),
  accepted('receiver.foreign-unknown', 'ZZ is taken where that country is not known', 'assumed', OURS, {
    receiver: { ...FOREIGNER, country: 'PA', foreign: { number: '0', country: 'ZZ' } },
  }),
  refused('receiver.legal-consumer', 'a legal RUC is never a final consumer', 'seen', REFUSALS, {
    receiver: { ...TAXPAYER, type: '02' },
  }),
  refused('receiver.check-digit', 'a RUC with another check digit is refused', 'seen', REFUSALS, {
    receiver: { ...TAXPAYER, ruc: { ...TAXPAYER.ruc, verificationDigit: '58' } },
  }),
  accepted(
    'receiver.state-with-cpbs',
    'a sale to the State with a CPBS code on each line is taken',
    'documented',
    HKA,
    {
      receiver: { ...TAXPAYER, type: '03' },
      lines: [{ quantity: '1', price: '10', rate: '7', cpbs: { code: '5020', unit: 'und' } }],
    },
  ),
  refused('receiver.state-without-cpbs', 'a sale to the State needs a CPBS code on each line', 'seen', REFUSALS, {
    receiver: { ...TAXPAYER, type: '03' },
  }),
];

const ROUNDING: Record<string, readonly SampleLine[]> = {
  'one rate': [{ quantity: '3', price: '8.5', rate: '7' }],
  'all rates': ITBMS_RATES.map(({ percent }) => ({ quantity: '1', price: '9.99', rate: percent })),
  'a half cent of tax': [{ quantity: '1', price: '0.5', rate: '7' }],
  'rounding line by line': Array.from({ length: 3 }, () => ({ quantity: '1', price: '0.35', rate: '7' })),
  // A cent per line makes 0.40 of tax, exact lines rounded once 0.49: no rule takes the total of the other.
  'twenty lines of 0.35': Array.from({ length: 20 }, () => ({ quantity: '1', price: '0.35', rate: '7' })),
  'a fraction of a unit': [{ quantity: '0.333', price: '7.77', rate: '10' }],
  'a price of six digits': [{ quantity: '7', price: '1.234567', rate: '15' }],
  'a discount per unit': [{ quantity: '3', price: '10', rate: '7', discount: '1.25' }],
  'ISC, not taxed': [{ quantity: '2', price: '9.99', rate: '7', iscRate: '5' }],
  'another tax, not taxed': [{ quantity: '1', price: '10', rate: '7', otherTax: '0.35' }],
};

/** A PAC that gives no file by the CUFE accepts what is paid, which must cover its total. */
async function certifies(trial: Trial, lines: readonly SampleLine[]): Promise<Result> {
  if (!trial.client.fileByCufe) return accepts(trial, { lines });
  const outcome = await send(trial, sample(trial, { lines }));
  if (outcome.outcome !== 'accepted') return { holds: false, because: said(outcome) };
  const file = await fileOf(trial, outcome.document, 'xml');
  const read = typeof file === 'string' ? file : readOrCause(file);
  const [ours, theirs] = [totalOf(lines, trial.issuer), typeof read === 'string' ? read : read.sums.total];
  return {
    holds: typeof read !== 'string' && compare(ours, theirs) === 0,
    because: `ours ${ours}, certified ${theirs}`,
  };
}

// The PAC computes the totals and tells none: what is paid must cover them, so that a cent less shows where they lie.
const totals: readonly Assumption[] = Object.entries(ROUNDING).flatMap(([what, lines]) => {
  const id = `total.${what.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')}`;
  return [
    tried(id, `${what}: our total is what is certified`, 'assumed', ROUNDED_ONCE, (trial) => certifies(trial, lines)),
    tried(`${id}-less`, `${what}: a cent less than our total is refused`, 'assumed', OURS, async (trial) => {
      if (trial.client.fileByCufe) throw new NotTried('the certified file says where the total lies');
      return refuses(trial, { lines, paid: subtract(totalOf(lines, trial.issuer), '0.01') });
    }),
  ];
});

const payment: readonly Assumption[] = [
  accepted('payment.change', 'cash beyond the total is change', 'documented', HKA, { paid: '20' }),
  accepted('payment.several', 'one sale is paid in several ways', 'documented', HKA, {
    totals: {
      paymentMethods: [
        { type: '02', amount: 5 },
        { type: '03', amount: 5.7 },
      ],
    },
  }),
  tried('payment.term', 'instalments stand beside a payment on credit', 'documented', HKA, (trial) =>
    accepts(trial, {
      totals: {
        paymentTime: 2,
        paymentMethods: [{ type: '01', amount: 10.7 }],
        installmentPayment: [{ sequence: 1, dueDate: inPanama(trial.now()), amount: 10.7 }],
      },
    }),
  ),
  accepted(
    'payment.retention',
    'half of the ITBMS is withheld by its code, and the payments still cover the total',
    'assumed',
    OURS,
    { totals: { retention: { code: 4, amount: 0.35 } } },
  ),
];

const EXPORT: SampleOptions = {
  type: '03',
  receiver: FOREIGNER,
  lines: [{ quantity: '1', price: '10', rate: '0' }],
  rest: { exportation: { incoterm: 'FOB', currency: 'USD' } },
};

const ABROAD: SampleOptions = { type: '10', receiver: FOREIGNER, lines: [{ quantity: '1', price: '10', rate: '0' }] };

const ON_PAPER: SampleOptions = {
  rest: {
    referencedDocuments: [{ emissionType: 'PAPER', otherIdentification: '77', issueDate: '2025-01-15T10:00:00-05:00' }],
  },
};

const types: readonly Assumption[] = [
  type('02', 'documented', {}),
  type('03', 'documented', EXPORT),
  refused('type.03-at-home', 'an export to Panama is refused', 'assumed', OURS, { ...EXPORT, receiver: TAXPAYER }),
  type('04', 'seen', onOriginal),
  type('05', 'documented', onOriginal),
  type('06', 'documented', ON_PAPER),
  type('07', 'documented', ON_PAPER),
  type('08', 'documented', {}),
  type('09', 'documented', {}),
  type('10', 'documented', ABROAD),
  tried(
    'note.unknown-original',
    'a credit note on a document that the PAC does not know is refused',
    'seen',
    REFUSALS,
    async (trial) => {
      const never = sample(trial);
      const referencedDocuments = [{ cufe: expectedCufe(never, trial.issuer), issueDate: never.information.issueDate }];
      return refuses(trial, { type: '04', rest: { referencedDocuments } });
    },
  ),
  tried(
    'contingency.taken',
    'a document is issued in contingency with its start and its reason',
    'assumed',
    HKA,
    (trial) => accepts(trial, inContingency(trial)),
  ),
];

type Kind = [code: DocumentType, options?: SampleOptions | OptionsOf];

/** A document of each kind, by the name that its assumptions end with. */
const KINDS: Record<string, Kind> = {
  import: ['02'],
  export: ['03', EXPORT],
  'credit-note': ['04', onOriginal],
  'debit-note': ['05', onOriginal],
  'generic-credit-note': ['06', ON_PAPER],
  'generic-debit-note': ['07', ON_PAPER],
  'free-zone': ['08'],
  reimbursement: ['09'],
  'operation-abroad': ['10', ABROAD],
  contingency: ['01', inContingency],
};

interface OfKind extends Sent {
  kind: DocumentKind;
  /** Once the DGI has spoken, or as it was seen last. */
  seen(): Promise<PacDocument | null>;
}

type Fact = [says: string, source: string, judge: (trial: Trial, one: OfKind) => Promise<Result>];

/** Facts of an invoice hold for each other kind. */
const FACTS: Record<string, Fact> = {
  cufe: [
    'has the CUFE that we have computed before',
    SHEET,
    async ({ issuer }, { body, outcome: { document } }) => {
      return hasCufe(document, expectedCufe(body, issuer));
    },
  ],
  'look-up': [
    'is found by its id, with the same CUFE',
    ALANUBE,
    async (trial, { kind, documentId, outcome }) => {
      const found = await lookUp(trial, kind, documentId);
      const holds = found?.documentId === documentId && found.cufe === outcome.document.cufe;
      return { holds, because: `found ${found?.cufe ?? null}` };
    },
  ],
  verdict: [
    'gets the verdict of the DGI within minutes',
    ALANUBE,
    async (_, { seen }) => {
      const status = (await seen())?.legalStatus ?? null;
      return { holds: status === 'DGI_AUTHORIZED', because: `${status}` };
    },
  ],
  pdf: [
    'has a PDF that is not the one of the invoice',
    ALANUBE,
    async (trial, { seen }) => {
      const [own, ofInvoice] = [
        await pdfOf(trial, await seen()),
        await pdfOf(trial, (await authorized(trial)).document),
      ];
      return { holds: own !== null && own !== ofInvoice, because: own === null ? 'no PDF' : `SHA-256 ${own}` };
    },
  ],
  xml: ['has an XML that names its CUFE', OURS, async (trial, { seen }) => xmlNames(trial, await seen())],
  void: [
    'is voided once it is authorized',
    ALANUBE,
    async (trial, { kind, documentId, seen }) => {
      await seen();
      const outcome = await trial.client.voidDocument(kind, trial.issuer.companyId, documentId, VOID_REASON);
      return { holds: outcome.outcome === 'voided', because: said(outcome) };
    },
  ],
};

const NOTICE: Fact = [
  'is told by one signed notice of its verdict, with its id and its CUFE',
  ALANUBE,
  async (trial, { documentId, outcome, seen }) => {
    const { notices } = trial;
    if (notices === null) throw new NotTried('no address for notices was given');
    const { cufe } = outcome.document;
    const status = (await seen())?.legalStatus ?? null;
    const named = ({ notice }: Received) =>
      'documentId' in notice && (notice.documentId === documentId || notice.cufe === cufe);
    while (!notices().some(named) && (await trial.wait()));
    const reported = notices().filter(named);
    const answered = reported.map(({ isGenuine, notice }) => ({ isGenuine, ...notice }));
    trial.keep({ call: 'notice', asked: { documentId, cufe }, answered });
    const isRight = ({ isGenuine, notice }: Received) =>
      isGenuine &&
      notice.outcome === 'ok' &&
      (notice.documentId ?? documentId) === documentId &&
      (notice.cufe ?? cufe) === cufe;
    const ofVerdict = answered.filter((one) => one.outcome === 'ok' && one.legalStatus === status);
    return {
      holds: reported.every(isRight) && ofVerdict.length === 1,
      because: `${reported.length} notices, ${ofVerdict.length} of ${status}, ${reported.filter(isRight).length} signed and of this document`,
    };
  },
];

const ofKind = (name: string, [code, options = {}]: Kind, fact: string, [says, source, judge]: Fact): Assumption => ({
  id: `${fact}.of-${name}`,
  says: `a document of the kind ${name} ${says}`,
  mark: 'assumed',
  source,
  async try(trial: Trial) {
    assertTakes(trial, code);
    const one = await trial.once(name, async () => sent(trial, { ...(await chosen(trial, options)), type: code }));
    const kind = kindOf(one.body);
    const seen = () => trial.once(`verdict on ${name}`, () => verdictOn(trial, kind, one.documentId));
    return judge(trial, { ...one, kind, seen });
  },
});

const ofKinds = Object.entries(KINDS).flatMap(([name, kind]) =>
  Object.entries(FACTS).map(([fact, how]) => ofKind(name, kind, fact, how)),
);

const noticesOfKinds = Object.entries<Kind>({ invoice: ['01'], ...KINDS }).map(([name, kind]) =>
  ofKind(name, kind, 'notice', NOTICE),
);

async function pdfOf(trial: Trial, document: PacDocument | null): Promise<string | null> {
  const file = await fileOf(trial, document, 'pdf');
  return typeof file === 'string' ? null : createHash('sha256').update(file).digest('hex');
}

async function xmlNames(trial: Trial, document: PacDocument | null): Promise<Result> {
  if (document?.xml === undefined && !trial.client.fileByCufe) throw new NotTried('this PAC shows no XML');
  const file = await fileOf(trial, document, 'xml');
  const text = file.toString();
  return {
    holds:
      /^\s*<[\s\S]+>\s*$/.test(text) &&
      document !== null &&
      document.cufe !== null &&
      text.includes(`>${document.cufe}<`),
    because: text.slice(0, 200),
  };
}

// The ends of what our own payload may have.
const extremes: readonly Assumption[] = [
  accepted('extreme.e-mails', 'three e-mails of a receiver are taken', 'assumed', OURS, {
    receiver: { ...TAXPAYER, emails: ['a@example.com', 'b@example.com', 'c@example.com'] },
  }),
  accepted('extreme.name', 'a name and an address of 100 characters are taken', 'assumed', OURS, {
    receiver: { ...TAXPAYER, name: 'N'.repeat(100), address: 'A'.repeat(100) },
  }),
  accepted('extreme.quantity', 'a quantity of six decimals is taken', 'assumed', OURS, {
    lines: [{ quantity: '1.234567', price: '10', rate: '7' }],
  }),
  accepted('extreme.payments', 'ten methods of payment are taken', 'assumed', OURS, {
    totals: { paymentMethods: Array.from({ length: 10 }, () => ({ type: '02', amount: 1.07 })) },
  }),
];

export const ASSUMPTIONS: readonly Assumption[] = [
  ...submission,
  ...offices,
  ...documents.filter(({ id }) => !id.startsWith('void.')),
  ...receivers,
  ...totals,
  ...payment,
  ...types,
  ...extremes,
  ...ofKinds,
  ...documents.filter(({ id }) => id.startsWith('void.')),
  // Last, so that what comes twice has come.
  ...noticesOfKinds,
];

type Row = [id: string, says: string, mark: Assumption['mark'], source: string, options: SampleOptions];

function accepted(...[id, says, mark, source, options]: Row): Assumption {
  return tried(id, says, mark, source, (trial) => accepts(trial, options));
}

function refused(...[id, says, mark, source, options]: Row): Assumption {
  return tried(id, says, mark, source, (trial) => refuses(trial, options));
}

type OptionsOf = (trial: Trial) => SampleOptions | Promise<SampleOptions>;

const chosen = async (trial: Trial, options: SampleOptions | OptionsOf): Promise<SampleOptions> =>
  typeof options === 'function' ? options(trial) : options;

function assertTakes(trial: Trial, code: DocumentType): void {
  if (!trial.client.takes(code)) throw new NotTried('the adapter does not send this type');
}

function type(code: DocumentType, mark: Assumption['mark'], options: SampleOptions | OptionsOf): Assumption {
  return {
    id: `type.${code}`,
    says: `a document of type ${code} is taken`,
    mark,
    source: HKA,
    async try(trial) {
      assertTakes(trial, code);
      return accepts(trial, { ...(await chosen(trial, options)), type: code });
    },
  };
}

async function onOriginal(trial: Trial): Promise<SampleOptions> {
  return { rest: { referencedDocuments: await original(trial) } };
}

function inContingency(trial: Trial): SampleOptions {
  const startDate = inPanama(new Date(trial.now().getTime() - 3_600_000));
  const contingency = { startDate, reason: 'El PAC no responde desde hace una hora' };
  return { information: { issueType: '02', contingency } };
}
