// Whether an evidence bundle is whole and agrees with itself: from its files alone, without a database or a network.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { headShape, isSigned } from '../../acts/index.ts';
import { buildCufe, cufeKey, parseCufe } from '../../fiscal/cufe.ts';
import { ISSUE_TYPES } from '../../fiscal/issue-type.ts';
import { LEGAL_STATUSES } from '../../fiscal/legal-status.ts';
import type { Totals } from '../../fiscal/money.ts';
import {
  pacPayload,
  readOrCause,
  recount,
  totalsOfPayload,
  type CertifiedFile,
  type PacPayload,
} from '../../pac/index.ts';
import { add, compare, plain } from '../../platform/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../platform/days.ts';

export const BUNDLE_FORMAT = 'folio-evidence/1';

export const manifestShape = z.object({
  format: z.literal(BUNDLE_FORMAT),
  document: z.guid(),
  files: z.array(z.object({ name: z.string(), byteSize: z.int(), sha256: z.string() })),
});

const amount = z.string().regex(/^-?\d{1,20}(\.\d{1,12})?$/);

export const documentShape = z.object({
  id: z.guid(),
  /** Bundles of earlier releases do not name it. */
  tenantId: z.guid().optional(),
  createdAt: z.iso.datetime(),
  authorization: z.object({ protocol: z.string().nullable(), at: z.iso.datetime().nullable() }).optional(),
  mode: z.string(),
  number: z.string(),
  kind: z.string(),
  legalStatus: z.string().nullable(),
  pacDocumentId: z.string().nullable(),
  cufe: z.string().nullable(),
  expectedCufe: z.string().nullable(),
  /** Parts of its CUFE by which it is recognised; bundles of earlier releases do not name them. */
  cufeKey: z.string().nullable().optional(),
  totals: z.object({ subtotal: amount, isc: amount, otherTax: amount, tax: amount, total: amount }),
});

const timelineShape = z.array(
  z.object({ at: z.iso.datetime(), kind: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
);

const noticesShape = z.array(
  z.object({
    id: z.string(),
    cufe: z.string().nullable(),
    pacDocumentId: z.string().nullable(),
    legalStatus: z.string().nullable(),
    state: z.string(),
  }),
);

export type BundleDocument = z.infer<typeof documentShape>;
type Notice = z.infer<typeof noticesShape>[number];
type Timeline = z.infer<typeof timelineShape>;

/** Each sentence says what does not agree; none: the bundle is as it was written, and what it says holds together. */
export function checkBundle(files: ReadonlyMap<string, Buffer>): string[] {
  const problems: string[] = [];
  const read = <T>(name: string, shape: z.ZodType<T>): T | undefined => {
    const bytes = files.get(name);
    if (bytes === undefined) return void problems.push(`${name} is missing`);
    const parsed = shape.safeParse(jsonOf(bytes));
    if (!parsed.success) problems.push(`${name} has not the form that it should have`);
    return parsed.data;
  };
  const manifest = read('manifest.json', manifestShape);
  if (manifest) problems.push(...hashProblems(files, manifest.files));
  const document = read('document.json', documentShape);
  const timeline = read('timeline.json', timelineShape);
  const head = read('acts-head.json', headShape);
  if (!document || !timeline) return problems;
  if (manifest && manifest.document !== document.id) problems.push('the manifest is of another document');
  problems.push(...timelineProblems(document, timeline), ...fileProblems(files, timeline));
  problems.push(...xmlProblems(files, document));
  if (head) problems.push(...headProblems(head, document, timeline));
  const notices = read('notices.json', noticesShape);
  if (notices) problems.push(...noticeProblems(document, timeline, notices));
  problems.push(...answerProblems(document, timeline, files.get('answer.json')));
  const payload = files.has('payload.json') ? read('payload.json', pacPayload) : undefined;
  if (payload) {
    problems.push(...sentProblems(files.get('payload.json')!, timeline), ...numberProblems(document, payload));
    problems.push(...dayProblems(document, timeline, payload));
    problems.push(...cufeProblems(document, payload), ...totalProblems(document, payload));
  } else if (timeline.some(({ kind }) => kind === 'CLAIMED') && !files.has('payload.json')) {
    problems.push('payload.json is missing, and the document was sent');
  }
  return problems;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hashProblems(files: ReadonlyMap<string, Buffer>, listed: z.infer<typeof manifestShape>['files']): string[] {
  const names = new Set(listed.map(({ name }) => name));
  return [
    ...listed.flatMap(({ name, byteSize, sha256 }) => {
      const bytes = files.get(name);
      if (bytes === undefined) return [`${name} is missing`];
      return bytes.length === byteSize && hash('sha256', bytes) === sha256
        ? []
        : [`${name} is not as the manifest says`];
    }),
    ...[...files.keys()]
      .filter((name) => name !== 'manifest.json' && !names.has(name))
      .map((name) => `${name} stands in no manifest`),
  ];
}

function timelineProblems({ mode, legalStatus }: BundleDocument, timeline: Timeline): string[] {
  const problems: string[] = [];
  const isInOrder = timeline.every(({ at }, index) => index === 0 || at >= timeline[index - 1]!.at);
  if (!isInOrder) problems.push('the timeline is not in order');
  if (mode !== 'DGI') return problems;
  const first = (kind: string) => timeline.findIndex((event) => event.kind === kind);
  if (first('INTENT') < 0) problems.push('the timeline does not begin with the intent');
  const answered = first('ANSWERED');
  if (answered >= 0 && (first('CLAIMED') < 0 || first('CLAIMED') > answered)) {
    problems.push('an answer stands before anything was sent');
  }
  let status: unknown = null;
  for (const { detail } of timeline.filter(({ kind }) => kind === 'LEGAL_STATUS')) {
    if ((detail['from'] ?? null) !== status) problems.push('a legal status follows from none that was there');
    status = detail['to'];
  }
  if ((status ?? null) !== legalStatus) problems.push('the legal status is not the last one of the timeline');
  return problems;
}

const ATTACHED = ['PDF_ATTACHED', 'XML_ATTACHED'];

/** Each attached file is there unchanged, and no other file is. */
function fileProblems(files: ReadonlyMap<string, Buffer>, timeline: Timeline): string[] {
  const reported = timeline.filter(({ kind }) => ATTACHED.includes(kind)).map(({ detail }) => String(detail['sha256']));
  const here = [...files]
    .filter(([name]) => name.startsWith('files/'))
    .map(([name, bytes]) => [name, hash('sha256', bytes)]);
  return [
    ...here
      .filter(([name, sha256]) => !name!.startsWith(`files/${sha256!.slice(0, 12)}-`))
      .map(([name]) => `${name} is not what it is called after`),
    ...reported
      .filter((sha256) => !here.some(([, one]) => one === sha256))
      .map((sha256) => `the file with the SHA-256 ${sha256} of the timeline is missing`),
    ...here.filter(([, sha256]) => !reported.includes(sha256!)).map(([name]) => `${name} was never attached`),
  ];
}

const SUMS = { net: 'subtotal', itbms: 'tax', isc: 'isc', total: 'total' } as const;

/** A certified XML names its CUFE and its protocol, adds up, and comes to the document. A PDF is compressed, so its words are not read. */
function xmlProblems(files: ReadonlyMap<string, Buffer>, { cufe, authorization, totals }: BundleDocument): string[] {
  if (cufe === null) return [];
  const protocol = authorization?.protocol ?? null;
  const problemsOf = ({ facts, sums, ...file }: CertifiedFile): string[] => [
    ...(facts.cufe === cufe ? [] : ['does not name the CUFE']),
    ...(facts.protocol === undefined || protocol === null || facts.protocol === protocol
      ? []
      : ['has another authorization protocol than the document']),
    ...recount({ facts, sums, ...file }).map((problem) => `does not add up: ${problem}`),
    ...(Object.entries(SUMS) as [keyof typeof SUMS, keyof Totals][])
      .filter(([name, ours]) => compare(sums[name], totals[ours]) !== 0)
      .map(([name, ours]) => `comes to ${sums[name]} (${ours}), and the document to ${totals[ours]}`),
  ];
  return [...files]
    .filter(([name]) => name.startsWith('files/') && name.endsWith('.xml'))
    .flatMap(([name, bytes]) => {
      const file = readOrCause(bytes);
      return (typeof file === 'string' ? [`cannot be read: ${file}`] : problemsOf(file)).map((one) => `${name} ${one}`);
    });
}

/** An act has the time at which its transaction began, so what the transaction wrote may be a little later. */
function headProblems(head: z.infer<typeof headShape>, { tenantId }: BundleDocument, timeline: Timeline): string[] {
  const last = timeline.at(-1);
  // Before its first act a tenant has a head without a time.
  const isBefore = head.number > 0 && last && !(Date.parse(head.at) >= Date.parse(last.at) - HOUR_MS);
  return [
    ...(isSigned(head, head.publicKey) ? [] : ['the signature of acts-head.json does not hold']),
    ...(tenantId === undefined || head.tenantId === tenantId ? [] : ['acts-head.json is of another tenant']),
    ...(isBefore ? ['acts-head.json is older than the last event of the timeline'] : []),
  ];
}

function noticeProblems(document: BundleDocument, timeline: Timeline, notices: readonly Notice[]): string[] {
  const problems = notices.some((one) => isOfAnother(document, one)) ? ['a notice is of another document'] : [];
  for (const { detail } of timeline.filter(({ detail }) => typeof detail['noticeId'] === 'string')) {
    const notice = notices.find(({ id }) => id === detail['noticeId']);
    const reported = detail['to'] ?? detail['said'];
    if (!notice) problems.push(`the notice ${String(detail['noticeId'])} of the timeline is missing`);
    else if (reported !== undefined && notice.legalStatus !== reported) {
      problems.push('a notice says another legal status than the timeline');
    }
  }
  return problems;
}

function isOfAnother(document: BundleDocument, notice: Notice): boolean {
  // A notice that contradicts the document was put aside, and is evidence of that.
  if (notice.state === 'PARKED' || notice.state === 'REFUSED') return false;
  const agrees = (reported: string | null, ours: string | null) =>
    reported === null || ours === null || reported === ours;
  return !agrees(notice.cufe, document.cufe) || !agrees(notice.pacDocumentId, document.pacDocumentId);
}

function answerProblems(document: BundleDocument, timeline: Timeline, answer: Buffer | undefined): string[] {
  const body = answer && (jsonOf(answer) as Record<string, unknown> | undefined);
  if (answer && (body === undefined || body === null || typeof body !== 'object')) return ['answer.json is no JSON'];
  const atPac = (body?.['document'] ?? body ?? {}) as Record<string, unknown>;
  const differs = (name: string, ours: string | null) =>
    typeof atPac[name] === 'string' && ours !== null && atPac[name] !== ours;
  const problems =
    differs('cufe', document.cufe) || differs('id', document.pacDocumentId)
      ? ['the answer is about another document']
      : [];
  // A notice brings no answer; and what an answer that was not understood says was never taken for a verdict.
  const reported = timeline.filter(({ detail }) => detail['noticeId'] === undefined);
  const status = LEGAL_STATUSES.find((one) => one === atPac['legalStatus']);
  const isTold = reported.some(
    ({ kind, detail }) => kind === 'UNKNOWN' || [detail['to'], detail['said']].includes(status),
  );
  if (status !== undefined && !isTold) problems.push(`the answer says ${status}, and no event does`);
  if (differs('authorizationProtocol', document.authorization?.protocol ?? null)) {
    problems.push('the answer has another authorization protocol than the document');
  }
  const protocols = timeline.map(({ detail }) => detail['authorization_protocol']).filter((one) => one !== undefined);
  if (protocols.length > 0 && document.authorization && protocols.at(-1) !== document.authorization.protocol) {
    problems.push('the authorization protocol is not the last one of the timeline');
  }
  return problems;
}

/** Bytes that the last attempt claims to have sent. */
function sentProblems(payload: Buffer, timeline: Timeline): string[] {
  const digest = timeline.findLast(({ kind, detail }) => kind === 'CLAIMED' && detail['payloadSha256'] !== undefined)
    ?.detail['payloadSha256'];
  return digest === undefined || digest === hash('sha256', payload) ? [] : ['payload.json is not what was sent'];
}

/** FAC-0000000001 at the first billing point, FAC-0001-007-0000000001 at another one. */
function numberProblems({ number }: BundleDocument, { information }: PacPayload): string[] {
  const parts = /^[A-Z]+(?:-\w{4}-(?<point>\d{3}))?-(?<digits>\d{10})$/.exec(number)?.groups;
  return [
    ...(parts?.['digits'] === information.numeration ? [] : [`${number} is not the number of the payload`]),
    ...((parts?.['point'] ?? information.billingPoint) === information.billingPoint
      ? []
      : [`${number} is not of the billing point of the payload`]),
  ];
}

/** As the time of day and the clocks of two computers may differ; what was sold in contingency is filed later. */
const DAYS_APART = { [ISSUE_TYPES.NORMAL]: 1, [ISSUE_TYPES.CONTINGENCY]: 31 };

/** A document is made with its intent; a proforma that is filed later has a second intent, and its payload is of that. */
function dayProblems(document: BundleDocument, timeline: Timeline, { information }: PacPayload): string[] {
  const issued = Date.parse(information.issueDate);
  const intents = timeline.filter(({ kind }) => kind === 'INTENT').map(({ at }) => Date.parse(at));
  const isNear = (one: number, other: number, days = 1) => Math.abs(one - other) <= days * DAY_MS;
  const day = parseCufe(document.cufe ?? '')?.issueDate;
  const ofPayload = information.issueDate.slice(0, 10);
  const days = DAYS_APART[information.issueType];
  const authorized = Date.parse(document.authorization?.at ?? '');
  return [
    ...(intents.some((at) => isNear(at, issued)) ? [] : ['the payload was issued on another day than its intent']),
    ...(intents.length === 0 || isNear(intents[0]!, Date.parse(document.createdAt))
      ? []
      : ['the document was created on another day than its first intent']),
    ...(day === undefined || isNear(Date.parse(day), Date.parse(ofPayload), days)
      ? []
      : [`the CUFE is of ${day}, and the payload of ${ofPayload}`]),
    ...(authorized < issued - DAY_MS ? ['the document was authorized before it was issued'] : []),
  ];
}

function cufeProblems({ expectedCufe, cufe, cufeKey: key }: BundleDocument, { information }: PacPayload): string[] {
  const foretold = expectedCufe === null ? null : cufeKey(expectedCufe);
  // Another key than the foretold one was learned from a PAC that chooses the security code; its last nine digits are that code.
  const isPacsCode =
    key != null && cufe !== null && key === cufeKey(cufe) && key.slice(0, -9) === foretold?.slice(0, -9);
  const own = {
    documentType: information.documentType,
    documentNumber: information.numeration,
    billingPoint: information.billingPoint,
    issueType: information.issueType,
  };
  const rebuilt = (value: string, issueDate?: string): string | null => {
    const parts = parseCufe(value);
    const { securityCode } = isPacsCode && value === cufe ? parts! : information;
    try {
      return parts && buildCufe({ ...parts, ...own, securityCode, issueDate: issueDate ?? parts.issueDate });
    } catch (error) {
      // Parts of which no CUFE can be built.
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
  const day = information.issueDate.slice(0, 10);
  return [
    ...(expectedCufe !== null && rebuilt(expectedCufe, day) !== expectedCufe
      ? ['the expected CUFE does not follow from the payload']
      : []),
    // The PAC writes branch, environment and now and then the day from its own records.
    ...(cufe !== null && rebuilt(cufe) !== cufe
      ? ['the CUFE does not follow from the payload, or its check digit is wrong']
      : []),
    ...(cufe !== null && expectedCufe !== null && cufeKey(cufe) !== foretold && !isPacsCode
      ? ['the CUFE of the PAC names another document than the expected one']
      : []),
  ];
}

function totalProblems({ totals }: BundleDocument, { items, totals: paid }: PacPayload): string[] {
  // By the rule of its PAC, which the bundle does not name.
  const counted =
    (['line', 'document'] as const)
      .map((rounding) => totalsOfPayload({ items }, rounding))
      .find(({ total }) => compare(total, totals.total) === 0) ?? totalsOfPayload({ items }, 'line');
  const parts: (keyof Totals)[] = ['subtotal', 'isc', 'otherTax', 'tax', 'total'];
  const methods = add('0', ...paid.paymentMethods.map(({ amount }) => plain(amount)));
  return [
    ...parts
      .filter((part) => compare(counted[part], totals[part]) !== 0)
      .map((part) => `${part} is stated as ${totals[part]}, and the lines come to ${counted[part]}`),
    ...(paid.retention === undefined && compare(methods, totals.total) < 0
      ? [`the payments come to ${methods}, and the document to ${totals.total}`]
      : []),
  ];
}
